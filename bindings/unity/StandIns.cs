// Stands in for the few types of Unity that the package and its sample use, so that Mono compiles and runs
// them.
using System;
using System.Runtime.InteropServices;
using Unity.Collections;

namespace Unity.Collections
{
    public enum Allocator
    {
        None, // no memory
        Persistent,
    }

    public sealed class ReadOnlyAttribute : Attribute
    {
    }

    public unsafe struct NativeArray<T> : IDisposable where T : struct
    {
        internal void* memory;
        public int Length;

        public NativeArray(int length, Allocator allocator)
        {
            Length = length;
            memory = null;
            if (allocator == Allocator.None) return;
            Allocations.alive++;
            memory = (void*)Marshal.AllocHGlobal(64 * length); // no element here is larger
            new Span<byte>(memory, 64 * length).Clear();
        }

        public T this[int i]
        {
            get { return new Span<T>(memory, Length)[i]; }
            set { new Span<T>(memory, Length)[i] = value; }
        }

        public NativeArray<U> Reinterpret<U>() where U : struct
        {
            return new NativeArray<U> { memory = memory, Length = Length };
        }

        public void Dispose()
        {
            Allocations.alive--;
            Marshal.FreeHGlobal((IntPtr)memory);
        }
    }

    public static class Allocations
    {
        public static int alive; // made and not disposed
    }
}

namespace Unity.Collections.LowLevel.Unsafe
{
    public static class UnsafeUtility
    {
        public static int SizeOf<T>() where T : struct
        {
            return Marshal.SizeOf(typeof(T)); // without bool and char
        }
    }

    public static unsafe class NativeArrayUnsafeUtility
    {
        public static void* GetUnsafePtr<T>(this NativeArray<T> array) where T : struct
        {
            return array.memory;
        }

        public static void* GetUnsafeReadOnlyPtr<T>(this NativeArray<T> array) where T : struct
        {
            return array.memory;
        }
    }
}

namespace Unity.Mathematics
{
    public struct half
    {
        public ushort value;
    }

    public struct float2
    {
        public float x, y;

        public float2(float x, float y)
        {
            this.x = x;
            this.y = y;
        }
    }

    public struct float3
    {
        public float x, y, z;

        public float3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }
    }
}

namespace Unity.Jobs
{
    public interface IJob
    {
        void Execute();
    }

    public struct JobHandle
    {
        public void Complete()
        {
        }
    }

    public static class IJobExtensions
    {
        public static JobHandle Schedule<T>(this T job) where T : struct, IJob
        {
            try { job.Execute(); } catch (Exception e) { UnityEngine.Debug.said = e.Message; } // Unity logs it
            return new JobHandle();
        }
    }
}

namespace UnityEngine
{
    public class MonoBehaviour
    {
    }

    public class Transform
    {
        public Vector3 position;
    }

    public static class Debug
    {
        public static string said;
        public static void LogWarning(object what) => said = what.ToString();
    }

    public static class Time
    {
        public static float deltaTime = 0.5f;
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static Vector3 operator +(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        }

        public static Vector3 operator -(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);
        }

        public static Vector3 operator *(Vector3 a, float s)
        {
            return new Vector3(a.x * s, a.y * s, a.z * s);
        }
    }
}

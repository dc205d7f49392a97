// Makes columns of NativeArrays: `speed.In()`, `place.In(0)` for x of a float2 or float3, `velocity.Out(1)` for
// y. Jobs compiled by Burst may call these functions.
using System;
using System.Diagnostics;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using Unity.Mathematics;

namespace Waylay
{
    public static unsafe class NativeColumns
    {
        /// <summary>Throws if the array has fewer than `count` elements: a column has no length, so the library cannot
        /// check this. Only in the editor; a player skips the call.</summary>
        [Conditional("ENABLE_UNITY_COLLECTIONS_CHECKS")]
        public static void CheckLength<T>(this NativeArray<T> array, UIntPtr count) where T : struct
        {
            if ((ulong)array.Length < (ulong)count) throw new ArgumentException("a NativeArray is shorter than the batch's count");
        }

        public static Column In(this NativeArray<float> array)
        {
            return Column.At((float*)array.GetUnsafeReadOnlyPtr());
        }

        public static Column In(this NativeArray<double> array)
        {
            return Column.At((double*)array.GetUnsafeReadOnlyPtr());
        }

        public static Column In(this NativeArray<float2> array, int axis)
        {
            return Column.At((float*)array.GetUnsafeReadOnlyPtr() + axis, sizeof(float2));
        }

        public static Column In(this NativeArray<float3> array, int axis)
        {
            return Column.At((float*)array.GetUnsafeReadOnlyPtr() + axis, sizeof(float3));
        }

        public static WholeColumn In(this NativeArray<int> array)
        {
            return WholeColumn.At((int*)array.GetUnsafeReadOnlyPtr());
        }

        public static WholeColumn In(this NativeArray<uint> array)
        {
            return WholeColumn.At((uint*)array.GetUnsafeReadOnlyPtr());
        }

        public static ColumnOut Out(this NativeArray<float> array)
        {
            return ColumnOut.At((float*)array.GetUnsafePtr());
        }

        public static ColumnOut Out(this NativeArray<double> array)
        {
            return ColumnOut.At((double*)array.GetUnsafePtr());
        }

        public static ColumnOut Out(this NativeArray<float2> array, int axis)
        {
            return ColumnOut.At((float*)array.GetUnsafePtr() + axis, sizeof(float2));
        }

        public static ColumnOut Out(this NativeArray<float3> array, int axis)
        {
            return ColumnOut.At((float*)array.GetUnsafePtr() + axis, sizeof(float3));
        }

        public static WholeColumnOut Out(this NativeArray<int> array)
        {
            return WholeColumnOut.At((int*)array.GetUnsafePtr());
        }

        public static WholeColumnOut Out(this NativeArray<uint> array)
        {
            return WholeColumnOut.At((uint*)array.GetUnsafePtr());
        }

        public static WholeColumnOut Out(this NativeArray<Status> array)
        {
            return WholeColumnOut.At((Status*)array.GetUnsafePtr());
        }
    }
}

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
        /// <summary>Throws if the array has fewer than `count` elements. Only in the editor; a player skips the call. For jobs
        /// compiled by Burst, which use Native; Way compares all lengths in each build.</summary>
        [Conditional("ENABLE_UNITY_COLLECTIONS_CHECKS")]
        public static void CheckLength<T>(this NativeArray<T> array, int count) where T : struct
        {
            if (array.Length < count) throw new ArgumentException("a NativeArray is shorter than the batch's count");
        }

        /// <summary>The fields of the array's structs: `units.Records().In(ref unit->speed)`, `.Out(ref unit->target)`.</summary>
        public static Records Records<T>(this NativeArray<T> array) where T : struct
        {
            return new Records(array.GetUnsafePtr(), UnsafeUtility.SizeOf<T>(), array.Length);
        }

        /// <summary>The same for a [ReadOnly] array.</summary>
        public static Records ReadOnlyRecords<T>(this NativeArray<T> array) where T : struct
        {
            return new Records(array.GetUnsafeReadOnlyPtr(), UnsafeUtility.SizeOf<T>(), array.Length);
        }

        /// <summary>The array as one of the options: `index = rows.Items()`.</summary>
        public static Items<T> Items<T>(this NativeArray<T> array) where T : struct
        {
            return new Items<T>(array.GetUnsafePtr(), array.Length);
        }

        /// <summary>The same for a [ReadOnly] array, which the call must not write.</summary>
        public static Items<T> ReadOnlyItems<T>(this NativeArray<T> array) where T : struct
        {
            return new Items<T>(array.GetUnsafeReadOnlyPtr(), array.Length);
        }

        static float* Axis(void* first, int axis, int axes)
        {
            if (axis < 0 || axis >= axes) throw new ArgumentOutOfRangeException("axis", "the vector has no such axis");
            return (float*)first + axis;
        }

        public static Column In(this NativeArray<float> array)
        {
            return Column.Array((float*)array.GetUnsafeReadOnlyPtr(), array.Length);
        }

        public static Column In(this NativeArray<double> array)
        {
            return Column.Array((double*)array.GetUnsafeReadOnlyPtr(), array.Length);
        }

        public static Column In(this NativeArray<float2> array, int axis)
        {
            return Column.At(Axis(array.GetUnsafeReadOnlyPtr(), axis, 2), sizeof(float2), array.Length);
        }

        public static Column In(this NativeArray<float3> array, int axis)
        {
            return Column.At(Axis(array.GetUnsafeReadOnlyPtr(), axis, 3), sizeof(float3), array.Length);
        }

        public static WholeColumn In(this NativeArray<int> array)
        {
            return WholeColumn.Array((int*)array.GetUnsafeReadOnlyPtr(), array.Length);
        }

        public static WholeColumn In(this NativeArray<uint> array)
        {
            return WholeColumn.Array((uint*)array.GetUnsafeReadOnlyPtr(), array.Length);
        }

        public static ColumnOut Out(this NativeArray<float> array)
        {
            return ColumnOut.Array((float*)array.GetUnsafePtr(), array.Length);
        }

        public static ColumnOut Out(this NativeArray<double> array)
        {
            return ColumnOut.Array((double*)array.GetUnsafePtr(), array.Length);
        }

        public static ColumnOut Out(this NativeArray<float2> array, int axis)
        {
            return ColumnOut.At(Axis(array.GetUnsafePtr(), axis, 2), sizeof(float2), array.Length);
        }

        public static ColumnOut Out(this NativeArray<float3> array, int axis)
        {
            return ColumnOut.At(Axis(array.GetUnsafePtr(), axis, 3), sizeof(float3), array.Length);
        }

        public static WholeColumnOut Out(this NativeArray<int> array)
        {
            return WholeColumnOut.Array((int*)array.GetUnsafePtr(), array.Length);
        }

        public static WholeColumnOut Out(this NativeArray<uint> array)
        {
            return WholeColumnOut.Array((uint*)array.GetUnsafePtr(), array.Length);
        }

        public static StatusColumnOut Out(this NativeArray<Status> array)
        {
            return StatusColumnOut.Array((Status*)array.GetUnsafePtr(), array.Length);
        }
    }
}

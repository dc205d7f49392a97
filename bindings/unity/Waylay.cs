// This file declares waylay's functions for Unity and other C#. They take only pointers, so that jobs
// compiled by Burst may call them. waylay.h describes each function. The project must allow "unsafe" code.
using System;
using System.Runtime.InteropServices;

namespace Waylay
{
    // enums

    /// <summary>The location of an input with one float or double per agent. Without data, the input has
    /// its default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Column
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public Element type;
        public int page;

        /// <summary>Makes a column of the numbers that start at `first`. `stride` is the number of
        /// bytes from one number to the next. 0 means one value for all agents. Pointers of other types do not
        /// compile.</summary>
        public static Column At(float* first, int stride = 4)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static Column At(double* first, int stride = 8)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 8), type = Element.Double };
        }

        /// <summary>Makes a column of 16-bit floats, such as Unity's `half`.</summary>
        public static Column Halves(ushort* first, int stride = 2)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 2), type = Element.Half };
        }

        /// <summary>Makes a column with one value for all agents.</summary>
        public static Column Same(float* value)
        {
            return At(value, 0);
        }

        public static Column Same(double* value)
        {
            return At(value, 0);
        }

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static Column Of(ReadOnlySpan<float> numbers)
        {
            fixed (float* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        public static Column Of(ReadOnlySpan<double> numbers)
        {
            fixed (double* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        // An array moves while the call reads it, so these do not compile.
        [Obsolete(Native.Pin, true)]
        public static Column Of(float[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static Column Of(double[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>The location of an input of whole numbers, for example rows, masks, tiles or words. It is no
    /// Column: the bits of a whole number are not those of a float.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WholeColumn
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public Element type;
        public int page;

        /// <summary>Makes a column of the numbers that start at `first`. `stride` is the number of
        /// bytes from one number to the next. 0 means one value for all agents. Pointers of other types do not
        /// compile.</summary>
        public static WholeColumn At(int* first, int stride = 4)
        {
            return new WholeColumn { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static WholeColumn At(uint* first, int stride = 4)
        {
            return new WholeColumn { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static WholeColumn At(Word* first, int stride = 4)
        {
            return new WholeColumn { data = first, gap = (IntPtr)(stride - 4) };
        }

        /// <summary>Makes a column with one value for all agents.</summary>
        public static WholeColumn Same(int* value)
        {
            return At(value, 0);
        }

        public static WholeColumn Same(uint* value)
        {
            return At(value, 0);
        }

        public static WholeColumn Same(Word* value)
        {
            return At(value, 0);
        }

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static WholeColumn Of(ReadOnlySpan<int> numbers)
        {
            fixed (int* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        public static WholeColumn Of(ReadOnlySpan<uint> numbers)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        public static WholeColumn Of(ReadOnlySpan<Word> numbers)
        {
            fixed (Word* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        // An array moves while the call reads it, so these do not compile.
        [Obsolete(Native.Pin, true)]
        public static WholeColumn Of(int[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumn Of(uint[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumn Of(Word[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>The location of an output with one float or double per agent. Without data, the answer is not
    /// computed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ColumnOut
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public Element type;
        public int page;

        public static ColumnOut At(float* first, int stride = 4)
        {
            return new ColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static ColumnOut At(double* first, int stride = 8)
        {
            return new ColumnOut { data = first, gap = (IntPtr)(stride - 8), type = Element.Double };
        }

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static ColumnOut Of(Span<float> numbers)
        {
            fixed (float* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        public static ColumnOut Of(Span<double> numbers)
        {
            fixed (double* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        // An array moves while the call reads it, so these do not compile.
        [Obsolete(Native.Pin, true)]
        public static ColumnOut Of(float[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static ColumnOut Of(double[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>The location of an output of whole numbers, for example rows or statuses.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WholeColumnOut
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public Element type;
        public int page;

        public static WholeColumnOut At(int* first, int stride = 4)
        {
            return new WholeColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static WholeColumnOut At(uint* first, int stride = 4)
        {
            return new WholeColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static WholeColumnOut At(Status* first, int stride = 4)
        {
            return new WholeColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static WholeColumnOut At(Word* first, int stride = 4)
        {
            return new WholeColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static WholeColumnOut Of(Span<int> numbers)
        {
            fixed (int* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        public static WholeColumnOut Of(Span<uint> numbers)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        public static WholeColumnOut Of(Span<Status> numbers)
        {
            fixed (Status* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        public static WholeColumnOut Of(Span<Word> numbers)
        {
            fixed (Word* first = &MemoryMarshal.GetReference(numbers)) return At(first);
        }

        // An array moves while the call reads it, so these do not compile.
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(int[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(uint[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(Status[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(Word[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    public static unsafe partial class Native
    {
#if (UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR
        public const string Library = "__Internal";
#else
        public const string Library = "waylay";
#endif
        /// <summary>The error of `Column.Of(array)`.</summary>
        internal const string Pin = "the array can move: pin it with fixed (T* p = array), and use At(p)";

        /// <summary>The row of no target, in targets that a call reads or writes.</summary>
        public const uint NoTarget = uint.MaxValue;

        /// <summary>Converts a text of the library to a string. Burst cannot call this function.</summary>
        public static string Text(byte* text)
        {
            return Marshal.PtrToStringAnsi((IntPtr)text);
        }
    }

// behaviours
}

// This file declares waylay's functions for Unity and other C#. The calls of `Way` compare lengths and throw. Those of
// `Native` take only pointers, so that jobs compiled by Burst may call them. waylay.h describes each function. The
// project must allow "unsafe" code.
using System;
using System.Runtime.InteropServices;

namespace Waylay
{
    // enums

    /// <summary>A count of the C library, a size_t. It is an int where it is read or written.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Size
    {
        internal UIntPtr value;

        public static implicit operator Size(int count)
        {
            if (count < 0) throw new ArgumentOutOfRangeException("count", "a count is negative");
            return new Size { value = (UIntPtr)count };
        }

        public static implicit operator Size(UIntPtr count) => new Size { value = count };
        public static implicit operator int(Size count) => checked((int)count.value);
        public override string ToString() => value.ToString();
    }

    /// <summary>A column as the C library reads it, a way_column or way_column_out. It has no length.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RawColumn
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public Element type;
        public int page;

        internal RawColumn(void* first, int stride, Element type, int length = 1)
        {
            data = first;
            rows = null;
            this.type = type;
            page = first == null && length == 0 ? Nothing : 0;
            gap = IntPtr.Zero;
            gap = (IntPtr)(stride - Width);
        }

        // One value, which Lengths puts where the call reads it: the length holds its bits. Native refuses the page.
        internal static RawColumn Value => new RawColumn((void*)64, 0, Element.Single) { page = -1 };
        internal bool IsValue => page == -1;

        // The page of a null column of length 0, which is set although it has no data. The C library does not read it.
        const int Nothing = -2;

        // A call without agents, or without runners, needs an address. It reads nothing there.
        internal void GiveAddress()
        {
            if (data != null || page != Nothing) return;
            data = (void*)64;
            page = 0;
        }

        internal int Width => type == Element.Double ? 8 : type == Element.Half ? 2 : 4;
        internal long Stride => (long)gap + Width;
        internal bool IsSame => Stride == 0;
        internal bool IsLike(RawColumn other) =>
            data != null && other.data != null && gap == other.gap && rows == other.rows && type == other.type && page == other.page;

        // Are the two columns fields of the same records?
        internal bool IsFieldWith(RawColumn other) =>
            (long)gap > 0 && Stride == other.Stride && Math.Abs((byte*)data - (byte*)other.data) < Stride;

        // Do the elements from `from` to `end` - 1 share bytes with those of another column? If the strides differ, the answer is yes
        // unless strides and addresses alone say no. Rows and pages are not read.
        internal bool Meets(long from, long end, RawColumn other, long otherFrom, long otherEnd)
        {
            if (data == null || other.data == null || end <= from || otherEnd <= otherFrom) return false;
            if (rows != null || other.rows != null || page != 0 || other.page != 0) return false;
            long step = Stride, otherStep = other.Stride, width = Width, otherWidth = other.Width;
            long first = (long)data + from * step, last = (long)data + (end - 1) * step;
            long otherFirst = (long)other.data + otherFrom * otherStep, otherLast = (long)other.data + (otherEnd - 1) * otherStep;
            if (Math.Max(first, last) + width <= Math.Min(otherFirst, otherLast) || Math.Max(otherFirst, otherLast) + otherWidth <= Math.Min(first, last)) return false;
            long common = Math.Abs(step), rest = Math.Abs(otherStep); // their greatest common divisor
            while (rest != 0)
            {
                long next = common % rest;
                common = rest;
                rest = next;
            }
            if (common == 0) return true;
            long apart = ((first - otherFirst) % common + common) % common;
            return apart < otherWidth || common - apart < width;
        }
    }

    /// <summary>The location of an input with one float or double per agent, and how many it has. Without data, the
    /// input has its default.</summary>
    public unsafe struct Column
    {
        public RawColumn raw;
        /// <summary>the number of elements</summary>
        public int length;

        internal Column(void* first, int stride, int length, Element type = Element.Single)
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length", "a column's length is negative");
            raw = new RawColumn(first, stride, type, length);
            this.length = length;
        }

        /// <summary>Makes a column of an array: there is nothing between the numbers.</summary>
        public static Column Array(float* first, int length) => new Column(first, sizeof(float), length);
        public static Column Array(double* first, int length) => new Column(first, sizeof(double), length, Element.Double);

        /// <summary>`stride` is the number of bytes from one number to the next. For fields, use Records.</summary>
        public static Column At(float* first, int stride, int length) => new Column(first, stride, length);
        public static Column At(double* first, int stride, int length) => new Column(first, stride, length, Element.Double);

        /// <summary>Makes a column of 16-bit floats, such as Unity's `half`.</summary>
        public static Column Halves(ushort* first, int length) => new Column(first, 2, length, Element.Half);

        /// <summary>Makes a column with one value for all agents. Only calls of Way take `Same(5)`. For Native, pass the address of
        /// a variable that lives as long as the column.</summary>
        public static Column Same(float value) => new Column { raw = RawColumn.Value, length = *(int*)&value };
        public static Column Same(float* value) => new Column(value, 0, int.MaxValue);
        public static Column Same(double* value) => new Column(value, 0, int.MaxValue, Element.Double);

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static Column Of(ReadOnlySpan<float> numbers)
        {
            fixed (float* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        public static Column Of(ReadOnlySpan<double> numbers)
        {
            fixed (double* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        // An array moves while the call reads it, so these do not compile.
        [Obsolete(Native.Pin, true)]
        public static Column Of(float[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static Column Of(double[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>The same for whole numbers, for example rows, masks, tiles or words. It is no Column: the bits of a
    /// whole number are not those of a float.</summary>
    public unsafe struct WholeColumn
    {
        public RawColumn raw;
        /// <summary>the number of elements</summary>
        public int length;

        internal WholeColumn(void* first, int stride, int length, Element type = Element.Single)
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length", "a column's length is negative");
            raw = new RawColumn(first, stride, type, length);
            this.length = length;
        }

        /// <summary>Makes a column of an array: there is nothing between the numbers.</summary>
        public static WholeColumn Array(int* first, int length) => new WholeColumn(first, sizeof(int), length);
        public static WholeColumn Array(uint* first, int length) => new WholeColumn(first, sizeof(uint), length);
        public static WholeColumn Array(Word* first, int length) => new WholeColumn(first, sizeof(Word), length);

        /// <summary>`stride` is the number of bytes from one number to the next. For fields, use Records.</summary>
        public static WholeColumn At(int* first, int stride, int length) => new WholeColumn(first, stride, length);
        public static WholeColumn At(uint* first, int stride, int length) => new WholeColumn(first, stride, length);
        public static WholeColumn At(Word* first, int stride, int length) => new WholeColumn(first, stride, length);

        /// <summary>Makes a column with one value for all agents. Only calls of Way take `Same(5)`. For Native, pass the address of
        /// a variable that lives as long as the column.</summary>
        public static WholeColumn Same(int value) => new WholeColumn { raw = RawColumn.Value, length = value };
        public static WholeColumn Same(int* value) => new WholeColumn(value, 0, int.MaxValue);
        public static WholeColumn Same(uint value) => new WholeColumn { raw = RawColumn.Value, length = unchecked((int)value) };
        public static WholeColumn Same(uint* value) => new WholeColumn(value, 0, int.MaxValue);
        public static WholeColumn Same(Word value) => new WholeColumn { raw = RawColumn.Value, length = (int)value };
        public static WholeColumn Same(Word* value) => new WholeColumn(value, 0, int.MaxValue);

        public static implicit operator RawColumn(WholeColumn column) => column.raw; // of options

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static WholeColumn Of(ReadOnlySpan<int> numbers)
        {
            fixed (int* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        public static WholeColumn Of(ReadOnlySpan<uint> numbers)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        public static WholeColumn Of(ReadOnlySpan<Word> numbers)
        {
            fixed (Word* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
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
    public unsafe struct ColumnOut
    {
        public RawColumn raw;
        /// <summary>the number of elements</summary>
        public int length;

        internal ColumnOut(void* first, int stride, int length, Element type = Element.Single)
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length", "a column's length is negative");
            raw = new RawColumn(first, stride, type, length);
            this.length = length;
        }

        /// <summary>Makes a column of an array: there is nothing between the numbers.</summary>
        public static ColumnOut Array(float* first, int length) => new ColumnOut(first, sizeof(float), length);
        public static ColumnOut Array(double* first, int length) => new ColumnOut(first, sizeof(double), length, Element.Double);

        /// <summary>`stride` is the number of bytes from one number to the next. For fields, use Records.</summary>
        public static ColumnOut At(float* first, int stride, int length) => new ColumnOut(first, stride, length);
        public static ColumnOut At(double* first, int stride, int length) => new ColumnOut(first, stride, length, Element.Double);

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static ColumnOut Of(Span<float> numbers)
        {
            fixed (float* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        public static ColumnOut Of(Span<double> numbers)
        {
            fixed (double* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        // An array moves while the call reads it, so these do not compile.
        [Obsolete(Native.Pin, true)]
        public static ColumnOut Of(float[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static ColumnOut Of(double[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>The location of an output of whole numbers, for example rows.</summary>
    public unsafe struct WholeColumnOut
    {
        public RawColumn raw;
        /// <summary>the number of elements</summary>
        public int length;

        internal WholeColumnOut(void* first, int stride, int length, Element type = Element.Single)
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length", "a column's length is negative");
            raw = new RawColumn(first, stride, type, length);
            this.length = length;
        }

        /// <summary>Makes a column of an array: there is nothing between the numbers.</summary>
        public static WholeColumnOut Array(int* first, int length) => new WholeColumnOut(first, sizeof(int), length);
        public static WholeColumnOut Array(uint* first, int length) => new WholeColumnOut(first, sizeof(uint), length);
        public static WholeColumnOut Array(Word* first, int length) => new WholeColumnOut(first, sizeof(Word), length);

        /// <summary>`stride` is the number of bytes from one number to the next. For fields, use Records.</summary>
        public static WholeColumnOut At(int* first, int stride, int length) => new WholeColumnOut(first, stride, length);
        public static WholeColumnOut At(uint* first, int stride, int length) => new WholeColumnOut(first, stride, length);
        public static WholeColumnOut At(Word* first, int stride, int length) => new WholeColumnOut(first, stride, length);

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static WholeColumnOut Of(Span<int> numbers)
        {
            fixed (int* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        public static WholeColumnOut Of(Span<uint> numbers)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        public static WholeColumnOut Of(Span<Word> numbers)
        {
            fixed (Word* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
        }

        // An array moves while the call reads it, so these do not compile.
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(int[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(uint[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(Word[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>The location of an output of statuses. A column of other whole numbers, such as sides, does not compile.</summary>
    public unsafe struct StatusColumnOut
    {
        public RawColumn raw;
        /// <summary>the number of elements</summary>
        public int length;

        /// <summary>Makes a column of an array: there is nothing between the statuses.</summary>
        public static StatusColumnOut Array(Status* first, int length) => At(first, sizeof(Status), length);

        /// <summary>`stride` is the number of bytes from one status to the next. For fields, use Records.</summary>
        public static StatusColumnOut At(Status* first, int stride, int length)
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length", "a column's length is negative");
            return new StatusColumnOut { raw = new RawColumn(first, stride, Element.Single, length), length = length };
        }

        public static implicit operator RawColumn(StatusColumnOut column) => column.raw; // of options

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes a column of a span of memory that stays where it is as long as the column is used: of a
        /// NativeArray, of stackalloc, or of a pinned array.</summary>
        public static StatusColumnOut Of(Span<Status> statuses)
        {
            fixed (Status* first = &MemoryMarshal.GetReference(statuses)) return Array(first, statuses.Length);
        }

        // An array moves while the call writes it, so this does not compile.
        [Obsolete(Native.Pin, true)]
        public static StatusColumnOut Of(Status[] array) { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>An array of the options, such as the walls or the list of a call, and how many elements it has. The memory must
    /// stay where it is until the call returns.</summary>
    public unsafe struct Items<T> where T : struct
    {
        internal void* first;
        /// <summary>the number of elements</summary>
        public readonly int length;

        /// <summary>For memory whose type is not known. Nothing checks `length`.</summary>
        public Items(void* first, int length)
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length", "an array's length is negative");
            this.first = first;
            this.length = length;
        }
    }

    public static unsafe class Items
    {
#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        /// <summary>Makes the array of a span of memory that stays where it is: of a NativeArray, of stackalloc, or of a pinned
        /// array.</summary>
        public static Items<T> Of<T>(Span<T> items) where T : struct => Of((ReadOnlySpan<T>)items);

        public static Items<T> Of<T>(ReadOnlySpan<T> items) where T : struct
        {
            fixed (byte* first = &MemoryMarshal.GetReference(MemoryMarshal.AsBytes(items))) return new Items<T>(first, items.Length);
        }

        /// <summary>For a pointer: `Items.Of(ref *wall, count)`.</summary>
        public static Items<T> Of<T>(ref T first, int length) where T : struct => Of(MemoryMarshal.CreateSpan(ref first, length));

        // An array moves while the call reads it, so this does not compile.
        [Obsolete(Native.Pin, true)]
        public static Items<T> Of<T>(T[] array) where T : struct { throw new NotSupportedException(Native.Pin); }
#endif
    }

    /// <summary>An array of structs, whose fields become columns: `unit.In(ref units[0].speed)`. The memory must stay where it
    /// is as long as a column is used.</summary>
    public unsafe struct Records
    {
        readonly byte* first;
        readonly int stride, length;

        /// <summary>For memory whose type is not known. `stride` is the number of bytes of one struct.</summary>
        public Records(void* first, int stride, int length)
        {
            this.first = (byte*)first;
            this.stride = stride;
            this.length = length;
        }

#if !UNITY_5_3_OR_NEWER || UNITY_2021_2_OR_NEWER
        public static Records Of<T>(Span<T> records) where T : struct => Of(ref MemoryMarshal.GetReference(records), records.Length);

        /// <summary>For a pointer to structs: `Records.Of(ref *unit, count)`.</summary>
        public static Records Of<T>(ref T first, int length) where T : struct
        {
            var one = MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref first, 1)); // not read: there may be no struct
            fixed (byte* at = &MemoryMarshal.GetReference(one)) return new Records(at, one.Length, length);
        }

        [Obsolete(Native.Pin, true)]
        public static Records Of<T>(T[] array) { throw new NotSupportedException(Native.Pin); }
#endif

        // Throws unless the field is one of the first struct, so that a copy or a struct of another array is refused.
        void* Field(void* field, int size)
        {
            long offset = (byte*)field - first;
            if (length > 0 && (offset < 0 || offset + size > stride))
                throw new ArgumentException("the field is not in the first record: write ref records[0].field");
            return field;
        }

        public Column In(ref float field)
        {
            fixed (float* at = &field) return Column.At((float*)Field(at, sizeof(float)), stride, length);
        }

        public Column In(ref double field)
        {
            fixed (double* at = &field) return Column.At((double*)Field(at, sizeof(double)), stride, length);
        }

        public WholeColumn In(ref int field)
        {
            fixed (int* at = &field) return WholeColumn.At((int*)Field(at, sizeof(int)), stride, length);
        }

        public WholeColumn In(ref uint field)
        {
            fixed (uint* at = &field) return WholeColumn.At((uint*)Field(at, sizeof(uint)), stride, length);
        }

        public WholeColumn In(ref Word field)
        {
            fixed (Word* at = &field) return WholeColumn.At((Word*)Field(at, sizeof(Word)), stride, length);
        }

        public ColumnOut Out(ref float field)
        {
            fixed (float* at = &field) return ColumnOut.At((float*)Field(at, sizeof(float)), stride, length);
        }

        public ColumnOut Out(ref double field)
        {
            fixed (double* at = &field) return ColumnOut.At((double*)Field(at, sizeof(double)), stride, length);
        }

        public WholeColumnOut Out(ref int field)
        {
            fixed (int* at = &field) return WholeColumnOut.At((int*)Field(at, sizeof(int)), stride, length);
        }

        public WholeColumnOut Out(ref uint field)
        {
            fixed (uint* at = &field) return WholeColumnOut.At((uint*)Field(at, sizeof(uint)), stride, length);
        }

        public StatusColumnOut Out(ref Status field)
        {
            fixed (Status* at = &field) return StatusColumnOut.At((Status*)Field(at, sizeof(Status)), stride, length);
        }

        public WholeColumnOut Out(ref Word field)
        {
            fixed (Word* at = &field) return WholeColumnOut.At((Word*)Field(at, sizeof(Word)), stride, length);
        }
    }

    public static unsafe partial class Native
    {
#if (UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR
        public const string Library = "__Internal";
#else
        public const string Library = "waylay";
#endif
        /// <summary>The error of `Column.Of(array)`.</summary>
        internal const string Pin = "the array can move: pin it with fixed (T* p = array), and use Column.Array(p, length), Items.Of(ref *p, length) or Records.Of(ref *p, length)";

        /// <summary>The row of no target, in targets that a call reads or writes.</summary>
        public const uint NoTarget = uint.MaxValue;

        /// <summary>Converts a text of the library to a string. Burst cannot call this function.</summary>
        public static string Text(byte* text)
        {
            return Marshal.PtrToStringAnsi((IntPtr)text);
        }
    }

    /// <summary>A call that was refused, and wrote nothing unless the result is Capacity. The message names the call and the
    /// column or option.</summary>
    public sealed class RefusedException : ArgumentException
    {
        public readonly string Call, Column;
        internal readonly string What;
        public readonly Result Result;

        internal RefusedException(string call, string column, Result result, string what) : base(call + (column == "" ? "" : ": " + column) + ": " + what)
        {
            Call = call;
            Column = column;
            Result = result;
            What = what;
        }
    }

    /// <summary>The calls that compare the lengths of columns with the counts, and throw a RefusedException for every result other
    /// than Ok. They also compare the lengths of arrays in options. Calls with other checks are below; the library's other functions
    /// are only in Native, which checks nothing.</summary>
    public static unsafe partial class Way
    {
        /// <summary>Computes fields. `done` of `field` says how many of them are complete.</summary>
        public static void Field2d(ref Field field) => Run("field2d", ref field);

        /// <summary>Continues a field whose budget has ended the last call.</summary>
        public static void Field2dContinue(ref Field field) => Run("field2d_continue", ref field);

        /// <summary>Repairs a field after the costs of these cells have changed.</summary>
        public static void Field2dUpdate(ref Field field, int x, int y, int width, int height)
        {
            if (x < 0 || y < 0 || width < 0 || height < 0) throw new ArgumentOutOfRangeException("x", "a cell's number is negative");
            Run("field2d_update", ref field, (uint)x, (uint)y, (uint)width, (uint)height);
        }

        static void Run(string call, ref Field field, uint x = 0, uint y = 0, uint width = 0, uint height = 0)
        {
            byte* fault = null;
            Field own = field;
            new Lengths(call, "", null, 0, null, 0).Grid(&own, "", false);
            own.fault = &fault;
            Result result = call == "field2d" ? Native.way_field2d(&own) : call == "field2d_continue" ? Native.way_field2d_continue(&own)
                : Native.way_field2d_update(&own, x, y, width, height);
            own.fault = field.fault;
            field = own;
            Lengths.End(call, result, fault);
        }

        /// <summary>Sets the cost of each cell that a wall touches to 0. A cell is `cell` metres wide.</summary>
        public static void WallCells(Items<Wall> walls, double origin_x, double origin_y, float cell, int width, int height, Items<byte> costs)
        {
            if (width < 0 || height < 0) throw new ArgumentOutOfRangeException("width", "a grid's size is negative");
            new Lengths("wall_cells", "", null, 0, null, 0).Holds("costs", costs, (long)width * height);
            Lengths.End("wall_cells", Native.way_wall_cells((Wall*)walls.first, ((Size)walls.length).value, origin_x, origin_y, cell, (uint)width,
                (uint)height, (byte*)costs.first), null);
        }

        /// <summary>Builds the tree of these walls in `bytes` bytes at `tree`: see Native.way_wall_tree_bytes.</summary>
        public static void MakeWallTree(Items<Wall> walls, WallTree* tree, int bytes)
        {
            Lengths.End("make_wall_tree", Native.way_make_wall_tree((Wall*)walls.first, walls.length, tree, bytes), null);
        }

        /// <summary>Builds the tree of these triangles in `bytes` bytes at `tree`: see Native.way_triangle_tree_bytes.</summary>
        public static void MakeTriangleTree(Items<Triangle> triangles, TriangleTree* tree, int bytes)
        {
            Lengths.End("make_triangle_tree", Native.way_make_triangle_tree((Triangle*)triangles.first, triangles.length, tree, bytes), null);
        }

        // The checks behind `Check(input, count, runner_count)`, of which each struct of inputs has one.
        static string Check(string call, void* input, int inputs, bool isBehaviour, uint agents, uint runners, uint places, uint runnerPlaces,
            int count, int runner_count, params int[] own)
        {
            var lengths = new Lengths(call, call, input, inputs, null, 0); // makes columns of the values
            try
            {
                var batch = Batch.Of(count);
                uint row = 0;
                if (runner_count > 0) batch.targets = new Targets { row = WholeColumn.Same(&row), runner_count = runner_count };
                if (isBehaviour) lengths.Agents(ref batch, runners, places, runnerPlaces);
                else
                {
                    lengths.Inputs(agents, lengths.Rows(agents, 0, count, new Items<uint>()));
                    lengths.Runners(runners, runner_count);
                    lengths.Part(agents, places, runnerPlaces);
                }
                for (int k = 0; k < own.Length; k += 2) lengths.Own(places, runnerPlaces, own[k], own[k + 1], runner_count);
                lengths.Likely(input, count, runner_count, runners);
                return null;
            }
            catch (RefusedException refused)
            {
                return refused.Column + ": " + refused.What;
            }
        }

        // The checks behind `Check(input, output, batch)` of behaviours. `others` are the outputs that are no positions.
        static string Check(string call, void* input, int inputs, void* output, int outputs, uint runners, uint places, uint runnerPlaces, uint others,
            Batch batch)
        {
            var lengths = new Lengths(call, call, input, inputs, output, outputs);
            try
            {
                lengths.Agents(ref batch, runners, places, runnerPlaces);
                lengths.OwnTargets(ref batch, places, runnerPlaces);
                lengths.Replaced(places | runnerPlaces, others);
                bool isOneTable = batch.targets.row.raw.data != null && batch.targets.parts.first == null;
                long rows = lengths.Rows(0, batch.first, batch.count, batch.index);
                lengths.Likely(input, (int)rows, isOneTable ? (int)batch.targets.runner_count : 0, runners);
                lengths.AnyOutput();
                return null;
            }
            catch (RefusedException refused)
            {
                return refused.Column + ": " + refused.What;
            }
        }
    }

    // What a call writes to its outputs, or to those of one table: the elements `from` to `end` - 1, and other ones of `many`.
    unsafe struct Written
    {
        internal RawColumn* output;
        internal int outputs;
        internal uint many;
        internal long from, end, manyFrom, manyEnd;

        long From(int k) => (many >> k & 1) != 0 ? manyFrom : from;
        long End(int k) => (many >> k & 1) != 0 ? manyEnd : end;

        // Does output k share an element with output j of `other`?
        internal bool Meets(int k, ref Written other, int j) => output[k].Meets(From(k), End(k), other.output[j], other.From(j), other.End(j));

        // The call writes the elements of output k between these addresses. Returns false if it writes no element.
        internal bool Between(int k, out long low, out long high)
        {
            low = high = 0;
            if (output[k].data == null || End(k) <= From(k)) return false;
            long begin = (long)output[k].data + From(k) * output[k].Stride, last = (long)output[k].data + (End(k) - 1) * output[k].Stride;
            low = Math.Min(begin, last);
            high = Math.Max(begin, last) + output[k].Width;
            return true;
        }
    }

    /// <summary>Compares the lengths of one call's columns.</summary>
    unsafe struct Lengths
    {
        readonly string call, columns;
        readonly RawColumn* input, output;
        readonly int inputs, outputs;
        readonly int part; // the number of a table, or -1
        // what the call reads: rows `first` to `rows` - 1 of the columns `agents`, and runnerRows rows of `runners`
        uint agents, runners;
        internal long first;
        long rows, runnerRows;

        // `columns` is the call whose structs these are. The lengths are behind the columns.
        Lengths(string call, string columns, RawColumn* input, int inputs, RawColumn* output, int outputs, int part)
        {
            this.call = call;
            this.columns = columns;
            this.input = input;
            this.inputs = input == null ? 0 : inputs;
            this.output = output;
            this.outputs = output == null ? 0 : outputs;
            this.part = part;
            agents = runners = 0;
            first = rows = runnerRows = 0;
        }

        internal Lengths(string call, string columns, void* input, int inputs, void* output, int outputs)
            : this(call, columns, (RawColumn*)input, inputs, (RawColumn*)output, outputs, -1)
        {
            int* bits = (int*)(this.input + inputs);
            for (int k = 0, j = 0; k < inputs; k++, j = 0)
            {
                if (!this.input[k].IsValue) continue;
                while (j < k && !(this.input[j].data == bits + j && bits[j] == bits[k])) j++; // equal values are one column
                this.input[k].data = bits + j;
                this.input[k].page = 0;
            }
        }

        // Returns how many rows the agents of a call need, and sets `first`. A forgotten count is 0.
        internal long Rows(uint these, Size first, Size count, Items<uint> index)
        {
            if (first == 0 && index.first == null) Given("count", these, count);
            long end = (long)(int)first + (int)count, least = long.MaxValue, most = 0;
            this.first = (int)first;
            if (index.first == null) return end;
            Holds("index", index, end);
            for (long i = (int)first; i < end; i++)
            {
                least = Math.Min(least, ((uint*)index.first)[i]);
                most = Math.Max(most, ((uint*)index.first)[i] + 1L);
            }
            this.first = Math.Min(least, most);
            return most;
        }

        internal void Inputs(uint these, long needed)
        {
            for (int k = 0; k < inputs; k++)
            {
                if ((these >> k & 1) == 0) continue;
                if (needed == 0) input[k].GiveAddress();
                else if (part >= 0 && input[k].IsValue) Refuse(Name(k, true), "a table holds no value: write Column.Same(&value)", Result.Type);
            }
            Compare(input, inputs, these, needed, true);
        }

        internal void Outputs(uint these, long needed) => Compare(output, outputs, these, needed, false);

        // A column of the options.
        internal void Option(string name, RawColumn column, int length, long needed)
        {
            if (column.IsValue) Refuse(name, "options hold no value: write WholeColumn.Same(&value)", Result.Type);
            if (column.data != null && length < needed && !column.IsSame) Refuse(name, TooShort(length, needed));
        }

        // An array of the options. Its name has two parts, because a text made of two would be garbage.
        internal void Holds<T>(string name, Items<T> items, long needed, string rest = "") where T : struct
        {
            if (items.first != null && items.length < needed) Refuse(name + rest, TooShort(items.length, needed));
        }

        // Memory of `bytes` bytes.
        internal void Memory(Items<ulong> memory, Size bytes)
        {
            Holds("memory", memory, (bytes + 7L) / 8);
        }

        // Walls or triangles: a forgotten count is 0.
        internal void Count<T>(string one, Items<T> items, Size count) where T : struct
        {
            if (IsForgotten(items, count)) Forgotten(one + "_count", items.length);
            Holds(one, items, (int)count, "s");
        }

        static bool IsForgotten<T>(Items<T> items, Size count) where T : struct => items.first != null && items.length > 0 && count == 0;

        void Forgotten(string name, int length)
        {
            Refuse(name, "it is 0, but the array has " + length + " elements");
        }

        // Returns where the last of `count` lists ends.
        internal long Offsets(string name, Items<Size> offset, Size count)
        {
            if (offset.first == null) return 0;
            Holds(name, offset, count + 1L);
            ulong end = 0;
            for (int i = 0; i <= count; i++)
            {
                ulong next = (ulong)((UIntPtr*)offset.first)[i];
                if (next < end || next > int.MaxValue) Refuse(name, "element " + i + " is " + next + ", which is below its predecessor or too large");
                end = next;
            }
            return (long)end;
        }

        // Lists of neighbours that a call reads.
        internal void Lists(Neighbours* lists, Size count)
        {
            long end = Offsets("neighbours.offset", lists->offset, count);
            if (lists->list.length < end) Refuse("neighbours.list", TooShort(lists->list.length, end));
        }

        // The grid of a field. `isRead` says that only costs, cost and next are.
        internal void Grid(Field* field, string prefix, bool isRead)
        {
            long cells = (long)field->width * field->height, fields = Math.Max(1, field->field_count);
            Holds(prefix, field->costs, cells, "costs");
            Holds(prefix, field->cost, cells * fields, "cost");
            Holds(prefix, field->next, cells * fields, "next");
            if (isRead) return;
            Holds("status", field->status, fields);
            Holds("clearances", field->clearances, fields);
            Holds("goals", field->goals, (int)field->goal_count);
            Memory(field->memory, field->bytes);
        }

        // The tables of choosers. The outputs `many` have `each` elements for each chooser. Lists have only a column of statuses.
        internal void Choosers(Items<SearchPart> parts, Size count, uint these, long needed, bool isListed, bool isLists, uint many, long each)
        {
            if (IsForgotten(parts, count)) Forgotten("chaser_part_count", parts.length);
            Holds("chaser_parts", parts, (int)count);
            long all = 0;
            for (int p = 0; p < count; p++)
            {
                SearchPart one = ((SearchPart*)parts.first)[p];
                long own = (int)one.count;
                all += own;
                if (own == 0) continue;
                var table = new Lengths(call, columns, one._in, inputs, isLists ? null : one._out, outputs, p);
                table.Inputs(these, own);
                table.Outputs(many, own * each);
                table.Outputs(~many, own);
                if (isLists && one._out != null) table.Option("status", *one._out, *(int*)(one._out + 1), own);
                table.Reads(these, own, 0, 0);
                table.Apart(many, own, each);
                table.Apart(~many, own, 1);
                table.Distinct(WrittenOf(one, all - own, needed, isLists, many, each));
            }
            if (count > 1) Distinct(parts, (int)count, needed, isLists, many, each);
            if (needed == 0 && !isListed && all > 0) Refuse("count", "it is 0, but chaser_parts have " + all + " rows");
            if (needed > all) Refuse("chaser_parts", "they have " + all + " rows, but the call needs " + needed);
        }

        // What the call writes to a table of choosers, which comes after `before` other choosers.
        Written WrittenOf(SearchPart one, long before, long needed, bool isLists, uint many, long each)
        {
            long from = Math.Max(0, first - before), end = Math.Min((int)one.count, needed - before);
            return new Written
            {
                output = one._out, outputs = one._out == null || one.count == 0 ? 0 : isLists ? 1 : outputs,
                many = many, from = from, end = end, manyFrom = from * each, manyEnd = end * each,
            };
        }

        // Two outputs must not share an element. The outputs `many` have other elements than the others.
        internal void Distinct(uint many, long manyFrom, long manyEnd, long rows)
        {
            Distinct(new Written { output = output, outputs = outputs, many = many, from = first, end = rows, manyFrom = manyFrom, manyEnd = manyEnd });
        }

        void Distinct(Written written)
        {
            for (int k = 1; k < written.outputs; k++)
                for (int j = 0; j < k && written.output[k].data != null; j++)
                    if (written.output[j].data != null && written.Meets(k, ref written, j)) Refuse(Name(k, false), "it overlaps " + Name(j, false), Result.Overlap);
        }

        // The same for outputs of two tables. They are sorted by address, so that only neighbours are compared.
        void Distinct(Items<SearchPart> parts, int count, long needed, bool isLists, uint many, long each)
        {
            int most = isLists ? 1 : outputs, n = 0;
            if (tables == null || tables.Length < count) tables = new Written[count];
            if (lows == null || lows.Length < count * most)
            {
                lows = new long[count * most];
                numbers = new int[count * most];
            }
            long before = 0;
            for (int p = 0; p < count; p++)
            {
                SearchPart one = ((SearchPart*)parts.first)[p];
                tables[p] = WrittenOf(one, before, needed, isLists, many, each);
                before += (int)one.count;
                for (int k = 0; k < tables[p].outputs; k++)
                {
                    if (!tables[p].Between(k, out lows[n], out long high)) continue;
                    numbers[n++] = p * most + k;
                }
            }
            Array.Sort(lows, numbers, 0, n);
            for (int i = 0; i < n; i++)
            {
                int p = numbers[i] / most, k = numbers[i] % most;
                tables[p].Between(k, out long low, out long high);
                for (int j = i + 1; j < n && lows[j] < high; j++)
                {
                    int q = numbers[j] / most, m = numbers[j] % most;
                    if (p == q || !tables[p].Meets(k, ref tables[q], m)) continue;
                    string one = isLists ? "status" : Name(p > q ? k : m, false), other = isLists ? "status" : Name(p > q ? m : k, false);
                    new Lengths(call, columns, null, 0, null, 0, Math.Max(p, q)).Refuse(one, "it overlaps " + other + " of part " + Math.Min(p, q), Result.Overlap);
                }
            }
        }

        [ThreadStatic] static Written[] tables; // kept, so that calls make no garbage
        [ThreadStatic] static long[] lows;
        [ThreadStatic] static int[] numbers;

        // The tables of candidates. `own` are numbers of columns: see Own.
        internal void Candidates(Items<SearchPart> parts, Size count, uint these, uint places, uint runnerPlaces, params int[] own)
        {
            if (IsForgotten(parts, count)) Forgotten("runner_part_count", parts.length);
            Holds("runner_parts", parts, (int)count);
            for (int p = 0; p < count; p++)
            {
                SearchPart one = ((SearchPart*)parts.first)[p];
                if (one.count == 0) continue;
                var table = new Lengths(call, columns, one._in, inputs, null, 0, p);
                table.Inputs(these, (int)one.count);
                for (int k = 0; k < own.Length && table.inputs > 0 && table.Shared(places, runnerPlaces) == 0; k += 2)
                    if (one._in[own[k + 1]].data == null) table.Inputs(1u << own[k], (int)one.count);
            }
        }

        internal void Reads(uint agents, long rows, uint runners, long runnerRows)
        {
            this.agents = agents;
            this.rows = rows;
            this.runners = runners;
            this.runnerRows = runnerRows;
        }

        // Outputs with `each` elements for each agent. An output may be an input's column. If an output overlaps an input in any
        // other way, a later agent would read an answer.
        internal void Apart(uint these, long end, long each)
        {
            for (int k = 0; k < outputs; k++)
                if ((these >> k & 1) != 0 && output[k].data != null) Apart(null, k, output[k], first * each, end * each, each == 1);
        }

        // An array to which the call writes `count` elements of `width` bytes.
        internal void Apart<T>(string name, Items<T> items, long count, int width) where T : struct
        {
            Apart(name, 0, new RawColumn(items.first, width, width == 8 ? Element.Double : Element.Single), 0, count, false);
        }

        internal void Apart(string name, int k, RawColumn to, long from, long end, bool mayBeSame)
        {
            if (to.data == null) return;
            for (int j = 0; j < inputs; j++)
            {
                if (input[j].data == null || ((agents | runners) >> j & 1) == 0) continue;
                if (mayBeSame && to.data == input[j].data && to.IsLike(input[j])) continue;
                bool isAgents = (agents >> j & 1) != 0;
                if (to.Meets(from, end, input[j], isAgents ? first : 0, isAgents ? rows : runnerRows))
                    Refuse(name ?? Name(k, false), "it overlaps " + Name(j, true) + (mayBeSame ? ", but is not the same column" : ""), Result.Overlap);
            }
        }

        // The same for an input of the options.
        void ApartFrom(string name, RawColumn read)
        {
            for (int k = 0; k < outputs; k++)
                if (!(output[k].data == read.data && output[k].IsLike(read)) && output[k].Meets(first, rows, read, first, rows))
                    Refuse(Name(k, false), "it overlaps " + name + ", but is not the same column", Result.Overlap);
        }

        void Given(string name, uint these, Size count)
        {
            int* length = (int*)(input + inputs);
            for (int k = 0; k < inputs && count == 0; k++)
                if ((these >> k & 1) != 0 && input[k].data != null && length[k] > 0 && !input[k].IsSame)
                    Refuse(name, "it is 0, but " + Name(k, true) + " has " + length[k] + " elements");
        }

        // An assignment: its outputs have one element for each chooser, and its inputs may have any number.
        internal void Choosers(Size count)
        {
            int* length = (int*)(output + outputs);
            for (int k = 0; k < outputs && count == 0; k++)
                if (output[k].data != null && length[k] > 0) Refuse("count", "it is 0, but " + Name(k, false) + " has " + length[k] + " elements");
        }

        // Candidates or runners: a forgotten runner_count is 0.
        internal void Runners(uint these, Size count)
        {
            Given("runner_count", these, count);
            Compare(input, inputs, these, (int)count, true);
        }

        // Columns of candidates or runners that differ in length may be those of two tables. A call accepts them, because
        // arrays may have unequal capacities.
        internal void OneTable(uint these)
        {
            int* length = (int*)(input + inputs);
            for (int k = 0, one = -1; k < inputs; k++)
            {
                if ((these >> k & 1) == 0 || input[k].data == null || input[k].rows != null || input[k].page != 0 || input[k].IsSame) continue;
                if (one < 0) one = k;
                else if (length[k] != length[one] && !input[k].IsFieldWith(input[one]))
                    Refuse(Name(k, true), "it has " + length[k] + " elements, but " + Name(one, true) + " has " + length[one]);
            }
        }

        // Returns the row of the runners that is the first agent, or null if no agents are runners. Agents are runners if for
        // each axis, both columns are equal values, or parts of one column that begin equally far from each other.
        long? Shared(uint places, uint runnerPlaces)
        {
            long? first = null;
            int* length = (int*)(input + inputs);
            for (int k = 0, r = 0; k < inputs; k++)
            {
                if ((places >> k & 1) == 0) continue;
                while ((runnerPlaces >> r & 1) == 0) r++;
                RawColumn own = input[k], other = input[r];
                long stride = own.Stride, bytes = (byte*)own.data - (byte*)other.data, row = stride == 0 ? bytes : bytes / stride;
                bool apart = row != 0 && (stride == 0 || own.rows != null || row >= length[r] || -row >= length[k]);
                if (!own.IsLike(other) || apart || (stride != 0 && (row * stride != bytes || row != (first ?? row)))) return null;
                if (stride != 0) first = row;
                r++;
            }
            return places == 0 ? (long?)null : first ?? 0;
        }

        // Agents that are some of the runners: the columns of their records begin at the first agent, not at the first runner.
        internal void Part(uint agents, uint places, uint runnerPlaces)
        {
            long first = Shared(places, runnerPlaces) ?? 0;
            for (int r = 0; r < inputs && first != 0; r++)
                if ((runnerPlaces >> r & 1) != 0 && (long)input[r].gap > 0)
                {
                    Part(input, inputs, agents, input[r], first, true);
                    Part(output, outputs, uint.MaxValue, input[r], first, false);
                }
        }

        void Part(RawColumn* column, int count, uint these, RawColumn runner, long first, bool isInput)
        {
            long stride = runner.Stride;
            for (int k = 0; k < count; k++)
            {
                long apart = (byte*)column[k].data - (byte*)runner.data;
                if ((these >> k & 1) != 0 && column[k].data != null && column[k].Stride == stride && Math.Abs(apart) < stride &&
                    Math.Abs(apart - first * stride) >= stride)
                    Refuse(Name(k, isInput), "it begins at the first runner, but the agents begin at runner " + first);
            }
        }

        internal void Agents(ref Batch batch, uint runners, uint places, uint runnerPlaces)
        {
            long rows = Rows(~runners, batch.first, batch.count, batch.index);
            Inputs(~runners, rows);
            Outputs(uint.MaxValue, rows);
            Count("wall", batch.walls, batch.wall_count);
            Holds("wall_velocity", batch.wall_velocity, (int)batch.wall_count);
            if (batch.drag_table != null)
            {
                Holds("drag_table.speed", batch.drag_table->speed, (int)batch.drag_table->count);
                Holds("drag_table.coefficient", batch.drag_table->coefficient, (int)batch.drag_table->count);
            }
            Targets targets = batch.targets;
            if (rows == 0) targets.raw._row.GiveAddress();
            if (targets.raw._row.data != null)
            {
                if (rows == 0 || targets.runner_count == 0)
                {
                    if (rows == 0) targets.raw._generation.GiveAddress();
                    if (rows == 0) targets.raw._part.GiveAddress();
                    if (targets.runner_count == 0) targets.raw._runner_generation.GiveAddress();
                    batch.targets = targets;
                }
                Option("targets.row", targets.row.raw, targets.row.length, rows);
                Option("targets.generation", targets.generation.raw, targets.generation.length, rows);
                Option("targets.part", targets.part.raw, targets.part.length, rows);
                if (rows > 0 && IsForgotten(targets.row_of, targets.map_size)) Forgotten("targets.map_size", targets.row_of.length);
                if (rows > 0 && IsForgotten(targets.part_of, targets.map_size)) Forgotten("targets.map_size", targets.part_of.length);
                Holds("targets.row_of", targets.row_of, (int)targets.map_size);
                Holds("targets.part_of", targets.part_of, (int)targets.map_size);
                if (targets.parts.first == null)
                {
                    Runners(runners, targets.runner_count);
                    if (targets.runner_count == 0) Inputs(runners, 0);
                    Option("targets.runner_generation", targets.runner_generation.raw, targets.runner_generation.length, (int)targets.runner_count);
                    Part(~runners, places, runnerPlaces);
                    Reads(~runners, rows, runners, (int)targets.runner_count);
                }
                else
                {
                    if (IsForgotten(targets.parts, (int)targets.part_count)) Forgotten("targets.part_count", targets.parts.length);
                    Holds("targets.parts", targets.parts, targets.part_count);
                    for (int p = 0; p < targets.part_count; p++)
                    {
                        Part one = ((Part*)targets.parts.first)[p];
                        new Lengths(call, columns, one._columns, inputs, null, 0, p).Inputs(runners, (int)one.count);
                    }
                    Reads(~runners, rows, 0, 0);
                }
                ApartFrom("targets.row", targets.row.raw);
                ApartFrom("targets.generation", targets.generation.raw);
                ApartFrom("targets.part", targets.part.raw);
            }
            else
            {
                Inputs(runners, rows);
                if (rows > 0 && Shared(places, runnerPlaces) == 0)
                    Refuse("targets.row", "it is not set, so each agent is its own runner");
                Reads(uint.MaxValue, rows, 0, 0);
            }
            Apart(uint.MaxValue, rows, 1);
            Distinct(0, 0, 0, rows);
        }

        // Candidates that are the agents: a runner column that is not set is the agents' own.
        internal void Own(uint places, uint runnerPlaces, int own, int runner, Size count)
        {
            long? first = Shared(places, runnerPlaces);
            if (first == null || input[runner].data != null) return;
            if (first == 0) Inputs(1u << own, (int)count);
            else if (input[own].data != null && !input[own].IsSame)
                Refuse(Name(runner, true), "it is not set, and only some candidates are agents");
            else input[runner] = input[own];
        }

        // Agents that are their own targets, such as agent 0 if targets were left at 0. Does not look at entities, tables,
        // or one target for all, such as a leader.
        internal void OwnTargets(ref Batch batch, uint places, uint runnerPlaces)
        {
            RawColumn row = batch.targets.row.raw;
            long? shared = Shared(places, runnerPlaces);
            bool isPlain = !row.IsSame && batch.targets.row_of.first == null && batch.targets.mask == 0 && batch.targets.parts.first == null &&
                batch.targets.generation.raw.data == null;
            if (row.data == null || !isPlain || shared == null) return;
            long first = (int)batch.first, end = first + Math.Min(16, (int)batch.count);
            for (long i = first; i < end; i++)
            {
                long agent = batch.index.first == null ? i : ((uint*)batch.index.first)[i];
                uint target = *(uint*)((byte*)row.data + agent * row.Stride);
                if (target == agent + shared && target < (int)batch.targets.runner_count)
                    Refuse("targets.row", "agent " + agent + " is its own target: no target is Native.NoTarget");
            }
        }

        // Outputs that are no positions, such as velocities, in the place of positions that the call reads.
        internal void Replaced(uint positions, uint others)
        {
            for (int k = 0; k < inputs; k++)
                for (int j = 0; j < outputs; j++)
                    if ((positions >> k & 1) != 0 && (others >> j & 1) != 0 && input[k].IsLike(output[j]) && input[k].data == output[j].data)
                        Refuse(Name(j, false), "it is written over " + Name(k, true) + ", which is a position");
        }

        // A call without outputs is accepted, but writes nothing.
        internal void AnyOutput()
        {
            for (int j = 0; j < outputs; j++)
                if (output[j].data != null) return;
            Refuse("output", "none of its columns is set, so the call writes nothing");
        }

        // The mistakes that the C library finds, and runners of two tables.
        internal void Likely(void* given, int count, int runner_count, uint runners)
        {
            byte* column = null;
            fixed (byte* name = System.Text.Encoding.ASCII.GetBytes(columns + "\0"))
            {
                byte* found = Native.way_check(name, given, count, runner_count, &column);
                if (found != null) Refuse(Native.Text(column), Native.Text(found).Replace("way_at", "Records.In"));
            }
            if (runner_count > 0) OneTable(runners);
        }

        internal static void End(string call, Result result, byte* fault)
        {
            if (result == Result.Ok) return;
            string column = fault == null ? "" : Native.Text(fault), what = Native.Text(Native.way_result_string(result));
            if (result == Result.Missing && column.StartsWith("crowd"))
                what = "the crowd was built without a column that this call reads: runner_mask, weight or a velocity";
            throw new RefusedException(call, column, result, result + ", " + what);
        }

        void Compare(RawColumn* column, int count, uint these, long needed, bool isInput)
        {
            int* length = (int*)(column + count);
            for (int k = 0; k < count; k++)
                if ((these >> k & 1) != 0 && column[k].data != null && length[k] < needed && !column[k].IsSame)
                    Refuse(Name(k, isInput), TooShort(length[k], needed));
        }

        static string TooShort(int length, long needed) => "it has " + length + " elements, but the call needs " + needed;

        string Name(int k, bool isInput)
        {
            fixed (byte* name = System.Text.Encoding.ASCII.GetBytes(columns + "\0"))
            {
                void* named = Native.way_behaviour_named(name);
                byte** info = (byte**)(isInput ? Native.way_behaviour_input(named, (UIntPtr)k) : Native.way_behaviour_output(named, (UIntPtr)k));
                return Native.Text(*info); // the first field of a way_column_info
            }
        }

        void Refuse(string column, string what, Result result = Result.Count)
        {
            throw new RefusedException(call, column, result, (part < 0 ? "" : "part " + part + ": ") + what);
        }
    }

// behaviours
}

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

        internal RawColumn(void* first, int stride, Element type)
        {
            data = first;
            gap = (IntPtr)(stride - (type == Element.Double ? 8 : type == Element.Half ? 2 : 4));
            rows = null;
            this.type = type;
            page = 0;
        }

        // One value, which Lengths puts where the call reads it: the length holds its bits. Native refuses the page.
        internal static RawColumn Value => new RawColumn((void*)64, 0, Element.Single) { page = -1 };

        internal long Stride => (long)gap + (type == Element.Double ? 8 : type == Element.Half ? 2 : 4);
        internal bool IsSame => Stride == 0;
        internal bool IsLike(RawColumn other) =>
            data != null && other.data != null && gap == other.gap && rows == other.rows && type == other.type && page == other.page;
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
            raw = new RawColumn(first, stride, type);
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
            raw = new RawColumn(first, stride, type);
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
            raw = new RawColumn(first, stride, type);
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

    /// <summary>The location of an output of whole numbers, for example rows or statuses.</summary>
    public unsafe struct WholeColumnOut
    {
        public RawColumn raw;
        /// <summary>the number of elements</summary>
        public int length;

        internal WholeColumnOut(void* first, int stride, int length, Element type = Element.Single)
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length", "a column's length is negative");
            raw = new RawColumn(first, stride, type);
            this.length = length;
        }

        /// <summary>Makes a column of an array: there is nothing between the numbers.</summary>
        public static WholeColumnOut Array(int* first, int length) => new WholeColumnOut(first, sizeof(int), length);
        public static WholeColumnOut Array(uint* first, int length) => new WholeColumnOut(first, sizeof(uint), length);
        public static WholeColumnOut Array(Status* first, int length) => new WholeColumnOut(first, sizeof(Status), length);
        public static WholeColumnOut Array(Word* first, int length) => new WholeColumnOut(first, sizeof(Word), length);

        /// <summary>`stride` is the number of bytes from one number to the next. For fields, use Records.</summary>
        public static WholeColumnOut At(int* first, int stride, int length) => new WholeColumnOut(first, stride, length);
        public static WholeColumnOut At(uint* first, int stride, int length) => new WholeColumnOut(first, stride, length);
        public static WholeColumnOut At(Status* first, int stride, int length) => new WholeColumnOut(first, stride, length);
        public static WholeColumnOut At(Word* first, int stride, int length) => new WholeColumnOut(first, stride, length);

        public static implicit operator RawColumn(WholeColumnOut column) => column.raw; // of options

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

        public static WholeColumnOut Of(Span<Status> numbers)
        {
            fixed (Status* first = &MemoryMarshal.GetReference(numbers)) return Array(first, numbers.Length);
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
        public static WholeColumnOut Of(Status[] array) { throw new NotSupportedException(Native.Pin); }
        [Obsolete(Native.Pin, true)]
        public static WholeColumnOut Of(Word[] array) { throw new NotSupportedException(Native.Pin); }
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
        public static Records Of<T>(Span<T> records) where T : struct
        {
            var bytes = MemoryMarshal.AsBytes(records);
            int stride = records.Length == 0 ? 0 : bytes.Length / records.Length;
            fixed (byte* first = &MemoryMarshal.GetReference(bytes)) return new Records(first, stride, records.Length);
        }

        /// <summary>For a pointer to structs: `Records.Of(ref *unit, count)`.</summary>
        public static Records Of<T>(ref T first, int length) where T : struct => Of(MemoryMarshal.CreateSpan(ref first, length));

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

        public WholeColumnOut Out(ref Status field)
        {
            fixed (Status* at = &field) return WholeColumnOut.At((Status*)Field(at, sizeof(Status)), stride, length);
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
        internal const string Pin = "the array can move: pin it with fixed (T* p = array), and use Column.Array(p, length) or Records.Of(ref *p, length)";

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
    /// than Ok. Columns of parts are not compared.</summary>
    public static unsafe partial class Way
    {
        // The checks behind `Check(input, count, runner_count)`, of which each struct of inputs has one.
        static string Check(string call, void* input, int inputs, bool isBehaviour, uint agents, uint runners, uint places, uint runnerPlaces,
            int count, int runner_count, params int[] own)
        {
            var lengths = new Lengths(call, call, input, inputs, null, 0); // makes columns of the values
            try
            {
                var batch = Batch.Of(count);
                if (runner_count > 0) batch.targets = new Targets { row = WholeColumn.Same(0), runner_count = runner_count };
                if (isBehaviour) lengths.Agents(ref batch, runners, places, runnerPlaces);
                else
                {
                    lengths.Inputs(agents, lengths.Rows(agents, 0, count, null));
                    lengths.Runners(runners, runner_count);
                    lengths.Part(agents, places, runnerPlaces);
                }
                for (int k = 0; k < own.Length; k += 2) lengths.Own(places, runnerPlaces, own[k], own[k + 1], runner_count);
            }
            catch (RefusedException refused)
            {
                return refused.Column + ": " + refused.What;
            }
            byte* column = null;
            fixed (byte* name = System.Text.Encoding.ASCII.GetBytes(call + "\0"))
            {
                byte* found = Native.way_check(name, input, count, runner_count, &column);
                return found == null ? null : Native.Text(column) + ": " + Native.Text(found);
            }
        }
    }

    /// <summary>The length of a column of options. It is in the bytes behind a number, which 64-bit programs do not use; in other
    /// programs, the length is not known.</summary>
    static class Length
    {
        internal static int Of(IntPtr rest) => IntPtr.Size == 8 ? (int)((long)rest >> 32) : int.MaxValue;

        internal static void Set(ref IntPtr rest, int number, int length)
        {
            rest = IntPtr.Size == 8 ? (IntPtr)((long)length << 32 | (uint)number) : (IntPtr)number;
        }
    }

    /// <summary>Compares the lengths of one call's columns.</summary>
    unsafe struct Lengths
    {
        readonly string call, columns;
        readonly RawColumn* input, output;
        readonly int inputs, outputs;

        // `columns` is the call whose structs these are. The lengths are behind the columns.
        internal Lengths(string call, string columns, void* input, int inputs, void* output, int outputs)
        {
            this.call = call;
            this.columns = columns;
            this.input = (RawColumn*)input;
            this.inputs = inputs;
            this.output = (RawColumn*)output;
            this.outputs = outputs;
            int* bits = (int*)(this.input + inputs);
            for (int k = 0, j = 0; k < inputs; k++, j = 0)
            {
                if (this.input[k].page != -1) continue;
                while (j < k && !(this.input[j].data == bits + j && bits[j] == bits[k])) j++; // equal values are one column
                this.input[k].data = bits + j;
                this.input[k].page = 0;
            }
        }

        // Returns how many rows the agents of a call need. A forgotten count is 0.
        internal long Rows(uint these, Size first, Size count, uint* index)
        {
            if (first == 0 && index == null) Given("count", these, count);
            long rows = (long)(int)first + (int)count;
            if (index == null) return rows;
            long most = 0;
            for (long i = (int)first; i < rows; i++) most = Math.Max(most, index[i] + 1L);
            return most;
        }

        internal void Inputs(uint these, long needed) => Compare(input, inputs, these, needed, true);
        internal void Outputs(uint these, long needed) => Compare(output, outputs, these, needed, false);

        // A column of the options.
        internal void Option(string name, RawColumn column, int length, long needed)
        {
            if (column.data != null && length < needed && !column.IsSame) Refuse(name, TooShort(length, needed));
        }

        void Given(string name, uint these, Size count)
        {
            int* length = (int*)(input + inputs);
            for (int k = 0; k < inputs && count == 0; k++)
                if ((these >> k & 1) != 0 && input[k].data != null && length[k] > 0 && !input[k].IsSame)
                    Refuse(name, "it is 0, but " + Name(k, true) + " has " + length[k] + " elements");
        }

        // Candidates or runners: a forgotten runner_count is 0.
        internal void Runners(uint these, Size count)
        {
            Given("runner_count", these, count);
            Inputs(these, (int)count);
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
            Count("wall_count", batch.walls, batch.wall_count);
            WholeColumn target = batch.targets.row;
            Option("targets.row", target.raw, target.length, rows);
            if (target.raw.data == null)
            {
                Inputs(runners, rows);
                if (rows > 0 && Shared(places, runnerPlaces) == 0)
                    Refuse("targets.row", "it is not set, so each agent is its own runner");
            }
            else if (batch.targets.parts == null)
            {
                Runners(runners, batch.targets.runner_count);
                Part(~runners, places, runnerPlaces);
            }
        }

        internal void Count(string name, void* first, Size count)
        {
            if (first != null && count == 0) Refuse(name, "it is 0, but the pointer is set");
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

        internal void End(Result result, byte* fault)
        {
            if (result != Result.Ok)
                throw new RefusedException(call, fault == null ? "" : Native.Text(fault), result,
                    result + ", " + Native.Text(Native.way_result_string(result)));
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

        void Refuse(string column, string what)
        {
            throw new RefusedException(call, column, Result.Count, what);
        }
    }

// behaviours
}

// waylay's functions for Unity and other C#: pointers alone, so that jobs compiled by Burst may call them. waylay.h says what
// each means. Needs "unsafe" code to be allowed.
using System;
using System.Runtime.InteropServices;

namespace Waylay
{
    /// <summary>Where a number of each agent is; without data, the option's default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Column
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public int type;
        public int page;

        /// <summary>Bytes from one to the next; 0 is one value for all.</summary>
        public static Column At(void* first, int stride = 4)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static Column AtDouble(double* first, int stride = 8)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 8), type = 1 };
        }

        public static Column Same(void* value)
        {
            return At(value, 0);
        }
    }

    /// <summary>Where an answer of each agent goes; without data it is not computed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ColumnOut
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public int type;
        public int page;

        public static ColumnOut At(void* first, int stride = 4)
        {
            return new ColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static ColumnOut AtDouble(double* first, int stride = 8)
        {
            return new ColumnOut { data = first, gap = (IntPtr)(stride - 8), type = 1 };
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Wall
    {
        public float ax, ay, bx, by;
        public int sides;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Part
    {
        public Column* columns;
        public UIntPtr count;
        public Column generation;
    }

    /// <summary>Which agents one call solves: set count.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Batch
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public Column target;
        public UIntPtr runner_count;
        public int precision;
        public int keep_nobody;
        public Wall* walls;
        public UIntPtr wall_count;
        public UIntPtr agent_count;
        public uint target_mask;
        public uint part_count;
        public uint* target_row;
        public uint* target_part;
        public UIntPtr target_rows;
        public Column target_generation;
        public Column generation;
        public Part* parts;
        public Column part;
        public void* wall_tree;
        public void* fault;
    }

    /// <summary>Which choosers one call solves, and among which candidates: set count and runner_count.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Choice
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public UIntPtr runner_count;
        /// <summary>0: distance; 1: time; 2: time by turning, in the plane.</summary>
        public int cost;
        public void* crowd;
        public void* fault;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Neighbour
    {
        public uint row;
        public float distance;
    }

    /// <summary>Memory for lists of neighbours: set list, capacity and offset.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Neighbours
    {
        public UIntPtr most;
        public Neighbour* list;
        public UIntPtr capacity;
        public UIntPtr* offset;
        public ColumnOut status;
        public UIntPtr answered;
        public UIntPtr needed;
    }

    /// <summary>Which agents avoid which candidates and walls: set count and runner_count.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Avoidance
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public UIntPtr runner_count;
        public UIntPtr most;
        public void* crowd;
        public Neighbours* neighbours;
        public Wall* walls;
        public UIntPtr wall_count;
        public void* wall_tree;
        public void* fault;
    }

    /// <summary>Choosers and candidates of an assignment, its memory, and what it came to.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Assignment
    {
        public UIntPtr count;
        public UIntPtr runner_count;
        public UIntPtr* offset;
        public UIntPtr each;
        /// <summary>0: the least sum of costs; 1: the least largest cost.</summary>
        public int aim;
        public void* memory;
        public UIntPtr bytes;
        public UIntPtr served;
        public double sum;
        public double largest;
        public double gap;
        public UIntPtr most;
        public void* fault;
    }

    /// <summary>Paths and their lists of waypoints: set count, capacity and offset.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Waypoints
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public UIntPtr capacity;
        public UIntPtr* offset;
        public UIntPtr answered;
        public UIntPtr needed;
        public void* fault;
    }

    public static unsafe partial class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        public const string Library = "__Internal";
#else
        public const string Library = "waylay";
#endif
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_result_string(int result);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_status_word(int status);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_version();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_isa();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr way_wall_tree_bytes(UIntPtr wall_count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int way_make_wall_tree(Wall* walls, UIntPtr wall_count, void* memory, UIntPtr bytes);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_describe_json();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void* way_behaviour_named(byte* name);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void* way_behaviour_input(void* behaviour, UIntPtr k);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void* way_behaviour_output(void* behaviour, UIntPtr k);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int way_run(void* behaviour, Column* input, ColumnOut* output, Batch* batch);

        /// <summary>A text of the library's; not for Burst.</summary>
        public static string Text(byte* text)
        {
            return Marshal.PtrToStringAnsi((IntPtr)text);
        }
    }

// behaviours
}

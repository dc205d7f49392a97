// This file declares waylay's functions for Unity and other C#. They take only pointers, so that jobs
// compiled by Burst may call them. waylay.h describes each function. The project must allow "unsafe" code.
using System;
using System.Runtime.InteropServices;

namespace Waylay
{
    /// <summary>The location of an input with one number per agent. Without data, the input has its default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Column
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public int type;
        public int page;

        /// <summary>Makes a column of the pointer's type. `stride` is the number of bytes from one number to
        /// the next. 0 means one value for all agents. A `void*` does not compile: cast it to the type of the
        /// numbers.</summary>
        public static Column At(float* first, int stride = 4)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static Column At(int* first, int stride = 4)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static Column At(uint* first, int stride = 4)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static Column At(double* first, int stride = 8)
        {
            return new Column { data = first, gap = (IntPtr)(stride - 8), type = 1 };
        }

        /// <summary>Makes a column with one value for all agents.</summary>
        public static Column Same(float* value)
        {
            return At(value, 0);
        }

        public static Column Same(int* value)
        {
            return At(value, 0);
        }

        public static Column Same(uint* value)
        {
            return At(value, 0);
        }

        public static Column Same(double* value)
        {
            return At(value, 0);
        }
    }

    /// <summary>The location of an output with one answer per agent. Without data, the answer is not computed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ColumnOut
    {
        public void* data;
        public IntPtr gap;
        public uint* rows;
        public int type;
        public int page;

        public static ColumnOut At(float* first, int stride = 4)
        {
            return new ColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static ColumnOut At(int* first, int stride = 4)
        {
            return new ColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static ColumnOut At(uint* first, int stride = 4)
        {
            return new ColumnOut { data = first, gap = (IntPtr)(stride - 4) };
        }

        public static ColumnOut At(double* first, int stride = 8)
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

    /// <summary>The agents that one call solves. count must be set.</summary>
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
        public WallTree* wall_tree;
        public void* fault;
        /// <summary>The walls' coordinates are relative to this point.</summary>
        public double wall_origin_x;
        public double wall_origin_y;
    }

    /// <summary>Candidates in the plane, sorted by position. A Crowd2d* is the address of caller-supplied
    /// memory of way_crowd2d_bytes bytes.</summary>
    public struct Crowd2d
    {
    }

    /// <summary>Candidates in space, sorted by position. A Crowd3d* is the address of caller-supplied memory
    /// of way_crowd3d_bytes bytes.</summary>
    public struct Crowd3d
    {
    }

    /// <summary>A tree of walls. A WallTree* is the address of caller-supplied memory of way_wall_tree_bytes
    /// bytes.</summary>
    public struct WallTree
    {
    }

    /// <summary>The choosers that one call solves, and the candidates. count and runner_count must be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Choice
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public UIntPtr runner_count;
        /// <summary>0: the distance; 1: the time; 2: the time on turning circles, not in 3D.</summary>
        public int cost;
        /// <summary>The number of candidates for each chooser; 0 means one. A chooser's outputs follow one
        /// another.</summary>
        public int best;
        public Crowd2d* crowd2d;
        public Crowd3d* crowd3d;
        public void* fault;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Neighbour
    {
        public uint row;
        public float distance;
    }

    /// <summary>Memory for lists of neighbours. list, capacity and offset must be set.</summary>
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

    /// <summary>The agents that one call solves, and the candidates and walls that they avoid. count and runner_count must be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Avoidance
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public UIntPtr runner_count;
        public UIntPtr most;
        public Crowd2d* crowd2d;
        public Crowd3d* crowd3d;
        public Neighbours* neighbours;
        public Wall* walls;
        public UIntPtr wall_count;
        public WallTree* wall_tree;
        public void* fault;
        /// <summary>The walls' coordinates are relative to this point.</summary>
        public double wall_origin_x;
        public double wall_origin_y;
    }

    /// <summary>The choosers and candidates of an assignment, its memory, and its results.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Assignment
    {
        public UIntPtr count;
        public UIntPtr runner_count;
        public UIntPtr* offset;
        public UIntPtr each;
        /// <summary>What to minimise. 0: the sum of costs; 1: the largest cost.</summary>
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

    /// <summary>Paths and their lists of waypoints. count, capacity and offset must be set.</summary>
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
#if (UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR
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
        public static extern int way_make_wall_tree(Wall* walls, UIntPtr wall_count, WallTree* tree, UIntPtr bytes);
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

        /// <summary>Converts a text of the library to a string. Burst cannot call this function.</summary>
        public static string Text(byte* text)
        {
            return Marshal.PtrToStringAnsi((IntPtr)text);
        }
    }

// behaviours
}

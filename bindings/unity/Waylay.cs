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
        public WholeColumn generation;
    }

    /// <summary>The runner of each agent of a batch. Without row, agent i has runner i.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Targets
    {
        /// <summary>The row of each agent's runner, or Native.NoTarget. It needs runner_count: 0 means no
        /// runners.</summary>
        public WholeColumn row;
        public UIntPtr runner_count;
        public uint mask;
        public uint part_count;
        public uint* row_of;
        public uint* part_of;
        public UIntPtr map_size;
        public WholeColumn generation;
        public WholeColumn runner_generation;
        public Part* parts;
        public WholeColumn part;
        public int keep_outputs;
    }

    /// <summary>The agents that one call solves. count must be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Batch
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public Precision precision;
        public Targets targets;
        public Wall* walls;
        public UIntPtr wall_count;
        public UIntPtr agent_count;
        public WallTree* wall_tree;
        public byte** fault;
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
        public Cost cost;
        /// <summary>The number of candidates for each chooser; 0 means one. A chooser's outputs follow one
        /// another.</summary>
        public int best;
        public Crowd2d* crowd2d;
        public Crowd3d* crowd3d;
        public byte** fault;
        /// <summary>Walls that hide candidates, for way_choose2d and way_neighbours2d.</summary>
        public Wall* walls;
        public UIntPtr wall_count;
        public WallTree* wall_tree;
        /// <summary>The number of points of a candidate's width that can be seen; 0 means one.</summary>
        public int sight_points;
        /// <summary>The walls' coordinates are relative to this point.</summary>
        public double wall_origin_x;
        public double wall_origin_y;
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
        public WholeColumnOut status;
        public UIntPtr answered;
        public UIntPtr needed;
        /// <summary>Not 0: the lists are not sorted, and rows alone are written, to rows.</summary>
        public int unsorted;
        public uint* rows;
        /// <summary>Null, or memory for the squared distances of unsorted lists.</summary>
        public float* squares;
        /// <summary>Null, or memory for capacity shares that are seen.</summary>
        public float* seen;
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
        public byte** fault;
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
        public Aim aim;
        public void* memory;
        public UIntPtr bytes;
        public UIntPtr served;
        public double sum;
        public double largest;
        public double gap;
        public UIntPtr most;
        public byte** fault;
        public UIntPtr unmet;
    }

    /// <summary>Agents, memory, and the lists of their conflicts. count, agent_count, capacity, offset, memory and bytes must
    /// be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Conflicts
    {
        public UIntPtr first;
        public UIntPtr count;
        public UIntPtr agent_count;
        public UIntPtr capacity;
        public UIntPtr* offset;
        public void* memory;
        public UIntPtr bytes;
        public UIntPtr answered;
        public UIntPtr needed;
        public byte** fault;
    }

    /// <summary>Rays, discs and walls. count must be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Cast
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public UIntPtr runner_count;
        public Crowd2d* crowd2d;
        public Wall* walls;
        public UIntPtr wall_count;
        public WallTree* wall_tree;
        public int any;
        public byte** fault;
        public double wall_origin_x;
        public double wall_origin_y;
    }

    /// <summary>A scene of bodies, its memory, and its results. count, memory and bytes must be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Bodies
    {
        public UIntPtr count;
        public Wall* walls;
        public UIntPtr wall_count;
        public WallTree* wall_tree;
        public double wall_origin_x;
        public double wall_origin_y;
        public void* memory;
        public UIntPtr bytes;
        public UIntPtr most_events;
        public byte** fault;
        public UIntPtr events;
        public double time;
    }

    /// <summary>A goal of a field.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Goal
    {
        public uint x;
        public uint y;
        public uint cost;
        public uint field;
    }

    /// <summary>A grid, its fields, and their memory. width, height, costs, memory and bytes must be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Field
    {
        public uint width;
        public uint height;
        public byte* costs;
        public Goal* goals;
        public UIntPtr goal_count;
        public uint field_count;
        public uint straight;
        public uint diagonal;
        public int cut_corners;
        public float* clearances;
        public uint* cost;
        public sbyte* next;
        public Status* status;
        public void* memory;
        public UIntPtr bytes;
        public UIntPtr budget;
        public uint done;
        public UIntPtr taken;
        public byte** fault;
    }

    /// <summary>Agents that follow a field. count, field and cell must be set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Following
    {
        public UIntPtr first;
        public UIntPtr count;
        public uint* index;
        public Field* field;
        public float cell;
        public double origin_x;
        public double origin_y;
        public uint sight;
        public byte** fault;
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
        public byte** fault;
    }

    public static unsafe partial class Native
    {
#if (UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR
        public const string Library = "__Internal";
#else
        public const string Library = "waylay";
#endif
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_result_string(Result result);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_status_word(Status status);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_version();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_isa();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr way_wall_tree_bytes(UIntPtr wall_count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result way_make_wall_tree(Wall* walls, UIntPtr wall_count, WallTree* tree, UIntPtr bytes);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr way_field2d_bytes(uint width, uint height);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result way_field2d(Field* field);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result way_field2d_continue(Field* field);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result way_field2d_update(Field* field, uint x, uint y, uint width, uint height);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result way_wall_cells(Wall* walls, UIntPtr wall_count, double origin_x, double origin_y,
            float cell, uint width, uint height, byte* costs);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* way_describe_json();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void* way_behaviour_named(byte* name);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void* way_behaviour_input(void* behaviour, UIntPtr k);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void* way_behaviour_output(void* behaviour, UIntPtr k);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Result way_run(void* behaviour, void* input, void* output, Batch* batch);

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

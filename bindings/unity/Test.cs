// Tests Waylay.cs in a program without Unity. Each behaviour must give the same bytes with its named columns
// as way_run with numbered columns, and structs must have the sizes that the library states. The last tests
// make calls as a Unity program would.
using System;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using Waylay;

public static unsafe class Test
{
    const int Agents = 37;
    delegate Result Call(void* input, void* output, void* batch);
    static int checks, wrong;
    static ulong dice = 1;

    static void Expect(bool holds, string what)
    {
        checks++;
        if (holds) return;
        wrong++;
        Console.WriteLine("wrong: " + what);
    }

    static float Drawn(double low, double high)
    {
        dice = unchecked(dice * 6364136223846793005UL + 1442695040888963407UL);
        return (float)(low + (high - low) * ((dice >> 40) / (double)(1UL << 24)));
    }

    // Draws a column within the range in `info`, a way_column_info: 3 pointers, type, ..., low, high.
    static void Draw(byte* info, uint* to)
    {
        int type = *(int*)(info + 3 * sizeof(void*));
        double* numbers = (double*)(info + 3 * sizeof(void*) + 16);
        for (int i = 0; i < Agents; i++)
        {
            float value = Drawn(numbers[1], numbers[2]);
            to[i] = type == 0 ? *(uint*)&value : (uint)(int)value;
        }
    }

    // The columns of a struct have the library's names and offsets. Their lengths come after all columns.
    static void Columns<T>(string name, Func<int, string> nameOf, Func<int, int> offsetOf)
    {
        var columns = typeof(T).GetProperties();
        for (int k = 0; k < columns.Length; k++)
            Expect(columns[k].Name == nameOf(k) && (int)Marshal.OffsetOf(typeof(T), "c" + k) == offsetOf(k), name + ", column " + k);
        Expect(nameOf(columns.Length) == null && (int)Marshal.OffsetOf(typeof(T), "n0") == offsetOf(columns.Length), name + ": the lengths");
    }

    static void Columns<T>(string name)
    {
        var columns = typeof(T).GetProperties();
        Columns<T>(name, k => k < columns.Length ? columns[k].Name : null,
            k => k < columns.Length ? OffsetOf(name, columns[k].Name) : SizeOf(name));
    }

    // Returns what a refused call names: "call column".
    static string Refused(Action call)
    {
        try { call(); } catch (RefusedException e) { return e.Call + " " + e.Column; }
        return "accepted";
    }

    static string Refused(Call way, void* input, void* output, void* batch) => Refused(() => way(input, output, batch));

    static string NameOf(void* info) => info == null ? null : Native.Text(*(byte**)info);

    static void Check<In, Out>(string name, int sizeAgent, int sizeAnswer, Call call, Call way)
    {
        byte[] bytes = Encoding.ASCII.GetBytes(name + "\0");
        fixed (byte* text = bytes)
        {
            void* behaviour = Native.way_behaviour_named(text);
            int inputs = 0, outputs = 0;
            while (Native.way_behaviour_input(behaviour, inputs) != null) inputs++;
            while (Native.way_behaviour_output(behaviour, outputs) != null) outputs++;
            Columns<In>(name, k => NameOf(Native.way_behaviour_input(behaviour, k)), k => k * sizeof(RawColumn));
            Columns<Out>(name, k => NameOf(Native.way_behaviour_output(behaviour, k)), k => k * sizeof(RawColumn));
            Expect(inputs > 0 && sizeAgent == inputs * 4 && sizeAnswer == outputs * 4, name + ": an agent");

            RawColumn* input = stackalloc RawColumn[2 * inputs], output = stackalloc RawColumn[2 * outputs];
            int* length = (int*)(input + inputs), outLength = (int*)(output + outputs);
            for (int k = 0; k < inputs; k++) length[k] = Agents;
            for (int k = 0; k < outputs; k++) outLength[k] = Agents;
            uint* cells = stackalloc uint[(inputs + 3 * outputs) * Agents];
            for (int k = 0; k < inputs; k++)
            {
                Draw((byte*)Native.way_behaviour_input(behaviour, k), cells + k * Agents);
                input[k] = new RawColumn { data = cells + k * Agents }; // way_run takes columns of both kinds
            }
            Wall wall = new Wall { ax = -1000, ay = 20, bx = 10000, by = 30 };
            Batch batch = new Batch { count = Agents, walls = Items.Of(ref wall, 1), wall_count = 1 };
            uint* answers = cells + inputs * Agents;
            for (int by = 0; by < 3; by++)
            {
                for (int k = 0; k < outputs; k++)
                    output[k] = new RawColumn { data = answers + (by * outputs + k) * Agents };
                Result result = by == 0 ? Native.way_run(behaviour, input, output, &batch) : (by == 1 ? call : way)(input, output, &batch);
                Expect(result == Result.Ok, name + ": " + Native.Text(Native.way_result_string(result)));
            }
            bool same = true;
            for (int i = 0; i < outputs * Agents; i++) same &= answers[i] == answers[outputs * Agents + i] && answers[i] == answers[2 * outputs * Agents + i];
            Expect(same, name + ": bits");
            for (int k = 0; k < inputs + outputs; k++)
            {
                int* shorter = k < inputs ? length + k : outLength + k - inputs;
                --*shorter;
                string column = NameOf(k < inputs ? Native.way_behaviour_input(behaviour, k) : Native.way_behaviour_output(behaviour, k - inputs));
                Expect(Refused(way, input, output, &batch) == name + " " + column, name + ": a short " + column);
                ++*shorter;
            }
        }
    }

    static int SizeOf(string name)
    {
        string json = Native.Text(Native.way_describe_json());
        return int.Parse(Regex.Match(json, "\"" + name + "\":\\{\"size\": *([0-9]+)").Groups[1].Value);
    }

    static int OffsetOf(string name, string field)
    {
        string json = Native.Text(Native.way_describe_json());
        string fields = json.Substring(json.IndexOf("\"" + name + "\":"));
        return int.Parse(Regex.Match(fields, "\"" + field + "\":\\{\"offset\": *([0-9]+)").Groups[1].Value);
    }

    static void Layout<T>(string name)
    {
        // lengths of columns and arrays come after the C library's fields
        int size = SizeOf(name), all = Marshal.SizeOf(typeof(T)), shown = 0, lengths = 0;
        var flags = System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance;
        foreach (var field in typeof(T).GetFields(flags))
        {
            int offset = (int)Marshal.OffsetOf(typeof(T), field.Name);
            if (field.Name.StartsWith("n_") || field.Name == "all_targets") Expect(++lengths > 0 && offset >= size, name + "." + field.Name);
            else Expect(++shown > 0 && offset == OffsetOf(name, field.Name.TrimStart('_')), name + "." + field.Name);
        }
        Expect(shown > 0 && (lengths == 0 ? all == size : all > size), name);
    }

    static void Fields()
    {
        byte[] costs = { 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1 };
        uint[] cost = new uint[12];
        sbyte[] next = new sbyte[12];
        ulong[] memory = new ulong[(int)Native.way_field2d_bytes(4, 3) / 8 + 1];
        float x = 17, y = 21, speed = 3, vx = 0, vy = 0;
        Goal goal = new Goal { x = 3, y = 2 };
        fixed (byte* open = costs) fixed (uint* left = cost) fixed (sbyte* step = next) fixed (ulong* own = memory)
        {
            Field field = new Field { width = 4, height = 3, costs = Items.Of(ref *open, 12),
                goals = Items.Of(ref goal, 1), goal_count = 1, cost = Items.Of(ref *left, 12), next = Items.Of(ref *step, 12),
                memory = Items.Of(ref *own, memory.Length), bytes = 8 * memory.Length };
            Expect(Native.way_field2d(&field) == Result.Ok, "way_field2d");
            Expect(cost[0] == 25 && cost[5] == uint.MaxValue && next[7] == 2, "the field");
            Follow2dIn input = new Follow2dIn();
            Follow2dOut output = new Follow2dOut();
            input.chaser_x = Column.Array(&x, 1);
            input.chaser_y = Column.Array(&y, 1);
            input.chaser_speed = Column.Array(&speed, 1);
            output.velocity_x = ColumnOut.Array(&vx, 1);
            output.velocity_y = ColumnOut.Array(&vy, 1);
            Following how = new Following { count = 1, field = &field, cell = 2, origin_x = 10, origin_y = 20 };
            Expect(Native.way_follow2d(&input, &output, &how) == Result.Ok, "way_follow2d");
            Expect(vx == 0 && vy == 3, "the velocity");
            vy = 0;
            Way.Follow2d(input, output, how);
            Expect(vy == 3, "Way.Follow2d");
        }
    }

    struct Float2
    {
        public float x, y;
    }

    static void Seek()
    {
        Float2[] places = { new Float2(), new Float2 { x = 10 } }, velocities = new Float2[2];
        fixed (Float2* place = places, velocity = velocities)
        {
            Records at = Records.Of(ref *place, 2), to = Records.Of(ref *velocity, 2);
            float speed = 5;
            Status* status = stackalloc Status[2];
            status[1] = Status.NoPath;
            Float2 flag = new Float2 { x = 10, y = 20 };
            Seek2dIn input = new Seek2dIn
            {
                chaser_x = at.In(ref place->x),
                chaser_y = at.In(ref place->y),
                chaser_speed = Column.Same(&speed),
                runner_x = Column.Same(&flag.x),
                runner_y = Column.Same(&flag.y),
            };
            Seek2dOut output = new Seek2dOut
            {
                velocity_x = to.Out(ref velocity->x),
                velocity_y = to.Out(ref velocity->y),
                status = StatusColumnOut.Array(status, 2),
            };
            Batch batch = new Batch { count = 2 };
            Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok, "seek2d");
            Expect(velocities[1].x == 0 && velocities[1].y == 5 && status[1] == Status.Met, "seek2d's answer");
            double* doubles = stackalloc double[6];
            double speed_too = 5;
            doubles[0] = 1e9;
            doubles[2] = 1e9 + 10;
            doubles[4] = 1e9 + 10;
            input.chaser_x = Column.At(doubles, 2 * sizeof(double), 2);
            input.chaser_speed = Column.Same(&speed_too);
            input.runner_x = Column.Same(&doubles[4]);
            output.velocity_x = ColumnOut.At(&doubles[1], 2 * sizeof(double), 2);
            Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok, "seek2d with doubles");
            Expect(doubles[3] == 0 && velocities[1].y == 5 && doubles[1] > 2 && doubles[1] < 5, "seek2d's answer in doubles");
            double* row = doubles;
            input.chaser_x = Column.Array(row, 2);
            row[1] = 1e9 + 10;
            output.velocity_x = ColumnOut.Array(row + 2, 2);
            Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok, "seek2d with doubles without gaps");
            Expect(row[2] > 2 && row[3] == 0, "seek2d's answer in doubles without gaps");
            input.chaser_x = new Column();
            Result refused = Native.way_seek2d(&input, &output, &batch);
            Expect(refused == Result.Missing && Native.Text(Native.way_result_string(refused)).Contains("default"), "a column is missing");
        }
    }

    static void Refuses(Type column, Type pointer)
    {
        foreach (var method in column.GetMethods())
            foreach (var parameter in method.GetParameters())
                Expect(parameter.ParameterType != pointer, column.Name + "." + method.Name + " takes " + pointer.Name);
    }

    // No method of a column may take a void*, because doubles would then be read as floats. The bits of a whole
    // number would be read as a float, too, so the two have columns of their own.
    static void Types()
    {
        foreach (Type column in new[] { typeof(Column), typeof(ColumnOut), typeof(WholeColumn), typeof(WholeColumnOut), typeof(StatusColumnOut) })
            Refuses(column, typeof(void*));
        foreach (Type column in new[] { typeof(Column), typeof(ColumnOut) })
        {
            Refuses(column, typeof(int*));
            Refuses(column, typeof(uint*));
            Refuses(column, typeof(Status*));
        }
        foreach (Type column in new[] { typeof(WholeColumn), typeof(WholeColumnOut) })
        {
            Refuses(column, typeof(float*));
            Refuses(column, typeof(double*));
        }
        foreach (Type pointer in new[] { typeof(float*), typeof(int*), typeof(uint*), typeof(Word*) }) Refuses(typeof(StatusColumnOut), pointer);
        Refuses(typeof(WholeColumnOut), typeof(Status*)); // a status over a side or a target, or the reverse, does not compile
        int whole = 1;
        uint row = 1;
        Status status = Status.Met;
        ushort half = 0x4500; // 5
        float away = 9, zero = 0, velocity;
        Expect(WholeColumn.Same(&whole).raw.type == Element.Single && WholeColumn.At(&row, 12, 1).raw.gap == (IntPtr)8, "whole numbers have 4 bytes");
        Expect(WholeColumnOut.Array(&whole, 1).raw.gap == IntPtr.Zero && WholeColumnOut.At(&row, 12, 1).raw.gap == (IntPtr)8, "gaps of outputs");
        Seek2dIn input = new Seek2dIn
        {
            chaser_x = Column.Same(&zero), chaser_y = Column.Same(&zero), chaser_speed = Column.Halves(&half, 1),
            runner_x = Column.Same(&away), runner_y = Column.Same(&zero),
        };
        Seek2dOut output = new Seek2dOut { velocity_x = ColumnOut.Array(&velocity, 1) };
        Batch batch = new Batch { count = 1 };
        Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok && velocity == 5, "a speed of 16 bits");
        byte* fault = null;
        batch.fault = &fault;
        batch.precision = (Precision)2;
        Expect(Native.way_seek2d(&input, &output, &batch) == Result.Precision && Native.Text(fault) == "precision", "the fault's name");
        Intercept2dAgent agent;
        Intercept2dAnswer answer;
        Expect(Native.way_intercept2d_agent_default(&agent) == Result.Ok, "the defaults of an agent");
        agent.runner_x = 9;
        agent.chaser_speed = 0;
        Expect(Native.way_intercept2d_one(&agent, &answer) == Result.Ok && answer.status == Status.Immobile, "the status of one agent");
        Expect(Native.Text(Native.way_status_word(answer.status)) == "immobile" && status != answer.status, "the word of a status");
    }

    // Finds the best targets, the neighbours, the assigned target and the velocity of four units in a line.
    static void Choosing()
    {
        float* x = stackalloc float[4];
        float* zero = stackalloc float[4];
        float* velocity = stackalloc float[4];
        uint* self = stackalloc uint[4];
        uint* best = stackalloc uint[4];
        uint* two = stackalloc uint[8];
        float* cost = stackalloc float[4];
        float range = 4, speed = 2;
        for (int i = 0; i < 4; i++)
        {
            x[i] = i == 1 ? 3 : i == 2 ? 1 : i == 3 ? 9 : 0;
            zero[i] = 0;
            self[i] = (uint)i;
        }
        int four = 4;
        Choose2dIn input = new Choose2dIn
        {
            chaser_x = Column.Array(x, 4), chaser_y = Column.Array(zero, 4), runner_x = Column.Array(x, 4), runner_y = Column.Array(zero, 4), self = WholeColumn.Array(self, 4),
        };
        Choose2dOut output = new Choose2dOut { target = WholeColumnOut.Array(best, 4), cost = ColumnOut.Array(cost, 4) };
        Choice choice = new Choice { count = four, runner_count = four };
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok, "choose2d");
        Expect(best[0] == 2 && best[1] == 2 && best[2] == 0 && best[3] == 1 && cost[3] == 6, "choose2d's answer");
        Choose2dOut lists_of_two = new Choose2dOut { target = WholeColumnOut.Array(two, 8) };
        choice.best = 2;
        Expect(Native.way_choose2d(&input, &lists_of_two, &choice) == Result.Ok && two[0] == 2 && two[1] == 1 && two[6] == 1, "the two best");
        choice.best = 0;
        // without `self`, the same pointers for choosers and candidates say that chooser i is candidate i
        input.self = new WholeColumn();
        best[1] = 7;
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok && best[0] == 2 && best[1] == 2, "the same columns: not itself");
        float* copy = stackalloc float[4];
        for (int i = 0; i < 4; i++) copy[i] = x[i];
        input.runner_x = Column.Array(copy, 4);
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok && best[0] == 0 && best[1] == 1, "a copy: others");
        input.runner_x = Column.Array(x, 4);
        ulong* memory = stackalloc ulong[4096];
        Crowd2d* crowd = (Crowd2d*)memory;
        Expect(Native.way_crowd2d_bytes(four) <= 8 * 4096, "crowd2d_bytes");
        Expect(Native.way_make_crowd2d(&input, four, crowd, 8 * 4096) == Result.Ok, "crowd2d");
        best[1] = 7;
        choice.crowd2d = crowd;
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok && best[1] == 2, "choose2d with a crowd");
        choice.cost = Cost.Time;
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Missing, "a column is missing by time");

        input.self = WholeColumn.Array(self, 4);
        Neighbour* list = stackalloc Neighbour[16];
        Size* offset = stackalloc Size[5];
        Neighbours near = new Neighbours { list = Items.Of(ref *list, 16), capacity = 16, offset = Items.Of(ref *offset, 5) };
        input.range_to = Column.Same(&range);
        choice = new Choice { count = four, runner_count = four };
        Expect(Native.way_neighbours2d(&input, &choice, &near) == Result.Ok, "neighbours2d");
        Expect(offset[4] == 6 && offset[1] == 2 && list[0].row == 2 && list[0].distance == 1, "neighbours2d's answer");

        near.answered = near.needed = 0;
        list[0].row = 9;
        Way.Neighbours2d(input, choice, ref near);
        Expect(near.answered == 4 && near.needed == 8 && list[0].row == 2, "Way.Neighbours2d");
        near.capacity = 5;
        try { Way.Neighbours2d(input, choice, ref near); } catch (RefusedException e) { near.capacity = e.Result == Result.Capacity ? 16 : 0; }
        Expect(near.capacity == 16 && near.needed == 8, "lists that do not fit");
        Way.Neighbours2d(input, choice, ref near);

        Records pair = Records.Of(ref *list, 16);
        AssignIn lists = new AssignIn { row = pair.In(ref list->row), cost = pair.In(ref list->distance) };
        AssignOut shared = new AssignOut { target = WholeColumnOut.Array(best, 4) };
        Assignment how = new Assignment { count = four, runner_count = four, offset = Items.Of(ref *offset, 5), memory = Items.Of(ref *memory, 4096), bytes = 8 * 4096 };
        Expect(Native.way_assign_bytes(four, four, offset[4]) <= 8 * 4096, "assign_bytes");
        Expect(Native.way_assign(&lists, &shared, &how) == Result.Ok && how.served == 3 && best[3] == Native.NoTarget, "assign");

        how.served = 0;
        Way.Assign(lists, shared, ref how);
        Expect(how.served == 3 && how.fault == null, "Way.Assign");

        Avoid2dIn moving = new Avoid2dIn
        {
            chaser_x = Column.Array(x, 4), chaser_y = Column.Array(zero, 4), chaser_vx = Column.Array(zero, 4), chaser_vy = Column.Array(zero, 4),
            preferred_vx = Column.Same(&speed), preferred_vy = Column.Array(zero, 4), chaser_speed = Column.Same(&speed),
            runner_x = Column.Array(x, 4), runner_y = Column.Array(zero, 4), self = WholeColumn.Array(self, 4),
        };
        Avoid2dOut moved = new Avoid2dOut { velocity_x = ColumnOut.Array(velocity, 4) };
        Wall wall = new Wall { ax = 9.5f, ay = -5, bx = 9.5f, by = 5 };
        Avoidance avoidance = new Avoidance { count = four, runner_count = four, neighbours = &near };
        Expect(Native.way_avoid2d(&moving, &moved, &avoidance) == Result.Ok && velocity[3] == 2, "avoid2d");
        velocity[3] = 0;
        Way.Avoid2d(moving, moved, avoidance);
        Expect(velocity[3] == 2, "Way.Avoid2d");
        avoidance.walls = Items.Of(ref wall, 1);
        avoidance.wall_count = 1;
        Expect(Native.way_avoid2d(&moving, &moved, &avoidance) == Result.Ok && velocity[3] < 2, "avoid2d at a wall");
        float atWall = velocity[3];
        for (int i = 0; i < 4; i++) x[i] += 1024;
        avoidance.wall_origin_x = 1024;
        velocity[3] = 9;
        Expect(Native.way_avoid2d(&moving, &moved, &avoidance) == Result.Ok && velocity[3] == atWall, "avoid2d far from 0");
    }

    /// <summary>Lists the waypoints of two straight paths, 50 m and 20 m long.</summary>
    static unsafe void Paths()
    {
        float* x = stackalloc float[9], length = stackalloc float[2];
        float zero = 0, ahead = 1, radius = 5, spacing = 10;
        Word word = Word.LSL;
        length[0] = 50;
        length[1] = 20;
        Size* offset = stackalloc Size[3];
        Column none = Column.Same(&zero), one = Column.Same(&ahead);
        Waypoints2dIn input = new Waypoints2dIn
        {
            x = none, y = none, heading_x = one, heading_y = none, target_x = Column.Array(length, 2), target_y = none,
            target_heading_x = one, target_heading_y = none, radius = Column.Same(&radius), word = WholeColumn.Same(&word),
            arc1 = none, middle = Column.Array(length, 2), arc2 = none, spacing = Column.Same(&spacing),
        };
        Waypoints2dOut output = new Waypoints2dOut { next_x = ColumnOut.Array(x, 9) };
        Waypoints lists = new Waypoints { count = 2, offset = Items.Of(ref *offset, 3) };
        lists.capacity = Native.way_waypoints2d_capacity(&input, &lists);
        Expect(lists.capacity == 9, "waypoints2d_capacity");
        Expect(Native.way_waypoints2d(&input, &output, &lists) == Result.Ok, "waypoints2d");
        Expect(offset[1] == 6 && offset[2] == 9 && x[5] == 50 && x[7] == 10, "waypoints2d's lists");
        x[5] = 0;
        Way.Waypoints2d(input, output, ref lists);
        Expect(x[5] == 50 && lists.answered == 2, "Way.Waypoints2d");
    }

    /// <summary>The other calls of Way: bodies, conflicts, and rays.</summary>
    static void Others()
    {
        float* x = stackalloc float[2], to = stackalloc float[2];
        Status* status = stackalloc Status[2];
        ulong* memory = stackalloc ulong[4096];
        x[0] = 0;
        x[1] = 8;
        Column none = Column.Same(0), one = Column.Same(1), place = Column.Array(x, 2);
        Bodies bodies = new Bodies { count = 2, memory = Items.Of(ref *memory, 4096), bytes = 8 * 4096 };
        BounceAll2dIn balls = new BounceAll2dIn { ball_x = place, ball_y = none, ball_vx = one, ball_vy = none, radius = one, dt = Column.Same(2) };
        Way.BounceAll2d(balls, new BounceAll2dOut { next_x = ColumnOut.Array(to, 2) }, ref bodies);
        Expect(to[0] == 2 && to[1] == 10 && bodies.time == 2 && bodies.fault == null, "Way.BounceAll2d");
        uint* first = stackalloc uint[2];
        Size* offset = stackalloc Size[3];
        Conflicts2dIn moving = new Conflicts2dIn { x = place, y = none, vx = none, vy = none, radius = Column.Same(9), horizon = one };
        Conflicts conflicts = new Conflicts { count = 2, agent_count = 2, capacity = 2, offset = Items.Of(ref *offset, 3), memory = Items.Of(ref *memory, 4096), bytes = 8 * 4096 };
        Way.Conflicts2d(moving, new Conflicts2dOut { first = WholeColumnOut.Array(first, 2), status = StatusColumnOut.Array(status, 2) }, ref conflicts);
        Expect(conflicts.answered == 2 && offset[2] == 1 && first[0] == 0, "Way.Conflicts2d");
        Cast2dIn rays = new Cast2dIn { x = none, y = none, direction_x = one, direction_y = none, runner_x = place, runner_y = Column.Same(1), runner_radius = one };
        Way.Cast2d(rays, new Cast2dOut { distance = ColumnOut.Array(to, 1) }, Cast.Of(1, 2));
        Expect(to[0] == 0, "Way.Cast2d");
        Triangle wall = new Triangle { ax = 5, ay = -9, az = -9, bx = 5, by = 9, bz = -9, cx = 5, cz = 9 };
        Cast3dIn beams = new Cast3dIn { x = none, y = none, z = none, direction_x = one, direction_y = none, direction_z = none };
        Way.Cast3d(beams, new Cast3dOut { distance = ColumnOut.Array(to, 1) }, new CastTriangles { count = 1, triangles = Items.Of(ref wall, 1), triangle_count = 1 });
        Expect(to[0] == 5, "Way.Cast3d");
    }

    static void Send(object of, string method)
    {
        of.GetType().GetMethod(method, System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)
            .Invoke(of, null);
    }

    /// <summary>Plays two frames of the package's sample. A runner at (10, 0, 5) moves by 2 m in each.</summary>
    static void Sample()
    {
        var runner = new UnityEngine.Transform { position = new UnityEngine.Vector3(10, 0, 5) };
        var chasers = new[] { new UnityEngine.Transform(), new UnityEngine.Transform { position = new UnityEngine.Vector3(10, 0, 9) } };
        var chase = new Chase { chasers = chasers, runners = new[] { runner } };
        Send(chase, "OnEnable");
        for (int frame = 0; frame < 2; frame++)
        {
            runner.position += new UnityEngine.Vector3(2, 0, 0);
            Send(chase, "Update");
        }
        // both go at 5 m/s for 0.5 s, to where the runner, at 4 m/s, will be
        var step = chasers[1].position - new UnityEngine.Vector3(10, 0, 9);
        Expect(Math.Abs(Math.Sqrt(step.x * step.x + step.z * step.z) - 5) < 1e-4 && step.x > 3.9 && step.z < -1, "the sample's chaser");
        Expect(chasers[0].position.x > 4.9 && chasers[0].position.z > 0.3, "the sample's other chaser");
        Expect(UnityEngine.Debug.said == null, "the sample's calls are accepted");
        var field = typeof(Chase).GetField("job", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance);
        var job = (ChaseJob)field.GetValue(chase);
        var speed = job.speed;
        job.speed = new Unity.Collections.NativeArray<float>(1, Unity.Collections.Allocator.Persistent);
        Expect(Refused(() => job.Execute()) == "intercept2d chaser_speed", "an array shorter than the count");
        job.speed.Dispose();
        job.speed = new Unity.Collections.NativeArray<float>(2, Unity.Collections.Allocator.None); // has no memory
        field.SetValue(chase, job);
        Send(chase, "Update");
        Expect(UnityEngine.Debug.said.StartsWith("intercept2d: chaser_speed: Missing"), "the sample says why a call is refused");
        job.speed = speed;
        field.SetValue(chase, job);
        Send(chase, "OnDisable");
        var alone = new Chase { chasers = chasers, runners = new UnityEngine.Transform[0] };
        UnityEngine.Debug.said = null;
        Send(alone, "OnEnable");
        Send(alone, "Update");
        Send(alone, "OnDisable");
        Expect(UnityEngine.Debug.said == null && chasers[1].position.x > 13, "no runner: the sample's chasers wait");
        Expect(Unity.Collections.Allocations.alive == 0, "the sample disposes its arrays");
    }

    /// <summary>Columns of spans and of arrays of vectors.</summary>
    static void Spans()
    {
        Span<float> x = new Span<float>((void*)Marshal.AllocHGlobal(64), 4);
        Span<Status> status = new Span<Status>((void*)Marshal.AllocHGlobal(64), 4);
        var place = new Unity.Collections.NativeArray<Unity.Mathematics.float3>(4, Unity.Collections.Allocator.Persistent);
        for (int i = 0; i < 4; i++)
        {
            x[i] = i;
            status[i] = Status.NoPath;
            place[i] = new Unity.Mathematics.float3(0, 0, 3 * i);
        }
        float zero = 0, speed = 1;
        Seek2dIn input = new Seek2dIn
        {
            chaser_x = Column.Of(x), chaser_y = Column.Same(&zero), chaser_speed = Column.Same(&speed),
            runner_x = Column.Same(&zero), runner_y = place.In(2),
        };
        Seek2dOut output = new Seek2dOut
        {
            velocity_x = place.Out(0), velocity_y = place.Out(1), status = StatusColumnOut.Of(status),
        };
        Batch batch = Batch.Of(4);
        Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok, "seek2d of spans");
        Expect(status[0] == Status.There && status[3] == Status.Met && place[3].z == 9, "the statuses of spans");
        Expect(Math.Abs(place[3].x + 1 / Math.Sqrt(10)) < 1e-6 && Math.Abs(place[3].y - 3 / Math.Sqrt(10)) < 1e-6, "x and y of float3");
        place.Dispose();
    }

    struct Unit
    {
        public float x, y;
        public uint target;
        public double speed;
    }

    static string Throws(Action make)
    {
        try { make(); } catch (ArgumentException e) { return e.Message; }
        return "accepted";
    }

    static void* Room(int bytes)
    {
        void* room = (void*)Marshal.AllocHGlobal(bytes);
        new Span<byte>(room, bytes).Clear();
        return room;
    }

    // Shortens each array and column of a call's options by one element. The call must name it.
    static void Short<T>(string call, T options, Action<T> run, string prefix = "")
    {
        run(options);
        int shortened = 0;
        foreach (var field in typeof(T).GetFields(System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance))
        {
            if (!field.Name.StartsWith("n_") || (int)field.GetValue(options) == 0) continue;
            object shorter = options;
            field.SetValue(shorter, (int)field.GetValue(options) - 1);
            string said = Refused(() => run((T)shorter)), name = call + " " + prefix + field.Name.Substring(2);
            Expect(said == name, name + ": an array that is too short: " + said);
            shortened++;
        }
        Expect(shortened > 0, call + " has arrays");
    }

    // Each array of the options has a length, which a call of Way compares with what it reads or writes.
    static void ArraysOfOptions()
    {
        const int n = 3;
        var x = (float*)Room(64);
        for (int i = 0; i < n; i++) x[i] = 3 * i;
        Column place = Column.Array(x, n), none = Column.Same(0), one = Column.Same(1);
        var index = Items.Of(ref *(uint*)Room(16), n);
        for (uint i = 0; i < n; i++) ((uint*)index.first)[i] = i;
        var walls = Items.Of(ref *(Wall*)Room(2 * sizeof(Wall)), 2);
        var memory = Items.Of(ref *(ulong*)Room(1 << 20), 1 << 17);
        var target = WholeColumnOut.Array((uint*)Room(32), n);
        var status = StatusColumnOut.Array((Status*)Room(16), n);
        Size* offset = (Size*)Room(8 * (n + 1));
        var list = (Neighbour*)Room(12 * sizeof(Neighbour));
        var seek = new Seek2dIn { chaser_x = place, chaser_y = none, chaser_speed = one, runner_x = Column.Array(x + 8, n), runner_y = none };
        var all = WholeColumn.Array((uint*)index.first, n);
        Short("seek2d", new Batch { count = n, index = index, walls = walls, wall_count = 2 }, batch => Way.Seek2d(seek, new Seek2dOut(), batch));
        var targets = new Targets { row = all, runner_count = n, generation = all, runner_generation = all, row_of = index, map_size = n };
        Short("seek2d", targets, of => Way.Seek2d(seek, new Seek2dOut(), new Batch { count = n, targets = of }), "targets.");
        Seek2dIn* tables = (Seek2dIn*)Room(2 * sizeof(Seek2dIn));
        tables[0] = tables[1] = new Seek2dIn { runner_x = place, runner_y = place };
        Part* parts = (Part*)Room(2 * sizeof(Part));
        parts[0] = Part.Of(tables, n);
        parts[1] = Part.Of(tables + 1, n, all);
        Expect(Throws(() => Part.Of(tables, n + 1, all)).StartsWith("generation has fewer elements"), "a part's generations");
        parts[1] = Part.Of(tables + 1, n);
        targets = new Targets { row = all, part_of = index, map_size = n, parts = Items.Of(ref *parts, 2), part_count = 2, part = new WholeColumn() };
        Short("seek2d", targets, of => Way.Seek2d(seek, new Seek2dOut(), new Batch { count = n, targets = of }), "targets.");
        targets.part_of = new Items<uint>();
        targets.map_size = 0;
        targets.part = all;
        Short("seek2d", targets, of => Way.Seek2d(seek, new Seek2dOut(), new Batch { count = n, targets = of }), "targets.");
        tables[1].runner_y = Column.Array(x, n - 1);
        Expect(Refused(() => Way.Seek2d(seek, new Seek2dOut(), new Batch { count = n, targets = targets })) == "seek2d runner_y", "a short column of a part");
        var sweep = new SweepWalls2dIn { ball_x = place, ball_y = one, ball_vx = none, ball_vy = one };
        var velocities = Items.Of(ref *(WallVelocity*)Room(2 * sizeof(WallVelocity)), 2);
        Short("sweep_walls2d", new Batch { count = n, walls = walls, wall_count = 2, wall_velocity = velocities }, batch => Way.SweepWalls2d(sweep, new SweepWalls2dOut(), batch));
        var gun = new LaunchDrag2dIn { shell_speed = one, runner_x = place, runner_y = none, gravity = one, drag_area = one, muzzle_x = none, muzzle_y = none, runner_vx = none, runner_vy = none };
        var air = new DragTable { speed = Items.Of(ref *x, 2), coefficient = Items.Of(ref *x, 2), count = 2 };
        Short("launch_drag2d", air, table => Way.LaunchDrag2d(gun, new LaunchDrag2dOut(), new Batch { count = n, drag_table = &table }), "drag_table.");

        var places = new Choose2dIn { chaser_x = place, chaser_y = none, runner_x = place, runner_y = none };
        Short("choose2d", new Choice { count = n, runner_count = n, index = index, walls = walls, wall_count = 2 },
            choice => Way.Choose2d(places, new Choose2dOut { target = target }, choice));
        var lists = new Neighbours { list = Items.Of(ref *list, 12), capacity = 12, offset = Items.Of(ref *offset, n + 1), status = status };
        Short("neighbours2d", lists, own => Way.Neighbours2d(places, Choice.Of(n, n), ref own));
        var seen = lists;
        seen.seen = Items.Of(ref *(float*)Room(48), 12);
        Short("neighbours2d", seen, own => Way.Neighbours2d(places, Choice.Of(n, n), ref own));
        Expect(Refused(() => Way.Neighbours2d(places, new Choice { count = 2, first = 2, runner_count = n }, ref lists)) == "neighbours2d chaser_x", "choosers after the last");
        var around = new Neighbours { unsorted = 1, rows = Items.Of(ref *(uint*)Room(48), 12), squares = Items.Of(ref *(float*)Room(48), 12), capacity = 12, offset = Items.Of(ref *(Size*)Room(32), n + 1) };
        Short("neighbours2d", around, own => Way.Neighbours2d(places, Choice.Of(n, n), ref own));
        around.rows = Items.Of(ref *(uint*)x, 12);
        Expect(Refused(() => Way.Neighbours2d(places, Choice.Of(n, n), ref around)) == "neighbours2d rows", "a list over a column");
        Way.Neighbours2d(places, Choice.Of(n, n), ref lists);
        var walk = new Avoid2dIn { chaser_x = place, chaser_y = none, chaser_vx = one, chaser_vy = none, preferred_vx = one, preferred_vy = none, chaser_speed = one, radius = one, runner_x = place, runner_y = none };
        Short("avoid2d", new Avoidance { count = n, runner_count = n, index = index, walls = walls, wall_count = 2 }, how => Way.Avoid2d(walk, new Avoid2dOut(), how));
        var read = lists;
        read.status = new StatusColumnOut();
        read.list = Items.Of(ref *list, 6);
        Short("avoid2d", read, own => Way.Avoid2d(walk, new Avoid2dOut(), new Avoidance { count = n, runner_count = n, neighbours = &own }), "neighbours.");
        Short("assign", new Assignment { count = n, runner_count = n, offset = lists.offset, memory = memory, bytes = 1 << 20 },
            how => Way.Assign(new AssignIn { row = Records.Of(ref *list, 6).In(ref list->row), cost = Records.Of(ref *list, 6).In(ref list->distance) }, new AssignOut { target = target }, ref how));
        var costs = new AssignIn { cost = Column.Array((float*)Room(36), 9) };
        var matrix = new Assignment { count = n, runner_count = n, memory = memory, bytes = 1 << 20 };
        Way.Assign(costs, new AssignOut { target = target }, ref matrix);
        costs.cost = Column.Array((float*)Room(36), 8);
        Expect(Refused(() => Way.Assign(costs, new AssignOut { target = target }, ref matrix)) == "assign cost", "a matrix with fewer elements than pairs");
        offset[1] = 7;
        Action<Neighbours> descending = own => Way.Avoid2d(walk, new Avoid2dOut(), new Avoidance { count = n, runner_count = n, neighbours = &own });
        Expect(Refused(() => descending(read)) == "avoid2d neighbours.offset", "offsets that descend");

        Crowd2d* crowd = (Crowd2d*)Room(1 << 16);
        Way.MakeCrowd2d(places, n, crowd, 1 << 16);
        Expect(Refused(() => Way.Avoid2d(walk, new Avoid2dOut(), new Avoidance { count = n, crowd2d = crowd })) == "avoid2d runner_count", "an avoidance reads columns with a crowd");
        var rays = new Cast2dIn { x = place, y = one, direction_x = one, direction_y = none, runner_x = place, runner_y = none };
        Expect(Refused(() => Way.Cast2d(rays, new Cast2dOut(), new Cast { count = n, crowd2d = crowd })) == "cast2d runner_count", "rays read columns with a crowd");
        Short("cast2d", new Cast { count = n, index = index, runner_count = n, walls = walls, wall_count = 2 }, how => Way.Cast2d(rays, new Cast2dOut(), how));
        var mesh = Items.Of(ref *(Triangle*)Room(sizeof(Triangle)), 1);
        var beams = new Cast3dIn { x = place, y = none, z = one, direction_x = one, direction_y = none, direction_z = none };
        Short("cast3d", new CastTriangles { count = n, index = index, triangles = mesh, triangle_count = 1 }, how => Way.Cast3d(beams, new Cast3dOut(), how));
        var balls = new Sweep3dIn { ball_x = place, ball_y = none, ball_z = one, ball_vx = one, ball_vy = none, ball_vz = none };
        Short("sweep3d", new CastTriangles { count = n, index = index, triangles = mesh, triangle_count = 1 }, how => Way.Sweep3d(balls, new Sweep3dOut(), how));
        var discs = new BounceAll2dIn { ball_x = place, ball_y = none, ball_vx = one, ball_vy = none, radius = one, dt = one };
        Short("bounce_all2d", new Bodies { count = n, walls = walls, wall_count = 2, memory = memory, bytes = 1 << 20 }, own => Way.BounceAll2d(discs, new BounceAll2dOut(), ref own));
        var ships = new Conflicts2dIn { x = place, y = none, vx = one, vy = none, radius = one, horizon = one };
        var meetings = new Conflicts { count = n, agent_count = n, offset = Items.Of(ref *offset, n + 1), memory = memory, bytes = 1 << 20 };
        Short("conflicts2d", meetings, own => Way.Conflicts2d(ships, new Conflicts2dOut(), ref own));
        meetings.agent_count = n + 1;
        Expect(Refused(() => Way.Conflicts2d(ships, new Conflicts2dOut(), ref meetings)) == "conflicts2d x", "more agents than there are");
        meetings.agent_count = n;
        meetings.capacity = n + 1;
        Expect(Refused(() => Way.Conflicts2d(ships, new Conflicts2dOut { first = target }, ref meetings)) == "conflicts2d first", "a capacity above the outputs");
        var paths = new Waypoints2dIn { x = place, y = none, heading_x = one, heading_y = none, target_x = place, target_y = none, target_heading_x = one, target_heading_y = none, radius = one, word = WholeColumn.Same(0), arc1 = none, middle = none, arc2 = none, spacing = one };
        Short("waypoints2d", new Waypoints { count = n, index = index, capacity = n, offset = Items.Of(ref *offset, n + 1) }, own => Way.Waypoints2d(paths, new Waypoints2dOut(), ref own));
    }

    // The calls of Way for grids and trees.
    static void GridsAndTrees()
    {
        const int w = 8, h = 5, cells = w * h;
        byte* costs = (byte*)Room(cells);
        uint* cost = (uint*)Room(8 * cells), fresh = (uint*)Room(4 * cells);
        int size = (int)Native.way_field2d_bytes(w, h) / 8 + 1;
        Goal* goals = (Goal*)Room(2 * sizeof(Goal));
        goals[1] = new Goal { x = 7, y = 4, field = 1 };
        var walls = Items.Of(ref *(Wall*)Room(sizeof(Wall)), 1);
        *(Wall*)walls.first = new Wall { ax = 3.5f, ay = 0.5f, bx = 3.5f, by = 3.5f };
        var grid = Items.Of(ref *costs, cells);
        for (int i = 0; i < cells; i++) costs[i] = 1;
        Way.WallCells(walls, 0, 0, 1, w, h, grid);
        Expect(costs[3] == 0 && costs[3 * w + 3] == 0 && costs[4 * w + 3] == 1 && costs[2] == 1, "Way.WallCells");
        Expect(Refused(() => Way.WallCells(walls, 0, 0, 1, w, h + 1, grid)) == "wall_cells costs", "a grid that is too short for walls");
        Expect(Refused(() => Way.WallCells(walls, double.NaN, 0, 1, w, h, grid)) == "wall_cells ", "a wrong origin of a grid");
        var field = new Field
        {
            width = w, height = h, costs = grid, goals = Items.Of(ref *goals, 2), goal_count = 2, field_count = 2, clearances = Items.Of(ref *(float*)Room(8), 2),
            cost = Items.Of(ref *cost, 2 * cells), next = Items.Of(ref *(sbyte*)Room(2 * cells), 2 * cells), status = Items.Of(ref *(Status*)Room(8), 2),
            memory = Items.Of(ref *(ulong*)Room(8 * size), size), bytes = 8 * size,
        };
        Short("field2d", field, own => Way.Field2d(ref own));
        Way.Field2d(ref field);
        Expect(field.done == 2 && cost[0] == 0 && cost[2] == 10 && cost[cells] > cost[cells + 7] && field.fault == null, "Way.Field2d");
        var follow = new Follow2dIn { chaser_x = Column.Same(0.5f), chaser_y = Column.Same(3.5f), chaser_speed = Column.Same(1) };
        Action<Field> led = own =>
        {
            own.status = new Items<Status>(); // not read
            own.clearances = new Items<float>();
            own.goals = new Items<Goal>();
            own.memory = new Items<ulong>();
            Way.Follow2d(follow, new Follow2dOut(), new Following { count = 1, field = &own, cell = 1 });
        };
        var read = field;
        read.status = new Items<Status>();
        read.clearances = new Items<float>();
        read.goals = new Items<Goal>();
        read.memory = new Items<ulong>();
        Short("follow2d", read, led, "field.");
        var way = new Following { count = 1, index = Items.Of(ref *(uint*)Room(4), 1), cell = 1 };
        Short("follow2d", way, how =>
        {
            Field own = field;
            how.field = &own;
            Way.Follow2d(follow, new Follow2dOut(), how);
        });
        // a budget, in one field; then a door
        field.field_count = 1;
        field.goal_count = 1;
        field.budget = 1;
        Way.Field2d(ref field);
        int calls = 1;
        for (; field.done == 0 && calls < 100; calls++) Way.Field2dContinue(ref field);
        Expect(calls > 1 && field.done == 1 && cost[2] == 10, "Way.Field2dContinue");
        field.budget = 0;
        costs[3] = 1;
        Way.Field2dUpdate(ref field, 3, 0, 1, 1);
        var other = field;
        other.cost = Items.Of(ref *fresh, cells);
        other.memory = Items.Of(ref *(ulong*)Room(8 * size), size);
        other.next = new Items<sbyte>();
        Way.Field2d(ref other);
        bool same = cost[3] == 15;
        for (int i = 0; i < cells; i++) same &= cost[i] == fresh[i];
        Expect(same, "Way.Field2dUpdate");
        Expect(Refused(() => Way.Field2dUpdate(ref field, 3, 0, 9, 1)) == "field2d_update width", "cells outside of the grid");
        Expect(Throws(() => Way.Field2dUpdate(ref field, -1, 0, 1, 1)).StartsWith("a cell's number"), "a cell below 0");
        int bytes = Native.way_wall_tree_bytes(1);
        WallTree* tree = (WallTree*)Room(bytes);
        Way.MakeWallTree(walls, tree, bytes);
        Way.Cast2d(new Cast2dIn { x = Column.Same(0), y = Column.Same(1), direction_x = Column.Same(1), direction_y = Column.Same(0) },
            new Cast2dOut { distance = ColumnOut.Array((float*)cost, 1) }, new Cast { count = 1, walls = walls, wall_count = 1, wall_tree = tree });
        Expect(*(float*)cost == 3.5f, "Way.MakeWallTree");
        Expect(Refused(() => Way.MakeWallTree(walls, tree, 8)) == "make_wall_tree ", "a tree in too little memory");
        var mesh = Items.Of(ref *(Triangle*)Room(sizeof(Triangle)), 1);
        bytes = Native.way_triangle_tree_bytes(1);
        TriangleTree* leaves = (TriangleTree*)Room(bytes);
        Way.MakeTriangleTree(mesh, leaves, bytes);
        Expect(Refused(() => Way.MakeTriangleTree(mesh, leaves, 8)) == "make_triangle_tree ", "a tree of triangles in too little memory");
        var array = new Unity.Collections.NativeArray<uint>(3, Unity.Collections.Allocator.Persistent);
        Expect(array.Items().length == 3 && array.Items().first == array.memory && array.ReadOnlyItems().length == 3, "the items of a NativeArray");
        array.Dispose();
    }

    // Each call that reads its inputs while it writes refuses an output that is shifted over an input.
    static void ShiftedOutputs()
    {
        const int n = 4;
        float* x = (float*)Room(64);
        Column place = Column.Array(x, n), one = Column.Same(1), none = Column.Same(0), other = Column.Array((float*)Room(64), n);
        ColumnOut to = ColumnOut.Array(x + 1, n);
        StatusColumnOut whole = StatusColumnOut.Array((Status*)x + 1, n);
        var calls = new Action[]
        {
            () => Way.Choose2d(new Choose2dIn { chaser_x = other, chaser_y = none, range_to = place, runner_x = one, runner_y = one }, new Choose2dOut { cost = to }, Choice.Of(n, 1)),
            () => Way.Choose2d(new Choose2dIn { chaser_x = other, chaser_y = none, range_to = place, runner_x = one, runner_y = one }, new Choose2dOut { status = whole }, Choice.Of(n, 1)),
            () => Way.Choose3d(new Choose3dIn { chaser_x = other, chaser_y = none, chaser_z = none, range_to = place, runner_x = one, runner_y = one, runner_z = one }, new Choose3dOut { cost = to }, Choice.Of(n, 1)),
            () => { var lists = new Neighbours { status = whole, offset = Items.Of(ref *(Size*)Room(64), n + 1), list = Items.Of(ref *(Neighbour*)Room(64), n), capacity = n }; Way.Neighbours2d(new Choose2dIn { chaser_x = other, chaser_y = none, range_to = place, runner_x = one, runner_y = one }, Choice.Of(n, 1), ref lists); },
            () => Way.Avoid2d(new Avoid2dIn { chaser_x = other, chaser_y = none, chaser_vx = none, chaser_vy = none, preferred_vx = one, preferred_vy = none, chaser_speed = place, runner_x = one, runner_y = one }, new Avoid2dOut { velocity_x = to }, Avoidance.Of(n, 1)),
            () => Way.Cast2d(new Cast2dIn { x = place, y = none, direction_x = one, direction_y = none }, new Cast2dOut { distance = to }, Cast.Of(n)),
            () => Way.Cast3d(new Cast3dIn { x = place, y = none, z = none, direction_x = one, direction_y = none, direction_z = none }, new Cast3dOut { distance = to }, CastTriangles.Of(n)),
            () => Way.Sweep3d(new Sweep3dIn { ball_x = place, ball_y = none, ball_z = none, ball_vx = one, ball_vy = none, ball_vz = none }, new Sweep3dOut { time = to }, CastTriangles.Of(n)),
            () => Way.Follow2d(new Follow2dIn { chaser_x = place, chaser_y = none, chaser_speed = one }, new Follow2dOut { velocity_x = to }, Following.Of(n)),
            () => Way.Conflicts2d(new Conflicts2dIn { x = place, y = none, vx = one, vy = none, radius = one, horizon = one }, new Conflicts2dOut { status = whole }, ref *Conflicts(n)),
        };
        for (int k = 0; k < calls.Length; k++) Expect(Throws(calls[k]).Contains(k == calls.Length - 1 ? "verlap" : " it overlaps "), "a shifted output of call " + k + ": " + Throws(calls[k]));
        // these calls read all of their inputs before they write
        var memory = Items.Of(ref *(ulong*)Room(1 << 16), 1 << 13);
        var bodies = new Bodies { count = n, memory = memory, bytes = 1 << 16 };
        Way.BounceAll2d(new BounceAll2dIn { ball_x = place, ball_y = none, ball_vx = one, ball_vy = none, radius = none, dt = one }, new BounceAll2dOut { next_x = to }, ref bodies);
    }

    static Conflicts* Conflicts(int n, int capacity = 0)
    {
        var conflicts = (Conflicts*)Room(sizeof(Conflicts));
        *conflicts = new Conflicts { count = n, agent_count = n, capacity = capacity, offset = Items.Of(ref *(Size*)Room(64), n + 1), memory = Items.Of(ref *(ulong*)Room(1 << 16), 1 << 13), bytes = 1 << 16 };
        return conflicts;
    }

    // Tables of choosers and candidates.
    static void Tables()
    {
        float* x = (float*)Room(64);
        for (int i = 0; i < 5; i++) x[i] = i * i;
        uint* best = (uint*)Room(64);
        Choose2dIn* input = (Choose2dIn*)Room(2 * sizeof(Choose2dIn));
        Choose2dOut* output = (Choose2dOut*)Room(2 * sizeof(Choose2dOut));
        float zero = 0;
        for (int p = 0; p < 2; p++)
        {
            Column place = Column.Array(x + 3 * p, 3 - p), y = Column.Same(&zero);
            input[p] = new Choose2dIn { chaser_x = place, chaser_y = y, runner_x = place, runner_y = y };
            output[p] = new Choose2dOut { target = WholeColumnOut.Array(best + 3 * p, 3 - p) };
        }
        SearchPart* parts = (SearchPart*)Room(2 * sizeof(SearchPart));
        parts[0] = SearchPart.Of(input, output, 3);
        parts[1] = SearchPart.Of(input + 1, output + 1, 2);
        var both = Items.Of(ref *parts, 2);
        var choice = new Choice { count = 5, chaser_parts = both, chaser_part_count = 2, runner_parts = both, runner_part_count = 2 };
        Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice);
        Expect(best[0] == 1 && best[2] == 1 && best[3] == 2 && best[4] == 3, "Way.Choose2d with tables");
        Crowd2d* crowd = (Crowd2d*)Room(1 << 16);
        Way.MakeCrowd2dOfParts(choice, crowd, 1 << 16);
        Short("choose2d", choice, how => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), how));
        choice.count = 6;
        Expect(Refused(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d chaser_parts", "more choosers than the tables have");
        choice.count = 5;
        output[1].target = WholeColumnOut.Array(best + 3, 1);
        Expect(Throws(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d: target: part 1: it has 1 elements, but the call needs 2", "a short output of a table");
        output[1].target = WholeColumnOut.Array(best + 3, 2);
        output[1].status = StatusColumnOut.Array((Status*)best + 8, 1);
        Expect(Refused(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d status", "short statuses of a table of choosers");
        output[1].status = new StatusColumnOut();
        input[1].range_to = Column.Array(x, 1);
        Expect(Refused(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d range_to", "a short column of a table's choosers");
        input[1].range_to = new Column();
        float* far = (float*)Room(16);
        input[1].range_to = Column.Array(far, 2);
        output[1].cost = ColumnOut.Array(far + 1, 2);
        string shifted = "part 1: it overlaps range_to, but is not the same column";
        Expect(Throws(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d: cost: " + shifted, "costs over ranges of a table");
        output[1].cost = new ColumnOut();
        output[1].status = StatusColumnOut.Array((Status*)(far + 1), 2);
        Expect(Throws(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d: status: " + shifted, "statuses over ranges of a table");
        output[1].status = new StatusColumnOut();
        input[1].range_to = new Column();
        Column at = Column.Array(x, 3), zeros = Column.Same(&zero);
        Avoid2dIn* walkers = (Avoid2dIn*)Room(sizeof(Avoid2dIn));
        *walkers = new Avoid2dIn { chaser_x = at, chaser_y = zeros, chaser_vx = Column.Array(x, 2), chaser_vy = zeros, preferred_vx = zeros, preferred_vy = zeros, chaser_speed = zeros, runner_x = at, runner_y = zeros };
        Avoid2dOut* steps = (Avoid2dOut*)Room(sizeof(Avoid2dOut));
        SearchPart* some = (SearchPart*)Room(2 * sizeof(SearchPart));
        some[0] = SearchPart.Of(walkers, steps, 2);
        some[1] = SearchPart.Of(walkers, 3);
        var avoidance = new Avoidance { count = 2, chaser_parts = Items.Of(ref some[0], 1), chaser_part_count = 1, runner_parts = Items.Of(ref some[1], 1), runner_part_count = 1 };
        Expect(Refused(() => Way.Avoid2d(new Avoid2dIn(), new Avoid2dOut(), avoidance)) == "avoid2d chaser_vx", "velocities of a table's candidates are the agents'");
        walkers->chaser_vx = at;
        Way.Avoid2d(new Avoid2dIn(), new Avoid2dOut(), avoidance);
        choice.best = 2;
        Expect(Refused(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d target", "room for two targets each in tables");
        choice.best = 0;
        input[1].runner_x = Column.Array(x, 1);
        Expect(Refused(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice)) == "choose2d runner_x", "a short column of a table's candidates");
        Expect(Refused(() => Way.MakeCrowd2dOfParts(choice, crowd, 1 << 16)) == "make_crowd2d_of_parts runner_x", "a crowd of a table with a short column");
        input[1].runner_x = input[1].chaser_x;
        StatusColumnOut* status = (StatusColumnOut*)Room(2 * sizeof(StatusColumnOut));
        *status = StatusColumnOut.Array((Status*)best, 2);
        parts[0] = SearchPart.Of(input, status, 3);
        var lists = new Neighbours { list = Items.Of(ref *(Neighbour*)Room(320), 40), capacity = 40, offset = Items.Of(ref *(Size*)Room(48), 6) };
        parts[1] = SearchPart.Of(input + 1, 2);
        Expect(Throws(() => Way.Neighbours2d(new Choose2dIn(), choice, ref lists)) == "neighbours2d: status: part 0: it has 2 elements, but the call needs 3", "short statuses of a table");
        status->length = 3;
        for (int i = 0; i < 3; i++) best[i] = uint.MaxValue;
        Way.Neighbours2d(new Choose2dIn(), choice, ref lists);
        Expect(lists.answered == 5 && best[0] == (uint)Status.Met && best[2] == (uint)Status.Met, "statuses of one table");
        parts[1] = SearchPart.Of(input + 1, status + 1, 2);
        status[1] = StatusColumnOut.Array((Status*)best + 2, 2);
        Expect(Throws(() => Way.Neighbours2d(new Choose2dIn(), choice, ref lists)) == "neighbours2d: status: part 1: it overlaps status of part 0", "statuses of two tables");
        status[1] = StatusColumnOut.Array((Status*)best + 3, 2);
        Way.Neighbours2d(new Choose2dIn(), choice, ref lists);
        Expect(lists.answered == 5, "Way.Neighbours2d with tables");
    }

    // An output may be the same column as an input. It must not overlap an input in another way.
    static void Overlaps()
    {
        const int n = 20;
        float* x = (float*)Room(4 * (n + 8));
        Column place = Column.Array(x, n), none = Column.Same(0);
        var input = new Seek2dIn { chaser_x = place, chaser_y = none, chaser_speed = Column.Same(3), runner_x = Column.Same(-50), runner_y = Column.Same(7) };
        Func<ColumnOut, Batch, string> said = (to, batch) => Throws(() => Way.Seek2d(input, new Seek2dOut { velocity_x = to }, batch));
        Expect(said(ColumnOut.Array(x, n), Batch.Of(n)) == "accepted", "an output that is an input");
        Expect(said(ColumnOut.Array(x + 1, n), Batch.Of(n)) == "seek2d: velocity_x: it overlaps chaser_x, but is not the same column", "an output one element after an input");
        Expect(said(ColumnOut.Array((double*)x, n / 2), Batch.Of(n / 2)).StartsWith("seek2d: velocity_x: it overlaps chaser_x"), "an output of another type");
        Expect(said(ColumnOut.At(x, 8, n / 2), Batch.Of(n / 2)).StartsWith("seek2d: velocity_x: it overlaps"), "another stride");
        Expect(said(ColumnOut.Array(x + n / 2, n / 2), Batch.Of(n / 2)) == "accepted", "the other half of an array");
        Expect(said(ColumnOut.Array(x + 1, n), new Batch { first = n - 1, count = 1 }) == "accepted", "one agent reads and writes other elements");
        uint* rows = (uint*)Room(8);
        rows[0] = n - 1;
        rows[1] = n - 3;
        var listed = new Batch { count = 2, index = Items.Of(ref *rows, 2) };
        Expect(said(ColumnOut.Array(x + 3, n), listed) == "accepted", "agents of a list that read and write other elements");
        Expect(said(ColumnOut.Array(x + 2, n), listed).StartsWith("seek2d: velocity_x: it overlaps chaser_x"), "the second agent of a list writes what the first one reads");
        var chosen = new Choose2dIn { chaser_x = place, chaser_y = none, range_to = place, runner_x = Column.Same(5), runner_y = none };
        Func<int, string> choose = at => Throws(() => Way.Choose2d(chosen, new Choose2dOut { cost = ColumnOut.Array(x + at, n) }, new Choice { count = 2, index = listed.index, runner_count = 1 }));
        Expect(choose(3) == "accepted" && choose(2) != "accepted", "choosers of a list");
        var near = new Neighbours { offset = Items.Of(ref *(Size*)Room(8 * 3), 3), list = Items.Of(ref *(Neighbour*)Room(64), 8), capacity = 8 };
        Func<int, string> list = at =>
        {
            var own = near;
            own.status = StatusColumnOut.Array((Status*)(x + at), n);
            return Throws(() => Way.Neighbours2d(chosen, new Choice { count = 2, index = listed.index, runner_count = 1 }, ref own));
        };
        Expect(list(3) == "accepted" && list(2) != "accepted", "lists for choosers of a list");
        Unit* u = (Unit*)Room(n * sizeof(Unit));
        for (int i = 0; i < n; i++) u[i] = new Unit { x = i, speed = 1 };
        Records all = Records.Of(ref *u, n), next = Records.Of(ref u[1], n - 1);
        input.chaser_x = all.In(ref u->x);
        input.chaser_speed = all.In(ref u->speed);
        Expect(said(all.Out(ref u->y), Batch.Of(n)) == "accepted" && said(all.Out(ref u->x), Batch.Of(n)) == "accepted", "another field, and the same field");
        Expect(said(next.Out(ref u[1].y), Batch.Of(n - 1)) == "accepted", "another field of the next record");
        Expect(said(next.Out(ref u[1].x), Batch.Of(n - 1)).StartsWith("seek2d: velocity_x: it overlaps chaser_x"), "the same field of the next record");
        float* same = &u->y;
        input.chaser_y = Column.Same(same);
        Expect(said(all.Out(ref u->y), Batch.Of(n)).StartsWith("seek2d: velocity_x: it overlaps chaser_y"), "the value of all agents");
        input.chaser_y = none;
        var statuses = new Seek2dOut { status = next.Out(ref *(Status*)&u[1].target) };
        Expect(Throws(() => Way.Seek2d(input, statuses, Batch.Of(n - 1, all.In(ref u->target), 1))) == "seek2d: status: it overlaps targets.row, but is not the same column", "statuses over targets");
        var generations = new Targets { row = WholeColumn.Array((uint*)Room(4 * n), n), generation = all.In(ref u->target), runner_generation = WholeColumn.Array((uint*)Room(4), 1), runner_count = 1 };
        input.runner_x = Column.Array((float*)Room(4), 1);
        input.runner_y = Column.Array((float*)Room(4), 1);
        Expect(Throws(() => Way.Seek2d(input, statuses, new Batch { count = n - 1, targets = generations })) == "seek2d: status: it overlaps targets.generation, but is not the same column", "statuses over generations");
        var part = Part.Of((Seek2dIn*)Room(sizeof(Seek2dIn)), 0);
        var tables = new Targets { row = generations.row, part = all.In(ref u->target), parts = Items.Of(ref part, 1), part_count = 1 };
        Expect(Throws(() => Way.Seek2d(input, statuses, new Batch { count = n - 1, targets = tables })) == "seek2d: status: it overlaps targets.part, but is not the same column", "statuses over parts");
        uint* target = (uint*)Room(8 * n);
        var sticky = new Choose2dIn { chaser_x = place, chaser_y = none, runner_x = place, runner_y = none, present = WholeColumn.Array(target, n) };
        Way.Choose2d(sticky, new Choose2dOut { target = WholeColumnOut.Array(target, n) }, Choice.Of(n, n));
        var two = Choice.Of(n, n);
        two.best = 2;
        Expect(Refused(() => Way.Choose2d(sticky, new Choose2dOut { target = WholeColumnOut.Array(target, 2 * n) }, two)) == "choose2d target", "two targets each over the present ones");
        Expect(Refused(() => Way.Choose2d(sticky, new Choose2dOut { cost = ColumnOut.Array((float*)target + 1, n) }, Choice.Of(n - 1, n))) == "choose2d cost", "costs over targets");
    }

    // Columns of length 0 are agents, candidates or runners that are gone, whatever the pointer is.
    static void Empty()
    {
        Unit* u = (Unit*)Room(3 * sizeof(Unit));
        for (int i = 0; i < 3; i++) u[i] = new Unit { x = 3 * i, target = Native.NoTarget, speed = 1 };
        Records all = Records.Of(ref *u, 3);
        Column one = Column.Same(1), none = Column.Same(0);
        float* noFloats = null;
        uint* noRows = null;
        Action<string, Action> accepted = (what, call) => Expect(Throws(call) == "accepted", what + ": " + Throws(call));
        Crowd2d* crowd = (Crowd2d*)Room(4096);
        for (int k = 0; k < 4; k++)
        {
            Unit* z = k == 0 ? u : null;
            Records gone = k < 2 ? Records.Of(ref *z, 0) : k == 2 ? Records.Of(new Span<Unit>()) : new Records(null, sizeof(Unit), 0);
            string of = " of length 0, " + k;
            var choosers = new Choose2dIn { chaser_x = gone.In(ref z->x), chaser_y = gone.In(ref z->y), runner_x = all.In(ref u->x), runner_y = all.In(ref u->y) };
            var chosen = new Choose2dOut { target = gone.Out(ref z->target) };
            accepted("choosers" + of, () => Way.Choose2d(choosers, chosen, Choice.Of(0, 3)));
            Expect(Way.Check(choosers, 0, 3) == null, "a check of choosers" + of);
            var candidates = new Choose2dIn { chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), runner_x = gone.In(ref z->x), runner_y = gone.In(ref z->y) };
            u[2].target = 7;
            accepted("candidates" + of, () => Way.Choose2d(candidates, new Choose2dOut { target = all.Out(ref u->target) }, Choice.Of(3, 0)));
            Expect(u[2].target == Native.NoTarget, "no candidates" + of);
            accepted("a crowd" + of, () => Way.MakeCrowd2d(candidates, 0, crowd, 4096));
            accepted("candidates of a crowd" + of, () => Way.Choose2d(candidates, new Choose2dOut { target = all.Out(ref u->target) }, new Choice { count = 3, crowd2d = crowd }));
            var both = choosers;
            both.runner_x = both.chaser_x;
            both.runner_y = both.chaser_y;
            accepted("choosers and candidates" + of, () => Way.Choose2d(both, chosen, Choice.Of(0, 0)));
            var near = new Neighbours { offset = Items.Of(ref *(Size*)Room(8), 1), status = StatusColumnOut.Array((Status*)noRows, 0) };
            accepted("neighbours" + of, () => Way.Neighbours2d(both, Choice.Of(0, 0), ref near));
            var walk = new Avoid2dIn
            {
                chaser_x = both.chaser_x, chaser_y = both.chaser_y, runner_x = both.chaser_x, runner_y = both.chaser_y, chaser_vx = both.chaser_y, chaser_vy = both.chaser_y,
                preferred_vx = both.chaser_y, preferred_vy = both.chaser_y, chaser_speed = gone.In(ref z->speed), radius = one,
            };
            accepted("an avoidance" + of, () => Way.Avoid2d(walk, new Avoid2dOut { velocity_x = gone.Out(ref z->x), velocity_y = gone.Out(ref z->y) }, Avoidance.Of(0, 0)));
            var seek = new Seek2dIn { chaser_x = both.chaser_x, chaser_y = both.chaser_y, chaser_speed = one, runner_x = one, runner_y = one };
            var sought = new Seek2dOut { velocity_x = gone.Out(ref z->x), velocity_y = gone.Out(ref z->y) };
            accepted("a batch" + of, () => Way.Seek2d(seek, sought, Batch.Of(0)));
            seek.runner_x = all.In(ref u->x);
            seek.runner_y = all.In(ref u->y);
            accepted("targets" + of, () => Way.Seek2d(seek, sought, Batch.Of(0, gone.In(ref z->target), 3)));
            var rows = new Targets { row = WholeColumn.Array(noRows, 0), generation = WholeColumn.Array(noRows, 0), runner_generation = all.In(ref u->target), runner_count = 3 };
            accepted("targets and generations" + of, () => Way.Seek2d(seek, sought, new Batch { targets = rows }));
            var chase = new Seek2dIn { chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), chaser_speed = one, runner_x = both.chaser_x, runner_y = both.chaser_y };
            accepted("runners" + of, () => Way.Seek2d(chase, new Seek2dOut(), Batch.Of(3, all.In(ref u->target), 0)));
            // one of several tables, and no agents in a batch of several tables
            var search = (SearchPart*)Room(2 * sizeof(SearchPart));
            float y = 0;
            var full = new Choose2dIn { chaser_x = all.In(ref u->x), chaser_y = Column.Same(&y), runner_x = all.In(ref u->x), runner_y = Column.Same(&y) };
            var filled = new Choose2dOut { target = all.Out(ref u->target) };
            var emptied = both;
            var unchosen = chosen;
            search[0] = SearchPart.Of(&emptied, &unchosen, 0);
            search[1] = SearchPart.Of(&full, &filled, 3);
            var tables = Items.Of(ref *search, 2);
            accepted("a table" + of, () => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), new Choice { count = 3, chaser_parts = tables, chaser_part_count = 2, runner_parts = tables, runner_part_count = 2 }));
            Expect(u[0].target == 1 && u[2].target == 1, "rows after a table" + of);
            var first = Items.Of(ref *search, 1);
            accepted("only a table" + of, () => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), new Choice { chaser_parts = first, chaser_part_count = 1, runner_parts = first, runner_part_count = 1 }));
            var runners = (Part*)Room(2 * sizeof(Part));
            var left = chase;
            var right = new Seek2dIn { runner_x = all.In(ref u->x), runner_y = all.In(ref u->y) };
            runners[0] = Part.Of(&left, 0);
            runners[1] = Part.Of(&right, 3);
            uint second = 1;
            var led = new Targets { row = all.In(ref u->target), part = WholeColumn.Same(&second), parts = Items.Of(ref *runners, 2), part_count = 2 };
            Status* status = (Status*)Room(12);
            accepted("a table of runners" + of, () => Way.Seek2d(chase, new Seek2dOut { status = StatusColumnOut.Array(status, 3) }, new Batch { count = 3, targets = led }));
            Expect(status[0] == Status.Met && status[2] == Status.Met, "runners after a table" + of);
            led.row = gone.In(ref z->target);
            led.part = WholeColumn.Array(noRows, 0);
            accepted("targets in tables" + of, () => Way.Seek2d(seek, sought, new Batch { targets = led }));
        }
        // the other calls, with arrays and spans
        Column nothing = Column.Of(new Span<float>()), nowhere = Column.Array(noFloats, 0);
        Size* offset = (Size*)Room(8);
        accepted("rays", () => Way.Cast2d(new Cast2dIn { x = nothing, y = nowhere, direction_x = one, direction_y = none }, new Cast2dOut { distance = ColumnOut.Of(new Span<float>()), status = StatusColumnOut.Of(new Span<Status>()) }, Cast.Of(0)));
        accepted("rays in space", () => Way.Cast3d(new Cast3dIn { x = nothing, y = nothing, z = nowhere, direction_x = one, direction_y = none, direction_z = none }, new Cast3dOut(), CastTriangles.Of(0)));
        var bodies = new Bodies { memory = Items.Of(ref *(ulong*)Room(4096), 512), bytes = 4096 };
        accepted("bodies", () => Way.BounceAll2d(new BounceAll2dIn { ball_x = nothing, ball_y = nowhere, ball_vx = nothing, ball_vy = nothing, radius = nothing, dt = one }, new BounceAll2dOut(), ref bodies));
        var pairs = *Conflicts(0);
        accepted("conflicts", () => Way.Conflicts2d(new Conflicts2dIn { x = nothing, y = nowhere, vx = nothing, vy = nothing, radius = one, horizon = one }, new Conflicts2dOut { status = StatusColumnOut.Array((Status*)noRows, 0) }, ref pairs));
        var paths = new Waypoints { offset = Items.Of(ref *offset, 1) };
        accepted("paths", () => Way.Waypoints2d(new Waypoints2dIn { x = nothing, y = nowhere, heading_x = one, heading_y = none, target_x = nothing, target_y = none, target_heading_x = one, target_heading_y = none, radius = one, word = WholeColumn.Of(new Span<Word>()), arc1 = none, middle = none, arc2 = none, spacing = one }, new Waypoints2dOut(), ref paths));
        var shares = new Assignment { offset = Items.Of(ref *offset, 1), memory = bodies.memory, bytes = 4096 };
        accepted("an assignment", () => Way.Assign(new AssignIn { row = WholeColumn.Array(noRows, 0), cost = nothing }, new AssignOut { target = WholeColumnOut.Array(noRows, 0) }, ref shares));
        var wall = (Wall*)Room(sizeof(Wall));
        var limits = new Choose2dIn { chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), range_to = nothing, runner_x = one, runner_y = one };
        accepted("a column that is left out, and no walls", () => Way.Choose2d(limits, new Choose2dOut(), new Choice { count = 3, runner_count = 1, walls = Items.Of(ref *wall, 0) }));
        limits.chaser_y = nothing;
        Expect(Refused(() => Way.Choose2d(limits, new Choose2dOut(), Choice.Of(3, 1))) == "choose2d chaser_y", "a column of length 0 for three choosers");
        limits.chaser_y = new Column();
        Expect(Refused(() => Way.Choose2d(limits, new Choose2dOut(), Choice.Of(3, 1))) == "choose2d chaser_y", "a forgotten column");
        limits.chaser_x = nothing;
        Expect(Refused(() => Way.Choose2d(limits, new Choose2dOut(), Choice.Of(0, 1))) == "choose2d chaser_y", "a forgotten column of no choosers");
    }

    // Counts of tables and of maps that are 0 although the arrays have elements.
    static void ForgottenCounts()
    {
        float* x = (float*)Room(64), y = (float*)Room(64), velocity = (float*)Room(64);
        uint* best = (uint*)Room(64), rows = (uint*)Room(64);
        for (uint i = 0; i < 3; i++) { x[i] = i * i; rows[i] = i; }
        Choose2dIn* input = (Choose2dIn*)Room(sizeof(Choose2dIn));
        Choose2dOut* output = (Choose2dOut*)Room(sizeof(Choose2dOut));
        *input = new Choose2dIn { chaser_x = Column.Array(x, 3), chaser_y = Column.Array(y, 3), runner_x = Column.Array(x, 3), runner_y = Column.Array(y, 3) };
        *output = new Choose2dOut { target = WholeColumnOut.Array(best, 3) };
        SearchPart* part = (SearchPart*)Room(sizeof(SearchPart));
        *part = SearchPart.Of(input, output, 3);
        var tables = Items.Of(ref *part, 1);
        var full = new Choice { count = 3, chaser_parts = tables, chaser_part_count = 1, runner_parts = tables, runner_part_count = 1 };
        Func<Choice, string> choose = choice => Refused(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice));
        Expect(choose(full) == "accepted", "all counts");
        var forgotten = full;
        forgotten.count = 0;
        Expect(choose(forgotten) == "choose2d count", "the number of choosers in tables");
        Expect(Throws(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), forgotten)) == "choose2d: count: it is 0, but chaser_parts have 3 rows", "what is said of it");
        forgotten.index = Items.Of(ref *rows, 3);
        Expect(choose(forgotten) == "accepted", "an index without elements");
        forgotten.index = new Items<uint>();
        forgotten.first = 3;
        Expect(choose(forgotten) == "accepted", "no choosers after the last one");
        forgotten = full;
        forgotten.chaser_part_count = 0;
        Expect(choose(forgotten) == "choose2d chaser_part_count", "the number of the choosers' tables");
        forgotten.count = 0;
        Expect(choose(forgotten) == "choose2d chaser_part_count", "both numbers of choosers");
        forgotten.chaser_parts = Items.Of(ref *part, 0);
        Expect(choose(forgotten) == "accepted", "no table of choosers");
        var lists = new Neighbours { list = Items.Of(ref *(Neighbour*)Room(96), 12), capacity = 12, offset = Items.Of(ref *(Size*)Room(32), 4) };
        Crowd2d* crowd = (Crowd2d*)Room(4096);
        var shares = new Assignment { runner_count = 1, memory = Items.Of(ref *(ulong*)Room(4096), 512), bytes = 4096 };
        Expect(Refused(() => Way.Assign(new AssignIn { cost = Column.Array(x, 3) }, new AssignOut { target = WholeColumnOut.Array(best, 3) }, ref shares)) == "assign count", "the number of choosers of an assignment");
        forgotten = full;
        forgotten.runner_part_count = 0;
        Expect(choose(forgotten) == "choose2d runner_part_count", "the number of the candidates' tables");
        *part = SearchPart.Of(input, 3); // without statuses
        Expect(Refused(() => Way.Neighbours2d(new Choose2dIn(), forgotten, ref lists)) == "neighbours2d runner_part_count", "the number of the candidates' tables of lists");
        Expect(Refused(() => Way.MakeCrowd2dOfParts(forgotten, crowd, 4096)) == "make_crowd2d_of_parts runner_part_count", "the number of the candidates' tables of a crowd");
        *part = SearchPart.Of(input, output, 3);
        forgotten.runner_parts = Items.Of(ref *part, 0);
        Expect(choose(forgotten) == "accepted" && best[0] == Native.NoTarget, "no table of candidates");
        Avoid2dIn* walkers = (Avoid2dIn*)Room(sizeof(Avoid2dIn));
        Avoid2dOut* steps = (Avoid2dOut*)Room(sizeof(Avoid2dOut));
        Column at = Column.Array(x, 3), flat = Column.Array(y, 3);
        *walkers = new Avoid2dIn { chaser_x = at, chaser_y = flat, chaser_vx = flat, chaser_vy = flat, preferred_vx = flat, preferred_vy = flat, chaser_speed = at, runner_x = at, runner_y = flat };
        *steps = new Avoid2dOut { velocity_x = ColumnOut.Array(velocity, 3) };
        SearchPart* walking = (SearchPart*)Room(sizeof(SearchPart));
        *walking = SearchPart.Of(walkers, steps, 3);
        var people = Items.Of(ref *walking, 1);
        Func<Avoidance, string> avoid = how => Refused(() => Way.Avoid2d(new Avoid2dIn(), new Avoid2dOut(), how));
        Expect(avoid(new Avoidance { count = 3, chaser_parts = people, chaser_part_count = 1, runner_parts = people, runner_part_count = 1 }) == "accepted", "all counts of an avoidance");
        Expect(avoid(new Avoidance { count = 3, chaser_parts = people, chaser_part_count = 1, runner_parts = people }) == "avoid2d runner_part_count", "the number of the tables to avoid");
        Expect(avoid(new Avoidance { chaser_parts = people, chaser_part_count = 1, runner_parts = people, runner_part_count = 1 }) == "avoid2d count", "the number of agents in tables");
        *walking = SearchPart.Of(walkers, steps, 0);
        Expect(avoid(new Avoidance { chaser_parts = people, chaser_part_count = 1, runner_parts = people, runner_part_count = 1 }) == "accepted", "tables without rows");

        Seek2dIn* runners = (Seek2dIn*)Room(sizeof(Seek2dIn));
        *runners = new Seek2dIn { runner_x = at, runner_y = flat };
        Part* one = (Part*)Room(sizeof(Part));
        *one = Part.Of(runners, 3);
        var seek = new Seek2dIn { chaser_x = at, chaser_y = flat, chaser_speed = at, runner_x = Column.Array(velocity, 3), runner_y = flat };
        Func<Targets, int, string> led = (targets, count) => Refused(() => Way.Seek2d(seek, new Seek2dOut(), new Batch { count = count, targets = targets }));
        var row = WholeColumn.Array(rows, 3);
        var map = Items.Of(ref *rows, 3);
        var first = Items.Of(ref *(uint*)Room(16), 3);
        Expect(led(new Targets { row = row, parts = Items.Of(ref *one, 1), part_count = 1, row_of = map, part_of = first, map_size = 3 }, 3) == "accepted", "all counts of targets");
        Expect(led(new Targets { row = row, parts = Items.Of(ref *one, 1), part = row }, 3) == "seek2d targets.part_count", "the number of the runners' tables");
        Expect(led(new Targets { row = row, parts = Items.Of(ref *one, 0), part = row }, 3) == "accepted", "no table of runners");
        Expect(led(new Targets { row = row, row_of = map, runner_count = 3 }, 3) == "seek2d targets.map_size", "the size of a map to rows");
        Expect(led(new Targets { row = row, part_of = first, parts = Items.Of(ref *one, 1), part_count = 1 }, 3) == "seek2d targets.map_size", "the size of a map to tables");
        Expect(led(new Targets { row = row, row_of = Items.Of(ref *rows, 0), runner_count = 3 }, 3) == "accepted", "a map of no entities");
        Expect(Refused(() => Way.Seek2d(new Seek2dIn { chaser_x = Column.Array(x, 0), chaser_y = Column.Array(x, 0), chaser_speed = Column.Same(1), runner_x = at, runner_y = at }, new Seek2dOut(),
            new Batch { targets = new Targets { row = WholeColumn.Array(rows, 0), row_of = map, runner_count = 3 } })) == "accepted", "a map that no agent reads");
    }

    // Two outputs of one call must not share an element.
    static void TwoOutputs()
    {
        const int n = 4;
        Unit* u = (Unit*)Room(n * sizeof(Unit));
        for (int i = 0; i < n; i++) u[i] = new Unit { x = 3 * i, y = i, speed = 1 };
        Records all = Records.Of(ref *u, n);
        float* to = (float*)Room(256);
        Column one = Column.Same(1);
        var seek = new Seek2dIn { chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), chaser_speed = one, runner_x = Column.Same(9), runner_y = Column.Same(9) };
        Func<ColumnOut, ColumnOut, Batch, string> said = (vx, vy, batch) => Throws(() => Way.Seek2d(seek, new Seek2dOut { velocity_x = vx, velocity_y = vy }, batch));
        Expect(said(all.Out(ref u->x), all.Out(ref u->x), Batch.Of(n)) == "seek2d: velocity_y: it overlaps velocity_x", "one field for two outputs");
        Expect(said(ColumnOut.Array(to, n), ColumnOut.Array(to, n), Batch.Of(n)) == "seek2d: velocity_y: it overlaps velocity_x", "one array for two outputs");
        Expect(said(ColumnOut.Array(to, n), ColumnOut.Array(to + 1, n), Batch.Of(n)) == "seek2d: velocity_y: it overlaps velocity_x", "an output one element later");
        Expect(said(ColumnOut.Array(to, n), ColumnOut.Array(to + n, n), Batch.Of(n)) == "accepted", "two halves of an array");
        Expect(said(ColumnOut.Array(to + n, n), ColumnOut.Array(to, n), Batch.Of(n)) == "accepted", "two halves of an array, the second one first");
        Expect(said(ColumnOut.At(to, 8, n), ColumnOut.At(to + 1, 8, n), Batch.Of(n)) == "accepted", "pairs of x and y");
        Expect(said(ColumnOut.At(to, 8, n), ColumnOut.At(to + 3, 16, n), Batch.Of(n)) == "accepted", "another stride between");
        Expect(said(all.Out(ref u->x), all.Out(ref u->y), Batch.Of(n)) == "accepted", "fields of the same records");
        Expect(said(all.Out(ref u->speed), ColumnOut.At((float*)&u->speed + 1, sizeof(Unit), n), Batch.Of(n)) == "seek2d: velocity_y: it overlaps velocity_x", "half of a double");
        Expect(said(ColumnOut.Array(to, n), ColumnOut.Array(to + 1, n), Batch.Of(1)) == "accepted", "one agent writes two elements");
        Expect(said(ColumnOut.Array(to, n), ColumnOut.Array(to, n), new Batch { first = 3, count = 1 }) == "seek2d: velocity_y: it overlaps velocity_x", "the element of one agent");
        Expect(said(ColumnOut.Array(to, 0), ColumnOut.Array(to, 0), new Batch { index = Items.Of(ref *(uint*)to, 1) }) == "accepted", "no agents write nothing");
        var listed = new Batch { count = 2, index = Items.Of(ref *(uint*)Room(8), 2) };
        ((uint*)listed.index.first)[0] = 2;
        ((uint*)listed.index.first)[1] = 3;
        Expect(said(ColumnOut.Array(to, n), ColumnOut.Array(to + 2, n), listed) == "accepted", "agents of a list that write other elements");
        Expect(said(ColumnOut.Array(to, n), ColumnOut.Array(to + 1, n), listed) == "seek2d: velocity_y: it overlaps velocity_x", "the second agent of a list over the first one");
        Column none = Column.Same(0), place = Column.Array((float*)Room(16), n);
        ColumnOut both = ColumnOut.Array(to, n), ranked = ColumnOut.Array(to, 2 * n);
        WholeColumnOut rows = WholeColumnOut.Array((uint*)to, n);
        StatusColumnOut statuses = StatusColumnOut.Array((Status*)to, n);
        var calls = new Action[]
        {
            () => Way.Choose2d(new Choose2dIn { chaser_x = place, chaser_y = none, runner_x = one, runner_y = one }, new Choose2dOut { target = rows, cost = both }, Choice.Of(n, 1)),
            () => Way.Choose2d(new Choose2dIn { chaser_x = place, chaser_y = none, runner_x = one, runner_y = one }, new Choose2dOut { cost = ranked, status = StatusColumnOut.Array((Status*)to + n, n) }, new Choice { count = n, runner_count = 1, best = 2 }),
            () => Way.Choose3d(new Choose3dIn { chaser_x = place, chaser_y = none, chaser_z = none, runner_x = one, runner_y = one, runner_z = one }, new Choose3dOut { cost = both, status = statuses }, Choice.Of(n, 1)),
            () => Way.Avoid2d(new Avoid2dIn { chaser_x = place, chaser_y = none, chaser_vx = none, chaser_vy = none, preferred_vx = one, preferred_vy = none, chaser_speed = one, runner_x = one, runner_y = one }, new Avoid2dOut { velocity_x = both, velocity_y = both }, Avoidance.Of(n, 1)),
            () => Way.Cast2d(new Cast2dIn { x = place, y = none, direction_x = one, direction_y = none }, new Cast2dOut { distance = both, point_x = both }, Cast.Of(n)),
            () => Way.Cast3d(new Cast3dIn { x = place, y = none, z = none, direction_x = one, direction_y = none, direction_z = none }, new Cast3dOut { distance = both, point_z = both }, CastTriangles.Of(n)),
            () => Way.Sweep3d(new Sweep3dIn { ball_x = place, ball_y = none, ball_z = none, ball_vx = one, ball_vy = none, ball_vz = none }, new Sweep3dOut { time = both, point_x = both }, CastTriangles.Of(n)),
            () => Way.Follow2d(new Follow2dIn { chaser_x = place, chaser_y = none, chaser_speed = one }, new Follow2dOut { velocity_x = both, velocity_y = both }, Following.Of(n)),
            () => Way.Conflicts2d(new Conflicts2dIn { x = place, y = none, vx = one, vy = none, radius = one, horizon = one }, new Conflicts2dOut { time_in = both, time_out = both }, ref *Conflicts(n, n)),
            () => { var bodies = new Bodies { count = n }; Way.BounceAll2d(new BounceAll2dIn { ball_x = place, ball_y = none, ball_vx = place, ball_vy = none, radius = none, dt = one }, new BounceAll2dOut { next_x = both, next_y = both }, ref bodies); },
            () => { var lists = new Waypoints { count = n, capacity = n }; Way.Waypoints2d(new Waypoints2dIn { x = place }, new Waypoints2dOut { next_x = both, next_y = both }, ref lists); },
            () => { var how = new Assignment { count = n, runner_count = 1 }; Way.Assign(new AssignIn { cost = place }, new AssignOut { target = rows, cost = both }, ref how); },
        };
        for (int k = 0; k < calls.Length; k++) Expect(Throws(calls[k]).Contains(": it overlaps "), "two outputs of call " + k + ": " + Throws(calls[k]));
        // the outputs of two tables
        float zero = 0;
        float* x = (float*)Room(64);
        uint* best = (uint*)Room(64);
        Choose2dIn* input = (Choose2dIn*)Room(2 * sizeof(Choose2dIn));
        Choose2dOut* output = (Choose2dOut*)Room(2 * sizeof(Choose2dOut));
        SearchPart* parts = (SearchPart*)Room(2 * sizeof(SearchPart));
        for (int p = 0; p < 2; p++)
        {
            Column at = Column.Array(x + 2 * p, 2), y = Column.Same(&zero);
            input[p] = new Choose2dIn { chaser_x = at, chaser_y = y, runner_x = at, runner_y = y };
            output[p] = new Choose2dOut { target = WholeColumnOut.Array(best + 2 * p, 4 - 2 * p) };
            parts[p] = SearchPart.Of(input + p, output + p, 2);
        }
        var tables = Items.Of(ref *parts, 2);
        var choice = new Choice { count = 4, chaser_parts = tables, chaser_part_count = 2, runner_parts = tables, runner_part_count = 2 };
        Func<Choice, string> choose = how => Throws(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), how));
        Expect(choose(choice) == "accepted", "two tables that write to one array");
        output[1].target = output[0].target;
        Expect(choose(choice) == "choose2d: target: part 1: it overlaps target of part 0", "one array for two tables");
        var some = choice;
        some.count = 2;
        Expect(choose(some) == "accepted", "only the first table is written");
        some.first = 1;
        Expect(choose(some) == "accepted", "the second row of one table and the first one of the other table");
        some.count = 3;
        Expect(choose(some).StartsWith("choose2d: target: part 1: it overlaps"), "the second rows of both tables");
        output[1].target = WholeColumnOut.Array(best + 1, 2);
        Expect(choose(choice) == "choose2d: target: part 1: it overlaps target of part 0", "an array that begins in the other table's");
        output[1].target = new WholeColumnOut();
        output[1].cost = ColumnOut.Array((float*)best + 2, 2);
        Expect(choose(choice) == "accepted", "other outputs of the second table");
        output[1].cost = ColumnOut.Array((float*)best, 2);
        Expect(choose(choice) == "choose2d: cost: part 1: it overlaps target of part 0", "costs over targets of another table");
        output[1].cost = new ColumnOut();
        output[1].target = WholeColumnOut.Array(best + 2, 2);
        output[1].status = StatusColumnOut.Array((Status*)best + 2, 2);
        Expect(choose(choice) == "choose2d: status: part 1: it overlaps target", "two outputs of a table");
        output[1].status = new StatusColumnOut();
        choice.best = 2;
        output[0].target = WholeColumnOut.Array(best, 4);
        output[1].target = WholeColumnOut.Array(best + 4, 4);
        Expect(choose(choice) == "accepted", "two targets each of two tables");
        output[1].target = WholeColumnOut.Array(best + 3, 4);
        Expect(choose(choice).StartsWith("choose2d: target: part 1: it overlaps"), "two targets each over the other table's");
    }

    // The columns of candidates, or of runners, are those of one table.
    static void OneTable()
    {
        Unit* u = (Unit*)Room(6 * sizeof(Unit)), v = (Unit*)Room(4 * sizeof(Unit));
        for (int i = 0; i < 6; i++) u[i] = new Unit { x = 3 * i, y = i, speed = 1 };
        for (int i = 0; i < 4; i++) v[i] = new Unit { x = i, y = 9, speed = 1 };
        Records six = Records.Of(ref *u, 6), four = Records.Of(ref *v, 4), some = Records.Of(ref *u, 4);
        float* x = (float*)Room(64);
        var input = new Choose2dIn { chaser_x = six.In(ref u->x), chaser_y = six.In(ref u->y), runner_x = four.In(ref v->x), runner_y = six.In(ref u->y) };
        Func<Choose2dIn, Choice, string> said = (of, choice) => Throws(() => Way.Choose2d(of, new Choose2dOut(), choice));
        // A call accepts longer columns, because arrays may have unequal capacities. A check says that they differ.
        Crowd2d* crowd = (Crowd2d*)Room(4096);
        Expect(said(input, Choice.Of(6, 4)) == "accepted", "y of more candidates");
        Expect(said(input, Choice.Of(6, 5)) == "choose2d: runner_x: it has 4 elements, but the call needs 5", "more candidates than x");
        Expect(Way.Check(input, 6, 4) == "runner_y: it has 6 elements, but runner_x has 4", "a check of y of another table");
        Expect(Way.Check(input, 6, 0).StartsWith("runner_count: ") && Way.Check(input, 6, 5).StartsWith("runner_x: it has 4 elements, but the call needs"), "checks of the counts come first");
        Expect(Throws(() => Way.MakeCrowd2d(input, 4, crowd, 4096)) == "accepted", "a crowd with y of more candidates");
        Expect(said(input, new Choice { count = 2, runner_count = 4, index = Items.Of(ref *(uint*)Room(8), 2) }) == "accepted", "with an index");
        input.runner_y = four.In(ref v->y);
        Expect(Way.Check(input, 6, 4) == null, "a check of one table");
        input.runner_mask = WholeColumn.Array((uint*)Room(64), 6);
        Expect(said(input, Choice.Of(6, 4)) == "accepted" && Way.Check(input, 6, 4) == "runner_mask: it has 6 elements, but runner_x has 4", "masks of another table");
        input.runner_mask = WholeColumn.Array((uint*)Room(64), 4);
        Expect(said(input, Choice.Of(6, 3)) == "accepted", "fewer candidates than the table has");
        input.runner_mask = new WholeColumn();
        input.runner_x = some.In(ref u->x);
        input.runner_y = six.In(ref u->y);
        Expect(said(input, Choice.Of(6, 4)) == "accepted" && Way.Check(input, 6, 4) == null, "fields of the same records");
        input.runner_x = Column.Array(x, 16);
        input.runner_y = Column.Same(1);
        Expect(said(input, Choice.Of(6, 4)) == "accepted", "a value has no length");
        // pools of 8 and 4 of which 3 candidates live
        float* poolX = (float*)Room(32), poolY = (float*)Room(16);
        for (int i = 0; i < 3; i++) poolX[i] = poolY[i] = 50 - 9 * i;
        var pools = new Choose2dIn { chaser_x = Column.Same(0), chaser_y = Column.Same(0), runner_x = Column.Array(poolX, 8), runner_y = Column.Array(poolY, 4) };
        uint* target = (uint*)Room(4);
        Way.Choose2d(pools, new Choose2dOut { target = WholeColumnOut.Array(target, 1) }, Choice.Of(1, 3));
        Expect(*target == 2, "pools of different capacities");
        Expect(Way.Check(pools, 1, 3) == "runner_y: it has 4 elements, but runner_x has 8", "a check of pools");
        input.runner_y = Column.Array(x, 16);
        Way.MakeCrowd2d(input, 4, crowd, 4096);
        input.runner_y = Column.Array(x, 9);
        Expect(said(input, new Choice { count = 6, crowd2d = crowd }) == "accepted" && said(input, new Choice { count = 6, runner_count = 4, crowd2d = crowd }) == "accepted", "columns with a crowd");
        var seek = new Seek2dIn { chaser_x = six.In(ref u->x), chaser_y = six.In(ref u->y), chaser_speed = Column.Same(1), runner_x = six.In(ref u->x), runner_y = four.In(ref v->y) };
        Func<Batch, string> led = batch => Throws(() => Way.Seek2d(seek, new Seek2dOut(), batch));
        var rows = WholeColumn.Array((uint*)Room(64), 6);
        Expect(led(Batch.Of(6, rows, 4)) == "accepted" && led(Batch.Of(6, rows, 5)) == "seek2d: runner_y: it has 4 elements, but the call needs 5", "runners of two tables");
        Expect(Way.Check(seek, 6, 4) == "runner_y: it has 4 elements, but runner_x has 6", "a check of runners of two tables");
        seek.runner_y = six.In(ref u->y);
        Expect(led(Batch.Of(6, rows, 4)) == "accepted", "runners of one table");
        var walk = new Avoid2dIn
        {
            chaser_x = six.In(ref u->x), chaser_y = six.In(ref u->y), chaser_vx = six.In(ref u->x), chaser_vy = six.In(ref u->y), preferred_vx = six.In(ref u->x),
            preferred_vy = six.In(ref u->y), chaser_speed = six.In(ref u->speed), radius = Column.Same(1), runner_x = four.In(ref v->x), runner_y = four.In(ref v->y), runner_radius = six.In(ref u->speed),
        };
        Expect(Throws(() => Way.Avoid2d(walk, new Avoid2dOut(), Avoidance.Of(6, 4))) == "accepted" && Way.Check(walk, 6, 4) == "runner_radius: it has 6 elements, but runner_x has 4", "radii of another table");
        var rays = new Cast2dIn { x = six.In(ref u->x), y = six.In(ref u->y), direction_x = Column.Same(1), direction_y = Column.Same(0), runner_x = four.In(ref v->x), runner_y = six.In(ref u->y) };
        Expect(Throws(() => Way.Cast2d(rays, new Cast2dOut(), Cast.Of(6, 4))) == "accepted" && Way.Check(rays, 6, 4) == "runner_y: it has 6 elements, but runner_x has 4", "discs of two tables");
    }

    // Refusals say what to write in C#.
    static void Sayings()
    {
        Unit* u = (Unit*)Room(3 * sizeof(Unit));
        for (int i = 0; i < 3; i++) u[i] = new Unit { x = 3 * i, target = 1, speed = 1 };
        Records all = Records.Of(ref *u, 3);
        float zero = 0;
        Choose2dIn* input = (Choose2dIn*)Room(sizeof(Choose2dIn));
        *input = new Choose2dIn { chaser_x = all.In(ref u->x), chaser_y = Column.Same(&zero), runner_x = all.In(ref u->x), runner_y = Column.Same(&zero) };
        Crowd2d* crowd = (Crowd2d*)Room(4096);
        Way.MakeCrowd2d(*input, 3, crowd, 4096);
        var masked = *input;
        masked.runner_mask = all.In(ref u->target);
        string without = "choose2d: crowd2d: Missing, the crowd was built without a column that this call reads: runner_mask, weight or a velocity";
        Expect(Throws(() => Way.Choose2d(masked, new Choose2dOut(), new Choice { count = 3, crowd2d = crowd })) == without, "a crowd without masks");
        Choose2dOut* output = (Choose2dOut*)Room(sizeof(Choose2dOut));
        SearchPart* part = (SearchPart*)Room(sizeof(SearchPart));
        *part = SearchPart.Of(input, output, 3);
        var tables = Items.Of(ref *part, 1);
        var choice = new Choice { count = 3, chaser_parts = tables, chaser_part_count = 1, runner_parts = tables, runner_part_count = 1 };
        Func<string> chosen = () => Throws(() => Way.Choose2d(new Choose2dIn(), new Choose2dOut(), choice));
        Expect(chosen() == "accepted", "tables");
        input->bonus = Column.Same(1);
        Expect(chosen() == "choose2d: bonus: part 0: a table holds no value: write Column.Same(&value)", "a value of a table's choosers");
        input->bonus = new Column();
        input->weight = Column.Same(1);
        Expect(chosen() == "choose2d: weight: part 0: a table holds no value: write Column.Same(&value)", "a value of a table's candidates");
        input->weight = new Column();
        Seek2dIn* runners = (Seek2dIn*)Room(sizeof(Seek2dIn));
        *runners = new Seek2dIn { runner_x = Column.Same(1), runner_y = Column.Same(&zero) };
        Part* one = (Part*)Room(sizeof(Part));
        *one = Part.Of(runners, 3);
        var seek = new Seek2dIn { chaser_x = all.In(ref u->x), chaser_y = Column.Same(0), chaser_speed = Column.Same(1) };
        uint first = 0;
        var targets = new Targets { row = all.In(ref u->target), part = WholeColumn.Same(&first), parts = Items.Of(ref *one, 1), part_count = 1 };
        Func<string> led = () => Throws(() => Way.Seek2d(seek, new Seek2dOut(), new Batch { count = 3, targets = targets }));
        Expect(led() == "seek2d: runner_x: part 0: a table holds no value: write Column.Same(&value)", "a value of a table's runners");
        runners->runner_x = Column.Same(&zero);
        targets.part = WholeColumn.Same(0);
        Expect(led() == "seek2d: targets.part: options hold no value: write WholeColumn.Same(&value)", "a value of the options");
        targets.part = WholeColumn.Same(&first);
        Expect(led() == "accepted", "values by address");
        Size within;
        Expect(Native.way_find_part(part, 1, 2, &within) == 0 && within == 2, "the part of a row");
        Expect(Native.way_find_part(part, 1, u[0].target, &within) == 0 && within == 1, "the part of a target");
        Expect(Native.way_find_part(part, 1, Native.NoTarget, &within) == 1 && Native.way_find_part(part, 1, unchecked((int)Native.NoTarget), &within) == 1, "no target is in no part");
    }

    // This struct and this function are on the page docs/hosts/unity.md.
    struct Fighter
    {
        public float x, y, vx, vy, speed, wantedX, wantedY;
        public uint side, enemies, target;
    }

    // Each fighter chooses the nearest enemy of all tables, and then steers to meet it.
    static void ChooseAndMeet(NativeArray<Fighter>[] tables, NativeArray<uint> rowOf, NativeArray<uint> partOf)
    {
        int n = tables.Length, total = 0;
        var look = stackalloc Choose2dIn[n];
        var chosen = stackalloc Choose2dOut[n];
        var choosers = stackalloc SearchPart[n];
        var meet = stackalloc Intercept2dIn[n];
        var runners = stackalloc Part[n];
        for (int t = 0; t < n; t++)
        {
            var f = (Fighter*)tables[t].GetUnsafePtr();
            Records all = tables[t].Records();
            Column x = all.In(ref f->x), y = all.In(ref f->y);
            look[t] = new Choose2dIn
            {
                chaser_x = x, chaser_y = y, chaser_mask = all.In(ref f->enemies),
                runner_x = x, runner_y = y, runner_mask = all.In(ref f->side),
            };
            chosen[t] = new Choose2dOut { target = all.Out(ref f->target) };
            choosers[t] = SearchPart.Of(&look[t], &chosen[t], tables[t].Length);
            meet[t] = new Intercept2dIn
            {
                chaser_x = x, chaser_y = y, chaser_speed = all.In(ref f->speed),
                runner_x = x, runner_y = y, runner_vx = all.In(ref f->vx), runner_vy = all.In(ref f->vy),
            };
            runners[t] = Part.Of(&meet[t], tables[t].Length);
            for (int i = 0; i < tables[t].Length; i++, total++)
            {
                rowOf[total] = (uint)i;
                partOf[total] = (uint)t;
            }
        }
        var parts = Items.Of(ref *choosers, n);
        Way.Choose2d(new Choose2dIn(), new Choose2dOut(), new Choice
        {
            count = total, chaser_parts = parts, chaser_part_count = n, runner_parts = parts, runner_part_count = n,
        });
        for (int t = 0; t < n; t++)
        {
            var f = (Fighter*)tables[t].GetUnsafePtr();
            Records all = tables[t].Records();
            var targets = new Targets
            {
                row = all.In(ref f->target), row_of = rowOf.Items(), part_of = partOf.Items(), map_size = total,
                parts = Items.Of(ref *runners, n), part_count = (uint)n,
            };
            var output = new Intercept2dOut { velocity_x = all.Out(ref f->wantedX), velocity_y = all.Out(ref f->wantedY) };
            Way.Intercept2d(meet[t], output, new Batch { count = tables[t].Length, targets = targets });
        }
    }

    // Fighters in three tables: the second one is empty.
    static void SeveralTables()
    {
        var tables = new NativeArray<Fighter>[3];
        for (int t = 0; t < 3; t++) tables[t] = new NativeArray<Fighter>(t == 0 ? 2 : t == 1 ? 0 : 1, Allocator.Persistent);
        tables[0][0] = new Fighter { speed = 5, side = 1, enemies = 2 };
        tables[0][1] = new Fighter { x = 10, speed = 5, side = 1, enemies = 2 };
        tables[2][0] = new Fighter { x = 3, y = 4, speed = 10, side = 2, enemies = 1 };
        var rowOf = new NativeArray<uint>(8, Allocator.Persistent);
        var partOf = new NativeArray<uint>(8, Allocator.Persistent);
        ChooseAndMeet(tables, rowOf, partOf);
        Fighter first = tables[0][0], second = tables[0][1], last = tables[2][0];
        Expect(first.target == 2 && second.target == 2 && last.target == 0, "targets are rows of all tables");
        Expect(first.wantedX == 3 && first.wantedY == 4 && second.wantedX < 0 && second.wantedY > 0 && last.wantedX == -6 && last.wantedY == -8, "runners of another table");
        for (int t = 0; t < 3; t += 2) { tables[t].Dispose(); tables[t] = new NativeArray<Fighter>(0, Allocator.Persistent); }
        Expect(Throws(() => ChooseAndMeet(tables, rowOf, partOf)) == "accepted", "all tables are empty");
        foreach (var table in tables) table.Dispose();
        rowOf.Dispose();
        partOf.Dispose();
    }

    // What a program may forget. A call of Way refuses each of these, and names it.
    static void Mistakes()
    {
        Unit* u = (Unit*)Marshal.AllocHGlobal(3 * sizeof(Unit));
        for (int i = 0; i < 3; i++) u[i] = new Unit { x = 3 * i, target = Native.NoTarget, speed = 1 };
        Span<Unit> units = new Span<Unit>(u, 3);
        Records all = Records.Of(units), two = Records.Of(ref *u, 2);
        Wall wall = new Wall { ax = 2, ay = -9, bx = 2, by = 9 };
        Choose2dIn input = new Choose2dIn { chaser_x = all.In(ref units[0].x), chaser_y = all.In(ref u->y) };
        input.runner_x = input.chaser_x;
        input.runner_y = input.chaser_y;
        Choose2dOut output = new Choose2dOut { target = all.Out(ref u->target) };
        Choice choice = Choice.Of(3, 3);
        Way.Choose2d(input, output, choice);
        Expect(u[0].target == 1 && u[2].target == 1, "the fields of spans and of pointers");
        choice.walls = Items.Of(ref wall, 1);
        Expect(Refused(() => Way.Choose2d(input, output, choice)) == "choose2d wall_count", "walls without wall_count");
        choice.wall_count = 1;
        Way.Choose2d(input, output, choice);
        Expect(u[0].target == Native.NoTarget && u[1].target == 2, "a wall hides");
        Expect(Refused(() => Way.Choose2d(input, output, Choice.Of(3))) == "choose2d runner_count", "candidates without runner_count");
        Expect(Refused(() => Way.MakeCrowd2d(input, 4, null, 0)) == "make_crowd2d runner_x", "a crowd of more candidates than there are");
        choice.best = 2;
        Expect(Refused(() => Way.Choose2d(input, output, choice)) == "choose2d target", "room for two targets each");
        choice.best = 0;
        choice.runner_count = 4;
        Expect(Refused(() => Way.Choose2d(input, output, choice)) == "choose2d runner_x", "more candidates than there are");
        choice.runner_count = 3;
        choice.first = 1;
        Expect(Refused(() => Way.Choose2d(input, output, choice)) == "choose2d chaser_x", "choosers after the last");
        uint* index = (uint*)Marshal.AllocHGlobal(8);
        index[0] = 0;
        index[1] = 2;
        choice = new Choice { count = 2, runner_count = 3, index = Items.Of(ref *index, 2) };
        Way.Choose2d(input, output, choice);
        index[1] = 3;
        Expect(Refused(() => Way.Choose2d(input, output, choice)) == "choose2d chaser_x", "an index after the last");
        input.runner_y = two.In(ref u->y);
        Expect(Refused(() => Way.Choose2d(input, output, Choice.Of(3, 3))) == "choose2d runner_y", "a short column");
        input.runner_x = Records.Of(ref *u, 0).In(ref u->x);
        input.runner_y = Records.Of(ref *u, 0).In(ref u->y);
        input.weight = Column.Same(1);
        Way.Choose2d(input, output, Choice.Of(3));
        Expect(u[1].target == Native.NoTarget, "no candidates");
        Crowd2d* crowd = (Crowd2d*)Marshal.AllocHGlobal(4096);
        input.runner_x = input.chaser_x;
        input.runner_y = input.chaser_y;
        Way.MakeCrowd2d(input, 3, crowd, 4096);
        choice = new Choice { count = 3, crowd2d = crowd };
        Way.Choose2d(input, output, choice);
        Expect(u[1].target == 0, "a crowd has its own count");
        choice.runner_count = 4;
        Expect(Refused(() => Way.Choose2d(input, output, choice)) == "choose2d runner_x", "more candidates than a crowd's columns have");
        // values: equal ones are one column, so that agents on a line at y = 0 are no candidates of their own
        input.runner_x = input.chaser_x;
        input.chaser_y = Column.Same(0);
        input.runner_y = Column.Same(0);
        input.range_to = Column.Same(4);
        input.self = new WholeColumn();
        Way.Choose2d(input, output, Choice.Of(3, 3));
        Expect(u[0].target == 1 && u[2].target == 1, "equal values");
        input.self = WholeColumn.Same(1);
        input.runner_mask = WholeColumn.Same(2u);
        input.runner_x = Column.Same(6.5f);
        input.runner_y = Column.Same(0.5f);
        Way.Choose2d(input, output, Choice.Of(3, 1));
        Expect(u[0].target == Native.NoTarget && u[1].target == 0 && u[2].target == 0, "other values");
        input.chaser_mask = WholeColumn.Same(1u);
        Way.Choose2d(input, output, Choice.Of(3, 1));
        Expect(u[2].target == Native.NoTarget, "masks");
        Choose2dIn value = input;
        Choose2dOut to = output;
        Choice of = Choice.Of(3, 1);
        Expect(Native.way_choose2d(&value, &to, &of) == Result.Type, "Native takes no values");
        input.chaser_y = all.In(ref u->y);
        Avoid2dIn near = new Avoid2dIn { chaser_x = input.chaser_x, chaser_y = input.chaser_y, chaser_vx = two.In(ref u->y), chaser_vy = all.In(ref u->y) };
        near.preferred_vx = near.preferred_vy = near.runner_y = near.chaser_y;
        near.chaser_speed = all.In(ref u->speed);
        near.runner_x = near.chaser_x;
        Expect(Refused(() => Way.Avoid2d(near, new Avoid2dOut(), Avoidance.Of(2, 3))) == "avoid2d chaser_vx", "agents as candidates: their velocities");

        Seek2dIn seek = new Seek2dIn { chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), chaser_speed = all.In(ref u->speed) };
        seek.runner_x = seek.chaser_x;
        seek.runner_y = seek.chaser_y;
        Expect(Refused(() => Way.Seek2d(seek, new Seek2dOut(), Batch.Of(3))) == "seek2d targets.row", "targets are forgotten");
        Way.Seek2d(seek, new Seek2dOut { status = StatusColumnOut.Array((Status*)index, 2) }, Batch.Of(2, all.In(ref u->target), 3));
        Expect(index[0] == (uint)Status.NoTarget, "targets of a field");
        Expect(Refused(() => Way.Seek2d(seek, new Seek2dOut(), Batch.Of(3, all.In(ref u->target), 0))) == "seek2d runner_count", "no runner_count");
        Expect(Throws(() => Batch.Of(3, two.In(ref u->target), 3)).StartsWith("target has fewer"), "a short column of targets");
        Expect(Throws(() => Batch.Of(-1)).StartsWith("a count is negative"), "a count below 0");
        Expect(Throws(() => Column.Array((float*)u, -1)).StartsWith("a column's length"), "a length below 0");
        float copy = u->x;
        foreach (Action wrong in new Action[] { () => all.In(ref u[1].x), () => all.In(ref copy), () => two.Out(ref u[1].speed), () => all.In(ref *(&u->x - 1)) })
            Expect(Throws(wrong).StartsWith("the field is not in the first record"), "a field of another record");
        Choose2dIn given = input;
        given.runner_x = Column.At(&u->x, 4, 3);
        given.runner_y = given.chaser_y;
        Expect(Way.Check(given, 3, 3) == "runner_x: it is read as an array, but it lies in the records of another column: use Records.In", "way_check finds a forgotten stride");
        given.runner_x = given.chaser_x;
        Expect(Way.Check(given, 3).StartsWith("runner_count: "), "way_check finds a forgotten count");
        Expect(Way.Check(given, 3, 3) == null, "way_check finds nothing");
        given.arc = Column.Same(90);
        Expect(Way.Check(given, 3, 3).StartsWith("arc: ") && given.arc.raw.page == -1, "way_check reads values");
        given.arc = new Column();
        // Check says of the inputs what a call would throw
        Expect(Way.Check(given, 4, 3) == "chaser_x: it has 3 elements, but the call needs 4", "a count of more choosers than there are");
        Expect(Way.Check(given, 3, 4) == "runner_x: it has 3 elements, but the call needs 4", "a count of more candidates than there are");
        Expect(Way.Check(given, 0, 3).StartsWith("count: it is 0, but "), "no count");
        Expect(Way.Check(seek, 3).StartsWith("targets.row: ") && Way.Check(seek, 3, 4).StartsWith("runner_x: ") && Way.Check(seek, 3, 3) == null, "targets of a behaviour");
        Expect(Way.Check(near, 2, 3).StartsWith("chaser_vx: it has 2 elements"), "candidates' velocities are the agents'");
        // fields whose stride is forgotten
        Choose2dIn arrays = new Choose2dIn { chaser_x = Column.Array(&u->x, 3), chaser_y = Column.Array(&u->y, 3), runner_x = Column.Array(&u->x, 3), runner_y = Column.Same(0) };
        Expect(Way.Check(arrays, 3, 3).StartsWith("chaser_y: it is read as an array, "), "two fields as arrays");
        arrays.runner_x = Column.Array(&u->y, 3);
        arrays.chaser_y = Column.Same(0);
        Expect(Way.Check(arrays, 3, 3) == null, "each candidate is the next chooser");
        seek.chaser_speed = new Column();
        Expect(Throws(() => Way.Seek2d(seek, new Seek2dOut(), Batch.Of(3, all.In(ref u->target), 3))).StartsWith("seek2d: chaser_speed: Missing, "), "a refused call");
        Choose2dIn wide = given;
        seek.chaser_speed = Column.Same(1);
        Expect(Refused(() => Way.Seek2d(seek, new Seek2dOut(), new Batch { targets = new Targets { row = all.In(ref u->target), runner_count = 3 } })) == "seek2d count", "a forgotten count");
        Expect(Refused(() => Way.Choose2d(wide, output, Choice.Of(0, 3))) == "choose2d count", "a forgotten count of choosers");
        Way.Choose2d(given, output, new Choice { index = Items.Of(ref *index, 2), runner_count = 3 });
        Way.Choose2d(given, output, new Choice { first = 3, runner_count = 3 });
        Batch some = new Batch { count = 3, targets = new Targets { row = two.In(ref u->target), runner_count = 3 } };
        Expect(Refused(() => Way.Seek2d(seek, new Seek2dOut(), some)) == "seek2d targets.row", "a short column of targets in options");
        some.targets = new Targets { row = all.In(ref u->target), keep_outputs = 1, runner_count = 3 };
        Way.Seek2d(seek, new Seek2dOut(), some);
        Status* few = (Status*)index;
        Neighbours lists = new Neighbours { status = StatusColumnOut.Array(few, 2), offset = Items.Of(ref *(Size*)crowd, 8), list = Items.Of(ref *((Neighbour*)crowd + 8), 8) };
        Expect(Refused(() => Way.Neighbours2d(wide, Choice.Of(3, 3), ref lists)) == "neighbours2d status", "a short column of statuses in options");
        var place = new Unity.Collections.NativeArray<Unity.Mathematics.float2>(1, Unity.Collections.Allocator.Persistent);
        Expect(Throws(() => place.In(2)).StartsWith("the vector has no such axis"), "z of a float2");
        Expect(Throws(() => place.Out(-1)).StartsWith("the vector has no such axis"), "an axis below 0");
        Expect(Throws(() => place.CheckLength(2)).StartsWith("a NativeArray is shorter"), "a short array in a job of Burst");
        place.Dispose();
    }

    // What no call refuses, because it can be right: see Way.Check.
    static void LikelyMistakes()
    {
        Unit* u = (Unit*)Marshal.AllocHGlobal(4 * sizeof(Unit));
        for (int i = 0; i < 4; i++) u[i] = new Unit { x = i * i, y = i, speed = 1, target = (uint)(i + 1) % 4 };
        float* x = (float*)Marshal.AllocHGlobal(16), y = (float*)Marshal.AllocHGlobal(16);
        uint* side = (uint*)Marshal.AllocHGlobal(16);
        for (int i = 0; i < 4; i++)
        {
            x[i] = u[i].x;
            y[i] = u[i].y;
            side[i] = 1u << i % 2;
        }
        Records all = Records.Of(ref *u, 4), last = Records.Of(ref u[2], 2);
        // candidates that are a copy of the choosers
        var copies = new Choose2dIn { chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), runner_x = Column.Array(x, 4), runner_y = Column.Array(y, 4) };
        Expect(Way.Check(copies, 4, 4).StartsWith("runner_x: it is a copy of the agents' column") && Way.Check(copies, 3, 4) == null, "a copy of the choosers");
        copies.self = WholeColumn.Array(side, 4);
        Expect(Way.Check(copies, 4, 4) == null, "a copy of the choosers with their rows");
        // masks of choosers alone
        var masks = new Choose2dIn { chaser_x = copies.chaser_x, chaser_y = copies.chaser_y, runner_x = copies.chaser_x, runner_y = copies.chaser_y, chaser_mask = copies.self };
        Expect(Way.Check(masks, 4, 4).StartsWith("chaser_mask: it has no effect alone: set runner_mask"), "masks of choosers alone");
        masks.runner_mask = masks.chaser_mask;
        Expect(Way.Check(masks, 4, 4) == null, "masks of both");
        masks.chaser_mask = new WholeColumn();
        Expect(Way.Check(masks, 4, 4) == "runner_mask: it has no effect alone: set chaser_mask", "masks of candidates alone");
        // one column for two axes of a velocity, and radii of one side
        var near = new Avoid2dIn
        {
            chaser_x = copies.chaser_x, chaser_y = copies.chaser_y, runner_x = copies.chaser_x, runner_y = copies.chaser_y, runner_radius = Column.Same(1), chaser_vx = copies.chaser_x,
        };
        Expect(Way.Check(near, 4, 4) == "radius: only candidates have a radius: the agents are points", "radii of candidates alone");
        near.radius = near.runner_radius;
        Expect(Way.Check(near, 4, 4) == null, "radii of both");
        near.chaser_vy = near.chaser_vx;
        Expect(Way.Check(near, 4, 4) == "chaser_vy: it is also the column of another axis", "a velocity's x as its y");
        // targets
        var seek = new Seek2dIn { chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), chaser_speed = Column.Same(1), runner_x = all.In(ref u->x), runner_y = all.In(ref u->y) };
        var output = new Seek2dOut { velocity_x = ColumnOut.Array(x, 4), velocity_y = ColumnOut.Array(y, 4) };
        Batch batch = Batch.Of(4, all.In(ref u->target), 4);
        Expect(Way.Check(seek, output, batch) == null, "a check of a right call");
        u[2].target = 2;
        Expect(Way.Check(seek, output, batch) == "targets.row: agent 2 is its own target: no target is Native.NoTarget", "an agent that is its own target");
        side[1] = 3; // agents 1 and 3
        Expect(Way.Check(seek, output, new Batch { index = Items.Of(ref *side, 2), count = 2, targets = batch.targets }) == null, "the agent is not in the index");
        Expect(Way.Check(seek, output, new Batch { first = 3, count = 1, targets = batch.targets }) == null, "the agent is not in the call");
        side[1] = 2;
        Expect(Way.Check(seek, output, new Batch { index = Items.Of(ref *side, 2), count = 2, targets = batch.targets }).StartsWith("targets.row: agent 2 "), "the agent is in the index");
        Targets rows = batch.targets;
        batch.targets = new Targets { row = rows.row, runner_count = 4, mask = 1 };
        Expect(Way.Check(seek, output, batch) == null, "numbers of entities");
        batch.targets = new Targets { row = rows.row, runner_count = 2 };
        Expect(Way.Check(seek, output, batch) == null, "a row beyond the runners");
        batch.targets = new Targets { row = last.In(ref u[2].target), runner_count = 4 };
        var part = new Seek2dIn { chaser_x = last.In(ref u[2].x), chaser_y = last.In(ref u[2].y), chaser_speed = Column.Same(1), runner_x = seek.runner_x, runner_y = seek.runner_y };
        batch.count = 2;
        Expect(Way.Check(part, output, batch).StartsWith("targets.row: agent 0 is its own target"), "agents that are some of the runners");
        // in flee2d the chaser is the other one
        var flee = new Flee2dIn { runner_x = part.chaser_x, runner_y = part.chaser_y, runner_speed = Column.Same(1), chaser_x = seek.chaser_x, chaser_y = seek.chaser_y };
        var away = new Flee2dOut { velocity_x = ColumnOut.Array(x, 2) };
        Expect(Way.Check(flee, away, batch).StartsWith("targets.row: agent 0 is its own target"), "agents that flee from themselves");
        u[2].target = 0;
        Expect(Way.Check(part, output, batch) == null && Way.Check(flee, away, batch) == null, "targets of some of the runners");
        Way.Flee2d(flee, away, batch);
        Expect(x[0] > 0, "unit 2 flees from unit 0");
        // all left at 0: agent 0 is its own target, unless the runners are others
        for (int i = 0; i < 4; i++) u[i].target = 0;
        batch = Batch.Of(4, all.In(ref u->target), 4);
        Expect(Way.Check(seek, output, batch).StartsWith("targets.row: agent 0 "), "targets left at 0");
        uint leader = 1;
        batch.targets = new Targets { row = WholeColumn.Same(&leader), runner_count = 4 };
        Expect(Way.Check(seek, output, batch) == null, "one leader for all");
        batch.targets = new Targets { row = all.In(ref u->target), runner_count = 4 };
        Expect(Way.Check(seek, output, Batch.Of(2, all.In(ref u->target), 4)).StartsWith("targets.row: agent 0 "), "a smaller count");
        seek.runner_x = Column.Array(y, 4);
        output = new Seek2dOut { velocity_x = output.velocity_x };
        Expect(Way.Check(seek, output, batch) == null, "other runners");
        Expect(Way.Check(seek, new Seek2dOut { status = StatusColumnOut.Array((Status*)side, 4) }, batch) == null, "only statuses");
        Expect(Way.Check(seek, new Seek2dOut(), batch) == "output: none of its columns is set, so the call writes nothing", "no output");
        // a velocity over a position
        seek.chaser_x = Column.Array(x, 4);
        Expect(Way.Check(seek, output, batch) == "velocity_x: it is written over chaser_x, which is a position", "a velocity over a position");
        seek.chaser_x = all.In(ref u->x);
        seek.chaser_speed = Column.Array(x, 4);
        output.velocity_y = new ColumnOut();
        Expect(Way.Check(seek, output, batch) == null, "a velocity over a speed");
        Expect(Way.Check(seek, output, Batch.Of(5)).StartsWith("chaser_x: it has 4 elements, but the call needs 5"), "lengths come first");
        Marshal.FreeHGlobal((IntPtr)u);
        foreach (IntPtr memory in new[] { (IntPtr)x, (IntPtr)y, (IntPtr)side }) Marshal.FreeHGlobal(memory);
    }

    // Choosers that are a part of the candidates are no candidates of their own, as in a call with all choosers.
    static void PartsOfTheCandidates()
    {
        Unit* u = (Unit*)Marshal.AllocHGlobal(4 * sizeof(Unit));
        for (int i = 0; i < 4; i++) u[i] = new Unit { x = i * i, y = i, speed = 1 };
        Records all = Records.Of(ref *u, 4), last = Records.Of(ref u[2], 2), first = Records.Of(ref *u, 3);
        Choose2dIn places = new Choose2dIn { chaser_x = last.In(ref u[2].x), chaser_y = last.In(ref u[2].y), runner_x = all.In(ref u->x), runner_y = all.In(ref u->y) };
        uint* target = stackalloc uint[4];
        Choose2dOut output = new Choose2dOut { target = WholeColumnOut.Array(target, 4) };
        Way.Choose2d(places, output, Choice.Of(2, 4));
        Expect(target[0] == 1 && target[1] == 2, "the last units");
        // results of the last units in the records of the first
        Choose2dIn mixed = places;
        mixed.chaser_mask = all.In(ref u->target);
        Choose2dOut shifted = new Choose2dOut { target = all.Out(ref u->target) };
        Expect(Refused(() => Way.Choose2d(places, shifted, Choice.Of(2, 4))) == "choose2d target" && u[0].target == 0, "outputs begin at another unit");
        Expect(Refused(() => Way.Choose2d(mixed, output, Choice.Of(2, 4))) == "choose2d chaser_mask" && Way.Check(mixed, 2, 4).StartsWith("chaser_mask: "), "inputs begin at another unit");
        Way.Choose2d(places, new Choose2dOut { target = last.Out(ref u[2].target) }, Choice.Of(2, 4));
        Expect(u[0].target == 0 && u[2].target == 1 && u[3].target == 2, "outputs of the last units");
        uint row = 1;
        target[1] = 9;
        Way.Choose2d(places, output, new Choice { count = 1, index = Items.Of(ref row, 1), runner_count = 4 });
        Expect(target[1] == 2, "the last unit");
        places.self = WholeColumn.Same(Native.NoTarget);
        Way.Choose2d(places, output, Choice.Of(2, 4));
        Expect(target[0] == 2 && target[1] == 3, "self says that they are no candidates");
        places.self = new WholeColumn();
        places.runner_x = first.In(ref u->x);
        places.runner_y = Records.Of(ref u[1], 3).In(ref u[1].y);
        Way.Choose2d(places, output, Choice.Of(2, 3));
        Expect(target[0] == 2 && target[1] == 2, "each axis begins at another unit: others");
        places = new Choose2dIn { chaser_x = first.In(ref u->x), chaser_y = Column.Same(1), runner_x = last.In(ref u[2].x), runner_y = Column.Same(1) };
        Way.Choose2d(places, output, Choice.Of(3, 2));
        Expect(target[0] == 0 && target[2] == 1, "candidates that begin after the choosers");
        float* whole = stackalloc float[4], part = stackalloc float[4];
        Column one = Column.Same(1), none = Column.Same(0);
        Avoid2dIn walkers = new Avoid2dIn
        {
            chaser_x = all.In(ref u->x), chaser_y = all.In(ref u->y), chaser_vx = one, chaser_vy = none, preferred_vx = one, preferred_vy = none,
            chaser_speed = one, radius = Column.Same(3), runner_x = all.In(ref u->x), runner_y = all.In(ref u->y),
        };
        Way.Avoid2d(walkers, new Avoid2dOut { velocity_x = ColumnOut.Array(whole, 4) }, Avoidance.Of(4, 4));
        walkers.chaser_x = last.In(ref u[2].x);
        walkers.chaser_y = last.In(ref u[2].y);
        Way.Avoid2d(walkers, new Avoid2dOut { velocity_x = ColumnOut.Array(part, 2) }, Avoidance.Of(2, 4));
        Expect(part[0] == whole[2] && part[1] == whole[3] && whole[2] != 1, "values that agents and candidates share");
        walkers.chaser_vx = last.In(ref u[2].y);
        Expect(Refused(() => Way.Avoid2d(walkers, new Avoid2dOut(), Avoidance.Of(2, 4))) == "avoid2d runner_vx", "velocities of some candidates");
        walkers.runner_x = Records.Of(ref *u, 2).In(ref u->x);
        Way.Avoid2d(walkers, new Avoid2dOut(), Avoidance.Of(2, 2));
        Marshal.FreeHGlobal((IntPtr)u);
    }

    public static int Main()
    {
        Layout<RawColumn>("way_column");
        Layout<RawColumn>("way_column_out");
        Seek();
        Types();
        Choosing();
        Paths();
        Fields();
        Others();
        Spans();
        Empty();
        ForgottenCounts();
        TwoOutputs();
        OneTable();
        Sayings();
        LikelyMistakes();
        SeveralTables();
        Mistakes();
        PartsOfTheCandidates();
        ArraysOfOptions();
        GridsAndTrees();
        ShiftedOutputs();
        Tables();
        Overlaps();
        Sample();
        // behaviours
        Console.WriteLine("C#: {0} of {1} checks hold, under {2}", checks - wrong, checks, Native.Text(Native.way_isa()));
        return wrong == 0 && checks > 50 ? 0 : 1;
    }
}

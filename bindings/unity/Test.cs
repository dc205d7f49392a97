// Tests Waylay.cs in a program without Unity. Each behaviour must give the same bytes with its named columns
// as way_run with numbered columns, and structs must have the sizes that the library states. The last tests
// make calls as a Unity program would.
using System;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
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

    static void Check(string name, int sizeIn, int sizeOut, int sizeAgent, int sizeAnswer, Call call)
    {
        byte[] bytes = Encoding.ASCII.GetBytes(name + "\0");
        fixed (byte* text = bytes)
        {
            void* behaviour = Native.way_behaviour_named(text);
            int inputs = 0, outputs = 0;
            while (Native.way_behaviour_input(behaviour, (UIntPtr)inputs) != null) inputs++;
            while (Native.way_behaviour_output(behaviour, (UIntPtr)outputs) != null) outputs++;
            Expect(inputs > 0 && sizeIn == inputs * sizeof(Column) && sizeAgent == inputs * 4, name + ": inputs");
            Expect(sizeOut == outputs * sizeof(ColumnOut) && sizeAnswer == outputs * 4, name + ": outputs");

            Column* input = stackalloc Column[inputs];
            ColumnOut* output = stackalloc ColumnOut[outputs];
            uint* cells = stackalloc uint[(inputs + 2 * outputs) * Agents];
            for (int k = 0; k < inputs; k++)
            {
                Draw((byte*)Native.way_behaviour_input(behaviour, (UIntPtr)k), cells + k * Agents);
                input[k] = new Column { data = cells + k * Agents }; // way_run takes columns of both kinds
            }
            Wall wall = new Wall { ax = -1000, ay = 20, bx = 10000, by = 30 };
            Batch batch = new Batch { count = (UIntPtr)Agents, walls = &wall, wall_count = (UIntPtr)1 };
            uint* answers = cells + inputs * Agents;
            for (int by = 0; by < 2; by++)
            {
                for (int k = 0; k < outputs; k++)
                    output[k] = new ColumnOut { data = answers + (by * outputs + k) * Agents };
                Result result = by == 0 ? Native.way_run(behaviour, input, output, &batch) : call(input, output, &batch);
                Expect(result == Result.Ok, name + ": " + Native.Text(Native.way_result_string(result)));
            }
            bool same = true;
            for (int i = 0; i < outputs * Agents; i++) same &= answers[i] == answers[outputs * Agents + i];
            Expect(same, name + ": bits");
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
        Expect(Marshal.SizeOf(typeof(T)) == SizeOf(name), name);
        foreach (var field in typeof(T).GetFields(System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.Instance))
            Expect((int)Marshal.OffsetOf(typeof(T), field.Name) == OffsetOf(name, field.Name), name + "." + field.Name);
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
            Field field = new Field { width = 4, height = 3, costs = open, goals = &goal, goal_count = (UIntPtr)1,
                cost = left, next = step, memory = own, bytes = (UIntPtr)(8 * memory.Length) };
            Expect(Native.way_field2d(&field) == Result.Ok, "way_field2d");
            Expect(cost[0] == 25 && cost[5] == uint.MaxValue && next[7] == 2, "the field");
            Follow2dIn input = new Follow2dIn();
            Follow2dOut output = new Follow2dOut();
            input.chaser_x = Column.At(&x);
            input.chaser_y = Column.At(&y);
            input.chaser_speed = Column.At(&speed);
            output.velocity_x = ColumnOut.At(&vx);
            output.velocity_y = ColumnOut.At(&vy);
            Following how = new Following { count = (UIntPtr)1, field = &field, cell = 2, origin_x = 10, origin_y = 20 };
            Expect(Native.way_follow2d(&input, &output, &how) == Result.Ok, "way_follow2d");
            Expect(vx == 0 && vy == 3, "the velocity");
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
            float speed = 5;
            Status* status = stackalloc Status[2];
            status[1] = Status.NoPath;
            Float2 flag = new Float2 { x = 10, y = 20 };
            Seek2dIn input = new Seek2dIn
            {
                chaser_x = Column.At(&place->x, sizeof(Float2)),
                chaser_y = Column.At(&place->y, sizeof(Float2)),
                chaser_speed = Column.Same(&speed),
                runner_x = Column.Same(&flag.x),
                runner_y = Column.Same(&flag.y),
            };
            Seek2dOut output = new Seek2dOut
            {
                velocity_x = ColumnOut.At(&velocity->x, sizeof(Float2)),
                velocity_y = ColumnOut.At(&velocity->y, sizeof(Float2)),
                status = WholeColumnOut.At(status),
            };
            Batch batch = new Batch { count = (UIntPtr)2 };
            Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok, "seek2d");
            Expect(velocities[1].x == 0 && velocities[1].y == 5 && status[1] == Status.Met, "seek2d's answer");
            double* doubles = stackalloc double[6];
            double speed_too = 5;
            doubles[0] = 1e9;
            doubles[2] = 1e9 + 10;
            doubles[4] = 1e9 + 10;
            input.chaser_x = Column.At(doubles, 2 * sizeof(double));
            input.chaser_speed = Column.Same(&speed_too);
            input.runner_x = Column.Same(&doubles[4]);
            output.velocity_x = ColumnOut.At(&doubles[1], 2 * sizeof(double));
            Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok, "seek2d with doubles");
            Expect(doubles[3] == 0 && velocities[1].y == 5 && doubles[1] > 2 && doubles[1] < 5, "seek2d's answer in doubles");
            double* row = doubles;
            input.chaser_x = Column.At(row);
            row[1] = 1e9 + 10;
            output.velocity_x = ColumnOut.At(row + 2);
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
        foreach (Type column in new[] { typeof(Column), typeof(ColumnOut), typeof(WholeColumn), typeof(WholeColumnOut) })
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
        int whole = 1;
        uint row = 1;
        Status status = Status.Met;
        ushort half = 0x4500; // 5
        float away = 9, zero = 0, velocity;
        Expect(WholeColumn.Same(&whole).type == Element.Single && WholeColumn.At(&row, 12).gap == (IntPtr)8, "whole numbers have 4 bytes");
        Expect(WholeColumnOut.At(&whole).gap == IntPtr.Zero && WholeColumnOut.At(&row, 12).gap == (IntPtr)8, "gaps of outputs");
        Seek2dIn input = new Seek2dIn
        {
            chaser_x = Column.Same(&zero), chaser_y = Column.Same(&zero), chaser_speed = Column.Halves(&half),
            runner_x = Column.Same(&away), runner_y = Column.Same(&zero),
        };
        Seek2dOut output = new Seek2dOut { velocity_x = ColumnOut.At(&velocity) };
        Batch batch = new Batch { count = (UIntPtr)1 };
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
        UIntPtr four = (UIntPtr)4;
        Choose2dIn input = new Choose2dIn
        {
            chaser_x = Column.At(x), chaser_y = Column.At(zero), runner_x = Column.At(x), runner_y = Column.At(zero), self = WholeColumn.At(self),
        };
        Choose2dOut output = new Choose2dOut { target = WholeColumnOut.At(best), cost = ColumnOut.At(cost) };
        Choice choice = new Choice { count = four, runner_count = four };
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok, "choose2d");
        Expect(best[0] == 2 && best[1] == 2 && best[2] == 0 && best[3] == 1 && cost[3] == 6, "choose2d's answer");
        Choose2dOut lists_of_two = new Choose2dOut { target = WholeColumnOut.At(two) };
        choice.best = 2;
        Expect(Native.way_choose2d(&input, &lists_of_two, &choice) == Result.Ok && two[0] == 2 && two[1] == 1 && two[6] == 1, "the two best");
        choice.best = 0;
        // without `self`, the same pointers for choosers and candidates say that chooser i is candidate i
        input.self = new WholeColumn();
        best[1] = 7;
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok && best[0] == 2 && best[1] == 2, "the same columns: not itself");
        float* copy = stackalloc float[4];
        for (int i = 0; i < 4; i++) copy[i] = x[i];
        input.runner_x = Column.At(copy);
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok && best[0] == 0 && best[1] == 1, "a copy: others");
        input.runner_x = Column.At(x);
        ulong* memory = stackalloc ulong[4096];
        Crowd2d* crowd = (Crowd2d*)memory;
        Expect((ulong)Native.way_crowd2d_bytes(four) <= 8 * 4096, "crowd2d_bytes");
        Expect(Native.way_make_crowd2d(&input, four, crowd, (UIntPtr)(8 * 4096)) == Result.Ok, "crowd2d");
        best[1] = 7;
        choice.crowd2d = crowd;
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Ok && best[1] == 2, "choose2d with a crowd");
        choice.cost = Cost.Time;
        Expect(Native.way_choose2d(&input, &output, &choice) == Result.Missing, "a column is missing by time");

        input.self = WholeColumn.At(self);
        Neighbour* list = stackalloc Neighbour[16];
        UIntPtr* offset = stackalloc UIntPtr[5];
        Neighbours near = new Neighbours { list = list, capacity = (UIntPtr)16, offset = offset };
        input.range_to = Column.Same(&range);
        choice = new Choice { count = four, runner_count = four };
        Expect(Native.way_neighbours2d(&input, &choice, &near) == Result.Ok, "neighbours2d");
        Expect((int)offset[4] == 6 && (int)offset[1] == 2 && list[0].row == 2 && list[0].distance == 1, "neighbours2d's answer");

        AssignIn lists = new AssignIn { row = WholeColumn.At(&list->row, sizeof(Neighbour)), cost = Column.At(&list->distance, sizeof(Neighbour)) };
        AssignOut shared = new AssignOut { target = WholeColumnOut.At(best) };
        Assignment how = new Assignment { count = four, runner_count = four, offset = offset, memory = memory, bytes = (UIntPtr)(8 * 4096) };
        Expect((ulong)Native.way_assign_bytes(four, four, offset[4]) <= 8 * 4096, "assign_bytes");
        Expect(Native.way_assign(&lists, &shared, &how) == Result.Ok && (int)how.served == 3 && best[3] == Native.NoTarget, "assign");

        Avoid2dIn moving = new Avoid2dIn
        {
            chaser_x = Column.At(x), chaser_y = Column.At(zero), chaser_vx = Column.At(zero), chaser_vy = Column.At(zero),
            preferred_vx = Column.Same(&speed), preferred_vy = Column.At(zero), chaser_speed = Column.Same(&speed),
            runner_x = Column.At(x), runner_y = Column.At(zero), self = WholeColumn.At(self),
        };
        Avoid2dOut moved = new Avoid2dOut { velocity_x = ColumnOut.At(velocity) };
        Wall wall = new Wall { ax = 9.5f, ay = -5, bx = 9.5f, by = 5 };
        Avoidance avoidance = new Avoidance { count = four, runner_count = four, neighbours = &near };
        Expect(Native.way_avoid2d(&moving, &moved, &avoidance) == Result.Ok && velocity[3] == 2, "avoid2d");
        avoidance.walls = &wall;
        avoidance.wall_count = (UIntPtr)1;
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
        UIntPtr* offset = stackalloc UIntPtr[3];
        Column none = Column.Same(&zero), one = Column.Same(&ahead);
        Waypoints2dIn input = new Waypoints2dIn
        {
            x = none, y = none, heading_x = one, heading_y = none, target_x = Column.At(length), target_y = none,
            target_heading_x = one, target_heading_y = none, radius = Column.Same(&radius), word = WholeColumn.Same(&word),
            arc1 = none, middle = Column.At(length), arc2 = none, spacing = Column.Same(&spacing),
        };
        Waypoints2dOut output = new Waypoints2dOut { next_x = ColumnOut.At(x) };
        Waypoints lists = new Waypoints { count = (UIntPtr)2, offset = offset };
        lists.capacity = Native.way_waypoints2d_capacity(&input, &lists);
        Expect((int)lists.capacity == 9, "waypoints2d_capacity");
        Expect(Native.way_waypoints2d(&input, &output, &lists) == Result.Ok, "waypoints2d");
        Expect((int)offset[1] == 6 && (int)offset[2] == 9 && x[5] == 50 && x[7] == 10, "waypoints2d's lists");
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
        bool threw = false;
        try { job.Execute(); } catch (ArgumentException) { threw = true; }
        Expect(threw, "an array shorter than the count");
        job.speed.Dispose();
        job.speed = new Unity.Collections.NativeArray<float>(2, Unity.Collections.Allocator.None); // has no memory
        field.SetValue(chase, job);
        Send(chase, "Update");
        Expect(UnityEngine.Debug.said == "way_intercept2d: Missing", "the sample says why a call is refused");
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
            velocity_x = place.Out(0), velocity_y = place.Out(1), status = WholeColumnOut.Of(status),
        };
        Batch batch = Batch.Of(4);
        Expect(Native.way_seek2d(&input, &output, &batch) == Result.Ok, "seek2d of spans");
        Expect(status[0] == Status.There && status[3] == Status.Met && place[3].z == 9, "the statuses of spans");
        Expect(Math.Abs(place[3].x + 1 / Math.Sqrt(10)) < 1e-6 && Math.Abs(place[3].y - 3 / Math.Sqrt(10)) < 1e-6, "x and y of float3");
        place.Dispose();
    }

    public static int Main()
    {
        Layout<Column>("way_column");
        Layout<WholeColumn>("way_column");
        Layout<ColumnOut>("way_column_out");
        Layout<WholeColumnOut>("way_column_out");
        Seek();
        Types();
        Choosing();
        Paths();
        Fields();
        Spans();
        Sample();
        // behaviours
        Console.WriteLine("C#: {0} of {1} checks hold, under {2}", checks - wrong, checks, Native.Text(Native.way_isa()));
        return wrong == 0 && checks > 50 ? 0 : 1;
    }
}

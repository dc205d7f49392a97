// Chasers intercept runners: each chaser goes to where it meets its runner at the earliest. The job makes one
// call for all chasers. Put the component on an empty object, and set the transforms.
using Unity.Collections;
using Unity.Jobs;
using Unity.Mathematics;
using UnityEngine;
using Waylay;

public struct ChaseJob : IJob
{
    [ReadOnly] public NativeArray<float2> chaser, runner, runnerVelocity;
    [ReadOnly] public NativeArray<float> speed;
    [ReadOnly] public NativeArray<uint> target; // the row of each chaser's runner, or Native.NoTarget
    public NativeArray<float2> velocity;
    public NativeArray<Status> status;

    public void Execute()
    {
        var input = new Intercept2dIn
        {
            chaser_x = chaser.In(0), chaser_y = chaser.In(1), chaser_speed = speed.In(),
            runner_x = runner.In(0), runner_y = runner.In(1),
            runner_vx = runnerVelocity.In(0), runner_vy = runnerVelocity.In(1),
        };
        var output = new Intercept2dOut
        {
            velocity_x = velocity.Out(0), velocity_y = velocity.Out(1), status = status.Out(),
        };
        // throws, and names the column, if the call is refused: Unity then logs the exception
        Way.Intercept2d(input, output, Batch.Of(chaser.Length, target.In(), runner.Length));
    }
}

public class Chase : MonoBehaviour
{
    public Transform[] chasers, runners;
    public float speed = 5;
    ChaseJob job;
    Vector3[] before;

    void OnEnable()
    {
        int count = chasers.Length;
        job.chaser = new NativeArray<float2>(count, Allocator.Persistent);
        job.speed = new NativeArray<float>(count, Allocator.Persistent);
        job.target = new NativeArray<uint>(count, Allocator.Persistent);
        job.velocity = new NativeArray<float2>(count, Allocator.Persistent);
        job.status = new NativeArray<Status>(count, Allocator.Persistent);
        job.runner = new NativeArray<float2>(runners.Length, Allocator.Persistent);
        job.runnerVelocity = new NativeArray<float2>(runners.Length, Allocator.Persistent);
        before = new Vector3[runners.Length];
        for (int i = 0; i < runners.Length; i++) before[i] = runners[i].position;
        for (int i = 0; i < count; i++)
        {
            job.speed[i] = speed;
            job.target[i] = runners.Length > 0 ? (uint)(i % runners.Length) : Native.NoTarget;
        }
    }

    void Update()
    {
        float dt = Time.deltaTime;
        if (dt <= 0 || chasers.Length == 0 || runners.Length == 0) return;
        for (int i = 0; i < runners.Length; i++)
        {
            Vector3 at = runners[i].position, step = at - before[i];
            job.runner[i] = new float2(at.x, at.z);
            job.runnerVelocity[i] = new float2(step.x / dt, step.z / dt);
            before[i] = at;
        }
        for (int i = 0; i < chasers.Length; i++)
        {
            Vector3 at = chasers[i].position;
            job.chaser[i] = new float2(at.x, at.z);
        }
        job.Schedule().Complete();
        for (int i = 0; i < chasers.Length; i++)
            chasers[i].position += new Vector3(job.velocity[i].x, 0, job.velocity[i].y) * dt;
    }

    void OnDisable()
    {
        job.chaser.Dispose();
        job.speed.Dispose();
        job.target.Dispose();
        job.velocity.Dispose();
        job.status.Dispose();
        job.runner.Dispose();
        job.runnerVelocity.Dispose();
    }
}

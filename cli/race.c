/* Repeats the race of the document "Two Basic Kinematics Problems". Trackers of equal speed chase a target
   that flies straight, turns suddenly, or circles. Each tracker chooses its direction each frame in its own
   way. The document reports the times of trackers without prediction, with prediction, and with lead: 4.07,
   3.73 and 3.59 s for a straight target, and 5.42, 5.25 and 5.60 s for an erratic target. The document does
   not publish its scene. The course `reported` reproduces the three times of the straight target: trackers
   fly at 10 m/s, and the target at 4.79 m/s from 32 m away. On the other courses, trackers fly at 15 m/s, and
   the target at 12 m/s from 40 m away. At the start, the target flies at a right angle to the line of sight.
   The target is caught when a tracker is within half a metre. The erratic target takes a random new direction
   every 0.6 to 1.2 s. One such flight says little, so the result is the mean of a thousand flights. The
   tracker `navigate` has a gain of 4, and its first velocity points straight at the target. `estimate` leads on a
   velocity that it estimates from the last three positions, and `home` turns on circles of 2 m. On the course
   `alike`, the target follows 20 m behind the tracker, at 14.5 m/s in the same direction. */
#include "commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output.h"
#include "picture.h"
#include "report.h"
#include "draw.h"

enum { TRACKERS = 7, COURSES = 5, FLIGHTS = 1000, FRAMES = 3600 };

static const float touch = 0.5f, horizon = 5, gain = 4, radius = 2;

typedef struct setting {
    float step;                                      /* s */
    float tracker_speed, target_speed, distance;     /* m/s, m/s, and m at the start */
    float near_distance, far_distance, longest_lead; /* m, m, s; inputs of predict2d */
} setting;
static const setting round_numbers = {1.0f / 120.0f, 15, 12, 40, 5, 40, 0.7f};
static const setting of_the_document = {0.01f, 10, 4.79f, 32, 2, 32, 1.87f};

static const setting of_like_velocities = {1.0f / 120.0f, 15, 14.5f, -20, 5, 40, 0.7f};

typedef enum tracker { SEEK, PREDICT, CLOSING, LEAD, NAVIGATE, ESTIMATE, HOME } tracker;
static const char *const tracker_name[TRACKERS] = {"seek",     "predict",  "closing", "lead",
                                                   "navigate", "estimate", "home"};

typedef enum course { STRAIGHT, ERRATIC, CIRCLING, REPORTED, ALIKE } course;
static const char *const course_name[COURSES] = {"straight", "erratic", "circling", "reported", "alike"};

typedef struct place {
    float x, y;
} place;

/* All flights of one course by one tracker. */
typedef struct flights {
    course course;
    tracker tracker;
    setting setting;
    size_t count;
    place chaser[FLIGHTS], velocity[FLIGHTS], target[FLIGHTS], target_velocity[FLIGHTS], answer[FLIGHTS];
    place before[FLIGHTS], oldest[FLIGHTS], estimated[FLIGHTS]; /* the target's last positions and velocity */
    float turn_in[FLIGHTS];
    uint32_t caught[FLIGHTS]; /* the frame of the catch; FRAMES: not caught */
    uint64_t dice[FLIGHTS];
} flights;

/* Returns a random direction: draws points of the square around the unit circle until one is inside it. */
static place any_direction(uint64_t *dice) {
    for (;;) {
        float x = draw_between(dice, -1, 1), y = draw_between(dice, -1, 1), square = x * x + y * y;
        if (square > 0.01f && square <= 1) {
            float length = sqrtf(square);
            return (place){x / length, y / length};
        }
    }
}

static void begin(flights *f, course course, tracker tracker, uint64_t seed) {
    f->course = course;
    f->tracker = tracker;
    f->setting = course == REPORTED ? of_the_document : course == ALIKE ? of_like_velocities : round_numbers;
    f->count = course == ERRATIC ? FLIGHTS : 1;
    for (size_t i = 0; i < f->count; i++) {
        f->dice[i] = seed * FLIGHTS + i;
        f->chaser[i] = (place){0, 0};
        f->velocity[i] = (place){f->setting.tracker_speed, 0};
        f->target[i] = (place){f->setting.distance, 0};
        f->target_velocity[i] = (place){0, f->setting.target_speed};
        if (course == ALIKE)
            f->target_velocity[i] = (place){f->setting.target_speed, 0};
        const place way = {f->target_velocity[i].x * f->setting.step,
                           f->target_velocity[i].y * f->setting.step};
        f->before[i] = (place){f->target[i].x - way.x, f->target[i].y - way.y};
        f->oldest[i] = (place){f->target[i].x - 2 * way.x, f->target[i].y - 2 * way.y};
        f->turn_in[i] = 0;
        f->caught[i] = FRAMES;
    }
}

static void move_target(flights *f, size_t i) {
    const float target_speed = f->setting.target_speed, step = f->setting.step;
    place *v = &f->target_velocity[i];
    if (f->course == ERRATIC && f->turn_in[i] <= 0) {
        f->turn_in[i] = draw_between(&f->dice[i], 0.6, 1.2);
        place towards = any_direction(&f->dice[i]);
        *v = (place){target_speed * towards.x, target_speed * towards.y};
    } else if (f->course == CIRCLING) { /* a circle of radius 12 m around (28, 0) */
        float turn = target_speed / 12 * step;
        place w = {v->x - turn * v->y, v->y + turn * v->x};
        float length = sqrtf(w.x * w.x + w.y * w.y);
        *v = (place){target_speed * w.x / length, target_speed * w.y / length};
    }
    f->turn_in[i] -= step;
}

static void estimate(flights *f) {
    const way_column step = way_same(&f->setting.step);
    const way_estimate2d_in in = {.last_x = way_at(&f->target[0].x, sizeof(place)),
                                  .last_y = way_at(&f->target[0].y, sizeof(place)),
                                  .before_x = way_at(&f->before[0].x, sizeof(place)),
                                  .before_y = way_at(&f->before[0].y, sizeof(place)),
                                  .oldest_x = way_at(&f->oldest[0].x, sizeof(place)),
                                  .oldest_y = way_at(&f->oldest[0].y, sizeof(place)),
                                  .last_step = step,
                                  .earlier_step = step};
    const way_estimate2d_out out = {.turning_vx = way_to(&f->estimated[0].x, sizeof(place)),
                                    .turning_vy = way_to(&f->estimated[0].y, sizeof(place))};
    must_be_ok("race: ", way_estimate2d(&in, &out, &(way_batch){.count = f->count}));
}

/* Takes a step on the path of home2d. */
static void step_home(flights *f, size_t i) {
    const float speed = f->setting.tracker_speed;
    way_home2d_agent agent;
    way_home2d_answer path;
    way_march2d_agent walk;
    way_march2d_answer next;
    way_home2d_agent_default(&agent);
    way_march2d_agent_default(&walk);
    agent.chaser_x = walk.x = f->chaser[i].x, agent.chaser_y = walk.y = f->chaser[i].y;
    agent.heading_x = walk.heading_x = f->velocity[i].x, agent.heading_y = walk.heading_y = f->velocity[i].y;
    agent.runner_x = f->target[i].x, agent.runner_y = f->target[i].y;
    agent.runner_vx = f->target_velocity[i].x, agent.runner_vy = f->target_velocity[i].y;
    agent.chaser_speed = speed, agent.radius = walk.radius = radius, agent.reach = touch / 2;
    must_be_ok("race: ", way_home2d_one(&agent, &path));
    walk.target_x = path.target_x, walk.target_y = path.target_y;
    walk.target_heading_x = path.target_heading_x, walk.target_heading_y = path.target_heading_y;
    walk.arc1 = path.arc1, walk.middle = path.middle, walk.arc2 = path.arc2, walk.word = path.word;
    walk.step = path.speed * f->setting.step;
    must_be_ok("race: ", way_march2d_one(&walk, &next));
    f->chaser[i] = (place){next.next_x, next.next_y};
    f->velocity[i] = (place){speed * next.next_heading_x, speed * next.next_heading_y};
}

/* Computes the library's answers for all flights in this frame. */
static void solve(flights *f) {
    way_column x = way_at(&f->chaser[0].x, sizeof(place)), y = way_at(&f->chaser[0].y, sizeof(place));
    way_column vx = way_at(&f->velocity[0].x, sizeof(place)), vy = way_at(&f->velocity[0].y, sizeof(place));
    way_column tx = way_at(&f->target[0].x, sizeof(place)), ty = way_at(&f->target[0].y, sizeof(place));
    way_column tvx = way_at(&f->target_velocity[0].x, sizeof(place));
    way_column tvy = way_at(&f->target_velocity[0].y, sizeof(place));
    if (f->tracker == ESTIMATE) {
        estimate(f);
        tvx = way_at(&f->estimated[0].x, sizeof(place)), tvy = way_at(&f->estimated[0].y, sizeof(place));
    }
    way_column speed = way_same(&f->setting.tracker_speed);
    way_column_out to_x = way_to(&f->answer[0].x, sizeof(place)),
                   to_y = way_to(&f->answer[0].y, sizeof(place));
    way_batch batch = {.count = f->count};
    way_result result = WAY_OK;
    switch (f->tracker) {
    case SEEK:
        result = way_seek2d(&(way_seek2d_in){x, y, speed, tx, ty, {.data = NULL}},
                            &(way_seek2d_out){.velocity_x = to_x, .velocity_y = to_y}, &batch);
        break;
    case PREDICT:
        result = way_predict2d(&(way_predict2d_in){.chaser_x = x,
                                                   .chaser_y = y,
                                                   .chaser_speed = speed,
                                                   .runner_x = tx,
                                                   .runner_y = ty,
                                                   .runner_vx = tvx,
                                                   .runner_vy = tvy,
                                                   .near_distance = way_same(&f->setting.near_distance),
                                                   .far_distance = way_same(&f->setting.far_distance),
                                                   .longest_lead = way_same(&f->setting.longest_lead)},
                               &(way_predict2d_out){.velocity_x = to_x, .velocity_y = to_y}, &batch);
        break;
    case CLOSING:
        result = way_closing2d(&(way_closing2d_in){.chaser_x = x,
                                                   .chaser_y = y,
                                                   .chaser_vx = vx,
                                                   .chaser_vy = vy,
                                                   .chaser_speed = speed,
                                                   .runner_x = tx,
                                                   .runner_y = ty,
                                                   .runner_vx = tvx,
                                                   .runner_vy = tvy,
                                                   .horizon = way_same(&horizon)},
                               &(way_closing2d_out){.velocity_x = to_x, .velocity_y = to_y}, &batch);
        break;
    case ESTIMATE:
    case LEAD:
        result = way_lead2d(&(way_lead2d_in){.chaser_x = x,
                                             .chaser_y = y,
                                             .chaser_speed = speed,
                                             .runner_x = tx,
                                             .runner_y = ty,
                                             .runner_vx = tvx,
                                             .runner_vy = tvy},
                            &(way_lead2d_out){.velocity_x = to_x, .velocity_y = to_y}, &batch);
        break;
    case NAVIGATE:
        result = way_navigate_pure2d(
            &(way_navigate_pure2d_in){.chaser_x = x,
                                      .chaser_y = y,
                                      .chaser_vx = vx,
                                      .chaser_vy = vy,
                                      .runner_x = tx,
                                      .runner_y = ty,
                                      .runner_vx = tvx,
                                      .runner_vy = tvy,
                                      .gain = way_same(&gain)},
            &(way_navigate_pure2d_out){.acceleration_x = to_x, .acceleration_y = to_y}, &batch);
        break;
    case HOME: break; /* see step_home */
    }
    must_be_ok("race: ", result);
}

static void move_tracker(flights *f, size_t i) {
    const float tracker_speed = f->setting.tracker_speed, step = f->setting.step;
    place v = f->answer[i];
    if (f->tracker == HOME) {
        step_home(f, i);
        return;
    }
    if (f->tracker == NAVIGATE) { /* the acceleration is across the course; the speed stays constant */
        v = (place){f->velocity[i].x + v.x * step, f->velocity[i].y + v.y * step};
        float length = sqrtf(v.x * v.x + v.y * v.y);
        v = (place){tracker_speed * v.x / length, tracker_speed * v.y / length};
    }
    f->velocity[i] = v;
    f->chaser[i].x += v.x * step;
    f->chaser[i].y += v.y * step;
}

/* Flies all flights to the end. Stores the paths of flight 0, and returns its number of frames. */
static int fly(flights *f, place *tracker_way, place *target_way) {
    int frames = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        size_t left = 0;
        for (size_t i = 0; i < f->count; i++) {
            float dx = f->target[i].x - f->chaser[i].x, dy = f->target[i].y - f->chaser[i].y;
            if (f->caught[i] == FRAMES && dx * dx + dy * dy <= touch * touch)
                f->caught[i] = (uint32_t)frame;
            left += f->caught[i] == FRAMES;
        }
        if (f->caught[0] == FRAMES) {
            tracker_way[frame] = f->chaser[0];
            target_way[frame] = f->target[0];
            frames = frame + 1;
        }
        if (left == 0)
            break;
        for (size_t i = 0; i < f->count; i++)
            move_target(f, i);
        solve(f);
        for (size_t i = 0; i < f->count; i++) {
            if (f->caught[i] == FRAMES)
                move_tracker(f, i);
            f->oldest[i] = f->before[i], f->before[i] = f->target[i];
            f->target[i].x += f->target_velocity[i].x * f->setting.step;
            f->target[i].y += f->target_velocity[i].y * f->setting.step;
        }
    }
    return frames;
}

/* Has no flight of this mean caught its target? */
static int is_never(double mean) { return mean > (FRAMES - 1) * (double)round_numbers.step; }

static double mean_of(const flights *f) {
    uint64_t frames = 0;
    for (size_t i = 0; i < f->count; i++)
        frames += f->caught[i];
    return (double)frames * f->setting.step / (double)f->count;
}

/* The picture: one panel per course, one scale, y upwards ------------------------------------------------ */

enum { PANEL = 400, GAP = 30, HEAD = 110, HEIGHT = 560 };

/* Colours that colour-blind readers can tell apart (after Okabe and Ito). */
static const char *const colour[TRACKERS] = {"#0072b2", "#009e73", "#cc79a7", "#d55e00",
                                             "#56b4e9", "#e69f00", "#000000"};
static const char target_colour[] = "#374151";

typedef struct box {
    double left, right, bottom, top;
} box;

static box bounds(const place *way, int frames, box b) {
    for (int k = 0; k < frames; k++) {
        double x = way[k].x, y = way[k].y;
        b.left = x < b.left ? x : b.left;
        b.right = x > b.right ? x : b.right;
        b.bottom = y < b.bottom ? y : b.bottom;
        b.top = y > b.top ? y : b.top;
    }
    return b;
}

typedef struct track {
    int frames;
    place tracker[FRAMES], target[FRAMES];
} track;

static void draw_way(FILE *file, const place *way, int frames, box b, double scale, double left,
                     double bottom, const char *style) {
    fprintf(file, "<polyline fill=\"none\" %s points=\"", style);
    for (int k = 0; k < frames; k++)
        if (k % 4 == 0 || k == frames - 1)
            fprintf(file, "%.1f,%.1f ", left + (way[k].x - b.left) * scale,
                    bottom - (way[k].y - b.bottom) * scale);
    fprintf(file, "\"/>\n");
}

static void draw_panel(FILE *file, int panel, const track *tracks, const double *time) {
    box b = {0, 1, 0, 1};
    const track *longest = &tracks[0];
    for (int t = 0; t < TRACKERS; t++) {
        b = bounds(tracks[t].tracker, tracks[t].frames, b);
        b = bounds(tracks[t].target, tracks[t].frames, b);
        longest = tracks[t].frames > longest->frames ? &tracks[t] : longest;
    }
    double scale = fmin((PANEL - 20) / (b.right - b.left), (HEIGHT - 150) / (b.top - b.bottom));
    double left = GAP + panel * (PANEL + GAP) + 10, bottom = HEAD + HEIGHT - 140;
    fprintf(file, "<text x=\"%.0f\" y=\"%d\" font-size=\"18\" font-weight=\"bold\">%s</text>\n", left,
            HEAD - 18, course_name[panel]);
    draw_way(file, longest->target, longest->frames, b, scale, left, bottom,
             "stroke=\"#374151\" stroke-width=\"2.2\" stroke-dasharray=\"5 4\"");
    for (int t = 0; t < TRACKERS; t++) {
        char style[96];
        snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"2\" stroke-opacity=\"0.85\"", colour[t]);
        draw_way(file, tracks[t].tracker, tracks[t].frames, b, scale, left, bottom, style);
        place end = tracks[t].tracker[tracks[t].frames - 1];
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"/>\n",
                left + (end.x - b.left) * scale, bottom - (end.y - b.bottom) * scale, colour[t]);
        char caught[32];
        snprintf(caught, sizeof caught, is_never(time[t]) ? "never" : "%.2f s", time[t]);
        fprintf(file, "<text x=\"%.0f\" y=\"%.0f\" font-size=\"14\" fill=\"%s\">%s %s</text>\n",
                left + (t % 3) * 128, bottom + 46 + 20 * (t / 3), colour[t], tracker_name[t], caught);
    }
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#fff\" stroke=\"%s\"/>\n",
            left - b.left * scale, bottom + b.bottom * scale, target_colour);
}

static void draw(const char *path, track (*tracks)[TRACKERS], double (*time)[TRACKERS]) {
    output out;
    int width = GAP + COURSES * (PANEL + GAP), height = HEAD + HEIGHT - 20;
    svg_begin(&out, path, "A race of trackers", width, height);
    fprintf(
        out.file,
        "<text x=\"%d\" y=\"38\" font-size=\"24\" font-weight=\"bold\">Seven ways to chase, at 15 m/s after "
        "12 m/s; reported: 10 m/s after 4.79 m/s</text>\n<text x=\"%d\" y=\"62\" font-size=\"15\" "
        "fill=\"#374151\">From the ring; the target's "
        "way is "
        "dashed; a dot is where it was caught. Erratic: the first of 1,000 flights, with the mean times of "
        "all.</text>\n",
        GAP, GAP);
    for (int c = 0; c < COURSES; c++)
        draw_panel(out.file, c, tracks[c], time[c]);
    svg_end(&out);
}

void race(const options *o) {
    flights *f = must(malloc(sizeof *f));
    track(*tracks)[TRACKERS] = must(calloc(COURSES, sizeof *tracks));
    double time[COURSES][TRACKERS];
    printf("seconds to catch, the mean of %d flights on the erratic course; seed %llu\n%-10s", FLIGHTS,
           (unsigned long long)o->seed, "");
    for (int t = 0; t < TRACKERS; t++)
        printf("%10s", tracker_name[t]);
    printf("\n");
    for (int c = 0; c < COURSES; c++) {
        printf("%-10s", course_name[c]);
        for (int t = 0; t < TRACKERS; t++) {
            begin(f, (course)c, (tracker)t, o->seed);
            tracks[c][t].frames = fly(f, tracks[c][t].tracker, tracks[c][t].target);
            time[c][t] = mean_of(f);
            if (is_never(time[c][t]))
                printf("%10s", "never");
            else
                printf("%10.2f", time[c][t]);
        }
        printf("\n");
    }
    printf("\"Two Basic Kinematics Problems\" reports 4.07, 3.73 and 3.59 for seek, predict and lead on a "
           "straight target\n"
           "and 5.42, 5.25 and 5.60 on an erratic one. Its scene is not published; `reported` is one that "
           "has the "
           "first three.\n");
    if (o->svg)
        draw(o->svg, tracks, time);
    free(tracks);
    free(f);
}

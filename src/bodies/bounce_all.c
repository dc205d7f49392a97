/* bounce_all2d: reads the bodies, runs all collisions in their order, and writes the final positions. Each
   body has at most one event in a heap, the earliest of three: its first known meeting with another body, its
   first wall, and the end of its cell. If two bodies meet next, at least one of them has this meeting as its
   event: the one whose velocity has changed last. So the first event of the heap is the first event of all.
   If the other body of a meeting has changed its velocity since the meeting was found, the body searches
   again. Times and velocities depend only on the bodies' last changes, not on the cells, so the cells do not
   change the answer.

   See Boris Lubachevsky, "How to simulate billiards and similar systems". */
#include <math.h>
#include <string.h>

#include "bodies/contacts.h"
#include "bodies/settle.h"
#include "call/check.h"
#include "isa/fpenv.h"
#include "isa/isa.h"

/* Events ------------------------------------------------------------------------------------------------ */

static int is_earlier(const way_event *a, const way_event *b) {
    if (a->time != b->time)
        return a->time < b->time;
    return a->row != b->row ? a->row < b->row : a->with < b->with;
}

static void put_event(way_scene *s, uint32_t seat, const way_event *event) {
    s->heap[seat] = *event;
    s->course[event->body].seat = seat;
}

/* Moves an event to its position in the heap, starting from a free position. */
static void sift_event(way_scene *s, uint32_t seat, const way_event *event) {
    const way_event e = *event;
    for (; seat > 0 && is_earlier(&e, &s->heap[(seat - 1) / 2]); seat = (seat - 1) / 2)
        put_event(s, seat, &s->heap[(seat - 1) / 2]);
    for (uint32_t child = 2 * seat + 1; child < s->waiting; child = 2 * seat + 1) {
        if (child + 1 < s->waiting && is_earlier(&s->heap[child + 1], &s->heap[child]))
            child++;
        if (!is_earlier(&s->heap[child], &e))
            break;
        put_event(s, seat, &s->heap[child]);
        seat = child;
    }
    put_event(s, seat, &e);
}

/* Sets the body's event to the earliest of its next meeting, wall and cell, if this is before the end. */
static void note_event(way_scene *s, uint32_t i) {
    way_course *c = &s->course[i];
    way_event e = {c->crosses, 0, i, 0};
    if (c->meets < e.time)
        e = (way_event){c->meets, i < c->other ? i : c->other, i,
                        1 + (uint64_t)(i < c->other ? c->other : i)};
    if (c->hits <= s->end) {
        const way_event hit = {c->hits, i, i, 1 + (uint64_t)s->count + c->wall};
        e = is_earlier(&hit, &e) ? hit : e;
    }
    if (e.time <= s->end) {
        if (c->seat == WAY_NO_BODY)
            c->seat = s->waiting++;
        sift_event(s, c->seat, &e);
    } else if (c->seat != WAY_NO_BODY) {
        const uint32_t seat = c->seat;
        c->seat = WAY_NO_BODY;
        if (seat < --s->waiting)
            sift_event(s, seat, &s->heap[s->waiting]);
    }
}

/* Puts all bodies into cells that suit their present speeds, and finds their events. */
static void start_events(way_scene *s) {
    s->waiting = 0;
    way_bodies_place(s);
    for (uint32_t i = 0; i < s->count; i++) {
        s->course[i].seat = WAY_NO_BODY;
        if (s->body[i].level == WAY_BODY_LEVELS)
            continue;
        way_body_find_meeting(s, i, WAY_LATER_ROWS);
        way_body_find_wall(s, i);
        way_body_find_crossing(s, i);
        note_event(s, i);
    }
}

/* Finds the next event of a body whose velocity has changed. Restitutions above 1, and collisions of light
   bodies, can make a body too fast for all cells. */
static void look_again(way_scene *s, uint32_t i) {
    if (way_body_outgrows(s, i)) {
        start_events(s);
        return;
    }
    way_body_replace(s, i);
    way_body_find_meeting(s, i, WAY_ALL_NEAR);
    way_body_find_wall(s, i);
    way_body_find_crossing(s, i);
    note_event(s, i);
}

/* Runs the event, which is not the end of a cell. */
static void collide(way_scene *s, const way_event *e) {
    way_course *c = &s->course[e->body];
    if (e->with > s->count) {
        c->bounces += (uint32_t)way_body_bounces(s, e->body, &s->walls[c->wall]);
        look_again(s, e->body);
        return;
    }
    const uint32_t other = c->other;
    const int counts = way_bodies_bounce(s, e->row, (uint32_t)(e->with - 1));
    c->bounces += (uint32_t)counts;
    s->course[other].bounces += (uint32_t)counts;
    look_again(s, e->body);
    look_again(s, other);
}

/* Runs at most `most` collisions. Returns the number of collisions, and sets `now` to the time of the last
   collision, or to the end if none is left. */
static size_t run_events(way_scene *s, uint64_t most) {
    size_t events = 0;
    double last = 0;
    start_events(s);
    while (s->waiting > 0) {
        const way_event e = s->heap[0];
        const way_course *c = &s->course[e.body];
        s->now = e.time;
        if (e.with == 0) {
            way_body_cross(s, e.body);
            way_body_find_meeting(s, e.body, WAY_NEW_CELLS);
            way_body_find_crossing(s, e.body);
            note_event(s, e.body);
        } else if (e.with <= s->count && s->body[c->other].changes != c->other_changes) {
            way_body_find_meeting(s, e.body, WAY_ALL_NEAR);
            note_event(s, e.body);
        } else if (events == most) {
            s->now = last;
            return events;
        } else {
            last = e.time;
            events++;
            collide(s, &e);
        }
    }
    s->now = s->end;
    return events;
}

/* Columns ----------------------------------------------------------------------------------------------- */

/* Up to 2^60, nothing overflows. */
#define ROOM 0x1p60

static void read_column(const way_table *table, const way_column *column, way_numbers rows, size_t count,
                        double fallback, double *to) {
    if (column->data != NULL)
        way_pack_doubles(table, column, rows, count, to);
    else
        for (size_t i = 0; i < count; i++)
            to[i] = fallback;
}

enum { PART = 64 };

_Static_assert(IN_bounce_all2d_world == IN_bounce_all2d_COUNT - 1, "the columns before it are floats");
typedef double part_of_columns[IN_bounce_all2d_world][PART];

static int is_valid(part_of_columns cell, size_t k, double dt) {
    const double x = cell[IN_bounce_all2d_ball_x][k], y = cell[IN_bounce_all2d_ball_y][k];
    const double vx = cell[IN_bounce_all2d_ball_vx][k], vy = cell[IN_bounce_all2d_ball_vy][k];
    const double radius = cell[IN_bounce_all2d_radius][k], own = cell[IN_bounce_all2d_dt][k];
    const double restitution = cell[IN_bounce_all2d_restitution][k];
    const double friction = cell[IN_bounce_all2d_friction][k];
    return fabs(x) + fabs(y) + fabs(vx) + fabs(vy) + radius < ROOM && radius >= 0 &&
           cell[IN_bounce_all2d_mass][k] > 0 && restitution >= 0 && restitution < ROOM && friction >= 0 &&
           friction <= 1 && own >= 0 && own < ROOM && (dt < 0 || own == dt);
}

/* Reads the bodies of a world in these rows, relative to the walls' origin. */
static void read_bodies(way_scene *s, const way_table *table, const way_bounce_all2d_in *in,
                        const way_bodies *of, way_numbers rows) {
    static const double fallback[IN_bounce_all2d_world] = {
        [IN_bounce_all2d_mass] = 1, [IN_bounce_all2d_restitution] = 1, [IN_bounce_all2d_friction] = 0};
    part_of_columns cell;
    s->end = -1;
    for (size_t first = 0; first < s->count; first += PART) {
        const size_t count = s->count - first < PART ? s->count - first : PART;
        for (int k = 0; k < IN_bounce_all2d_world; k++)
            read_column(table, (const way_column *)in + k, way_numbers_from(rows, first), count, fallback[k],
                        cell[k]);
        for (size_t k = 0; k < count; k++) {
            way_disc *b = &s->body[first + k];
            way_course *c = &s->course[first + k];
            cell[IN_bounce_all2d_ball_x][k] -= of->wall_origin_x;
            cell[IN_bounce_all2d_ball_y][k] -= of->wall_origin_y;
            *b = (way_disc){.level = WAY_BODY_LEVELS};
            *c = (way_course){.seat = WAY_NO_BODY};
            if (!is_valid(cell, k, s->end))
                continue;
            b->level = 0;
            b->x = cell[IN_bounce_all2d_ball_x][k];
            b->y = cell[IN_bounce_all2d_ball_y][k];
            c->start_x = b->x;
            c->start_y = b->y;
            b->vx = cell[IN_bounce_all2d_ball_vx][k];
            b->vy = cell[IN_bounce_all2d_ball_vy][k];
            b->radius = cell[IN_bounce_all2d_radius][k];
            c->mass = cell[IN_bounce_all2d_mass][k];
            b->is_heavy = c->mass == INFINITY;
            c->restitution = cell[IN_bounce_all2d_restitution][k];
            c->friction = cell[IN_bounce_all2d_friction][k];
            s->end = cell[IN_bounce_all2d_dt][k];
        }
    }
    s->end = s->end < 0 ? 0 : s->end;
}

/* Rounds the answers and stores them in the bodies. `seat` then holds the status. */
static void settle_bodies(way_scene *s, const way_bounce_all2d_out *out, const way_bodies *of) {
    for (uint32_t i = 0; i < s->count; i++) {
        way_disc *b = &s->body[i];
        way_course *c = &s->course[i];
        const int is_there = b->level != WAY_BODY_LEVELS;
        way_settled at = {0, 0};
        if (is_there)
            at = way_body_settle(s, i, out, of);
        c->start_x = b->x;
        c->start_y = b->y;
        const double sum = fabs(at.x) + fabs(at.y) + fabs(b->vx) + fabs(b->vy);
        const int is_sound = is_there && sum <= 0x1p127;
        b->x = is_sound ? at.x + 0.0 : 0;
        b->y = is_sound ? at.y + 0.0 : 0;
        b->vx = is_sound ? b->vx + 0.0 : 0;
        b->vy = is_sound ? b->vy + 0.0 : 0;
        c->bounces = is_sound ? c->bounces : 0;
        c->seat = !is_sound ? WAY_INVALID : s->now < s->end ? WAY_LATE : WAY_MET;
    }
}

/* Writes the answers of all worlds. */
static void write_bodies(const way_scene *s, const way_table *table, const way_bounce_all2d_out *out,
                         way_numbers rows) {
    double cell[4][PART];
    uint32_t word[2][PART];
    for (size_t first = 0; first < s->count; first += PART) {
        const size_t count = s->count - first < PART ? s->count - first : PART;
        const way_numbers at = way_numbers_from(rows, first);
        for (size_t k = 0; k < count; k++) {
            const way_disc *b = &s->body[first + k];
            cell[0][k] = b->x;
            cell[1][k] = b->y;
            cell[2][k] = b->vx;
            cell[3][k] = b->vy;
            word[0][k] = s->course[first + k].bounces;
            word[1][k] = s->course[first + k].seat;
        }
        for (int k = 0; k < OUT_bounce_all2d_COUNT; k++) {
            const way_column_out *column = (const way_column_out *)out + k;
            if (column->data == NULL)
                continue;
            if (k < OUT_bounce_all2d_bounces)
                way_put_doubles(column, at, count, cell[k], NULL);
            else
                way_unpack(table, column, 1, at, count,
                           (const float *)(const void *)word[k - OUT_bounce_all2d_bounces], PART);
        }
    }
}

static size_t buckets_for(size_t count) {
    size_t buckets = 16;
    while (buckets < 2 * count)
        buckets *= 2;
    return buckets;
}

/* Returns the number of bodies in the world of rows[first], the first body of this world. */
static size_t bodies_of_world(const way_column *world, const uint32_t *rows, size_t first, size_t count) {
    size_t end = first + 1;
    while (end < count && way_word_at(world, rows[end]) == way_word_at(world, rows[first]))
        end++;
    return end - first;
}

/* Moves the bodies of one world, then the bodies of the next world, and so on. Answers are written at the
   end, because outputs may overlap inputs. */
WAY_OUT_OF_LINE void bounce_all(way_scene *s, uint32_t *rows, const way_table *table,
                                const way_bounce_all2d_in *in, const way_bounce_all2d_out *out,
                                way_bodies *of) {
    const way_numbers order = {in->world.data != NULL ? rows : NULL, 0};
    if (order.list != NULL)
        way_sort_rows(&in->world, s->count, rows, (uint64_t *)(void *)s->heap);
    of->events = 0;
    of->time = INFINITY;
    size_t first = 0;
    do {
        way_scene world = *s;
        world.body += first;
        world.course += first;
        if (order.list != NULL && s->count > 0)
            world.count = (uint32_t)bodies_of_world(&in->world, rows, first, s->count);
        world.cells.mask = (uint32_t)(buckets_for(world.count) - 1);
        read_bodies(&world, table, in, of, way_numbers_from(order, first));
        of->events +=
            run_events(&world, of->most_events > 0 ? of->most_events : 100000 + 1000 * (uint64_t)world.count);
        of->time = world.now < of->time ? world.now : of->time;
        settle_bodies(&world, out, of);
        first += world.count;
    } while (first < s->count);
    write_bodies(s, table, out, order);
}

/* Arguments --------------------------------------------------------------------------------------------- */

enum { LINE = 64 };

size_t way_bounce_all2d_bytes(size_t count) {
    if (count > WAY_BODIES_MOST)
        return 0;
    const uint64_t bytes = (uint64_t)count * (sizeof(way_disc) + sizeof(way_course) + sizeof(way_event)) +
                           (uint64_t)(buckets_for(count) + count) * sizeof(uint32_t) + LINE;
    return bytes <= SIZE_MAX ? (size_t)bytes : 0;
}

static void divide_scene(way_scene *s, const way_bodies *of) {
    char *memory = (char *)of->memory + (LINE - (uintptr_t)of->memory % LINE) % LINE;
    s->count = (uint32_t)of->count;
    s->body = (way_disc *)(void *)memory;
    s->course = (way_course *)(void *)(s->body + s->count);
    s->heap = (way_event *)(void *)(s->course + s->count);
    s->bucket = (uint32_t *)(void *)(s->heap + s->count);
}

way_result way_bounce_all2d(const way_bounce_all2d_in *in, const way_bounce_all2d_out *out, way_bodies *of) {
    if (of == NULL)
        return WAY_ERROR_NULL;
    const way_arguments arguments = {.in = (const way_column *)in,
                                     .out = (const way_column_out *)out,
                                     .fault = of->fault,
                                     .uses = FOR_BODIES,
                                     .count = of->count,
                                     .walls = of->walls,
                                     .wall_count = of->wall_count,
                                     .wall_tree = of->wall_tree,
                                     .wall_origin_x = of->wall_origin_x,
                                     .wall_origin_y = of->wall_origin_y};
    way_result result = way_check_arguments(&way_bounce_all2d_entry, &arguments);
    if (result != WAY_OK)
        return result;
    if (of->count > WAY_BODIES_MOST)
        return way_refuse(of->fault, "count", WAY_ERROR_COUNT);
    result = way_check_memory(of->memory, of->bytes, way_bounce_all2d_bytes(of->count), of->fault);
    if (result != WAY_OK)
        return result;
    way_scene s = {.walls = of->walls,
                   .tree = of->wall_tree,
                   .wall_count = of->wall_count,
                   .is_rounded = way_bodies_are_rounded(out, of)};
    divide_scene(&s, of);
    way_fpenv caller = way_fpenv_enter_for_calls();
    bounce_all(&s, s.bucket + buckets_for(of->count), way_cpu_table(), in, out, of);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}

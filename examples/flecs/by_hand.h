/* The system Lead of flecs.c written by hand in two ways: LeadByGet calls ecs_get, as is usual in flecs, and
   LeadByRows reads the tables that waylay reads. Move moves the units. */
static void LeadByGet(ecs_iter_t *it) { /* the usual way in flecs */
    const Position *p = ecs_field(it, Position, 0);
    const Speed *s = ecs_field(it, Speed, 1);
    const Target *t = ecs_field(it, Target, 2);
    Steer *go = ecs_field(it, Steer, 3);
    for (int i = 0; i < it->count; i++) {
        const Position *q = ecs_is_alive(it->world, t[i].unit) ? ecs_get(it->world, t[i].unit, Position) : NULL;
        const Velocity *v = q != NULL ? ecs_get(it->world, t[i].unit, Velocity) : NULL;
        go[i] = (Steer){0, 0};
        if (v != NULL)
            lead_by_hand(p[i].x, p[i].y, s[i].mps, q->x, q->y, v->x, v->y, &go[i].x, &go[i].y);
    }
}

static void LeadByRows(ecs_iter_t *it) {
    const Position *p = ecs_field(it, Position, 0);
    const Speed *s = ecs_field(it, Speed, 1);
    const Target *t = ecs_field(it, Target, 2);
    Steer *go = ecs_field(it, Steer, 3);
    for (int i = 0; i < it->count; i++) {
        const uint32_t number = (uint32_t)t[i].unit;
        go[i] = (Steer){0, 0};
        if (number >= tables.map_size || tables.part_of[number] == 0) /* no table has the target */
            continue;
        const uint32_t part = tables.part_of[number], row = tables.row_of[number];
        const Position *q = (const Position *)tables.parts[part].columns[3].data + row;
        const Velocity *v = (const Velocity *)tables.parts[part].columns[5].data + row;
        const uint32_t *generation = (const uint32_t *)tables.parts[part].generation.data + 2 * (size_t)row;
        if (*generation == (uint32_t)(t[i].unit >> 32))
            lead_by_hand(p[i].x, p[i].y, s[i].mps, q->x, q->y, v->x, v->y, &go[i].x, &go[i].y);
    }
}

static void Move(ecs_iter_t *it) {
    Position *p = ecs_field(it, Position, 0);
    Velocity *v = ecs_field(it, Velocity, 1);
    const Steer *s = ecs_field(it, Steer, 2);
    for (int i = 0; i < it->count; i++) {
        v[i] = (Velocity){s[i].x, s[i].y};
        p[i].x += v[i].x * it->delta_time, p[i].y += v[i].y * it->delta_time;
    }
}

#define SYSTEM(w, action, phase, threaded, ...)                                                              \
    ecs_system(w, {.entity = ecs_entity(w, {.name = #action, .add = ecs_ids(ecs_dependson(phase))}),         \
                   .query.terms = {__VA_ARGS__}, .callback = action, .multi_threaded = threaded})
#define SYSTEM_RUN(w, action, phase, ...) /* the action walks through the tables itself */                   \
    ecs_system(w, {.entity = ecs_entity(w, {.name = #action, .add = ecs_ids(ecs_dependson(phase))}),         \
                   .query.terms = {__VA_ARGS__}, .run = action})
#define READ_UNITS_WRITE_STEER {ecs_id(Position), .inout = EcsIn}, {ecs_id(Speed), .inout = EcsIn},         \
    {ecs_id(Target), .inout = EcsIn}, {ecs_id(Steer), .inout = EcsOut}

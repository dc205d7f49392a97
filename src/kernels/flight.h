/* A thrown body under gravity g, y being the height: p + v t - g t^2 / 2 and v - g t. With c its height above
   the one asked for and disc = v.y^2 + 2 g c, it comes down through it at

       t = (v.y + sqrt(disc)) / g where it goes up,  2 c / (sqrt(disc) - v.y) where it goes down

   after "Two Basic Kinematics Problems" (solving parabolas). Only disc and c cancel, which are formed in wide
   lanes and rounded once; the rest is float. */

#define flying WAY_LOCAL(flying)
#define fly WAY_LOCAL(fly)

typedef struct flying {
    vector point, velocity;
    flanes landing;
    ilanes status;
} flying;

/* The columns of the body's place and velocity. */
WAY_INLINE flying fly(const float *const *body, const float *const *body_v, size_t i, flanes gravity,
                      flanes t, flanes height, int dims) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    vector place = vector_load(body, i, dims), v = vector_load(body_v, i, dims);
    flying a;
    flanes fallen = f_mul(gravity, t);
    a.point = vector_add(place, vector_scale(v, t, dims), dims);
    a.point.y = f_sub(a.point.y, f_mul(f_mul(fallen, f_set(0.5f)), t));
    a.velocity = v;
    a.velocity.y = f_sub(v.y, fallen);

    wide g = w_widen(gravity), vy = w_load(body_v[1] + i),
         above = w_sub(w_load(body[1] + i), w_widen(height));
    flanes disc = w_narrow(w_add(w_mul(vy, vy), w_mul(w_add(g, g), above))), c = w_narrow(above);
    mask falls = f_lt(v.y, zero), comes = m_and(f_le(zero, disc), m_or(f_le(zero, c), f_le(zero, v.y)));
    flanes root = f_sqrt(f_keep(comes, disc));
    flanes landing =
        f_div(f_select(falls, f_add(c, c), f_add(v.y, root)), f_select(falls, f_sub(root, v.y), gravity));
    /* without gravity it may never, or be there for good; and gravity may be -0 */
    comes = m_and(comes, m_and(f_le(zero, landing), f_le(landing, f_set(FLT_MAX))));

    flanes sum = f_add(f_add(vector_size(place, dims), vector_size(v, dims)), f_add(gravity, f_abs(t)));
    flanes found =
        f_add(f_add(vector_size(a.point, dims), vector_size(a.velocity, dims)), f_add(f_abs(c), f_abs(disc)));
    mask valid = m_and(f_le(zero, gravity), f_lt(f_add(sum, found), infinity));
    comes = m_and(comes, valid);
    a.point = vector_keep(valid, a.point, dims);
    a.velocity = vector_keep(valid, a.velocity, dims);
    a.landing = f_select(comes, f_keep(comes, landing), infinity);
    a.status = i_select(comes, i_set(WAY_MET), i_set(WAY_TOO_SLOW));
    a.status = i_select(valid, a.status, i_set(WAY_INVALID));
    return a;
}

#define FLIGHT(name, dims)                                                                                   \
    WAY_INLINE void WAY_LOCAL(name##_lanes)(WAY_LANES_ARGUMENTS) {                                           \
        flanes height = options ? f_load(in[IN_##name##_height] + i) : f_set(0.0f);                          \
        flying a = fly(in + IN_##name##_body_x, in + IN_##name##_body_vx, i,                                 \
                       f_load(in[IN_##name##_gravity] + i), f_load(in[IN_##name##_time] + i), height, dims); \
        WAY_PUT_VECTOR(name, point_x, a.point, dims);                                                        \
        WAY_PUT_VECTOR(name, velocity_x, a.velocity, dims);                                                  \
        WAY_PUT(f, name, landing, a.landing);                                                                \
        WAY_PUT(i, name, status, a.status);                                                                  \
    }                                                                                                        \
    WAY_KERNEL(name)

FLIGHT(flight2d, 2)
FLIGHT(flight3d, 3)

#undef FLIGHT

/* Decides undecided chases, one at a time. A chase is undecided if rounding could change the result of one of
   its comparisons. Such a chase is first computed with more accurate formulas. If it is still undecided, it
   is computed with integers, without rounding. Every float is an integer times a power of two, so the sums of
   meeting.h are integers in a suitable unit. All instruction sets use this plain C version, because vectors
   would not be faster and would need more stack.

   Lengths and speeds, each in its own unit, need at most 278 bits. lead (s s - v.v), b and c need 558 bits,
   the discriminant 1,117, and the horizon's polynomial 1,114 (see chase_is_in_time). While a product is
   added, the sum needs two more limbs: one because the product's top limb may be 0, and one for the sign of
   the sum. */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#include "kernels/pursuit/undecided_meeting.h"

enum { WHOLE_LIMBS = 38 };

typedef struct whole {
    int sign, size; /* sign is 1 or -1, or 0 if size is 0 */
    uint32_t limb[WHOLE_LIMBS];
} whole;

/* Adds the product sign |a| |b| 2^(32 at) to `to`. `to` must be neither a nor b. */
static void whole_add_limbs(whole *to, int at, const uint32_t *a, int a_size, const uint32_t *b, int b_size,
                            int sign) {
    if (sign == 0)
        return;
    const int same = to->sign != -sign, top = at + a_size + b_size;
    const int size = (top > to->size ? top : to->size) + 1;
    for (int k = to->size; k < size; k++)
        to->limb[k] = 0;
    for (int i = 0; i < a_size; i++) {
        uint64_t carry = 0;
        int k = at + i;
        if (same) {
            for (int j = 0; j < b_size; j++, k++) {
                carry += (uint64_t)a[i] * b[j] + to->limb[k];
                to->limb[k] = (uint32_t)carry;
                carry >>= 32;
            }
            for (; carry != 0; k++) {
                carry += to->limb[k];
                to->limb[k] = (uint32_t)carry;
                carry >>= 32;
            }
        } else { /* a result below 0 wraps around; it is negated after the loop */
            for (int j = 0; j < b_size; j++, k++) {
                carry += (uint64_t)a[i] * b[j];
                uint32_t less = (uint32_t)carry;
                carry = (carry >> 32) + (to->limb[k] < less);
                to->limb[k] -= less;
            }
            for (; carry != 0 && k < size; k++) {
                uint32_t less = (uint32_t)carry;
                carry = to->limb[k] < less;
                to->limb[k] -= less;
            }
        }
    }
    if (to->limb[size - 1] >> 31 != 0) {
        uint64_t carry = 1;
        for (int k = 0; k < size; k++) {
            carry += (uint32_t)~to->limb[k];
            to->limb[k] = (uint32_t)carry;
            carry >>= 32;
        }
        to->sign = sign;
    } else if (same)
        to->sign = sign;
    for (to->size = size; to->size > 0 && to->limb[to->size - 1] == 0;)
        to->size--;
    if (to->size == 0)
        to->sign = 0;
}

/* Adds the product of a and b to `to`, or subtracts the product if `turn` is -1. */
static void whole_add_product(whole *to, const whole *a, const whole *b, int turn) {
    whole_add_limbs(to, 0, a->limb, a->size, b->limb, b->size, turn * a->sign * b->sign);
}

static void whole_add(whole *to, const whole *a, int turn) {
    const uint32_t one = 1;
    whole_add_limbs(to, 0, a->limb, a->size, &one, 1, turn * a->sign);
}

static void whole_clear(whole *a) { a->sign = a->size = 0; }

/* Shifts `a` to the left by `bits`. */
static void whole_shift(whole *a, int bits) {
    if (a->sign == 0 || bits == 0)
        return;
    int limbs = bits / 32, rest = bits % 32;
    a->size += limbs + 1;
    for (int k = a->size - 1; k >= 0; k--) {
        uint64_t both = k - limbs >= 0 && k < a->size - 1 ? (uint64_t)a->limb[k - limbs] << 32 : 0;
        if (k - limbs - 1 >= 0)
            both |= a->limb[k - limbs - 1];
        a->limb[k] = (uint32_t)(both << rest >> 32);
    }
    while (a->limb[a->size - 1] == 0)
        a->size--;
}

/* Returns an odd integer, or 0, and sets *unit so that |x| is this integer times 2 to the power of *unit. */
static uint32_t odd_part(float x, int *unit) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    uint32_t odd = bits & 0x7fffff, exponent = bits >> 23 & 0xff;
    if (exponent != 0)
        odd |= 0x800000;
    *unit = (int)(exponent != 0 ? exponent : 1) - 150;
    if (odd == 0)
        *unit = 1 << 20; /* 0 is a multiple of every unit */
    for (; odd != 0 && (odd & 1) == 0; odd >>= 1)
        ++*unit;
    return odd;
}

/* Adds x to `a`, or subtracts x if `turn` is -1. x must be a multiple of 2^unit, the unit of `a`. */
static void whole_add_float(whole *a, float x, int unit, int turn) {
    if (x == 0.0f)
        return;
    int own;
    const uint32_t odd = odd_part(x, &own), one = 1;
    const uint64_t both = (uint64_t)odd << (own - unit) % 32;
    const uint32_t limb[] = {(uint32_t)both, (uint32_t)(both >> 32)};
    whole_add_limbs(a, (own - unit) / 32, limb, limb[1] != 0 ? 2 : 1, &one, 1, x > 0.0f ? turn : -turn);
}

static int unit_of(const float *x, int count) {
    int least = 1 << 20;
    for (int k = 0; k < count; k++) {
        int unit;
        odd_part(x[k], &unit);
        least = unit < least ? unit : least;
    }
    return least < 1 << 20 ? least : 0;
}

/* Returns the float nearest to the first 64 bits of `a`. The unit of `a` is 2 to the power of `unit`. */
static float whole_value(const whole *a, int unit) {
    if (a->sign == 0)
        return 0.0f;
    int top = a->size - 1, leading = 0;
    while (!(a->limb[top] << leading & 0x80000000))
        leading++;
    uint64_t high = (uint64_t)a->limb[top] << 32, rest = 0;
    if (top > 0)
        high |= a->limb[top - 1];
    if (top > 1)
        rest = a->limb[top - 2];
    high = high << leading | rest << leading >> 32;
    /* the double gets the first 53 bits; if one of the other 11 bits is set, its last bit is set, too, so
       that only the rounding to float counts */
    uint64_t bits = (high >> 11 & 0xfffffffffffff) | ((high & 0x7ff) != 0);
    uint64_t exponent = (uint64_t)(unit + 32 * a->size - leading - 1 + 1023);
    bits |= exponent << 52;
    double value;
    memcpy(&value, &bits, 8);
    return (float)(a->sign < 0 ? -value : value);
}

/* lead, b and c of a chase, and two numbers for intermediate results. */
typedef struct whole_chase {
    int length_unit, speed_unit;
    whole lead, b, c, work[2];
} whole_chase;

static int chase_is_finite(const float *chase) {
    for (int k = 0; k < CHASE_HORIZON; k++)
        if (!(fabsf(chase[k]) <= FLT_MAX))
            return 0;
    return 1;
}

static void whole_chase_of(const float *chase, whole_chase *to) {
    const float speed = chase[CHASE_SPEED] > 0.0f ? chase[CHASE_SPEED] : 0.0f, reach = chase[CHASE_REACH];
    float lengths[7], speeds[7];
    memcpy(lengths, chase, 6 * sizeof *chase);
    memcpy(speeds, chase + CHASE_COURSE, 6 * sizeof *chase);
    lengths[6] = reach, speeds[6] = speed;
    to->length_unit = unit_of(lengths, 7);
    to->speed_unit = unit_of(speeds, 7);
    whole_clear(&to->lead);
    whole_clear(&to->b);
    whole_clear(&to->c);
    /* k = 0, 1 and 2: x, y and z of r and v. k = 3: R and s, whose products have the opposite sign */
    for (int k = 0; k < 4; k++) {
        whole *r = &to->work[0], *v = &to->work[1];
        const int turn = k < 3 ? 1 : -1;
        whole_clear(r);
        whole_clear(v);
        whole_add_float(r, lengths[3 + k], to->length_unit, 1);
        whole_add_float(v, k < 3 ? speeds[k] : speed, to->speed_unit, 1);
        if (k < 3) {
            whole_add_float(r, lengths[k], to->length_unit, -1);
            whole_add_float(v, speeds[3 + k], to->speed_unit, -1);
        }
        whole_add_product(&to->lead, v, v, -turn);
        whole_add_product(&to->b, r, v, turn);
        whole_add_product(&to->c, r, r, turn);
    }
}

/* Computes lead, b, c and the discriminant without error, and rounds each of them once. A sum that is too
   small for a float becomes +0 or -0, with its sign. If an input of the chase is not finite, `sums` does not
   change. */
static void chase_sums(const float *chase, approach *sums) {
    if (!chase_is_finite(chase))
        return;
    whole_chase of;
    whole_chase_of(chase, &of);
    whole *disc = &of.work[0];
    whole_clear(disc);
    whole_add_product(disc, &of.b, &of.b, 1);
    whole_add_product(disc, &of.lead, &of.c, 1);
    sums->lead = whole_value(&of.lead, 2 * of.speed_unit);
    sums->b = whole_value(&of.b, of.length_unit + of.speed_unit);
    sums->c = whole_value(&of.c, 2 * of.length_unit);
    sums->disc = whole_value(disc, 2 * (of.length_unit + of.speed_unit));
}

/* Is the earliest meeting at or before the horizon h? The chase must have a meeting and a separation above
   the reach. The meeting is in time in two cases: f(h) = c - h (lead h - 2 b) is 0 or negative, or `lead` is
   below 0 and h is beyond the vertex of f. */
static int chase_is_in_time(const float *chase) {
    const float horizon = chase[CHASE_HORIZON];
    if (!(horizon > 0.0f) || horizon > FLT_MAX || !chase_is_finite(chase))
        return horizon > 0.0f;
    whole_chase of;
    whole_chase_of(chase, &of);
    whole *h = &of.work[0], *slope = &of.work[1];
    int unit;
    odd_part(horizon, &unit);
    /* the unit of s h is the unit of lengths times 2 to this power */
    const int more = of.speed_unit + unit - of.length_unit;
    whole_clear(h);
    whole_clear(slope);
    whole_add_float(h, horizon, more > 0 ? unit - more : unit, 1);
    if (more < 0) {
        whole_shift(&of.b, -more);
        whole_shift(&of.c, -2 * more);
    }
    whole_add_product(slope, &of.lead, h, 1);
    whole_add(slope, &of.b, -1); /* half the slope of f at h, negated */
    if (of.lead.sign < 0 && slope->sign <= 0)
        return 1;
    whole_add(slope, &of.b, -1);
    whole_add_product(&of.c, h, slope, -1);
    return of.c.sign <= 0;
}

/* Evaluates the chase more precisely. Returns 1 if it is still undecided. */
static int settle_again(const float *chase, approach *sums) {
    const wide none = w_set(0.0), little = w_set(0x1p-22);
    const vector chaser = {chase[0], chase[1], chase[2]}, runner = {chase[3], chase[4], chase[5]},
                 course = {chase[6], chase[7], chase[8]}, platform = {chase[9], chase[10], chase[11]};
    const flanes speed = max0(chase[CHASE_SPEED]), reach = chase[CHASE_REACH];
    const wide_vector carrier = wide_widen(platform, 3);
    const int reaches = f_lt(0.0f, reach), carried = w_lt(none, wide_dot(carrier, carrier, 3)),
              plain = f_le(reach, 0.0f) && !carried;
    if (!is_grazing_within(*sums, speed, reach) && !(carried && is_equally_fast(*sums, speed)))
        return 0;
    const wide s = w_widen(speed), R = w_widen(reach), ss = w_mul(s, s), RR = w_mul(R, R);
    const wide_vector from = wide_widen(chaser, 3), to = wide_widen(runner, 3), r = wide_sub(to, from, 3),
                      v = wide_sub(wide_widen(course, 3), carrier, 3), k = wide_cross(r, v, 3);
    wide_approach of = wide_approach_of(s, r, v, k, 3);
    const wide rr = of.c, vv = wide_dot(v, v, 3);
    if (carried)
        of.lead = squares_left(ss, v, 3);
    of.b = w_sub(of.b, w_mul(s, R));
    if (reaches) {
        wide_vector q = wide_sub(wide_scale(r, s, 3), wide_scale(v, R, 3), 3);
        of.c = w_negate(squares_left(RR, r, 3));
        of.qq = wide_dot(q, q, 3);
    }
    const wide disc = discriminant(of.qq, of.kk, of.b, of.lead, of.c);
    *sums = (approach){w_narrow(of.lead), w_narrow(of.b), w_narrow(of.c), w_narrow(disc)};

    /* If the components of r are floats, all products are exact. Then a result of 0 is also exact: always for
       lead and k.k, and for b if one of its three products is 0. b and lead are 0 if the chaser is as fast as
       the runner, and the runner's course is at a right angle to the separation. k.k and s are 0 if the
       chaser is at rest on the line of the runner's course. */
    const int abreast = w_le(w_add(w_abs(of.b), w_abs(of.lead)), none) &&
                        w_le(w_abs(w_mul(w_mul(r.x, v.x), w_mul(w_mul(r.y, v.y), w_mul(r.z, v.z)))), none);
    if (plain && (abreast || w_le(w_add(of.kk, s), none))) {
        wide_vector back = wide_sub(to, r, 3), lost = wide_sub(back, from, 3),
                    rest = wide_sub(r, wide_widen(wide_narrow(r, 3), 3), 3);
        lost = wide_add_scaled(lost, wide_sub(to, wide_add_scaled(back, r, 1.0, 3), 3), 1.0, 3);
        if (w_le(w_add(wide_dot(lost, lost, 3), wide_dot(rest, rest, 3)), none))
            return 0;
    }

    /* Let M be (|r| + R) (|v| + s); MM is at least M M. The error of disc is at most 2^-49 M times the
       smaller of |b| and |k|. So a margin of 2^-46 M M is enough. With a reach or a platform, the margin is
       larger, because lead and c are less accurate. If disc is below 0, only its sign matters. Then q.q -
       k.k, whose error is at most 2^-48 M (|q| + |k|), decides this sign. */
    const wide MM = w_mul(w_mul(w_set(4.0), w_add(rr, RR)), w_add(vv, ss)), left = w_sub(of.qq, of.kk);
    if (w_lt(w_abs(disc), w_mul(MM, plain ? w_set(0x1p-46) : little))) {
        if (!w_lt(left, none))
            return 1;
        wide kM = w_mul(w_add(w_sqrt(of.kk), w_sqrt(of.qq)), w_sqrt(MM));
        if (!w_lt(left, w_negate(w_add(w_mul(kM, w_set(0x1p-48)), w_mul(MM, w_set(0x1p-96))))))
            return 1;
    }
    return (reaches && w_lt(w_abs(of.c), w_mul(RR, little))) ||
           (carried && w_lt(w_abs(of.lead), w_mul(w_add(vv, ss), little)));
}

/* Returns a time that is beyond the horizon if and only if the exact time is beyond it. */
static float settle_time(const float *chase, float time) {
    const float horizon = chase[CHASE_HORIZON];
    if (chase_is_in_time(chase))
        return time > horizon ? horizon : time;
    return time > horizon ? time : horizon * (1.0f + FLT_EPSILON);
}

void way_settle_chase(const float chase[CHASE_COUNT], int has_horizon, approach *of, arrival *at) {
    if (settle_again(chase, of))
        chase_sums(chase, of);
    *at = arrive(*of);
    if (has_horizon && is_on_time(*at, chase[CHASE_HORIZON]))
        at->time = settle_time(chase, at->time);
}

/* A meeting without any rounding, for the few chases that doubles leave in doubt: floats are whole multiples of
   the smallest one among them, so that the sums of lanes_math.h are whole numbers. Included once per
   instruction set; a chase is chaser, runner, course and carrier in x, y, z each, then speed, reach, horizon.

   Lengths and speeds, each in units of their own, take 278 bits at most; lead, b and c twice that, their products
   1,120, and the horizon's polynomial (see way_chase_is_in_time) 1,370. */

enum { WHOLE_LIMBS = 48 };

typedef struct whole {
    int sign, size; /* 1 or -1 where there are limbs, 0 where there is none */
    uint32_t limb[WHOLE_LIMBS];
} whole;

static int whole_compare_sizes(const whole *a, const whole *b) {
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    for (int k = a->size - 1; k >= 0; k--)
        if (a->limb[k] != b->limb[k])
            return a->limb[k] < b->limb[k] ? -1 : 1;
    return 0;
}

/* a += b, with b's sign turned where `turn` is -1. */
static void whole_add(whole *a, const whole *b, int turn) {
    int sign = turn * b->sign;
    if (sign == 0)
        return;
    int longer = a->size > b->size ? a->size : b->size;
    for (int k = a->size; k < longer; k++)
        a->limb[k] = 0;
    if (a->sign != -sign) {
        uint64_t carry = 0;
        for (int k = 0; k < longer; k++) {
            carry += (uint64_t)a->limb[k] + (k < b->size ? b->limb[k] : 0);
            a->limb[k] = (uint32_t)carry;
            carry >>= 32;
        }
        a->size = longer;
        if (carry != 0)
            a->limb[a->size++] = (uint32_t)carry;
        a->sign = sign;
        return;
    }
    int turned = whole_compare_sizes(a, b) < 0;
    uint32_t borrow = 0;
    for (int k = 0; k < longer; k++) {
        uint64_t mine = a->limb[k], other = k < b->size ? b->limb[k] : 0;
        uint64_t left = turned ? other - mine - borrow : mine - other - borrow;
        a->limb[k] = (uint32_t)left;
        borrow = (uint32_t)(left >> 63);
    }
    a->sign = turned ? sign : a->sign;
    for (a->size = longer; a->size > 0 && a->limb[a->size - 1] == 0;)
        a->size--;
    if (a->size == 0)
        a->sign = 0;
}

static void whole_product(whole *to, const whole *a, const whole *b) {
    to->sign = a->sign * b->sign;
    to->size = to->sign != 0 ? a->size + b->size : 0;
    for (int k = 0; k < to->size; k++)
        to->limb[k] = 0;
    for (int i = 0; to->sign != 0 && i < a->size; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < b->size; k++) {
            carry += (uint64_t)a->limb[i] * b->limb[k] + to->limb[i + k];
            to->limb[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        to->limb[i + b->size] = (uint32_t)carry;
    }
    while (to->size > 0 && to->limb[to->size - 1] == 0)
        to->size--;
}

static void whole_add_product(whole *to, const whole *a, const whole *b, int turn) {
    whole product;
    whole_product(&product, a, b);
    whole_add(to, &product, turn);
}

/* To the left. */
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

/* x is way_odd times 2 to the power of its unit. */
static uint32_t way_odd(float x, int *unit) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    uint32_t odd = bits & 0x7fffff, exponent = bits >> 23 & 0xff;
    if (exponent != 0)
        odd |= 0x800000;
    *unit = (int)(exponent != 0 ? exponent : 1) - 150;
    if (odd == 0)
        *unit = 1 << 20; /* 0 is a multiple of anything */
    for (; odd != 0 && (odd & 1) == 0; odd >>= 1)
        ++*unit;
    return odd;
}

static whole whole_of(float x, int unit) {
    int own;
    whole a = {.sign = x > 0.0f ? 1 : x < 0.0f ? -1 : 0, .size = x != 0.0f};
    a.limb[0] = way_odd(x, &own);
    whole_shift(&a, own - unit);
    return a;
}

static int way_unit(const float *x, int count) {
    int least = 1 << 20;
    for (int k = 0; k < count; k++) {
        int unit;
        way_odd(x[k], &unit);
        least = unit < least ? unit : least;
    }
    return least < 1 << 20 ? least : 0;
}

/* Rounded by its first 64 bits, in units of 2 to the power of `unit`. */
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
    /* a double of 53 bits, and any of those that follow in the last one, so that the float is rounded once */
    uint64_t bits = (high >> 11 & 0xfffffffffffff) | ((high & 0x7ff) != 0);
    uint64_t exponent = (uint64_t)(unit + 32 * a->size - leading - 1 + 1023);
    bits |= exponent << 52;
    double value;
    memcpy(&value, &bits, 8);
    return (float)(a->sign < 0 ? -value : value);
}

typedef struct whole_chase {
    int length_unit, speed_unit;
    whole lead, b, c;
} whole_chase;

static int way_chase_is_finite(const float *chase) {
    for (int k = 0; k < 14; k++)
        if (!(fabsf(chase[k]) <= FLT_MAX))
            return 0;
    return 1;
}

static void whole_chase_of(const float *chase, whole_chase *to) {
    const float speed = chase[12] > 0.0f ? chase[12] : 0.0f, reach = chase[13];
    float lengths[7], speeds[7];
    memcpy(lengths, chase, 6 * sizeof *chase);
    memcpy(speeds, chase + 6, 6 * sizeof *chase);
    lengths[6] = reach, speeds[6] = speed;
    to->length_unit = way_unit(lengths, 7);
    to->speed_unit = way_unit(speeds, 7);
    whole s = whole_of(speed, to->speed_unit), R = whole_of(reach, to->length_unit);
    to->lead.sign = to->lead.size = to->b.sign = to->b.size = to->c.sign = to->c.size = 0;
    whole_add_product(&to->lead, &s, &s, 1);
    whole_add_product(&to->b, &s, &R, -1);
    whole_add_product(&to->c, &R, &R, -1);
    for (int k = 0; k < 3; k++) {
        whole r = whole_of(lengths[3 + k], to->length_unit), from = whole_of(lengths[k], to->length_unit);
        whole v = whole_of(speeds[k], to->speed_unit), carrier = whole_of(speeds[3 + k], to->speed_unit);
        whole_add(&r, &from, -1);
        whole_add(&v, &carrier, -1);
        whole_add_product(&to->lead, &v, &v, -1);
        whole_add_product(&to->b, &r, &v, 1);
        whole_add_product(&to->c, &r, &r, 1);
    }
}

/* lead, b, c and the discriminant, each rounded once: their signs are right, also where they are too small for
   a float. As they were where the chase is not finite. */
WAY_SELDOM void way_chase_sums(const float *chase, float *sums) {
    if (!way_chase_is_finite(chase))
        return;
    whole_chase of;
    whole disc;
    whole_chase_of(chase, &of);
    whole_product(&disc, &of.b, &of.b);
    whole_add_product(&disc, &of.lead, &of.c, 1);
    sums[0] = whole_value(&of.lead, 2 * of.speed_unit);
    sums[1] = whole_value(&of.b, of.length_unit + of.speed_unit);
    sums[2] = whole_value(&of.c, 2 * of.length_unit);
    sums[3] = whole_value(&disc, 2 * (of.length_unit + of.speed_unit));
}

/* Is the earliest meeting, of whoever is met and not there yet, at the horizon h or before? Where
   f(h) = 2 b h + c - lead h h is 0 or less, or h is beyond the vertex of an f that is above 0 again. */
WAY_SELDOM int way_chase_is_in_time(const float *chase) {
    float horizon = chase[14];
    if (!(horizon > 0.0f) || horizon > FLT_MAX || !way_chase_is_finite(chase))
        return horizon > 0.0f;
    whole_chase of;
    whole_chase_of(chase, &of);
    int unit;
    whole h = {.sign = 1, .size = 1}, leads, f, slope;
    h.limb[0] = way_odd(horizon, &unit);
    whole_product(&leads, &of.lead, &h); /* lead h */
    whole_product(&f, &leads, &h);
    whole_product(&slope, &of.b, &h);
    int more = of.speed_unit + unit - of.length_unit; /* the units of lead h h are that power of 2 of b h's */
    whole twice = slope, vertex = of.b;
    whole_shift(&twice, 1);
    if (more > 0) {
        whole_shift(&f, 2 * more);
        whole_shift(&twice, more);
        whole_shift(&leads, more);
    } else {
        whole_shift(&twice, -more);
        whole_shift(&of.c, -2 * more);
        whole_shift(&vertex, -more);
    }
    f.sign = -f.sign;
    whole_add(&f, &twice, 1);
    whole_add(&f, &of.c, 1);
    whole_add(&vertex, &leads, -1); /* half the slope of f at h */
    return f.sign <= 0 || (of.lead.sign < 0 && vertex.sign >= 0);
}

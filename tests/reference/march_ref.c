/* Moves along a path of two arcs and a straight between them, or of three arcs. Positions on the arcs are
   computed from heading angles by sin and cos. The last arc is computed backwards from the target. The
   straight leads from the end of the first arc to the start of the last arc. */
#include "reference/real.h"

#include "waylay/formation.h"

typedef struct pose {
    real x, y, heading;
} pose;

/* Returns the pose after an arc, which turns left if `side` is 1, and goes backwards if `length` is below
   0. */
static pose along_arc(pose p, real length, real radius, int side) {
    real cx = p.x - side * radius * sin(p.heading), cy = p.y + side * radius * cos(p.heading);
    p.heading += side * length / radius;
    p.x = cx + side * radius * sin(p.heading);
    p.y = cy - side * radius * cos(p.heading);
    return p;
}

static void answer(real *out, pose p, real distance, int status) {
    out[0] = p.x, out[1] = p.y;
    out[2] = status == WAY_INVALID ? 0 : cos(p.heading);
    out[3] = status == WAY_INVALID ? 0 : sin(p.heading);
    out[4] = distance;
    out[5] = status;
}

void REFERENCE(march2d)(const real *in, real *out) {
    const pose nowhere = {0, 0, 0};
    real r1 = in[8], r2 = in[14] == 0 ? r1 : in[14], arc1 = in[10], middle = in[11], arc2 = in[12];
    int word = (int)in[9];
    for (int k = 0; k < 16; k++)
        if (!isfinite(in[k])) {
            answer(out, nowhere, 0, WAY_INVALID);
            return;
        }
    if ((in[2] == 0 && in[3] == 0) || (in[6] == 0 && in[7] == 0) || r1 <= 0 || r2 <= 0 || arc1 < 0 ||
        middle < 0 || arc2 < 0 || arc1 > 6.5 * r1 || arc2 > 6.5 * r2 || word < WAY_NO_WORD ||
        word > WAY_RLR || (word >= WAY_LRL && middle > 6.5 * r1)) {
        answer(out, nowhere, 0, WAY_INVALID);
        return;
    }
    pose start = {in[0], in[1], atan2(in[3], in[2])}, target = {in[4], in[5], atan2(in[7], in[6])};
    real total = arc1 + middle + arc2, at = fmin(fmax(in[13] + in[15], 0), total);
    int side1 = word == WAY_RSR || word == WAY_RSL || word == WAY_RLR ? -1 : 1;
    int side2 = word == WAY_RSR || word == WAY_LSR || word == WAY_RLR ? -1 : 1;
    if (word == WAY_NO_WORD)
        answer(out, start, 0, WAY_NO_PATH);
    else if (at >= total)
        answer(out, target, at, WAY_THERE);
    else if (at <= arc1)
        answer(out, along_arc(start, at, r1, side1), at, WAY_MET);
    else if (at >= arc1 + middle)
        answer(out, along_arc(target, at - total, r2, side2), at, WAY_MET);
    else if (word >= WAY_LRL)
        answer(out, along_arc(along_arc(start, arc1, r1, side1), at - arc1, r1, -side1), at, WAY_MET);
    else {
        pose exit = along_arc(start, arc1, r1, side1), entry = along_arc(target, -arc2, r2, side2);
        real part = (at - arc1) / middle;
        exit.x += (entry.x - exit.x) * part;
        exit.y += (entry.y - exit.y) * part;
        answer(out, exit, at, WAY_MET);
    }
}

// A stranger's program in C++17.
#include <cstring>

#include "waylay/waylay.h"

int main() {
    way_intercept3d_agent gun = way_intercept3d_agent_default();
    gun.chaser_speed = 10;
    gun.runner_z = 20;
    way_intercept3d_answer answer = way_intercept3d_one(gun);
    return !(std::strcmp(way_version(), WAY_VERSION_STRING) == 0 && answer.status == WAY_MET && answer.time == 2 &&
             answer.velocity_z == 10);
}

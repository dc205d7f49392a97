#include "waylay/waylay.h"

/* Finds a car's shortest path from one pose to another, and the car's position after some metres. */
void drive(way_shortest_path2d_agent car, float metres, way_shortest_path2d_answer *path, way_march2d_answer *now) {
    way_shortest_path2d_one(&car, path);
    way_march2d_agent on;
    way_march2d_agent_default(&on);
    on.x = car.x, on.y = car.y, on.heading_x = car.heading_x, on.heading_y = car.heading_y;
    on.radius = car.radius, on.end_radius = car.end_radius;
    on.target_x = car.target_x, on.target_y = car.target_y;
    on.target_heading_x = car.target_heading_x, on.target_heading_y = car.target_heading_y;
    on.word = path->word, on.arc1 = path->arc1, on.middle = path->middle, on.arc2 = path->arc2;
    on.distance = metres;
    way_march2d_one(&on, now);
}

#!/bin/sh
# Writes the files that the commands of docs/program.md read to the current folder.
# usage: sh tests/program/page_files.sh
set -eu

cat >match.csv <<'END'
chaser_x,chaser_y,runner_x,runner_y,runner_vx,runner_vy
0,0,30,40,0,-4
10,5,60,5,2,1
END

cat >turrets.csv <<'END'
chaser_x,chaser_y,chaser_speed,target
0,0,50,0
10,0,50,1
20,5,50,-1
END

cat >guns.csv <<'END'
chaser_x,chaser_y,chaser_speed
0,0,50
90,10,50
END

cat >units.csv <<'END'
runner_x,runner_y,runner_vx,runner_vy
30,40,0,-4
100,0,9,0
END

cat >slots.csv <<'END'
runner_x,runner_y
80,0
5,5
40,40
END

cat >crowd.csv <<'END'
chaser_x,chaser_y,chaser_vx,chaser_vy,preferred_vx,preferred_vy,chaser_speed
0,0,1,0,1,0,1.5
6,0.5,-1,0,-1,0,1.5
3,4,0,-1,0,-1,1.5
END

cat >walls.csv <<'END'
ax,ay,bx,by
0,0,4,0
4,0,4,4
4,4,0,4
0,4,0,0
END

cat >balls.csv <<'END'
ball_x,ball_y,ball_vx,ball_vy
1,1,5,0
2,2,0,-30
END

cat >poses.csv <<'END'
x,y,heading_x,heading_y,target_x,target_y,target_heading_x,target_heading_y,radius
0,0,1,0,30,10,0,1,4
5,5,0,1,-20,0,1,0,3
END

cat >ships.csv <<'END'
mmsi,lon_m,lat_m,course_deg,speed_kn
201,0,0,90,10
202,1000,0,270,10
203,0,500,,20
END

cat >beams.csv <<'END'
x,y,direction_x,direction_y
1,1,1,0
6,2,1,0
END

cat >discs.csv <<'END'
runner_x,runner_y,runner_radius
9,2,1
END

cat >rays.csv <<'END'
x,y,z,direction_x,direction_y,direction_z
1,1,5,0,0,-1
8,8,5,0,0,-1
END

cat >shots.csv <<'END'
ball_x,ball_y,ball_z,ball_vx,ball_vy,ball_vz
1,1,5,0,0,-2
END

cat >tris.csv <<'END'
ax,ay,az,bx,by,bz,cx,cy,cz
0,0,0,9,0,0,0,9,0
END

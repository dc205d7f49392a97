/* The commands of the program. main.c calls the one that the command line names. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "options.h"

/* Runs a behaviour or a task over the rows of a CSV file. */
void csv_run(const options *options);

/* Writes the field of a map. */
void field_of_map(const options *options);

/* Lists the behaviours, or describes the columns of one, from the library's own description. */
void list(void);
void describe(const options *options);

/* Checks that all instruction sets of this machine compute the same bits. With a file of golden hashes, also
   checks that the machine that wrote the file computed these bits. Returns the exit code: 0, or 1 if a
   difference was found. */
int check(const options *options);

/* Runs the frame loop of a small strategy game, and measures how much of a frame interception takes. */
void demo(const options *options);

/* Runs a race in which trackers of equal speed chase the same target in different ways. */
void race(const options *options);

#endif

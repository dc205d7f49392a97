/* Declares count_steps(), which counts what a search of a crowd looks at. */
#ifndef SEARCH_STEPS_H
#define SEARCH_STEPS_H

#include <stddef.h>

#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Searches the crowd of `choice` in plain C, with `in` as a way_choose2d_in or a way_choose3d_in, and returns
   how many nodes, leaves and children the search compared for all choosers together. If `most` is not 0, the
   search lists the nearest candidates, and `most` is the length of each list, at most 16. */
size_t count_steps(const void *in, const way_choice *choice, int dims, size_t most);

#ifdef __cplusplus
}
#endif

#endif

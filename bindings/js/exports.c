/* Functions that JavaScript calls in addition to the library's own ones. */
#include "waylay/waylay.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Runs a prepared call over these agents. JavaScript wrote the structs earlier, and writes nothing now. */
way_result EXPORT(run)(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                       way_batch *batch, size_t first, size_t count) {
    batch->first = first;
    batch->count = count;
    return way_run(behaviour, in, out, batch);
}

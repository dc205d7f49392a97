/* What there is: the behaviours and their columns, as the library describes itself. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "waylay/waylay.h"

void list(void);
void describe(const way_behaviour *behaviour);

#endif

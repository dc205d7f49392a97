/* What there is: the behaviours and their columns, as the library describes itself. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "options.h"

void list(void);
void describe(const options *options);

#endif

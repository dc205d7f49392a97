/* Lists the behaviours and their columns, from the library's own description. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "options.h"

void list(void);
void describe(const options *options);

#endif

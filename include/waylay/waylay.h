/* waylay: how to meet, for many agents per call. The whole public API; each of these headers can be included
   alone. MIT licence. */
#ifndef WAYLAY_H
#define WAYLAY_H

#include "base.h"
#include "pursuit.h"
#include "bounce.h"
#include "ballistics.h"
#include "formation.h"
#include "choose.h"
#include "neighbours.h"
#include "avoid.h"
#include "assign.h"
#include "field.h"

#endif

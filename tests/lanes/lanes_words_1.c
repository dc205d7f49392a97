#include <stdint.h>

#include "lanes/lanes_1.h"
#include "lanes/moves_1.h"

#include "lanes_words.h"

DEFINE_LANES_WORDS(lanes_words_1);

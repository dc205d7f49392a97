#include "lanes/lanes_8.h"
#include "lanes/moves_8.h"

#include "lanes_words.h"

DEFINE_LANES_WORDS(lanes_words_8);

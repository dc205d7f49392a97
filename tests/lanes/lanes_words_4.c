#include "lanes/lanes_4.h"
#include "lanes/moves_4.h"

#include "lanes_words.h"

DEFINE_LANES_WORDS(lanes_words_4);

/* The words of sixteen lanes without AVX-512. SIMDe emulates the instructions. */
#include "lanes/lanes_16.h"
#include "lanes/moves_16.h"

#include "lanes_words.h"

DEFINE_LANES_WORDS(lanes_words_emulated16);

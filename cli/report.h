/* Prints errors and the progress to standard error. Each error is one line. */
#ifndef REPORT_H
#define REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* Prints "waylay: " and the message, always as exactly one line. Control characters, and other characters
   that a terminal interprets, are printed as escapes like \x1b or \u202e. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints the message like complain() and exits with code 2. Temporary files are removed at exit. */
_Noreturn void fail(const char *format, ...) PRINTF_LIKE(1, 2);

/* If the library refuses a call, fails with `before` and the library's text for the result. */
void must_be_ok(const char *before, way_result result);

/* Sets a function that fail() calls once with `user`, before it prints. The function describes the state of
   the output in `text`, which is empty at first. fail() appends this text to its line. */
void before_failing(void (*tell)(void *user, char *text, size_t size), void *user);

/* Returns `memory`, or fails if an allocation returned NULL. */
void *must(void *memory);

/* Returns the text, shortened to fit a line. The result is valid until the next call. */
const char *shortened(const char *text, size_t length);

/* Finds the name that a misspelt word most likely means: show all names to guess_see. guess_text then returns
   "; did you mean NAME?", or "" if no name is similar. */
typedef struct guess {
    const char *word, *best;
    size_t distance;
} guess;

void guess_see(guess *guess, const char *name);
const char *guess_text(const guess *guess);

/* Shows the progress on one line of a terminal. `whole` is 0 if the size of the file is unknown. */
void progress_show(uint64_t rows, uint64_t bytes, uint64_t whole);
void progress_clear(void);

#endif

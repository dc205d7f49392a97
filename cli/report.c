#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"

static int progress_is_shown;

static void say(const char *format, va_list arguments) {
    char line[8192];
    vsnprintf(line, sizeof line, format, arguments);
    /* File names and cells may hold line ends and escape codes. */
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    progress_clear();
    fprintf(stderr, "waylay: %s\n", line);
}

void complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(2);
}

void *must(void *memory) {
    if (!memory)
        fail("out of memory");
    return memory;
}

const char *shortened(const char *text, size_t length) {
    static char kept[48];
    size_t room = sizeof kept - sizeof "...";
    size_t take = length;
    if (take > room) {
        take = room;
        /* Not through the middle of a UTF-8 character. */
        while (take > 0 && ((unsigned char)text[take] & 0xc0) == 0x80)
            take--;
    }
    memcpy(kept, text, take);
    for (size_t i = 0; i < take; i++)
        if (kept[i] == '\0')
            kept[i] = '?';
    strcpy(kept + take, take < length ? "..." : "");
    return kept;
}

void progress_show(uint64_t rows, uint64_t bytes, uint64_t whole) {
    static int last_percent = -1;
    char count[32];
    int percent = whole > 0 && bytes < whole ? (int)(100.0 * (double)bytes / (double)whole) : 100;
    if (percent == last_percent)
        return;
    last_percent = percent;
    fprintf(stderr, "\r%3d %%  %s rows", percent, grouped(rows, count));
    fflush(stderr);
    progress_is_shown = 1;
}

void progress_clear(void) {
    if (progress_is_shown)
        fputs("\r\033[K", stderr);
    progress_is_shown = 0;
}

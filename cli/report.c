#include "report.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"

static int progress_is_shown;

static void (*last_words)(void *user, char *text, size_t size);
static void *last_user;

/* Reads the UTF-8 character at `text`. Returns its length, or 0 if the bytes are not UTF-8. */
static size_t character_at(const unsigned char *text, uint32_t *character) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = *text < 0x80 ? 1 : *text >= 0xf0 ? 4 : *text >= 0xe0 ? 3 : 2;
    *character = length == 1 ? *text : *text & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *character = *character << 6 | (text[i] & 0x3f);
    }
    int is_valid = (length == 1 || *text >= 0xc2) && *text < 0xf8 && *character >= least[length] &&
                   *character <= 0x10ffff && !(*character >= 0xd800 && *character <= 0xdfff);
    return is_valid ? length : 0;
}

/* Is this a character that moves the cursor, is invisible, or changes the direction of text? */
static int is_control(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0x061c;
}

/* Prints a text as one line: escapes control characters, because file names and cells may have any bytes. */
static void print_on_one_line(const char *line) {
    const unsigned char *at = (const unsigned char *)line;
    while (*at) {
        uint32_t character;
        size_t length = character_at(at, &character);
        if (length == 0 || (length == 1 && is_control(character)))
            fprintf(stderr, "\\x%02x", *at);
        else if (is_control(character))
            fprintf(stderr, "\\u%04x", (unsigned)character);
        else
            fwrite(at, 1, length, stderr);
        at += length ? length : 1;
    }
}

static void say(const char *format, va_list arguments, const char *more) {
    char line[8192];
    vsnprintf(line, sizeof line, format, arguments);
    progress_clear();
    fputs("waylay: ", stderr);
    print_on_one_line(line);
    print_on_one_line(more);
    fputc('\n', stderr);
}

void complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, "");
    va_end(arguments);
}

void fail(const char *format, ...) {
    char more[512] = "";
    void (*tell)(void *, char *, size_t) = last_words;
    last_words = NULL;
    if (tell)
        tell(last_user, more, sizeof more);
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, more);
    va_end(arguments);
    exit(2);
}

void must_be_ok(const char *before, way_result result) {
    if (result != WAY_OK)
        fail("%s%s", before, way_result_string(result));
}

void before_failing(void (*tell)(void *user, char *text, size_t size), void *user) {
    last_words = tell;
    last_user = user;
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
        /* Do not cut a UTF-8 character. */
        while (take > 0 && ((unsigned char)text[take] & 0xc0) == 0x80)
            take--;
    }
    memcpy(kept, text, take);
    strcpy(kept + take, take < length ? "..." : "");
    return kept;
}

enum { LONGEST_GUESS = 40 };

/* Counts the letters to insert, remove, replace or swap to make one word of the other (Damerau). Capital
   letters count as small ones. */
static size_t distance_of(const char *a, const char *b) {
    size_t row[3][LONGEST_GUESS + 1], a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST_GUESS || b_length > LONGEST_GUESS)
        return LONGEST_GUESS;
    for (size_t j = 0; j <= b_length; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const int a_now = tolower((unsigned char)a[i - 1]), b_now = tolower((unsigned char)b[j - 1]);
            size_t least = before[j - 1] + (a_now != b_now);
            least = before[j] + 1 < least ? before[j] + 1 : least;
            least = now[j - 1] + 1 < least ? now[j - 1] + 1 : least;
            if (i > 1 && j > 1 && a_now == tolower((unsigned char)b[j - 2]) &&
                b_now == tolower((unsigned char)a[i - 2]) && earlier[j - 2] + 1 < least)
                least = earlier[j - 2] + 1;
            now[j] = least;
        }
    }
    return row[a_length % 3][b_length];
}

void guess_see(guess *g, const char *name) {
    size_t distance = distance_of(g->word, name), length = strlen(g->word);
    const char *part = strlen(g->word) >= 4 ? strstr(name, g->word) : NULL;
    if (part && part[length] == '\0' && distance > 2)
        distance = 2; /* speed for chaser_speed */
    if (distance <= 1 + length / 4 && (!g->best || distance < g->distance)) {
        g->best = name;
        g->distance = distance;
    }
}

const char *guess_text(const guess *g) {
    static char text[80];
    if (!g->best)
        return "";
    snprintf(text, sizeof text, "; did you mean %s?", shortened(g->best, strlen(g->best)));
    return text;
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

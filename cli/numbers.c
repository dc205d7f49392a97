#include "numbers.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The program never calls setlocale, so strtof and printf speak "C" throughout. */

static int is_blank(char c) { return c == ' ' || c == '\t'; }

/* strtof alone also takes hexadecimal, "nan(...)" and line ends before the number. */
static int looks_like_a_number(const char *text) {
    const char *c = text + strspn(text, " \t");
    if (*c == '+' || *c == '-')
        c++;
    int is_digit = *c >= '0' && *c <= '9';
    if (is_digit || *c == '.')
        return c[strcspn(c, "xX")] == '\0';
    return strchr(c, '(') == NULL && (*c == 'i' || *c == 'I' || *c == 'n' || *c == 'N');
}

static int read_float(const char *text, const char *end, void *cell) {
    if (!looks_like_a_number(text))
        return 0;
    char *stop;
    float value = strtof(text, &stop);
    if (stop == text || stop != end)
        return 0;
    memcpy(cell, &value, sizeof value);
    return 1;
}

static int read_int(const char *text, const char *end, void *cell) {
    const char *first = text + strspn(text, " \t");
    if (*first != '-' && *first != '+' && !(*first >= '0' && *first <= '9'))
        return 0;
    char *stop;
    errno = 0;
    long long value = strtoll(first, &stop, 10);
    if (stop == first || stop != end || errno == ERANGE || value < INT32_MIN || value > INT32_MAX)
        return 0;
    int32_t number = (int32_t)value;
    memcpy(cell, &number, sizeof number);
    return 1;
}

static int read_status(const char *text, const char *end, void *cell) {
    const char *first = text + strspn(text, " \t");
    size_t length = first < end ? (size_t)(end - first) : 0;
    for (int32_t status = 0; way_status_word(status); status++) {
        const char *word = way_status_word(status);
        if (strlen(word) == length && memcmp(word, first, length) == 0) {
            memcpy(cell, &status, sizeof status);
            return 1;
        }
    }
    return 0;
}

int number_read(way_type type, const char *text, size_t length, void *cell) {
    const char *end = text + length;
    while (end > text && is_blank(end[-1]))
        end--;
    switch (type) {
    case WAY_INT: return read_int(text, end, cell);
    case WAY_STATUS: return read_status(text, end, cell);
    default: return read_float(text, end, cell);
    }
}

const char *number_expected(way_type type) {
    return type == WAY_INT ? "a whole number" : type == WAY_STATUS ? "a status" : "a number";
}

static size_t write_float(const void *cell, char text[32]) {
    float value;
    memcpy(&value, cell, sizeof value);
    if (isnan(value))
        return (size_t)snprintf(text, 32, "nan");
    if (isinf(value))
        return (size_t)snprintf(text, 32, value < 0 ? "-inf" : "inf");
    /* Up to 6 digits survive a float, so whatever needs fewer is found at 6; denormals hold fewer. */
    int digits = isnormal(value) || value == 0 ? 6 : 1;
    for (;; digits++) {
        int length = snprintf(text, 32, "%.*g", digits, (double)value);
        if (digits == 9 || strtof(text, NULL) == value)
            return (size_t)length;
    }
}

size_t number_write(way_type type, const void *cell, char text[32]) {
    if (type == WAY_FLOAT)
        return write_float(cell, text);
    int32_t number;
    memcpy(&number, cell, sizeof number);
    const char *word = type == WAY_STATUS ? way_status_word(number) : NULL;
    return (size_t)(word ? snprintf(text, 32, "%s", word) : snprintf(text, 32, "%ld", (long)number));
}

int whole_read(const char *text, uint64_t low, uint64_t high, uint64_t *value) {
    if (*text < '0' || *text > '9')
        return 0;
    char *stop;
    errno = 0;
    unsigned long long number = strtoull(text, &stop, 0);
    *value = number;
    return *stop == '\0' && errno != ERANGE && number >= low && number <= high;
}

int decimal_read(const char *text, double low, double high, double *value) {
    if (!looks_like_a_number(text))
        return 0;
    char *stop;
    *value = strtod(text, &stop);
    return *stop == '\0' && *value >= low && *value <= high;
}

const char *grouped(uint64_t number, char text[32]) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

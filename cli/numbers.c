#include "numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "float_text.h"

/* The program never calls setlocale, so strtod and printf always use the "C" locale. */

static int is_blank(char c) { return c == ' ' || c == '\t'; }

/* Rejects some texts that strtod would accept: hexadecimal numbers, "nan(...)", and numbers that follow a
   newline. */
static int looks_like_a_number(const char *text) {
    const char *c = text + strspn(text, " \t");
    if (*c == '+' || *c == '-')
        c++;
    int is_digit = *c >= '0' && *c <= '9';
    if (is_digit || *c == '.')
        return c[strcspn(c, "xX")] == '\0';
    return strchr(c, '(') == NULL && (*c == 'i' || *c == 'I' || *c == 'n' || *c == 'N');
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

/* Finds the number, from `first` on, for which `name_of` returns the text. */
static int read_name(const char *(*name_of)(int32_t), int32_t first, const char *text, const char *end,
                     void *cell) {
    const char *start = text + strspn(text, " \t");
    size_t length = start < end ? (size_t)(end - start) : 0;
    for (int32_t number = first; name_of(number); number++) {
        const char *name = name_of(number);
        if (strlen(name) == length && memcmp(name, start, length) == 0) {
            memcpy(cell, &number, sizeof number);
            return 1;
        }
    }
    return 0;
}

static const char *read_float(const char *text, const char *end, void *cell) {
    while (text < end && is_blank(*text))
        text++;
    switch (float_read(text, end, cell)) {
    case FLOAT_READ: return NULL;
    case FLOAT_TOO_LARGE: return "a number of at most 3.4028235e+38, or inf";
    default: return number_expected(WAY_FLOAT);
    }
}

const char *number_read(way_type type, const char *text, size_t length, void *cell) {
    const char *end = text + length;
    if (type == WAY_FLOAT && float_read(text, end, cell) == FLOAT_READ)
        return NULL;
    while (end > text && is_blank(end[-1]))
        end--;
    int is_valid = 0;
    switch (type) {
    case WAY_FLOAT: return read_float(text, end, cell);
    case WAY_INT: is_valid = read_int(text, end, cell); break;
    case WAY_STATUS: is_valid = read_name(way_status_word, 0, text, end, cell); break;
    case WAY_WORD:
        is_valid = read_name(way_word_name, WAY_NO_WORD, text, end, cell) || read_int(text, end, cell);
        break;
    case WAY_ROW:
    case WAY_MASK:
    case WAY_COUNT: return bits_read(text, length, cell);
    }
    return is_valid ? NULL : number_expected(type);
}

const char *bits_read(const char *text, size_t length, void *cell) {
    static const char expected[] = "a whole number of 32 bits, such as 5, -1 or 0xff";
    const char *first = text + strspn(text, " \t"), *end = text + length;
    while (end > first && is_blank(end[-1]))
        end--;
    const int is_hexadecimal = end - first > 2 && first[0] == '0' && (first[1] == 'x' || first[1] == 'X');
    const char *digits = first + (is_hexadecimal ? 2 : *first == '-' || *first == '+');
    if (!(*digits >= '0' && *digits <= '9') && !(is_hexadecimal && isxdigit((unsigned char)*digits)))
        return expected;
    char *stop;
    errno = 0;
    const long long value = strtoll(is_hexadecimal ? digits : first, &stop, is_hexadecimal ? 16 : 10);
    if (stop != end || errno == ERANGE || value < INT32_MIN || value > (long long)UINT32_MAX)
        return expected;
    const uint32_t bits = (uint32_t)value;
    memcpy(cell, &bits, sizeof bits);
    return NULL;
}

const char *number_expected(way_type type) {
    switch (type) {
    case WAY_INT: return "a whole number";
    case WAY_STATUS: return "a status";
    case WAY_WORD: return "a kind of path, such as LSL";
    default: return "a number";
    }
}

const char *target_read(const char *text, size_t length, uint32_t *target) {
    const char *end = text + length;
    while (end > text && is_blank(end[-1]))
        end--;
    while (text < end && is_blank(*text))
        text++;
    *target = UINT32_MAX;
    if (text == end || (end - text == 2 && memcmp(text, "-1", 2) == 0))
        return NULL;
    uint64_t number = 0;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9')
            return "the number of a row, counted from 0; for no target, -1 or nothing";
        number = number < UINT32_MAX ? 10 * number + (uint64_t)(*text - '0') : UINT32_MAX;
    }
    *target = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
    return NULL;
}

size_t number_write(way_type type, const void *cell, char text[32]) {
    if (type == WAY_FLOAT) {
        float value;
        memcpy(&value, cell, sizeof value);
        return float_write(value, text);
    }
    int32_t number;
    memcpy(&number, cell, sizeof number);
    const char *name = type == WAY_STATUS ? way_status_word(number)
                       : type == WAY_WORD ? way_word_name(number)
                                          : NULL;
    if (!name)
        return (size_t)snprintf(text, 32, "%ld", (long)number);
    size_t length = strlen(name);
    memcpy(text, name, length);
    return length;
}

const char *place_read(const char *text, size_t length, double origin, void *cell) {
    const char *expected = number_read(WAY_FLOAT, text, length, cell);
    if (!expected) {
        const float place = (float)(strtod(text, NULL) - origin);
        memcpy(cell, &place, sizeof place);
    }
    return expected;
}

size_t place_write(double origin, const void *cell, char text[32]) {
    float number;
    memcpy(&number, cell, sizeof number);
    const double place = origin + (double)number;
    int length = 0;
    for (int digits = 9; digits <= 17; digits++) {
        length = snprintf(text, 32, "%.*g", digits, place);
        if (strtod(text, NULL) == place)
            break;
    }
    return (size_t)length;
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

/* This is the program's only C++ code. <charconv> prints the shortest text of a number in tens of
   nanoseconds. The C library takes microseconds, and cannot find the shortest text. */
#include "numbers.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace {

struct span {
    const char *first, *end;
    size_t size() const { return static_cast<size_t>(end - first); }
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

span trimmed(const char *text, size_t length) {
    span s = {text, text + length};
    while (s.first < s.end && is_blank(*s.first))
        s.first++;
    while (s.end > s.first && is_blank(s.end[-1]))
        s.end--;
    return s;
}

/* Removes a plus sign, which <charconv> refuses, unless another sign follows. */
span without_plus(span s) {
    const bool has_plus = s.size() > 1 && *s.first == '+' && s.first[1] != '-';
    return {s.first + has_plus, s.end};
}

template <class Whole> bool read_whole(span s, int base, Whole *value) {
    const std::from_chars_result found = std::from_chars(s.first, s.end, *value, base);
    return found.ec == std::errc() && found.ptr == s.end;
}

/* Reads a whole number, which is hexadecimal if it begins with 0x. */
template <class Whole> bool read_bits(span s, Whole *value) {
    const bool is_hexadecimal = s.size() > 2 && s.first[0] == '0' && (s.first[1] == 'x' || s.first[1] == 'X');
    if (is_hexadecimal)
        return s.first[2] != '-' && read_whole(span{s.first + 2, s.end}, 16, value);
    return read_whole(s, 10, value);
}

/* Is this text of a number a decimal number, not "inf" or "nan"? */
bool is_finite_text(span s) {
    const char *digits = s.first + (*s.first == '-' || *s.first == '+');
    return is_digit(*digits) || *digits == '.';
}

void read_slowly(const char *text, float *value) { *value = std::strtof(text, nullptr); }
void read_slowly(const char *text, double *value) { *value = std::strtod(text, nullptr); }

/* Reads a decimal number, "inf", "infinity" or "nan", with or without a sign. */
template <class Real> bool read_real(span s, Real *value) {
    s = without_plus(s);
    if (std::memchr(s.first, '(', s.size())) /* nan(...) */
        return false;
    const std::from_chars_result found = std::from_chars(s.first, s.end, *value);
    if (found.ec ==
        std::errc::result_out_of_range) /* too large, or too small: <charconv> does not say which */
        read_slowly(s.first, value);
    else if (found.ec != std::errc())
        return false;
    return found.ptr == s.end;
}

/* Writes like printf's %g, with as many digits as the number needs: with an exponent below 1e-4, and from
   `large` on if zeros would have to fill the number up. Returns the length. */
template <class Real> size_t write_real(Real value, Real large, char text[32]) {
    if (std::isnan(value)) {
        std::memcpy(text, "nan", 3);
        return 3;
    }
    char *const room = text + 32;
    if (std::isinf(value))
        return static_cast<size_t>(std::to_chars(text, room, value).ptr - text);
    const Real size = std::fabs(value);
    if (size >= large || (size < Real(1e-4) && size != 0)) {
        char *end = std::to_chars(text, room, value, std::chars_format::scientific).ptr;
        const char *first = text + (*text == '-'), *mark = end[-4] == 'e' ? end - 4 : end - 5;
        int exponent = 0;
        std::from_chars(mark + 2, end, exponent);
        const std::ptrdiff_t digits = mark - first > 1 ? mark - first - 1 : 1;
        if (size < large || exponent >= digits)
            return static_cast<size_t>(end - text);
    }
    return static_cast<size_t>(std::to_chars(text, room, value, std::chars_format::fixed).ptr - text);
}

template <class Whole> size_t write_whole(Whole value, char text[32]) {
    return static_cast<size_t>(std::to_chars(text, text + 32, value).ptr - text);
}

/* Finds the number, from `first` on, for which `name_of` returns the text. */
bool read_name(const char *(*name_of)(int32_t), int32_t first, span s, int32_t *number) {
    for (*number = first; name_of(*number); ++*number)
        if (std::strlen(name_of(*number)) == s.size() &&
            std::memcmp(name_of(*number), s.first, s.size()) == 0)
            return true;
    return false;
}

} // namespace

const char *number_read(way_type type, const char *text, size_t length, void *cell) {
    if (type == WAY_ROW || type == WAY_MASK || type == WAY_COUNT)
        return bits_read(text, length, cell);
    const span s = trimmed(text, length);
    if (type == WAY_FLOAT) {
        float value;
        if (!read_real(s, &value))
            return number_expected(type);
        if (std::isinf(value) && is_finite_text(s))
            return "a number of at most 3.4028235e+38, or inf";
        std::memcpy(cell, &value, sizeof value);
        return nullptr;
    }
    int32_t number;
    if (!(type == WAY_STATUS && read_name(way_status_word, 0, s, &number)) &&
        !(type == WAY_WORD && read_name(way_word_name, WAY_NO_WORD, s, &number)) &&
        !(type != WAY_STATUS && read_whole(without_plus(s), 10, &number)))
        return number_expected(type);
    std::memcpy(cell, &number, sizeof number);
    return nullptr;
}

const char *bits_read(const char *text, size_t length, void *cell) {
    const span s = trimmed(text, length);
    int64_t value;
    if (!(read_bits(s, &value) || read_whole(without_plus(s), 10, &value)) || value < INT32_MIN ||
        value > UINT32_MAX)
        return "a whole number of 32 bits, such as 5, -1 or 0xff";
    const uint32_t bits = static_cast<uint32_t>(value);
    std::memcpy(cell, &bits, sizeof bits);
    return nullptr;
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
    const span s = trimmed(text, length);
    *target = UINT32_MAX;
    if (s.size() == 0 || (s.size() == 2 && std::memcmp(s.first, "-1", 2) == 0))
        return nullptr;
    const std::from_chars_result found = std::from_chars(s.first, s.end, *target);
    if (found.ptr != s.end)
        return "the number of a row, counted from 0; for no target, -1 or nothing";
    return nullptr; /* a number of more than 32 bits leaves no target */
}

size_t number_write(way_type type, const void *cell, char text[32]) {
    if (type == WAY_FLOAT) {
        float value;
        std::memcpy(&value, cell, sizeof value);
        return write_real(value, 1e6f, text);
    }
    int32_t number;
    std::memcpy(&number, cell, sizeof number);
    const char *name = type == WAY_STATUS ? way_status_word(number)
                       : type == WAY_WORD ? way_word_name(number)
                                          : nullptr;
    if (!name)
        return write_whole(number, text);
    std::memcpy(text, name, std::strlen(name));
    return std::strlen(name);
}

const char *real_read(const char *text, size_t length, double *value) {
    return read_real(trimmed(text, length), value) ? nullptr : number_expected(WAY_FLOAT);
}

const char *place_read(const char *text, size_t length, double factor, double origin, void *cell) {
    double number;
    if (real_read(text, length, &number))
        return number_expected(WAY_FLOAT);
    const float place = static_cast<float>(number * factor - origin);
    if (std::isinf(place) && is_finite_text(trimmed(text, length)))
        return "a number of at most 3.4028235e+38, or inf";
    std::memcpy(cell, &place, sizeof place);
    return nullptr;
}

size_t place_write(double origin, const void *cell, char text[32]) {
    float number;
    std::memcpy(&number, cell, sizeof number);
    return write_real(origin + static_cast<double>(number), 1e9, text);
}

int whole_read(const char *text, uint64_t low, uint64_t high, uint64_t *value) {
    return read_bits(span{text, text + std::strlen(text)}, value) && *value >= low && *value <= high;
}

int decimal_read(const char *text, double low, double high, double *value) {
    return read_real(span{text, text + std::strlen(text)}, value) && *value >= low && *value <= high;
}

const char *grouped(uint64_t number, char text[32]) {
    char digits[32];
    const size_t length = write_whole(number, digits);
    char *to = text;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

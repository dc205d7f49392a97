/* This is the program's only C++ code. <charconv> prints the shortest text of a float in tens of nanoseconds.
   The C library takes microseconds, and cannot find the shortest text. */
#include "float_text.h"

#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

/* Some standard libraries can write floats, but cannot read them. */
#if defined(__cpp_lib_to_chars)
#define READS_FLOATS 1
#define WRITES_FLOATS 1
#elif defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 14000
#define WRITES_FLOATS 1
#endif

/* Writes a text like "-1.2345e+06", with a point only if more digits follow, and with an exponent of two
   digits. Writes "inf" or "-inf" for an infinity. Returns the end of the text. */
static char *write_exponent(float value, char *text) {
#ifdef WRITES_FLOATS
    return std::to_chars(text, text + 32, value, std::chars_format::scientific).ptr;
#else
    for (int digits = 0;; digits++) {
        int length = std::snprintf(text, 32, "%.*e", digits, static_cast<double>(value));
        if (digits == 8 || std::strtof(text, nullptr) == value)
            return text + length;
    }
#endif
}

size_t float_write(float value, char *text) {
    if (std::isnan(value)) {
        std::memcpy(text, "nan", 3);
        return 3;
    }
    char *end = write_exponent(value, text);
    size_t sign = *text == '-';
    char *mantissa = text + sign, *mark = end - 4;
    if (*mark != 'e')
        return static_cast<size_t>(end - text);
    int exponent = 10 * (mark[2] - '0') + mark[3] - '0';
    exponent = mark[1] == '-' ? -exponent : exponent;
    int digits = mark - mantissa > 1 ? static_cast<int>(mark - mantissa) - 1 : 1;
    if (exponent < -4 || exponent >= (digits > 6 ? digits : 6))
        return static_cast<size_t>(end - text);

    char digit[16] = {};
    digit[0] = mantissa[0];
    std::memcpy(digit + 1, mantissa + 2, 8);
    char *to = mantissa;
    if (exponent < 0) {
        std::memcpy(to, "0.000", 5);
        to += 1 - exponent;
        std::memcpy(to, digit, 16);
        return static_cast<size_t>(to + digits - text);
    }
    std::memcpy(to, digit, 16);
    if (exponent >= digits - 1) {
        std::memset(to + digits, '0', 8);
        return static_cast<size_t>(to + exponent + 1 - text);
    }
    to[exponent + 1] = '.';
    std::memcpy(to + exponent + 2, digit + exponent + 1, 8);
    return static_cast<size_t>(to + digits + 1 - text);
}

/* Reads with the C library. Where <charconv> only reports "out of range", the C library returns the nearest
   float, an infinity or a tiny number. */
static float read_slowly(const char *text, const char **stop) {
    char *end;
    float value = std::strtof(text, &end);
    *stop = end;
    return value;
}

/* Reads up to 15 digits with an optional point and no exponent. Nearly all numbers in files have this form.
   The digits and the power of ten are exact as doubles, so their quotient is the double nearest to the text.
   The result is the float nearest to this double. If the double lies midway between two floats, returns
   false. <charconv> takes four times the instructions. */
static bool read_plainly(const char *first, const char *end, bool is_negative, float *value) {
    static const double power[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (FLT_EVAL_METHOD != 0 || end - first > 16 || end - first < 1)
        return false;
    int64_t digits = 0;
    const char *point = nullptr;
    for (const char *at = first; at < end; at++) {
        unsigned digit = static_cast<unsigned>(*at - '0');
        if (digit <= 9)
            digits = 10 * digits + digit;
        else if (*at == '.' && !point)
            point = at;
        else
            return false;
    }
    std::ptrdiff_t count = end - first - (point ? 1 : 0), decimals = point ? end - point - 1 : 0;
    if (count < 1 || count > 15)
        return false;
    double number = static_cast<double>(digits) / power[decimals];
    uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    if ((bits & 0x1fffffff) == 0x10000000)
        return false;
    *value = static_cast<float>(is_negative ? -number : number);
    return true;
}

float_found float_read(const char *text, const char *end, float *value) {
    const char *first = text;
    bool has_plus = first < end && *first == '+', has_minus = first < end && *first == '-';
    first += has_plus || has_minus;
    if (read_plainly(first, end, has_minus, value))
        return FLOAT_READ;
    bool is_digit = first < end && ((*first >= '0' && *first <= '9') || *first == '.');
    if (!is_digit) {
        /* "nan(...)" is not accepted. Hexadecimal numbers are refused below. */
        bool is_word = first < end && (*first == 'i' || *first == 'I' || *first == 'n' || *first == 'N');
        if (!is_word || std::memchr(first, '(', static_cast<size_t>(end - first)))
            return FLOAT_NOT;
    } else if (first + 1 < end && (first[1] == 'x' || first[1] == 'X'))
        return FLOAT_NOT;
    const char *stop = has_plus ? first : text;
#ifdef READS_FLOATS
    std::from_chars_result found = std::from_chars(stop, end, *value);
    stop = found.ptr;
    if (found.ec == std::errc::result_out_of_range)
        *value = read_slowly(text, &stop);
    else if (found.ec != std::errc())
        return FLOAT_NOT;
#else
    *value = read_slowly(text, &stop);
#endif
    if (stop != end)
        return FLOAT_NOT;
    return is_digit && std::isinf(*value) ? FLOAT_TOO_LARGE : FLOAT_READ;
}

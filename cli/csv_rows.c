#include "csv_rows.h"

#include <csv.h>
#include <errno.h>
#include <string.h>

#include "report.h"

enum { BLOCK = 1 << 16 };

/* An open quote makes the rest of the file one row. The limit bounds the memory for such a row. */
enum { LONGEST_ROW = 1 << 22 };

/* The greatest number of commas in a row that is read without libcsv. A block has 2^16 bytes, so the commas'
   offsets fit 16 bits. */
enum { MOST_PLAIN = 1024 };

/* Blanks around a field belong to the field, so columns that are copied to the output keep them. */
static int no_space(unsigned char c) {
    (void)c;
    return 0;
}

static int is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] != ' ' && text[i] != '\t')
            return 0;
    return 1;
}

static void deliver(csv_rows *r, const char *text, size_t length) {
    r->line = r->field_line;
    if (!r->plain && memchr(text, '\0', length))
        fail("%s:%llu: field %zu: found a zero byte, which text does not hold (UTF-16? It has to be UTF-8)",
             r->name, (unsigned long long)r->line, r->field_number + 1);
    r->field(r, text, length);
    r->field_number++;
}

static void deliver_held(csv_rows *r) {
    if (!r->is_holding)
        return;
    r->is_holding = 0;
    deliver(r, r->held, r->held_length);
}

/* Takes one field. If a row's first field is blank, the whole line may be blank, so the field is held until
   another field follows, except in files with one column. A quoted empty field is never a blank line. libcsv
   passes a quoted empty field as an empty text, and an empty field without quotes as NULL. */
static void take_field(csv_rows *r, const char *data, size_t length) {
    const char *text = data ? data : "";
    int in_quotes = data && length == 0;
    int is_first = r->field_number == 0 && !r->is_holding;
    if (is_first && !in_quotes && r->columns != 1 && length < sizeof r->held && is_blank(text, length)) {
        memcpy(r->held, text, length);
        r->held[length] = '\0';
        r->held_length = length;
        r->is_holding = 1;
        return;
    }
    deliver_held(r);
    deliver(r, text, length);
    r->field_line = r->line_read;
}

static void on_field(void *data, size_t length, void *user) { take_field(user, data, length); }

static void on_row(int terminator, void *user) {
    csv_rows *r = user;
    (void)terminator;
    if (!r->is_holding) {
        r->line = r->line_read;
        if (r->columns > 0 && r->field_number != r->columns)
            fail("%s:%llu: found %zu field%s, expected %zu as in the header", r->name,
                 (unsigned long long)r->row_line, r->field_number, r->field_number == 1 ? "" : "s",
                 r->columns);
        r->row(r);
        if (r->columns == 0)
            r->columns = r->field_number;
    }
    r->is_holding = 0;
    r->field_number = 0;
    r->row_is_open = 0;
    r->row_bytes = 0;
}

static _Noreturn void fail_open_quote(const csv_rows *r) {
    fail("%s:%llu: a quote that is opened in this row is never closed", r->name,
         (unsigned long long)r->row_line);
}

/* Counts a line when its end is read. A line ends with CR LF, CR or LF; CR LF counts once, at the CR. */
static void count_line(csv_rows *r, char before, char end) {
    if (end == '\r' || (end == '\n' && before != '\r'))
        r->line_read++;
    r->last = end;
}

/* Passes text to libcsv, at most to the end of a line, so that the call-backs know the line of a field. */
static void feed(csv_rows *r, struct csv_parser *parser, const char *text, size_t length) {
    int only_line_end = length == 1 && (text[0] == '\n' || text[0] == '\r');
    if (!r->row_is_open && !only_line_end) {
        r->row_is_open = 1;
        r->row_line = r->field_line = r->line_read;
    }
    r->row_bytes += length;
    if (csv_parse(parser, text, length, on_field, on_row, r) != length) {
        if (csv_error(parser) != CSV_EPARSE)
            fail("out of memory");
        fail("%s:%llu: field %zu: a quote inside a field must be doubled, and the field be in quotes",
             r->name, (unsigned long long)r->line_read, r->field_number + (r->is_holding ? 2 : 1));
    }
    if (r->row_bytes > LONGEST_ROW)
        fail("%s:%llu: a row of more than %d MiB (a quote left open?)", r->name,
             (unsigned long long)r->row_line, LONGEST_ROW >> 20);
    count_line(r, length > 1 ? text[length - 2] : r->last, text[length - 1]);
}

/* Marks commas, line ends, and the characters that need libcsv: quotes and zero bytes. "Comma" means the
   delimiter here. */
static char is_special[256] = {['\0'] = 1, ['\n'] = 1, ['\r'] = 1, ['"'] = 1, [','] = 1};
static char delimiter = ',';

void csv_set_delimiter(char sign) {
    is_special[(unsigned char)delimiter] = 0;
    is_special[(unsigned char)sign] = 1;
    delimiter = sign;
}

char csv_delimiter(void) { return delimiter; }

/* Takes a whole row without quotes by splitting it at its commas. Nearly all rows have no quotes, and so need
   no parser. Returns the start of the next row, or `at` if this row needs libcsv. */
static const char *take_plain(csv_rows *r, const char *at, const char *end) {
    uint16_t comma[MOST_PLAIN];
    size_t commas = 0;
    const char *stop = at;
    for (; stop < end; stop++) {
        if (!is_special[(unsigned char)*stop])
            continue;
        if (*stop != delimiter)
            break;
        if (commas == MOST_PLAIN)
            return at;
        comma[commas++] = (uint16_t)(stop - at);
    }
    if (stop == end || *stop == '"' || *stop == '\0')
        return at;
    char before = stop > at ? stop[-1] : r->last, line_end = *stop;
    int is_second_half = stop == at && line_end == '\n' && before == '\r';
    if (stop > at || (r->takes_empty_lines && r->columns == 1 && !is_second_half)) {
        r->row_line = r->field_line = r->line_read;
        r->plain = at;
        r->plain_length = (size_t)(stop - at);
        const char *field = at;
        for (size_t i = 0; i <= commas; i++) {
            const char *field_end = i < commas ? at + comma[i] : stop;
            take_field(r, field_end > field ? field : NULL, (size_t)(field_end - field));
            field = field_end + 1;
        }
        on_row(line_end, r);
        r->plain = NULL;
    }
    count_line(r, before, line_end);
    return stop + 1;
}

void csv_rows_read(csv_rows *r) {
    static char block[BLOCK];
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL | CSV_EMPTY_IS_NULL) != 0)
        fail("out of memory");
    csv_set_space_func(&parser, no_space);
    csv_set_blk_size(&parser, 4096);
    csv_set_delim(&parser, (unsigned char)delimiter);
    r->line_read = 1;

    size_t length;
    while ((length = fread(block, 1, sizeof block, r->file)) > 0) {
        const char *at = block;
        const char *end = block + length;
        if (r->bytes == 0 && length >= 3 && memcmp(block, "\xef\xbb\xbf", 3) == 0)
            at += 3;
        r->bytes += length;
        while (at < end) {
            const char *next = r->row_is_open ? at : take_plain(r, at, end);
            if (next > at) {
                at = next;
                continue;
            }
            const char *stop = at;
            while (stop < end && *stop != '\n' && *stop != '\r')
                stop++;
            stop += stop < end;
            feed(r, &parser, at, (size_t)(stop - at));
            at = stop;
        }
    }
    if (ferror(r->file))
        fail("%s: cannot be read: %s", r->name, strerror(errno));
    if (csv_fini(&parser, on_field, on_row, r) != 0)
        fail_open_quote(r);
    csv_free(&parser);
}

void csv_rows_read_file(csv_rows *r) {
    r->file = fopen(r->name, "rb");
    if (!r->file)
        fail("%s: cannot be read: %s", r->name, strerror(errno));
    csv_rows_read(r);
    fclose(r->file);
}

/* Computes the field of a map in the format of MovingAI's benchmarks, and writes it as CSV. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "numbers.h"
#include "output.h"
#include "report.h"

typedef struct map {
    const char *name;
    FILE *file;
    uint64_t line; /* the line that was read last */
    char *text;    /* its text, without the end of the line */
    size_t room;
    uint32_t width, height;
    uint8_t *costs;
} map;

/* Reads the next line. Returns 0 at the end of the file. */
static int read_line(map *m) {
    const ssize_t length = getline(&m->text, &m->room, m->file);
    if (length < 0 && ferror(m->file))
        fail("%s: %s", m->name, strerror(errno));
    if (length < 0)
        return 0;
    m->line++;
    m->text[strcspn(m->text, "\r\n")] = '\0';
    return 1;
}

/* Reads one of the four lines before the map. Returns 0 after the last of them. */
static int read_heading(map *m) {
    if (!read_line(m))
        fail("%s: line %llu: expected type, height, width or map", m->name, (unsigned long long)m->line + 1);
    char *value = m->text + strcspn(m->text, " \t");
    const size_t word = (size_t)(value - m->text);
    value += strspn(value, " \t");
    uint64_t number = 0;
    const int is_height = word == 6 && memcmp(m->text, "height", 6) == 0;
    const int is_width = word == 5 && memcmp(m->text, "width", 5) == 0;
    if (is_height || is_width) {
        if (!whole_read(value, 1, 16000, &number))
            fail("%s: line %llu: %.*s: found \"%s\", expected a whole number from 1 to 16000", m->name,
                 (unsigned long long)m->line, (int)word, m->text, shortened(value, strlen(value)));
        *(is_height ? &m->height : &m->width) = (uint32_t)number;
    } else if (word == 4 && memcmp(m->text, "type", 4) == 0) {
        if (strcmp(value, "octile") != 0)
            fail("%s: line %llu: type: found \"%s\", expected octile", m->name, (unsigned long long)m->line,
                 shortened(value, strlen(value)));
    } else if (word == 3 && memcmp(m->text, "map", 3) == 0) {
        return 0;
    } else {
        fail("%s: line %llu: found \"%s\", expected type, height, width or map", m->name,
             (unsigned long long)m->line, shortened(m->text, strlen(m->text)));
    }
    return 1;
}

/* Returns the cost of a terrain: 1 if it can be walked on from the ground, which includes swamps but not
   water, or 0. */
static uint8_t cost_of(const map *m, size_t column) {
    const char terrain = m->text[column];
    if (terrain == '\0' || strchr(".GS@OTW", terrain) == NULL)
        fail("%s: line %llu, column %zu: found \"%s\", expected one of . G S @ O T W", m->name,
             (unsigned long long)m->line, column + 1, shortened(m->text + column, 1));
    return strchr(".GS", terrain) != NULL;
}

static void read_map(map *m, const char *name) {
    m->name = name == NULL ? "standard input" : name;
    m->file = name == NULL ? stdin : fopen(name, "r");
    if (m->file == NULL)
        fail("%s: %s", name, strerror(errno));
    while (read_heading(m))
        ;
    if (m->width == 0 || m->height == 0)
        fail("%s: line %llu: expected a line with the %s before the map", m->name,
             (unsigned long long)m->line, m->width == 0 ? "width" : "height");
    m->costs = must(malloc((size_t)m->width * m->height));
    for (uint32_t y = 0; y < m->height; y++) {
        if (!read_line(m))
            fail("%s: line %llu: the map ends after %u rows, expected %u", m->name,
                 (unsigned long long)m->line, y, m->height);
        if (strlen(m->text) != m->width)
            fail("%s: line %llu: found %zu cells, expected %u", m->name, (unsigned long long)m->line,
                 strlen(m->text), m->width);
        for (uint32_t x = 0; x < m->width; x++)
            m->costs[(size_t)y * m->width + x] = cost_of(m, x);
    }
    while (read_line(m))
        if (m->text[strspn(m->text, " \t")] != '\0')
            fail("%s: line %llu: found more than %u rows", m->name, (unsigned long long)m->line, m->height);
    if (name != NULL)
        fclose(m->file);
    free(m->text);
}

/* Reads whole numbers between commas. Returns how many there are, or 0 if the text is something else. */
static int numbers_of(const char *text, int most, uint64_t largest, uint64_t *number) {
    char copy[64];
    int count = 0;
    if (strlen(text) >= sizeof copy)
        return 0;
    strcpy(copy, text);
    for (char *at = copy, *end; at != NULL; at = end) {
        end = strchr(at, ',');
        if (end != NULL)
            *end++ = '\0';
        if (count == most || !isdigit((unsigned char)at[0]) || !whole_read(at, 0, largest, &number[count]))
            return 0;
        count++;
    }
    return count;
}

static way_goal goal_of(const map *m, const char *text) {
    uint64_t n[3] = {0, 0, 0};
    if (numbers_of(text, 3, WAY_FIELD_FAR, n) < 2)
        fail("--goal: found \"%s\", expected X,Y or X,Y,COST", shortened(text, strlen(text)));
    if (n[0] >= m->width || n[1] >= m->height)
        fail("--goal %s: the cell is outside of the map, which has %u x %u cells",
             shortened(text, strlen(text)), m->width, m->height);
    if (m->costs[n[1] * m->width + n[0]] == 0)
        fail("--goal %s: the cell is closed", shortened(text, strlen(text)));
    return (way_goal){(uint32_t)n[0], (uint32_t)n[1], (uint32_t)n[2], 0};
}

static void write_field(const way_field *f, const char *path) {
    output out;
    output_open(&out, path);
    fputs("x,y,cost,next\n", out.file);
    for (uint32_t y = 0; y < f->height; y++) {
        for (uint32_t x = 0; x < f->width; x++) {
            const size_t i = (size_t)y * f->width + x;
            if (f->cost[i] == UINT32_MAX)
                fprintf(out.file, "%u,%u,-1,-1\n", x, y);
            else
                fprintf(out.file, "%u,%u,%u,%d\n", x, y, f->cost[i], f->next[i]);
        }
        output_check(&out);
    }
    output_close(&out);
    output_publish(&out);
}

void field_of_map(const options *o) {
    map m = {0};
    uint64_t costs[2] = {5, 7};
    if (o->costs != NULL && numbers_of(o->costs, 2, 131070, costs) != 2)
        fail("--costs: found \"%s\", expected STRAIGHT,DIAGONAL", shortened(o->costs, strlen(o->costs)));
    if (costs[0] < 1 || costs[0] > 65535 || costs[1] < costs[0] || costs[1] > 2 * costs[0])
        fail("--costs: found \"%s\", expected a straight cost from 1 to 65535, and a diagonal cost from this "
             "to twice this",
             o->costs);
    if (o->goals.count == 0)
        fail("field2d: expected --goal X,Y");
    read_map(&m, o->file);
    const size_t cells = (size_t)m.width * m.height;
    way_goal *goals = must(calloc(o->goals.count, sizeof *goals));
    for (size_t i = 0; i < o->goals.count; i++)
        goals[i] = goal_of(&m, o->goals.value[i]);
    const float clearance = (float)o->clearance;
    way_field f = {.width = m.width, .height = m.height, .costs = m.costs, .goals = goals};
    f.goal_count = o->goals.count, f.clearances = &clearance, f.cut_corners = o->cut_corners;
    f.straight = (uint32_t)costs[0], f.diagonal = (uint32_t)costs[1];
    f.bytes = way_field2d_bytes(m.width, m.height);
    f.memory = must(malloc(f.bytes));
    f.cost = must(malloc(cells * sizeof *f.cost));
    f.next = must(malloc(cells));
    must_be_ok("field2d: ", way_field2d(&f));
    for (size_t i = 0; i < o->goals.count; i++)
        if (f.cost[(size_t)goals[i].y * m.width + goals[i].x] == UINT32_MAX)
            fail("--goal %s: the cell is closed by the clearance", o->goals.value[i]);
    write_field(&f, o->out);
    free(f.memory), free(f.cost), free(f.next), free(goals), free(m.costs);
}

#include "laid_call.h"

#include <string.h>

#include "draw.h"

/* Columns ------------------------------------------------------------------------------------------------ */

static size_t records_laid(const laid_records *r) { return r->same ? 1 : r->rows; }

size_t laid_bytes(const laid_records *r) { return r->front + records_laid(r) * r->size + r->behind; }

laid_column laid_field(const laid_records *r, size_t region, size_t field) {
    laid_column column = {.is_there = true, .region = region, .rows = records_laid(r)};
    column.origin = (ptrdiff_t)(r->front + field);
    column.step = r->same ? 0 : (ptrdiff_t)r->size;
    if (r->backwards && column.rows > 0) {
        column.origin += column.step * (ptrdiff_t)(column.rows - 1);
        column.step = -column.step;
    }
    column.stride = column.step;
    return column;
}

size_t laid_add_region(laid_call *call, void *memory, void *kept, size_t bytes) {
    static const uint32_t untouched = LAID_UNTOUCHED;
    laid_region region = {(unsigned char *)memory, (unsigned char *)kept, bytes};
    for (size_t i = 0; i + 4 <= bytes; i += 4)
        memcpy(region.memory + i, &untouched, 4);
    memcpy(region.memory + bytes / 4 * 4, &untouched, bytes % 4);
    call->region[call->regions] = region;
    return call->regions++;
}

/* Returns element i of a region that holds words. */
static uint32_t word_of(const laid_call *call, size_t region, size_t i) {
    uint32_t word;
    memcpy(&word, call->region[region].memory + 4 * i, sizeof word);
    return word;
}

static const unsigned char *address_of(const laid_call *call, size_t region, size_t i) {
    const unsigned char *address;
    memcpy(&address, call->region[region].memory + sizeof address * i, sizeof address);
    return address;
}

/* Returns the offset of a row's element in the column's region, by the column's list of rows and its
   pages. */
static ptrdiff_t found_place(const laid_call *call, const laid_column *column, size_t row) {
    ptrdiff_t origin = column->origin;
    if (column->list != 0)
        row = word_of(call, column->list - 1, row);
    if (column->pages != 0) {
        origin =
            address_of(call, column->pages - 1, row / column->page) - call->region[column->region].memory;
        row %= column->page;
    }
    return origin + column->step * (ptrdiff_t)row;
}

static inline ptrdiff_t place_of(const laid_call *call, const laid_column *column, size_t row) {
    return (column->list | column->pages) != 0 ? found_place(call, column, row)
                                               : column->origin + column->step * (ptrdiff_t)row;
}

size_t laid_size(int32_t type) { return type == WAY_DOUBLE ? 8 : type == WAY_HALF ? 2 : 4; }

void *laid_cell(const laid_call *call, const laid_column *column, size_t row) {
    return call->region[column->region].memory + place_of(call, column, row);
}

static inline uint64_t bits_at(const void *place, int32_t type) {
    uint16_t half;
    uint32_t word;
    uint64_t bits;
    if (type == WAY_SINGLE)
        return memcpy(&word, place, sizeof word), word;
    if (type == WAY_HALF)
        return memcpy(&half, place, sizeof half), half;
    return memcpy(&bits, place, sizeof bits), bits;
}

/* Returns the present bits of an element. */
static uint64_t bits_now(const laid_call *call, const laid_column *column, size_t row) {
    return bits_at(laid_cell(call, column, row), column->type);
}

static uint64_t bits_kept(const laid_call *call, const laid_column *column, size_t row) {
    return bits_at(call->region[column->region].kept + place_of(call, column, row), column->type);
}

void laid_put_bits(laid_call *call, const laid_column *column, size_t row, uint64_t bits) {
    const uint16_t half = (uint16_t)bits;
    const uint32_t word = (uint32_t)bits;
    if (!column->is_there || row >= column->rows)
        return;
    void *cell = laid_cell(call, column, row);
    if (column->type == WAY_SINGLE)
        memcpy(cell, &word, sizeof word);
    else if (column->type == WAY_HALF)
        memcpy(cell, &half, sizeof half);
    else
        memcpy(cell, &bits, sizeof bits);
}

/* Elements ----------------------------------------------------------------------------------------------- */

static float float_of(uint32_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static uint32_t word_of_float(float number) {
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static uint64_t bits_of_double(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Returns the value of a half, computed from the definition of IEEE binary16. */
static double number_of_half(uint64_t half) {
    double size = (double)(half & 0x3ff), unit = 0x1p-24;
    uint64_t exponent = half >> 10 & 31;
    if (exponent == 31)
        size = size > 0 ? NAN : INFINITY;
    else if (exponent > 0)
        size += 1024;
    for (; exponent > 1 && exponent < 31; exponent--)
        unit += unit;
    return half >> 15 & 1 ? -(size * unit) : size * unit;
}

/* Returns `number` rounded towards 0 to a half. */
static uint64_t half_of(double number) {
    double size = number < 0 ? -number : number;
    uint64_t half = 0, sign = bits_of_double(number) >> 63 << 15;
    if (number != number)
        return 0x7e01 | sign;
    for (uint64_t bit = 0x4000; bit != 0; bit >>= 1)
        half |= number_of_half(half | bit) <= size ? bit : 0;
    return half | sign;
}

/* Returns the value of an element as a double. */
static double number_of(uint64_t bits, int32_t type) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return type == WAY_DOUBLE ? number
           : type == WAY_HALF ? number_of_half(bits)
                              : (double)float_of((uint32_t)bits);
}

uint32_t laid_get(const laid_call *call, const laid_column *column, size_t row) {
    uint64_t bits = bits_kept(call, column, row);
    return column->type == WAY_SINGLE ? (uint32_t)bits : word_of_float((float)number_of(bits, column->type));
}

static void put_number(laid_call *call, const laid_column *column, size_t row, double number) {
    laid_put_bits(call, column, row, column->type == WAY_DOUBLE ? bits_of_double(number) : half_of(number));
}

void laid_put(laid_call *call, const laid_column *column, size_t row, uint32_t word) {
    if (column->type == WAY_SINGLE)
        laid_put_bits(call, column, row, word);
    else
        put_number(call, column, row, (double)float_of(word));
}

/* Rows and pages ----------------------------------------------------------------------------------------- */

/* Fills `words` with the numbers from 0 to count - 1 in random order. */
static void shuffle(unsigned char *words, size_t count, uint64_t *dice) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = draw_below(dice, i + 1);
        if (j != i)
            memcpy(words + 4 * i, words + 4 * j, 4);
        memcpy(words + 4 * j, &i, 4);
    }
}

void laid_list(laid_call *call, laid_column *column, size_t region, uint64_t *dice) {
    shuffle(call->region[region].memory, column->rows, dice);
    column->list = region + 1;
}

size_t laid_pages(size_t rows, size_t page) { return (rows + page - 1) / page; }

void laid_page(laid_call *call, laid_column *column, size_t page, size_t region, uint64_t *dice) {
    const size_t pages = laid_pages(column->rows, page), size = sizeof(void *);
    unsigned char *addresses = call->region[region].memory,
                  *first = call->region[column->region].memory + column->origin;
    for (size_t i = 0; i < pages; i++) {
        size_t j = draw_below(dice, (uint32_t)i + 1);
        unsigned char *address = first + column->step * (ptrdiff_t)(i * page);
        if (j != i)
            memcpy(addresses + i * size, addresses + j * size, size);
        memcpy(addresses + j * size, &address, size);
    }
    column->pages = region + 1;
    column->page = page;
}

/* Values ------------------------------------------------------------------------------------------------- */

/* Writes one drawn value. A double may get more digits than a float. */
static void put_drawn(laid_call *call, const laid_column *column, const way_column_info *info, size_t row,
                      float value, double away, uint64_t *dice) {
    double number = (double)value;
    if (column->type == WAY_DOUBLE && info->axis != 0)
        number += away * (1 + 0.37 * info->axis) + 1e-3 * (double)draw_between(dice, 0, 1);
    else if (column->type == WAY_DOUBLE)
        number += 1e-7 * number * (double)draw_between(dice, -1, 1);
    if (column->type == WAY_SINGLE)
        laid_put_bits(call, column, row, word_of_float(value));
    else
        put_number(call, column, row, number);
}

static void draw_columns(laid_call *call, const laid_column *in, uint64_t *dice, uint32_t hardness,
                         double away) {
    const way_behaviour *behaviour = call->behaviour;
    size_t most = 0, distinct = call->distinct > 0 ? call->distinct : SIZE_MAX;
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (in[k].is_there && in[k].rows > most)
            most = in[k].rows;
    for (size_t row = 0; row < most; row++) {
        float value[LAID_COLUMNS];
        if (row < distinct)
            draw_agent(dice, behaviour, hardness, value);
        for (size_t k = 0; k < behaviour->input_count; k++)
            if (!in[k].is_there || row >= in[k].rows)
                continue;
            else if (row < distinct)
                put_drawn(call, &in[k], &behaviour->inputs[k], row, value[k], away, dice);
            else
                laid_put_bits(call, &in[k], row, bits_now(call, &in[k], row - distinct));
    }
}

void laid_draw(laid_call *call, uint64_t *dice, uint32_t hardness) {
    static const double aways[] = {0, 1e4, -1e9, 1e15};
    double away = aways[draw_below(dice, 4)];
    draw_columns(call, call->in, dice, hardness, away);
    for (size_t t = 0; t < call->tables; t++)
        draw_columns(call, call->table[t].in, dice, hardness, away);
}

static void keep_all(laid_call *call) {
    for (size_t r = 0; r < call->regions; r++)
        memcpy(call->region[r].kept, call->region[r].memory, call->region[r].bytes);
}

/* Returns a random number below `bound`, or, for `strays` of 256 draws, a number that is not below
   `bound`. */
static uint32_t draw_number(uint64_t *dice, uint32_t bound, uint32_t strays) {
    const uint32_t beyond[] = {bound, bound + 1, 0x7fffffffu, 0x80000000u, UINT32_MAX};
    uint32_t stray = beyond[draw_below(dice, 5)];
    return bound > 0 && draw_below(dice, 256) >= strays ? draw_below(dice, bound) : stray;
}

static void draw_numbers(laid_call *call, const laid_column *column, uint64_t *dice, uint32_t bound,
                         uint32_t strays) {
    for (size_t row = 0; column->is_there && row < column->rows; row++)
        laid_put_bits(call, column, row, draw_number(dice, bound, strays));
}

void laid_draw_targets(laid_call *call, uint64_t *dice, uint32_t nobodies) {
    uint32_t rows = (uint32_t)call->batch.targets.runner_count, mask = call->batch.targets.mask;
    for (size_t t = 0; t < call->tables; t++)
        rows = call->table[t].runners > rows ? (uint32_t)call->table[t].runners : rows;
    draw_numbers(call, &call->target_row, dice, rows, nobodies);
    draw_numbers(call, &call->target_part, dice, call->batch.targets.part_count, nobodies);
    draw_numbers(call, &call->part, dice, call->batch.targets.part_count, nobodies);
    draw_numbers(call, &call->generation, dice, 3, 0);
    for (size_t t = 0; t < call->tables; t++)
        draw_numbers(call, &call->table[t].generation, dice, 3, 0);
    if (call->target_row.is_there || call->target_part.is_there)
        rows = (uint32_t)call->batch.targets.map_size;
    for (size_t row = 0; row < call->target.rows; row++) {
        uint32_t target = draw_number(dice, rows, nobodies);
        if (mask != 0 && draw_below(dice, 256) >= nobodies)
            target = (target & mask) | ((uint32_t)draw_bits(dice) & ~mask);
        if (call->batch.targets.runner_count == 0 && call->tables == 0) /* a row would be a forgotten count */
            target = WAY_NO_ROW;
        laid_put_bits(call, &call->target, row, target);
    }
    laid_column meant =
        call->target_generation; /* without this column, laid_runner_of ignores generations in the loop */
    call->target_generation.is_there = false;
    keep_all(call);
    for (size_t row = 0; meant.is_there && row < meant.rows; row++) {
        laid_runner runner = laid_runner_of(call, row);
        const laid_column *own = call->tables > 0 ? &call->table[runner.table].generation : &call->generation;
        uint32_t word = draw_number(dice, 3, nobodies);
        if (runner.row != SIZE_MAX && own->is_there && reads_runners(call->behaviour) &&
            draw_below(dice, 256) >= nobodies)
            word = laid_get(call, own, runner.row);
        laid_put_bits(call, &meant, row, word);
    }
    call->target_generation = meant;
}

/* The call ----------------------------------------------------------------------------------------------- */

/* Returns the column as the library gets it. */
static way_column_out as_given(const laid_call *call, const laid_column *column) {
    way_column_out given = {NULL, 0, NULL, column->type, (int32_t)column->page};
    given.gap = (ptrdiff_t)((size_t)column->stride - laid_size(column->type));
    if (!column->is_there)
        return given;
    given.data = column->pages != 0 ? call->region[column->pages - 1].memory
                                    : call->region[column->region].memory + column->origin;
    if (column->list != 0)
        given.rows = (const uint32_t *)(void *)call->region[column->list - 1].memory;
    return given;
}

static way_column given_column(const laid_call *call, const laid_column *column) {
    way_column_out given = as_given(call, column);
    return (way_column){given.data, given.gap, given.rows, given.type, given.page};
}

static const uint32_t *given_words(const laid_call *call, const laid_column *column) {
    return column->is_there ? (const uint32_t *)laid_cell(call, column, 0) : NULL;
}

static void give_parts(laid_call *call) {
    unsigned char *parts = call->region[call->parts].memory;
    for (size_t t = 0; t < call->tables; t++)
        for (size_t k = 0; k < call->behaviour->input_count; k++)
            call->table[t].given[k] = given_column(call, &call->table[t].in[k]);
    for (size_t p = 0; p < call->batch.targets.part_count; p++) {
        const laid_table *table = &call->table[p % call->tables];
        way_part part = {table->given, table->runners, given_column(call, &table->generation)};
        memcpy(parts + p * sizeof part, &part, sizeof part);
    }
    call->batch.targets.parts = (const way_part *)(void *)parts;
}

void laid_keep(laid_call *call) {
    way_batch *batch = &call->batch;
    if (call->tables > 0)
        give_parts(call);
    keep_all(call);
    call->counts_places = laid_counts_places(call);
    for (size_t k = 0; k < call->behaviour->input_count; k++)
        call->given_in[k] = given_column(call, &call->in[k]);
    for (size_t o = 0; o < call->behaviour->output_count; o++)
        call->given_out[o] = as_given(call, &call->out[o]);
    batch->targets.row = given_column(call, &call->target);
    batch->targets.generation = given_column(call, &call->target_generation);
    batch->targets.runner_generation = given_column(call, &call->generation);
    batch->targets.part = given_column(call, &call->part);
    batch->targets.row_of = given_words(call, &call->target_row);
    batch->targets.part_of = given_words(call, &call->target_part);
    batch->index = given_words(call, &call->index);
}

way_result laid_run(const laid_call *call, size_t from, size_t count) {
    way_batch batch = call->batch;
    batch.first += from;
    batch.count = count;
    return way_run(call->behaviour, call->given_in, call->given_out, &batch);
}

size_t laid_agent_at(const laid_call *call, size_t place) {
    return call->index.is_there ? laid_get(call, &call->index, place) : place;
}

static bool by_target(const laid_call *call, size_t k) {
    return call->target.is_there && call->behaviour->inputs[k].side == WAY_RUNNER;
}

/* Finds an agent's target by the steps that the library's header describes. */
laid_runner laid_runner_of(const laid_call *call, size_t agent) {
    const laid_runner nobody = {0, SIZE_MAX};
    const way_batch *batch = &call->batch;
    if (!call->target.is_there || !reads_runners(call->behaviour))
        return (laid_runner){0, agent};
    uint32_t number = laid_get(call, &call->target, agent);
    if (number == UINT32_MAX)
        return nobody;
    if (batch->targets.mask != 0)
        number &= batch->targets.mask;
    if ((call->target_row.is_there || call->target_part.is_there) && number >= batch->targets.map_size)
        return nobody;
    laid_runner runner = {0, number};
    if (call->target_row.is_there)
        runner.row = laid_get(call, &call->target_row, number);
    size_t runners = batch->targets.runner_count;
    const laid_column *generation = &call->generation;
    if (call->tables > 0) {
        size_t part = call->target_part.is_there ? laid_get(call, &call->target_part, number)
                                                 : laid_get(call, &call->part, agent);
        if (part >= batch->targets.part_count)
            return nobody;
        runner.table = part % call->tables;
        runners = call->table[runner.table].runners;
        generation = &call->table[runner.table].generation;
    }
    if (runner.row >= runners || runner.row == UINT32_MAX)
        return nobody;
    bool is_another =
        call->target_generation.is_there && generation->is_there &&
        laid_get(call, &call->target_generation, agent) != laid_get(call, generation, runner.row);
    return is_another ? nobody : runner;
}

static const laid_column *input_of(const laid_call *call, size_t k, size_t table) {
    return call->tables > 0 && by_target(call, k) ? &call->table[table].in[k] : &call->in[k];
}

bool laid_counts_places(const laid_call *call) {
    bool found = false;
    if (call->behaviour->walls)
        return call->batch.wall_origin_x != 0 || call->batch.wall_origin_y != 0;
    for (size_t k = 0; k < call->behaviour->input_count; k++)
        for (size_t t = 0; t == 0 || t < call->tables; t++) {
            const laid_column *column = input_of(call, k, t);
            found |= call->behaviour->inputs[k].axis != 0 && column->is_there && column->type == WAY_DOUBLE &&
                     (t == 0 || t < call->batch.targets.part_count);
        }
    return found;
}

/* Converts the positions of one axis to floats relative to wall_origin. */
static void count_from_walls(const laid_call *call, int32_t axis, const double *number, float *cell,
                             double *origin) {
    *origin = axis == 1 ? call->batch.wall_origin_x : axis == 2 ? call->batch.wall_origin_y : 0;
    for (size_t k = 0; k < call->behaviour->input_count; k++)
        if (call->behaviour->inputs[k].axis == axis)
            cell[k] = (float)(number[k] - *origin);
}

/* Converts the positions of one axis from doubles to plain C's relative floats, as in docs/accuracy.md,
   section "Positions in doubles". The agent's own position comes first, positions of targets come last. */
static void count_places(const laid_call *call, int32_t axis, const double *number, float *cell,
                         double *origin) {
    double own = 0;
    float near = 0;
    size_t first = 0, places = 0;
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < call->behaviour->input_count; k++) {
            if (call->behaviour->inputs[k].axis != axis || by_target(call, k) != (side == 1))
                continue;
            double apart = number[k] - own;
            if (places == 0) {
                first = k;
                own = number[k];
                near = (float)(own - own);
            } else if (places == 1) {
                cell[k] = (float)apart;
                near = (float)((double)cell[k] - apart);
            } else
                cell[k] = (float)(apart + (double)near);
            places++;
        }
    if (places > 0)
        cell[first] = near;
    *origin = own - (double)near;
}

/* Writes an agent's inputs as plain C gets them. */
static void flatten(const laid_call *call, size_t agent, uint32_t *values, double origin[3]) {
    laid_runner runner = laid_runner_of(call, agent);
    double number[LAID_COLUMNS];
    float cell[LAID_COLUMNS];
    for (size_t k = 0; k < call->behaviour->input_count; k++) {
        const way_column_info *info = &call->behaviour->inputs[k];
        const laid_column *column = input_of(call, k, runner.table);
        size_t row = info->side == WAY_RUNNER ? runner.row : agent;
        bool is_drawn = column->is_there && row != SIZE_MAX;
        values[k] = is_drawn ? laid_get(call, column, row) : column->is_there ? 0 : fallback_cell(info);
        number[k] = is_drawn ? number_of(bits_kept(call, column, row), column->type) : info->fallback;
    }
    if (!call->counts_places)
        return;
    for (int32_t axis = 1; axis <= 3; axis++)
        (call->behaviour->walls ? count_from_walls : count_places)(call, axis, number, cell,
                                                                   &origin[axis - 1]);
    for (size_t k = 0; k < call->behaviour->input_count; k++)
        if (call->behaviour->inputs[k].axis != 0)
            values[k] = word_of_float(cell[k]);
}

void laid_inputs_of(const laid_call *call, size_t agent, uint32_t *values) {
    double origin[3];
    flatten(call, agent, values, origin);
}

/* Truth -------------------------------------------------------------------------------------------------- */

static size_t truth_rows(const laid_call *call) {
    return call->distinct > 0 && call->distinct < call->agents ? call->distinct : call->agents;
}

size_t laid_truth_words(const laid_call *call) { return truth_rows(call) * call->behaviour->output_count; }

uint32_t *laid_truth(const laid_call *call, size_t output, size_t agent) {
    size_t rows = truth_rows(call);
    return &call->truth[output * rows + (agent < rows ? agent : agent % rows)];
}

/* Is this word a valid output? Plain C must return neither a NaN nor an unknown word. */
static bool is_sound(const way_column_info *output, uint32_t word) {
    switch (output->type) {
    case WAY_FLOAT: return (word & 0x7fffffffu) <= 0x7f800000u;
    case WAY_STATUS: return way_status_word((int32_t)word) != NULL;
    case WAY_WORD: return way_word_name((int32_t)word) != NULL;
    default: return true;
    }
}

static double *origin_of(const laid_call *call, size_t agent) {
    return &call->origin[3 * (agent % truth_rows(call))];
}

/* Sets the expected outputs of an agent to their fallbacks, or, if `only_places`, only the positions. */
static void take_fallbacks(laid_call *call, size_t agent, bool only_places) {
    for (size_t o = 0; o < call->behaviour->output_count; o++)
        if (!only_places || call->behaviour->outputs[o].axis != 0)
            *laid_truth(call, o, agent) = fallback_cell(&call->behaviour->outputs[o]);
    for (size_t axis = 0; call->counts_places && axis < 3; axis++)
        origin_of(call, agent)[axis] = 0;
}

/* Agents for one call of plain C, in tight columns. */
typedef struct tight {
    uint32_t in[LAID_COLUMNS][LAID_TOGETHER], out[LAID_COLUMNS][LAID_TOGETHER];
    size_t agent[LAID_TOGETHER], position[LAID_TOGETHER], count;
} tight;

static bool take_answer(laid_call *call, const tight *t, size_t i, size_t o, laid_finding *finding) {
    const way_column_info *output = &call->behaviour->outputs[o];
    *laid_truth(call, o, t->agent[i]) = t->out[o][i];
    if (is_sound(output, t->out[o][i]))
        return true;
    *finding = (laid_finding){.verdict = LAID_UNSOUND,
                              .agent = t->agent[i],
                              .position = t->position[i],
                              .output = o,
                              .expected = t->out[o][i],
                              .got = t->out[o][i]};
    return false;
}

static bool solve_tight(laid_call *call, tight *t, laid_finding *finding) {
    way_column in[LAID_COLUMNS];
    way_column_out out[LAID_COLUMNS];
    for (size_t k = 0; k < call->behaviour->input_count; k++)
        in[k] = (way_column){.data = t->in[k]};
    for (size_t o = 0; o < call->behaviour->output_count; o++)
        out[o] = (way_column_out){.data = t->out[o]};
    way_batch batch = {.count = t->count,
                       .precision = call->batch.precision,
                       .walls = call->batch.walls,
                       .wall_count = call->batch.wall_count};
    way_result result = way_run(call->behaviour, in, out, &batch);
    if (result != WAY_OK) {
        *finding = (laid_finding){.verdict = LAID_REFUSED, .refusal = result};
        return false;
    }
    for (size_t i = 0; i < t->count; i++) {
        bool is_invalid = false;
        for (size_t o = 0; o < call->behaviour->output_count; o++) {
            if (!take_answer(call, t, i, o, finding))
                return false;
            is_invalid |= call->behaviour->outputs[o].type == WAY_STATUS && t->out[o][i] == WAY_INVALID;
        }
        if (is_invalid && call->counts_places) /* the origin is not added to an invalid agent's positions */
            take_fallbacks(call, t->agent[i], true);
    }
    t->count = 0;
    return true;
}

static void add_agent(const laid_call *call, tight *t, size_t agent, size_t position) {
    uint32_t values[LAID_COLUMNS];
    double nowhere[3];
    flatten(call, agent, values, call->counts_places ? origin_of(call, agent) : nowhere);
    for (size_t k = 0; k < call->behaviour->input_count; k++)
        t->in[k][t->count] = values[k];
    t->agent[t->count] = agent;
    t->position[t->count++] = position;
}

bool laid_work_out(laid_call *call, laid_finding *finding) {
    size_t rows = truth_rows(call), count = call->batch.count;
    tight t;
    t.count = 0;
    for (size_t i = 0; i < laid_truth_words(call); i++)
        call->truth[i] = LAID_UNTOUCHED;
    if (!call->index.is_there && count > rows)
        count = rows; /* the other rows repeat these */
    way_set_isa(way_isa_name(0));
    for (size_t position = 0; position < count; position++) {
        size_t agent = laid_agent_at(call, call->batch.first + position);
        if (laid_runner_of(call, agent).row != SIZE_MAX)
            add_agent(call, &t, agent, position);
        else
            take_fallbacks(call, agent, false);
        if (t.count == call->together && !solve_tight(call, &t, finding))
            return false;
    }
    return t.count == 0 || solve_tight(call, &t, finding);
}

/* Comparison --------------------------------------------------------------------------------------------- */

/* Compares a cache line at a time, because most lines are unchanged. */
static bool is_same_line(const unsigned char *a, const unsigned char *b) {
    uint64_t difference = 0;
    for (size_t i = 0; i < LAID_GUARD; i += 8) {
        uint64_t x, y;
        memcpy(&x, a + i, 8);
        memcpy(&y, b + i, 8);
        difference |= x ^ y;
    }
    return difference == 0;
}

bool laid_check_untouched(laid_call *call, laid_finding *finding) {
    bool is_right = true;
    for (size_t r = 0; r < call->regions; r++) {
        const laid_region *region = &call->region[r];
        for (size_t byte = 0; byte < region->bytes;) {
            if (byte + LAID_GUARD <= region->bytes &&
                is_same_line(region->memory + byte, region->kept + byte)) {
                byte += LAID_GUARD;
                continue;
            }
            size_t size = region->bytes - byte < 4 ? region->bytes - byte : 4;
            uint32_t expected = 0, got = 0;
            memcpy(&expected, region->kept + byte, size);
            memcpy(&got, region->memory + byte, size);
            if (got != expected && is_right) {
                *finding = (laid_finding){
                    .verdict = LAID_STRAY, .region = r, .byte = byte, .expected = expected, .got = got};
                is_right = false;
            }
            memcpy(region->memory + byte, &expected, size);
            byte += size;
        }
    }
    return is_right;
}

/* Returns the bits that an output must have if plain C gives `word`. */
static uint64_t expected_of(const laid_call *call, size_t output, uint32_t word, size_t row) {
    const size_t axis = (size_t)call->behaviour->outputs[output].axis;
    const bool is_moved = call->counts_places && axis != 0;
    if (call->out[output].type == WAY_SINGLE && !is_moved)
        return word;
    double number = (double)float_of(word);
    if (is_moved)
        number += call->origin[3 * row + axis - 1];
    return call->out[output].type == WAY_DOUBLE ? bits_of_double(number) : word_of_float((float)number);
}

static bool stays(const laid_call *call, size_t agent) {
    return call->batch.targets.keep_outputs && laid_runner_of(call, agent).row == SIZE_MAX;
}

/* Compares an output's answers. `finding` gets the first wrong answer. */
static bool are_right(const laid_call *call, size_t output, laid_finding *finding) {
    const laid_column *column = &call->out[output];
    size_t rows = truth_rows(call), place = call->batch.first, slot = rows > 0 ? place % rows : 0;
    const uint32_t *truth = rows > 0 ? call->truth + output * rows : NULL;
    for (size_t i = 0; i < call->batch.count; i++, place++) {
        size_t agent = laid_agent_at(call, place);
        if (call->index.is_there)
            slot = agent % rows;
        uint64_t expected = expected_of(call, output, truth[slot], slot), got = bits_now(call, column, agent);
        if (got != expected && !stays(call, agent)) {
            *finding = (laid_finding){.verdict = LAID_DIFFERENT,
                                      .agent = agent,
                                      .position = i,
                                      .output = output,
                                      .expected = expected,
                                      .got = got};
            return false;
        }
        slot = slot + 1 < rows ? slot + 1 : 0;
    }
    return true;
}

/* Restores the kept bytes of an output. */
static void put_back(laid_call *call, size_t output) {
    const laid_column *column = &call->out[output];
    for (size_t i = 0; i < call->batch.count; i++) {
        size_t agent = laid_agent_at(call, call->batch.first + i);
        if (!stays(call, agent))
            laid_put_bits(call, column, agent, bits_kept(call, column, agent));
    }
}

/* Compares all answers of a column before it restores the first one, because an index may name an agent
   twice. */
bool laid_check(laid_call *call, laid_finding *finding) {
    bool is_right = true;
    for (size_t o = 0; o < call->behaviour->output_count; o++) {
        if (!call->out[o].is_there)
            continue;
        is_right = is_right && are_right(call, o, finding);
        put_back(call, o);
    }
    laid_finding stray;
    return laid_check_untouched(call, is_right ? finding : &stray) && is_right;
}

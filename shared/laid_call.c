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
    call->region[call->regions] = region;
    return call->regions++;
}

static ptrdiff_t place_of(const laid_column *column, size_t row) {
    return column->origin + column->step * (ptrdiff_t)row;
}

void *laid_cell(const laid_call *call, const laid_column *column, size_t row) {
    return call->region[column->region].memory + place_of(column, row);
}

uint32_t laid_get(const laid_call *call, const laid_column *column, size_t row) {
    uint32_t word;
    memcpy(&word, call->region[column->region].kept + place_of(column, row), sizeof word);
    return word;
}

/* As it is now. */
static uint32_t word_at(const laid_call *call, const laid_column *column, size_t row) {
    uint32_t word;
    memcpy(&word, laid_cell(call, column, row), sizeof word);
    return word;
}

void laid_put(laid_call *call, const laid_column *column, size_t row, uint32_t word) {
    if (column->is_there && row < column->rows)
        memcpy(laid_cell(call, column, row), &word, sizeof word);
}

/* Values ------------------------------------------------------------------------------------------------- */

void laid_draw(laid_call *call, uint64_t *dice, uint32_t hardness) {
    const way_behaviour *behaviour = call->behaviour;
    size_t most = 0, distinct = call->distinct > 0 ? call->distinct : SIZE_MAX;
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (call->in[k].is_there && call->in[k].rows > most)
            most = call->in[k].rows;
    for (size_t row = 0; row < most; row++) {
        float value[LAID_COLUMNS];
        if (row < distinct)
            draw_agent(dice, behaviour, hardness, value);
        for (size_t k = 0; k < behaviour->input_count; k++) {
            const laid_column *column = &call->in[k];
            uint32_t word;
            if (!column->is_there || row >= column->rows)
                continue;
            if (row < distinct)
                memcpy(&word, &value[k], sizeof word);
            else
                word = word_at(call, column, row - distinct);
            laid_put(call, column, row, word);
        }
    }
}

void laid_draw_targets(laid_call *call, uint64_t *dice, uint32_t nobodies) {
    uint32_t runners = (uint32_t)call->batch.target_count;
    const uint32_t nobody[] = {runners, runners + 1, 0x7fffffffu, 0x80000000u, UINT32_MAX};
    for (size_t row = 0; row < call->target.rows; row++) {
        uint32_t target = nobody[draw_below(dice, 5)];
        if (runners > 0 && draw_below(dice, 256) >= nobodies)
            target = draw_below(dice, runners);
        laid_put(call, &call->target, row, target);
    }
}

/* The call ----------------------------------------------------------------------------------------------- */

void laid_keep(laid_call *call) {
    for (size_t r = 0; r < call->regions; r++)
        memcpy(call->region[r].kept, call->region[r].memory, call->region[r].bytes);
    for (size_t k = 0; k < call->behaviour->input_count; k++) {
        const laid_column *column = &call->in[k];
        call->given_in[k] = way_at(column->is_there ? laid_cell(call, column, 0) : NULL, column->stride);
    }
    for (size_t o = 0; o < call->behaviour->output_count; o++) {
        const laid_column *column = &call->out[o];
        call->given_out[o] = way_to(column->is_there ? laid_cell(call, column, 0) : NULL, column->stride);
    }
    call->batch.target =
        way_at(call->target.is_there ? laid_cell(call, &call->target, 0) : NULL, call->target.stride);
    call->batch.index = call->index.is_there ? (const uint32_t *)laid_cell(call, &call->index, 0) : NULL;
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

size_t laid_runner_of(const laid_call *call, size_t agent) {
    if (!call->target.is_there || !reads_runners(call->behaviour))
        return agent;
    uint32_t target = laid_get(call, &call->target, agent);
    return target < call->batch.target_count && target != UINT32_MAX ? target : SIZE_MAX;
}

void laid_inputs_of(const laid_call *call, size_t agent, uint32_t *values) {
    size_t runner = laid_runner_of(call, agent);
    for (size_t k = 0; k < call->behaviour->input_count; k++) {
        const way_column_info *info = &call->behaviour->inputs[k];
        size_t row = info->side == WAY_RUNNER ? runner : agent;
        values[k] = !call->in[k].is_there ? fallback_cell(info)
                    : row == SIZE_MAX     ? 0
                                          : laid_get(call, &call->in[k], row);
    }
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

/* No NaN and no unknown word may leave plain C. */
static bool is_sound(const way_column_info *output, uint32_t word) {
    switch (output->type) {
    case WAY_FLOAT: return (word & 0x7fffffffu) <= 0x7f800000u;
    case WAY_STATUS: return way_status_word((int32_t)word) != NULL;
    case WAY_WORD: return way_word_name((int32_t)word) != NULL;
    default: return true;
    }
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
    for (size_t i = 0; i < t->count; i++)
        for (size_t o = 0; o < call->behaviour->output_count; o++)
            if (!take_answer(call, t, i, o, finding))
                return false;
    t->count = 0;
    return true;
}

static void add_agent(const laid_call *call, tight *t, size_t agent, size_t position) {
    uint32_t values[LAID_COLUMNS];
    laid_inputs_of(call, agent, values);
    for (size_t k = 0; k < call->behaviour->input_count; k++)
        t->in[k][t->count] = values[k];
    t->agent[t->count] = agent;
    t->position[t->count++] = position;
}

bool laid_work_out(laid_call *call, laid_finding *finding) {
    const way_behaviour *behaviour = call->behaviour;
    size_t rows = truth_rows(call), count = call->batch.count;
    tight t;
    t.count = 0;
    for (size_t i = 0; i < laid_truth_words(call); i++)
        call->truth[i] = LAID_UNTOUCHED;
    if (!call->index.is_there && count > rows)
        count = rows; /* the others repeat these */
    way_set_isa(way_isa_name(0));
    for (size_t position = 0; position < count; position++) {
        size_t agent = laid_agent_at(call, call->batch.first + position);
        if (laid_runner_of(call, agent) != SIZE_MAX)
            add_agent(call, &t, agent, position);
        else
            for (size_t o = 0; o < behaviour->output_count; o++)
                *laid_truth(call, o, agent) = fallback_cell(&behaviour->outputs[o]);
        if (t.count == call->together && !solve_tight(call, &t, finding))
            return false;
    }
    return t.count == 0 || solve_tight(call, &t, finding);
}

/* Comparison --------------------------------------------------------------------------------------------- */

/* A line at a time: most are as they were. */
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
        for (size_t byte = 0; byte + 4 <= region->bytes;) {
            if (byte + LAID_GUARD <= region->bytes &&
                is_same_line(region->memory + byte, region->kept + byte)) {
                byte += LAID_GUARD;
                continue;
            }
            uint32_t expected, got;
            memcpy(&expected, region->kept + byte, 4);
            memcpy(&got, region->memory + byte, 4);
            if (got != expected && is_right) {
                *finding = (laid_finding){
                    .verdict = LAID_STRAY, .region = r, .byte = byte, .expected = expected, .got = got};
                is_right = false;
            }
            memcpy(region->memory + byte, &expected, 4);
            byte += 4;
        }
    }
    return is_right;
}

/* The first answer that is not the expected one. */
static bool are_right(const laid_call *call, size_t output, laid_finding *finding) {
    const laid_column *column = &call->out[output];
    size_t rows = truth_rows(call), place = call->batch.first, slot = rows > 0 ? place % rows : 0;
    for (size_t i = 0; i < call->batch.count; i++, place++) {
        size_t agent = laid_agent_at(call, place);
        if (call->index.is_there)
            slot = agent % rows;
        uint32_t expected = call->truth[output * rows + slot], got = word_at(call, column, agent);
        if (got != expected) {
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

static void put_back(laid_call *call, size_t output) {
    const laid_column *column = &call->out[output];
    for (size_t i = 0; i < call->batch.count; i++) {
        size_t agent = laid_agent_at(call, call->batch.first + i);
        uint32_t word = laid_get(call, column, agent);
        memcpy(laid_cell(call, column, agent), &word, sizeof word);
    }
}

/* First all answers of a column are compared, then all are put back: an index may name an agent twice. */
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

#include "commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "draw.h"

/* Returns the i-th description: first those of the behaviours, then those of the program's other tasks. */
static const way_behaviour *listed(size_t i) {
    if (behaviour_at(i))
        return behaviour_at(i);
    size_t behaviours = 0;
    while (behaviour_at(behaviours))
        behaviours++;
    const choice_task *task = choice_at(i - behaviours);
    return task ? choice_described(task) : NULL;
}

void list(void) {
    int widest = 0;
    for (size_t i = 0; listed(i); i++) {
        int width = (int)strlen(listed(i)->name);
        widest = width > widest ? width : widest;
    }
    for (size_t i = 0; listed(i); i++)
        printf("%-*s  %s\n", widest, listed(i)->name, listed(i)->summary);
}

/* The functions below print a table whose columns are as wide as their widest cells. */

enum { CELLS = 6, CELL_SIZE = 200 };

typedef struct row {
    char cell[CELLS][CELL_SIZE];
} row;

/* Widens the columns to the row's cells and, if `print` is set, prints the row. The caller passes each row
   twice, because all rows must be measured before the first one is printed. */
static void set_row(const row *row, int width[CELLS], int print) {
    for (int i = 0; i < CELLS; i++) {
        int length = (int)strlen(row->cell[i]);
        width[i] = length > width[i] ? length : width[i];
    }
    if (!print)
        return;
    printf("  ");
    for (int i = 0; i < CELLS - 1; i++)
        if (width[i] > 0)
            printf("%-*s  ", width[i], row->cell[i]);
    printf("%s\n", row->cell[CELLS - 1]);
}

static const char *type_word(way_type type) {
    return type == WAY_INT ? "whole number" : type == WAY_FLOAT ? "number" : "word";
}

static void value_words(char *text, way_type type, double value) {
    float number = (float)value;
    int32_t whole = type == WAY_FLOAT ? 0 : (int32_t)value;
    text[number_write(type, type == WAY_FLOAT ? (const void *)&number : (const void *)&whole, text)] = '\0';
}

static row input_row(const options *options, size_t k) {
    const way_column_info *column = &options->behaviour->inputs[k];
    const char *need = options->task ? choice_need(options->task, k) : "";
    row row = {{"", "", "", "", "", ""}};
    snprintf(row.cell[0], CELL_SIZE, "%s", column->name);
    snprintf(row.cell[1], CELL_SIZE, "%s", column->unit);
    if (column->required)
        snprintf(row.cell[2], CELL_SIZE, "required");
    else if (need[0])
        snprintf(row.cell[2], CELL_SIZE, "%s", need);
    else if (isnan(column->fallback))
        snprintf(row.cell[2], CELL_SIZE, "none");
    else
        value_words(row.cell[2], column->type, column->fallback);
    snprintf(row.cell[3], CELL_SIZE, "%s", column->side == WAY_RUNNER ? "runner" : "chaser");
    int is_word = column->type == WAY_WORD;
    snprintf(row.cell[4], CELL_SIZE, is_word ? "a word" : "%g to %g", column->low, column->high);
    snprintf(row.cell[5], CELL_SIZE, "%s%s", column->type == WAY_INT ? "(whole number) " : "",
             column->meaning);
    return row;
}

static row output_row(const options *options, size_t k) {
    const way_column_info *column = &options->behaviour->outputs[k];
    row row = {{"", "", "", "", "", ""}};
    snprintf(row.cell[0], CELL_SIZE, "%s", column->name);
    snprintf(row.cell[1], CELL_SIZE, "%s", column->unit);
    snprintf(row.cell[2], CELL_SIZE, "%s", type_word(column->type));
    value_words(row.cell[3], column->type, column->fallback);
    snprintf(row.cell[4], CELL_SIZE, column->bound > 0 ? "%g ulp" : "exact", column->bound);
    snprintf(row.cell[5], CELL_SIZE, "%s", column->meaning);
    return row;
}

static void table(const options *options, const row *head, row (*row_of)(const struct options *, size_t),
                  size_t count) {
    int width[CELLS] = {0};
    for (int print = 0; print < 2; print++) {
        set_row(head, width, print);
        for (size_t k = 0; k < count; k++) {
            row row = row_of(options, k);
            set_row(&row, width, print);
        }
    }
}

static int has_words(const way_column_info *columns, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (columns[k].type == WAY_WORD)
            return 1;
    return 0;
}

void describe(const options *options) {
    const way_behaviour *behaviour = options->behaviour;
    static const row input_head = {{"column", "unit", "default", "side", "typical range", "meaning"}};
    static const row output_head = {{"column", "unit", "type", "no target", "error", "meaning"}};
    printf("%s: %s\nSource: %s\n", behaviour->name, behaviour->summary, behaviour->source);
    printf("\nInputs\n");
    table(options, &input_head, input_row, behaviour->input_count);
    const int chooses = options->task && choice_has_candidates(options->task);
    if (chooses)
        printf("\nA row of -1 means \"no row\". A mask of -1 has all bits.\n"
               "\nTo read the candidates from another file: --candidates FILE.csv\n");
    else if (reads_runners(behaviour))
        printf("\nTo read the runner's columns from another row: a column target; from another file: "
               "--runners FILE.csv\n");
    if (behaviour->walls)
        printf("\nTo read walls: --walls FILE.csv\n");
    if (reads_drag_table(behaviour))
        printf("\nTo read coefficients over the speed: --drag-table FILE.csv\n");
    if (options->task && choice_meets_triangles(options->task))
        printf("\nTo read the triangles: --triangles FILE.csv\n");
    printf("\nOutputs\n");
    table(options, &output_head, output_row, behaviour->output_count);
    printf("\nThe errors%s are upper bounds in ulps, counted as the header says.\n",
           options->task ? "" : " of --precision exact");
    printf("Values of a status:");
    for (int32_t status = 0; way_status_word(status); status++)
        printf(" %s", way_status_word(status));
    printf("\n");
    if (has_words(behaviour->inputs, behaviour->input_count) ||
        has_words(behaviour->outputs, behaviour->output_count)) {
        printf("Words of a path:");
        for (int32_t word = WAY_NO_WORD; way_word_name(word); word++)
            printf(" %s", way_word_name(word));
        printf("\n");
    }
}

/* Fuzzes the program with a CSV file. The fuzzer's bytes choose the behaviour, the options and the content of
   the file. The exit code must be 0 or 2. A failure prints one line and leaves no file. An answer is CSV with
   a number other than NaN in every numeric cell. */
#define _XOPEN_SOURCE 700
#define PROGRAM_IS_CALLED
#include "program_in_process.h"

#include <csv.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include <sanitizer/allocator_interface.h>
#include <sanitizer/lsan_interface.h>

#include "fuzz_bytes.h"
#include "draw.h"
#include "waylay/waylay.h"

enum {
    MOST_WORDS = 32,
    MOST_CONTENT = 1 << 17,
    MOST_FILES = 16,
    MOST_BLOCKS = 1 << 18,
    MOST_INPUTS = 64,
    PATH_SIZE = 256
};

/* The program's memory and files ------------------------------------------------------------------------- */

/* The program's variables lie between these linker symbols. The variables are copied 8 bytes at a time,
   together with the sanitizer's redzones between them. */
typedef volatile uint64_t variables;
extern variables __start_program_bss[], __stop_program_bss[], __start_program_data[], __stop_program_data[];

static char folder[PATH_SIZE];
static variables *data_at_start;
static jmp_buf come_back;
static int exit_code;
static void (*at_exit)(void);
static FILE *files[MOST_FILES];       /* the files that the program has opened with fopen */
static int descriptors[MOST_FILES];   /* the files that the program has opened with open, or 0 */
static uintptr_t blocks[MOST_BLOCKS]; /* inverted addresses, because a pointer here would hide a leak */
static size_t block_count;
static _Thread_local bool is_running; /* true while the program runs in this thread */
static bool is_terminal, is_disk_full, has_no_hidden_files, walks_corpus, looks_for_leaks;

static void on_malloc(const volatile void *block, size_t size) {
    (void)size;
    if (!is_running || block == NULL)
        return;
    if (block_count == MOST_BLOCKS)
        abort();
    blocks[block_count++] = ~(uintptr_t)block;
}

static void on_free(const volatile void *block) {
    for (size_t i = block_count; is_running && i > 0; i--)
        if (blocks[i - 1] == ~(uintptr_t)block) {
            blocks[i - 1] = blocks[--block_count];
            return;
        }
}

/* At the program's end, memory that it still references is no leak, because the system would free it. Memory
   without a reference is a leak. */
void program_exit(int code) {
    if (looks_for_leaks && __lsan_do_recoverable_leak_check())
        abort();
    exit_code = code;
    longjmp(come_back, 1);
}

int program_atexit(void (*function)(void)) {
    if (at_exit != NULL)
        abort(); /* so far, the program registers only one function */
    at_exit = function;
    return 0;
}

static FILE *keep(FILE *file) {
    for (int i = 0; i < MOST_FILES; i++)
        if (file != NULL && files[i] == NULL) {
            files[i] = file;
            return file;
        }
    if (file != NULL)
        abort();
    return NULL;
}

/* May the program open this file? The program may not open a file outside of the folder, whatever its
   arguments are. */
static bool is_allowed(const char *path) {
    if (strncmp(path, folder, strlen(folder)) == 0 && strstr(path, "..") == NULL)
        return true;
    errno = EACCES;
    return false;
}

FILE *program_fopen(const char *path, const char *mode) {
    return is_allowed(path) ? keep(fopen(path, mode)) : NULL;
}

FILE *program_fdopen(int fd, const char *mode) { return keep(fdopen(fd, mode)); }

int program_fclose(FILE *file) {
    for (int i = 0; i < MOST_FILES; i++)
        if (files[i] == file)
            files[i] = NULL;
    return fclose(file);
}

int program_mkstemp(char *name) { return is_allowed(name) ? mkstemp(name) : -1; }

/* The program calls open only for files without a name. */
int program_open(const char *path, int flags, ...) {
    int place = 0;
    while (place < MOST_FILES && descriptors[place] > 0)
        place++;
    if (place == MOST_FILES)
        abort();
    errno = EOPNOTSUPP;
    int fd = has_no_hidden_files || !is_allowed(path) ? -1 : open(path, flags, 0600);
    descriptors[place] = fd > 0 ? fd : 0;
    return fd;
}

int program_close(int fd) {
    for (int i = 0; i < MOST_FILES; i++)
        if (descriptors[i] == fd)
            descriptors[i] = 0;
    return close(fd);
}

int program_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    return is_allowed(to) ? linkat(from_folder, from, to_folder, to, flags) : -1;
}

int program_fsync(int fd) {
    (void)fd;
    errno = ENOSPC;
    return is_disk_full ? -1 : 0;
}

int program_isatty(int fd) { return fd == STDERR_FILENO && is_terminal; }

static void path_of(const char *name, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%.200s/%s", folder, name);
}

static FILE *open_in_folder(const char *name, const char *mode) {
    char path[PATH_SIZE];
    path_of(name, path);
    FILE *file = keep(fopen(path, mode));
    if (file == NULL)
        abort();
    return file;
}

/* Does not use memcpy, because the address sanitizer would report that it touches the redzones between
   variables. */
__attribute__((no_sanitize("address"))) static void copy_variables(variables *to, variables *from) {
    for (ptrdiff_t i = 0; i < __stop_program_data - __start_program_data; i++)
        to[i] = from[i];
}

__attribute__((no_sanitize("address"))) static void set_back_variables(void) {
    copy_variables(__start_program_data, data_at_start);
    for (variables *at = __start_program_bss; at < __stop_program_bss; at++)
        *at = 0;
}

static int run_program(int count, char **words) {
    static struct sigaction handlers[_NSIG]; /* libFuzzer's handlers, restored after the program */
    for (int i = 1; i < _NSIG; i++)
        sigaction(i, NULL, &handlers[i]);
    set_back_variables();
    FILE *standard[3] = {stdin, stdout, stderr};
    stdin = open_in_folder("input.csv", "rb");
    stdout = open_in_folder("stdout", "wb");
    stderr = open_in_folder("stderr", "wb");
    exit_code = 0;
    if (setjmp(come_back) == 0) {
        is_running = true;
        int code = program_main(count, words);
        program_exit(code);
    }
    if (at_exit != NULL)
        at_exit();
    for (int i = 0; i < MOST_FILES; i++)
        if (files[i] != NULL)
            program_fclose(files[i]);
    for (int i = 0; i < MOST_FILES; i++)
        if (descriptors[i] > 0)
            program_close(descriptors[i]);
    is_running = false;
    stdin = standard[0];
    stdout = standard[1];
    stderr = standard[2];
    at_exit = NULL;
    while (block_count > 0)
        free((void *)~blocks[--block_count]);
    for (int i = 1; i < _NSIG; i++)
        sigaction(i, &handlers[i], NULL);
    return exit_code;
}

/* What the bytes choose ---------------------------------------------------------------------------------- */

typedef struct text {
    char *at;
    size_t length, room;
} text;

static void add(text *t, const char *what, size_t length) {
    if (length > t->room - t->length)
        length = t->room - t->length;
    memcpy(t->at + t->length, what, length);
    t->length += length;
}

typedef struct job {
    fuzz_bytes bytes;
    uint64_t dice;
    uint32_t hardness;
    const way_behaviour *behaviour;
    uint64_t in_header; /* bit k: the file's header has input k */
    bool is_run;        /* the program must give an answer or a failure */
    bool to_file, draws;
    char *word[MOST_WORDS];
    int words;
    text content;
} job;

static void add_word(job *j, const char *word) {
    if (j->words == MOST_WORDS)
        return;
    size_t size = strlen(word) + 1;
    j->word[j->words++] = memcpy(fuzz_memory(size), word, size);
}

static void add_path(job *j, const char *name) {
    char path[PATH_SIZE];
    path_of(name, path);
    add_word(j, path);
}

/* Draws one number for each input. */
static void draw(job *j, float values[MOST_INPUTS]) {
    draw_agent(&j->dice, j->behaviour, j->hardness, values);
}

static void as_text(const way_column_info *column, float value, char number[32]) {
    int32_t whole;
    memcpy(&whole, &value, sizeof whole);
    if (column->type == WAY_FLOAT)
        snprintf(number, 32, "%.9g", (double)value);
    else
        snprintf(number, 32, "%" PRId32, whole);
}

/* Returns the name of a column that the file may have, for an option of the command line. */
static const char *any_column(job *j) {
    size_t k = fuzz_below(&j->bytes, j->behaviour->input_count + 2);
    return k < j->behaviour->input_count    ? j->behaviour->inputs[k].name
           : k == j->behaviour->input_count ? "target"
                                            : "note";
}

static void add_drop(job *j) {
    add_word(j, "--drop");
    add_word(j, any_column(j));
}

static void add_rename(job *j) {
    char word[96];
    snprintf(word, sizeof word, "%s", any_column(j));
    size_t length = strlen(word);
    snprintf(word + length, sizeof word - length, "=%s", any_column(j));
    add_word(j, "--rename");
    add_word(j, word);
}

/* Adds --set COLUMN=VALUE. The column need not exist, and the value may be any bytes. */
static void add_set(job *j) {
    size_t k = fuzz_below(&j->bytes, j->behaviour->input_count + 1);
    bool is_number = fuzz_below(&j->bytes, 2) == 0;
    float values[MOST_INPUTS];
    char number[32], word[96];
    draw(j, values);
    size_t which = k % j->behaviour->input_count;
    as_text(&j->behaviour->inputs[which], values[which], number);
    if (!is_number)
        for (size_t i = 0, most = fuzz_below(&j->bytes, 32); i <= most; i++)
            number[i] = i < most ? (char)fuzz_take(&j->bytes, 1) : '\0';
    const char *name = k < j->behaviour->input_count ? j->behaviour->inputs[k].name : "nobody";
    snprintf(word, sizeof word, "%s=%s", name, number);
    add_word(j, "--set");
    add_word(j, word);
}

/* Adds any word except check and demo, which take seconds. */
static void add_any_word(job *j) {
    char word[64];
    size_t most = fuzz_below(&j->bytes, sizeof word);
    for (size_t i = 0; i <= most; i++)
        word[i] = i < most ? (char)fuzz_take(&j->bytes, 1) : '\0';
    if (strcmp(word, "check") != 0 && strcmp(word, "demo") != 0)
        add_word(j, word);
    j->is_run = false;
}

/* Adds a line with the column names, or with `values` if it is not NULL. */
static void add_line(job *j, const float *values) {
    bool is_first = true;
    for (size_t k = 0; k < j->behaviour->input_count; k++) {
        if ((j->in_header >> k & 1) == 0)
            continue;
        char number[32];
        if (values != NULL)
            as_text(&j->behaviour->inputs[k], values[k], number);
        const char *cell = values != NULL ? number : j->behaviour->inputs[k].name;
        add(&j->content, ",", is_first ? 0 : 1);
        add(&j->content, cell, strlen(cell));
        is_first = false;
    }
}

static void repeat_last_line(text *t) {
    size_t start = t->length > 0 ? t->length - 1 : 0, end = t->length;
    while (start > 0 && t->at[start - 1] != '\n')
        start--;
    for (int i = 0; i < 100; i++)
        add(t, t->at + start, end - start);
}

/* Copies the bytes. Four bytes stand for text that random bytes rarely form: 0x1c for the header's names,
   0x1d for a hundred copies of the last line, 0x1e for a row of numbers, 0x1f for one number. */
static void add_content(job *j) {
    while (fuzz_left(&j->bytes) > 0) {
        char byte = (char)fuzz_take(&j->bytes, 1), number[32];
        float values[MOST_INPUTS];
        if (byte == 0x1c)
            add_line(j, NULL);
        else if (byte == 0x1d)
            repeat_last_line(&j->content);
        else if (byte == 0x1e) {
            draw(j, values);
            add_line(j, values);
            add(&j->content, "\n", 1);
        } else if (byte == 0x1f) {
            draw(j, values);
            as_text(&j->behaviour->inputs[0], values[0], number);
            add(&j->content, number, strlen(number));
        } else
            add(&j->content, &byte, 1);
    }
}

static void choose(job *j) {
    fuzz_bytes *b = &j->bytes;
    unsigned flags = (unsigned)fuzz_take(b, 2);
    size_t behaviours = 0, isas = 0;
    while (behaviour_at(behaviours) != NULL)
        behaviours++;
    while (way_isa_name(isas) != NULL)
        isas++;
    j->behaviour = behaviour_at(fuzz_below(b, behaviours));
    j->hardness = (uint32_t)fuzz_take(b, 1);
    j->dice = fuzz_take(b, 1);
    uint64_t options = fuzz_take(b, 2);
    for (size_t k = 0, option = 0; k < j->behaviour->input_count; k++)
        if (j->behaviour->inputs[k].required || options >> option++ % 16 & 1)
            j->in_header |= UINT64_C(1) << k;
    j->is_run = true;
    is_terminal = flags & 1;
    is_disk_full = flags & 2;
    j->to_file = flags & 4;
    j->draws = flags & 8;

    add_word(j, "waylay");
    if (flags & 16) {
        add_word(j, flags & 32 ? "list" : "describe");
        j->is_run = false;
    }
    if ((flags & 48) != 48)
        add_word(j, j->behaviour->name);
    if (flags & 64)
        add_path(j, flags & 128 ? "input.csv" : "missing.csv");
    if (j->to_file) {
        add_word(j, "-o");
        add_path(j, "out.csv");
    }
    if (j->draws) {
        add_word(j, "--svg");
        add_path(j, "picture.svg");
    }
    if (flags & 256)
        add_word(j, "--quiet");
    if (flags & 512)
        add_word(j, "--precision=fast");
    if (flags & 1024) {
        add_word(j, "--isa");
        add_word(j, way_isa_name(fuzz_below(b, isas)));
    }
    if (flags & 2048)
        for (size_t i = 0, sets = 1 + fuzz_below(b, 3); i < sets; i++)
            add_set(j);
    has_no_hidden_files = flags & 8192;
    if (flags & 16384) {
        unsigned which = (unsigned)fuzz_take(b, 1);
        if (which & 1)
            add_drop(j);
        if (which & 2)
            add_rename(j);
        if (which & 4) {
            add_word(j, "--runners");
            add_path(j, which & 8 ? "runners.csv" : "input.csv");
        }
    }
    if (flags & 4096)
        for (size_t i = 0, any = 1 + fuzz_below(b, 2); i < any; i++)
            add_any_word(j);
    add_content(j);
}

/* Checks of the result ----------------------------------------------------------------------------------- */

static _Noreturn void complain_about(const job *j, const char *what, const text *found) {
    fprintf(stderr, "waylay: exit code %d: %s\n  words:", exit_code, what);
    for (int i = 0; i < j->words; i++)
        fprintf(stderr, " %s", j->word[i]);
    fprintf(stderr, "\n  input:\n%.*s\n", (int)j->content.length, j->content.at);
    if (found != NULL)
        fprintf(stderr, "  found:\n%.*s\n", (int)found->length, found->at);
    abort();
}

/* Reads a file of the folder. The text has a zero byte behind it, and the caller frees it. */
static text read_file(const char *name) {
    FILE *file = open_in_folder(name, "rb");
    struct stat there;
    if (fstat(fileno(file), &there) != 0)
        abort();
    text t = {fuzz_memory((size_t)there.st_size + 1), (size_t)there.st_size, (size_t)there.st_size};
    if (fread(t.at, 1, t.length, file) != t.length)
        abort();
    t.at[t.length] = '\0';
    program_fclose(file);
    return t;
}

typedef struct answer {
    const job *job;
    const text *text;
    size_t field, columns, rows; /* columns is 0 until the header ends */
} answer;

static void on_field(void *cell, size_t length, void *user) {
    answer *a = user;
    const way_behaviour *b = a->job->behaviour;
    size_t outputs = b->output_count, column = a->field++;
    if (a->columns == 0 || column < a->columns - outputs)
        return;
    if (column >= a->columns)
        complain_about(a->job, "a row of the answer is longer than its header", a->text);
    way_type type = b->outputs[column - (a->columns - outputs)].type;
    const char *text = cell;
    char *end;
    bool is_good = false;
    if (type == WAY_WORD)
        for (int32_t word = WAY_NO_WORD; way_word_name(word) != NULL; word++)
            is_good |= strcmp(way_word_name(word), text) == 0;
    else if (type == WAY_STATUS)
        for (int32_t status = 0; way_status_word(status) != NULL; status++)
            is_good |= strcmp(way_status_word(status), text) == 0;
    else if (type == WAY_INT)
        is_good = (strtol(text, &end, 10), length > 0 && *end == '\0');
    else
        is_good = !isnan(strtof(text, &end)) && length > 0 && *end == '\0';
    if (!is_good)
        complain_about(a->job, text, a->text);
}

static void on_row(int terminator, void *user) {
    answer *a = user;
    (void)terminator;
    if (a->columns == 0)
        a->columns = a->field;
    if (a->field != a->columns || a->columns < a->job->behaviour->output_count)
        complain_about(a->job, "the rows of the answer are of different lengths", a->text);
    a->field = 0;
    a->rows++;
}

static int is_no_space(unsigned char c) {
    (void)c;
    return 0;
}

static void check_answer(const job *j) {
    text out = read_file(j->to_file ? "out.csv" : "stdout");
    answer a = {.job = j, .text = &out};
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0)
        abort();
    csv_set_space_func(&parser, is_no_space);
    if (csv_parse(&parser, out.at, out.length, on_field, on_row, &a) != out.length ||
        csv_fini(&parser, on_field, on_row, &a) != 0 || a.rows == 0)
        complain_about(j, "the answer is no CSV", &out);
    csv_free(&parser);
    free(out.at);
}

static void check_picture(const job *j) {
    text picture = read_file("picture.svg");
    static const char *const words[] = {"nan", "inf"};
    for (int i = 0; i < 2; i++)
        for (const char *at = picture.at; (at = strstr(at, words[i])) != NULL; at += 3)
            if (!isalpha((unsigned char)at[-1]) && !isalpha((unsigned char)at[3]))
                complain_about(j, "the picture has such a number", &picture);
    if (picture.length < 7 || strcmp(picture.at + picture.length - 7, "</svg>\n") != 0)
        complain_about(j, "the picture has no end", &picture);
    free(picture.at);
}

/* Expects one line on standard error. On a terminal, the sequence that erases the progress may come before
   it. */
static void check_complaint(const job *j) {
    text said = read_file("stderr");
    static const char wipe[] = "\r\033[K";
    const char *line = said.at;
    for (const char *at = line; is_terminal && (at = strstr(at, wipe)) != NULL; at++)
        line = at + sizeof wipe - 1;
    bool is_usage = strncmp(line, "Usage: ", 7) == 0 && j->words == 1;
    if (!is_usage && (strncmp(line, "waylay: ", 8) != 0 || strchr(line, '\n') != said.at + said.length - 1))
        complain_about(j, "this is not one line that says why", &said);
    free(said.at);
}

/* Removes all files, and reports files that should not exist. */
static void clear_folder(const job *j, int code) {
    static const char *const always[] = {"input.csv", "stdout", "stderr"};
    DIR *there = opendir(folder);
    if (there == NULL)
        abort();
    for (struct dirent *entry; (entry = readdir(there)) != NULL;) {
        const char *name = entry->d_name;
        bool is_known = name[0] == '.' && strspn(name, ".") == strlen(name);
        if (is_known)
            continue;
        for (int i = 0; i < 3; i++)
            is_known |= strcmp(name, always[i]) == 0;
        is_known |= code == 0 && (strcmp(name, "out.csv") == 0 || strcmp(name, "picture.svg") == 0);
        if (!is_known)
            complain_about(j, name, NULL);
        char path[PATH_SIZE + 256];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        unlink(path);
    }
    closedir(there);
}

static void leave(void) { rmdir(folder); }

int LLVMFuzzerInitialize(int *count, char ***words) {
    for (int i = 1; i < *count; i++)
        walks_corpus |= strcmp((*words)[i], "-runs=0") == 0;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/waylay-fuzz-XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder) == NULL)
        abort();
    atexit(leave);
    data_at_start = fuzz_memory((size_t)(__stop_program_data - __start_program_data) * sizeof *data_at_start);
    copy_variables(data_at_start, __start_program_data);
    if (!__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free))
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char content[MOST_CONTENT];
    job j = {.bytes = {data, data + size}, .content = {content, 0, sizeof content}};
    /* A leak check stops all threads. So it runs for each input of the corpus, but else only for 1 in 64
       inputs. The choice depends only on the input, so that a failure repeats. */
    looks_for_leaks = walks_corpus || fnv_hash(FNV_START, data, size) % 64 == 0;
    choose(&j);
    FILE *input = open_in_folder("input.csv", "wb");
    fwrite(content, 1, j.content.length, input);
    program_fclose(input);

    int code = run_program(j.words, j.word);
    if (code != 0 && code != 2)
        complain_about(&j, "expected 0 or 2", NULL);
    if (code == 2)
        check_complaint(&j);
    if (code == 0 && j.is_run)
        check_answer(&j);
    if (code == 0 && j.is_run && j.draws)
        check_picture(&j);
    clear_folder(&j, code);
    for (int i = 0; i < j.words; i++)
        free(j.word[i]);
    return 0;
}

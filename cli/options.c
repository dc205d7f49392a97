#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commands.h"
#include "draw.h"
#include "numbers.h"
#include "output.h"
#include "report.h"
#include "bit_check.h"

static const char usage[] =
    "Usage: waylay BEHAVIOUR [FILE.csv | -] [-o OUT.csv] [--set COLUMN=VALUE]... [--drop COLUMNS]...\n"
    "                        [--rename OLD=NEW,...]... [--scale COLUMN=FACTOR,...]... [--polar "
    "COURSE,SPEED]...\n"
    "                        [--gaps invalid] [--only OUTPUTS] [--bring COLUMNS] [--delimiter SIGN]\n"
    "                        [--runners FILE.csv] [--walls FILE.csv] [--drag-table FILE.csv] [--svg FILE]\n"
    "                        [--quiet]\n"
    "       waylay choose2d | choose3d | assign | avoid2d | avoid3d [FILE.csv | -] [--candidates FILE.csv]\n"
    "                        [--best K] [--by COST] [--least WHAT] [--nearest K] [--walls FILE.csv]\n"
    "                        [--sight-points N]\n"
    "                                   choose a candidate for each row, or avoid the others\n"
    "       waylay waypoints2d [FILE.csv | -]\n"
    "                                   list the waypoints of each row's path\n"
    "       waylay conflicts2d | conflicts3d [FILE.csv | -]\n"
    "                                   list the pairs of rows that come too close to each other\n"
    "       waylay cast2d [FILE.csv | -] [--walls FILE.csv] [--candidates FILE.csv]\n"
    "                                   find what each row's ray hits first, a wall or a disc\n"
    "       waylay cast3d | sweep3d [FILE.csv | -] --triangles FILE.csv\n"
    "                                   find which triangle each row's ray or moving ball hits first\n"
    "       waylay bounce_all2d [FILE.csv | -] [--walls FILE.csv]\n"
    "                                   move bodies that bounce off each other\n"
    "       waylay field2d [FILE.map | -] --goal X,Y[,COST]... [--costs STRAIGHT,DIAGONAL] [--clearance R]\n"
    "                        [--cut-corners]\n"
    "                                   write the cheapest path from each cell of a map (MovingAI's format)\n"
    "       waylay follow2d [FILE.csv | -] --field FIELD.csv [--cell M] [--sight N]\n"
    "                                   let each row follow the field that field2d has written\n"
    "       waylay list                 print the behaviours\n"
    "       waylay describe BEHAVIOUR   print its columns, with units, defaults and error bounds\n"
    "       waylay check [BEHAVIOUR]    test that all instruction sets of this machine give the same bits\n"
    "       waylay demo                 run and time the frame loop of a strategy game\n"
    "       waylay race                 let seven kinds of chasers chase one target\n"
    "       waylay scene NAME           run a scene: arcs, drones, squad\n"
    "       waylay scene football FILE.csv\n"
    "       waylay complete WORD...     print what can follow these words, for the completion of shells\n"
    "       waylay --version | --help\n"
    "       waylay BEHAVIOUR --help     print its columns and its options\n"
    "\n"
    "Runs a behaviour over the rows of a CSV file. The first line of the file holds the names of the "
    "columns.\n"
    "The answers are appended to each row, and columns that the behaviour does not use are copied. Without\n"
    "FILE the program reads standard input. The column target holds the row number of each row's target,\n"
    "counted from 0. If it is -1 or empty, the row has no target.\n"
    "\n";

static const char exit_codes[] = "\n"
                                 "Exit codes: 0: done. 1: check found a difference. 2: the input, the output "
                                 "or the command line is wrong.\n"
                                 "With exit code 2 no file is written; standard output has the answers of "
                                 "the rows before the wrong row.\n";

typedef enum option_name {
    OUT,
    SET,
    DROP,
    RENAME,
    SCALE,
    POLAR,
    GAPS,
    ONLY,
    BRING,
    DELIMITER,
    RUNNERS,
    CANDIDATES,
    BEST,
    BY,
    SIGHT_POINTS,
    NEAREST,
    LEAST,
    WALLS,
    DRAG_TABLE,
    TRIANGLES,
    GOAL,
    COSTS,
    CLEARANCE,
    CUT_CORNERS,
    FIELD,
    CELL,
    SIGHT,
    SVG,
    QUIET,
    ISA,
    PRECISION,
    SEED,
    AGENTS,
    GOLDEN,
    WRITE_GOLDEN,
    UNITS,
    SECONDS,
    OPTION_COUNT
} option_name;

enum {
    OVER_FILES = VERB_RUN | VERB_CHOOSE | VERB_AVOID | VERB_ASSIGN | VERB_LISTS | VERB_BODIES | VERB_CAST |
                 VERB_TRIANGLES | VERB_FOLLOW
};

static const struct {
    const char *name;
    int takes_value;
    int verbs;
    const char *help;
} known[OPTION_COUNT] = {
    [OUT] = {"--out", 1, OVER_FILES | VERB_FIELD,
             "  -o, --out FILE         write to FILE instead of standard output; the file appears when it is "
             "complete\n"},
    [SET] =
        {"--set", 1, OVER_FILES,
         "  --set COLUMN=VALUE     use one value for all rows, for a column that the file does not have\n"},
    [DROP] = {"--drop", 1, OVER_FILES, "  --drop COLUMN,...      ignore these columns of the file\n"},
    [RENAME] =
        {"--rename", 1, OVER_FILES,
         "  --rename OLD=NEW,...   read the file's column OLD under the name NEW, an input; an input of "
         "runners or\n                         candidates: the column OLD of their file\n"},
    [SCALE] =
        {"--scale", 1, OVER_FILES,
         "  --scale COLUMN=FACTOR,...\n                         multiply a column that is an input, for "
         "example speed_kn=0.514444\n"},
    [POLAR] =
        {"--polar", 1, OVER_FILES,
         "  --polar COURSE,SPEED[,INPUT]\n                         read a velocity from two columns: the "
         "course in degrees, clockwise from y\n                         (north), and the speed; INPUT is "
         "the vector's x (default: the first velocity)\n"},
    [GAPS] = {"--gaps", 1, OVER_FILES,
              "  --gaps invalid         rows with an empty cell or NA get the status invalid, instead of an "
              "error\n"},
    [ONLY] = {"--only", 1, OVER_FILES, "  --only OUTPUT,...      print these outputs only, in this order\n"},
    [BRING] = {"--bring", 1, VERB_RUN | VERB_CHOOSE | VERB_ASSIGN | VERB_LISTS,
               "  --bring COLUMN,...     append these columns of each row's target: --bring id appends "
               "target_id\n"},
    [DELIMITER] = {"--delimiter", 1, OVER_FILES,
                   "  --delimiter SIGN       the sign between columns of all files: ; | : tab (default: a "
                   "comma)\n"},
    [RUNNERS] = {"--runners", 1, VERB_RUN,
                 "  --runners FILE.csv     read the runners' columns from FILE; target is then a row number "
                 "of FILE\n"},
    [CANDIDATES] =
        {"--candidates", 1, VERB_CHOOSE | VERB_AVOID | VERB_ASSIGN | VERB_CAST,
         "  --candidates FILE.csv  choose, assign, avoid: read the candidates from FILE; without this "
         "option\n                         the candidates of a row are the other rows of the same file\n"
         "                         cast2d: read the discs from FILE\n"},
    [BEST] = {"--best", 1, VERB_CHOOSE,
              "  --best K               choose: the best K candidates of each row, 1 to 8 (default 1)\n"},
    [BY] = {"--by", 1, VERB_CHOOSE,
            "  --by COST              choose: distance (default) or time; choose2d also: turning\n"},
    [SIGHT_POINTS] =
        {"--sight-points", 1, VERB_CHOOSE,
         "  --sight-points N       choose2d: with --walls, N points of a candidate's width "
         "(runner_radius) can be\n                         seen, 1 to 64 (default 1: its centre)\n"},
    [NEAREST] = {"--nearest", 1, VERB_AVOID | VERB_ASSIGN,
                 "  --nearest K            avoid, assign: use only the nearest K candidates (avoid: 1 to 32, "
                 "default 10;\n                         assign: default all)\n"},
    [LEAST] = {"--least", 1, VERB_ASSIGN,
               "  --least WHAT           assign: what to minimise: the sum of costs (sum, default) or the "
               "largest cost (largest)\n"},
    [WALLS] =
        {"--walls", 1, VERB_RUN | VERB_CHOOSE | VERB_AVOID | VERB_BODIES | VERB_CAST,
         "  --walls FILE.csv       bounce2d, bounce_all2d, sweep_walls2d, avoid2d, cast2d, choose2d: the "
         "walls, with the\n                         columns ax, ay, bx, by and optionally sides; "
         "sweep_walls2d, bounce2d:\n                         also vx, vy, the velocity of each wall\n"},
    [DRAG_TABLE] =
        {"--drag-table", 1, VERB_RUN,
         "  --drag-table FILE.csv  launch_drag2d, launch_drag3d: coefficients of drag_area over the "
         "speed, with the\n                         columns speed and coefficient\n"},
    [TRIANGLES] =
        {"--triangles", 1, VERB_TRIANGLES,
         "  --triangles FILE.csv   cast3d, sweep3d: the triangles, with the columns ax, ay, az, bx, by, "
         "bz, cx, cy,\n                         cz and optionally sides and mask\n"},
    [GOAL] = {"--goal", 1, VERB_FIELD,
              "  --goal X,Y[,COST]      field2d: a goal, and what the rest of the way costs from there; may "
              "be repeated\n"},
    [COSTS] =
        {"--costs", 1, VERB_FIELD,
         "  --costs STRAIGHT,DIAGONAL\n                         field2d: costs of a step (default 5,7)\n"},
    [CLEARANCE] = {"--clearance", 1, VERB_FIELD,
                   "  --clearance R          field2d: keep the centres of cells R cells away from walls "
                   "(default 0)\n"},
    [CUT_CORNERS] = {"--cut-corners", 0, VERB_FIELD,
                     "  --cut-corners          field2d: diagonal steps may pass one closed cell\n"},
    [FIELD] = {"--field", 1, VERB_FOLLOW,
               "  --field FILE.csv       follow2d: the field, as field2d writes it: x, y, cost, next\n"},
    [CELL] =
        {"--cell", 1, VERB_FOLLOW,
         "  --cell M               follow2d: side of a cell in m (default 1); cell 0,0 begins at 0, 0\n"},
    [SIGHT] = {"--sight", 1, VERB_FOLLOW,
               "  --sight N              follow2d: how many cells ahead to look for a shortcut, 0 to 64 "
               "(default 0)\n"},
    [SVG] = {"--svg", 1, VERB_RUN | VERB_DEMO | VERB_RACE | VERB_SCENE,
             "  --svg FILE             draw chasers, runners and meeting points (run and demo), or the "
             "tracks of race and\n"
             "                         scene\n"},
    [QUIET] = {"--quiet", 0, OVER_FILES,
               "  --quiet                print no progress over the rows of FILE (not with demo, race and "
               "scene)\n"},
    [ISA] = {"--isa", 1,
             OVER_FILES | VERB_LIST | VERB_DESCRIBE | VERB_CHECK | VERB_DEMO | VERB_RACE | VERB_SCENE |
                 VERB_DRONES,
             "  --isa NAME             use this instruction set\n"},
    [PRECISION] = {"--precision", 1, VERB_RUN | VERB_DEMO | VERB_SCENE | VERB_DRONES,
                   "  --precision NAME       exact (default) or fast (run, demo and scene)\n"},
    [SEED] = {"--seed", 1, VERB_CHECK | VERB_DEMO | VERB_RACE | VERB_SCENE | VERB_DRONES,
              "  --seed N               check, demo, race, scene: seed of the random numbers (default 1)\n"},
    [AGENTS] = {"--agents", 1, VERB_CHECK,
                "  --agents N             check: size of the largest batch (default 1001)\n"},
    [GOLDEN] = {"--golden", 1, VERB_CHECK,
                "  --golden FILE          check: compare the hashes with those in FILE\n"},
    [WRITE_GOLDEN] =
        {"--write-golden", 1, VERB_CHECK,
         "  --write-golden FILE    check: write the hashes to FILE, if all instruction sets agree\n"},
    [UNITS] = {"--units", 1, VERB_DEMO | VERB_DRONES,
               "  --units N              demo, scene drones: number of units (default 10000)\n"},
    [SECONDS] = {"--seconds", 1, VERB_DEMO | VERB_DRONES,
                 "  --seconds S            demo, scene drones: simulated seconds (default 10)\n"},
};

static _Noreturn void leave(void) {
    output_close_standard();
    exit(0);
}

static void print_usage(FILE *to) {
    fputs(usage, to);
    for (int i = 0; i < OPTION_COUNT; i++)
        fputs(known[i].help, to);
    fputs(exit_codes, to);
}

static void add_to(option_list *list, const char *value) {
    list->value = must(realloc(list->value, (list->count + 1) * sizeof *list->value));
    list->value[list->count++] = value;
}

/* The words that an option accepts, in the order of its enum. The third word may be NULL. */
static const char *const cost_words[3] = {
    "distance", "time", "turning"}; /* only choose2d has the last one; choice_set checks this */
static const char *const aim_words[3] = {"sum", "largest"};
static const char *const precision_words[3] = {"exact", "fast"};

/* Returns the index of the word that equals `value`. If no word does, the program ends with a message. */
static int one_of(const char *option, const char *value, const char *const word[3]) {
    for (int k = 0; k < 3 && word[k]; k++)
        if (strcmp(value, word[k]) == 0)
            return k;
    if (word[2])
        fail("%s: found \"%s\", expected %s, %s or %s", option, value, word[0], word[1], word[2]);
    fail("%s: found \"%s\", expected %s or %s", option, value, word[0], word[1]);
}

/* The picture is SVG, and other programs do not open it under the name of another format. */
static void refuse_other_pictures(const char *name) {
    static const char *const other[] = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".pdf"};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end && i < sizeof other / sizeof other[0]; i++)
        if (strcasecmp(end, other[i]) == 0)
            fail("--svg: found \"%s\", expected the name of an SVG file, such as %.*s.svg", name,
                 (int)(end - name), name);
}

static void take_option(options *o, option_name option, const char *value) {
    switch (option) {
    case OUT: o->out = value; break;
    case SET: add_to(&o->set, value); break;
    case DROP: add_to(&o->drop, value); break;
    case RENAME: add_to(&o->rename, value); break;
    case SCALE: add_to(&o->scale, value); break;
    case POLAR: add_to(&o->polar, value); break;
    case BRING: add_to(&o->bring, value); break;
    case ONLY: o->only = value; break;
    case GAPS:
        if (strcmp(value, "invalid") != 0)
            fail("--gaps: found \"%s\", expected invalid", value);
        o->takes_gaps = 1;
        break;
    case DELIMITER:
        o->delimiter = strcmp(value, "tab") == 0 || strcmp(value, "\\t") == 0 ? '\t' : value[0];
        if (!o->delimiter || !strchr(",;|:\t", o->delimiter) || (value[1] && o->delimiter != '\t'))
            fail("--delimiter: found \"%s\", expected one of , ; | : or the word tab", value);
        break;
    case RUNNERS: o->runners = value; break;
    case CANDIDATES: o->runners = value; break;
    case BEST:
        if (!whole_read(value, 1, WAY_CHOICES_MAX, &o->best))
            fail("--best: found \"%s\", expected a whole number from 1 to %d", value, WAY_CHOICES_MAX);
        break;
    case SIGHT_POINTS:
        if (!whole_read(value, 1, WAY_SIGHT_MAX, &o->sight_points))
            fail("--sight-points: found \"%s\", expected a whole number from 1 to %d", value, WAY_SIGHT_MAX);
        break;
    case BY: o->cost = (way_cost)one_of("--by", value, cost_words); break;
    case NEAREST:
        if (!whole_read(value, 1, UINT32_MAX, &o->nearest))
            fail("--nearest: found \"%s\", expected a whole number, 1 or more", value);
        break;
    case LEAST: o->aim = (way_aim)one_of("--least", value, aim_words); break;
    case WALLS: o->walls = value; break;
    case DRAG_TABLE: o->drag_table = value; break;
    case TRIANGLES: o->triangles = value; break;
    case GOAL: add_to(&o->goals, value); break;
    case COSTS: o->costs = value; break;
    case CLEARANCE:
        if (!decimal_read(value, 0, 250, &o->clearance))
            fail("--clearance: found \"%s\", expected a number from 0 to 250", value);
        break;
    case CUT_CORNERS: o->cut_corners = 1; break;
    case FIELD: o->field = value; break;
    case CELL:
        if (!decimal_read(value, 1e-6, 1e6, &o->cell))
            fail("--cell: found \"%s\", expected a number from 1e-6 to 1e6", value);
        break;
    case SIGHT:
        if (!whole_read(value, 0, 64, &o->sight))
            fail("--sight: found \"%s\", expected a whole number from 0 to 64", value);
        break;
    case SVG:
        refuse_other_pictures(value);
        o->svg = value;
        break;
    case QUIET: o->quiet = 1; break;
    case ISA: o->isa = value; break;
    case PRECISION: o->precision = (way_precision)one_of("--precision", value, precision_words); break;
    case SEED:
        if (!whole_read(value, 0, UINT64_MAX, &o->seed))
            fail("--seed: found \"%s\", expected a whole number", value);
        break;
    case AGENTS:
        if (!whole_read(value, 1, 1000000, &o->agents))
            fail("--agents: found \"%s\", expected a whole number from 1 to 1000000", value);
        break;
    case GOLDEN: o->golden = value; break;
    case WRITE_GOLDEN: o->write_golden = value; break;
    case UNITS:
        if (!whole_read(value, 2, 10000000, &o->units))
            fail("--units: found \"%s\", expected a whole number from 2 to 10000000", value);
        break;
    case SECONDS:
        if (!decimal_read(value, 0.02, 3600, &o->seconds))
            fail("--seconds: found \"%s\", expected a number from 0.02 to 3600", value);
        break;
    case OPTION_COUNT: break;
    }
}

/* The commands that are no behaviours, and how many plain words they take. */
static const struct {
    const char *name;
    verb verb;
    size_t most;
} verbs[] = {{"list", VERB_LIST, 1},     {"describe", VERB_DESCRIBE, 2}, {"check", VERB_CHECK, 2},
             {"field2d", VERB_FIELD, 2}, {"demo", VERB_DEMO, 1},         {"race", VERB_RACE, 1},
             {"scene", VERB_SCENE, 2}};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

/* Returns the i-th word that a command line can begin with: a behaviour, a task or another command. */
static const char *name_at(size_t i) {
    size_t behaviours = 0, tasks = 0;
    while (behaviour_at(behaviours))
        behaviours++;
    while (choice_at(tasks))
        tasks++;
    return i < behaviours                   ? behaviour_at(i)->name
           : i < behaviours + tasks         ? choice_described(choice_at(i - behaviours))->name
           : i < behaviours + tasks + VERBS ? verbs[i - behaviours - tasks].name
                                            : NULL;
}

static const way_behaviour *find_behaviour(options *o, const char *name) {
    o->task = choice_named(name);
    if (o->task) {
        choice_set(o->task, (choice_ways){.cost = o->cost,
                                          .aim = o->aim,
                                          .best = o->best,
                                          .nearest = o->nearest,
                                          .points = o->sight_points,
                                          .has_walls = o->walls || o->verb == VERB_DESCRIBE,
                                          .has_file = o->runners || o->verb == VERB_DESCRIBE});
        return choice_described(o->task);
    }
    const way_behaviour *behaviour = behaviour_named(name);
    if (behaviour)
        return behaviour;
    guess near = {.word = name};
    for (size_t i = 0; name_at(i); i++)
        guess_see(&near, name_at(i));
    fail("no behaviour \"%s\"%s (waylay list prints them)", shortened(name, strlen(name)), guess_text(&near));
}

static verb verb_of(const choice_task *task) {
    return task == NULL                   ? VERB_RUN
           : choice_avoids(task)          ? VERB_AVOID
           : choice_lists(task)           ? VERB_LISTS
           : choice_moves_bodies(task)    ? VERB_BODIES
           : choice_casts(task)           ? VERB_CAST
           : choice_meets_triangles(task) ? VERB_TRIANGLES
           : choice_follows(task)         ? VERB_FOLLOW
           : choice_is_whole(task)        ? VERB_ASSIGN
                                          : VERB_CHOOSE;
}

/* Prints the columns and options of the behaviour or task that the word names. If the word names neither,
   prints all verbs and options. */
static _Noreturn void print_help(const char *word) {
    options o = {.verb = VERB_DESCRIBE};
    if (!word || (!behaviour_named(word) && !choice_named(word))) {
        print_usage(stdout);
        leave();
    }
    o.behaviour = find_behaviour(&o, word);
    printf("Usage: waylay %s [FILE.csv | -] [OPTION]...\n\n", word);
    describe(&o);
    printf("\nOptions\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        const int is_idle = (i == WALLS && !o.behaviour->walls) ||
                            (i == RUNNERS && !reads_runners(o.behaviour)) ||
                            (i == DRAG_TABLE && !reads_drag_table(o.behaviour));
        if (known[i].verbs & (int)verb_of(o.task) && !is_idle)
            fputs(known[i].help, stdout);
    }
    fputs(exit_codes, stdout);
    leave();
}

/* Takes the words without a dash: the verb or behaviour, then its arguments. */
static void take_words(options *o, const char **word, size_t count) {
    size_t most = 2;
    o->verb = VERB_RUN;
    for (size_t i = 0; i < VERBS; i++)
        if (strcmp(word[0], verbs[i].name) == 0) {
            o->verb = verbs[i].verb;
            most = verbs[i].most;
        }
    if (o->verb == VERB_RUN) {
        o->behaviour = find_behaviour(o, word[0]);
        o->verb = verb_of(o->task);
        o->file = count > 1 && strcmp(word[1], "-") != 0 ? word[1] : NULL;
    } else if (o->verb == VERB_FIELD) {
        o->file = count > 1 && strcmp(word[1], "-") != 0 ? word[1] : NULL;
    } else if (o->verb == VERB_DESCRIBE) {
        if (count < 2)
            fail("describe: expected a behaviour; see waylay list");
        o->behaviour = find_behaviour(o, word[1]);
    } else if (o->verb == VERB_CHECK && count > 1) {
        o->behaviour = find_behaviour(o, word[1]);
        if (o->task)
            fail("check: expected a behaviour, found the task %s", word[1]);
    } else if (o->verb == VERB_SCENE) {
        o->scene = count > 1 ? word[1] : NULL;
        if (o->scene && strcmp(o->scene, "drones") == 0)
            o->verb = VERB_DRONES;
        if (o->scene && strcmp(o->scene, "football") == 0) {
            most = 3;
            o->file = count > 2 ? word[2] : NULL;
        }
    }
    if (count > most)
        fail("unexpected argument: \"%s\"", word[most]);
}

/* Golden hashes are for the default seed and size, so --golden and --write-golden refuse --seed and --agents.
   Also refuses to compare with a file that the same run writes. */
static void refuse_other_scenes(const int given[OPTION_COUNT]) {
    static const option_name others[] = {SEED, AGENTS, WRITE_GOLDEN};
    option_name golden = given[GOLDEN] ? GOLDEN : WRITE_GOLDEN;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (given[golden] && given[others[i]] && others[i] != golden)
            fail("%s does not go with %s", known[others[i]].name, known[golden].name);
}

/* Values that getopt_long returns. For an option, it returns the option's number plus FIRST_OPTION. */
enum { PLAIN_WORD = 1, FIRST_OPTION = 256, HELP = FIRST_OPTION + OPTION_COUNT, VERSION };

static _Noreturn void refuse_option(const char *word) {
    char *name = must(strndup(word, strcspn(word, "=")));
    guess near = {.word = name};
    for (int i = 0; i < OPTION_COUNT; i++)
        guess_see(&near, known[i].name);
    fail("no option %s%s (waylay --help lists them)", shortened(name, strlen(name)), guess_text(&near));
}

static int is_repeatable(option_name option) {
    return option == SET || option == DROP || option == RENAME || option == SCALE || option == POLAR ||
           option == BRING || option == GOAL;
}

/* Takes the options, which may stand between the plain words. Fills `plain` with these words and returns
   their number. Notes in `given` how often each option is given. */
static size_t take_options(options *o, int count, char **words, const char **plain, int given[OPTION_COUNT]) {
    struct option list[OPTION_COUNT + 3] = {[OPTION_COUNT] = {"help", no_argument, NULL, HELP},
                                            {"version", no_argument, NULL, VERSION}};
    for (int i = 0; i < OPTION_COUNT; i++)
        list[i] = (struct option){known[i].name + 2, known[i].takes_value, NULL, FIRST_OPTION + i};
    size_t plain_count = 0;
    opterr = 0;
    optind = 0; /* getopt_long forgets earlier calls, and begins with words[1] */
    for (int at = 1, row;; at = optind) {
        int found = getopt_long(count, words, "-:o:qh", list, &row);
        if (found == -1)
            break;
        if (found >= FIRST_OPTION && strlen(list[row].name) + 2 != strcspn(words[at], "="))
            refuse_option(words[at]); /* getopt_long also takes the beginning of a name */
        switch (found) {
        case PLAIN_WORD: plain[plain_count++] = optarg; continue;
        case HELP:
        case 'h': print_help(words[1]);
        case VERSION: puts("waylay " WAY_VERSION_STRING); leave();
        case ':': fail("%s: expected a value after it", words[optind - 1]);
        case '?':
            if (optopt >= FIRST_OPTION && optopt < HELP)
                fail("%s takes no value", known[optopt - FIRST_OPTION].name);
            refuse_option(words[at]);
        case 'o': found = FIRST_OPTION + OUT; break;
        case 'q': found = FIRST_OPTION + QUIET; break;
        }
        const option_name option = (option_name)(found - FIRST_OPTION);
        if (given[option]++ && !is_repeatable(option))
            fail("%s is given twice", known[option].name);
        take_option(o, option, optarg);
    }
    while (optind < count)
        plain[plain_count++] = words[optind++];
    return plain_count;
}

/* Prints a word that completes `typed`. In a list, only the last element is completed. */
static void offer(const char *typed, const char *name, const char *after) {
    const char *comma = strrchr(typed, ','), *last = comma ? comma + 1 : typed;
    if (strncmp(name, last, strlen(last)) == 0)
        printf("%.*s%s%s\n", (int)(last - typed), typed, name, after);
}

/* Prints what can stand for the last one of these words, which is being typed. Shells call this to complete a
   command line. If the program prints nothing, shells complete names of files. */
static void complete(char **word, int count) {
    static const struct {
        const char *option;
        const char *const *words;
    } choices[] = {{"--by", cost_words}, {"--least", aim_words}, {"--precision", precision_words}};
    static options o;
    const char *typed = count > 0 ? word[count - 1] : "", *before = count > 1 ? word[count - 2] : "";
    const char *first = count > 1 ? word[0] : "";
    if (count < 2 || strcmp(before, "describe") == 0 || strcmp(before, "check") == 0 ||
        strcmp(before, "help") == 0)
        for (size_t i = 0; name_at(i); i++)
            offer(typed, name_at(i), "");
    const way_behaviour *b = choice_named(first) || behaviour_named(first) ? find_behaviour(&o, first) : NULL;
    verb verb = b ? verb_of(o.task) : (enum verb)0;
    for (size_t i = 0; i < VERBS; i++)
        if (strcmp(first, verbs[i].name) == 0)
            verb = verbs[i].verb;
    for (int i = 0; typed[0] == '-' && i < OPTION_COUNT; i++)
        if (known[i].verbs & (int)verb)
            offer(typed, known[i].name, "");
    for (size_t k = 0; b && strcmp(before, "--set") == 0 && k < b->input_count; k++)
        offer(typed, b->inputs[k].name, "=");
    for (size_t k = 0; b && strcmp(before, "--only") == 0 && k < b->output_count; k++)
        offer(typed, b->outputs[k].name, "");
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        for (size_t k = 0; strcmp(before, choices[i].option) == 0 && k < 3 && choices[i].words[k]; k++)
            offer(typed, choices[i].words[k], "");
    for (size_t i = 0; strcmp(before, "--isa") == 0 && way_isa_name(i); i++)
        offer(typed, way_isa_name(i), "");
    if (strcmp(before, "--gaps") == 0)
        offer(typed, "invalid", "");
}

void options_read(options *o, int count, char **words) {
    memset(o, 0, sizeof *o);
    o->seed = BIT_CHECK_SEED;
    o->agents = BIT_CHECK_AGENTS;
    o->units = 10000;
    o->seconds = 10;
    o->cell = 1;
    if (count > 1 && strcmp(words[1], "complete") == 0) {
        complete(words + 2, count - 2);
        leave();
    }
    const char **plain = must(calloc((size_t)count + 1, sizeof *plain));
    int given[OPTION_COUNT] = {0};
    const size_t plain_count = take_options(o, count, words, plain, given);
    if (plain_count == 0) {
        print_usage(stderr);
        exit(2);
    }
    if (strcmp(plain[0], "help") == 0)
        print_help(plain[1]);
    take_words(o, plain, plain_count);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (given[i] && !(known[i].verbs & (int)o->verb))
            fail("%s does not go with %s: see waylay --help", known[i].name, plain[0]);
    refuse_other_scenes(given);
    free(plain);
}

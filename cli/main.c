/* This is the main function of the program waylay. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "output.h"
#include "report.h"
#include "scenes.h"

static void choose_isa(const char *name) {
    if (!name || way_set_isa(name) == WAY_OK)
        return;
    char names[256] = "";
    for (size_t i = 0; way_isa_name(i); i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", way_isa_name(i));
    }
    fail("no instruction set \"%s\" here: this machine runs %s", name, names);
}

/* Opens those of the three standard files that the caller has closed. Otherwise, the next file to be opened
   would get the descriptor number of a closed one (0, 1 or 2), and our output or error messages could be
   written into that file. */
static void hold_standard_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int count, char **words) {
    hold_standard_streams();
    signal(SIGXFSZ, SIG_IGN); /* exceeding a file size limit is reported like any other error */
    static options options;
    options_read(&options, count, words);
    choose_isa(options.isa);
    int code = 0;
    switch (options.verb) {
    case VERB_RUN:
    case VERB_CHOOSE:
    case VERB_AVOID:
    case VERB_LISTS:
    case VERB_BODIES:
    case VERB_CAST:
    case VERB_TRIANGLES:
    case VERB_FOLLOW:
    case VERB_ASSIGN: csv_run(&options); return 0;
    case VERB_FIELD: field_of_map(&options); return 0;
    case VERB_LIST: list(); break;
    case VERB_DESCRIBE: describe(&options); break;
    case VERB_CHECK: code = check(&options); break;
    case VERB_DEMO: demo(&options); break;
    case VERB_RACE: race(&options); break;
    case VERB_SCENE:
    case VERB_DRONES: scene_named(&options); break;
    }
    output_close_standard();
    return code;
}

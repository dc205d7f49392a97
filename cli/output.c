#include "output.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

/* Temporary files that exist now. Fixed storage: a signal handler reads it. */
enum { SLOTS = 2 };
static char temporary[SLOTS][PATH_MAX];
static volatile sig_atomic_t taken[SLOTS];

static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };

static void remove_temporaries(void) {
    for (int i = 0; i < SLOTS; i++)
        if (taken[i]) {
            unlink(temporary[i]);
            taken[i] = 0;
        }
}

static void on_signal(int number) {
    remove_temporaries();
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_signals(void) {
    static int watching;
    if (watching)
        return;
    watching = 1;
    atexit(remove_temporaries);
    for (int i = 0; i < FATAL_COUNT; i++) {
        struct sigaction action;
        /* A caller's nohup stays in force. */
        if (sigaction(fatal[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        sigemptyset(&action.sa_mask);
        sigaction(fatal[i], &action, NULL);
    }
}

/* Between a file's birth or renaming and our note of it, no signal may come. */
static sigset_t hold_signals(void) {
    sigset_t held, before;
    sigemptyset(&held);
    for (int i = 0; i < FATAL_COUNT; i++)
        sigaddset(&held, fatal[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
    return before;
}

static void release_signals(sigset_t before) { sigprocmask(SIG_SETMASK, &before, NULL); }

static mode_t mode_of_new_files(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static void open_temporary(output *o, const char *path, mode_t mode) {
    /* Through a symbolic link: the file it names is replaced, not the link. */
    o->final_name = realpath(path, NULL);
    if (!o->final_name)
        o->final_name = strdup(path);
    if (!o->final_name)
        fail("out of memory");
    for (o->slot = 0; o->slot < SLOTS - 1 && taken[o->slot]; o->slot++)
        ;
    char *name = temporary[o->slot];
    const char *slash = strrchr(o->final_name, '/');
    int folder = slash ? (int)(slash - o->final_name) + 1 : 0;
    int length = snprintf(name, PATH_MAX, "%.*s.waylay-XXXXXX", folder, o->final_name);
    if (length < 0 || length >= PATH_MAX)
        fail("%s: %s", path, strerror(ENAMETOOLONG));

    watch_signals();
    sigset_t before = hold_signals();
    int fd = mkstemp(name);
    int error = errno;
    taken[o->slot] = fd >= 0;
    release_signals(before);
    if (fd < 0)
        fail("%s: cannot be written: %s", path, strerror(error));
    o->temporary = name;
    fchmod(fd, mode);
    o->file = fdopen(fd, "wb");
}

void output_open(output *o, const char *path) {
    memset(o, 0, sizeof *o);
    if (!path || strcmp(path, "-") == 0) {
        o->file = stdout;
        o->name = "standard output";
        return;
    }
    o->name = path;
    struct stat there;
    int exists = stat(path, &there) == 0;
    if (exists && S_ISDIR(there.st_mode))
        fail("%s: cannot be written: %s", path, strerror(EISDIR));
    if (exists && access(path, W_OK) != 0)
        fail("%s: cannot be written: %s", path, strerror(errno));
    if (exists && !S_ISREG(there.st_mode))
        o->file = fopen(path, "wb");
    else
        open_temporary(o, path, exists ? there.st_mode & 0777 : mode_of_new_files());
    if (!o->file)
        fail("%s: cannot be written: %s", path, strerror(errno));
}

void output_check(output *o) {
    if (ferror(o->file))
        fail("%s: cannot be written: %s", o->name, strerror(errno));
}

void output_close(output *o) {
    errno = 0;
    int bad = fflush(o->file) != 0 || ferror(o->file);
    bad = bad || (o->temporary && fsync(fileno(o->file)) != 0);
    int error = errno;
    if (fclose(o->file) != 0 && !bad) {
        bad = 1;
        error = errno;
    }
    if (bad)
        fail("%s: cannot be written: %s", o->name, strerror(error ? error : EIO));
}

void output_publish(output *o) {
    if (!o->temporary)
        return;
    sigset_t before = hold_signals();
    int bad = rename(o->temporary, o->final_name) != 0;
    int error = errno;
    if (!bad)
        taken[o->slot] = 0;
    release_signals(before);
    if (bad)
        fail("%s: cannot be written: %s", o->name, strerror(error));
    free(o->final_name);
    o->final_name = NULL;
}

void output_close_standard(void) {
    output standard;
    output_open(&standard, NULL);
    output_close(&standard);
}

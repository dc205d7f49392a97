#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* O_TMPFILE */
#endif
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_identity.h"
#include "report.h"

/* Temporary names -------------------------------------------------------------------------------------- */

/* The names of temporary files that exist now. The storage is fixed, because a signal handler reads it. */
enum { SLOTS = 2 };
static char temporary[SLOTS][PATH_MAX];
static volatile sig_atomic_t taken[SLOTS];

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

/* Is this a signal whose default action does not end the process, or one that cannot be caught? */
static int is_harmless(int number) {
    static const int harmless[] = {
        SIGCHLD,  SIGCONT, SIGURG, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGKILL,
#ifdef SIGWINCH
        SIGWINCH,
#endif
#ifdef SIGINFO
        SIGINFO,
#endif
    };
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (harmless[i] == number)
            return 1;
    return 0;
}

static void watch_signals(void) {
    static int watching;
    if (watching)
        return;
    watching = 1;
    atexit(remove_temporaries);
#ifdef SIGRTMAX
    int last = SIGRTMAX;
#else
    int last = NSIG - 1;
#endif
    for (int number = 1; number <= last; number++) {
        struct sigaction action;
        /* signals that the caller ignores, as nohup does, or that a sanitizer handles stay as they are */
        if (is_harmless(number) || sigaction(number, NULL, &action) != 0 || action.sa_handler != SIG_DFL)
            continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, NULL);
    }
}

/* Blocks signals, so that none arrives between creating or renaming a file and updating `taken`. */
static sigset_t hold_signals(void) {
    sigset_t held, before;
    sigfillset(&held);
    sigprocmask(SIG_BLOCK, &held, &before);
    return before;
}

static void release_signals(sigset_t before) { sigprocmask(SIG_SETMASK, &before, NULL); }

/* Makes a temporary name in the folder of the final file. The name ends with six characters for mkstemp. */
static void name_temporary(output *o) {
    for (o->slot = 0; o->slot < SLOTS - 1 && taken[o->slot]; o->slot++)
        ;
    int folder = (int)(strrchr(o->final_name, '/') - o->final_name) + 1;
    int length = snprintf(temporary[o->slot], PATH_MAX, "%.*s.waylay-XXXXXX", folder, o->final_name);
    if (length < 0 || length >= PATH_MAX)
        fail("%s: %s", o->name, strerror(ENAMETOOLONG));
}

/* Opening ------------------------------------------------------------------------------------------------ */

static mode_t mode_of_new_files(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static void path_of_open(int fd, char path[32]) { snprintf(path, 32, "/proc/self/fd/%d", fd); }

/* Opens an unnamed file. Returns -1 if the file system or the machine has no unnamed files, or cannot name
   them later. */
static int open_hidden(const output *o) {
#ifdef O_TMPFILE
    char path[32];
    size_t length = (size_t)(strrchr(o->final_name, '/') - o->final_name) + 1;
    char *folder = must(strndup(o->final_name, length));
    int fd = open(folder, O_TMPFILE | O_WRONLY, 0600);
    free(folder);
    if (fd < 0)
        return -1;
    path_of_open(fd, path);
    if (access(path, F_OK) == 0)
        return fd;
    close(fd);
#else
    (void)o;
#endif
    return -1;
}

static int open_named(output *o) {
    name_temporary(o);
    watch_signals();
    sigset_t before = hold_signals();
    int fd = mkstemp(temporary[o->slot]);
    int error = errno;
    taken[o->slot] = fd >= 0;
    release_signals(before);
    errno = error;
    return fd;
}

static void open_beside(output *o, mode_t mode) {
    /* Follows symbolic links: the file that they name is replaced or created, not the link. */
    o->final_name = file_resolved(o->name);
    if (!o->final_name)
        return;
    o->hidden = open_hidden(o);
    int fd = o->hidden >= 0 ? dup(o->hidden) : open_named(o);
    if (fd < 0)
        return;
    fchmod(fd, mode);
    o->file = fdopen(fd, "wb");
}

void output_open(output *o, const char *path) {
    memset(o, 0, sizeof *o);
    o->hidden = -1;
    o->is_direct = 1;
    if (!path || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
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
    size_t length = strlen(path);
    if (length == 0 || path[length - 1] == '/')
        fail("%s: cannot be written: %s", path, strerror(ENOENT));
    o->is_direct = exists && !S_ISREG(there.st_mode);
    if (o->is_direct)
        o->file = fopen(path, "wb");
    else
        open_beside(o, exists ? there.st_mode & 0777 : mode_of_new_files());
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
    bad = bad || (o->final_name && fsync(fileno(o->file)) != 0);
    int error = errno;
    if (fclose(o->file) != 0 && !bad) {
        bad = 1;
        error = errno;
    }
    if (bad)
        fail("%s: cannot be written: %s", o->name, strerror(error ? error : EIO));
}

/* Publishing --------------------------------------------------------------------------------------------- */

/* Gives the unnamed file a temporary name that no other file has. Returns 0 on failure. */
static int link_temporary(output *o, const char *hidden) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static unsigned long long dice;
    name_temporary(o);
    char *last = temporary[o->slot] + strlen(temporary[o->slot]) - 6;
    for (int tries = 0; tries < 1000; tries++) {
        dice = (dice ^ (unsigned long long)getpid() ^ (unsigned long long)o->hidden << 32) *
                   6364136223846793005ull +
               1442695040888963407ull;
        for (int i = 0; i < 6; i++)
            last[i] = letters[(dice >> (16 + 6 * i)) % 36];
        if (linkat(AT_FDCWD, hidden, AT_FDCWD, temporary[o->slot], AT_SYMLINK_FOLLOW) == 0)
            return 1;
        if (errno != EEXIST)
            return 0;
    }
    return 0;
}

/* linkat cannot replace an existing file, so in this case the file gets a temporary name and is renamed. */
static int publish_hidden(output *o) {
    char hidden[32];
    path_of_open(o->hidden, hidden);
    if (linkat(AT_FDCWD, hidden, AT_FDCWD, o->final_name, AT_SYMLINK_FOLLOW) == 0)
        return 1;
    if (errno != EEXIST || !link_temporary(o, hidden))
        return 0;
    if (rename(temporary[o->slot], o->final_name) == 0)
        return 1;
    int error = errno;
    unlink(temporary[o->slot]);
    errno = error;
    return 0;
}

static int publish_named(output *o) {
    if (rename(temporary[o->slot], o->final_name) != 0)
        return 0;
    taken[o->slot] = 0;
    return 1;
}

void output_publish(output *o) {
    if (!o->final_name)
        return;
    sigset_t before = hold_signals();
    int good = o->hidden >= 0 ? publish_hidden(o) : publish_named(o);
    int error = errno;
    if (o->hidden >= 0)
        close(o->hidden);
    release_signals(before);
    if (!good)
        fail("%s: cannot be written: %s", o->name, strerror(error));
    free(o->final_name);
    o->final_name = NULL;
}

void output_close_standard(void) {
    output standard;
    output_open(&standard, NULL);
    output_close(&standard);
}

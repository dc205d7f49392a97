#include "file_identity.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

enum { MOST_LINKS = 40 };

static char *joined(const char *folder, size_t length, const char *name) {
    int needs_slash = length > 0 && folder[length - 1] != '/';
    char *path = must(malloc(length + strlen(name) + 2));
    memcpy(path, folder, length);
    if (needs_slash)
        path[length++] = '/';
    strcpy(path + length, name);
    return path;
}

/* Returns the length of the path up to and including the last slash, or 0 if the path has no slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static char *folder_of(const char *path) {
    size_t length = folder_length(path);
    return length ? must(strndup(path, length)) : must(strdup("."));
}

/* Returns the path to which the symbolic link leads, or NULL if `path` is not a link. */
static char *next_of(const char *path) {
    char to[PATH_MAX];
    ssize_t length = readlink(path, to, sizeof to - 1);
    if (length < 0)
        return NULL;
    to[length] = '\0';
    return to[0] == '/' ? must(strdup(to)) : joined(path, folder_length(path), to);
}

char *file_resolved(const char *path) {
    char *whole = realpath(path, NULL);
    if (whole || errno != ENOENT)
        return whole;
    char *at = must(strdup(path));
    int links = 0;
    for (char *next; (next = next_of(at)) != NULL; at = next) {
        free(at);
        if (++links > MOST_LINKS) {
            free(next);
            errno = ELOOP;
            return NULL;
        }
    }
    char *folder = folder_of(at);
    whole = realpath(folder, NULL);
    char *resolved = whole ? joined(whole, strlen(whole), at + folder_length(at)) : NULL;
    int error = errno;
    free(whole);
    free(folder);
    free(at);
    errno = error;
    return resolved;
}

static file_identity identity(const struct stat *there) {
    return (file_identity){there->st_dev, there->st_ino, NULL, 1, S_ISREG(there->st_mode)};
}

file_identity file_identity_of(const char *path) {
    struct stat there;
    file_identity none = {0};
    if (stat(path, &there) == 0)
        return identity(&there);
    char *resolved = file_resolved(path);
    if (!resolved)
        return none;
    char *folder = folder_of(resolved);
    int is_there = stat(folder, &there) == 0;
    free(folder);
    file_identity i = is_there ? identity(&there) : none;
    if (is_there)
        i.name = must(strdup(resolved + folder_length(resolved)));
    i.is_regular = is_there;
    free(resolved);
    return i;
}

file_identity file_identity_of_open(int fd) {
    struct stat there;
    return fstat(fd, &there) == 0 ? identity(&there) : (file_identity){0};
}

int file_is_same(const file_identity *a, const file_identity *b) {
    if (!a->is_known || !b->is_known || a->device != b->device || a->number != b->number)
        return 0;
    return a->name && b->name ? strcmp(a->name, b->name) == 0 : !a->name && !b->name;
}

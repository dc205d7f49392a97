/* The compiler's -include puts this file before each file of the program, so that one process can run the
   program many times. The program's exit returns to fuzz_csv.c, which also decides which files the program
   may open. The program's variables are next to each other in memory, so that fuzz_csv.c can restore their
   initial values. */
#ifndef PROGRAM_IN_PROCESS_H
#define PROGRAM_IN_PROCESS_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int program_main(int count, char **words);
_Noreturn void program_exit(int code);
int program_atexit(void (*function)(void));
FILE *program_fopen(const char *path, const char *mode);
FILE *program_fdopen(int fd, const char *mode);
int program_fclose(FILE *file);
int program_mkstemp(char *name);
int program_open(const char *path, int flags, ...);
int program_close(int fd);
int program_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int program_fsync(int fd);
int program_isatty(int fd);

#ifndef PROGRAM_IS_CALLED
#define main program_main
#define exit program_exit
#define atexit program_atexit
#define fopen program_fopen
#define fdopen program_fdopen
#define fclose program_fclose
#define mkstemp program_mkstemp
#define open program_open
#define close program_close
#define linkat program_linkat
#define fsync program_fsync
#define isatty program_isatty
#pragma clang section bss = "program_bss" data = "program_data"
#endif

#endif

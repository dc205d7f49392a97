/* Reads the command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "choices.h"
#include "waylay/waylay.h"

typedef enum verb {
    VERB_RUN = 1,
    VERB_LIST = 2,
    VERB_DESCRIBE = 4,
    VERB_CHECK = 8,
    VERB_DEMO = 16,
    VERB_RACE = 32,
    VERB_SCENE = 64,
    VERB_CHOOSE = 128,
    VERB_AVOID = 256,
    VERB_ASSIGN = 512,
    VERB_DRONES = 1024, /* a scene that prints a hash and draws nothing */
    VERB_LISTS = 2048,
    VERB_BODIES = 4096,
    VERB_FIELD = 8192,
    VERB_CAST = 16384,
    VERB_FOLLOW = 32768,
    VERB_TRIANGLES = 65536
} verb;

/* The values of an option that may be given more than once. */
typedef struct option_list {
    const char **value;
    size_t count;
} option_list;

typedef struct options {
    verb verb;
    const way_behaviour *behaviour; /* for files, describe and check; NULL: check all behaviours */
    choice_task *task;              /* NULL: `behaviour` is in the library's registry */
    const char *scene;              /* the name of the scene */
    const char *file;               /* NULL: standard input */
    const char *walls;              /* NULL: none */
    const char *drag_table;         /* NULL: none */
    const char *triangles;          /* of cast3d and sweep3d */
    const char *runners;            /* the file of runners or candidates; NULL: they are rows of `file` */
    const char *out;                /* NULL: standard output */
    const char *svg;                /* NULL: no picture */
    const char *isa;                /* NULL: the best of this machine */
    way_precision precision;
    way_cost cost;
    way_aim aim;
    uint64_t best, nearest; /* candidates per chooser; 0: the default */
    uint64_t sight_points;  /* 0: the default */
    int quiet;
    const char *costs;  /* of field2d: "straight,diagonal"; NULL: the default */
    double clearance;   /* of field2d, in cells */
    int cut_corners;    /* of field2d */
    const char *field;  /* of follow2d: the file of the field */
    double cell;        /* of follow2d, in m */
    uint64_t sight;     /* of follow2d, in cells */
    option_list goals;  /* of field2d: "x,y" or "x,y,cost" */
    option_list set;    /* "column=value" */
    option_list drop;   /* "column" or "column,column" */
    option_list rename; /* "old=new,old=new" */
    option_list scale;  /* "column=factor,column=factor" */
    option_list polar;  /* "course,speed" or "course,speed,input" */
    option_list bring;  /* "column,column" */
    const char *only;   /* the outputs to print: "output,output"; NULL: all */
    int takes_gaps;     /* do rows with empty cells get the status invalid? */
    char delimiter;     /* 0: a comma */
    uint64_t seed, agents, units;
    const char *golden;       /* NULL: compare with no file */
    const char *write_golden; /* NULL: write none */
    double seconds;
} options;

/* Reads the command line. Returns only if it is valid. */
void options_read(options *options, int count, char **words);

#endif

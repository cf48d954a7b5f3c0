/* Option parsing: one description a command, common groups of options stated once. */
#ifndef LUDENS_CLI_OPTIONS_H
#define LUDENS_CLI_OPTIONS_H

#include "session/setup.h"

#include <argp.h>
#include <assert.h>
#include <stddef.h>
#include <stdio.h>

typedef enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_choice;

typedef struct options {
    setup with; /* how games are loaded and played */
    color_choice color;
    bool json;
    uint32_t threads; /* 0: one a core */
    char **arguments; /* positional, in the command line's memory */
    size_t argument_count;
    char *passes_off;  /* list built from --no-pass */
    char *choices;     /* list built from --option */
    double time_limit; /* seconds for the whole command; 0: none */
    const char *title; /* "ludens COMMAND" */
} options;

static inline char *argument_at(const options *o, size_t i)
{
    assert(i < o->argument_count);
    return o->arguments[i];
}

/* Groups of common options a command takes (or'ed); options.def lists them. */
enum {
    OPTIONS_EVERY = 1, /* of all commands */
    OPTIONS_JSON = 2,
    OPTIONS_SEED = 4,
    OPTIONS_THREADS = 8,
    OPTIONS_DUPLICATES = 16,
    OPTIONS_LANG = 32,
    OPTIONS_COMPILE = 64, /* passes and back ends */
    OPTIONS_LIMITS = 128,
    OPTIONS_ANSWERSETS = 256,
    OPTIONS_LUDEMES = 512,
    OPTIONS_GAME = OPTIONS_LANG | OPTIONS_COMPILE | OPTIONS_LIMITS | OPTIONS_LUDEMES,
    OPTIONS_LOAD = OPTIONS_GAME | OPTIONS_ANSWERSETS
};

/* Stores what an argument says in the field that the row names, of the struct at `into`; complains through argp and
 * exits where it is wrong. */
typedef struct option_row option_row;
typedef void option_reader(const option_row *row, void *into, char *arg, struct argp_state *state);
struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: none; "?WHEN": it may be left out */
    unsigned group;       /* common options: the groups; options of a command: the part of its help */
    option_reader *read;
    size_t field;
    uint64_t min, max;
    const char *values, *help;
};
/* An option of one command, which is stored in a field of its own struct. */
#define OPTION_OF(type, name, letter, argument, part, read, field, min, max, help)                                     \
    {                                                                                                                  \
        name, letter, argument, part, read, offsetof(type, field), min, max, NULL, help                                \
    }

extern option_reader option_flag, option_text;
extern option_reader option_u32, option_u64; /* from min to max, also as in 1.5k, 2M or 3G */
extern option_reader option_seconds;         /* a double above 0, up to max (0: 100 million) */
extern option_reader option_wait;            /* likewise, or 0 */
extern option_reader option_whole;           /* a double without a fraction */

/* Options of one command: rows that end with an empty one, and `check` for what goes together, which is called last. */
typedef struct command_spec {
    const char *arguments; /* "GAME DEPTH" */
    const char *doc;       /* text, "\v", more text, "\n\nExamples:\n" and lines to be pasted */
    unsigned groups;
    size_t min_arguments, max_arguments;
    const option_row *options; /* or NULL */
    void (*check)(void *own, struct argp_state *state);
    const void *standard; /* the command's own struct without any options, of `own_size` bytes; NULL: it has none */
    size_t own_size;
} command_spec;

/* The struct of a command's own options, and what is not zero in it before they are read. */
#define OWN(type, ...) .standard = &(const type){__VA_ARGS__}, .own_size = sizeof(type)

enum { ANY_NUMBER = 1 << 30 };

/* One option of a command, its own ones first; false after the last. `values`: what it may be,
 * separated by blanks, or NULL; "@languages": the names of the languages. */
typedef struct option_info {
    const char *name, *argument, *values, *help;
    char letter; /* 0: none */
    bool common;
} option_info;
bool options_at(const command_spec *spec, size_t index, option_info *info);

/* What games can be translated to, separated by blanks: forms of the machines, then those of languages. To be freed. */
char *options_forms(void);

/* Parses or exits (usage errors with EXIT_USAGE, --help with EXIT_FINE), then runs the command: its exit code. */
int command_run(const command_spec *spec, int (*run)(options *o, void *own), int argc, char **argv);
/* Whether to write colours to the stream. */
bool options_color(const options *o, FILE *stream);
/* Complains through argp and exits when there is no pass of this name. */
void options_check_pass(const char *name, struct argp_state *state);
#endif

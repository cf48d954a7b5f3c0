/* Option parsing: one description a command, common groups of options stated once. */
#ifndef LUDENS_CLI_OPTIONS_H
#define LUDENS_CLI_OPTIONS_H

#include "session/setup.h"

#include <argp.h>
#include <stdio.h>

typedef enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_choice;

typedef struct options {
    setup with; /* how games are loaded and played */
    color_choice color;
    bool json;
    bool seed_given;
    uint32_t threads; /* 0: one a core */
    char **arguments; /* positional, in the command line's memory */
    size_t argument_count;
    char *passes_off;  /* list built from --no-pass */
    char *choices;     /* list built from --option */
    double time_limit; /* seconds for the whole command; 0: none */
} options;

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

/* Options of one command. `option` gets its keys as argp parsers do and `own` to store what
 * they say; it returns ARGP_ERR_UNKNOWN for keys that are not its own. ARGP_KEY_END comes
 * last, to check that the options go together. */
typedef struct command_spec {
    const char *arguments; /* "GAME DEPTH" */
    const char *doc;       /* text, "\v", more text, "\n\nExamples:\n" and lines to be pasted */
    unsigned groups;
    size_t min_arguments, max_arguments;
    const struct argp_option *options; /* or NULL */
    error_t (*option)(int key, char *arg, struct argp_state *state, void *own);
} command_spec;

enum { ANY_NUMBER = 1 << 30 };
/* Keys of a command's own options that have no letter start here. */
enum { KEY_OWN = 0x1000 };

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

/* Parses or exits (usage errors with EXIT_USAGE, --help with EXIT_FINE). */
void options_parse(options *o, const command_spec *spec, int argc, char **argv, void *own);
void options_done(options *o);
/* Whether to write colours to the stream. */
bool options_color(const options *o, FILE *stream);
/* Complains through argp and exits when there is no pass of this name. */
void options_check_pass(const char *name, struct argp_state *state);
/* A number of seconds, not 0, with or without a fraction; complains likewise. */
double options_seconds(const char *arg, const char *what, struct argp_state *state);
/* Whole numbers up to `max`, also as in 1.5k, 2M or 3G; complains through argp and exits otherwise. */
uint64_t options_number(const char *arg, const char *what, uint64_t max, struct argp_state *state);
/* The same from `min` on. */
uint64_t options_count(const char *arg, const char *what, uint64_t min, uint64_t max, struct argp_state *state);

#endif

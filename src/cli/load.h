/* Loading games for a command: diagnostics are printed, statuses become exit codes. */
#ifndef LUDENS_CLI_LOAD_H
#define LUDENS_CLI_LOAD_H

#include "cli/options.h"
#include "session/failure.h"

/* Loads a game and prints what there is to say about it on standard error. NULL on failure,
 * *code is then the exit code. */
lud_game *load_game(const options *o, const char *path, int *code);
/* The same, with the diagnostics left to the caller. */
lud_game *load_quietly(const options *o, const char *path, lud_diags *diags, int *code);
/* The same from text that was read already; `path` names it. */
lud_game *load_text(const options *o, const char *path, const char *text, size_t length, int *code);

/* load_game for trials, which note the hash of the rules' text. */
lud_game *load_rules(const options *o, const char *path, uint64_t *hash, int *code);

/* What the function makes of a file's text ("-": standard input), with what there is to say about it on standard error:
 * to be freed with lud_free. NULL on failure, *code is then the exit code. `content`: gets the text, to be freed; or
 * NULL. */
typedef char *text_maker(const char *text, size_t length, const char *name, const lud_options *options,
                         lud_diags *diags);
char *make_text(const options *o, const char *path, text_maker *make, char **content, int *code);

/* Says on standard error why there is no native code, where it is wanted: with the back end native after
 * loading, with auto after playing, as it is not known before it is tried. */
void note_loaded(const options *o, const lud_game *game, const char *path);
void note_played(const options *o, const lud_game *game, const char *path);
/* Frees a game that was played, after note_played. */
void close_game(const options *o, lud_game *game, const char *path);

/* A whole file ("-": standard input), to be freed, or NULL after a message on standard error
 * with *code the exit code. NUL terminated. */
char *load_file(const char *path, size_t *length, int *code);
/* A whole file ("-": standard output), in place of what was there. The exit code. */
int store_text(const char *path, const char *text);
/* Says why, by errno; the exit code. */
int report_unwritable(const char *path);
/* Output that could not be written must not look like success. A closed pipe is no error of ours: the reader
 * had enough. */
int output_exit(int code);

/* The exit code that a failure's diagnostics mean. */
int diags_exit(const lud_diags *diags);
void print_diags(const options *o, lud_diags *diags);
/* Says on standard error what went wrong in the context's last call; returns the exit code. */
int report_fault(const options *o, lud_context *ctx, lud_status status);

/* The file itself, or where there is none the one that was installed with the program, so that
 * games/hrg/chess.hrg is found from any folder. To be freed. */
char *game_file(const char *path);

#endif

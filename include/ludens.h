/* Ludens: a general game system.
 *
 * This header is the interface to games of any language; ludens_answersets.h has what only answer-set
 * games offer besides. A rules file in any language becomes a
 * `lud_game`, an immutable forward model; states are plain bytes that the caller owns.
 *
 *     lud_diags *diags = lud_diags_new();
 *     lud_game *game = lud_load_file("chess.hrg", NULL, diags);
 *     lud_context *ctx = lud_context_new(game);
 *     void *state = malloc(lud_state_size(game));
 *     lud_start(ctx, state);
 *     while (!lud_terminal(game, state)) { ... lud_moves_list ... lud_apply ... }
 *
 * Ownership: what a `*_new` or `lud_load_*` function returns is freed by the matching
 * `*_free`; strings and arrays reached through const pointers belong to the object they came
 * from and live as long as it does, unless a function says otherwise.
 *
 * Threads: a `lud_game` may be shared by any number of threads. Everything else (contexts,
 * move lists, generators, diagnostics) belongs to one thread at a time.
 *
 * Nothing here exits, prints or keeps global state. */
#ifndef LUDENS_H
#define LUDENS_H

#include "ludens_run.h"

#endif

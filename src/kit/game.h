/* What an automaton says beside its edges: built-ins, places of symbols, and promises of the front end. */
#ifndef LUDENS_KIT_GAME_H
#define LUDENS_KIT_GAME_H

#include "automaton/build.h"
#include "kit/code.h"

/* An empty game of a high-level language; memory comes from `keep`. */
static inline ir_game *kit_new_game(kit_code *x, arena *keep, intern *names, const src_text *source, diag_sink *sink,
                                    const ir_words *words)
{
    x->g = ir_game_new(keep, names, source, sink);
    x->g->high_level = true;
    x->g->words = words;
    return x->g;
}
/* Adds the built-ins that are missing, behind all declarations and before edges; false: reported. */
static inline bool kit_builtins(kit_code *x) { return irb_builtins(x->g); }
/* The game, checked, or NULL: reported. */
static inline ir_game *kit_finish(kit_code *x, bool warn) { return ir_game_finish(x->g, warn) ? x->g : NULL; }

static inline void kit_place(kit_code *x, ir_sym s, int32_t column, int32_t row)
{
    irb_symbol_place(x->g, s, column, row);
}
static inline void kit_told(kit_code *x, ir_var v) { irb_told(x->g, v); }
static inline void kit_weight(kit_code *x, ir_var v) { irb_weight(x->g, v); }
static inline void kit_any_keeper(kit_code *x) { irb_any_keeper(x->g); }
static inline void kit_simultaneous(kit_code *x) { irb_simultaneous(x->g); }
static inline void kit_pragma(kit_code *x, const char *text, bool about_nodes)
{
    irb_pragma(x->g, text, about_nodes, x->at);
}

#endif

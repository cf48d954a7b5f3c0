/* Automata from text, for tests of the inside. */
#ifndef LUDENS_TEST_AUTOMATON_TEXT_H
#define LUDENS_TEST_AUTOMATON_TEXT_H

#include "automaton/ir.h"
#include "lang/lang.h"
#include "test.h"

typedef struct automaton_text {
    arena keep, scratch;
    intern names;
    diag_sink sink;
} automaton_text;

/* "type Player = ..; type Score = ..;" and the edges of a game of one move are added. */
static inline ir_game *automaton_read(automaton_text *t, const char *declarations)
{
    arena_init(&t->keep, 0);
    arena_init(&t->scratch, 0);
    intern_init(&t->names, &t->keep);
    diag_sink_init(&t->sink, &t->keep);
    const char *text = arena_printf(&t->keep,
                                    "type Player = {a, b};\ntype Score = {0, 50, 100};\n%s\n"
                                    "begin, s: player = a;\ns, x: $ go;\n"
                                    "x, end: player = keeper;\n",
                                    declarations);
    lud_options o;
    lud_options_init(&o);
    lang_input in = {.keep = &t->keep,
                     .scratch = &t->scratch,
                     .names = &t->names,
                     .source = source_new(&t->keep, "test.aut", text, strlen(text)),
                     .limits = &o.limits,
                     .sink = &t->sink};
    ir_game *g = lang_aut.read(&in);
    for (const diag *d = t->sink.first; d && !g; d = d->next)
        TEST_FAIL("%s", diag_render(&t->keep, d, false));
    return g;
}

static inline void automaton_done(automaton_text *t)
{
    arena_done(&t->scratch);
    arena_done(&t->keep);
}

static inline ir_sym automaton_symbol(const ir_game *g, const char *name)
{
    name_id id = intern_find(g->names, name, strlen(name));
    const uint32_t *s = id == NAME_NONE ? NULL : map_get(&g->symbol_by_name, id);
    return s ? *s : IR_NONE;
}

static inline ir_type automaton_type(const ir_game *g, const char *name)
{
    name_id id = intern_find(g->names, name, strlen(name));
    const uint32_t *d = id == NAME_NONE ? NULL : map_get(&g->typedef_by_name, id);
    return d ? ir_resolve(g, g->typedefs.data[*d].type) : IR_NONE;
}

#endif

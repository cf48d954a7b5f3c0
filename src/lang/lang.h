/* What a front end is: the functions of a row of languages.def. */
#ifndef LUDENS_LANG_LANG_H
#define LUDENS_LANG_LANG_H

#include "base/diag.h"
#include "ludens_load.h"

typedef struct intern intern;
struct dv_grammar;
struct dv_node;

/* A text to be read, formatted or translated. `keep` lives as long as the game, and `scratch` only while it
 * is read; formatters and translators have `scratch` alone. */
typedef struct lang_input {
    arena *keep, *scratch;
    intern *names;
    const src_text *source;
    const lud_limits *limits;
    bool strict, exact, trust, alone; /* as in lud_options */
    const char **program; /* readers: set to the PROGRAM (model/machines.def) that was made where it is not the row's */
    bool *unplayable;     /* readers: set when the rules are right, and there is no program all the same */
    const char *form;     /* translators: which one */
    const char *choices, *ruleset, *defines, *ludemes, *variant, *sections, *dialect; /* as in lud_options */
    lud_repetition repetition;
    diag_sink *sink;
} lang_input;

/* Which grammar is asked for, and how. */
typedef struct lang_grammar {
    const char *library, *symbol, *form; /* as in lud_grammar_request */
    const src_text *compare;             /* or NULL: text of a grammar; the result says what differs */
    uint32_t differences;                /* how many that were */
} lang_grammar;

typedef struct lang_functions {
    /* The program that the row names: an ir_game (ir_game_finish already called), rl_program, net_network or
     * as_source. NULL when there were errors, all of them reported. */
    void *(*read)(const lang_input *in);
    /* Canonical layout of the text in the scratch arena, NULL after reported errors. Or NULL: there is none. */
    const char *(*format)(const lang_input *in);
    /* The text in another form of its language, one of `forms`; NULL after reports. Both may be NULL. */
    const char *(*translate)(const lang_input *in);
    const char *forms; /* separated by blanks */
    /* The text of the game alone, after its macros are expanded; NULL after reports. Or NULL: there are none. */
    const char *(*expand)(const lang_input *in);
    /* What there is to say about the rules, as an object of JSON; NULL after reports. Or NULL: nothing. */
    const char *(*describe)(const lang_input *in);
    /* The text as UTF-8, of files older than that; NULL: they are UTF-8. *out is its length. */
    const char *(*decode)(arena *a, const char *text, size_t length, size_t *out);
    /* The grammar that the language's tables make, from scratch memory; NULL after reports. Or NULL: it has none. */
    const char *(*grammar)(const lang_input *in, lang_grammar *what);
    /* The text as a derivation (src/derivation) in the scratch arena; NULL after reports. *grammar is NULL for the
     * first text: its language's, or its dialect's, is made of what is kept then; later texts are read by the same.
     * Names are those of the grammar. Or NULL: texts of this language are not changed by machine. */
    struct dv_node *(*derive)(const lang_input *in, struct dv_grammar **grammar);
} lang_functions;

/* The bytes of a file that rules name, in memory of the arena: one in the folder of `here` (a source's name) or below
 * it, at most `largest` bytes. *path is what was looked for. NULL: *why says why it is not read. */
const char *lang_read_beside(const lang_input *in, arena *a, const char *here, const char *name, size_t largest,
                             const char **path, size_t *length, const char **why);

#define LANGUAGE(id, ...) extern const lang_functions lang_##id;
#include "lang/languages.def"
#undef LANGUAGE

#endif

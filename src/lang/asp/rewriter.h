/* The rewriter from inside: unfold.c has constants and pools, rewrite.c the
 * rules of one statement, rules.c all of them. */
#ifndef LUDENS_LANG_ASP_REWRITER_H
#define LUDENS_LANG_ASP_REWRITER_H

#include "base/map.h"
#include "lang/asp/reader.h"

typedef struct constant {
    const syn_statement *by[2]; /* default, override */
    uint8_t state;              /* 1: being replaced, 2: done */
    syn_term *value;
} constant;

typedef struct scope scope;
struct scope { /* of variables; `outer` is that of the rule */
    map slots; /* name -> slot */
    scope *outer;
    VEC(lit *) extra; /* conditions to add */
};

typedef struct rewriter {
    rule_set *set;
    arena *arena;
    terms *terms;
    diag_sink *sink;
    map constants; /* name -> index + 1 */
    VEC(constant) values;
    rule *rule;
    VEC(const char *) variable_names;
    VEC(const syn_term *) variable_from;
    bool whole;  /* arithmetic stays in atoms */
    bool failed; /* the rule cannot be put in this form: libclingo has to read it */
} rewriter;

/* Constants: notes the definitions of a part; the value of one; a term or an atom with all
 * replaced. */
void rewrite_collect(rewriter *w, const syn_part *part);
syn_term *rewrite_constant(rewriter *w, uint32_t index);
syn_term *rewrite_replace(rewriter *w, syn_term *t);
syn_term *rewrite_replace_atom(rewriter *w, syn_term *t);

/* Rules of a statement, each without pools, added to the set; notes what needs a solver. */
void rewrite_rule(rewriter *w, syn_statement *s);
void rewrite_needs_solver(rewriter *w, const syn_statement *s, const char *why);

/* Pools: all terms, or literals, that one with pools stands for. */
bool rewrite_has_pool(const syn_term *t);
void rewrite_unfold(rewriter *w, syn_term *t, term_list *out);
void rewrite_unfold_literal(rewriter *w, syn_literal *l, literal_list *out);

#endif

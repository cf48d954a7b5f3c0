/* The reader of answer-set programs: what the machine calls (as_reader), and what its parts share. */
#ifndef LUDENS_LANG_ASP_READER_H
#define LUDENS_LANG_ASP_READER_H

#include "answerset/rules.h"

typedef VEC(syn_term *) term_list;
typedef VEC(syn_literal *) literal_list;

void asp_parse(arena *a, intern *names, syn_part *part, uint32_t max_nesting, diag_sink *sink);
bool asp_rules(rule_set *set, arena *a, terms *t, const intern *names, syn_part *const *parts, uint32_t count,
               diag_sink *sink);
/* Reports variables that nothing binds. */
void asp_check_safety(const rule_set *set, const rule *r, diag_sink *sink);

#endif

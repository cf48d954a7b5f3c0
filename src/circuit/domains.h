/* What can stand at a place: a set of terms, as constants and, for each function, a domain for each
 * of its arguments. The terms are numbered: constants first, then the products of the functions,
 * one after another; so large sets take little memory. */
#ifndef LUDENS_CIRCUIT_DOMAINS_H
#define LUDENS_CIRCUIT_DOMAINS_H

#include "base/map.h"
#include "circuit/rules.h"

typedef struct domain domain;
typedef struct domain_form {
    name_id name;
    uint32_t arity;
    domain *args;
    uint64_t size; /* of the product */
} domain_form;

struct domain {
    vec_u32 constants; /* terms */
    map places;        /* term -> place + 1, when there are many */
    VEC(domain_form) forms;
    uint64_t size; /* DOMAIN_HUGE at most; of domain_measure */
};

#define DOMAIN_HUGE (UINT64_C(1) << 62)
#define DOMAIN_NONE UINT64_MAX

typedef struct domain_space {
    const logic_terms *terms;
    arena *arena;
    bool failed; /* terms within terms without end, or too many */
    uint64_t nodes;
} domain_space;

/* Memory is all in the arena of the space; a domain of zeros is empty. */
bool domain_empty(const domain *d);
/* True when something was added. */
bool domain_add(domain_space *s, domain *d, logic_term ground);
bool domain_join(domain_space *s, domain *into, const domain *from);
/* What is in both. */
void domain_meet(domain_space *s, const domain *x, const domain *y, domain *out);
/* Whether the pattern, whose variables are open, has an instance in the domain. */
bool domain_admits(const domain_space *s, const domain *d, logic_term pattern);
/* Adds what the variable is in instances of the pattern within the domain. */
void domain_of_variable(domain_space *s, const domain *d, logic_term pattern, uint32_t variable, domain *into);
/* Adds all instances of the pattern whose variables are in their ranges. */
bool domain_of_pattern(domain_space *s, logic_term pattern, const domain *ranges, domain *into);

/* Counts the terms; afterwards they have numbers below the size. */
uint64_t domain_measure(domain *d);
uint64_t domain_number(const domain *d, const logic_terms *terms, logic_term ground);
logic_term domain_term(const domain *d, logic_terms *terms, uint64_t number);
/* Canonical text of a numbered term, given piece by piece; and back: `*text` moves behind it. */
void domain_text(const domain *d, const logic_terms *terms, uint64_t number, void (*put)(void *user, const char *piece),
                 void *user);
uint64_t domain_parse(const domain *d, const logic_terms *terms, const char **text);

#endif

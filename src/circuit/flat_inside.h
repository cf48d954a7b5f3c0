/* What the parts of flattening share. */
#ifndef LUDENS_CIRCUIT_FLAT_INSIDE_H
#define LUDENS_CIRCUIT_FLAT_INSIDE_H

#include "circuit/flat.h"

/* A predicate of no keyword; the name is one that no text can have. */
uint32_t flat_add_plain(flat_program *f, const char *name, uint32_t arity);
/* Each rewrites rules in its own way before they are grounded: see there. */
void rules_project(rl_program *p);
uint32_t flat_split(flat_program *f); /* rules added */

#endif

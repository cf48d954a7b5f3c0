/* Answers about structures as JSON: for the session, the page and the command. */
#ifndef LUDENS_SESSION_EXPLORE_H
#define LUDENS_SESSION_EXPLORE_H

#include "ludens_structures.h"

#include <jansson.h>

/* {"term", "variables", "tuples" or "values", "truth" or "value"} */
json_t *explore_answer(const lud_structure *s, const lud_answer *a);
/* {"why": text}, {"problem": text} when the assignment (`x=a1,y=b2`) is wrong, or NULL after reports. */
json_t *explore_why(lud_structure *s, const char *formula, const char *assignment, lud_diags *diags);

#endif

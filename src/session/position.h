/* A position as JSON and as text: what `moves`, `session`, `record` and `play` say of it. */
#ifndef LUDENS_SESSION_POSITION_H
#define LUDENS_SESSION_POSITION_H

#include "session/walk.h"

#include <jansson.h>

/* Scores of roles 1.., to be freed. */
double *position_scores(const walk *w);
/* {role: score}; rules of logic may give a role several scores or none, then it is a list. */
json_t *position_scores_json(const walk *w);
json_t *state_scores_json(const walk *w, const void *state);
/* The score as people read it, to be freed. */
char *position_score_text(const walk *w, uint32_t role);
/* Terms that are separated by blanks, as a list. */
json_t *terms_json(const char *text);
json_t *scores_json(const lud_game *game, uint32_t roles, const double *scores);
/* [role, ...]; chance is "random". */
json_t *position_movers_json(const walk *w);
/* {role: [text, ...]}; each move as often as its weight when `repeat`. */
json_t *position_moves_json(walk *w, bool repeat, lud_status *status);
/* {variable: value or {key: value}}; for rules of logic [fact, ...], sorted. */
json_t *position_state_json(const walk *w);
/* [{"name", "sites": [{"name", "x", "y", "content"}]}] */
json_t *position_view_json(const walk *w);
/* Answer-set games whose level is not the stored one: {"state", "settings"}, lists of atoms; else NULL. Of the
 * initial position. */
json_t *position_level_json(const walk *w);
/* A list of atoms as lines of facts, to be freed; NULL when it is none. */
char *facts_text(const json_t *list);
/* Why the text is no legal move of the role, with the nearest legal one; to be freed. */
char *position_illegal(walk *w, uint32_t role, const char *text);

#endif

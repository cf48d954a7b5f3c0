/* Actions that nature may answer to, for agents and for people who play by hand. */
#ifndef LUDENS_ANSWERSET_CANDIDATES_H
#define LUDENS_ANSWERSET_CANDIDATES_H

#include "answerset/game.h"

/* Sets g->candidates, from the rules of nature. */
void candidates_find(as_game *g, const rule_set *nature, const solve_inputs *inputs);

#endif

/* Any legal move, all with the same probability. */
#include "agents/agent.h"

static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    lud_rng rng;
    (void)sight;
    lud_rng_seed(&rng, budget->seed, 0);
    *chosen = lud_rng_below(&rng, lud_moves_count(a->moves));
    return LUD_OK;
}

const agent_kind agent_random = {
    .name = "random",
    .summary = "any legal move",
    .think = think,
};

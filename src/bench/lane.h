/* Lanes of a benchmark: things whose speeds are measured in turn, round after round, so that
 * what disturbs the machine for a while disturbs all of them. */
#ifndef LUDENS_BENCH_LANE_H
#define LUDENS_BENCH_LANE_H

#include "limits/limits.h"

/* What the speed of a lane is compared with. */
typedef enum lane_ratio { TO_UNIT, TO_CEILING, TO_INTERPRETER, LANE_RATIOS } lane_ratio;

typedef struct lane lane;
struct lane {
    const char *name;
    const lud_game *game; /* or NULL, and */
    limit_playout *play;  /* the hand-written playout */
    bool enumerate;       /* list, else sample */
    lud_context *ctx;
    void *start, *state;
    lud_rng rng;
    uint64_t batch; /* playouts between two looks at the clock */
    lud_status status;
    double *playouts, *moves;       /* [round], per second */
    double *ratios[LANE_RATIOS];    /* [round] of playouts over those of the peer */
    const lane *peers[LANE_RATIOS]; /* or NULL */
    bool scaled;                    /* measure two threads too: */
    double *two_wall;               /* [round] playouts/s of two threads over those of one, by the wall clock */
    double *two_cpu;                /* [round] the same, playouts per second of each thread's CPU clock */
};

/* A game in a mode, or a hand-written playout when `game` is NULL. */
void lane_init(lane *l, const char *name, const lud_game *game, limit_playout *play, bool enumerate, uint64_t seed,
               uint32_t rounds);
void lane_done(lane *l);
const char *lane_mode(const lane *l);
const char *lane_backend(const lane *l);
/* Plays for `slice` seconds of CPU time and stores the speeds as those of the round. */
void lane_measure(lane *l, uint32_t round, double slice);
/* Plays on one thread and then on two, for `slice` seconds of the wall clock each. */
void lane_scale(lane *l, uint32_t round, double slice);
/* Stores the ratios of a round in which all lanes have been measured. */
void lane_compare(lane *l, uint32_t round);

#endif

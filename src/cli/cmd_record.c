#include "cli/app.h"
#include "cli/fault.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trace.h"
#include "session/trial.h"

#include <stdlib.h>

typedef struct record_options {
    uint64_t games;
} record_options;

static const option_row own_options[] = {OPTION_OF(record_options, "games", 'n', "N", 1, option_u64, games, 0,
                                                   UINT32_MAX, "Random games to record (default 1)"),
                                         {0}};

const command_spec spec_record = {
    .arguments = "GAME",
    .doc = "Play random games and write each as a trial, one JSON object a line."
           "\v`ludens replay` reads trials and verifies them; docs/json.md describes the format."
           "\n\nExamples:\n"
           "  ludens record -n 100 --seed 7 games/hrg/chess.hrg > chess.trials\n"
           "  ludens record games/hrg/tic-tac-toe.hrg | ludens replay -",
    .groups = OPTIONS_LOAD | OPTIONS_SEED | OPTIONS_DUPLICATES,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(record_options, .games = 1),
};

/* A random decision of the role, added to the list. */
static lud_status draw_move(const options *o, walk *w, uint32_t role, lud_rng *rng, json_t *list)
{
    lud_status status = walk_choose(w, role, o->with.count_duplicates, rng, &w->joint[role]);
    if (status != LUD_OK)
        return status;
    char *move = walk_text(w, w->joint[role]);
    json_array_append_new(
        list, json_pack("{so so}", "role", json_text(lud_role_name(w->game, role)), "move", json_text(move)));
    free(move);
    return LUD_OK;
}

static lud_status play_ply(const options *o, walk *w, lud_rng *rng, json_t *list)
{
    for (uint32_t role = 0; role <= w->roles; role++) {
        lud_status status = walk_decides(w, role) ? draw_move(o, w, role, rng, list) : LUD_OK;
        if (status != LUD_OK)
            return status;
    }
    uint32_t ways = walk_ways(w), way = ways > 1 ? lud_rng_below(rng, ways) : 0;
    if (way > 0) {
        json_t *last = json_array_get(list, json_array_size(list) - 1);
        json_object_set_new(last, "way", json_integer(way));
    }
    return walk_apply(w, way);
}

static lud_status play(const options *o, walk *w, lud_rng *rng, json_t *list)
{
    lud_status status = walk_start(w);
    while (status == LUD_OK && !walk_terminal(w)) {
        if (w->ply >= o->with.load.limits.max_plies)
            return LUD_LIMIT_PLIES;
        status = play_ply(o, w, rng, list);
    }
    return status;
}

static int record(const options *o, walk *w, uint64_t number, uint64_t rules_hash)
{
    lud_rng rng;
    lud_rng_seed(&rng, o->with.seed, number);
    json_t *list = json_array();
    lud_status status = play(o, w, &rng, list);
    bool over = status == LUD_OK;
    if (status == LUD_INTERRUPTED) { /* those before are complete */
        json_decref(list);
        return EXIT_INTERRUPT;
    }
    trial_head head = {.game = w->game,
                       .file = o->arguments[0],
                       .load = &o->with.load,
                       .rules_hash = rules_hash,
                       .seed = o->with.seed,
                       .number = number,
                       .plies = w->ply,
                       .status = status};
    json_t *trial = trial_json(&head, list, over ? position_scores_json(w) : NULL);
    json_t *level = position_level_json(w);
    if (level)
        json_object_set_new(trial, "level", level);
    json_print(trial, stdout);
    return over ? EXIT_FINE : trace_report(o, w, status, o->arguments[0]);
}

int cmd_record(options *o, void *user)
{
    record_options *own = user;
    int code;
    uint64_t hash;
    lud_game *game = load_rules(o, o->arguments[0], &hash, &code);
    if (game) {
        walk w;
        walk_init(&w, game);
        for (uint64_t i = 0; i < own->games && !ferror(stdout) && !interrupt_seen(); i++)
            code = exit_worst(code, record(o, &w, i, hash));
        walk_done(&w);
    }
    close_game(o, game, o->arguments[0]);
    return code;
}

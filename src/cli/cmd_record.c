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

static int record(const options *o, walk *w, uint64_t number, uint64_t rules_hash)
{
    lud_rng rng;
    lud_rng_seed(&rng, o->with.seed, number);
    json_t *list = json_array();
    lud_status status = trial_play(w, &o->with, &rng, list);
    bool over = status == LUD_OK;
    if (status == LUD_INTERRUPTED) { /* those before are complete */
        json_decref(list);
        return EXIT_INTERRUPT;
    }
    trial_head head = {.game = w->game,
                       .file = argument_at(o, 0),
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
    return over ? EXIT_FINE : trace_report(o, w, status, argument_at(o, 0));
}

int cmd_record(options *o, void *user)
{
    record_options *own = user;
    int code;
    uint64_t hash;
    lud_game *game = load_rules(o, argument_at(o, 0), &hash, &code);
    if (game) {
        walk w;
        walk_init(&w, game);
        for (uint64_t i = 0; i < own->games && !ferror(stdout) && !interrupt_seen(); i++)
            code = exit_worst(code, record(o, &w, i, hash));
        walk_done(&w);
    }
    close_game(o, game, argument_at(o, 0));
    return code;
}

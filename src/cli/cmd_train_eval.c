#include "agents/evaluation.h"
#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/replace.h"

#include <stdlib.h>
#include <string.h>

typedef struct train_options {
    evaluation_training how;
    const char *out;
} train_options;

static const option_row own_options[] = {
    OPTION_OF(train_options, "games", 'n', "N", 1, option_u64, how.games, 1, UINT32_MAX,
              "Games in a round (default 1000)"),
    OPTION_OF(train_options, "rounds", 'r', "N", 1, option_u32, how.rounds, 1, 1000,
              "Rounds: random games, then games by what was learnt (default 3)"),
    OPTION_OF(train_options, "memory", 'm', "BYTES", 1, option_u64, how.memory, 1000000, SIZE_MAX,
              "Memory for the positions of a round (default 1G)"),
    OPTION_OF(train_options, "epochs", 'e', "N", 1, option_u32, how.epochs, 1, 10000,
              "Times that each position is learnt from (default 8)"),
    OPTION_OF(train_options, "out", 'o', "FILE", 1, option_text, out, 0, 0,
              "Where to store it (default: beside the rules, GAME.eval; - for standard output)"),
    {0}};

const command_spec spec_train_eval = {
    .arguments = "GAME",
    .doc = "Train an evaluation of positions by self-play, and store it "
           "beside the rules, where the agent alphabeta finds it. The same seed gives the same "
           "file.\vdocs/agents.md explains how.\n\nExamples:\n"
           "  ludens train-eval games/hrg/breakthrough.hrg\n"
           "  ludens train-eval -n 5000 --seed 7 -o chess.eval games/hrg/chess.hrg",
    .groups = OPTIONS_GAME | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(train_options, .how = EVALUATION_STANDARD),
};

static int store(const evaluation *e, const char *path)
{
    if (strcmp(path, "-") == 0)
        return evaluation_write(e, stdout) ? EXIT_FINE : EXIT_ENVIRONMENT;
    replacement r;
    if (replace_begin(&r, path) && replace_end(&r, evaluation_write(e, r.out)))
        return EXIT_FINE;
    return report_unwritable(path);
}

static int train(const options *o, train_options *t, lud_game *game)
{
    evaluation e;
    evaluation_report r;
    progress p;
    buffer path = {0};
    char number[NUMBER_SIZE];
    if (t->out)
        buffer_add(&path, t->out);
    else
        buffer_addf(&path, "%s.eval", argument_at(o, 0));
    t->how.seed = o->with.seed;
    t->how.max_plies = o->with.load.limits.max_plies < 2000 ? o->with.load.limits.max_plies : 2000;
    interrupt_catch();
    progress_start(&p, "training", true);
    t->how.progress = progress_step;
    t->how.user = &p;
    lud_status status = evaluation_init(&e, game) ? evaluation_train(&e, &t->how, &r) : LUD_ERR_MEMORY;
    progress_end(&p);
    bool interrupted = interrupt_release();
    int code = status_code(status);
    if (status != LUD_OK)
        fprintf(stderr, "ludens: %s: %s\n", argument_at(o, 0), lud_status_text(status));
    else if (interrupted && r.rounds == 0)
        fputs("interrupted in the first round: nothing is stored\n", stderr);
    else
        code = store(&e, path.text);
    if (interrupted && r.rounds > 0 && code == EXIT_FINE)
        fprintf(stderr, "interrupted: what was learnt in %u of %u rounds is stored\n", r.rounds, t->how.rounds);
    if (r.stride > 1)
        fprintf(stderr, "one of %llu games was played, as their positions take more than %s bytes (--memory)\n",
                (unsigned long long)r.stride, number_rate(number, (double)t->how.memory));
    code = interrupted && code == EXIT_FINE ? EXIT_INTERRUPT : code;
    bool console = strcmp(path.text, "-") == 0;
    if (code == EXIT_FINE && o->json && !console)
        json_print(json_pack("{so ss so sI sI si sf sf}", "game", json_text(base_name(argument_at(o, 0))), "file",
                             path.text, "seed", json_whole(o->with.seed), "games", (json_int_t)r.games, "positions",
                             (json_int_t)r.positions, "features", (int)e.features, "loss", r.loss, "loss_before",
                             r.loss_before),
                   stdout);
    else if (code == EXIT_FINE && !console)
        printf("%llu positions of %llu games, %u features: log loss %.4f, of the mean alone %.4f\n"
               "stored in %s\n",
               (unsigned long long)r.positions, (unsigned long long)r.games, e.features, r.loss, r.loss_before,
               path.text);
    evaluation_done(&e);
    buffer_done(&path);
    return code;
}

int cmd_train_eval(options *o, void *user)
{
    train_options *own = user;
    int code;
    if (strcmp(argument_at(o, 0), "-") == 0 && !own->out) {
        fprintf(stderr, "%s: rules from standard input have no file to be stored beside; use --out\n", o->title);
        return EXIT_USAGE;
    }
    lud_game *game = load_game(o, argument_at(o, 0), &code);
    if (game) {
        code = train(o, own, game);
        close_game(o, game, argument_at(o, 0));
    }
    return code;
}

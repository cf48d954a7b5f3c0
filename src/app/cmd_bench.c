#include "app/app.h"
#include "app/load.h"
#include "app/memory.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/signature.h"
#include "app/stats.h"
#include "limits/connect4.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_SIGNATURE = KEY_OWN, KEY_ROUNDS, KEY_SLICE };

typedef struct bench_options {
    bool signature;
    uint32_t rounds, slice_ms;
} bench_options;

static const struct argp_option own_options[] = {
    {"signature", KEY_SIGNATURE, 0, 0, "Print one hash of how the games play; measure nothing", 1},
    {"rounds", KEY_ROUNDS, "N", 0, "Rounds to take the median of (default 5)", 1},
    {"slice", KEY_SLICE, "MS", 0, "CPU time of each game in each round (default 100)", 1},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state, void *own)
{
    bench_options *b = own;
    switch (key) {
    case KEY_SIGNATURE: b->signature = true; return 0;
    case KEY_ROUNDS:
        b->rounds = (uint32_t)options_number(arg, "--rounds", 1000, state);
        if (b->rounds == 0)
            argp_error(state, "--rounds must be at least 1");
        return 0;
    case KEY_SLICE: b->slice_ms = (uint32_t)options_number(arg, "--slice", 60000, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const command_spec spec = {
    .arguments = "GAME...",
    .doc = "Measures random playouts per second on the CPU clock, one thread."
           "\vAll games are measured in turn, round after round, together with the unit: random "
           "connect four in hand-written C that lists all moves. The unit ratio, a game's speed "
           "over the unit's in the same round, compares across machines. Modes: `list` lists all "
           "moves at every turn, `sample` need not. Medians over the rounds are shown, with the "
           "quartiles as spread.\n\nExamples:\n"
           "  ludens bench games/hrg/*.hrg\n"
           "  ludens bench --json --rounds 9 games/hrg/reversi.hrg\n"
           "  ludens bench --signature games/*/*",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    .option = parse,
};

/* One thing measured: a game in a mode, or the unit. */
typedef struct lane {
    const char *name, *mode;
    const lud_game *game; /* NULL: the unit */
    bool enumerate;
    lud_context *ctx;
    void *start, *state;
    lud_rng rng;
    double *playouts, *moves, *ratios; /* [round], per second; over the unit's */
    uint64_t batch;                    /* playouts between two looks at the clock */
    lud_status status;
} lane;

static void lane_init(lane *l, const lud_game *game, const char *name, bool enumerate,
                      const options *o, uint32_t rounds)
{
    memset(l, 0, sizeof *l);
    l->name = name;
    l->game = game;
    l->enumerate = enumerate;
    l->mode = enumerate ? "list" : "sample";
    l->batch = 1;
    l->playouts = app_alloc(rounds * sizeof *l->playouts);
    l->moves = app_alloc(rounds * sizeof *l->moves);
    l->ratios = app_alloc(rounds * sizeof *l->ratios);
    lud_rng_seed(&l->rng, o->seed, 0);
    if (!game)
        return;
    l->start = app_alloc(lud_state_size(game));
    l->state = app_alloc(lud_state_size(game));
    l->ctx = lud_context_new(game);
    l->status = l->ctx ? lud_start(l->ctx, l->start) : LUD_ERR_MEMORY;
}

static void lane_done(lane *l)
{
    lud_context_free(l->ctx);
    free(l->start);
    free(l->state);
    free(l->playouts);
    free(l->moves);
    free(l->ratios);
}

/* One playout; its number of moves. */
static uint32_t play_once(lane *l)
{
    uint32_t winner;
    if (!l->game)
        return connect4_playout(&l->rng, &winner);
    lud_playout_options how = {.enumerate = l->enumerate};
    lud_playout_result result = {0};
    memcpy(l->state, l->start, lud_state_size(l->game));
    l->status = lud_playout(l->ctx, l->state, &l->rng, &how, &result);
    return result.plies;
}

static void measure(lane *l, uint32_t round, double slice)
{
    uint64_t playouts = 0, moves = 0;
    double started = clock_cpu(), spent = 0;
    while (spent < slice && l->status == LUD_OK) {
        for (uint64_t i = 0; i < l->batch && l->status == LUD_OK; i++) {
            moves += play_once(l);
            playouts++;
        }
        spent = clock_cpu() - started;
        if (spent < slice / 20)
            l->batch *= 2;
    }
    l->playouts[round] = spent > 0 ? (double)playouts / spent : 0;
    l->moves[round] = spent > 0 ? (double)moves / spent : 0;
}

static void measure_all(lane *lanes, size_t count, const bench_options *own, bool quiet)
{
    progress bar;
    progress_start(&bar, "bench", !quiet);
    for (size_t i = 0; i < count; i++) /* warm-up */
        measure(&lanes[i], 0, 0.02);
    for (uint32_t round = 0; round < own->rounds; round++)
        for (size_t i = 0; i < count; i++) {
            measure(&lanes[i], round, own->slice_ms / 1000.0);
            /* The unit is lane 0, so that its speed of this round is known here. */
            lanes[i].ratios[round] = lanes[i].playouts[round] / lanes[0].playouts[round];
            progress_step(&bar, round * count + i + 1, own->rounds * count);
        }
    progress_end(&bar);
}

static const char *backend_of(const lane *l)
{
    lud_info info;
    if (!l->game)
        return "c";
    lud_game_info(l->game, &info);
    return info.backend;
}

static json_t *lane_json(lane *l, uint32_t rounds)
{
    double low = stats_quantile(l->playouts, rounds, 0.25);
    double high = stats_quantile(l->playouts, rounds, 0.75);
    return json_pack(
        "{so ss ss sf sf sf sf si sf so}", "game", json_text(l->name), "backend", backend_of(l),
        "mode", l->mode, "playouts_per_second", stats_quantile(l->playouts, rounds, 0.5), "low",
        low, "high", high, "moves_per_second", stats_quantile(l->moves, rounds, 0.5), "rounds",
        rounds, "unit_ratio", stats_quantile(l->ratios, rounds, 0.5), "ceiling_ratio", json_null());
}

static void print_json(lane *lanes, size_t count, uint32_t rounds)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        if (lanes[i].status == LUD_OK)
            json_array_append_new(list, lane_json(&lanes[i], rounds));
    json_print(list, stdout);
}

static void print_table(lane *lanes, size_t count, uint32_t rounds)
{
    table t;
    table_init(&t, "lllrrrr");
    table_row(&t, "game", "back end", "mode", "playouts/s", "spread", "moves/s", "unit ratio",
              NULL);
    for (size_t i = 0; i < count; i++) {
        lane *l = &lanes[i];
        if (l->status != LUD_OK)
            continue;
        char playouts[NUMBER_SIZE], moves[NUMBER_SIZE], spread[NUMBER_SIZE], ratio[NUMBER_SIZE];
        double median = stats_quantile(l->playouts, rounds, 0.5);
        double width =
            stats_quantile(l->playouts, rounds, 0.75) - stats_quantile(l->playouts, rounds, 0.25);
        snprintf(spread, sizeof spread, "%.1f %%", median > 0 ? 100 * width / median : 0);
        snprintf(ratio, sizeof ratio, "%.6f", stats_quantile(l->ratios, rounds, 0.5));
        table_row(&t, l->name, backend_of(l), l->mode, number_rate(playouts, median), spread,
                  number_rate(moves, stats_quantile(l->moves, rounds, 0.5)), ratio, NULL);
    }
    table_print(&t, stdout);
    table_done(&t);
}

typedef struct loaded {
    const char *path;
    lud_game *game;
} loaded;

static int compare_names(const void *a, const void *b)
{
    const loaded *x = a, *y = b;
    int order = strcmp(base_name(x->path), base_name(y->path));
    return order ? order : strcmp(x->path, y->path);
}

static void print_signature(const options *o, const loaded *games, size_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++)
        if (games[i].game)
            hash = signature_add(hash, base_name(games[i].path), games[i].game);
    if (o->json)
        json_print(json_pack("{so}", "signature", json_hash(hash)), stdout);
    else
        printf("%016llx\n", (unsigned long long)hash);
}

static int bench(const options *o, const bench_options *own, const loaded *games, size_t count)
{
    size_t lane_count = 1 + 2 * count;
    lane *lanes = app_alloc(lane_count * sizeof *lanes);
    lane_init(&lanes[0], NULL, "connect four in C", true, o, own->rounds);
    for (size_t i = 0; i < count; i++)
        for (size_t mode = 0; mode < 2; mode++)
            lane_init(&lanes[1 + 2 * i + mode], games[i].game, base_name(games[i].path), mode == 0,
                      o, own->rounds);
    measure_all(lanes, lane_count, own, o->json);
    (o->json ? print_json : print_table)(lanes, lane_count, own->rounds);
    int code = EXIT_FINE;
    for (size_t i = 0; i < lane_count; i++) {
        if (lanes[i].status != LUD_OK) {
            fprintf(stderr, "%s (%s): ", lanes[i].name, lanes[i].mode);
            code = exit_worst(code, report_fault(o, lanes[i].ctx, lanes[i].status));
        }
        lane_done(&lanes[i]);
    }
    free(lanes);
    return code;
}

int cmd_bench(int argc, char **argv)
{
    options o;
    bench_options own = {.rounds = 5, .slice_ms = 100};
    options_parse(&o, &spec, argc, argv, &own);
    loaded *games = app_alloc(o.argument_count * sizeof *games);
    int code = EXIT_FINE, one;
    size_t count = 0;
    for (size_t i = 0; i < o.argument_count; i++) {
        loaded l = {o.arguments[i], load_game(&o, o.arguments[i], &one)};
        code = exit_worst(code, one);
        if (l.game)
            games[count++] = l;
    }
    qsort(games, count, sizeof *games, compare_names);
    if (own.signature)
        print_signature(&o, games, count);
    else
        code = exit_worst(code, bench(&o, &own, games, count));
    for (size_t i = 0; i < count; i++)
        lud_game_free(games[i].game);
    free(games);
    options_done(&o);
    return code;
}

#include "analysis/stats.h"
#include "base/map.h"
#include "bench/answersets.h"
#include "bench/lane.h"
#include "bench/signature.h"
#include "cli/app.h"
#include "cli/bench_agents.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

typedef struct bench_options {
    bool signature, details;
    uint32_t rounds, slice_ms;
    const char *agent;
} bench_options;

static const option_row own_options[] = {
    OPTION_OF(bench_options, "signature", 0, NULL, 1, option_flag, signature, 0, 0,
              "Print one hash of how the games play; measure nothing"),
    OPTION_OF(bench_options, "agent", 0, "AGENT", 1, option_text, agent, 0, 0,
              "Measure playouts per second of an agent against listed random games; of one that plays none, positions "
              "against their moves"),
    OPTION_OF(bench_options, "details", 0, NULL, 1, option_flag, details, 0, 0,
              "Measure the interpreter and two threads, too, and show what loading takes, pass by pass"),
    OPTION_OF(bench_options, "rounds", 0, "N", 1, option_u32, rounds, 1, 1000,
              "Rounds to take the median of (default 3, with --details or --json 5)"),
    OPTION_OF(bench_options, "slice", 0, "MS", 1, option_u32, slice_ms, 0, 60000,
              "CPU time of each game in each round (default 50, with --details or --json 100)"),
    {0}};

const command_spec spec_bench = {
    .arguments = "GAME...",
    .doc = "Measure random playouts per second on the CPU clock, one thread."
           "\vAll games are measured in turn, round after round, together with the unit: random "
           "connect four in hand-written C that lists all moves. The unit ratio, a game's speed "
           "over the unit's in the same round, compares across machines. Modes: `list` lists all "
           "moves at every turn, `sample` need not. Medians over the rounds are shown, with the "
           "quartiles as spread. Games of which there is a playout in hand-written C (the ceiling) "
           "are measured with it, mode against mode. With --details or --json native code is compared with the "
           "interpreter as well, and `two threads` is the speed of two threads over that of one, by wall-clock "
           "time, so it wants an idle machine.\n"
           "\nExamples:\n"
           "  ludens bench games/hrg/*.hrg\n"
           "  ludens bench --details games/hrg/chess.hrg\n"
           "  ludens bench --json --rounds 9 games/hrg/reversi.hrg\n"
           "  ludens bench --backend interp games/hrg/hex.hrg\n"
           "  ludens bench --agent mcts games/*/*.*\n"
           "  ludens bench --signature games/*/*.*",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    OWN(bench_options, .slice_ms = UINT32_MAX),
};

/* A game as loaded, with what it is measured against. */
typedef struct loaded {
    const char *path;
    lud_game *game;
    lud_game *interpreted; /* the same on the interpreter, or NULL: `game` does not run natively */
    limit ceiling;         /* or nulls */
} loaded;

/* Returns the rounds that were measured in full: all, unless it was interrupted. */
static uint32_t measure_all(lane *lanes, size_t count, const bench_options *own, bool quiet)
{
    progress bar;
    progress_start(&bar, "bench", !quiet);
    uint32_t round = 0;
    for (size_t i = 0; i < count && !interrupt_seen(); i++) /* warm-up */
        lane_measure(&lanes[i], 0, 0.02);
    for (; round < own->rounds; round++) {
        for (size_t i = 0; i < count && !interrupt_seen(); i++) {
            lane_measure(&lanes[i], round, own->slice_ms / 1000.0);
            if (lanes[i].scaled && lanes[i].status == LUD_OK)
                lane_scale(&lanes[i], round, own->slice_ms / 1000.0);
            progress_step(&bar, round * count + i + 1, own->rounds * count);
        }
        if (interrupt_seen())
            break;
        for (size_t i = 0; i < count; i++)
            lane_compare(&lanes[i], round);
    }
    progress_end(&bar);
    for (size_t i = 0; i < count; i++)
        if (lanes[i].status == LUD_INTERRUPTED)
            lanes[i].status = LUD_OK;
    return round;
}

static double passes_ms(const lud_game *game)
{
    double sum = 0;
    for (uint32_t i = 0; i < lud_pass_count(game); i++)
        sum += lud_pass_at(game, i).ms;
    return sum;
}

static json_t *ratio_json(const lane *l, lane_ratio r, uint32_t rounds)
{
    return l->peers[r] ? json_real(stats_quantile(l->ratios[r], rounds, 0.5)) : json_null();
}

/* What is the same in all modes: size of a state and times of loading, null for C. */
static void add_costs(json_t *object, const lud_game *game)
{
    lud_info info = {0};
    if (game)
        lud_game_info(game, &info);
    json_object_set_new(object, "state_bytes", game ? json_integer((json_int_t)info.state_bytes) : json_null());
    json_object_set_new(object, "load_ms", game ? json_real(info.load_ms) : json_null());
    json_object_set_new(object, "passes_ms", game ? json_real(passes_ms(game)) : json_null());
    json_object_set_new(object, "compile_ms", game ? json_real(info.compile_ms) : json_null());
    json_object_set_new(object, "native_ms", game ? json_real(info.native_ms) : json_null());
    json_t *passes = game ? json_object() : json_null();
    for (uint32_t i = 0; game && i < lud_pass_count(game); i++)
        json_object_set_new(passes, lud_pass_at(game, i).name, json_real(lud_pass_at(game, i).ms));
    json_object_set_new(object, "passes", passes);
}

static json_t *two_threads_json(const lane *l, double *ratios, uint32_t rounds)
{
    return l->scaled ? json_real(stats_quantile(ratios, rounds, 0.5)) : json_null();
}

static json_t *lane_json(lane *l, uint32_t rounds)
{
    double low = stats_quantile(l->playouts, rounds, 0.25);
    double high = stats_quantile(l->playouts, rounds, 0.75);
    json_t *object =
        json_pack("{so ss ss sf sf sf sf si so so so so so}", "game", json_text(l->name), "backend", lane_backend(l),
                  "mode", lane_mode(l), "playouts_per_second", stats_quantile(l->playouts, rounds, 0.5), "low", low,
                  "high", high, "moves_per_second", stats_quantile(l->moves, rounds, 0.5), "rounds", rounds,
                  "unit_ratio", ratio_json(l, TO_UNIT, rounds), "ceiling_ratio", ratio_json(l, TO_CEILING, rounds),
                  "interpreter_ratio", ratio_json(l, TO_INTERPRETER, rounds), "two_threads",
                  two_threads_json(l, l->two_wall, rounds), "two_threads_cpu", two_threads_json(l, l->two_cpu, rounds));
    add_costs(object, l->game);
    return object;
}

static void print_json(lane *lanes, size_t count, uint32_t rounds, const json_t *solves)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        if (lanes[i].status == LUD_OK)
            json_array_append_new(list, lane_json(&lanes[i], rounds));
    json_array_extend(list, (json_t *)(uintptr_t)solves);
    json_print(list, stdout);
}

static const char *ratio_text(char *out, const lane *l, lane_ratio r, uint32_t rounds, int digits)
{
    if (!l->peers[r])
        return "";
    snprintf(out, NUMBER_SIZE, "%.*f", digits, stats_quantile(l->ratios[r], rounds, 0.5));
    return out;
}

static void add_row(table *t, lane *l, uint32_t rounds, bool details)
{
    char playouts[NUMBER_SIZE], moves[NUMBER_SIZE], spread[NUMBER_SIZE];
    char unit[NUMBER_SIZE], ceiling[NUMBER_SIZE], interpreter[NUMBER_SIZE];
    char two[NUMBER_SIZE] = "";
    if (l->scaled)
        snprintf(two, sizeof two, "%.2f", stats_quantile(l->two_wall, rounds, 0.5));
    double median = stats_quantile(l->playouts, rounds, 0.5);
    double width = stats_quantile(l->playouts, rounds, 0.75) - stats_quantile(l->playouts, rounds, 0.25);
    snprintf(spread, sizeof spread, "%.1f %%", median > 0 ? 100 * width / median : 0);
    table_row(t, l->name, lane_backend(l), lane_mode(l), number_rate(playouts, median), spread,
              number_rate(moves, stats_quantile(l->moves, rounds, 0.5)), ratio_text(unit, l, TO_UNIT, rounds, 6),
              ratio_text(ceiling, l, TO_CEILING, rounds, 4),
              details ? ratio_text(interpreter, l, TO_INTERPRETER, rounds, 2) : NULL, two, NULL);
}

static void print_speeds(lane *lanes, size_t count, uint32_t rounds, bool details)
{
    table t;
    table_init(&t, details ? "lllrrrrrrr" : "lllrrrrr");
    table_row(&t, "game", "back end", "mode", "playouts/s", "spread", "moves/s", "unit ratio", "ceiling ratio",
              details ? "interpreter ratio" : NULL, "two threads", NULL);
    for (size_t i = 0; i < count; i++)
        if (lanes[i].status == LUD_OK)
            add_row(&t, &lanes[i], rounds, details);
    table_print(&t, stdout);
    table_done(&t);
}

/* One line a game and back end: that of its list lane. */
static void print_costs(const lane *lanes, size_t count)
{
    table t;
    table_init(&t, "llrrrrr");
    table_row(&t, "game", "back end", "state bytes", "load ms", "passes ms", "compile ms", "native ms", NULL);
    for (size_t i = 0; i < count; i++) {
        const lane *l = &lanes[i];
        if (!l->game || !l->enumerate)
            continue;
        lud_info info;
        lud_game_info(l->game, &info);
        char bytes[NUMBER_SIZE], load[NUMBER_SIZE], passes[NUMBER_SIZE], compile[NUMBER_SIZE];
        char native[NUMBER_SIZE] = "";
        snprintf(load, sizeof load, "%.2f", info.load_ms);
        snprintf(passes, sizeof passes, "%.2f", passes_ms(l->game));
        snprintf(compile, sizeof compile, "%.2f", info.compile_ms);
        if (info.native_ms > 0)
            snprintf(native, sizeof native, "%.0f", info.native_ms);
        table_row(&t, l->name, info.backend, number_grouped(bytes, info.state_bytes), load, passes, compile, native,
                  NULL);
    }
    putchar('\n');
    table_print(&t, stdout);
    table_done(&t);
}

/* Sums a pass over the games; false when there is no such pass. */
static bool add_pass(table *t, const lane *lanes, size_t count, uint32_t pass)
{
    double sum = 0, most = -1;
    const char *name = NULL, *in = NULL;
    for (size_t i = 0; i < count; i++) {
        const lane *l = &lanes[i];
        if (!l->scaled || pass >= lud_pass_count(l->game))
            continue;
        lud_pass_info p = lud_pass_at(l->game, pass);
        name = p.name;
        sum += p.ms;
        if (p.ms > most) {
            most = p.ms;
            in = l->name;
        }
    }
    char all[NUMBER_SIZE], worst[NUMBER_SIZE];
    snprintf(all, sizeof all, "%.2f", sum);
    snprintf(worst, sizeof worst, "%.2f", most);
    if (name)
        table_row(t, name, all, worst, in, NULL);
    return name != NULL;
}

static void print_passes(const lane *lanes, size_t count)
{
    table t;
    table_init(&t, "lrrl");
    table_row(&t, "pass", "ms in all", "at most", "in", NULL);
    for (uint32_t pass = 0; add_pass(&t, lanes, count, pass); pass++)
        ;
    putchar('\n');
    table_print(&t, stdout);
    table_done(&t);
}

static void print_tables(lane *lanes, size_t count, uint32_t rounds, bool details, const json_t *solves)
{
    print_speeds(lanes, count, rounds, details);
    if (details) {
        print_costs(lanes, count);
        print_passes(lanes, count);
    }
    bench_answersets_print(solves);
}

static int compare_names(const void *a, const void *b)
{
    const loaded *x = a, *y = b;
    int order = strcmp(base_name(x->path), base_name(y->path));
    return order ? order : strcmp(x->path, y->path);
}

static void print_signature(const options *o, const loaded *games, size_t count)
{
    uint64_t hash = HASH_FNV;
    for (size_t i = 0; i < count && !interrupt_seen(); i++)
        if (games[i].game)
            hash = signature_add(hash, base_name(games[i].path), games[i].game);
    if (interrupt_seen())
        return;
    if (o->json)
        json_print(json_pack("{so}", "signature", json_hash(hash)), stdout);
    else
        printf("%016llx\n", (unsigned long long)hash);
}

/* The lanes of a game: each mode on the back end asked for, on the interpreter and in C, as far as
 * there are these. Returns the end of the list. */
static lane *game_lanes(lane *next, const loaded *l, const lane *unit, const options *o, const bench_options *own)
{
    const char *name = base_name(l->path);
    uint32_t rounds = own->rounds;
    for (int mode = 0; mode < 2; mode++) {
        bool enumerate = mode == 0;
        limit_playout *play = enumerate ? l->ceiling.list : l->ceiling.sample;
        lane *game = next++, *interpreted = l->interpreted ? next++ : NULL;
        lane *ceiling = play ? next++ : NULL;
        lane_init(game, name, l->game, NULL, enumerate, o->with.seed, rounds);
        game->peers[TO_INTERPRETER] = interpreted;
        game->peers[TO_CEILING] = ceiling;
        game->scaled = l->game && !enumerate && own->details;
        if (interpreted) {
            lane_init(interpreted, name, l->interpreted, NULL, enumerate, o->with.seed, rounds);
            interpreted->peers[TO_CEILING] = ceiling;
        }
        if (ceiling)
            lane_init(ceiling, name, NULL, play, enumerate, o->with.seed, rounds);
    }
    for (lane *each = next - 1; each > unit && each->name == name; each--)
        each->peers[TO_UNIT] = unit;
    return next;
}

/* Against the same game on libclingo, where that is installed. */
static void measure_programs(const options *o, const char *path, const lud_game *game, double seconds, json_t *list)
{
    if (lud_program_count(game) == 0 || strcmp(path, "-") == 0)
        return;
    options again = *o;
    int code;
    again.with.load.engine = "clingo";
    lud_diags *diags = lud_diags_new();
    lud_game *clingo = diags ? load_quietly(&again, path, diags, &code) : NULL;
    bench_answersets(list, base_name(path), game, clingo, seconds);
    lud_game_free(clingo);
    lud_diags_free(diags);
}

static int bench(const options *o, const bench_options *own, const loaded *games, size_t count)
{
    enum { MODES = 2, KINDS = 3 };
    lane *lanes = mem_alloc((1 + MODES * KINDS * count) * sizeof *lanes), *end = lanes + 1;
    lane_init(lanes, "connect four in C", NULL, connect_four_limit().list, true, o->with.seed, own->rounds);
    lanes->peers[TO_UNIT] = lanes;
    for (size_t i = 0; i < count; i++)
        end = game_lanes(end, &games[i], lanes, o, own);
    size_t lane_count = (size_t)(end - lanes);
    uint32_t rounds = measure_all(lanes, lane_count, own, o->json);
    json_t *solves = json_array(); /* programs of answer-set games */
    for (size_t i = 0; i < count && !interrupt_seen(); i++)
        measure_programs(o, games[i].path, games[i].game, own->slice_ms / 1000.0, solves);
    if (rounds > 0 && o->json)
        print_json(lanes, lane_count, rounds, solves);
    else if (rounds > 0)
        print_tables(lanes, lane_count, rounds, own->details, solves);
    if (rounds < own->rounds)
        fprintf(stderr, "ludens bench: interrupted after %u of %u rounds\n", rounds, own->rounds);
    json_decref(solves);
    int code = EXIT_FINE;
    for (lane *l = lanes; l < end; l++) {
        if (l->status != LUD_OK) {
            fprintf(stderr, "%s (%s): ", l->name, lane_mode(l));
            code = exit_worst(code, report_fault(o, l->ctx, l->status));
        }
        lane_done(l);
    }
    free(lanes);
    return code;
}

/* The same game on the interpreter, for comparison; NULL when it runs there anyway. */
static lud_game *load_interpreted(const options *o, const char *path, const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    if (strcmp(info.backend, "native") != 0 || strcmp(path, "-") == 0)
        return NULL;
    options again = *o;
    again.with.load.backend = LUD_BACKEND_INTERP;
    int code;
    return load_game(&again, path, &code);
}

int cmd_bench(options *o, void *user)
{
    bench_options *own = user;
    own->details |= o->json;
    own->rounds = own->rounds ? own->rounds : own->details ? 5 : 3;
    own->slice_ms = own->slice_ms != UINT32_MAX ? own->slice_ms : own->details ? 100 : 50;
    if (o->with.load.backend == LUD_BACKEND_AUTO) /* nothing may change while it is measured */
        o->with.load.backend = own->signature ? LUD_BACKEND_INTERP : LUD_BACKEND_NATIVE;
    if (own->agent) {
        int result = bench_agents(o, own->agent, own->rounds * own->slice_ms / 1000.0, o->title);
        return result;
    }
    loaded *games = mem_alloc(o->argument_count * sizeof *games);
    int code = EXIT_FINE, one;
    size_t count = 0;
    for (size_t i = 0; i < o->argument_count && !interrupt_seen(); i++) {
        loaded l = {.path = argument_at(o, i), .game = load_game(o, argument_at(o, i), &one)};
        code = exit_worst(code, one);
        if (!l.game)
            continue;
        l.ceiling = limit_find(base_name(l.path));
        if (!own->signature && own->details)
            l.interpreted = load_interpreted(o, l.path, l.game);
        games[count++] = l;
    }
    qsort(games, count, sizeof *games, compare_names);
    if (own->signature)
        print_signature(o, games, count);
    else
        code = exit_worst(code, bench(o, own, games, count));
    for (size_t i = 0; i < count; i++) {
        lud_game_free(games[i].game);
        lud_game_free(games[i].interpreted);
    }
    free(games);
    return code;
}

#include "agents/solver.h"
#include "cli/app.h"
#include "cli/fault.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "session/after.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STANDARD_NODES = 1000000000, STANDARD_SECONDS = 600 };

typedef struct solve_options {
    solver_options how;
    const char *after;
    double seconds;
    bool each;
} solve_options;

static void read_method(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    solve_options *s = into;
    (void)row;
    s->how.no_proof = strcmp(arg, "table") == 0;
    s->how.no_table = strcmp(arg, "proof") == 0;
    if (!s->how.no_proof && !s->how.no_table && strcmp(arg, "auto") != 0)
        argp_error(state, "--method takes table, proof or auto, not '%s'", arg);
}

static void read_nodes(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    solve_options *s = into;
    option_u64(row, into, arg, state);
    s->how.states = s->how.nodes;
}

static const option_row own_options[] = {
    OPTION_OF(solve_options, "after", 'a', "MOVES", 1, option_text, after, 0, 0,
              "Moves made before, separated by semicolons"),
    OPTION_OF(solve_options, "method", 0, "NAME", 1, read_method, how, 0, 0,
              "table: list all positions; proof: ask what can be forced; auto (default)"),
    OPTION_OF(solve_options, "moves", 'm', NULL, 1, option_flag, each, 0, 0, "Solve the position after each move, too"),
    OPTION_OF(solve_options, "nodes", 0, "N", 1, read_nodes, how.nodes, 0, UINT64_MAX,
              "Give up after so many positions (default 1G; 0: never)"),
    OPTION_OF(solve_options, "seconds", 's', "S", 1, option_wait, seconds, 0, 0,
              "Give up after so long (default 600; 0: never)"),
    OPTION_OF(solve_options, "memory", 0, "BYTES", 1, option_u64, how.memory, 0, UINT64_MAX,
              "Memory for positions (default 512M)"),
    {0}};

const command_spec spec_solve = {
    .arguments = "GAME",
    .doc = "Solve a position: what it is worth with best play, the best move, and how many plies it "
           "takes to the end.\vFor games of perfect information in which one role decides at a time, "
           "small enough: docs/agents.md says how. When a limit ends the search, the exit code is "
           "3.\n\n"
           "Examples:\n"
           "  ludens solve games/hrg/tic-tac-toe.hrg\n"
           "  ludens solve games/rg/nim.rg --moves --json\n"
           "  ludens solve games/hrg/connect-four-four.hrg --moves",
    .groups = OPTIONS_LOAD | OPTIONS_JSON,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(solve_options, .how = {.memory = 512 << 20, .nodes = STANDARD_NODES}, .seconds = STANDARD_SECONDS),
};

static bool watch(void *user, uint64_t nodes, uint32_t depth)
{
    (void)depth;
    return progress_step(user, nodes, 0);
}

static json_t *number_or_null(bool known, double x) { return known ? json_score(x) : json_null(); }

static json_t *result_json(const walk *w, const char *game, const solution *s, lud_moves *list)
{
    json_t *moves = json_array();
    for (uint32_t i = 0; list && i < s->count && s->role; i++) {
        char *text = walk_text(w, lud_moves_at(list, i));
        json_array_append_new(moves, json_pack("{so so so}", "move", json_text(text), "value",
                                               number_or_null(s->moves[i].known, s->moves[i].value), "distance",
                                               s->moves[i].known ? json_whole(s->moves[i].distance) : json_null()));
        free(text);
    }
    char *best = list && s->solved && s->role && s->count ? walk_text(w, lud_moves_at(list, s->best)) : NULL;
    json_t *o =
        json_pack("{so sb sb ss so so so so sb so sI sI si so}", "game", json_text(game), "solved", s->solved,
                  "endless", s->endless, "method", s->method, "role", json_text(lud_role_name(w->game, s->role)),
                  "scores", s->solved ? scores_json(w->game, w->roles, s->scores) : json_null(), "best",
                  best ? json_text(best) : json_null(), "distance", s->solved ? json_whole(s->distance) : json_null(),
                  "exact", s->exact, "moves", moves, "states", (json_int_t)s->states, "nodes", (json_int_t)s->nodes,
                  "depth", (int)s->depth, "problem", s->problem[0] ? json_text(s->problem) : json_null());
    free(best);
    return o;
}

static void print_result(const walk *w, const solution *s, lud_moves *list)
{
    if (!s->solved) {
        printf("not solved: %s\n", s->problem);
        return;
    }
    for (uint32_t role = 1; role <= w->roles; role++)
        printf("%-12s %.10g\n", lud_role_name(w->game, role), s->scores[role - 1]);
    if (list && s->count && s->role) {
        char *best = walk_text(w, lud_moves_at(list, s->best));
        printf("best move    %s (%s)\n", *best ? best : "(pass)", lud_role_name(w->game, s->role));
        free(best);
    }
    printf("distance     %s%u plies\nmethod       %s, %llu positions\n", s->exact ? "" : "at most ", s->distance,
           s->method, (unsigned long long)(s->nodes > s->states ? s->nodes : s->states));
}

/* ---- the moves ---- */

typedef struct each_move {
    const options *o;
    walk *w;
    const solver_options *how;
    progress *p;
    lud_moves *list;
    uint32_t open; /* moves that were not solved */
} each_move;

static void print_move(const each_move *e, const solution *s, uint32_t index)
{
    char *text = walk_text(e->w, lud_moves_at(e->list, index));
    const char *shown = *text ? text : "(pass)";
    const solver_move *m = &s->moves[index];
    progress_end(e->p);
    if (m->known)
        printf("  %-20s %8.10g  %u plies\n", shown, m->value, m->distance);
    else
        printf("  %-20s %8s\n", shown, "open");
    fflush(stdout);
    free(text);
}

/* The position after a move, which a proof says nothing of unless it is the best one. */
static lud_status solve_move(each_move *e, solver_turn *t, unsigned char *state, solution *s, uint32_t index)
{
    const walk *w = e->w;
    solution below;
    memcpy(state, w->state, w->size);
    lud_status status = solver_list(w->game, w->ctx, state, w->roles, t);
    if (status == LUD_OK)
        status = solver_apply(w->ctx, state, w->roles, t, index);
    if (status != LUD_OK)
        return status;
    if (lud_terminal(w->game, state)) {
        double *scores = mem_alloc((w->roles + 1) * sizeof *scores);
        lud_scores(w->game, state, scores);
        s->moves[index] = (solver_move){true, scores[s->role - 1], 1};
        free(scores);
        return LUD_OK;
    }
    status = solver_solve(w->game, w->ctx, state, e->how, &below);
    if (status == LUD_OK && below.solved)
        s->moves[index] = (solver_move){true, below.scores[s->role - 1], below.distance + 1};
    s->nodes += below.nodes;
    solution_done(&below);
    return status;
}

/* All moves, each shown as soon as it is solved. */
static lud_status solve_moves(each_move *e, solution *s, bool each)
{
    const walk *w = e->w;
    solver_turn t = {.lists = mem_alloc((w->roles + 1) * sizeof *t.lists)};
    unsigned char *state = mem_alloc(w->size);
    lud_status status = LUD_OK;
    for (uint32_t i = 0; i <= w->roles; i++)
        t.lists[i] = lud_moves_new();
    if (!e->o->json)
        putchar('\n');
    for (uint32_t i = 0; i < s->count && status == LUD_OK; i++) {
        if (each && !s->moves[i].known && !interrupt_seen())
            status = solve_move(e, &t, state, s, i);
        e->open += !s->moves[i].known;
        if (!e->o->json && (each || s->moves[i].known))
            print_move(e, s, i);
    }
    for (uint32_t i = 0; i <= w->roles; i++)
        lud_moves_free(t.lists[i]);
    free(t.lists);
    free(state);
    return status;
}

static int solve(const options *o, const solve_options *own, walk *w)
{
    solution s;
    progress p;
    solver_options how = own->how;
    how.deadline = own->seconds > 0 ? agent_clock() + own->seconds : 0;
    how.progress = watch;
    how.user = &p;
    interrupt_catch();
    progress_start(&p, "positions", true);
    lud_status status = solver_solve(w->game, w->ctx, w->state, &how, &s);
    progress_end(&p);
    each_move e = {.o = o, .w = w, .how = &how, .p = &p};
    if (status == LUD_OK && s.role && walk_decides(w, s.role) && !interrupt_seen())
        status = walk_list(w, s.role, &e.list);
    if (status == LUD_OK && !o->json)
        print_result(w, &s, e.list);
    bool each = own->each && s.solved && s.role && e.list;
    if (status == LUD_OK && e.list && s.solved && (own->each || strcmp(s.method, "table") == 0))
        status = solve_moves(&e, &s, each);
    progress_end(&p);
    bool interrupted = interrupt_release();
    if (status != LUD_OK && s.problem[0]) {
        fprintf(stderr, "ludens solve: %s\n", s.problem);
        solution_done(&s);
        return EXIT_WRONG;
    }
    int code = status == LUD_OK ? EXIT_FINE : report_fault(o, w->ctx, status);
    if (code == EXIT_FINE && o->json)
        json_print(result_json(w, base_name(argument_at(o, 0)), &s, e.list), stdout);
    bool open = !s.solved || (each && e.open);
    if (code == EXIT_FINE && each && e.open)
        fprintf(stderr, "ludens solve: %s: %u of %u moves are open\n",
                interrupted ? "interrupted" : "a limit was reached", e.open, s.count);
    if (code == EXIT_FINE && open)
        code = interrupted ? EXIT_INTERRUPT : s.endless ? EXIT_FINE : EXIT_LIMIT;
    solution_done(&s);
    return code;
}

int cmd_solve(options *o, void *user)
{
    solve_options *own = user;
    int code;
    lud_game *game = load_game(o, argument_at(o, 0), &code);
    if (game) {
        walk w;
        walk_init(&w, game);
        failure f = {0};
        code = walk_after(&w, own->after, &f) ? EXIT_FINE : failure_report(o, &f, w.ctx, "ludens");
        if (code == EXIT_FINE && walk_terminal(&w)) {
            fprintf(stderr, "ludens solve: the game is over already\n");
            code = EXIT_WRONG;
        } else if (code == EXIT_FINE) {
            code = solve(o, own, &w);
        }
        walk_done(&w);
        close_game(o, game, argument_at(o, 0));
    }
    return code;
}

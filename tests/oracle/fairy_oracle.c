/* Variants of chess, compared with Fairy-Stockfish (on Debian: the package fairy-stockfish): the moves of the variants
 * that are built in, by name, and how many positions they lead to.
 *
 * Without an option the counts that fairy_perft.tsv records of that program are checked. `--peer` runs the program
 * itself beside random games, and counts as skipped where it is missing; `--write` records anew. `--peer` with
 * `--games` N and names of variants looks at those alone.
 *
 * Usage: fairy_oracle [--peer | --write] [--games N] [--native] [VARIANT...] */
#include "base/channel.h"
#include "base/clock.h"
#include "ludens.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 4096, MOVES = 4096, MOVE = 16, PLIES = 200, DEPTH = 6 };
static const double PATIENCE = 120; /* seconds for an answer */

static const char recorded[] = SOURCE_DIR "/tests/oracle/fairy_perft.tsv";

typedef struct run {
    bool peer, write, native;
    int games;
    char **names;
    int name_count;
    channel engine;
    unsigned passed, failed, skipped;
} run;

typedef struct game {
    lud_game *game;
    lud_context *ctx;
    void *state;
    lud_moves *moves;
} game;

static bool begin(game *g, const run *r, const char *variant)
{
    char text[200];
    lud_options o;
    lud_options_init(&o);
    lud_diags *diags = lud_diags_new();
    o.backend = r->native ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP;
    o.repetition = LUD_REPETITION_IGNORE; /* as counts of positions have it */
    snprintf(text, sizeof text, "[test:%s]\n", variant);
    *g = (game){.game = lud_load_text(text, strlen(text), "test.ini", &o, diags)};
    if (!g->game) {
        printf("%s: %s", variant, lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "not loaded\n");
        lud_diags_free(diags);
        return false;
    }
    lud_diags_free(diags);
    g->ctx = lud_context_new(g->game);
    g->state = malloc(lud_state_size(g->game));
    g->moves = lud_moves_new();
    return lud_start(g->ctx, g->state) == LUD_OK;
}

static void end(game *g)
{
    lud_moves_free(g->moves);
    free(g->state);
    lud_context_free(g->ctx);
    lud_game_free(g->game);
}

static uint32_t list(game *g)
{
    uint32_t role = lud_movers(g->game, g->state) & 2 ? 1 : 2;
    return lud_terminal(g->game, g->state) || lud_moves_list(g->ctx, g->state, role, g->moves) != LUD_OK
               ? 0
               : lud_moves_count(g->moves);
}

/* Makes the moves of a text with blanks between them. */
static bool play(game *g, const char *moves)
{
    char text[MOVE];
    uint32_t words[64];
    int used;
    for (; sscanf(moves, "%15s%n", text, &used) == 1; moves += used) {
        lud_move m = {.words = words};
        if (strcmp(text, "-") != 0 && (lud_move_parse(g->game, text, words, 64, &m.count) != LUD_OK ||
                                       lud_apply_move(g->ctx, g->state, &m) != LUD_OK))
            return false;
    }
    return true;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static int own_moves(game *g, char (*out)[MOVE])
{
    uint32_t n = list(g);
    for (uint32_t i = 0; i < n && i < MOVES; i++)
        lud_move_text(g->game, lud_moves_at(g->moves, i), out[i], MOVE);
    qsort(out, n, MOVE, by_text);
    return (int)n;
}

/* ---- the other program ---- */

static bool tell(run *r, const char *format, const char *text)
{
    char *line = malloc(strlen(format) + strlen(text) + 1);
    sprintf(line, format, text);
    bool fine = channel_write(&r->engine, line, strlen(line), clock_wall() + PATIENCE);
    free(line);
    return fine;
}

static bool open_peer(run *r)
{
    return access("/usr/games/fairy-stockfish", X_OK) == 0 ? channel_open(&r->engine, "exec /usr/games/fairy-stockfish")
                                                           : channel_open(&r->engine, "exec fairy-stockfish");
}

/* Its moves after those, and how many positions they lead to in so many plies; -1: no answer. */
static long long peer_perft(run *r, const char *moves, int depth, char (*out)[MOVE], int *count)
{
    char command[40];
    snprintf(command, sizeof command, "go perft %d\n", depth);
    *count = 0;
    if (!tell(r, "position startpos moves %s\n", strcmp(moves, "-") == 0 ? "" : moves) || !tell(r, command, ""))
        return -1;
    for (;;) {
        const char *problem;
        char text[MOVE], *line = channel_read(&r->engine, clock_wall() + PATIENCE, &problem);
        long long nodes = -1;
        if (!line)
            return -1;
        if (sscanf(line, "Nodes searched: %lld", &nodes) == 1) {
            free(line);
            qsort(out, (size_t)*count, MOVE, by_text);
            return nodes;
        }
        if (strncmp(line, "info", 4) != 0 && sscanf(line, "%15[^: ]: %lld", text, &nodes) == 2 && *count < MOVES)
            strcpy(out[(*count)++], text);
        free(line);
    }
}

/* ---- comparing ---- */

static void differ(run *r, const char *variant, const char *moves, const char *what)
{
    printf("%s after %s: %s\n", variant, moves, what);
    r->failed++;
}

static bool same_moves(run *r, const char *variant, const char *moves, char (*own)[MOVE], int n, char (*its)[MOVE],
                       int m)
{
    char what[200];
    for (int i = 0, k = 0; i < n || k < m;) {
        int order = i == n ? 1 : k == m ? -1 : strcmp(own[i], its[k]);
        if (order) {
            snprintf(what, sizeof what, order < 0 ? "%s is a move here alone" : "%s is no move here",
                     order < 0 ? own[i] : its[k]);
            differ(r, variant, moves, what);
            return false;
        }
        i++, k++;
    }
    return true;
}

static uint64_t leaves(game *g, int depth)
{
    uint64_t counts[DEPTH + 1] = {0};
    return lud_terminal(g->game, g->state) || lud_perft(g->ctx, g->state, (uint32_t)depth, NULL, counts) != LUD_OK
               ? 0
               : counts[depth];
}

/* A random game, looked at every few plies. */
static bool compare_game(run *r, const char *variant, uint64_t *seed)
{
    static char own[MOVES][MOVE], its[MOVES][MOVE];
    char moves[PLIES * MOVE] = "-", what[100];
    game g;
    bool same = begin(&g, r, variant);
    size_t length = 0;
    for (int ply = 0; same && ply < PLIES; ply++) {
        int n = own_moves(&g, own), m = 0;
        if (ply % 5 == 0 || n == 0) {
            /* a game is over by a rule of draws here, where the other program goes on */
            long long nodes = peer_perft(r, moves, 1, its, &m);
            if (nodes < 0 || (n && !same_moves(r, variant, moves, own, n, its, m)))
                same = false;
        }
        if (!same || n == 0)
            break;
        if (ply % 40 == 20 && n < 80) {
            uint64_t count = leaves(&g, 2);
            long long nodes = peer_perft(r, moves, 2, its, &m);
            snprintf(what, sizeof what, "%" PRIu64 " positions, and there %lld", count, nodes);
            if ((long long)count != nodes) {
                differ(r, variant, moves, what);
                same = false;
                break;
            }
        }
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        const char *next = own[(*seed >> 33) % (uint64_t)n];
        same = play(&g, next);
        length += (size_t)snprintf(moves + length, sizeof moves - length, length ? " %s" : "%s", next);
    }
    end(&g);
    return same;
}

static bool wanted(const run *r, const char *variant)
{
    bool any = r->name_count == 0;
    for (int i = 0; i < r->name_count; i++)
        any |= strcmp(r->names[i], variant) == 0;
    return any;
}

/* A line: variant, moves that were made, counts of one ply, two plies, .. */
static void check_line(run *r, const char *variant, const char *moves, const char *counts)
{
    game g;
    char what[100], *next;
    uint64_t own[DEPTH + 1] = {0};
    int depth = 0;
    if (!begin(&g, r, variant) || !play(&g, moves)) {
        differ(r, variant, moves, "not played");
        return;
    }
    for (const char *p = counts; strtoull(p, &next, 10), next != p && depth < DEPTH; p = next)
        depth++;
    if (!lud_terminal(g.game, g.state) && lud_perft(g.ctx, g.state, (uint32_t)depth, NULL, own) != LUD_OK)
        differ(r, variant, moves, lud_fault_text(g.ctx, false));
    bool same = true;
    for (int d = 1; d <= depth; d++) {
        uint64_t count = strtoull(counts, &next, 10);
        counts = next;
        if (count != own[d] && same) {
            snprintf(what, sizeof what, "%" PRIu64 " positions in %d plies, not %" PRIu64, own[d], d, count);
            differ(r, variant, moves, what);
            same = false;
        }
    }
    r->passed += same;
    end(&g);
}

static void with_peer(run *r, const char *variant, uint64_t *seed, const char *last)
{
    bool same = true;
    if (strcmp(variant, last) == 0 || !tell(r, "setoption name UCI_Variant value %s\n", variant))
        return;
    for (int i = 0; i < r->games && same; i++)
        same = compare_game(r, variant, seed);
    r->passed += same;
}

/* The beginning, and positions of a random game. */
static void write_lines(run *r, const char *variant, uint64_t *seed)
{
    static char own[MOVES][MOVE], its[MOVES][MOVE];
    char moves[PLIES * MOVE] = "-";
    game g;
    size_t length = 0;
    if (!tell(r, "setoption name UCI_Variant value %s\n", variant) || !begin(&g, r, variant))
        return;
    for (int ply = 0; ply <= 40; ply++) {
        int n = own_moves(&g, own), m;
        if (ply == 0 || ply == 12 || ply == 40) {
            printf("%s\t%s\t", variant, moves);
            long long nodes = 0;
            for (int d = 1; d < DEPTH && (d == 1 || nodes * n < 60000); d++)
                printf(d > 1 ? " %lld" : "%lld", nodes = peer_perft(r, moves, d, its, &m));
            printf("\n");
        }
        if (n == 0)
            break;
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        const char *next = own[(*seed >> 33) % (uint64_t)n];
        play(&g, next);
        length += (size_t)snprintf(moves + length, sizeof moves - length, length ? " %s" : "%s", next);
    }
    end(&g);
}

static void run_lines(run *r, FILE *f)
{
    char line[LINE], last[100] = "";
    uint64_t seed = 1;
    while (fgets(line, sizeof line, f)) {
        char *moves = strchr(line, '\t'), *counts = moves ? strchr(moves + 1, '\t') : NULL;
        if (line[0] == '#' && r->write)
            fputs(line, stdout);
        if (line[0] == '#' || !counts)
            continue;
        *moves++ = *counts++ = 0;
        if (wanted(r, line) && r->write && strcmp(line, last) != 0)
            write_lines(r, line, &seed);
        else if (wanted(r, line) && r->peer)
            with_peer(r, line, &seed, last);
        else if (wanted(r, line) && !r->write)
            check_line(r, line, moves, counts);
        snprintf(last, sizeof last, "%.99s", line);
    }
}

int main(int argc, char **argv)
{
    run r = {.games = 2, .names = argv};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--peer") == 0)
            r.peer = true;
        else if (strcmp(argv[i], "--write") == 0)
            r.write = true;
        else if (strcmp(argv[i], "--native") == 0)
            r.native = true;
        else if (strcmp(argv[i], "--games") == 0 && i + 1 < argc)
            r.games = atoi(argv[++i]);
        else
            r.names[r.name_count++] = argv[i];
    }
    FILE *f = fopen(recorded, "r");
    const char *problem;
    char *greeting = NULL;
    if (f && (r.peer || r.write) &&
        (!open_peer(&r) || !(greeting = channel_read(&r.engine, clock_wall() + 10, &problem))))
        r.skipped++;
    else if (f)
        run_lines(&r, f);
    free(greeting);
    if (r.peer || r.write)
        channel_close(&r.engine, 1);
    if (f)
        fclose(f);
    if (!r.write)
        printf("%u passed, %u failed, %u skipped\n", r.passed, r.failed, r.skipped);
    return r.failed != 0;
}

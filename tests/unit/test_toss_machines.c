/* Random games of Toss on both machines: the automaton (interpreter, native code, what is read back
 * from its text as RG) and the rules applied to structures have the same moves, ends, scores and
 * faults in every position of random play. */
#include "ludens.h"
#include "random_toss.h"
#include "sample.h"
#include "test.h"

enum { PLIES = 10, LISTED = 4000, LONGEST = 96 };

typedef struct side {
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *state;
    char (*texts)[LONGEST]; /* [LISTED] sorted */
    uint32_t count;
} side;

static bool side_open(side *s, const char *text, const char *language, lud_backend backend)
{
    lud_options o;
    lud_options_init(&o);
    o.language = language;
    o.backend = backend;
    lud_diags *diags = lud_diags_new();
    *s = (side){.game = lud_load_text(text, strlen(text), "game", &o, diags)};
    if (!s->game) {
        printf("%s\n", lud_diags_render(diags, 0, false));
        lud_diags_free(diags);
        return false;
    }
    lud_diags_free(diags);
    s->ctx = lud_context_new(s->game);
    s->moves = lud_moves_new();
    s->state = calloc(1, lud_state_size(s->game) + 64);
    s->texts = calloc(LISTED, sizeof *s->texts);
    return s->ctx && s->moves && s->state && s->texts;
}

static void side_close(side *s)
{
    free(s->texts);
    free(s->state);
    lud_moves_free(s->moves);
    lud_context_free(s->ctx);
    lud_game_free(s->game);
}

static const char *machine_of(const side *s)
{
    lud_info info;
    lud_game_info(s->game, &info);
    return info.machine;
}

/* The same rules, and a location that nobody comes to with what only structures can do. */
static bool open_forced(side *s, const char *text)
{
    static const char extra[] = "RULE force: [ a | | ] -> [ a | | ] dynamics :force(a)' = 1\n"
                                "LOC 9 { PLAYER 1 { PAYOFF 0 MOVES [force -> 9] } }\n";
    static char with[RANDOM_TEXT + sizeof extra];
    const char *start = strstr(text, "START");
    memcpy(with, text, (size_t)(start - text));
    strcpy(with + (start - text), extra);
    strcat(with, start);
    return side_open(s, with, "toss", LUD_BACKEND_INTERP);
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static lud_status list(side *s, uint32_t role)
{
    lud_status status = lud_moves_list(s->ctx, s->state, role, s->moves);
    s->count = status == LUD_OK ? lud_moves_count(s->moves) : 0;
    s->count = s->count < LISTED ? s->count : LISTED;
    for (uint32_t i = 0; i < s->count; i++)
        lud_move_text(s->game, lud_moves_at(s->moves, i), s->texts[i], LONGEST);
    qsort(s->texts, s->count, LONGEST, by_text);
    return status;
}

/* What needs room on structures to decide `post` may be decided before on the automaton: nothing is
 * compared then. */
static bool same_list(side *a, side *b, uint32_t role)
{
    lud_status left = list(a, role), right = list(b, role);
    if (left == LUD_OK && right == LUD_LIMIT_STATES)
        return true;
    if (left != right || a->count != b->count) {
        printf("  listing: status %d and %d, %u and %u moves\n", left, right, a->count, b->count);
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->texts[i], b->texts[i]) != 0) {
            printf("  %s and %s\n", a->texts[i], b->texts[i]);
            return false;
        }
    return true;
}

static bool parse(side *s, const char *text, uint32_t *words, lud_move *move)
{
    uint32_t count = 0;
    lud_status status = lud_move_parse(s->game, text, words, LONGEST, &count);
    *move = (lud_move){words, count, 1};
    return status == LUD_OK;
}

static bool same_look(side *a, side *b)
{
    double left[2] = {0}, right[2] = {0};
    bool over = lud_terminal(a->game, a->state);
    if (over != lud_terminal(b->game, b->state) || lud_movers(a->game, a->state) != lud_movers(b->game, b->state)) {
        printf("  over or not, or who decides: %" PRIx64 " and %" PRIx64 "\n", lud_movers(a->game, a->state),
               lud_movers(b->game, b->state));
        return false;
    }
    if (!over)
        return true;
    lud_scores(a->game, a->state, left);
    lud_scores(b->game, b->state, right);
    if (left[0] != right[0] || left[1] != right[1])
        printf("  scores %g, %g and %g, %g\n", left[0], left[1], right[0], right[1]);
    return left[0] == right[0] && left[1] == right[1];
}

/* `silent`: a cannot say that there is no room. */
static bool same_status(lud_status a, lud_status b, bool silent) { return a == b || (silent && b == LUD_LIMIT_STATES); }

/* Plays once; false after what differs was printed. *full: there was no room for an element. */
static bool same_play(side *a, side *b, uint64_t seed, bool silent, bool *full)
{
    lud_rng rng;
    char path[PLIES * 2 * LONGEST] = "";
    lud_rng_seed(&rng, seed, 2);
    lud_status left = lud_start(a->ctx, a->state), right = lud_start(b->ctx, b->state);
    bool fine = same_status(left, right, silent);
    if (!fine)
        printf("  starting: %d and %d: %s\n", left, right, lud_fault_text(left ? a->ctx : b->ctx, false));
    for (int ply = 0; ply < PLIES && fine && right == LUD_OK; ply++) {
        lud_move joint[2][3];
        uint32_t words[2][3][LONGEST];
        memset(joint, 0, sizeof joint);
        fine = same_look(a, b);
        if (!fine || lud_terminal(a->game, a->state))
            break;
        for (uint32_t role = 1; role <= 2 && fine; role++) {
            if (!(lud_movers(b->game, b->state) >> role & 1))
                continue;
            fine = same_list(a, b, role);
            if (b->count == 0 || !fine)
                break;
            const char *text = b->texts[lud_rng_below(&rng, b->count)];
            fine = parse(a, text, words[0][role], &joint[0][role]) && parse(b, text, words[1][role], &joint[1][role]);
            strcat(strcat(path, text), ", ");
        }
        if (!fine || b->count == 0)
            break;
        left = lud_apply(a->ctx, a->state, joint[0]);
        right = lud_apply(b->ctx, b->state, joint[1]);
        fine = same_status(left, right, silent);
        *full |= right == LUD_LIMIT_STATES;
        if (!fine)
            printf("  making moves: %d and %d: %s\n", left, right, lud_fault_text(left ? a->ctx : b->ctx, false));
    }
    if (!fine)
        printf("  behind %s\n", path);
    return fine;
}

typedef struct tally {
    uint32_t automata, structures, full, native, reals;
} tally;

/* 1: alike, 0: not, -1: no automaton */
static int compare(const char *text, uint64_t seed, bool native, tally *t)
{
    side a, b, c = {0}, rg = {0};
    int result = 1;
    bool full = false, opened = side_open(&a, text, "toss", LUD_BACKEND_INTERP);
    if (!opened || strcmp(machine_of(&a), "automaton") != 0) {
        side_close(&a);
        return opened ? -1 : 0;
    }
    opened = open_forced(&b, text);
    if (opened && native)
        opened = side_open(&c, text, "toss", LUD_BACKEND_NATIVE);
    lud_diags *diags = lud_diags_new();
    char *plain = lud_translate(a.game, "rg", diags);
    const bool reals = !plain && strstr(lud_diags_get(diags, 0).message, "the type of reals");
    if (!plain && !reals)
        printf("  %s\n", lud_diags_render(diags, 0, false));
    t->reals += reals;
    opened = opened && (reals || (plain && side_open(&rg, plain, "rg", LUD_BACKEND_INTERP)));
    result = opened && strcmp(machine_of(&b), "structures") == 0;
    for (uint64_t i = 0; i < 3 && result; i++) {
        result = same_play(&a, &b, seed + i, false, &full);
        if (result && !reals && !same_play(&rg, &b, seed + i, true, &full))
            result = (printf("  (as RG)\n"), 0);
        if (result && native && !same_play(&c, &b, seed + i, false, &full))
            result = (printf("  (native code)\n"), 0);
    }
    t->full += full;
    t->native += native;
    free(plain);
    lud_diags_free(diags);
    side_close(&a), side_close(&b), side_close(&c), side_close(&rg);
    return result;
}

/* Every mix of what games can be made of. */
TEST(both_machines_agree_on_random_games)
{
    static writing w;
    const char *one = getenv("TOSS_SEED"), *many = getenv("LUDENS_RANDOM_GAMES");
    uint64_t seed = one ? strtoull(one, NULL, 10) : 1, end = one    ? seed + 1
                                                             : many ? strtoull(many, NULL, 10)
                                                                    : sample_count(320, 0);
    tally t = {0};
    for (; seed < end; seed++) {
        write_game(&w, seed, (unsigned)(seed % FEATURES));
        int result = compare(w.text, seed, seed % 45 == 0 || one, &t);
        t.automata += result > 0;
        t.structures += result < 0;
        if (result == 0 || one)
            TEST_FAIL("seed %" PRIu64 "\n%s", seed, w.text);
        if (result == 0 && !many)
            break;
    }
    printf("  %u automata, %u of them with reals, %u on structures, %u full, %u in native code\n", t.automata, t.reals,
           t.structures, t.full, t.native);
    CHECK(one || sample_each() > 1 || (t.automata > 2 * t.structures && t.full > 0 && t.native > 0 && t.reals > 0));
}

TEST_MAIN

#define _XOPEN_SOURCE 700 /* nftw */
/* Replays the recorded playouts of the public games of Ludii: the position at the start, the legal moves of each step
 * by number and hash, what the chosen move changes, how the game ends; and counts of perft. Each part has games of one
 * version: `parts` says where they are.
 *
 * A game fails that is not exact, unless lud_known.txt lists it. A line a game says what it is: exact, how it first
 * differs, or why it is refused. Games with chance follow the recorded outcome: of all throws of
 * the dice the one with which the step is as recorded (--verbose says what is wrong with the others).
 *
 * The files are looked for under $LUDENS_SHARED, else in ../shared beside the source.
 *
 * Usage: lud_games [--native] [--playouts] [--verbose] [--table] [--reasons] [--slow | --quick] [--part NAME]
 *                  [--slice K/N] [--seconds N] [--sample N] [PART-OF-A-NAME...]
 * --slow: those that lud_slow.txt lists; --quick: all others; --sample N: every Nth by a hash of its name.
 * --slice K/N: the Kth of N shares; --seconds N: each game in a process of its own, for so long at most.
 * --reasons: how often each reason was given, numbers left out. */
#include "ludens.h"
#include "sample.h"

#include <ftw.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TAGS = 32, GAMES = 325, PATH = 1200, LEAVES = 20000, TEXT = 1 << 16, REASONS = 2000, REASON = 160 };

/* Folders under oracles/ and corpora/ have the same name. */
typedef struct part {
    const char *name, *defines, *dialect; /* dialect: NULL for the one that the text fits */
} part;
static const part parts[] = {{"lud", "lud-def", NULL}, {"lud-b", "lud-def", NULL}, {"lud13", "lud13-def", "ludii-1.3"}};
enum { PARTS = sizeof parts / sizeof *parts };

typedef struct subject {
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *state, *next;
    json_t *expected; /* the position as recorded */
    char problem[600];
    bool random_start;
    int players, first_die, last_die; /* sites of dice */
    uint32_t turn;                    /* which of the moves with the recorded text is looked at first */
    uint32_t skip; /* of the moves with the recorded text that lead to the recorded position, so many are passed over */
    bool more;     /* and there are others behind the one that was taken */
    int then;      /* who moves next in the record; 0: nobody */
    uint32_t words[TAGS], count; /* of the move that was taken */
} subject;

typedef enum verdict { EXACT, DIFFERS, REFUSED, BROKEN, VERDICTS } verdict;

static const char *root;
static const part *of;
static bool native, table, no_perft, verbose, only_slow, only_quick, tell_reasons;
static uint32_t each, slice, slices = 1, seen;
static unsigned seconds_each;
static char **wanted;
static int wanted_count, counts[VERDICTS], failed, skipped;
static char *known_names, *slow_names;
static struct {
    char text[REASON];
    int count;
} reasons[REASONS];
static int reason_count;

static bool is_wanted(const char *path)
{
    bool any = wanted_count == 0;
    for (int i = 0; i < wanted_count && !any; i++)
        any = strstr(path, wanted[i]) != NULL;
    return any;
}

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    fseek(in, 0, SEEK_END);
    long n = ftell(in);
    rewind(in);
    char *text = calloc(1, (size_t)n + 1);
    size_t got = fread(text, 1, (size_t)n, in);
    fclose(in);
    return got == (size_t)n ? text : NULL;
}

static bool differs(subject *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool differs(subject *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*s->problem)
        vsnprintf(s->problem, sizeof s->problem, format, args);
    va_end(args);
    return false;
}

static void hash_text(const char *text, char *out)
{
    unsigned h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    sprintf(out, "%08x", h);
}

/* ---- positions ---- */

static void on_value(void *user, const char *key, const char *value)
{
    json_object_set_new(user, key, json_string(value));
}
static void on_map(void *user, const char *key) { (void)user, (void)key; }
static void on_end(void *user) { (void)user; }

static json_t *position(const subject *s, const void *state)
{
    json_t *all = json_object();
    lud_state_visit(s->game, state, false, &(lud_state_visitor){on_map, on_value, on_end}, all);
    return all;
}

/* The first entry that is not the same, as text; NULL when all are. */
static const char *difference(json_t *expected, json_t *actual, char *text)
{
    const char *key;
    json_t *value;
    json_object_foreach (actual, key, value)
        if (!json_object_get(expected, key)) {
            sprintf(text, "%s is %.60s instead of nothing", key, json_string_value(value));
            return text;
        }
    json_object_foreach (expected, key, value) {
        const json_t *own = json_object_get(actual, key);
        if (!own || strcmp(json_string_value(own), json_string_value(value)) != 0) {
            sprintf(text, "%s is %.60s instead of %.60s", key, own ? json_string_value(own) : "nothing",
                    json_string_value(value));
            return text;
        }
    }
    return NULL;
}

static bool same_hash(json_t *actual, const char *expected)
{
    char hash[9], *text = json_dumps(actual, JSON_COMPACT);
    hash_text(text, hash);
    free(text);
    return strcmp(hash, expected) == 0;
}

static void change(json_t *position, json_t *changes)
{
    const char *key;
    json_t *value;
    json_object_foreach (changes, key, value)
        if (*json_string_value(value))
            json_object_set(position, key, value);
        else
            json_object_del(position, key);
}

/* ---- moves ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* A way of making the same move that is told apart by a mark is the same text in the records.
   They write rotations as states, too, and none for 0. */
static void as_recorded(char *text)
{
    char *mark = strchr(text, '~'), *turn = strncmp(text, "SetRotation:", 12) == 0 ? strchr(text + 12, 'r') : NULL;
    if (mark)
        *mark = 0;
    if (turn) {
        long n = strtol(turn + 1, NULL, 10);
        if (n == 0)
            *turn = 0;
        else
            sprintf(turn, "s%ldr%ld", n, n);
    }
}

static char **texts_of(subject *s, uint32_t count)
{
    char **all = calloc(count + 1, sizeof *all), buffer[2000];
    for (uint32_t i = 0; i < count; i++) {
        lud_move_text(s->game, lud_moves_at(s->moves, i), buffer, sizeof buffer);
        as_recorded(buffer);
        all[i] = strdup(buffer);
    }
    return all;
}

static char *joined(char **texts, uint32_t count, bool once)
{
    size_t n = 1;
    char **sorted = calloc(count + 1, sizeof *sorted);
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = texts[i];
        n += strlen(texts[i]) + 1;
    }
    qsort(sorted, count, sizeof *sorted, by_text);
    char *all = calloc(1, n), *p = all;
    for (uint32_t i = 0; i < count; i++)
        if (!once || i == 0 || strcmp(sorted[i], sorted[i - 1]) != 0)
            p += sprintf(p, "%s%s", p == all ? "" : " ", sorted[i]);
    free(sorted);
    return all;
}

static char *distinct(const char *list)
{
    char *copy = strdup(list), *save = NULL, **words = calloc(strlen(list) + 1, sizeof *words);
    uint32_t n = 0;
    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        words[n++] = w;
    char *out = joined(words, n, true);
    free(words);
    free(copy);
    return out;
}

/* First words that only one of two sorted lists has. */
static void list_difference(subject *s, const char *expected, const char *actual)
{
    char *a = strdup(expected), *b = strdup(actual), *sa, *sb, *x = strtok_r(a, " ", &sa), *y = strtok_r(b, " ", &sb);
    while (x && y && strcmp(x, y) == 0) {
        x = strtok_r(NULL, " ", &sa);
        y = strtok_r(NULL, " ", &sb);
    }
    int order = !x ? 1 : !y ? -1 : strcmp(x, y);
    if (order < 0)
        differs(s, "the move %s is missing", x);
    else
        differs(s, "the move %s is not legal", y ? y : "?");
    free(a);
    free(b);
}

/* The moves as often as there are ways to make them; how many. */
static uint32_t repeated(subject *s, char **texts, uint32_t count, char ***out)
{
    lud_moves *all = lud_moves_new();
    uint32_t n = 0, role = (uint32_t)__builtin_ctzll(lud_movers(s->game, s->state));
    *out = NULL;
    if (lud_moves_list(s->ctx, s->state, role, all) == LUD_OK && lud_moves_count(all) == count) {
        *out = calloc(lud_moves_weight(all) + 1, sizeof **out);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = lud_moves_at(all, i).weight; k > 0; k--)
                (*out)[n++] = texts[i];
    }
    lud_moves_free(all);
    return n;
}

static bool same_repeated(subject *s, char **texts, uint32_t count, uint32_t n, const char *hash)
{
    char own[9], **all, *text;
    uint32_t ways = repeated(s, texts, count, &all);
    if (ways != n) {
        free(all);
        return false;
    }
    text = joined(all, ways, false);
    hash_text(text, own);
    free(text);
    free(all);
    return strcmp(own, hash) == 0;
}

static bool same_moves(subject *s, char **texts, uint32_t count, uint32_t n, const char *hash, const char *list)
{
    char own[9], *all = joined(texts, count, false);
    hash_text(all, own);
    bool fine = count == n && strcmp(own, hash) == 0;
    if (!fine) {
        char *mine = joined(texts, count, true), *theirs = list ? distinct(list) : NULL;
        uint32_t kinds = 1;
        for (const char *p = mine; *p; p++)
            kinds += *p == ' ';
        uint64_t ways[2] = {0};
        fine = same_repeated(s, texts, count, n, hash) || (theirs && kinds < n && strcmp(mine, theirs) == 0) ||
               (!theirs && kinds < n &&
                lud_perft(s->ctx, s->state, 1, &(lud_perft_options){.count_duplicates = true}, ways) == LUD_OK &&
                ways[1] == n);
        if (!fine && theirs && strcmp(mine, theirs) != 0)
            list_difference(s, theirs, mine);
        if (!fine)
            differs(s, "%u legal moves instead of %u: %.300s", count, n, mine);
        free(mine);
        free(theirs);
    }
    free(all);
    return fine;
}

static bool leads_to(subject *s, json_t *changes, char *why)
{
    json_t *now = position(s, s->next);
    bool fine;
    if (json_is_string(changes)) {
        fine = same_hash(now, json_string_value(changes));
        if (!fine)
            strcpy(why, "another position");
    } else
        fine = !difference(s->expected, now, why);
    if (verbose && !fine) {
        char *own = json_dumps(now, JSON_COMPACT);
        fprintf(stderr, "%s\n", own);
        free(own);
    }
    json_decref(now);
    return fine;
}

/* Whether the recorded position comes of it, perhaps by what chance picks as a consequence. */
static bool comes_to(subject *s, json_t *changes, char *why, int more)
{
    if (leads_to(s, changes, why))
        return true;
    if (!more || lud_movers(s->game, s->next) != 1)
        return false;
    const size_t size = lud_state_size(s->game);
    unsigned char *before = malloc(size);
    lud_moves *outcomes = lud_moves_new();
    char other[600];
    bool found = false;
    memcpy(before, s->next, size);
    const uint32_t n = lud_moves_list(s->ctx, before, 0, outcomes) == LUD_OK ? lud_moves_count(outcomes) : 0;
    for (uint32_t i = 0; i < n && !found; i++) {
        const lud_move outcome = lud_moves_at(outcomes, i);
        char text[40];
        lud_move_text(s->game, outcome, text, sizeof text);
        if (strncmp(text, "Random:", 7) != 0) /* a throw of dice: the next turn */
            break;
        memcpy(s->next, before, size);
        found = lud_apply(s->ctx, s->next, &outcome) == LUD_OK && comes_to(s, changes, other, more - 1);
        const uint64_t movers = lud_movers(s->game, s->next); /* chance may say who is next */
        found &= !s->then || movers == 1 || movers == UINT64_C(1) << s->then || i + 1 == n;
    }
    lud_moves_free(outcomes);
    free(before);
    return found;
}

static bool try_move(subject *s, lud_move move, json_t *changes, char *why)
{
    uint32_t ways = 1;
    for (uint32_t way = 0; way < ways; way++) {
        memcpy(s->next, s->state, lud_state_size(s->game));
        lud_status status = lud_apply_way(s->ctx, s->next, &move, way, &ways);
        if (status != LUD_OK) {
            snprintf(why, 300, "the move ends in: %s", lud_status_text(status));
            const char *fault = lud_fault_text(s->ctx, false);
            if (fault)
                snprintf(why, 300, "%.250s", fault);
            for (char *p = why; *p; p++)
                *p = *p == '\n' ? ' ' : *p;
            return false;
        }
        if (comes_to(s, changes, why, 2))
            return true;
    }
    return false;
}

static bool exchanged(subject *s)
{
    json_t *now = position(s, s->state);
    bool is = json_object_get(now, "order") != NULL;
    json_decref(now);
    return is;
}

/* Those who move at once: the moves of each, and which of them have the recorded text. */
typedef struct joint {
    lud_moves *lists[64];
    uint32_t fitting[64][64], fits[64];
    char **texts; /* of all, each behind the number of its player */
    uint32_t count;
} joint;

static bool is_word(const char *text, const char *word)
{
    const char *at = strstr(text, word), *end = at ? at + strlen(word) : NULL;
    return at && (at == text || at[-1] == ' ') && (!*end || *end == ' ');
}

static void list_joint(subject *s, joint *j, uint64_t movers, const char *chosen)
{
    for (uint32_t role = 1; role < 64; role++) {
        j->lists[role] = lud_moves_new();
        if (!(movers >> role & 1) || lud_moves_list(s->ctx, s->state, role, j->lists[role]) != LUD_OK)
            continue;
        const uint32_t n = lud_moves_count(j->lists[role]);
        j->texts = realloc(j->texts, (j->count + n + 1) * sizeof *j->texts);
        for (uint32_t i = 0; i < n; i++) {
            char buffer[2000];
            const int prefix = sprintf(buffer, "%u.", role);
            lud_move_text(s->game, lud_moves_at(j->lists[role], i), buffer + prefix, sizeof buffer - (size_t)prefix);
            as_recorded(buffer);
            if (is_word(chosen, buffer) && j->fits[role] < 64)
                j->fitting[role][j->fits[role]++] = i;
            j->texts[j->count++] = strdup(buffer);
        }
    }
}

/* Of all ways in which the moves can be meant one that leads to the recorded position. */
static bool make_joint(subject *s, const joint *j, uint32_t role, lud_move *choice, json_t *changes, char *why)
{
    bool found = false;
    while (role < 64 && j->fits[role] == 0)
        role++;
    for (uint32_t i = 0; role < 64 && i < j->fits[role] && !found; i++) {
        choice[role] = lud_moves_at(j->lists[role], j->fitting[role][i]);
        found = make_joint(s, j, role + 1, choice, changes, why);
    }
    for (uint32_t way = 0, ways = role < 64 ? 0 : 1; way < ways && !found; way++) {
        memcpy(s->next, s->state, lud_state_size(s->game));
        lud_status status = lud_apply_joint_way(s->ctx, s->next, choice, way, &ways);
        if (status != LUD_OK)
            sprintf(why, "%s", lud_status_text(status));
        found = status == LUD_OK && leads_to(s, changes, why);
    }
    return found;
}

/* Decisions of players who move at once, as recorded. */
static bool joint_decision(subject *s, json_t *step, uint64_t movers)
{
    const char *chosen = json_string_value(json_array_get(step, 3)), *list = json_string_value(json_array_get(step, 5));
    const json_int_t n = json_integer_value(json_array_get(step, 1));
    joint *j = calloc(1, sizeof *j);
    lud_move choice[64] = {0};
    char own[9], why[600] = "";
    list_joint(s, j, movers, chosen);
    char *all = joined(j->texts, j->count, false);
    hash_text(all, own);
    bool fine = j->count == n && strcmp(own, json_string_value(json_array_get(step, 2))) == 0;
    if (!fine && list)
        list_difference(s, list, all);
    if (!fine)
        differs(s, "%u legal moves instead of %d: %.300s", j->count, (int)n, all);
    for (uint32_t role = 1; role < 64 && fine; role++)
        if ((movers >> role & 1) && !j->fits[role])
            fine = differs(s, "%s is not legal", chosen);
    if (fine && !make_joint(s, j, 1, choice, json_array_get(step, 4), why))
        fine = differs(s, "after %s %s", chosen, why);
    if (fine)
        memcpy(s->state, s->next, lud_state_size(s->game));
    for (uint32_t i = 0; i < j->count; i++)
        free(j->texts[i]);
    for (uint32_t role = 0; role < 64; role++)
        lud_moves_free(j->lists[role]);
    free(j->texts);
    free(j);
    free(all);
    return fine;
}

/* A decision of a player as recorded. */
static bool decision(subject *s, json_t *step)
{
    const uint64_t movers = lud_movers(s->game, s->state);
    if (movers & (movers - 1))
        return joint_decision(s, step, movers);
    int mover = (int)json_integer_value(json_array_get(step, 0));
    uint32_t n = (uint32_t)json_integer_value(json_array_get(step, 1));
    const char *hash = json_string_value(json_array_get(step, 2)), *chosen = json_string_value(json_array_get(step, 3));
    json_t *changes = json_array_get(step, 4);
    const char *list = json_string_value(json_array_get(step, 5));
    if (lud_terminal(s->game, s->state))
        return differs(s, "over too early");
    if (exchanged(s)) /* sides are recorded, and seats decide */
        mover = 3 - mover;
    if (movers != UINT64_C(1) << mover)
        return differs(s, "player %d is to move, not %d", __builtin_ctzll(movers), mover);
    lud_status status = lud_moves_list(s->ctx, s->state, (uint32_t)mover, s->moves);
    if (status != LUD_OK)
        return differs(s, "%s", lud_status_text(status));
    uint32_t count = lud_moves_count(s->moves);
    char **texts = texts_of(s, count), why[600] = "";
    bool fine = same_moves(s, texts, count, n, hash, list), found = false, legal = false;
    unsigned char *after = malloc(lud_state_size(s->game));
    uint32_t fitting = 0, *same = calloc(count + 1, sizeof *same), sames = 0;
    for (uint32_t i = 0; i < count && fine; i++)
        if (strcmp(texts[i], chosen) == 0)
            same[sames++] = i;
    for (uint32_t k = 0; k < sames && fitting < s->skip + 2; k++) {
        uint32_t i = same[(k + s->turn) % sames];
        lud_moves_list(s->ctx, s->state, (uint32_t)mover, s->moves);
        legal = true;
        if (try_move(s, lud_moves_at(s->moves, i), changes, why) && fitting++ == s->skip) {
            lud_move taken = lud_moves_at(s->moves, i);
            memcpy(after, s->next, lud_state_size(s->game));
            s->count = taken.count <= TAGS ? taken.count : 0;
            memcpy(s->words, taken.words, s->count * sizeof *s->words);
            found = true;
        }
    }
    s->more = fitting > s->skip + 1;
    free(same);
    if (found)
        memcpy(s->next, after, lud_state_size(s->game));
    free(after);
    for (uint32_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
    if (!fine)
        return false;
    if (!found)
        return legal ? differs(s, "after %s %s", chosen, why) : differs(s, "%s is not legal", chosen);
    memcpy(s->state, s->next, lud_state_size(s->game));
    return true;
}

/* Dice show what they were thrown, used or not, so that the position afterwards tells. */
static bool shows_dice(subject *s)
{
    json_t *now = position(s, s->state);
    bool same = true;
    for (int site = s->first_die; site < s->last_die && same; site++) {
        char key[16];
        sprintf(key, "C%d", site);
        const char *own = json_string_value(json_object_get(now, key)),
                   *theirs = json_string_value(json_object_get(s->expected, key));
        same = own && theirs && strcmp(own, theirs) == 0;
    }
    json_decref(now);
    return same;
}

/* Of what chance may do the first that the decision of the record fits to. */
static bool step(subject *s, json_t *step)
{
    json_t *changes = json_array_get(step, 4);
    if (json_is_object(changes))
        change(s->expected, changes);
    bool of_nobody =
        json_integer_value(json_array_get(step, 0)) == 0; /* in a game without players all that happens is recorded */
    if (lud_movers(s->game, s->state) != 1 || of_nobody)
        return decision(s, step);
    size_t size = lud_state_size(s->game);
    unsigned char *before = malloc(size);
    lud_moves *outcomes = lud_moves_new();
    bool found = false;
    char problem[600] = "";
    memcpy(before, s->state, size);
    lud_status status = lud_moves_list(s->ctx, before, 0, outcomes);
    for (uint32_t i = 0, n = status == LUD_OK ? lud_moves_count(outcomes) : 0; i < 2 * n && !found; i++) {
        lud_move outcome = lud_moves_at(outcomes, i % n); /* first those that still show in the position afterwards */
        memcpy(s->state, before, size);
        if (lud_apply(s->ctx, s->state, &outcome) != LUD_OK || (json_is_object(changes) && shows_dice(s) != (i < n)))
            continue;
        *s->problem = 0;
        found = decision(s, step);
        if (verbose && !found) {
            char text[200];
            lud_move_text(s->game, outcome, text, sizeof text);
            fprintf(stderr, "%s: %s\n", text, s->problem);
        }
        if (!*problem || strncmp(s->problem, "after", 5) == 0)
            strcpy(problem, s->problem);
    }
    strcpy(s->problem, found ? "" : problem);
    lud_moves_free(outcomes);
    free(before);
    return found || differs(s, "no throw of the dice fits");
}

/* ---- results ---- */

static bool same_result(subject *s, json_t *line)
{
    double scores[64], rank;
    const json_t *ranks = json_object_get(line, "rank");
    lud_scores(s->game, s->state, scores);
    if (of->dialect && exchanged(s)) { /* later ranks are those of sides */
        const double first = scores[0];
        scores[0] = scores[1];
        scores[1] = first;
    }
    for (int p = 0; p < s->players; p++) {
        rank = json_number_value(json_array_get(ranks, (size_t)p));
        double points = s->players == 1 ? (rank == 1 ? 100 : 0) : 100 * (s->players - rank) / (s->players - 1);
        double d = points - scores[p];
        if (d > 1 || d < -1)
            return differs(s, "player %d gets %g instead of rank %g", p + 1, scores[p], rank);
    }
    return true;
}

/* Whether nothing stands where it does not in the record. */
static bool fits_start(subject *s)
{
    const char *key;
    json_t *value, *now = position(s, s->state);
    bool fits = true;
    json_object_foreach (now, key, value) {
        const json_t *theirs = json_object_get(s->expected, key);
        const bool nothing = strncmp(json_string_value(value), "0w0x0", 5) == 0; /* what is there is hidden already */
        fits &= nothing || strchr("CVE", *key) == NULL ||
                (theirs && strcmp(json_string_value(theirs), json_string_value(value)) == 0);
    }
    json_decref(now);
    return fits;
}

/* Where chance puts pieces first it puts them as recorded. */
static bool random_start(subject *s)
{
    size_t size = lud_state_size(s->game);
    unsigned char *before = malloc(size);
    lud_moves *outcomes = lud_moves_new();
    bool found = true;
    while (found && s->random_start && lud_movers(s->game, s->state) == 1) {
        memcpy(before, s->state, size);
        found = false;
        lud_status status = lud_moves_list(s->ctx, before, 0, outcomes);
        for (uint32_t i = 0; status == LUD_OK && i < lud_moves_count(outcomes) && !found; i++) {
            lud_move outcome = lud_moves_at(outcomes, i);
            memcpy(s->state, before, size);
            found = lud_apply(s->ctx, s->state, &outcome) == LUD_OK && fits_start(s);
        }
    }
    lud_moves_free(outcomes);
    free(before);
    return found || differs(s, "no random start fits");
}

/* A step of a playout that can be taken back. */
typedef struct taken {
    unsigned char *state;
    json_t *expected;
    uint32_t skip;
    bool more, again; /* again: the same move is still right */
    uint32_t words[TAGS], count;
} taken;

static const char *text_of(json_t *steps, size_t i)
{
    return json_string_value(json_array_get(json_array_get(steps, i), 3));
}

/* Moves of puzzles that change what is not shown have equal texts. Where one does not fit, another one may have been
 * meant at the last step with that text, or at the one before. */
static bool take_back(subject *s, json_t *steps, taken *all, size_t *i)
{
    for (size_t j = *i; j-- > 0;) {
        if (!all[j].more || (j + 1 < *i && strcmp(text_of(steps, j), text_of(steps, *i)) != 0))
            continue;
        for (size_t k = j + 1; k <= *i; k++) {
            bool same = strcmp(text_of(steps, k), text_of(steps, *i)) == 0;
            all[k].skip = same ? 0 : all[k].skip;
            all[k].again = !same && all[k].count;
        }
        all[j].again = false;
        all[j].skip++;
        memcpy(s->state, all[j].state, lud_state_size(s->game));
        json_decref(s->expected);
        s->expected = json_deep_copy(all[j].expected);
        *i = j;
        return true;
    }
    return false;
}

enum { TAKEN_BACK_MAX = 300 };

static bool follow(subject *s, json_t *steps, size_t *at)
{
    size_t n = json_array_size(steps), i = 0;
    taken *all = calloc(n + 1, sizeof *all);
    bool fine = true;
    for (uint32_t back = 0; i < n && fine; i++) {
        all[i].state = all[i].state ? all[i].state : malloc(lud_state_size(s->game));
        memcpy(all[i].state, s->state, lud_state_size(s->game));
        json_decref(all[i].expected);
        all[i].expected = json_deep_copy(s->expected);
        if (all[i].again) {
            json_t *changes = json_array_get(json_array_get(steps, i), 4);
            if (json_is_object(changes))
                change(s->expected, changes);
            lud_status status =
                lud_apply_move(s->ctx, s->state, &(lud_move){.words = all[i].words, .count = all[i].count});
            fine = status == LUD_OK || differs(s, "again %s: %s", text_of(steps, i), lud_status_text(status));
            continue;
        }
        s->skip = all[i].skip;
        s->then = (int)json_integer_value(json_array_get(json_array_get(steps, i + 1), 0));
        s->turn = 0;
        for (size_t k = 0; k < i && strncmp(text_of(steps, i), "Toggle:", 7) == 0; k++) /* one value after the other */
            s->turn += strcmp(text_of(steps, k), text_of(steps, i)) == 0;
        s->more = false;
        s->count = 0;
        fine = step(s, json_array_get(steps, i));
        all[i].more = s->more;
        all[i].count = s->count;
        memcpy(all[i].words, s->words, sizeof all[i].words);
        if (!fine && back++ < TAKEN_BACK_MAX && take_back(s, steps, all, &i)) {
            fine = true;
            *s->problem = 0;
            i--;
        }
    }
    *at = fine ? i : i - 1;
    for (size_t k = 0; k < n; k++) {
        json_decref(all[k].expected);
        free(all[k].state);
    }
    free(all);
    return fine;
}

static bool playout(subject *s, json_t *line)
{
    char why[600];
    size_t i;
    lud_status status = lud_start(s->ctx, s->state);
    if (status != LUD_OK)
        return differs(s, "start: %s", lud_status_text(status));
    json_decref(s->expected);
    s->expected = json_deep_copy(json_object_get(line, "init"));
    if (!random_start(s))
        return false;
    json_t *now = position(s, s->state);
    const char *d = difference(s->expected, now, why);
    json_decref(now);
    if (d)
        return differs(s, "at the start %s", d);
    if (!follow(s, json_object_get(line, "steps"), &i)) {
        char text[600];
        snprintf(text, sizeof text, "playout %d, ply %zu: %.500s",
                 (int)json_integer_value(json_object_get(line, "playout")), i, s->problem);
        strcpy(s->problem, text);
        return false;
    }
    bool over = json_integer_value(json_object_get(line, "over"));
    if (lud_terminal(s->game, s->state) != over)
        return differs(s, "playout %d: %s", (int)json_integer_value(json_object_get(line, "playout")),
                       over ? "not over at the end" : "over");
    return !over || same_result(s, line);
}

static bool perft(subject *s, json_t *expected)
{
    size_t i;
    json_t *count;
    uint64_t own[64];
    json_array_foreach (expected, i, count) {
        uint64_t n = (uint64_t)json_integer_value(count);
        if (n > LEAVES || i > 60)
            break;
        lud_perft_options o = {.count_duplicates = true};
        lud_status status = lud_perft(s->ctx, NULL, (uint32_t)i + 1, &o, own);
        if (status != LUD_OK)
            return differs(s, "perft %zu: %s", i + 1, lud_status_text(status));
        if (own[i + 1] != n) {
            uint64_t once = 0;
            if (lud_perft(s->ctx, NULL, (uint32_t)i + 1, NULL, own) == LUD_OK)
                once = own[i + 1];
            if (once != n)
                return differs(s, "perft %zu is %llu instead of %llu", i + 1, (unsigned long long)own[i + 1],
                               (unsigned long long)n);
        }
    }
    return true;
}

/* ---- games ---- */

static void read_header(subject *s, json_t *line)
{
    size_t i;
    json_t *container;
    s->players = (int)json_integer_value(json_object_get(line, "players"));
    s->random_start = json_integer_value(json_object_get(line, "randomStart"));
    s->first_die = s->last_die = 0;
    json_array_foreach (json_object_get(line, "containers"), i, container)
        if (strncmp(json_string_value(json_array_get(container, 0)), "Dice", 4) == 0) {
            int first = (int)json_integer_value(json_array_get(container, 1));
            s->first_die = s->last_die ? s->first_die : first;
            s->last_die = first + (int)json_integer_value(json_array_get(container, 2));
        }
}

static bool check_lines(subject *s, char *text)
{
    bool first = true;
    for (char *p = text; p && *p;) {
        char *end = strchr(p, '\n');
        if (end)
            *end = 0;
        json_t *line = json_loads(p, 0, NULL);
        bool fine = true;
        if (first)
            read_header(s, line);
        else if (json_object_get(line, "perft") && !no_perft)
            fine = perft(s, json_object_get(line, "perft"));
        else if (json_object_get(line, "playout"))
            fine = playout(s, line);
        first = false;
        json_decref(line);
        if (!fine)
            return false;
        p = end ? end + 1 : NULL;
    }
    return true;
}

static void first_line(const char *text, char *out, size_t size)
{
    size_t n = strcspn(text, "\n");
    const char *colon = strstr(text, "error");
    if (colon && colon < text + n) {
        n -= (size_t)(colon - text);
        text = colon;
    }
    snprintf(out, size, "%.*s", (int)n, text);
}

/* The list has a name a line, which may be followed by a tab and more. */
static bool is_listed(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = list; p && *p;) {
        if (strncmp(p, name, n) == 0 && (p[n] == '\n' || p[n] == '\t' || !p[n]))
            return true;
        p = strchr(p, '\n');
        p = p ? p + 1 : NULL;
    }
    return false;
}

static void count_reason(verdict o, const char *reason)
{
    static const char *const words[] = {"exact", "differs", "refused", "broken"};
    char text[REASON], *out = text + sprintf(text, "%s: ", words[o]);
    for (const char *p = reason; *p && out < text + REASON - 1; p++)
        if (*p < '0' || *p > '9' || out[-1] != '#')
            *out++ = *p >= '0' && *p <= '9' ? '#' : *p;
    *out = 0;
    int i = 0;
    while (i < reason_count && strcmp(reasons[i].text, text) != 0)
        i++;
    if (i == REASONS)
        return;
    reason_count += i == reason_count;
    strcpy(reasons[i].text, text);
    reasons[i].count++;
}

static int by_count(const void *a, const void *b)
{
    int x = *(const int *)((const char *)a + REASON), y = *(const int *)((const char *)b + REASON);
    return x == y ? strcmp(a, b) : y - x;
}

static void report(const char *name, verdict o, const char *reason, double seconds)
{
    static const char *const words[] = {"exact", "differs", "refused", "broken"};
    const bool known = o != EXACT && o != BROKEN && is_listed(known_names, name);
    counts[o]++;
    failed += o != EXACT && !known;
    skipped += known;
    if (o != EXACT)
        count_reason(o, reason);
    if (table)
        printf("| %s | %s | %s |\n", name, words[o], reason);
    else if (o != EXACT && !known)
        printf("FAILED  %s: %s: %s\n", name, words[o], reason);
    else if (verbose || known || wanted_count)
        printf("%-8s %5.2f  %s%s%s\n", words[o], seconds, name, *reason ? ": " : "", reason);
    fflush(stdout);
}

/* `name` is relative to the folder of the part. */
static verdict check_game(const char *name, char *reason)
{
    char path[PATH * 2], defines[PATH];
    subject s = {0};
    lud_options o;
    lud_options_init(&o);
    o.limits.max_load_seconds = 0; /* of a busy machine */
    snprintf(defines, sizeof defines, "%s/corpora/%s", root, of->defines);
    o.defines = defines;
    o.dialect = of->dialect;
    o.backend = native ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP;
    snprintf(path, sizeof path, "%s/corpora/%s/%s.lud", root, of->name, name);
    lud_diags *diags = lud_diags_new();
    s.game = lud_load_file(path, &o, diags);
    verdict result = REFUSED;
    if (!s.game) {
        first_line(lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "nothing reported", reason, REASON * 3);
    } else {
        snprintf(path, sizeof path, "%s/oracles/%s/%s.jsonl", root, of->name, name);
        char *text = read_file(path);
        if (native)
            lud_native_wait(s.game);
        s.ctx = lud_context_new(s.game);
        s.moves = lud_moves_new();
        s.state = calloc(1, lud_state_size(s.game));
        s.next = calloc(1, lud_state_size(s.game));
        result = text && check_lines(&s, text) ? EXACT : DIFFERS;
        strcpy(reason, s.problem);
        free(text);
        free(s.state);
        free(s.next);
        json_decref(s.expected);
        lud_moves_free(s.moves);
        lud_context_free(s.ctx);
    }
    lud_game_free(s.game);
    lud_diags_free(diags);
    return result;
}

/* In a process of its own, which a crash or the clock may end. */
static verdict check_apart(const char *name, char *reason)
{
    int ends[2], status = 0;
    if (pipe(ends) != 0)
        return BROKEN;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(seconds_each);
        const verdict o = check_game(name, reason);
        const bool told = write(ends[1], reason, strlen(reason)) >= 0;
        _exit(told ? (int)o : BROKEN);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t got; n < REASON * 4 && (got = read(ends[0], reason + n, REASON * 4 - n)) > 0; n += (size_t)got)
        ;
    reason[n] = 0;
    close(ends[0]);
    const bool ended = child >= 0 && waitpid(child, &status, 0) == child;
    if (ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
        sprintf(reason, "not within %u s", seconds_each);
        return DIFFERS;
    }
    if (!ended || !WIFEXITED(status)) {
        sprintf(reason, "ended by signal %d", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
        return BROKEN;
    }
    return (verdict)WEXITSTATUS(status);
}

static int visit(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)where;
    size_t n = strlen(path);
    char name[PATH], listed[PATH * 2], reason[1000] = "";
    if (kind != FTW_F || n < 7 || strcmp(path + n - 6, ".jsonl") != 0 || !is_wanted(path))
        return 0;
    snprintf(name, sizeof name, "%s", strstr(path, "/oracles/") + strlen("/oracles/") + strlen(of->name) + 1);
    name[strlen(name) - strlen(".jsonl")] = 0;
    snprintf(listed, sizeof listed, "%s/%s.lud", of->name, name);
    const bool slow = is_listed(slow_names, listed);
    if (seen++ % slices != slice)
        return 0;
    if (!sampled(strchr(listed, '/') + 1, each) || (only_slow && !slow) || (only_quick && slow)) {
        skipped++;
        return 0;
    }
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    verdict o = seconds_each ? check_apart(name, reason) : check_game(name, reason);
    clock_gettime(CLOCK_MONOTONIC, &b);
    report(listed, o, reason, (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec));
    return 0;
}

int main(int argc, char **argv)
{
    char folder[PATH];
    const char *only_part = NULL;
    int i = 1;
    each = sample_option(&argc, argv);
    known_names = read_file(SOURCE_DIR "/tests/oracle/lud_known.txt");
    slow_names = read_file(SOURCE_DIR "/tests/oracle/lud_slow.txt");
    root = getenv("LUDENS_SHARED");
    if (!root)
        root = SOURCE_DIR "/../shared";
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        if (strcmp(argv[i], "--native") == 0)
            native = true;
        else if (strcmp(argv[i], "--playouts") == 0)
            no_perft = true;
        else if (strcmp(argv[i], "--verbose") == 0)
            verbose = true;
        else if (strcmp(argv[i], "--table") == 0)
            table = true;
        else if (strcmp(argv[i], "--reasons") == 0)
            tell_reasons = true;
        else if (strcmp(argv[i], "--slow") == 0)
            only_slow = true;
        else if (strcmp(argv[i], "--quick") == 0)
            only_quick = true;
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc)
            only_part = argv[++i];
        else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            seconds_each = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--slice") == 0 && i + 1 < argc && sscanf(argv[++i], "%u/%u", &slice, &slices) != 2)
            return 2;
    }
    wanted = argv + i;
    wanted_count = argc - i;
    for (of = parts; of < parts + PARTS; of++) {
        snprintf(folder, sizeof folder, "%s/oracles/%s", root, of->name);
        if (!only_part || strcmp(only_part, of->name) == 0)
            nftw(folder, visit, 16, FTW_PHYS);
    }
    free(known_names);
    free(slow_names);
    if (tell_reasons)
        qsort(reasons, (size_t)reason_count, sizeof *reasons, by_count);
    for (int r = 0; tell_reasons && r < reason_count; r++)
        printf("%4d %s\n", reasons[r].count, reasons[r].text);
    printf("%s%d exact, %d differ, %d refused, %d broken\n", table ? "\n" : "", counts[EXACT], counts[DIFFERS],
           counts[REFUSED], counts[BROKEN]);
    if (counts[EXACT] + counts[DIFFERS] + counts[REFUSED] + counts[BROKEN] + skipped == 0)
        skipped = GAMES;
    printf("%d passed, %d failed, %d skipped\n", counts[EXACT], failed, skipped);
    return failed != 0;
}

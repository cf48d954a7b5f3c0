/* Zillions games: recorded counts, first moves, random games and games saved by the original program, on the
 * interpreter or native code. A variant is exact, differs, or is refused; what tests/oracle/zrf_status.tsv calls exact
 * must stay it.
 *
 * The files are looked for under $LUDENS_SHARED, else in ../shared beside the source; without them every variant counts
 * as skipped. Without --all a tenth of the variants is checked, at depths of at most some thousand leaves.
 *
 * Usage: zrf_oracle [--all] [--native] [--show] [--write] [--table] [PART-OF-A-NAME...] */
#include "ludens.h"
#include "sample.h"
#include "session/walk.h"
#include "session/zsg.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS_MAX = 1000, LEAVES = 3000, ALL_LEAVES = 40000, RECORDED = 326 };

typedef struct variant {
    char *file, *title, confidence;
    int index;
    const json_t *perft, *playouts[8], *saved[8];
    int playout_count, saved_count;
    const char *status;
    char *note; /* "exact", "differs", "refused" */
    const char *stored;
    unsigned perft_fine, playouts_fine, saved_fine;
} variant;

typedef struct run {
    bool all, native, show, write, table;
    char **names;
    int name_count;
    char folder[3000];
    variant variants[VARIANTS_MAX];
    int count;
    json_t *keep;  /* all lines */
    uint32_t each; /* every each-th file, by a hash of its name; 0: every tenth */
} run;

/* ---- reading ---- */

static variant *variant_of(run *r, const char *file, int index, const char *title)
{
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->variants[i].file, file) == 0 &&
            (index >= 0 ? r->variants[i].index == index : strcmp(r->variants[i].title, title) == 0))
            return &r->variants[i];
    if (r->count == VARIANTS_MAX || index < 0)
        return NULL;
    variant *v = &r->variants[r->count++];
    *v = (variant){.file = strdup(file), .title = strdup(title), .index = index, .confidence = '?'};
    return v;
}

static bool read_lines(run *r, const char *name, int kind)
{
    char path[4096], *line = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/oracles/zrf/%s", r->folder, name);
    FILE *in = fopen(path, "r");
    if (!in)
        return false;
    while (getline(&line, &size, in) > 0) {
        json_t *j = json_loads(line, 0, NULL);
        json_array_append_new(r->keep, j);
        const json_t *index = json_object_get(j, "variant_index");
        variant *v =
            variant_of(r, json_string_value(json_object_get(j, "file")), index ? (int)json_integer_value(index) : -1,
                       json_string_value(json_object_get(j, "variant")));
        if (!v && kind == 2) /* only its title is recorded */
            v = variant_of(r, json_string_value(json_object_get(j, "file")), 1000 + r->count,
                           json_string_value(json_object_get(j, "variant")));
        if (!v)
            continue;
        const json_t *confidence = json_object_get(j, "confidence");
        v->confidence = confidence                          ? *json_string_value(confidence)
                        : kind == 2 && v->confidence == '?' ? 'A'
                                                            : v->confidence;
        if (kind == 0)
            v->perft = j;
        else if (kind == 1 && v->playout_count < 8)
            v->playouts[v->playout_count++] = j;
        else if (kind == 2 && v->saved_count < 8)
            v->saved[v->saved_count++] = j;
    }
    free(line);
    fclose(in);
    return true;
}

/* ---- moves ---- */

typedef struct player {
    const lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    void *state;
} player;

static void list(player *p)
{
    uint64_t movers = lud_movers(p->game, p->state);
    uint32_t role = 0;
    while (role < 63 && !(movers >> role & 1))
        role++;
    if (movers == 0 || lud_terminal(p->game, p->state) || lud_moves_list(p->ctx, p->state, role, p->moves) != LUD_OK)
        lud_moves_free(p->moves), p->moves = lud_moves_new();
}

static char *parts_of(player *p, uint32_t i)
{
    lud_move m = lud_moves_at(p->moves, i);
    size_t size = lud_move_text(p->game, m, NULL, 0) + 1;
    char *text = malloc(size);
    lud_move_text(p->game, m, text, size);
    char *parts = zsg_parts(text);
    free(text);
    return parts;
}

/* The number of the move, or -1. */
static int find_move(player *p, const char *text)
{
    char *wanted = zsg_parts(text);
    int found = -1;
    for (uint32_t i = 0; i < lud_moves_count(p->moves) && found < 0; i++) {
        char *parts = parts_of(p, i);
        if (strcmp(parts, wanted) == 0)
            found = (int)i;
        free(parts);
    }
    free(wanted);
    return found;
}

static bool make(player *p, int i)
{
    lud_move m = lud_moves_at(p->moves, (uint32_t)i);
    return lud_apply_move(p->ctx, p->state, &m) == LUD_OK;
}

static void differs(variant *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void differs(variant *v, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!v->note)
        v->note = strdup(text);
    v->status = "differs";
}

/* ---- checks ---- */

static void check_perft(const run *r, variant *v, player *p)
{
    const json_t *perft = json_object_get(v->perft, "perft");
    uint32_t depth = (uint32_t)json_array_size(perft);
    uint64_t counts[32] = {0};
    while (depth > 1 && json_integer_value(json_array_get(perft, depth - 1)) > (r->all ? ALL_LEAVES : LEAVES))
        depth--;
    lud_status status = lud_perft(p->ctx, NULL, depth, NULL, counts);
    for (uint32_t d = 1; d <= depth; d++)
        if (status != LUD_OK || counts[d] != (uint64_t)json_integer_value(json_array_get(perft, d - 1))) {
            differs(v, "perft %u: %llu instead of %lld%s", d, (unsigned long long)counts[d],
                    json_integer_value(json_array_get(perft, d - 1)),
                    status == LUD_OK ? "" : lud_fault_text(p->ctx, false));
            return;
        }
    v->perft_fine++;
}

static void check_initial(variant *v, player *p)
{
    const json_t *initial = json_object_get(v->perft, "initial");
    size_t i;
    const json_t *move;
    lud_start(p->ctx, p->state);
    list(p);
    json_array_foreach (initial, i, move)
        if (find_move(p, json_string_value(move)) < 0) {
            differs(v, "first moves: there is no `%s`", json_string_value(move));
            return;
        }
}

static bool check_result(const json_t *result, const player *p)
{
    double scores[64];
    if (!json_is_array(result))
        return !lud_terminal(p->game, p->state);
    if (!lud_terminal(p->game, p->state))
        return false;
    lud_scores(p->game, p->state, scores);
    const char *kind = json_string_value(json_array_get(result, 0)),
               *who = json_string_value(json_array_get(result, 1));
    int role = who ? lud_role_find(p->game, who) : -1;
    if (strcmp(kind, "draw") == 0)
        return scores[0] == 50;
    return role < 1 || scores[role - 1] == (*kind == 'w' ? 100 : 0);
}

static bool check_playout(variant *v, const json_t *game, player *p)
{
    const json_t *moves = json_object_get(game, "moves"), *counts = json_object_get(game, "counts"), *move;
    size_t i;
    lud_start(p->ctx, p->state);
    json_array_foreach (moves, i, move) {
        const char *text = json_string_value(move);
        list(p);
        if (lud_moves_count(p->moves) != (uint32_t)json_integer_value(json_array_get(counts, i))) {
            differs(v, "game %lld, before move %zu (%s): %u moves instead of %lld",
                    json_integer_value(json_object_get(game, "seed")), i + 1, text, lud_moves_count(p->moves),
                    json_integer_value(json_array_get(counts, i)));
            return false;
        }
        int found = find_move(p, text);
        if (found < 0 || !make(p, found)) {
            differs(v, "game %lld, move %zu: %s `%.200s`%s", json_integer_value(json_object_get(game, "seed")), i + 1,
                    found < 0 ? "there is no" : "cannot make", text, found < 0 ? "" : lud_fault_text(p->ctx, false));
            return false;
        }
    }
    if (!check_result(json_object_get(game, "result"), p)) {
        char *result = json_dumps(json_object_get(game, "result"), JSON_ENCODE_ANY);
        differs(v, "game %lld: it does not end as recorded, %s", json_integer_value(json_object_get(game, "seed")),
                result);
        free(result);
        return false;
    }
    v->playouts_fine++;
    return true;
}

/* How many moves follow by the rules; `passes`: with passes where there is no move. */
static size_t follow(run *r, const variant *v, const json_t *game, bool passes, bool *over)
{
    const json_t *moves = json_object_get(game, "moves"), *line;
    size_t i, done = 0;
    char path[4096], number[20];
    zsg_game saved = {0};
    lud_options o;
    lud_options_init(&o);
    o.limits.max_load_seconds = 0; /* of a busy machine */
    o.backend = r->native ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP;
    snprintf(number, sizeof number, "%d", v->index);
    o.variant = v->index < 1000 ? number : v->title;
    saved.setup = calloc(json_array_size(json_object_get(game, "setup")) + 1, sizeof *saved.setup);
    json_array_foreach (json_object_get(game, "setup"), i, line) {
        const char *text = json_string_value(line);
        saved.setup[saved.setup_count] = malloc(strlen(text) + 3);
        sprintf(saved.setup[saved.setup_count++], *text == '(' ? "%s" : "(%s)", text);
    }
    char *sections = zsg_sections(&saved, passes);
    o.sections = sections;
    snprintf(path, sizeof path, "%s/corpora/zrf/%s", r->folder, v->file);
    lud_game *loaded = lud_load_file(path, &o, NULL);
    walk w;
    if (loaded) {
        walk_init(&w, loaded);
        if (walk_start(&w) == LUD_OK)
            while (done < json_array_size(moves) &&
                   zsg_follow(&w, json_string_value(json_object_get(json_array_get(moves, done), "text"))))
                done++;
        *over = walk_terminal(&w);
        walk_done(&w);
        lud_game_free(loaded);
    }
    free(sections);
    zsg_done(&saved);
    return done;
}

static void check_saved(run *r, variant *v, const json_t *game)
{
    const json_t *moves = json_object_get(game, "moves");
    bool full = strcmp(json_string_value(json_object_get(game, "replay")), "full") == 0, over = false;
    size_t count = full ? json_array_size(moves) : (size_t)json_integer_value(json_object_get(game, "replayed_plies"));
    size_t done = follow(r, v, game, false, &over);
    const char *text = json_string_value(json_object_get(json_array_get(moves, done), "text"));
    if (done < count && over && zsg_same(text, "Pass"))
        done = follow(r, v, game, true, &over);
    if (done < count)
        differs(v, "saved game, move %zu of %zu: there is no `%.200s`", done + 1, count, text);
    else
        v->saved_fine++;
}

static const char *reason(const lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        if (lud_diags_get(diags, i).severity == LUD_ERROR)
            return lud_diags_get(diags, i).message;
    return "no reason given";
}

static void check_variant(run *r, variant *v)
{
    char path[4096], number[20];
    lud_options o;
    lud_options_init(&o);
    o.limits.max_load_seconds = 0; /* of a busy machine */
    o.backend = r->native ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP;
    o.repetition = LUD_REPETITION_IGNORE; /* as the numbers were recorded */
    snprintf(number, sizeof number, "%d", v->index);
    o.variant = v->index < 1000 ? number : v->title;
    snprintf(path, sizeof path, "%s/corpora/zrf/%s", r->folder, v->file);
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_file(path, &o, diags);
    v->status = "exact";
    if (!game) {
        v->status = "refused";
        v->note = strdup(reason(diags));
        lud_diags_free(diags);
        return;
    }
    player p = {game, lud_context_new(game), lud_moves_new(), malloc(lud_state_size(game))};
    if (v->perft) {
        check_perft(r, v, &p);
        check_initial(v, &p);
    }
    for (int i = 0; i < v->playout_count && (r->all || i == 0); i++)
        check_playout(v, v->playouts[i], &p);
    for (int i = 0; i < v->saved_count; i++)
        check_saved(r, v, v->saved[i]);
    free(p.state);
    lud_moves_free(p.moves);
    lud_context_free(p.ctx);
    lud_game_free(game);
    lud_diags_free(diags);
}

/* ---- what was known ---- */

static void status_path(char *path, size_t size)
{
    snprintf(path, size, "%s", SOURCE_DIR "/tests/oracle/zrf_status.tsv");
}

static void read_status(run *r)
{
    char path[4096], line[2000], file[500], status[50];
    int index;
    status_path(path, sizeof path);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "%499[^\t]\t%d\t%*c\t%49[a-z]", file, &index, status) == 3) {
            variant *v = NULL;
            for (int i = 0; i < r->count; i++)
                if (strcmp(r->variants[i].file, file) == 0 && r->variants[i].index == index)
                    v = &r->variants[i];
            if (v)
                v->stored = strcmp(status, "exact") == 0     ? "exact"
                            : strcmp(status, "differs") == 0 ? "differs"
                                                             : "refused";
        }
    if (in)
        fclose(in);
}

static void write_status(const run *r)
{
    char path[4096];
    status_path(path, sizeof path);
    FILE *out = fopen(path, "w");
    if (!out)
        return;
    fprintf(out, "# file, number of the variant, confidence of the recorded numbers, status, remark (zrf_oracle --all "
                 "--write)\n");
    for (int i = 0; i < r->count; i++) {
        const variant *v = &r->variants[i];
        char *end = v->note ? strchr(v->note, '\n') : NULL;
        if (end)
            *end = 0;
        fprintf(out, "%s\t%d\t%c\t%s\t%s\n", v->file, v->index, v->confidence,
                v->status   ? v->status
                : v->stored ? v->stored
                            : "-",
                v->note ? v->note : "");
    }
    fclose(out);
}

/* The table of docs/zrf.md, from what is stored. */
static int print_table(const run *r)
{
    char path[4096], line[2000];
    status_path(path, sizeof path);
    FILE *in = fopen(path, "r");
    printf("| file | number | confidence | status | remark |\n| --- | --- | --- | --- | --- |\n");
    while (in && fgets(line, sizeof line, in)) {
        char *field[5] = {line, "", "", "", ""};
        int n = 1;
        line[strcspn(line, "\n")] = 0;
        for (char *p = line; *p && n < 5; p++)
            if (*p == '\t') {
                *p = 0;
                field[n++] = p + 1;
            }
        if (*line != '#' && atoi(field[1]) < 1000)
            printf("| %s | %s | %s | %s | %.100s |\n", field[0], field[1], field[2], field[3], field[4]);
    }
    if (in)
        fclose(in);
    return r->table ? 0 : 1;
}

static bool wanted(const run *r, int i)
{
    for (int k = 0; k < r->name_count; k++)
        if (strstr(r->variants[i].file, r->names[k]))
            return true;
    uint64_t hash = 5381;
    for (const char *p = r->variants[i].file; *p; p++)
        hash = hash * 33 + (unsigned char)*p;
    return r->name_count == 0 && (r->all || hash % (r->each ? r->each : 10) == 0);
}

static void show(const variant *v)
{
    printf("%s#%d (%c): %s%s%s\n", v->file, v->index, v->confidence, v->status, v->note ? ": " : "",
           v->note ? v->note : "");
    fflush(stdout);
}

static void read_arguments(run *r, int argc, char **argv)
{
    const char *shared = getenv("LUDENS_SHARED");
    snprintf(r->folder, sizeof r->folder, "%s", shared ? shared : SOURCE_DIR "/../shared");
    r->names = calloc((size_t)argc, sizeof *r->names);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--all") == 0)
            r->all = true;
        else if (strcmp(argv[i], "--native") == 0)
            r->native = true;
        else if (strcmp(argv[i], "--show") == 0)
            r->show = true;
        else if (strcmp(argv[i], "--write") == 0)
            r->write = true;
        else if (strcmp(argv[i], "--table") == 0)
            r->table = true;
        else
            r->names[r->name_count++] = argv[i];
}

int main(int argc, char **argv)
{
    static run r;
    int exact = 0, differ = 0, refused = 0, failed = 0, skipped = 0;
    unsigned perft = 0, playouts = 0, all_playouts = 0, saved = 0;
    r.keep = json_array();
    r.each = sample_option(&argc, argv);
    read_arguments(&r, argc, argv);
    if (r.table)
        return print_table(&r);
    bool there = read_lines(&r, "perft.jsonl", 0);
    if (!there) {
        printf("0 passed, 0 failed, %d skipped\n", RECORDED);
        return 0;
    }
    read_lines(&r, "playouts.jsonl", 1);
    read_lines(&r, "saved_games.jsonl", 2);
    read_status(&r);
    for (int i = 0; i < r.count; i++) {
        variant *v = &r.variants[i];
        if (!wanted(&r, i)) {
            skipped++;
            continue;
        }
        check_variant(&r, v);
        bool fine = strcmp(v->status, "exact") == 0,
             listed = v->stored && (strcmp(v->stored, "differs") == 0 || strcmp(v->stored, v->status) == 0),
             worse = !fine && !listed;
        exact += fine;
        differ += strcmp(v->status, "differs") == 0;
        refused += strcmp(v->status, "refused") == 0;
        failed += worse;
        perft += v->perft_fine;
        playouts += v->playouts_fine;
        all_playouts += (unsigned)v->playout_count;
        saved += v->saved_fine;
        if (worse)
            printf("FAILED  ");
        if (worse || r.show)
            show(v);
    }
    if (r.write)
        write_status(&r);
    printf("%d variants exact, %d differ, %d refused; perft of %u, %u of %u random games, %u saved games\n", exact,
           differ, refused, perft, playouts, all_playouts, saved);
    printf("%d passed, %d failed, %d skipped\n", exact + differ + refused - failed, failed, skipped);
    return failed != 0;
}

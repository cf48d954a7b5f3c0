/* Boards of the class grammar against recorded ones: for each game whose board is recorded the numbers of sites, their
 * coordinates, the corners of cells, and the neighbours of each site by relation and by direction. What is not made
 * yet is listed as skipped; EXACT is how many boards have to be right.
 *
 * Usage: lud_boards [-v] [PART-OF-A-NAME...] */
#define _XOPEN_SOURCE 700 /* nftw */
#include "lang/ludii/graph/board.h"
#include "ludens.h"

#include <ftw.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS = 162, PATH = 1200, EXACT = 129 };

static const char *root;
static int exact, wrong, skipped;
static bool verbose;
static char **wanted;
static int wanted_count;
static json_t *seen;

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    char *text = calloc(1, 1 << 20);
    *length = fread(text, 1, (1 << 20) - 1, in);
    fclose(in);
    return text;
}

/* ---- one board ---- */

typedef struct check {
    const char *name;
    const gr_board *board;
    int faults;
} check;

static void fault(check *c, const char *what, long index)
{
    if (c->faults++ == 0 || verbose)
        printf("  %s: %s differ, first at %ld\n", c->name, what, index);
}

static void compare_points(check *c, const gr_sites *s, const json_t *xy, const char *what)
{
    if (s->count != json_array_size(xy)) {
        fault(c, what, -1);
        return;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const json_t *p = json_array_get(xy, i);
        if (fabs(s->at[i].x - json_number_value(json_array_get(p, 0))) > 0.001 ||
            fabs(s->at[i].y - json_number_value(json_array_get(p, 1))) > 0.001) {
            fault(c, what, i);
            return;
        }
    }
}

/* -1 for none, a number for one, a list for several. */
static bool same_list(const vec_u32 *list, const json_t *recorded)
{
    if (json_is_array(recorded)) {
        bool same = list->count == json_array_size(recorded);
        for (uint32_t i = 0; i < list->count && same; i++)
            same = json_integer_value(json_array_get(recorded, i)) == list->data[i];
        return same;
    }
    json_int_t one = json_integer_value(recorded);
    return one < 0 ? list->count == 0 : list->count == 1 && list->data[0] == one;
}

static bool empty(const vec_u32 *lists, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (lists[i].count)
            return false;
    return true;
}

static void compare_lists(check *c, const vec_u32 *lists, uint32_t count, const json_t *steps, const char *key)
{
    const json_t *recorded = json_object_get(steps, key);
    if (!recorded && empty(lists, count))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (!same_list(&lists[i], json_array_get(recorded, i))) {
            fault(c, key, i);
            return;
        }
}

static void compare_sites(check *c, const gr_sites *s, const json_t *recorded)
{
    static const char *const relations[] = {"Adjacent", "Orthogonal", "Diagonal", "OffDiagonal"};
    const json_t *steps = json_object_get(recorded, "steps");
    compare_points(c, s, json_object_get(recorded, "xy"), "coordinates");
    for (uint32_t r = 0; r < GR_RELATIONS && steps && !c->faults; r++)
        compare_lists(c, s->near[r], s->count, steps, relations[r]);
    for (uint32_t d = 0; d < GR_DIRECTIONS && steps && !c->faults; d++)
        compare_lists(c, s->step[d], s->count, steps, gr_direction_names[d]);
}

static void compare(check *c, const json_t *recorded)
{
    static const char *const kinds[] = {"Cell", "Vertex", "Edge"}, *const counts[] = {"nCell", "nVertex", "nEdge"};
    for (uint32_t k = 0; k < GR_SITES; k++)
        if (json_integer_value(json_object_get(recorded, counts[k])) != c->board->sites[k].count)
            fault(c, counts[k], c->board->sites[k].count);
    if (strcmp(json_string_value(json_object_get(recorded, "default")), kinds[c->board->default_site]) != 0)
        fault(c, "default sites", 0);
    for (uint32_t k = 0; k < GR_SITES && !c->faults; k++)
        if (json_object_get(recorded, kinds[k]))
            compare_sites(c, &c->board->sites[k], json_object_get(recorded, kinds[k]));
}

static void check_board(const char *name, const src_text *source, arena *a, diag_sink *sink, const json_t *recorded)
{
    lud_options o;
    lud_options_init(&o);
    ludii_file f;
    lib l;
    lang_input in = {.scratch = a, .source = source, .limits = &o.limits, .sink = sink};
    ludii_begin(&f, &in);
    const ludii_value *game = ludii_read(&f, &l);
    gr_board *board = game ? ludii_board(&f, &l, game) : NULL;
    check c = {name, board, 0};
    if (!board) {
        skipped++;
        if (verbose && sink->first)
            printf("  %s: %s\n", name, sink->first->message);
        return;
    }
    compare(&c, recorded);
    exact += !c.faults;
    wrong += c.faults != 0;
}

/* ---- all ---- */

static bool is_wanted(const char *path)
{
    bool any = wanted_count == 0;
    for (int i = 0; i < wanted_count && !any; i++)
        any = strstr(path, wanted[i]) != NULL;
    return any;
}

static json_t *recorded_board(const char *oracle, char *id, size_t size)
{
    char path[PATH];
    FILE *in = fopen(oracle, "r");
    char *line = NULL;
    size_t capacity = 0;
    json_t *header = in && getline(&line, &capacity, in) > 0 ? json_loads(line, 0, NULL) : NULL;
    const char *name = json_string_value(json_object_get(header, "board"));
    snprintf(id, size, "%s", name ? name : "");
    snprintf(path, sizeof path, "%s/oracles/lud/boards/%s.json", root, id);
    json_t *board = name ? json_load_file(path, 0, NULL) : NULL;
    json_decref(header);
    free(line);
    if (in)
        fclose(in);
    return board;
}

static int visit(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s, (void)where;
    size_t n = strlen(path), length = 0;
    const char *name = strstr(path, "/corpora/lud-expanded/");
    if (kind != FTW_F || n < 5 || strcmp(path + n - 4, ".lud") != 0 || !is_wanted(path))
        return 0;
    char oracle[PATH], id[100];
    name += strlen("/corpora/lud-expanded/");
    snprintf(oracle, sizeof oracle, "%s/oracles/lud/%.*s.jsonl", root, (int)strlen(name) - 4, name);
    json_t *recorded = recorded_board(oracle, id, sizeof id);
    if (recorded && !json_object_get(seen, id)) {
        arena a;
        diag_sink sink;
        arena_init(&a, 0);
        diag_sink_init(&sink, &a);
        char *text = read_file(path, &length);
        json_object_set_new(seen, id, json_true());
        check_board(name, source_new(&a, name, text, length), &a, &sink, recorded);
        free(text);
        arena_done(&a);
    }
    json_decref(recorded);
    return 0;
}

int main(int argc, char **argv)
{
    char folder[PATH];
    root = getenv("LUDENS_SHARED");
    if (!root)
        root = SOURCE_DIR "/../shared";
    verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    wanted = argv + 1 + verbose;
    wanted_count = argc - 1 - verbose;
    seen = json_object();
    snprintf(folder, sizeof folder, "%s/corpora/lud-expanded", root);
    nftw(folder, visit, 16, FTW_PHYS);
    json_decref(seen);
    printf("%d boards are exact, %d differ, %d cannot be made yet\n", exact, wrong, skipped);
    if (exact + wrong + skipped == 0) {
        printf("0 passed, 0 failed, %d skipped\n", BOARDS);
        return 0;
    }
    int failed = !wanted_count && exact < EXACT;
    printf("%d passed, %d failed, %d skipped\n", exact, failed, wrong + skipped);
    return failed;
}

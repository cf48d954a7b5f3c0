/* Boards of the class grammar against recorded ones: for each game whose board is recorded the numbers of sites, their
 * coordinates, corners, labels, colour classes, the regions that every board has, the neighbours of each site by
 * relation and by direction, and radials. One fails that differs and is not listed in lud_boards_known.txt.
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

enum { BOARDS = 529, PATH = 1200 };

/* Folders under oracles/ and corpora/ have the same name. */
typedef struct part {
    const char *name, *defines, *dialect;
} part;
static const part parts[] = {
    {"lud", "lud-def", "ludii"}, {"lud-b", "lud-def", "ludii"}, {"lud13", "lud13-def", "ludii-1.3"}};
static const part *of;

static const char *root;
static int exact, wrong, skipped, failed;
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
    arena *arena;
    int faults;
} check;

/* Boards that differ in something, by the game they were recorded for: ties of angles and rounding (docs/ludii.md). All
 * others must be the same. */
/* lud_boards_known.txt: a name a line, and behind a tab what differs first. */
static char *known;

static bool is_known(const char *name)
{
    const size_t length = strlen(name);
    for (const char *line = known; line && *line; line = strchr(line, '\n') + 1)
        if (strncmp(line, name, length) == 0 && line[length] == '\t')
            return true;
    return false;
}

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

static void print_list(const char *whose, const vec_u32 *list, const json_t *recorded)
{
    char *text = recorded ? json_dumps(recorded, JSON_ENCODE_ANY) : NULL;
    printf("    %s:", whose);
    for (uint32_t i = 0; list && i < list->count; i++)
        printf(" %u", list->data[i]);
    printf(" %s\n", text ? text : "");
    free(text);
}

static void compare_lists(check *c, const vec_u32 *lists, uint32_t count, const json_t *steps, const char *key)
{
    const json_t *recorded = json_object_get(steps, key);
    if (!recorded && empty(lists, count))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (!same_list(&lists[i], json_array_get(recorded, i))) {
            fault(c, key, i);
            if (verbose) {
                print_list("made", &lists[i], NULL);
                print_list("recorded", NULL, json_array_get(recorded, i));
            }
            return;
        }
}

/* Edges are labelled by their numbers. */
static void compare_labels(check *c, const gr_sites *s, const json_t *recorded, arena *a)
{
    const json_t *labels = json_object_get(recorded, "label");
    for (uint32_t i = 0; i < s->count && labels; i++) {
        const char *label = json_string_value(json_array_get(labels, i));
        if (!label || strcmp(label, gr_label(s, i, a)) != 0) {
            fault(c, "labels", i);
            return;
        }
    }
}

static void compare_numbers(check *c, const uint32_t *ours, uint32_t count, const json_t *recorded, const char *what)
{
    for (uint32_t i = 0; i < count && ours && recorded; i++)
        if (json_integer_value(json_array_get(recorded, i)) != ours[i]) {
            fault(c, what, i);
            return;
        }
}

/* The radials of one site: a list of lists; where none are recorded, steps are repeated. */
static bool same_radials(const gr_sites *s, uint32_t site, uint32_t direction, const json_t *recorded, arena *a)
{
    const vec_u32 *steps = &s->step[direction][site];
    vec_u32 way = {0};
    if (recorded && json_array_size(recorded) != steps->count)
        return false;
    for (uint32_t i = 0; i < steps->count; i++) {
        gr_radial(s, s->step[direction], site, steps->data[i], a, &way);
        if (recorded && !same_list(&way, json_array_get(recorded, i)))
            return false;
        for (uint32_t k = 0; k + 1 < way.count && !recorded; k++)
            if (s->step[direction][way.data[k]].data[0] != way.data[k + 1])
                return false;
        if (!recorded && s->step[direction][way.data[way.count - 1]].count)
            return false;
    }
    return true;
}

static void compare_radials(check *c, const gr_sites *s, const json_t *recorded, arena *a)
{
    const json_t *radials = json_object_get(recorded, "radials");
    for (uint32_t d = 0; d < GR_DIRECTIONS; d++)
        for (uint32_t i = 0; i < s->count; i++)
            if (!same_radials(s, i, d, json_array_get(json_object_get(radials, gr_direction_names[d]), i), a)) {
                fault(c, "radials", i);
                return;
            }
}

static bool has_corner(const gr_face *f, json_int_t corner)
{
    for (uint32_t k = 0; k < f->count; k++)
        if (f->corners[k] == corner)
            return true;
    return false;
}

/* As sets: which corner comes first depends on how a face was found. */
static void compare_corners(check *c, const graph *g, const json_t *verts)
{
    for (uint32_t i = 0; i < g->faces.count && verts; i++) {
        const json_t *corners = json_array_get(verts, i), *corner;
        size_t k;
        bool same = json_array_size(corners) == g->faces.data[i].count;
        json_array_foreach (corners, k, corner)
            same &= has_corner(&g->faces.data[i], json_integer_value(corner));
        if (!same) {
            fault(c, "corners", i);
            return;
        }
    }
}

/* Regions that are recorded; those that hold all sites are not. */
static void compare_regions(check *c, const gr_sites *s, const json_t *regions)
{
    static const char *const names[] = {"top",     "bottom",  "left",          "right",          "outer",
                                        "inner",   "corners", "cornersConvex", "cornersConcave", "centre",
                                        "major",   "minor",   "side N",        "side NE",        "side E",
                                        "side SE", "side S",  "side SW",       "side W",         "side NW"};
    for (uint32_t r = 0; r < GR_REGIONS; r++) {
        const json_t *recorded = json_object_get(regions, names[r]);
        bool same = !recorded || json_array_size(recorded) == s->region[r].count;
        for (uint32_t i = 0; recorded && i < s->region[r].count && same; i++)
            same = json_integer_value(json_array_get(recorded, i)) == s->region[r].data[i];
        if (!same) {
            fault(c, names[r], 0);
            if (verbose) {
                print_list("made", &s->region[r], NULL);
                print_list("recorded", NULL, recorded);
            }
            return;
        }
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
    if (!c->faults && s == &c->board->sites[GR_CELL])
        compare_corners(c, c->board->graph, json_object_get(recorded, "verts"));
    if (steps && !c->faults)
        compare_radials(c, s, recorded, c->arena);
    if (!c->faults && s != &c->board->sites[GR_EDGE])
        compare_labels(c, s, recorded, c->arena);
    if (!c->faults && s->phase)
        compare_numbers(c, s->phase, s->count, json_object_get(recorded, "phase"), "phases");
    if (!c->faults)
        compare_regions(c, s, json_object_get(recorded, "regions"));
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
    o.limits.max_load_seconds = 0; /* of a busy machine */
    ludii_file f;
    lib l;
    lang_input in = {.scratch = a, .source = source, .limits = &o.limits, .sink = sink, .dialect = of->dialect};
    in.defines = arena_printf(a, "%s/corpora/%s", root, of->defines);
    ludii_begin(&f, &in);
    const ludii_value *game = ludii_read(&f, &l);
    gr_board *board = game ? ludii_board(&f, &l, game) : NULL;
    check c = {name, board, a, 0};
    if (!board) {
        skipped++;
        failed += !is_known(name);
        printf("%s  %s: %s\n", is_known(name) ? "" : "FAILED", name, sink->first ? sink->first->message : "no board");
        return;
    }
    compare(&c, recorded);
    exact += !c.faults;
    wrong += c.faults != 0;
    failed += c.faults && !is_known(name);
    if (c.faults && !is_known(name))
        printf("FAILED  %s\n", name);
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
    snprintf(path, sizeof path, "%s/oracles/%s/boards/%s.json", root, of->name, id);
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
    const char *name = path + strlen(root) + strlen("/corpora/");
    if (kind != FTW_F || n < 5 || strcmp(path + n - 4, ".lud") != 0 || !is_wanted(path))
        return 0;
    char oracle[PATH], id[100];
    snprintf(oracle, sizeof oracle, "%s/oracles/%.*s.jsonl", root, (int)strlen(name) - 4, name);
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
    size_t length = 0;
    known = read_file(SOURCE_DIR "/tests/oracle/lud_boards_known.txt", &length);
    verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    wanted = argv + 1 + verbose;
    wanted_count = argc - 1 - verbose;
    for (of = parts; of < parts + sizeof parts / sizeof *parts; of++) {
        seen = json_object();
        snprintf(folder, sizeof folder, "%s/corpora/%s", root, of->name);
        nftw(folder, visit, 16, FTW_PHYS);
        json_decref(seen);
    }
    printf("%d boards are exact, %d differ, %d cannot be made yet\n", exact, wrong, skipped);
    if (exact + wrong + skipped == 0) {
        printf("0 passed, 0 failed, %d skipped\n", BOARDS);
        return 0;
    }
    printf("%d passed, %d failed, %d skipped\n", exact, failed, wrong + skipped - failed);
    return failed != 0;
}

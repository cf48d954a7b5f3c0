/* What a page draws: boards once, and after each step what stands on them, the moves and the sites
 * they name. */
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/position.h"
#include "session/sight.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_SHOWN = 5000, LINKED_MAX = 1024 };

/* ---- boards ---- */

static json_t *site_json(const session *s, uint32_t board, uint32_t site)
{
    lud_site at = lud_site_at(s->game, s->w.state, board, site);
    lud_location place = lud_site_location(s->game, board, site);
    json_t *object = json_pack("{so sf sf}", "name", json_text(at.name), "x", place.x, "y", place.y);
    json_t *outline = json_array();
    for (uint32_t i = 0; place.outline && i < 2 * place.corners; i++)
        json_array_append_new(outline, json_real(place.outline[i]));
    if (json_array_size(outline))
        json_object_set(object, "outline", outline);
    json_decref(outline);
    return object;
}

static json_t *lines_json(const session *s, uint32_t board, uint32_t sites)
{
    json_t *lines = json_array();
    for (uint32_t a = 0; a < sites && sites <= LINKED_MAX; a++)
        for (uint32_t b = a + 1; b < sites; b++)
            if (lud_site_linked(s->game, board, a, b))
                json_array_append_new(lines, json_pack("[ii]", a, b));
    return lines;
}

static int site_called(const session *s, uint32_t board, uint32_t sites, const char *name, uint32_t guess)
{
    for (uint32_t k = 0; k < sites; k++) {
        uint32_t i = (guess + k) % sites; /* they mostly follow one another */
        if (strcmp(lud_site_at(s->game, s->w.state, board, i).name, name) == 0)
            return (int)i;
    }
    return -1;
}

/* The sites of a region by their numbers on the board, as far as they are on it. */
static json_t *numbers_json(const session *s, uint32_t board, uint32_t sites, const lud_region *region)
{
    json_t *numbers = json_array();
    int last = -1;
    for (uint32_t i = 0; i < region->count; i++) {
        int site = site_called(s, board, sites, region->sites[i], (uint32_t)(last + 1) % sites);
        if (site >= 0)
            json_array_append_new(numbers, json_integer(last = site));
    }
    return numbers;
}

/* Regions and tracks; a region that is most of the board tells nothing. */
static void add_regions(const session *s, uint32_t board, uint32_t sites, json_t *into)
{
    json_t *regions = json_array(), *tracks = json_array();
    for (uint32_t r = 0; r < lud_region_count(s->game) && sites && sites <= LINKED_MAX; r++) {
        lud_region region = lud_region_at(s->game, r);
        if (!region.track && 2 * (uint64_t)region.count > sites)
            continue;
        json_t *numbers = numbers_json(s, board, sites, &region);
        if (json_array_size(numbers))
            json_array_append_new(region.track ? tracks : regions,
                                  json_pack("{so so sO}", "name", json_text(region.name), "role",
                                            json_text(region.role ? lud_role_name(s->game, region.role) : NULL),
                                            "sites", numbers));
        json_decref(numbers);
    }
    json_object_set_new(into, "regions", regions);
    json_object_set_new(into, "tracks", tracks);
}

static json_t *board_json(session *s, uint32_t board)
{
    lud_board b = lud_board_at(s->game, board);
    json_t *sites = json_array();
    for (uint32_t i = 0; i < b.sites; i++)
        json_array_append_new(sites, site_json(s, board, i));
    json_t *object =
        json_pack("{so ss so so sb sb}", "name", json_text(b.name), "shape", sight_shape(b.shape), "sites", sites,
                  "lines", b.points ? lines_json(s, board, b.sites) : json_array(), "aside", b.aside, "named", b.named);
    if (!b.aside)
        add_regions(s, board, b.sites, object);
    site_names names;
    site_names_of_board(&names, s->game, s->w.state, board);
    site_names_json(&names, object);
    site_names_done(&names);
    return object;
}

/* A board of facts: all its places, whatever is said of them. */
static json_t *fact_board_json(const session *s, const fact_board *b)
{
    json_t *sites = json_array();
    uint32_t width = (uint32_t)(b->max_x - b->min_x + 1), height = (uint32_t)(b->max_y - b->min_y + 1), count = 0;
    site_point *points = mem_alloc((width * height + 1) * sizeof *points);
    for (int y = b->min_y; y <= b->max_y; y++)
        for (int x = b->min_x; x <= b->max_x; x++) {
            char name[32];
            if (b->letters && x >= 1 && x <= 26)
                snprintf(name, sizeof name, "%c %d", 'a' + x - 1, y);
            else
                snprintf(name, sizeof name, "%d %d", x, y);
            json_t *site = json_pack("{ss sf sf}", "name", name, "x", (double)x, "y", (double)y);
            json_array_append_new(sites, site);
            points[count++] = (site_point){json_text_at(site, "name"), x, y};
        }
    json_t *object = json_pack("{so ss so s[] sb sb}", "name", json_text(b->name), "shape", "rows", "sites", sites,
                               "lines", "aside", 0, "named", 0);
    site_names names;
    site_names_make(&names, s->game, b->name, LUD_BOARD_ROWS, false, points, count);
    site_names_json(&names, object);
    site_names_done(&names);
    free(points);
    return object;
}

/* What is there now may be a secret: then a board of facts is shown only where all its places are known. */
static bool is_shown(const session *s, const fact_boards *all, uint32_t board)
{
    return !s->hidden || !all->count || facts_whole(&all->boards[board]);
}

static json_t *boards_json(session *s)
{
    json_t *list = json_array();
    fact_boards all = {0};
    for (uint32_t i = 0; i < lud_board_count(s->game); i++)
        json_array_append_new(list, board_json(s, i));
    if (lud_board_count(s->game) == 0)
        facts_find_boards(s->game, s->w.state, &all);
    for (uint32_t i = 0; i < all.count; i++)
        if (is_shown(s, &all, i))
            json_array_append_new(list, fact_board_json(s, &all.boards[i]));
    facts_boards_done(&all);
    return list;
}

json_t *session_boards(session *s, const json_t *request)
{
    (void)request;
    return json_pack("{sb so}", "ok", 1, "boards", boards_json(s));
}

/* ---- what stands on them ---- */

static json_t *contents_json(const session *s, const sight *seen)
{
    json_t *list = json_array();
    for (uint32_t b = 0; b < seen->boards; b++) {
        if (!is_shown(s, &seen->facts, b))
            continue;
        json_t *contents = json_array();
        for (uint32_t i = 0; i < seen->sites[b]; i++)
            json_array_append_new(contents, json_text(seen->contents[b][i]));
        json_array_append_new(list, contents);
    }
    return list;
}

/* ---- moves ---- */

/* By the numbers that the shown boards have. */
static json_t *sites_of(const session *s, const sight *seen, lud_move move, const char *text)
{
    lud_site_name names[SITES_OF_MOVE];
    uint32_t count = sight_of_move(seen, move, text, names);
    json_t *sites = json_array();
    for (uint32_t i = 0; i < count; i++) {
        uint32_t board = 0;
        for (uint32_t b = 0; b < names[i].board; b++)
            board += is_shown(s, &seen->facts, b);
        if (is_shown(s, &seen->facts, names[i].board))
            json_array_append_new(sites, json_pack("[ii]", board, names[i].site));
    }
    return sites;
}

/* Adds "labels", moves as people write them, and "pieces", what moves or is placed by each, or null. */
static void add_labels(session *s, uint32_t role, json_t *reply)
{
    notation_list l;
    json_t *labels = json_array(), *pieces = json_array();
    notation_of_walk(session_notation(s), &s->w, role, &l);
    for (uint32_t i = 0; i < l.count && i < MOVES_SHOWN; i++) {
        json_array_append_new(labels, json_text(l.moves[i].text));
        json_array_append_new(pieces, json_text(l.moves[i].piece));
    }
    notation_list_done(&l);
    json_object_set_new(reply, "labels", labels);
    json_object_set_new(reply, "pieces", pieces);
}

static json_t *role_moves_json(session *s, const sight *seen, uint32_t role, bool labels, lud_status *status)
{
    lud_moves *moves;
    json_t *list = json_array();
    *status = walk_list(&s->w, role, &moves);
    for (uint32_t i = 0; *status == LUD_OK && i < lud_moves_count(moves) && i < MOVES_SHOWN; i++) {
        char *text = walk_text(&s->w, lud_moves_at(moves, i));
        json_array_append_new(list,
                              json_pack("[oo]", json_text(text), sites_of(s, seen, lud_moves_at(moves, i), text)));
        free(text);
    }
    json_t *reply = json_pack("{so si}", "list", list, "count", *status == LUD_OK ? (int)lud_moves_count(moves) : 0);
    if (labels && *status == LUD_OK)
        add_labels(s, role, reply);
    return reply;
}

/* ---- all of it ---- */

static json_t *seen_json(const session *s, uint32_t role)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i <= s->w.ply; i++)
        json_array_append_new(list, json_text(walk_percept(&s->w, role, i)));
    return list;
}

/* What one role may see: of hidden games only what it saw, unless `truth` is asked for. */
static void add_sight(session *s, json_t *reply, const json_t *request, const sight *seen)
{
    const fact_boards *all = &seen->facts;
    int role = lud_role_find(s->game, json_string_value(json_object_get(request, "role"))
                                          ? json_string_value(json_object_get(request, "role"))
                                          : "");
    if (s->hidden && !json_is_true(json_object_get(request, "truth"))) {
        if (role > 0)
            json_object_set_new(reply, "seen", seen_json(s, (uint32_t)role));
        return;
    }
    if (all->count)
        json_object_set_new(reply, "boards", boards_json(s));
    json_object_set_new(reply, "contents", contents_json(s, seen));
    if (s->w.facts)
        json_object_set_new(reply, "facts",
                            all->count ? json_text(buffer_get(&all->others)) : position_state_json(&s->w));
    else if (lud_board_count(s->game) == 0)
        json_object_set_new(reply, "state", position_state_json(&s->w));
}

json_t *session_look(session *s, const json_t *request)
{
    sight seen;
    json_t *reply = session_position(s), *moves = json_object();
    const json_t *who = json_object_get(request, "role");
    int viewer = json_is_string(who) ? lud_role_find(s->game, json_string_value(who)) : -1;
    bool blind = s->hidden && json_is_string(who) && !json_is_true(json_object_get(request, "truth"));
    if (blind && viewer > 0) /* positions that the role cannot tell apart look the same */
        json_object_set_new(reply, "hash", json_hash(lud_observe_hash(s->game, s->w.state, (uint32_t)viewer)));
    if (blind && viewer <= 0)
        json_object_del(reply, "hash");
    lud_status status = LUD_OK;
    sight_take(&seen, s->game, s->w.state);
    add_sight(s, reply, request, &seen);
    for (uint32_t r = 0; r <= s->w.roles && status == LUD_OK; r++)
        if (walk_decides(&s->w, r) && (!s->hidden || !json_is_string(who) || viewer == (int)r))
            json_object_set_new(moves, lud_role_name(s->game, r),
                                role_moves_json(s, &seen, r, session_labels(request), &status));
    sight_done(&seen);
    json_object_set_new(reply, "moves", moves);
    const char *node = blind ? NULL : lud_node_name(s->game, s->w.state);
    if (node)
        json_object_set_new(reply, "node", json_text(node));
    if (walk_terminal(&s->w))
        json_object_set_new(reply, "scores", position_scores_json(&s->w));
    if (status == LUD_OK)
        return reply;
    json_decref(reply);
    return session_fault(s, status);
}

#include "session/trial.h"

#include "base/map.h"
#include "session/output.h"

uint64_t trial_rules_hash(const char *rules, size_t length) { return hash_fnv(HASH_FNV, rules, length); }

json_t *trial_json(const trial_head *h, json_t *moves, json_t *scores)
{
    lud_info info;
    lud_game_info(h->game, &info);
    json_t *trial = json_pack("{si so ss so so sI si so so so}", "trial", TRIAL_VERSION, "game", json_text(h->file),
                              "language", info.language, "rules_hash", json_hash(h->rules_hash), "seed",
                              json_whole(h->seed), "number", (json_int_t)h->number, "plies", (int)h->plies, "moves",
                              moves, "scores", scores ? scores : json_null(), "fault",
                              h->status == LUD_OK ? json_null() : json_string(lud_status_text(h->status)));
    if (h->load->choices)
        json_object_set_new(trial, "options", json_text(h->load->choices));
    if (h->load->ruleset)
        json_object_set_new(trial, "ruleset", json_text(h->load->ruleset));
    if (h->load->dialect)
        json_object_set_new(trial, "dialect", json_text(h->load->dialect));
    if (h->load->variant)
        json_object_set_new(trial, "variant", json_text(h->load->variant));
    if (h->load->split)
        json_object_set_new(trial, "split", json_true());
    return trial;
}

static void take(const json_t *trial, const char *key, const char **choice)
{
    if (!*choice)
        *choice = json_string_value(json_object_get(trial, key));
}

void trial_load_options(const json_t *trial, lud_options *load)
{
    take(trial, "options", &load->choices);
    take(trial, "ruleset", &load->ruleset);
    take(trial, "dialect", &load->dialect);
    take(trial, "variant", &load->variant);
    load->split |= json_is_true(json_object_get(trial, "split"));
}

bool trial_loads_alike(const json_t *a, const json_t *b)
{
    static const char *const keys[] = {"level", "options", "ruleset", "dialect", "variant", "split"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *x = json_object_get(a, keys[i]), *y = json_object_get(b, keys[i]);
        if (x != y && !json_equal(x, y))
            return false;
    }
    return true;
}

/* A random decision of the role, added to the list. */
static lud_status draw_move(const setup *with, walk *w, uint32_t role, lud_rng *rng, json_t *list)
{
    lud_status status = walk_choose(w, role, with->count_duplicates, rng, &w->joint[role]);
    if (status != LUD_OK)
        return status;
    char *move = walk_text(w, w->joint[role]);
    json_array_append_new(
        list, json_pack("{so so}", "role", json_text(lud_role_name(w->game, role)), "move", json_text(move)));
    free(move);
    return LUD_OK;
}

static lud_status play_ply(const setup *with, walk *w, lud_rng *rng, json_t *list)
{
    for (uint32_t role = 0; role <= w->roles; role++) {
        lud_status status = walk_decides(w, role) ? draw_move(with, w, role, rng, list) : LUD_OK;
        if (status != LUD_OK)
            return status;
    }
    uint32_t ways = walk_ways(w), way = ways > 1 ? lud_rng_below(rng, ways) : 0;
    if (way > 0) {
        json_t *last = json_array_get(list, json_array_size(list) - 1);
        json_object_set_new(last, "way", json_integer(way));
    }
    return walk_apply(w, way);
}

lud_status trial_play(walk *w, const setup *with, lud_rng *rng, json_t *list)
{
    lud_status status = walk_start(w);
    while (status == LUD_OK && !walk_terminal(w)) {
        if (w->ply >= with->load.limits.max_plies)
            return LUD_LIMIT_PLIES;
        status = play_ply(with, w, rng, list);
    }
    return status;
}

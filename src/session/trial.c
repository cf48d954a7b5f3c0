#include "session/trial.h"

#include "session/output.h"

uint64_t trial_rules_hash(const char *rules, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)rules[i]) * UINT64_C(0x100000001b3);
    return hash;
}

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
}

bool trial_loads_alike(const json_t *a, const json_t *b)
{
    static const char *const keys[] = {"level", "options", "ruleset", "dialect", "variant"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *x = json_object_get(a, keys[i]), *y = json_object_get(b, keys[i]);
        if (x != y && !json_equal(x, y))
            return false;
    }
    return true;
}

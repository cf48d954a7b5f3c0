#include "evolve/search.h"

#include "session/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *texts_json(const search_text *list, uint32_t count)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(all,
                              json_pack("{so so}", "name", json_text(list[i].name), "text", json_text(list[i].text)));
    return all;
}

json_t *search_plan_json(const search_plan *p)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)p->seed);
    return json_pack("{ss so so so}", "seed", seed, "criteria", p->criteria ? json_text(p->criteria) : json_null(),
                     "from", texts_json(p->from, p->from_count), "learn", texts_json(p->learn, p->learn_count));
}

static uint32_t read_texts(const json_t *list, search_text **out)
{
    uint32_t n = (uint32_t)json_array_size(list);
    *out = mem_alloc((n + 1) * sizeof **out);
    for (uint32_t i = 0; i < n; i++) {
        const json_t *t = json_array_get(list, i);
        (*out)[i] = (search_text){mem_strdup(json_text_at(t, "name")), mem_strdup(json_text_at(t, "text"))};
    }
    return n;
}

bool search_plan_read(search_plan *p, const json_t *from)
{
    *p = (search_plan){.seed = strtoull(json_text_at(from, "seed"), NULL, 10)};
    if (json_is_string(json_object_get(from, "criteria")))
        p->criteria = mem_strdup(json_text_at(from, "criteria"));
    p->from_count = read_texts(json_object_get(from, "from"), &p->from);
    p->learn_count = read_texts(json_object_get(from, "learn"), &p->learn);
    return p->from_count > 0 && json_is_string(json_object_get(from, "seed"));
}

static void free_texts(search_text *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        free(list[i].name);
        free(list[i].text);
    }
    free(list);
}

void search_plan_done(search_plan *p)
{
    free_texts(p->from, p->from_count);
    free_texts(p->learn, p->learn_count);
    free(p->criteria);
    *p = (search_plan){0};
}

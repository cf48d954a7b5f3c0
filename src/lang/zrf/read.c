#include "base/text.h"
#include "lang/lang.h"
#include "lang/zrf/lower.h"

static zrf_game *parse(const lang_input *in, zrf_file *f, arena *texts)
{
    *f = (zrf_file){.in = in,
                    .arena = in->scratch,
                    .texts = texts,
                    .names = in->names,
                    .text = in->source,
                    .sink = in->sink,
                    .max_nesting = in->limits->max_nesting};
    zrf_expand(f);
    const zrf_form *form = f->failed ? NULL : zrf_choose(f, in->variant);
    if (form && in->sections)
        form = zrf_amend(f, form, in->sections);
    return form ? zrf_read_game(f, form) : NULL;
}

static const ir_words words = {
    .no_end = "the game can never end: no goal can be reached",
    .no_end_hint = "`(loss-condition (White Black) stalemated)` would end it when a player cannot move",
    .stuck = "`(option \"pass turn\" true)` lets a player pass, a goal `stalemated` ends the game"};

static void overflow(void *user, const char *what)
{
    zrf_lowering *x = user;
    x->failed = true;
    zrf_report(x->z->f, DIAG_ZRF_UNSUPPORTED, NULL, "%s", what);
}

static ir_game *lower(const lang_input *in, zrf_game *z)
{
    kit_code k;
    zrf_lowering x = {.z = z, .k = &k, .arena = in->scratch, .repetition = in->repetition};
    kit_init(&k, in->scratch, overflow, &x);
    k.nodes_max = UINT32_MAX; /* only memory and time bound them */
    if (z->repetition && in->repetition == LUD_REPETITION_IGNORE)
        zrf_warn(z->f, DIAG_ZRF_REPETITION, z->repetition,
                 "what the rules say of positions that come again is left out");
    x.g = kit_new_game(&k, in->keep, in->names, in->source, in->sink, &words);
    if (!zrf_declare(&x) || !kit_builtins(&k))
        return NULL;
    kit_any_keeper(&k);
    return zrf_lower(&x) ? x.g : NULL;
}

/* What macros expand to and all that the lowering notes goes before the passes need memory. */
static void *read(const lang_input *in)
{
    zrf_file f;
    lang_input own = *in;
    own.scratch = arena_child(in->scratch);
    zrf_game *z = parse(&own, &f, in->scratch);
    ir_game *g = z ? lower(&own, z) : NULL;
    arena_done(own.scratch);
    return g && ir_game_finish(g, false) ? g : NULL;
}

/* Who moves, turn by turn, which turn comes after the last one, and how many attributes there are. */
static void add_turns(zrf_file *f, const zrf_form *form, text_buffer *out)
{
    const zrf_node *order = NULL, *players = NULL;
    uint32_t n = 0, repeat = 0;
    map attributes;
    map_init(&attributes, f->arena);
    for (uint32_t i = 0; i < form->sections.count; i++) {
        const zrf_node *section = vec_at(&form->sections, i);
        for (uint32_t k = 1; zrf_heads(f, section, "piece") && k < section->count; k++)
            if (zrf_heads(f, zrf_item(section, k), "attribute") && zrf_item(section, k)->count > 1 &&
                zrf_item(zrf_item(section, k), 1)->kind == ZRF_SYMBOL)
                map_put(&attributes, zrf_item(zrf_item(section, k), 1)->name, 0);
        order = zrf_heads(f, vec_at(&form->sections, i), "turn-order") ? vec_at(&form->sections, i) : order;
        players = zrf_heads(f, vec_at(&form->sections, i), "players") ? vec_at(&form->sections, i) : players;
    }
    order = order ? order : players;
    text_adds(f->arena, out, ", \"turns\": [");
    for (uint32_t i = 1; order && i < order->count; i++) {
        const zrf_node *item = zrf_item(order, i);
        const zrf_node *who = item->kind == ZRF_LIST ? item->count ? zrf_item(item, 0) : NULL : item;
        if (zrf_is(f, item, "repeat"))
            repeat = n;
        else if (who && who->kind != ZRF_LIST) {
            text_adds(f->arena, out, n++ ? ", " : "");
            text_add_json(f->arena, out, zrf_text(f, who->name));
        }
    }
    text_addf(f->arena, out, "], \"repeat\": %u, \"attributes\": %u", repeat < n ? repeat : 0, attributes.count);
}

/* The games and variants of the file. */
static const char *describe(const lang_input *in)
{
    arena *a = in->scratch;
    text_buffer out = {0};
    intern names;
    zrf_file f = {.arena = a,
                  .texts = a,
                  .names = &names,
                  .text = in->source,
                  .sink = in->sink,
                  .max_nesting = in->limits->max_nesting};
    intern_init(&names, a);
    zrf_expand(&f);
    const zrf_form *usual = f.failed ? NULL : zrf_choose(&f, NULL);
    text_adds(a, &out, "{\"variants\": [");
    for (uint32_t i = 0, n = 0; i < f.forms.count; i++) {
        const zrf_form *form = &vec_at(&f.forms, i);
        if (form->separator)
            continue;
        text_addf(a, &out, "%s{\"number\": %u, \"kind\": \"%s\", \"usual\": %s, \"title\": ", n ? ", " : "", n,
                  form->variant ? "variant" : "game", usual && usual->form == form->form ? "true" : "false");
        text_add_json(a, &out, form->title);
        add_turns(&f, zrf_whole(&f, i), &out);
        text_adds(a, &out, "}");
        n++;
    }
    text_adds(a, &out, "]}");
    return usual ? out.data : NULL;
}

const lang_functions lang_zrf = {.read = read, .format = zrf_format, .describe = describe, .decode = zrf_decode};

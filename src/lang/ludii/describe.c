/* What can be said of a game without playing it. */
#include "base/text.h"
#include "lang/ludii/graph/board.h"
#include "lang/ludii/match.h"

#include <string.h>

typedef struct tally {
    uint32_t tokens;  /* keywords and values; brackets and names of arguments are not counted, as in Browne's paper */
    uint32_t ludemes; /* instances by a constructor */
} tally;

static void count(const lib *l, const ludii_value *v, tally *t)
{
    bool constructed = v->form != LIB_NONE && !vec_at(&l->forms, v->form).bare;
    bool atom = v->form == LIB_NONE && !v->items;
    t->ludemes += constructed;
    t->tokens += atom || (constructed && !vec_at(&l->classes, v->class).named);
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i])
            count(l, v->items[i], t);
}

static void put_name(ludii_file *f, text_buffer *b, const char *key, name_id name)
{
    text_adds(f->arena, b, arena_printf(f->arena, "\"%s\": ", key));
    text_add_json(f->arena, b, ludii_text(f, name));
}

static void put_options(ludii_file *f, text_buffer *b)
{
    text_adds(f->arena, b, ", \"options\": [");
    for (uint32_t i = 0; i < f->options.count; i++) {
        const ludii_option *o = &vec_at(&f->options, i);
        text_adds(f->arena, b, i ? ", {" : "{");
        put_name(f, b, "heading", o->heading);
        text_adds(f->arena, b, ", ");
        put_name(f, b, "active", o->items.data[o->active].name);
        text_adds(f->arena, b, ", \"items\": [");
        for (uint32_t k = 0; k < o->items.count; k++) {
            text_adds(f->arena, b, k ? ", " : "");
            text_add_json(f->arena, b, ludii_text(f, vec_at(&o->items, k).name));
        }
        text_adds(f->arena, b, "]}");
    }
    text_adds(f->arena, b, "], \"rulesets\": [");
    for (uint32_t i = 0; i < f->rulesets.count; i++) {
        text_adds(f->arena, b, i ? ", " : "");
        text_add_json(f->arena, b, ludii_text(f, vec_at(&f->rulesets, i).name));
    }
    text_adds(f->arena, b, "]");
}

/* How many sites the board has; null where it cannot be made yet. */
static void put_board(ludii_file *f, const lib *l, const ludii_value *game, text_buffer *b)
{
    static const char *const names[] = {"Cell", "Vertex", "Edge"};
    diag_sink *sink = f->sink, unheard;
    diag_sink_init(&unheard, f->arena);
    f->sink = &unheard;
    const gr_board *board = ludeme_is_ludii(l->tables) ? ludii_board(f, l, game) : NULL;
    f->sink = sink;
    text_adds(f->arena, b, ", \"board\": ");
    text_adds(f->arena, b,
              board ? arena_printf(f->arena, "{\"played_on\": \"%s\", \"cells\": %u, \"vertices\": %u, \"edges\": %u}",
                                   names[board->default_site], board->sites[GR_CELL].count,
                                   board->sites[GR_VERTEX].count, board->sites[GR_EDGE].count)
                    : "null");
}

const char *ludii_describe(const lang_input *in)
{
    ludii_file f;
    lib l;
    text_buffer b = {0};
    tally t = {0};
    ludii_begin(&f, in);
    const ludii_value *game = ludii_read(&f, &l);
    if (!game)
        return NULL;
    count(&l, game, &t);
    text_adds(f.arena, &b, "{\"dialect\": ");
    text_add_json(f.arena, &b, l.tables->name);
    text_adds(f.arena, &b, arena_printf(f.arena, ", \"tokens\": %u, \"ludemes\": %u", t.tokens, t.ludemes));
    put_options(&f, &b);
    put_board(&f, &l, game, &b);
    text_adds(f.arena, &b, "}");
    return b.data;
}

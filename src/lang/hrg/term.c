#include "lang/hrg/world.h"

#include <inttypes.h>
#include <string.h>

static bool same(const hrg_term *t, name_id head, bool compound, const uint32_t *args, uint32_t argc)
{
    return t->head == head && t->compound == compound && t->argc == argc &&
           (argc == 0 || memcmp(t->args, args, sizeof *args * argc) == 0);
}

static uint32_t term(hrg_world *w, name_id head, bool compound, const uint32_t *args, uint32_t argc)
{
    uint64_t hash = hash_mix(head * 2u + compound + 1);
    for (uint32_t i = 0; i < argc; i++)
        hash = hash_mix(hash ^ args[i]) + i;
    uint32_t first = HRG_NONE, *place = map_get(&w->term_hash, hash);
    if (place)
        first = *place;
    for (uint32_t t = first; t != HRG_NONE; t = vec_at(&w->terms, t).next)
        if (same(&vec_at(&w->terms, t), head, compound, args, argc))
            return t;
    hrg_term fresh = {.head = head, .compound = compound, .argc = argc, .symbol = NAME_NONE, .next = first, .size = 1};
    for (uint32_t i = 0; i < argc; i++) {
        uint32_t size = vec_at(&w->terms, args[i]).size;
        fresh.size = size < HRG_MAX_TERM && fresh.size < HRG_MAX_TERM ? fresh.size + size : HRG_MAX_TERM;
    }
    if (argc) {
        uint32_t *copy = ARENA_ARRAY(w->arena, uint32_t, argc);
        memcpy(copy, args, sizeof *args * argc);
        fresh.args = copy;
    }
    if (!compound) {
        fresh.symbol = head;
        fresh.numeric = hrg_number(hrg_raw(w, head), &fresh.number);
    }
    vec_push(w->arena, &w->terms, fresh);
    map_put(&w->term_hash, hash, w->terms.count - 1);
    return w->terms.count - 1;
}

uint32_t hrg_atom(hrg_world *w, name_id name) { return term(w, name, false, NULL, 0); }

uint32_t hrg_number_term(hrg_world *w, int64_t value)
{
    return hrg_atom(w, intern_printf(w->src->names, "%" PRId64, value));
}

uint32_t hrg_compound(hrg_world *w, name_id head, const uint32_t *args, uint32_t argc)
{
    return term(w, head, true, args, argc);
}

typedef VEC(char) vec_char;

static void append(hrg_world *w, vec_char *text, const char *piece)
{
    for (; *piece; piece++)
        vec_push(w->arena, text, *piece);
}

name_id hrg_symbol_name(hrg_world *w, uint32_t index)
{
    hrg_term *t = &vec_at(&w->terms, index);
    if (t->symbol != NAME_NONE)
        return t->symbol;
    vec_char text = {0};
    append(w, &text, hrg_raw(w, t->head));
    append(w, &text, "__");
    for (uint32_t i = 0; i < t->argc; i++) {
        if (i)
            append(w, &text, "_");
        append(w, &text, hrg_raw(w, hrg_symbol_name(w, item_at(t, args, argc, i))));
    }
    t->symbol = intern_add(w->src->names, text.data, text.count);
    return t->symbol;
}

const char *hrg_term_text(hrg_world *w, uint32_t index)
{
    const hrg_term *t = &vec_at(&w->terms, index);
    if (!t->compound)
        return hrg_text(w, t->head);
    const char *text = arena_printf(w->arena, "%s(", hrg_text(w, t->head));
    for (uint32_t i = 0; i < t->argc && i < 8; i++)
        text = arena_printf(w->arena, "%s%s%s", text, i ? ", " : "", hrg_term_text(w, item_at(t, args, argc, i)));
    return arena_printf(w->arena, "%s%s)", text, t->argc > 8 ? ", .." : "");
}

/* Digits compare as numbers, everything else by code. */
int hrg_name_order(const char *a, const char *b)
{
    while (*a && *b) {
        if (*a >= '0' && *a <= '9' && *b >= '0' && *b <= '9') {
            while (*a == '0')
                a++;
            while (*b == '0')
                b++;
            size_t la = strspn(a, "0123456789"), lb = strspn(b, "0123456789");
            if (la != lb)
                return la < lb ? -1 : 1;
            int order = memcmp(a, b, la);
            if (order)
                return order;
            a += la;
            b += lb;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return *a ? 1 : *b ? -1 : 0;
}

int hrg_term_order(hrg_world *w, uint32_t a, uint32_t b, bool *comparable)
{
    const hrg_term *s = &vec_at(&w->terms, a), *t = &vec_at(&w->terms, b);
    if (s->compound != t->compound || (s->compound && (s->head != t->head || s->argc != t->argc))) {
        *comparable = false;
        return 0;
    }
    if (a == b)
        return 0;
    if (s->numeric && t->numeric)
        return s->number < t->number ? -1 : s->number > t->number;
    if (!s->compound)
        return hrg_name_order(hrg_raw(w, s->head), hrg_raw(w, t->head));
    for (uint32_t i = 0; i < s->argc; i++) {
        int order = hrg_term_order(w, item_at(s, args, argc, i), item_at(t, args, argc, i), comparable);
        if (order || !*comparable)
            return order;
    }
    return 0;
}

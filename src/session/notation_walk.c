/* Notation along a walk, what people type, and the rule in sentences. */
#include "session/notation_inside.h"

#include "session/memory.h"
#include "session/output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void notation_of_walk(notation *n, walk *w, uint32_t role, notation_list *out)
{
    lud_moves *moves;
    *out = (notation_list){0};
    if (walk_list(w, role, &moves) == LUD_OK)
        notation_write(n, w->ctx, w->state, moves, out);
}

/* Index of the move in the list by its exact text, or -1. */
static int index_of(const notation *n, const lud_moves *moves, const char *exact)
{
    int found = -1;
    for (uint32_t i = 0; i < lud_moves_count(moves) && found < 0; i++) {
        char *text = notation_exact(n, lud_moves_at(moves, i));
        found = strcmp(text, exact) == 0 ? (int)i : -1;
        free(text);
    }
    return found;
}

/* The move in a state by its exact text: as it is written, and makes it when `made` is a copy of the state. */
static char *follow(notation *n, walk *w, const void *state, uint32_t role, const char *exact, void *made)
{
    notation_list l = {0};
    lud_moves *moves = lud_moves_new();
    char *text = NULL;
    if (!moves)
        mem_no_memory();
    int at = lud_moves_list(w->ctx, state, role, moves) == LUD_OK ? index_of(n, moves, exact) : -1;
    if (at >= 0) {
        notation_write(n, w->ctx, state, moves, &l);
        text = mem_strdup(l.moves[at].text);
        lud_move move = lud_moves_at(moves, (uint32_t)at);
        if (made && lud_apply_move(w->ctx, made, &move) != LUD_OK) {
            free(text);
            text = NULL;
        }
        notation_list_done(&l);
    }
    lud_moves_free(moves);
    return text;
}

char *notation_made(notation *n, walk *w, const void *state, uint32_t role, const char *move)
{
    char *text = follow(n, w, state, role, move, NULL);
    return text ? text : notation_words(n, move);
}

static int only_mover(const lud_game *game, const void *state)
{
    uint64_t movers = lud_movers(game, state);
    return movers && (movers & (movers - 1)) == 0 ? __builtin_ctzll(movers) : -1;
}

char *notation_line(notation *n, walk *w, const char *line)
{
    buffer out = {0};
    unsigned char *state = mem_alloc(w->size), *before = mem_alloc(w->size);
    bool follows = !w->hidden;
    memcpy(state, w->state, w->size);
    for (const char *p = line; p && *p;) {
        size_t length = strcspn(p, ";");
        char *exact = mem_strndup(p, length), *text = NULL;
        int mover = follows && !lud_terminal(w->game, state) ? only_mover(w->game, state) : -1;
        if (mover >= 0) {
            memcpy(before, state, w->size);
            text = follow(n, w, before, (uint32_t)mover, exact, state);
        }
        follows &= text != NULL;
        if (!text)
            text = notation_words(n, exact);
        buffer_addf(&out, "%s%s", out.length ? "; " : "", text);
        free(text);
        free(exact);
        p += length;
        p += strspn(p, "; ");
    }
    free(before);
    free(state);
    return out.text ? out.text : mem_strdup("");
}

/* ---- what people type ---- */

/* Without signs that say nothing where there is only one such move. */
static void loosen(const char *text, char *out, size_t size)
{
    size_t n = 0;
    bool castles = strncmp(text, "0-0", 3) == 0;
    for (; *text && n + 1 < size; text++)
        if (!strchr("x-+#=!? ", *text) && (unsigned char)*text < 128)
            out[n++] = castles && *text == '0' ? 'O' : *text;
    out[n] = 0;
}

int notation_find(const notation_list *l, const char *text)
{
    char wanted[128], other[128];
    int found = -1;
    for (uint32_t i = 0; i < l->count; i++)
        if (strcmp(l->moves[i].text, text) == 0)
            return (int)i;
    loosen(text, wanted, sizeof wanted);
    for (uint32_t i = 0; i < l->count && *wanted; i++) {
        loosen(l->moves[i].text, other, sizeof other);
        if (strcmp(wanted, other) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = (int)i;
    }
    return found;
}

/* ---- the rule ---- */

static void add_letters(const notation *n, buffer *b)
{
    bool any = false;
    for (uint32_t i = 0; i < n->kind_count; i++)
        if (*n->kinds[i]->letter) {
            buffer_addf(b, "%s%s %s", any ? ", " : "pieces by letters: ", n->kinds[i]->letter, n->kinds[i]->name);
            any = true;
        }
    if (!any)
        buffer_add(b, "pieces without letters");
    for (uint32_t i = 0; i < n->kind_count && any; i++)
        if (!*n->kinds[i]->letter && *n->kinds[i]->name)
            buffer_addf(b, "; %s without one", n->kinds[i]->name);
}

char *notation_rule(const notation *n)
{
    buffer b = {0};
    const char *first = NULL, *last = NULL;
    for (uint32_t i = 0; i < n->boards && !first; i++)
        if (n->first[i] == i && !n->names[i].beside && n->names[i].count) {
            first = n->names[i].of[0];
            last = n->names[i].of[n->names[i].count - 1];
        }
    if (n->open || n->facts)
        buffer_add(&b,
                   n->open ? "actions as the rules write them" : "the words of the rules, coordinates put together");
    else if (!first)
        buffer_add(&b, "the words of the rules");
    else {
        buffer_addf(&b, "sites from %s to %s; ", first, last);
        if (n->hidden)
            buffer_add(&b, "only what a move itself names, for not all is seen by all");
        else
            add_letters(n, &b);
    }
    return b.text;
}

json_t *notation_letters_json(const notation *n)
{
    json_t *object = json_object();
    for (uint32_t i = 0; i < n->kind_count; i++)
        if (*n->kinds[i]->letter)
            json_object_set_new(object, n->kinds[i]->letter, json_text(n->kinds[i]->name));
    return object;
}

/* ---- examples ---- */

enum { EXAMPLES = 12, EXAMPLE_GAMES = 4, EXAMPLE_PLIES = 80, FORM_MAX = 64 };

/* Moves of the same form differ in their letters and numbers alone. */
static void form_of(const char *text, char *form)
{
    size_t n = 0;
    for (; *text && n + 1 < FORM_MAX; text++) {
        char c = isupper((unsigned char)*text) ? 'A' : islower((unsigned char)*text) && *text != 'x' ? 'a' : *text;
        c = isdigit((unsigned char)c) ? '1' : c;
        if (n == 0 || form[n - 1] != c || c == 'A')
            form[n++] = c;
    }
    form[n] = 0;
}

static void offer_examples(notation *n, walk *w, uint32_t role, json_t *forms, json_t *examples)
{
    notation_list l;
    char form[FORM_MAX];
    notation_of_walk(n, w, role, &l);
    for (uint32_t i = 0; i < l.count && json_array_size(examples) < EXAMPLES; i++) {
        form_of(l.moves[i].text, form);
        if (json_object_get(forms, form))
            continue;
        char *exact = walk_text(w, lud_moves_at(w->lists[role], i));
        json_object_set_new(forms, form, json_true());
        json_array_append_new(examples, json_pack("{so so so}", "role", json_text(lud_role_name(w->game, role)), "move",
                                                  json_text(exact), "text", json_text(l.moves[i].text)));
        free(exact);
    }
    notation_list_done(&l);
}

json_t *notation_examples_json(notation *n, walk *w)
{
    json_t *examples = json_array(), *forms = json_object();
    for (uint64_t game = 0; game < EXAMPLE_GAMES && walk_start(w) == LUD_OK; game++) {
        lud_rng rng;
        lud_rng_seed(&rng, 1, game);
        bool fine = true;
        while (fine && w->ply < EXAMPLE_PLIES && !walk_terminal(w) && json_array_size(examples) < EXAMPLES) {
            for (uint32_t role = 0; role <= w->roles && fine; role++) {
                if (!walk_decides(w, role))
                    continue;
                offer_examples(n, w, role, forms, examples);
                fine = walk_choose(w, role, role == 0, &rng, &w->joint[role]) == LUD_OK;
            }
            fine = fine && walk_apply(w, 0) == LUD_OK;
        }
    }
    json_decref(forms);
    return examples;
}

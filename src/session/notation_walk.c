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
static int index_of(const lud_game *game, const lud_moves *moves, const char *exact)
{
    size_t capacity = strlen(exact) + 3; /* as in walk_find */
    uint32_t *words = mem_alloc(capacity * sizeof *words), count = 0;
    int found = -1;
    bool read = lud_move_parse(game, exact, words, (uint32_t)capacity, &count) == LUD_OK;
    for (uint32_t i = 0; read && i < lud_moves_count(moves) && found < 0; i++) {
        lud_move move = lud_moves_at(moves, i);
        if (move.count == count && (count == 0 || memcmp(move.words, words, count * sizeof *words) == 0))
            found = (int)i;
    }
    free(words);
    return found;
}

void notation_look(notation *n, lud_context *ctx, const void *state, uint32_t role, notation_lookup *out)
{
    *out = (notation_lookup){.moves = lud_moves_new()};
    if (!out->moves)
        mem_no_memory();
    if (lud_moves_list(ctx, state, role, out->moves) == LUD_OK)
        notation_write(n, ctx, state, out->moves, &out->list);
}

const char *notation_of(const notation *n, const notation_lookup *l, const char *exact)
{
    int at = l->list.count ? index_of(n->game, l->moves, exact) : -1;
    return at >= 0 ? l->list.moves[at].text : NULL;
}

void notation_lookup_done(notation_lookup *l)
{
    notation_list_done(&l->list);
    lud_moves_free(l->moves);
    l->moves = NULL;
}

char *notation_made(notation *n, walk *w, const void *state, uint32_t role, const char *move)
{
    notation_lookup l;
    notation_look(n, w->ctx, state, role, &l);
    const char *text = notation_of(n, &l, move);
    char *made = text ? mem_strdup(text) : notation_words(n, move);
    notation_lookup_done(&l);
    return made;
}

json_t *notation_history(notation *n, walk *w)
{
    json_t *labels = json_array();
    for (uint32_t ply = 1; ply <= w->ply; ply++)
        for (uint32_t role = 0; role <= w->roles; role++) {
            const char *move = walk_own(w, role, ply);
            char *text = move ? notation_made(n, w, w->history + (size_t)(ply - 1) * w->size, role, move) : NULL;
            if (text)
                json_array_append_new(labels, json_text(text));
            free(text);
        }
    return labels;
}

static int only_mover(const lud_game *game, const void *state)
{
    uint64_t movers = lud_terminal(game, state) ? 0 : lud_movers(game, state);
    return movers && (movers & (movers - 1)) == 0 ? __builtin_ctzll(movers) : -1;
}

bool notation_go(walk *w, void *state, const char *const *moves, uint32_t count)
{
    lud_moves *list = lud_moves_new();
    bool fine = list != NULL;
    for (uint32_t i = 0; i < count && fine; i++) {
        int mover = only_mover(w->game, state), at = -1;
        if (mover >= 0 && lud_moves_list(w->ctx, state, (uint32_t)mover, list) == LUD_OK)
            at = index_of(w->game, list, moves[i]);
        lud_move move = at >= 0 ? lud_moves_at(list, (uint32_t)at) : (lud_move){0};
        fine = at >= 0 && lud_apply_move(w->ctx, state, &move) == LUD_OK;
    }
    lud_moves_free(list);
    return fine;
}

char *notation_line(notation *n, walk *w, const char *line)
{
    buffer out = {0};
    unsigned char *state = mem_alloc(w->size);
    bool follows = !w->hidden;
    memcpy(state, w->state, w->size);
    for (const char *p = line; p && *p;) {
        size_t length = strcspn(p, ";");
        char *exact = mem_strndup(p, length);
        int mover = follows ? only_mover(w->game, state) : -1;
        char *text = mover < 0 ? notation_words(n, exact) : notation_made(n, w, state, (uint32_t)mover, exact);
        follows = mover >= 0 && notation_go(w, state, (const char *const *)&exact, 1);
        buffer_addf(&out, "%s%s", out.length ? "; " : "", text);
        free(text);
        free(exact);
        p += length;
        p += strspn(p, "; ");
    }
    free(state);
    return out.text ? out.text : mem_strdup("");
}

/* ---- what people type ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Without signs that say nothing where there is only one such move. What stands between two numbers tells them apart; a
 * plus sign may be a promotion, where the moves that there are have some. */
static void loosen(const char *text, bool plus, char *out, size_t size)
{
    size_t n = 0, length = strlen(text);
    bool castles = strncmp(text, "0-0", 3) == 0;
    for (size_t i = 0; i < length && n + 1 < size; i++) {
        bool numbers = n > 0 && is_digit(out[n - 1]) && is_digit(text[i + 1]);
        if (strchr("x- ", text[i]) ? numbers && !castles : !strchr(plus ? "#=!?" : "+#=!?", text[i]))
            out[n++] = castles && text[i] == '0' ? 'O' : strchr("x ", text[i]) ? '-' : text[i];
    }
    out[n] = 0;
}

int notation_find(const notation_list *l, const char *text)
{
    char wanted[128], other[128];
    bool plus = false;
    int found = -1;
    for (uint32_t i = 0; i < l->count; i++)
        if (strcmp(l->moves[i].text, text) == 0)
            return (int)i;
    for (uint32_t i = 0; i < l->count; i++)
        plus |= strchr(l->moves[i].text, '+') != NULL;
    loosen(text, plus, wanted, sizeof wanted);
    for (uint32_t i = 0; i < l->count && *wanted; i++) {
        loosen(l->moves[i].text, plus, other, sizeof other);
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

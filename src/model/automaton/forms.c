/* Moves and positions of games that have a view of their own (automaton/view.h). */
#include "model/automaton/automaton.h"

#include "automaton/view.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 0xC0000000u };

static bool is_number(uint32_t word) { return word >= NUMBERS / 2; }
static int32_t number(uint32_t word) { return (int32_t)(word - NUMBERS); }

static void put_number(text_out *out, int32_t n)
{
    char buffer[16];
    uint32_t at = 15, rest = (uint32_t)(n < 0 ? -(int64_t)n : n);
    buffer[at] = 0;
    do
        buffer[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0)
        buffer[--at] = '-';
    text_put(out, buffer + at);
}

static void put_site(text_out *out, const ir_view *v, int32_t n)
{
    if (n >= 0 && n < (int32_t)v->site_count)
        text_put(out, v->sites[n]);
    else
        put_number(out, n);
}

static void put_char(text_out *out, char c) { text_put(out, (char[2]){c, 0}); }

/* The number that is left out with the next two characters of a form, if there is one. */
static bool left_out(const char *form, int32_t *number)
{
    *number = form[0] == '*';
    return strncmp(form, "*#", 2) == 0 || strcmp(form, "s#") == 0;
}

/* One form with its numbers; how many of them were used. */
static uint32_t put_form(text_out *out, const ir_view *v, const char *form, const uint32_t *words, uint32_t count)
{
    uint32_t used = 0;
    int32_t standard;
    for (const char *p = form; *p; p++) {
        if (left_out(p, &standard) && used < count && number(words[used]) == standard) {
            used++;
            p++;
            continue;
        }
        if ((*p != '@' && *p != '#') || used == count) {
            put_char(out, *p);
            continue;
        }
        if (*p == '@')
            put_site(out, v, number(words[used]));
        else
            put_number(out, number(words[used]));
        used++;
        if (strncmp(p, "@-@", 3) == 0 && used < count && words[used] == words[used - 1]) {
            used++;
            p += 2;
        }
    }
    return used;
}

size_t automaton_form_text(const ir_game *g, lud_move move, char *buffer, size_t size)
{
    text_out out = {buffer, size, 0};
    text_put(&out, "");
    for (uint32_t i = 0; i < move.count;) {
        const char *form = is_number(move.words[i]) ? "#" : ir_symbol_name(g, move.words[i]);
        uint32_t first = is_number(move.words[i]) ? i : i + 1;
        i = first + put_form(&out, g->view, form, move.words + first, move.count - first);
    }
    return out.length;
}

/* What a role was told: forms with blanks between them. */
size_t automaton_form_percept(const ir_game *g, const vm *m, uint32_t role, char *buffer, size_t size)
{
    enum { WORDS_MAX = 16 }; /* of a form */
    text_out out = {buffer, size, 0};
    uint32_t total = vm_percept_count(m, role), words[WORDS_MAX];
    text_put(&out, "");
    for (uint32_t i = 0; i < total;) {
        uint32_t count = total - i < WORDS_MAX ? total - i : WORDS_MAX;
        for (uint32_t k = 0; k < count; k++)
            words[k] = vm_percept_word(m, role, i + k);
        bool bare = is_number(words[0]);
        if (i)
            put_char(&out, ' ');
        i += !bare + put_form(&out, g->view, bare ? "#" : ir_symbol_name(g, words[0]), words + !bare, count - !bare);
    }
    return out.length;
}

/* The words of one form that are sites; how many words were used. */
static uint32_t sites_of_form(const char *form, const uint32_t *words, uint32_t count,
                              void (*take)(void *user, uint32_t site), void *user)
{
    uint32_t used = 0;
    int32_t standard;
    for (const char *p = form; *p && used < count; p++) {
        p += left_out(p, &standard);
        if (*p == '@' && number(words[used]) >= 0)
            take(user, (uint32_t)number(words[used]));
        used += *p == '@' || *p == '#';
        if (strncmp(p, "@-@", 3) == 0 && used < count && words[used] == words[used - 1]) {
            used++;
            p += 2;
        }
    }
    return used;
}

void automaton_form_sites(const ir_game *g, lud_move move, void (*take)(void *user, uint32_t site), void *user)
{
    for (uint32_t i = 0; i < move.count;)
        if (is_number(move.words[i]))
            i++;
        else
            i +=
                1 + sites_of_form(ir_symbol_name(g, move.words[i]), move.words + i + 1, move.count - i - 1, take, user);
}

/* ---- reading ---- */

typedef struct reading {
    const ir_game *g;
    uint32_t *words, count, capacity;
    bool full;
} reading;

static bool add(reading *r, uint32_t word)
{
    if (r->count == r->capacity) {
        r->full = true;
        return false;
    }
    r->words[r->count++] = word;
    return true;
}

static const char *read_number(reading *r, const char *p)
{
    char *end;
    long n = strtol(p, &end, 10);
    bool fine = end != p && *p != '+' && *p != ' ' && n > -1000000000 && n < 1000000000;
    return fine && add(r, (uint32_t)(int32_t)n + NUMBERS) ? end : NULL;
}

/* The longest name of a site that the text begins with. */
static const char *read_site(reading *r, const char *p)
{
    const ir_view *v = r->g->view;
    size_t best = 0;
    uint32_t found = 0;
    for (uint32_t i = 0; i < v->site_count; i++) {
        size_t n = strlen(v->sites[i]);
        if (n > best && strncmp(p, v->sites[i], n) == 0 && !(p[n] >= '0' && p[n] <= '9')) {
            best = n;
            found = i;
        }
    }
    if (!best)
        return read_number(r, p);
    return add(r, found + NUMBERS) ? p + best : NULL;
}

static const char *read_form(reading *r, const char *form, const char *p)
{
    for (; *form && p; form++) {
        int32_t standard;
        if (left_out(form, &standard) && *p != *form) {
            if (!add(r, (uint32_t)standard + NUMBERS))
                return NULL;
            form++;
            continue;
        }
        if (*form != '@' && *form != '#') {
            if (*p++ != *form)
                return NULL;
            continue;
        }
        if (r->g->partial != IR_NONE && *p == *form) { /* what is not chosen yet */
            p++;
            continue;
        }
        p = *form == '@' ? read_site(r, p) : read_number(r, p);
        if (p && strncmp(form, "@-@", 3) == 0 && *p != '-') {
            if (!add(r, r->words[r->count - 1]))
                return NULL;
            form += 2;
        }
    }
    return p;
}

static bool read_rest(reading *r, const char *p)
{
    const ir_view *v = r->g->view;
    uint32_t before = r->count;
    if (!*p)
        return true;
    for (uint32_t i = 0; i < v->form_count; i++) {
        r->count = before;
        if (!add(r, v->forms[i]))
            return false;
        const char *rest = read_form(r, ir_symbol_name(r->g, v->forms[i]), p);
        if (rest && rest != p && read_rest(r, rest))
            return true;
    }
    r->count = before; /* of moves that are split numbers may stand alone */
    const char *rest = r->g->partial != IR_NONE ? read_number(r, p) : NULL;
    return rest && read_rest(r, rest);
}

lud_status automaton_form_parse(const ir_game *g, const char *text, uint32_t *words, uint32_t capacity, uint32_t *count)
{
    reading r = {.g = g, .words = words, .capacity = capacity};
    if (!*text || !read_rest(&r, text))
        return r.full ? LUD_LIMIT_TAGS : LUD_ERR_ILLEGAL;
    *count = r.count;
    return LUD_OK;
}

/* ---- positions ---- */

typedef struct showing {
    const automaton_model *m;
    const unsigned char *state;
    text_out *out;
} showing;

static int32_t stored(const showing *s, ir_var v, int32_t key)
{
    const layout_slot *slot = &s->m->code->layout.variables[v];
    uint32_t cell = slot->levels ? (uint32_t)(key - slot->keys[0].low) * slot->keys[0].stride : 0;
    return (int32_t)layout_load(s->state + slot->offset + (size_t)cell * slot->width, slot->width) + slot->low;
}

/* Of a match: that of the game which is played. */
static const ir_view *view_now(const showing *s)
{
    const ir_view *v = s->m->ir->view;
    return v->game_count ? v->games[stored(s, v->game, 0)] : v;
}

/* A part of a site, or of the piece at a level of a stack that others lie on. */
static int32_t part_of(const showing *s, const ir_view *v, const ir_view_part *p, int32_t site, int32_t level)
{
    bool other = p->count && (site < p->first || site >= p->first + p->count);
    if (p->variable == IR_NONE || other)
        return p->hidden;
    return level < 0 ? stored(s, p->variable, site - p->first) : stored(s, p->below, site * v->height + level);
}

/* Of a site without a piece: its state, rotation or value, or what is hidden of it. */
static bool has_parts(const showing *s, const ir_view *v, int32_t site)
{
    bool has = false;
    for (uint32_t i = 1; i < v->part_count; i++)
        has |= v->parts[i].mark && strchr("srvimo", v->parts[i].mark[0]) && !v->parts[i].count &&
               part_of(s, v, &v->parts[i], site, -1) != v->parts[i].hidden;
    return has;
}

static bool show_piece(const showing *s, const ir_view *v, int32_t site, int32_t level)
{
    bool any = false;
    int32_t first = 0;
    for (uint32_t i = 0; i < v->part_count; i++) {
        const ir_view_part *p = &v->parts[i];
        int32_t n = part_of(s, v, p, site, level);
        if (i == 0)
            first = n;
        if (n == (p->hidden_by && p->variable != IR_NONE ? p->hidden_by[first] : p->hidden)) {
            if (i == 0 && !(v->shows_empty && level < 0 && has_parts(s, v, site)))
                return false;
            if (i == 0)
                text_put(s->out, "0w0x0");
            continue;
        }
        if (first == 0 && p->mark && (p->mark[0] == 'w' || p->mark[0] == 'x'))
            continue;
        text_put(s->out, p->mark);
        put_number(s->out, n - p->minus);
        any = true;
    }
    return any;
}

static bool show_site(const showing *s, const ir_view *v, int32_t site)
{
    int32_t size = v->height ? stored(s, v->size, site) : 1;
    for (int32_t level = 0; level + 1 < size; level++)
        if (show_piece(s, v, site, level))
            put_char(s->out, '/');
    if (show_piece(s, v, site, -1))
        return true;
    if (!v->height || !stored(s, v->emptied, site))
        return false;
    text_put(s->out, "0w0");
    return true;
}

/* The name of a piece, with what else there is to say of it. */
static bool put_piece(const showing *s, const ir_view *v, int32_t site, int32_t level)
{
    bool any = false;
    for (uint32_t i = 0; i < v->part_count; i++) {
        const ir_view_part *p = &v->parts[i];
        int32_t n = part_of(s, v, p, site, level);
        if (n == p->hidden || p->hidden_by) {
            if (i == 0)
                return false;
            continue;
        }
        if (i == 0 && n > 0 && (uint32_t)n < v->picture->piece_count) {
            text_put(s->out, v->picture->pieces[n]);
        } else {
            text_put(s->out, i ? " " : "");
            text_put(s->out, p->mark);
            put_number(s->out, n - p->minus);
        }
        any = true;
    }
    return any;
}

void automaton_form_content(const automaton_model *m, const void *state, uint32_t site, text_out *out)
{
    const showing s = {m, state, out};
    const ir_view *v = view_now(&s);
    site -= v->first; /* below that it is no site of the game, either */
    if (site >= v->site_count)
        return;
    int32_t size = v->height ? stored(&s, v->size, (int32_t)site) : 1;
    for (int32_t level = 0; level + 1 < size; level++)
        if (put_piece(&s, v, (int32_t)site, level))
            put_char(out, '/');
    put_piece(&s, v, (int32_t)site, -1);
}

static void show_groups(const showing *s, const ir_view_value *v)
{
    const uint32_t *end = v->groups;
    for (int32_t i = v->first; i <= v->last; i++) {
        put_number(s->out, stored(s, v->variable, i) - v->minus);
        put_char(s->out, ',');
        if ((uint32_t)i + 1 == *end) {
            put_char(s->out, ';');
            end++;
        }
    }
}

static bool show_value(const showing *s, const ir_view_value *v)
{
    if (v->groups) {
        show_groups(s, v);
        return true;
    }
    if (v->counted) {
        const int32_t n = stored(s, v->count, 0);
        for (int32_t i = 0; i < n; i++) {
            text_put(s->out, i ? "," : "");
            put_number(s->out, stored(s, v->variable, i));
        }
        return n > 0;
    }
    bool any = v->last < v->first, one = v->flags, some = !v->sparse;
    if (any) {
        int32_t n = stored(s, v->variable, 0);
        if (v->text)
            text_put(s->out, v->text);
        else
            put_number(s->out, n - v->minus);
        return n > v->hidden;
    }
    for (int32_t i = v->first; i <= v->last; i++) {
        int32_t n = stored(s, v->variable, i);
        if (v->members && !n)
            continue;
        if (any && !v->flags)
            text_put(s->out, ",");
        one &= n == 1;
        some |= n != v->hidden;
        put_number(s->out, v->members ? i : n - v->minus);
        any = true;
    }
    return any && !one && some;
}

void automaton_form_visit(const automaton_model *m, const void *state, const lud_state_visitor *visitor, void *user)
{
    const ir_view *v = view_now(&(showing){m, state, NULL});
    char buffer[4096];
    for (uint32_t i = 0; i < v->site_count; i++) {
        text_out out = {buffer, sizeof buffer, 0};
        uint32_t site = v->order ? v->order[i] : i;
        text_put(&out, "");
        if (show_site(&(showing){m, state, &out}, v, (int32_t)site))
            visitor->value(user, v->keys[site], buffer);
    }
    for (uint32_t i = 0; i < v->value_count; i++) {
        text_out out = {buffer, sizeof buffer, 0};
        text_put(&out, "");
        if (show_value(&(showing){m, state, &out}, &v->values[i]))
            visitor->value(user, v->values[i].name, buffer);
    }
}

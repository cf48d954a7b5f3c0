/* Variables that hold a site: pieces that stand there. */
#include "model/automaton/automaton.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { TOKENS_MAX = 256 };

static const automaton_board *board_over(const automaton_model *m, uint32_t family)
{
    for (uint32_t i = 0; i < m->board_count; i++)
        if (m->boards[i].family == family && !m->boards[i].aside)
            return &m->boards[i];
    return NULL;
}

/* Whether a name speaks of a role: `white_king`, `kingOfWhite`. */
static bool names_role(const ir_game *g, const char *name)
{
    const ir_type_data *players = ir_type_at(g, g->player_type);
    for (uint32_t i = 0; i < players->count; i++) {
        const char *role = ir_symbol_name(g, ir_symbol_at(players, i));
        size_t length = strlen(role);
        for (const char *p = name; *p && length > 1; p++)
            if (strncasecmp(p, role, length) == 0)
                return true;
    }
    return false;
}

static void add_token(lud_game *game, automaton_model *m, const automaton_board *b, const layout_slot *s, uint32_t cell,
                      const char *name)
{
    if (m->token_count == TOKENS_MAX)
        return;
    if (!m->tokens)
        m->tokens = ARENA_ARRAY(&game->arena, automaton_token, TOKENS_MAX);
    m->tokens[m->token_count++] = (automaton_token){
        .name = name, .offset = s->offset + cell * s->width, .board = (uint32_t)(b - m->boards), .width = s->width};
}

static void tokens_below(lud_game *game, automaton_model *m, const automaton_board *b, const layout_slot *s,
                         uint32_t level, uint32_t first, const char *keys, const char *name)
{
    if (level == s->levels) {
        add_token(game, m, b, s, first, arena_printf(&game->arena, "%s%s", keys, name));
        return;
    }
    const layout_key *k = &s->keys[level];
    char buffer[16];
    for (uint32_t i = 0; i < automaton_key_count(m->ir, k) && m->token_count < TOKENS_MAX; i++) {
        const char *key = automaton_key_text(m->ir, k, i, buffer);
        tokens_below(game, m, b, s, level + 1, first + (uint32_t)(automaton_key_code(m->ir, k, i) - k->low) * k->stride,
                     arena_printf(&game->arena, "%s%s ", keys, key), name);
    }
}

static bool is_player(const ir_game *g, ir_sym s)
{
    const ir_type_data *players = ir_type_at(g, g->player_type);
    bool found = false;
    for (uint32_t i = 0; i < players->count; i++)
        found |= ir_symbol_at(players, i) == s;
    return found;
}

/* Beside a map over the same sites what is nobody's is a note of the rules: where something was, the next free site of
 * a column. */
static bool is_token(const automaton_model *m, const ir_variable *v, const layout_slot *s, const automaton_board *b)
{
    bool owned = b->variable == IR_NONE || names_role(m->ir, ir_name(m->ir, v->name));
    for (uint32_t i = 0; i < s->levels; i++) {
        if (s->keys[i].integer)
            continue;
        ir_sym first = ir_symbol_at(ir_type_at(m->ir, s->keys[i].type), 0);
        if (vec_at(&m->ir->symbols, first).family == b->family)
            return false; /* from site to site */
        owned |= is_player(m->ir, first);
    }
    return owned;
}

void automaton_find_tokens(lud_game *game, automaton_model *m)
{
    const ir_game *g = m->ir;
    for (uint32_t i = 0; i < g->variables.count && !m->picture; i++) {
        const ir_variable *v = &vec_at(&g->variables, i);
        const layout_slot *s = &m->code->layout.variables[i];
        const automaton_board *b = s->integer || s->real ? NULL : board_over(m, s->family);
        if (b && !v->removed && !v->local && !v->note && !v->builtin && is_token(m, v, s, b))
            tokens_below(game, m, b, s, 0, 0, "", ir_name(g, v->name));
    }
}

uint32_t automaton_token_count(const lud_game *game) { return automaton_of(game)->token_count; }

bool automaton_token_at(const lud_game *game, const void *state, uint32_t token, lud_token *where)
{
    const automaton_model *m = automaton_of(game);
    const automaton_token *t = &m->tokens[token];
    const automaton_board *b = &m->boards[t->board];
    int32_t site = b->site_of[layout_load((const unsigned char *)state + t->offset, t->width)];
    *where = (lud_token){t->name, t->board, site < 0 ? 0 : (uint32_t)site};
    return site >= 0;
}

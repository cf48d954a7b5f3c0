/* Move blocks: from lists to instructions, with all names found. */
#include "lang/zrf/zrf.h"

#include <string.h>

/* ---- targets ---- */

static bool read_target(zrf_game *g, const zrf_node *n, zrf_target *t)
{
    static const struct {
        const char *word;
        zrf_target_kind kind;
    } words[] = {{"from", ZRF_T_FROM},
                 {"to", ZRF_T_TO},
                 {"mark", ZRF_T_MARK},
                 {"last-from", ZRF_T_LAST_FROM},
                 {"last-to", ZRF_T_LAST_TO}};
    if (zrf_heads(g->f, n, "opposite") && n->count > 1 && zrf_item(n, 1)->kind == ZRF_SYMBOL) {
        uint32_t d = zrf_find_direction(g, zrf_item(n, 1)->name);
        *t = (zrf_target){d == ZRF_NONE ? ZRF_T_NOWHERE : ZRF_T_OPPOSITE, d};
        return true;
    }
    if (n->kind != ZRF_SYMBOL)
        return false;
    uint32_t d = zrf_find_direction(g, n->name), p = zrf_find_position(g, n->name);
    *t = d != ZRF_NONE ? (zrf_target){ZRF_T_DIRECTION, d} : (zrf_target){ZRF_T_POSITION, p};
    if (d != ZRF_NONE || p != ZRF_NONE)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (zrf_is(g->f, n, words[i].word)) {
            *t = (zrf_target){words[i].kind, ZRF_NONE};
            return true;
        }
    return false;
}

/* The target that may stand at the end of a list. */
static zrf_target last_target(zrf_game *g, const zrf_node *n, uint32_t at)
{
    zrf_target t = {ZRF_T_HERE, ZRF_NONE};
    if (n->kind == ZRF_LIST && at < n->count && !read_target(g, zrf_item(n, at), &t)) {
        zrf_warn(g->f, DIAG_ZRF_UNKNOWN, zrf_item(n, at), "`%s` is no direction or position of this board",
                 zrf_shown(g->f, zrf_item(n, at)));
        t.kind = ZRF_T_NOWHERE;
    }
    return t;
}

/* ---- conditions ---- */

typedef enum test_argument { NOTHING, PIECE, ZONE, FLAG, POSITION_FLAG, PLACE } test_argument;

static const struct {
    const char *word;
    zrf_test test;
    test_argument argument;
} tests[] = {{"empty?", ZRF_C_EMPTY, NOTHING},
             {"friend?", ZRF_C_FRIEND, NOTHING},
             {"enemy?", ZRF_C_ENEMY, NOTHING},
             {"neutral?", ZRF_C_NEUTRAL, NOTHING},
             {"piece?", ZRF_C_PIECE, PIECE},
             {"in-zone?", ZRF_C_ZONE, ZONE},
             {"position?", ZRF_C_POSITION, PLACE},
             {"on-board?", ZRF_C_ON_BOARD, NOTHING},
             {"flag?", ZRF_C_FLAG, FLAG},
             {"position-flag?", ZRF_C_POSITION_FLAG, POSITION_FLAG},
             {"marked?", ZRF_C_MARKED, NOTHING},
             {"last-from?", ZRF_C_LAST_FROM, NOTHING},
             {"last-to?", ZRF_C_LAST_TO, NOTHING},
             {"attacked?", ZRF_C_ATTACKED, NOTHING},
             {"defended?", ZRF_C_DEFENDED, NOTHING},
             {"adjacent-to-enemy?", ZRF_C_ADJACENT, NOTHING},
             {"goal-position?", ZRF_C_GOAL, NOTHING}};
enum { TESTS = sizeof tests / sizeof *tests };

static uint32_t flag_index(zrf_game *g, vec_u32 *flags, name_id name)
{
    for (uint32_t i = 0; i < flags->count; i++)
        if (vec_at(flags, i) == name)
            return i;
    vec_push(g->f->arena, flags, name);
    return flags->count - 1;
}

static zrf_check *new_check(zrf_game *g, zrf_test test, const zrf_node *n)
{
    zrf_check *c = ARENA_NEW(g->f->arena, zrf_check);
    *c = (zrf_check){.test = test, .index = ZRF_NONE, .node = n};
    return c;
}

static const zrf_check *negation(zrf_game *g, const zrf_check *part)
{
    zrf_check *c = new_check(g, ZRF_C_NOT, part->node);
    const zrf_check **parts = ARENA_ARRAY(g->f->arena, const zrf_check *, 1);
    parts[0] = part;
    c->parts = parts;
    c->count = 1;
    return c;
}

static const zrf_check *never(zrf_game *g, const zrf_node *n) { return negation(g, new_check(g, ZRF_C_TRUE, n)); }

static const zrf_check *read_check(zrf_game *g, const zrf_node *n);

static const zrf_check *read_several(zrf_game *g, const zrf_node *n, uint32_t first, zrf_test test)
{
    zrf_check *c = new_check(g, test, n);
    c->count = n->count > first ? n->count - first : 0;
    const zrf_check **parts = ARENA_ARRAY(g->f->arena, const zrf_check *, c->count + 1);
    for (uint32_t i = 0; i < c->count; i++)
        parts[i] = read_check(g, zrf_item(n, first + i));
    c->parts = parts;
    return c->count == 1 ? parts[0] : c;
}

/* The first word behind the name of a test; false when there is none, or it is unknown. */
static bool read_argument(zrf_game *g, const zrf_node *n, test_argument argument, uint32_t *index)
{
    const zrf_node *word = n->kind == ZRF_LIST && n->count > 1 ? zrf_item(n, 1) : NULL;
    if (!word || word->kind == ZRF_LIST) {
        zrf_warn(g->f, DIAG_ZRF_CONDITION, n, "`%s` needs a name", zrf_shown(g->f, n));
        return false;
    }
    switch (argument) {
    case NOTHING: break;
    case PIECE: *index = zrf_need_piece(g, word); return *index != ZRF_NONE;
    case PLACE: *index = zrf_need_position(g, word); return *index != ZRF_NONE;
    case FLAG: *index = flag_index(g, &g->flags, word->name); break;
    case POSITION_FLAG: *index = flag_index(g, &g->position_flags, word->name); break;
    case ZONE:
        *index = word->name;
        if (zrf_has_zone(g, word->name))
            break;
        zrf_warn(g->f, DIAG_ZRF_UNKNOWN, word, "there is no zone `%s`", zrf_shown(g->f, word));
        return false;
    }
    return true;
}

static const zrf_check *read_test(zrf_game *g, const zrf_node *n, size_t i)
{
    zrf_check *c = new_check(g, tests[i].test, n);
    bool argued = tests[i].argument != NOTHING;
    if (argued && !read_argument(g, n, tests[i].argument, &c->index))
        return never(g, n);
    c->target = last_target(g, n, argued ? 2 : 1);
    return c;
}

static const zrf_check *find_test(zrf_game *g, const zrf_node *n, const char *word)
{
    for (size_t i = 0; i < TESTS; i++)
        if (strcmp(word, tests[i].word) == 0)
            return read_test(g, n, i);
    uint32_t attribute = zrf_find_attribute(g, intern_cstr(g->f->names, word));
    if (attribute == ZRF_NONE)
        return NULL;
    zrf_check *c = new_check(g, ZRF_C_ATTRIBUTE, n);
    c->index = attribute;
    c->target = last_target(g, n, 1);
    return c;
}

static const zrf_check *unknown_check(zrf_game *g, const zrf_node *n, const char *word)
{
    suggestion s;
    suggest_init(&s, word);
    for (size_t i = 0; i < TESTS; i++) {
        suggest_offer(&s, tests[i].word);
        suggest_offer(&s, arena_printf(g->f->arena, "not-%s", tests[i].word));
    }
    for (uint32_t i = 0; i < g->attributes.count; i++)
        suggest_offer(&s, zrf_text(g->f, vec_at(&g->attributes, i).name));
    if (zrf_defined_below(g->f, DIAG_ZRF_CONDITION, n))
        return never(g, n);
    diag_hint_near(g->f->sink,
                   zrf_warn(g->f, DIAG_ZRF_CONDITION, n, "`%s` is no condition; it never holds", zrf_shown(g->f, n)),
                   &s);
    return never(g, n);
}

static const zrf_check *read_check(zrf_game *g, const zrf_node *n)
{
    const char *word = n->kind == ZRF_LIST ? zrf_head(g->f, n) : zrf_text(g->f, n->name);
    if (!word && n->kind == ZRF_LIST)
        return read_several(g, n, 0, ZRF_C_AND);
    if (strcmp(word, "and") == 0 && n->kind == ZRF_LIST)
        return read_several(g, n, 1, ZRF_C_AND);
    if (strcmp(word, "or") == 0 && n->kind == ZRF_LIST)
        return read_several(g, n, 1, ZRF_C_OR);
    if (strcmp(word, "not") == 0 && n->kind == ZRF_LIST && n->count > 1)
        return negation(g, read_check(g, zrf_item(n, 1)));
    if (strcmp(word, "true") == 0)
        return new_check(g, ZRF_C_TRUE, n);
    if (strcmp(word, "false") == 0)
        return never(g, n);
    const zrf_check *c = find_test(g, n, word);
    if (!c && strncmp(word, "not-", 4) == 0 && (c = find_test(g, n, word + 4)))
        return negation(g, c);
    return c ? c : unknown_check(g, n, word);
}

/* ---- instructions ---- */

typedef struct reader {
    zrf_game *g;
    uint32_t slots; /* effects of this block so far */
} reader;

static const struct {
    const char *word;
    zrf_op op;
} instructions[] = {{"from", ZRF_I_FROM},
                    {"to", ZRF_I_TO},
                    {"mark", ZRF_I_MARK},
                    {"back", ZRF_I_GO},
                    {"go", ZRF_I_GO},
                    {"opposite", ZRF_I_GO},
                    {"verify", ZRF_I_VERIFY},
                    {"if", ZRF_I_IF},
                    {"while", ZRF_I_WHILE},
                    {"capture", ZRF_I_CAPTURE},
                    {"flip", ZRF_I_FLIP},
                    {"change-owner", ZRF_I_OWNER},
                    {"change-type", ZRF_I_TYPE},
                    {"create", ZRF_I_CREATE},
                    {"set-attribute", ZRF_I_ATTRIBUTE},
                    {"set-flag", ZRF_I_FLAG},
                    {"set-position-flag", ZRF_I_POSITION_FLAG},
                    {"cascade", ZRF_I_CASCADE},
                    {"add", ZRF_I_ADD},
                    {"add-partial", ZRF_I_ADD},
                    {"add-copy", ZRF_I_ADD},
                    {"add-copy-partial", ZRF_I_ADD}};
enum { DIRECTIONS_SHOWN = 12, INSTRUCTIONS = sizeof instructions / sizeof *instructions };

static void read_sequence(reader *x, const zrf_node *list, uint32_t first, uint32_t end, zrf_code *out);

static zrf_instruction *new_instruction(reader *x, zrf_op op, const zrf_node *n, zrf_code *out)
{
    zrf_instruction *i = ARENA_NEW(x->g->f->arena, zrf_instruction);
    *i = (zrf_instruction){
        .op = op, .node = n, .player = ZRF_NONE, .piece = ZRF_NONE, .index = ZRF_NONE, .type = ZRF_NONE};
    vec_push(x->g->f->arena, out, i);
    return i;
}

static uint32_t find_else(reader *x, const zrf_node *n)
{
    uint32_t at = 2;
    while (at < n->count && !zrf_is(x->g->f, zrf_item(n, at), "else"))
        at++;
    return at;
}

static void read_branches(reader *x, const zrf_node *n, zrf_instruction *i)
{
    uint32_t other = n->kind == ZRF_LIST ? find_else(x, n) : 0;
    if (n->kind != ZRF_LIST || n->count < 2) {
        zrf_warn(x->g->f, DIAG_ZRF_CONDITION, n, "`%s` needs a condition", zrf_shown(x->g->f, n));
        i->check = never(x->g, n);
        return;
    }
    i->check = read_check(x->g, zrf_item(n, 1));
    read_sequence(x, n, 2, other, &i->then);
    read_sequence(x, n, other + 1, n->count, &i->otherwise);
}

/* Names of players, pieces and the target, each at most once. */
static void read_change(reader *x, const zrf_node *n, zrf_instruction *i)
{
    zrf_game *g = x->g;
    uint32_t at = 1;
    bool owners = i->op == ZRF_I_CREATE || i->op == ZRF_I_OWNER, pieces = i->op == ZRF_I_CREATE || i->op == ZRF_I_TYPE;
    i->slot = x->slots++;
    bool list = n->kind == ZRF_LIST;
    if (list && owners && at < n->count && zrf_item(n, at)->kind == ZRF_SYMBOL &&
        zrf_find_player(g, zrf_item(n, at)->name) != ZRF_NONE)
        i->player = zrf_find_player(g, n->items[at++]->name);
    if (list && pieces && at < n->count && zrf_item(n, at)->kind == ZRF_SYMBOL &&
        zrf_find_piece(g, zrf_item(n, at)->name) != ZRF_NONE)
        i->piece = zrf_find_piece(g, n->items[at++]->name);
    if (list)
        i->target = last_target(g, n, at);
    if (i->op == ZRF_I_TYPE && i->piece == ZRF_NONE) { /* the walk stays where it is */
        zrf_warn(g->f, DIAG_ZRF_UNKNOWN, n, "`%s` names no piece of this game", zrf_shown(g->f, n));
        i->op = ZRF_I_GO;
        i->target = (zrf_target){.kind = ZRF_T_HERE};
    }
}

static void read_setting(reader *x, const zrf_node *n, zrf_instruction *i)
{
    zrf_game *g = x->g;
    if (n->kind != ZRF_LIST || n->count < 3 || zrf_item(n, 1)->kind == ZRF_LIST) {
        zrf_warn(g->f, DIAG_ZRF_CONDITION, n, "`%s` needs a name and a value", zrf_shown(g->f, n));
        i->op = ZRF_I_GO; /* where it stands */
        return;
    }
    name_id name = zrf_item(n, 1)->name;
    i->check = read_check(g, zrf_item(n, 2));
    i->target = last_target(g, n, 3);
    if (i->op == ZRF_I_FLAG)
        i->index = flag_index(g, &g->flags, name);
    else if (i->op == ZRF_I_POSITION_FLAG)
        i->index = flag_index(g, &g->position_flags, name);
    else {
        i->index = zrf_find_attribute(g, name);
        i->slot = x->slots++;
        if (i->index == ZRF_NONE) {
            zrf_warn(g->f, DIAG_ZRF_UNKNOWN, zrf_item(n, 1), "no piece has the attribute `%s`", zrf_text(g->f, name));
            i->op = ZRF_I_GO;
            i->target.kind = ZRF_T_HERE;
        }
    }
}

static void read_add(reader *x, const zrf_node *n, zrf_instruction *i, const char *word)
{
    zrf_game *g = x->g;
    i->partial = strstr(word, "partial") != NULL;
    i->copy = strstr(word, "copy") != NULL;
    for (uint32_t k = 1; n->kind == ZRF_LIST && k < n->count; k++) {
        const zrf_node *item = zrf_item(n, k);
        uint32_t piece = item->kind == ZRF_SYMBOL ? zrf_find_piece(g, item->name) : ZRF_NONE;
        uint32_t type = item->kind == ZRF_SYMBOL ? zrf_find_type(g, item->name) : ZRF_NONE;
        if (i->partial && type != ZRF_NONE && (piece == ZRF_NONE || k + 1 == n->count))
            i->type = type;
        else if (piece != ZRF_NONE)
            vec_push(g->f->arena, &i->pieces, piece);
        else
            zrf_need_piece(g, item);
    }
    if (i->partial && i->type == ZRF_NONE && n->kind == ZRF_LIST && n->count > 1 && i->pieces.count < n->count - 1)
        i->type = g->types.count; /* a type that no block has: the sequence ends */
}

static void read_jump(reader *x, const zrf_node *n, zrf_instruction *i, const char *word)
{
    if (strcmp(word, "back") == 0)
        i->target.kind = ZRF_T_MARK;
    else if (n->kind != ZRF_LIST || n->count < 2 || !read_target(x->g, *word == 'o' ? n : zrf_item(n, 1), &i->target)) {
        zrf_warn(x->g->f, DIAG_ZRF_UNKNOWN, n, "`%s` leads nowhere", zrf_shown(x->g->f, n));
        i->target.kind = ZRF_T_NOWHERE;
    }
}

static void read_instruction(reader *x, const zrf_node *n, size_t k, zrf_code *out)
{
    const char *word = instructions[k].word;
    zrf_instruction *i = new_instruction(x, instructions[k].op, n, out);
    switch (i->op) {
    case ZRF_I_GO: read_jump(x, n, i, word); break;
    case ZRF_I_FROM:
    case ZRF_I_TO: break;
    case ZRF_I_MARK: i->target = last_target(x->g, n, 1); break;
    case ZRF_I_VERIFY:
        i->check = n->kind == ZRF_LIST ? read_several(x->g, n, 1, ZRF_C_AND) : new_check(x->g, ZRF_C_TRUE, n);
        break;
    case ZRF_I_IF:
    case ZRF_I_WHILE: read_branches(x, n, i); break;
    case ZRF_I_CAPTURE:
    case ZRF_I_FLIP:
    case ZRF_I_OWNER:
    case ZRF_I_TYPE:
    case ZRF_I_CREATE: read_change(x, n, i); break;
    case ZRF_I_ATTRIBUTE:
    case ZRF_I_FLAG:
    case ZRF_I_POSITION_FLAG: read_setting(x, n, i); break;
    case ZRF_I_CASCADE: i->slot = x->slots++; break;
    case ZRF_I_ADD: read_add(x, n, i, word); break;
    }
}

/* The instruction of that name, or the only near one. */
static size_t find_instruction(const char *word)
{
    size_t i = 0;
    while (i < INSTRUCTIONS && strcmp(word, instructions[i].word) != 0)
        i++;
    return i;
}

static void list_directions(zrf_game *g, diag *d)
{
    const char *list = "";
    for (uint32_t i = 0; i < g->directions.count && i < DIRECTIONS_SHOWN; i++)
        list = arena_printf(g->f->arena, "%s%s%s", list, i ? ", " : "", zrf_text(g->f, vec_at(&g->directions, i).name));
    if (*list)
        diag_set_hint(g->f->sink, d, "the directions of this board are %s%s", list,
                      g->directions.count > DIRECTIONS_SHOWN ? " .." : "");
}

static void read_unknown(reader *x, const zrf_node *n, zrf_code *out)
{
    const char *word = n->kind == ZRF_LIST ? zrf_head(x->g->f, n) : zrf_text(x->g->f, n->name);
    suggestion s;
    if (zrf_defined_below(x->g->f, DIAG_ZRF_INSTRUCTION, n)) {
        new_instruction(x, ZRF_I_GO, n, out)->target.kind = ZRF_T_NOWHERE;
        return;
    }
    suggest_init(&s, word);
    for (size_t i = 0; i < INSTRUCTIONS; i++)
        suggest_offer(&s, instructions[i].word);
    for (uint32_t i = 0; i < x->g->f->macros.count; i++)
        suggest_offer(&s, zrf_text(x->g->f, vec_at(&x->g->f->macros, i).name));
    size_t near = s.best ? find_instruction(s.best) : INSTRUCTIONS;
    bool meant = n->kind == ZRF_LIST && n->count > 1 && near < INSTRUCTIONS && s.best_distance == 1;
    diag *d = meant ? zrf_warn(x->g->f, DIAG_ZRF_INSTRUCTION, n, "`%s` is read as `%s`", word, s.best)
                    : zrf_warn(x->g->f, DIAG_ZRF_INSTRUCTION, n,
                               "`%s` is no instruction, direction or position; the move ends there", word);
    if (meant) {
        read_instruction(x, n, near, out);
        return;
    }
    if (s.best)
        diag_hint_near(x->g->f->sink, d, &s);
    else if (d && n->kind == ZRF_SYMBOL)
        list_directions(x->g, d);
    new_instruction(x, ZRF_I_GO, n, out)->target.kind = ZRF_T_NOWHERE;
}

static void read_item(reader *x, const zrf_node *n, zrf_code *out)
{
    zrf_target t;
    const char *word = n->kind == ZRF_LIST ? zrf_head(x->g->f, n) : zrf_text(x->g->f, n->name);
    size_t k = word ? find_instruction(word) : INSTRUCTIONS;
    bool place = n->kind == ZRF_SYMBOL && k == INSTRUCTIONS && read_target(x->g, n, &t);
    /* words of the language that are directions of this board, too */
    if (n->kind == ZRF_SYMBOL && k < INSTRUCTIONS && zrf_find_direction(x->g, n->name) != ZRF_NONE)
        place = read_target(x->g, n, &t);
    if (place)
        new_instruction(x, ZRF_I_GO, n, out)->target = t;
    else if (k < INSTRUCTIONS)
        read_instruction(x, n, k, out);
    else if (n->kind == ZRF_LIST &&
             (n->count == 0 || !word || zrf_find_direction(x->g, zrf_item(n, 0)->name) != ZRF_NONE ||
              zrf_find_position(x->g, zrf_item(n, 0)->name) != ZRF_NONE))
        read_sequence(x, n, 0, n->count, out);
    else
        read_unknown(x, n, out);
}

static void read_sequence(reader *x, const zrf_node *list, uint32_t first, uint32_t end, zrf_code *out)
{
    for (uint32_t i = first; i < end && i < list->count; i++)
        read_item(x, zrf_item(list, i), out);
}

/* An effect that a loop can ask for twice before a move is added is a set; the others are one
 * place. */
static void mark_loops(zrf_code *code, bool loop)
{
    bool added = false;
    for (uint32_t k = code->count; k-- > 0;) {
        zrf_instruction *i = vec_at(code, k);
        added |= i->op == ZRF_I_ADD;
        i->looped = loop && !added;
        mark_loops(&i->then, i->op == ZRF_I_WHILE || i->looped);
        mark_loops(&i->otherwise, i->looped);
    }
}

static uint64_t hash_code(const zrf_code *code);

static uint64_t hash_of(const zrf_node *n)
{
    uint64_t h = hash_mix((uint64_t)n->kind << 32 | n->name);
    for (uint32_t i = 0; i < n->count; i++)
        h = hash_mix(h * 31 + hash_of(zrf_item(n, i)));
    return h + n->count;
}

/* Slots count, names do: what is written alike may still note elsewhere. */
static uint64_t hash_instruction(zrf_instruction *i)
{
    i->adds = i->op == ZRF_I_ADD;
    bool branches = (i->op == ZRF_I_IF || i->op == ZRF_I_WHILE) && i->node->kind == ZRF_LIST && i->node->count > 1;
    uint64_t own = branches ? hash_of(zrf_item(i->node, 1)) + i->op : hash_of(i->node);
    uint64_t what[] = {own,
                       i->op,
                       i->slot,
                       i->target.kind,
                       i->target.index,
                       i->looped,
                       i->type,
                       hash_code(&i->then),
                       hash_code(&i->otherwise)};
    for (uint32_t k = 0; k < i->then.count; k++)
        i->adds |= vec_at(&i->then, k)->adds;
    for (uint32_t k = 0; k < i->otherwise.count; k++)
        i->adds |= vec_at(&i->otherwise, k)->adds;
    return i->same = hash_bytes(what, sizeof what, 11);
}

static uint64_t hash_code(const zrf_code *code)
{
    uint64_t h = code->count;
    for (uint32_t k = 0; k < code->count; k++)
        h = hash_mix(h * 31 + hash_instruction(vec_at(code, k)));
    uint64_t rest = 0;
    bool adds = false;
    for (uint32_t k = code->count; k-- > 0;) {
        rest = vec_at(code, k)->rest = hash_mix(rest * 31 + vec_at(code, k)->same);
        adds = vec_at(code, k)->adds_on = adds || vec_at(code, k)->adds;
    }
    return h;
}

static bool asks_for_piece(const zrf_check *c)
{
    bool asks = c->test == ZRF_C_GOAL;
    for (uint32_t i = 0; i < c->count; i++)
        asks |= asks_for_piece(c->parts[i]);
    return asks;
}

static bool needs_piece(const zrf_code *code)
{
    bool needs = false;
    for (uint32_t k = 0; k < code->count; k++) {
        const zrf_instruction *i = vec_at(code, k);
        needs |= (i->op == ZRF_I_CREATE && i->piece == ZRF_NONE) || (i->check && asks_for_piece(i->check)) ||
                 needs_piece(&i->then) || needs_piece(&i->otherwise);
    }
    return needs;
}

/* A walk that leads nowhere for sure has been reported already; `(from)` alone keeps a place. */
static bool may_add(const zrf_code *code)
{
    bool adds = code->count == 0 || (code->count == 1 && vec_at(code, 0)->op == ZRF_I_FROM);
    for (uint32_t k = 0; k < code->count; k++)
        adds |= vec_at(code, k)->adds || vec_at(code, k)->target.kind == ZRF_T_NOWHERE;
    return adds;
}

void zrf_read_blocks(zrf_game *g, const zrf_node *list, zrf_blocks *out)
{
    uint32_t type = ZRF_NONE;
    for (uint32_t i = 1; i < list->count; i++) {
        const zrf_node *n = zrf_item(list, i);
        reader x = {.g = g};
        if (n->kind != ZRF_LIST) {
            zrf_warn(g->f, DIAG_ZRF_INSTRUCTION, n, "`%s` stands outside of any move and is ignored",
                     zrf_shown(g->f, n));
            continue;
        }
        if (zrf_heads(g->f, n, "move-type")) {
            type =
                n->count > 1 && zrf_item(n, 1)->kind == ZRF_SYMBOL ? zrf_find_type(g, zrf_item(n, 1)->name) : ZRF_NONE;
            continue;
        }
        zrf_block b = {.type = type, .node = n};
        read_sequence(&x, n, 0, n->count, &b.code);
        mark_loops(&b.code, false);
        b.slots = x.slots;
        hash_code(&b.code);
        if (!may_add(&b.code)) {
            diag *d = zrf_warn(g->f, DIAG_ZRF_NO_ADD, n, "this is never a move: it has no `add`");
            if (d)
                diag_set_hint(g->f->sink, d, "`add` at its end, behind all that it asks for, makes it one");
        }
        b.same = hash_mix(hash_of(n) + type);
        b.own = needs_piece(&b.code);
        vec_push(g->f->arena, out, b);
    }
}

#include "structures/play.h"

#include "structures/flow.h"
#include "structures/play_state.h"
#include "structures/rewrite.h"

#include <math.h>
#include <string.h>

/* ---- rules ---- */

static bool heard(rs_play *p, const rs_logic *l)
{
    return !l->problem || rs_play_fail(p, l->code, l->where, l->problem);
}

static void set_frame(const rs_query *q, const rs_structure *names, const uint32_t *elements, uint32_t *frame)
{
    for (uint32_t i = 0; i < q->free.count; i++) {
        uint32_t e = rs_find_element(names, vec_at(&q->free, i));
        frame[vec_at(&q->free_slots, i)] = e == RS_NONE ? 0 : elements[e];
    }
}

typedef struct flowing {
    rs_logic *l;
    rs_structure *s;
    const rs_rule *r;
    uint32_t *elements; /* [right element] */
    rs_parameter clock;
} flowing;

static void put_values(flowing *w, const double *values)
{
    for (uint32_t i = 0; i < w->r->dynamics.count; i++) {
        const rs_update *u = &vec_at(&w->r->dynamics, i);
        rs_set_value(w->s, rs_add_function(w->s, u->function), w->elements[rs_find_element(&w->r->right, u->element)],
                     values[i]);
    }
}

static bool slope(void *user, double time, const double *values, double *slopes)
{
    flowing *w = user;
    uint32_t frame[RS_SLOTS_MAX] = {0};
    (void)time;
    put_values(w, values);
    for (uint32_t i = 0; i < w->r->dynamics.count; i++) {
        set_frame(&vec_at(&w->r->dynamics, i).value, &w->r->right, w->elements, frame);
        slopes[i] = rs_number(w->l, vec_at(&w->r->dynamics, i).value.root, frame);
    }
    return !w->l->problem;
}

static bool allowed(void *user, double time, const double *values)
{
    flowing *w = user;
    uint32_t frame[RS_SLOTS_MAX] = {0};
    (void)time;
    put_values(w, values);
    set_frame(&w->r->inv, &w->r->right, w->elements, frame);
    return rs_true(w->l, w->r->inv.root, frame);
}

/* The structure after the rule's time, and the time that it took in truth. */
static rs_structure *let_flow(rs_play *p, const rs_structure *s, const rs_rule *r, const uint32_t *image, double *time)
{
    rs_structure *to = ARENA_NEW(p->scratch, rs_structure);
    rs_structure_copy(to, s, p->scratch);
    rs_logic l;
    rs_logic_init(&l, &p->f, to, p->scratch, p->max_steps);
    flowing w = {.l = &l, .s = to, .r = r};
    w.elements = ARENA_ARRAY(p->scratch, uint32_t, r->right.elements.count + 1);
    for (uint32_t e = 0; e < r->right.elements.count; e++)
        w.elements[e] = r->replaced[e] == RS_NONE ? 0 : image[r->replaced[e]];
    double *values = ARENA_ARRAY(p->scratch, double, r->dynamics.count + 1), reached = 0;
    for (uint32_t i = 0; i < r->dynamics.count; i++)
        values[i] = rs_value(s, vec_at(&r->dynamics, i).function,
                             w.elements[rs_find_element(&r->right, vec_at(&r->dynamics, i).element)]);
    flow fl = {.count = r->dynamics.count,
               .slope = slope,
               .allowed = r->has_inv ? allowed : NULL,
               .user = &w,
               .max_steps = p->max_steps};
    flow_end end = flow_run(&fl, values, *time, &reached, p->scratch);
    if (!heard(p, &l))
        return NULL;
    if (end == FLOW_FAILED) {
        rs_play_fail(p, DIAG_TOSS_NUMBER, vec_at(&r->dynamics, 0).span,
                     "the values of this rule cannot be followed for so long: they change too fast");
        return NULL;
    }
    put_values(&w, values);
    *time = reached;
    return to;
}

/* The structure after a rule; NULL: `post` does not hold, or there is a problem. */
static rs_structure *use_rule(rs_play *p, const rs_structure *s, const rs_rule *r, const uint32_t *image,
                              rs_parameter *parameters, uint32_t count, bool check)
{
    uint32_t *right = ARENA_ARRAY(p->scratch, uint32_t, r->right.elements.count + 1), frame[RS_SLOTS_MAX] = {0};
    name_id t = intern_cstr(p->f.names, "t");
    rs_parameter standard = {t, 0.1, 0.1}, *time = &standard;
    for (uint32_t i = 0; i < count; i++)
        if (parameters[i].name == t)
            time = &parameters[i];
    if (r->dynamics.count && !(s = let_flow(p, s, r, image, &time->low)))
        return NULL;
    rs_logic l, after;
    rs_logic_init(&l, &p->f, s, p->scratch, p->max_steps);
    l.parameters = count ? parameters : &standard;
    l.parameter_count = count ? count : 1;
    l.names = p->names;
    l.name_count = p->capacity;
    rs_structure *to = rs_rewrite(&l, r, image, right);
    if (!heard(p, &l))
        return NULL;
    if (to->elements.count > p->capacity) {
        rs_play_full(p);
        return NULL;
    }
    if (!r->has_post || !check)
        return to;
    rs_logic_init(&after, &p->f, to, p->scratch, p->max_steps);
    set_frame(&r->post, &r->right, right, frame);
    bool fine = rs_true(&after, r->post.root, frame);
    return heard(p, &after) && fine ? to : NULL;
}

/* ---- moves ---- */

static const rs_seat *seat_of(const rs_play *p, uint32_t location, uint32_t player)
{
    const rs_location *l = &vec_at(&p->f.locations, location);
    for (uint32_t i = 0; i < l->seats.count; i++)
        if (vec_at(&l->seats, i).player_index == player)
            return &vec_at(&l->seats, i);
    return NULL;
}

static uint32_t location_index(const rs_play *p, uint32_t number)
{
    uint32_t i = 0;
    while (vec_at(&p->f.locations, i).number != number)
        i++;
    return i;
}

static bool history_allows(const rs_play *p, const void *state, const rs_rule *r)
{
    for (uint32_t i = 0; i < r->before.count; i++) {
        uint32_t rule = *map_get(&p->f.rule_by_name, vec_at(&r->before, i).to);
        if ((((const unsigned char *)state)[p->played + rule] != 0) == vec_at(&r->before, i).unwanted)
            return false;
    }
    return true;
}

static void put_number(uint32_t *words, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    words[0] = (uint32_t)bits;
    words[1] = (uint32_t)(bits >> 32);
}

static double get_number(const uint32_t *words)
{
    uint64_t bits = (uint64_t)words[1] << 32 | words[0];
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

typedef struct listing {
    rs_play *p;
    const rs_structure *s;
    const rs_move *m;
    const rs_rule *r;
    const uint32_t *slots;
    rs_choices *out;
    bool any, stop_at_first;
    const rs_choice *wanted; /* only this one, with its parameters */
} listing;

static bool add_choice(listing *w, const uint32_t *image, const rs_parameter *chosen)
{
    uint32_t n = w->m->parameters.count, elements = w->r->left.elements.count,
             *words = ARENA_ARRAY(w->p->scratch, uint32_t, 1 + 2 * n + elements);
    rs_parameter used[RS_PARAMETERS_MAX];
    memcpy(used, chosen, n * sizeof *used);
    if (w->r->has_post && !use_rule(w->p, w->s, w->r, image, used, n, true))
        return !w->p->problem;
    words[0] = w->m->rule_index;
    for (uint32_t i = 0; i < n; i++)
        put_number(words + 1 + 2 * i, chosen[i].low);
    for (uint32_t i = 0; i < elements; i++)
        words[1 + 2 * n + i] = w->slots[image[i]];
    vec_push(w->p->scratch, w->out, ((rs_choice){words, 1 + 2 * n + elements}));
    return !w->stop_at_first;
}

static bool choose_parameters(listing *w, const uint32_t *image, rs_parameter *chosen, uint32_t at)
{
    if (at == w->m->parameters.count)
        return add_choice(w, image, chosen);
    const rs_parameter *q = &vec_at(&w->m->parameters, at);
    uint32_t points = q->low == q->high || w->wanted ? 1 : RS_POINTS;
    for (uint32_t i = 0; i < points; i++) {
        double value = points == 1 ? q->low : q->low + (q->high - q->low) * i / (RS_POINTS - 1);
        value = value > q->high ? q->high : value; /* rounded */
        if (w->wanted)
            value = get_number(w->wanted->words + 1 + 2 * at);
        chosen[at] = (rs_parameter){q->name, value, value};
        if (!choose_parameters(w, image, chosen, at + 1))
            return false;
    }
    return true;
}

static bool matched(void *user, const uint32_t *image)
{
    listing *w = user;
    rs_parameter chosen[RS_PARAMETERS_MAX];
    uint32_t n = w->m->parameters.count;
    for (uint32_t i = 0; w->wanted && i < w->r->left.elements.count; i++)
        if (w->wanted->words[1 + 2 * n + i] != w->slots[image[i]])
            return true;
    return choose_parameters(w, image, chosen, 0);
}

/* The matches of a rule where `post` is not looked at; `condition`: `pre` is. */
static bool match(rs_play *p, const rs_structure *s, const rs_rule *r, bool condition, rs_matched *found, void *user)
{
    rs_logic l;
    rs_rule alone = *r;
    alone.has_post = false;
    alone.has_pre &= condition;
    rs_logic_init(&l, &p->f, s, p->scratch, p->max_steps);
    rs_matches(&l, &alone, found, user);
    return heard(p, &l) && !p->problem;
}

static bool list(rs_play *p, const void *state, const rs_structure *s, const uint32_t *slots, uint32_t player,
                 bool first, const rs_choice *wanted, rs_choices *out)
{
    const rs_seat *seat = seat_of(p, rs_head_of(state)->location, player);
    for (uint32_t i = 0; seat && i < seat->moves.count && !(first && out->count); i++) {
        const rs_move *m = &vec_at(&seat->moves, i);
        const rs_rule *r = &vec_at(&p->f.rules, m->rule_index);
        listing w = {p, s, m, r, slots, out, false, first, wanted};
        if (wanted && (wanted->words[0] != m->rule_index ||
                       wanted->count != 1 + 2 * m->parameters.count + r->left.elements.count))
            continue;
        if (history_allows(p, state, r) && !match(p, s, r, true, matched, &w))
            return false;
    }
    return true;
}

bool rs_play_list(rs_play *p, const void *state, uint32_t player, rs_choices *out)
{
    uint32_t *slots;
    const rs_structure *s = rs_unpack(p, state, &slots);
    p->problem = NULL;
    p->full = false;
    *out = (rs_choices){0};
    return list(p, state, s, slots, player, false, NULL, out);
}

/* ---- playing ---- */

/* Who decides, or what everybody gets. */
static bool settle(rs_play *p, const rs_structure *s, void *state)
{
    rs_head *h = state;
    const rs_location *l = &vec_at(&p->f.locations, h->location);
    uint32_t *slots = ARENA_ARRAY(p->scratch, uint32_t, s->elements.count + 1), frame[RS_SLOTS_MAX] = {0};
    double *scores = (double *)(void *)((char *)state + p->scores);
    bool over = false;
    for (uint32_t e = 0; e < s->elements.count; e++)
        slots[e] = e;
    h->movers = 0;
    memset(scores, 0, p->f.players.count * sizeof *scores);
    for (uint32_t i = 0; i < l->seats.count && !over; i++) {
        rs_choices some = {0};
        if (vec_at(&l->seats, i).moves.count == 0)
            continue;
        if (!list(p, state, s, slots, vec_at(&l->seats, i).player_index, true, NULL, &some))
            return false;
        over = some.count == 0;
        h->movers |= UINT64_C(2) << vec_at(&l->seats, i).player_index;
    }
    if (!over && h->movers)
        return true;
    h->movers = 0;
    for (uint32_t i = 0; i < l->seats.count; i++) {
        rs_logic logic;
        rs_logic_init(&logic, &p->f, s, p->scratch, p->max_steps);
        if (!vec_at(&l->seats, i).has_payoff)
            continue;
        double score = rs_number(&logic, vec_at(&l->seats, i).payoff.root, frame) + 0.0; /* no negative zero */
        scores[vec_at(&l->seats, i).player_index] = score;
        if (!isfinite(score))
            return rs_play_fail(p, DIAG_TOSS_NUMBER, vec_at(&l->seats, i).payoff.root->span,
                                "this payoff is no finite number");
        if (!heard(p, &logic))
            return false;
    }
    return true;
}

/* The slots that elements have once the structure is a state. */
static rs_structure *renamed(rs_play *p, void *state, const rs_structure *s)
{
    return rs_pack(p, s, state) ? rs_play_structure(p, state) : NULL;
}

bool rs_play_start(rs_play *p, void *state)
{
    p->problem = NULL;
    p->full = false;
    memset(state, 0, p->size);
    ((rs_head *)state)->location = location_index(p, 0);
    rs_structure *s = renamed(p, state, &p->f.start);
    return s && settle(p, s, state);
}

typedef struct seeking {
    const uint32_t *image;
    uint32_t count;
    bool found;
} seeking;

static bool is_image(void *user, const uint32_t *image)
{
    seeking *w = user;
    w->found = memcmp(image, w->image, w->count * sizeof *image) == 0;
    return !w->found;
}

/* An earlier rule may have destroyed the match: then this one is passed over. */
static bool still_there(rs_play *p, const rs_structure *s, const rs_rule *r, const uint32_t *image)
{
    seeking w = {image, r->left.elements.count, false};
    return match(p, s, r, false, is_image, &w) && w.found;
}

/* Elements that are gone since the matches were found: others may have their names by now. */
typedef VEC(name_id) gone_names;

static void note_gone(rs_play *p, const rs_rule *r, const name_id *names, gone_names *gone)
{
    for (uint32_t i = 0; i < r->left.elements.count; i++)
        if (rs_heir(r, i) == RS_NONE)
            vec_push(p->scratch, gone, names[i]);
}

/* Elements by their names; false: one is gone. */
static bool find_image(const rs_structure *s, const name_id *names, uint32_t count, const gone_names *gone,
                       uint32_t *image)
{
    for (uint32_t i = 0; i < count; i++) {
        if ((image[i] = rs_find_element(s, names[i])) == RS_NONE)
            return false;
        for (uint32_t k = 0; k < gone->count; k++)
            if (vec_at(gone, k) == names[i])
                return false;
    }
    return true;
}

typedef struct collecting {
    rs_play *p;
    const rs_structure *s;
    uint32_t count; /* elements of one */
    VEC(name_id) names;
} collecting;

static bool collect(void *user, const uint32_t *image)
{
    collecting *w = user;
    for (uint32_t i = 0; i < w->count; i++)
        vec_push(w->p->scratch, &w->names, vec_at(&w->s->elements, image[i]));
    return true;
}

/* Rules of UNIVERSAL at all matches, those that are found at first. */
static const rs_structure *use_universal(rs_play *p, const rs_location *l, const rs_structure *s)
{
    for (uint32_t i = 0; i < l->universal.count && s; i++) {
        const rs_rule *r = &vec_at(&p->f.rules, *map_get(&p->f.rule_by_name, vec_at(&l->universal, i).to));
        collecting all = {.p = p, .s = s, .count = r->left.elements.count};
        uint32_t *image = ARENA_ARRAY(p->scratch, uint32_t, all.count + 1);
        gone_names gone = {0};
        if (!match(p, s, r, true, collect, &all))
            return NULL;
        for (uint32_t k = 0; all.count && k < all.names.count && s; k += all.count) {
            if (!find_image(s, all.names.data + k, all.count, &gone, image) || !still_there(p, s, r, image))
                continue;
            const rs_structure *next = use_rule(p, s, r, image, NULL, 0, true);
            if (next)
                note_gone(p, r, all.names.data + k, &gone);
            s = p->problem ? NULL : next ? next : s;
        }
    }
    return s;
}

static const rs_move *move_of(const rs_seat *seat, uint32_t rule)
{
    for (uint32_t i = 0; i < seat->moves.count; i++)
        if (vec_at(&seat->moves, i).rule_index == rule)
            return &vec_at(&seat->moves, i);
    return NULL;
}

static bool in_bounds(const rs_move *m, const rs_choice *c)
{
    for (uint32_t i = 0; i < m->parameters.count; i++) {
        double value = get_number(c->words + 1 + 2 * i);
        if (!(value >= vec_at(&m->parameters, i).low && value <= vec_at(&m->parameters, i).high))
            return false;
    }
    return true;
}

static bool is_legal(rs_play *p, const void *state, const rs_structure *s, const uint32_t *slots, uint32_t player,
                     const rs_choice *c)
{
    const rs_seat *seat = seat_of(p, rs_head_of(state)->location, player);
    const rs_move *m = seat && c->count ? move_of(seat, c->words[0]) : NULL;
    rs_choices found = {0};
    if (!m || c->count != 1 + 2 * m->parameters.count + vec_at(&p->f.rules, m->rule_index).left.elements.count ||
        !in_bounds(m, c))
        return false;
    return list(p, state, s, slots, player, true, c, &found) && found.count > 0;
}

bool rs_play_apply(rs_play *p, void *state, const rs_choice *chosen, bool *legal)
{
    uint32_t *slots, players = p->f.players.count, target = 0;
    const rs_structure *before = rs_unpack(p, state, &slots), *s = before;
    const rs_head *h = rs_head_of(state);
    const rs_location *l = &vec_at(&p->f.locations, h->location);
    uint32_t *slot_element = ARENA_ARRAY(p->scratch, uint32_t, p->capacity + 1);
    p->problem = NULL;
    p->full = false;
    *legal = true;
    for (uint32_t e = 0; e < before->elements.count; e++)
        slot_element[slots[e]] = e;
    for (uint32_t player = 0; player < players && *legal; player++)
        if (h->movers >> (player + 1) & 1)
            *legal = is_legal(p, state, before, slots, player, &chosen[player]);
    if (!*legal || p->problem)
        return !p->problem;
    void *next = ARENA_ARRAY(p->scratch, uint64_t, p->size / 8 + 1);
    memcpy(next, state, p->size);
    gone_names gone = {0};
    for (uint32_t player = 0; player < players && s; player++) {
        if (!(h->movers >> (player + 1) & 1))
            continue;
        const rs_choice *c = &chosen[player];
        const rs_rule *r = &vec_at(&p->f.rules, c->words[0]);
        const rs_move *m = move_of(seat_of(p, h->location, player), c->words[0]);
        uint32_t n = m->parameters.count, count = r->left.elements.count,
                 *image = ARENA_ARRAY(p->scratch, uint32_t, count + 1);
        name_id *names = ARENA_ARRAY(p->scratch, name_id, count + 1);
        rs_parameter parameters[RS_PARAMETERS_MAX];
        target = m->target;
        for (uint32_t i = 0; i < n; i++)
            parameters[i] = (rs_parameter){vec_at(&m->parameters, i).name, get_number(c->words + 1 + 2 * i), 0};
        for (uint32_t i = 0; i < count; i++)
            names[i] = vec_at(&before->elements, slot_element[c->words[1 + 2 * n + i]]);
        if (!find_image(s, names, count, &gone, image) || (s != before && !still_there(p, s, r, image)))
            continue;
        s = use_rule(p, s, r, image, parameters, n, false);
        note_gone(p, r, names, &gone);
        ((unsigned char *)next)[p->played + c->words[0]] = 1;
    }
    s = s ? use_universal(p, l, s) : NULL;
    if (!s || p->problem)
        return false;
    ((rs_head *)next)->location = location_index(p, target);
    s = renamed(p, next, s);
    if (!s || !settle(p, s, next))
        return false;
    memcpy(state, next, p->size);
    return true;
}

/* ---- what there has to be ---- */

static bool check_rules(rs_game *f)
{
    bool fine = true;
    for (uint32_t i = 0; i < f->rules.count; i++)
        for (uint32_t k = 0; k < vec_at(&f->rules, i).before.count; k++)
            if (!map_has(&f->rule_by_name, vec_at(&vec_at(&f->rules, i).before, k).to)) {
                rs_error(f, DIAG_TOSS_UNKNOWN, vec_at(&vec_at(&f->rules, i).before, k).span, "there is no rule `%s`",
                         rs_text(f, vec_at(&vec_at(&f->rules, i).before, k).to));
                fine = false;
            }
    return fine;
}

static bool check_location(rs_game *f, const rs_location *l)
{
    bool fine = true, first = true;
    uint32_t target = 0, deciding = 0;
    for (uint32_t i = 0; i < l->seats.count; i++)
        deciding += vec_at(&l->seats, i).moves.count > 0;
    for (uint32_t i = 0; i < l->seats.count; i++)
        for (uint32_t k = 0; k < vec_at(&l->seats, i).moves.count && fine; k++) {
            const rs_move *m = &vec_at(&vec_at(&l->seats, i).moves, k);
            if (deciding > 1 && !first && m->target != target)
                fine = rs_play_refuse(f, m->span, "players who move at once have to go to one location", NULL);
            for (uint32_t j = 0; j < k && fine; j++)
                if (vec_at(&vec_at(&l->seats, i).moves, j).rule_index == m->rule_index)
                    fine =
                        rs_play_refuse(f, m->span, "this rule is offered twice", "one rule goes to one location here");
            target = m->target;
            first = false;
        }
    for (uint32_t i = 0; i < l->universal.count; i++)
        if (!map_has(&f->rule_by_name, vec_at(&l->universal, i).to)) {
            rs_error(f, DIAG_TOSS_UNKNOWN, vec_at(&l->universal, i).span, "there is no rule `%s`",
                     rs_text(f, vec_at(&l->universal, i).to));
            fine = false;
        }
    return fine;
}

rs_play *rs_play_new(const rs_game *f, uint64_t max_steps)
{
    rs_play *p = ARENA_NEW(f->arena, rs_play);
    p->arena = f->arena;
    p->max_steps = max_steps;
    p->f = *f;
    bool fine = rs_check_game(&p->f) && rs_store(&p->f, &p->f.start, max_steps) && check_rules(&p->f);
    for (uint32_t i = 0; i < p->f.locations.count && fine; i++)
        fine = check_location(&p->f, &vec_at(&p->f.locations, i));
    if (fine && p->f.players.count > 63)
        fine = rs_play_refuse(&p->f, vec_at(&p->f.players, 0).span, "a game has at most 63 players", NULL);
    return fine && rs_lay_out(p) ? p : NULL;
}

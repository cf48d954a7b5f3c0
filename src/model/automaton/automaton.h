/* The automaton machine behind the forward model. */
#ifndef LUDENS_MODEL_AUTOMATON_AUTOMATON_H
#define LUDENS_MODEL_AUTOMATON_AUTOMATON_H

#include "automaton/vm.h"
#include "base/diag.h"
#include "model/backend.h"
#include "model/machine.h"

typedef struct automaton_board {
    const char *name;
    ir_var variable; /* IR_NONE: nothing but tokens stands there */
    uint32_t cell;   /* first of the map shown */
    uint32_t site_count;
    ir_sym *sites;
    uint32_t *cells;      /* [site] offset of the cell in the state */
    uint32_t family;      /* of the sites' names */
    int32_t *site_of;     /* [place in the family] or -1 */
    const char **numbers; /* [cell's value] texts, on boards of integers */
    int32_t min_x, min_y, max_x, max_y;
    lud_board_shape shape;
    bool aside, mark;
    lud_location *places; /* [site] of points that were spread out, or NULL */
    uint64_t *links;      /* bit set of pairs [a * site_count + b] */
} automaton_board;

/* A cell of the state that holds a site. */
typedef struct automaton_token {
    const char *name;
    uint32_t offset, board;
    uint8_t width;
} automaton_token;

/* A cell of the state as features: one a value, or one for all when `scaled`. */
typedef struct automaton_feature {
    uint32_t first, offset; /* feature; byte of the state */
    uint32_t low, last;     /* stored values low..low + last */
    uint32_t variable, cell;
    uint8_t width;
    bool scaled, real;
} automaton_feature;

/* Cells in a row, whose features are, too. */
typedef struct automaton_feature_row {
    uint32_t cell, count; /* the first of automaton_model.features */
} automaton_feature_row;

typedef struct automaton_model {
    ir_game *ir;
    vm_code *code;
    automaton_board *boards;
    uint32_t board_count;
    automaton_token *tokens;
    uint32_t token_count;
    backend backend;
    double *score_of;            /* [place in the family of Score], or NULL: what is stored is the score */
    uint32_t *goal_at;           /* [role - 1] byte of the state where the score is */
    uint8_t goal_width;          /* of places in the family */
    automaton_feature *features; /* cells, in the order of their first features */
    uint32_t feature_cells, feature_count;
    automaton_feature_row *feature_rows; /* one a variable */
    uint32_t feature_row_count;
    struct automaton_picture *picture; /* or NULL */
    struct automaton_network *network;
    struct automaton_estimate *estimates;
    uint32_t estimate_count;
    _Atomic uint32_t beside; /* playouts.c: so many games side by side go fastest; 0: not known yet */
    _Atomic int lists;       /* drawing.c: 1: random games list their moves, -1: they draw; 0: not known yet */
} automaton_model;

/* What a context has. */
typedef struct automaton_runner {
    vm *vm;
    automaton_model *model;
    bool native;
    uint32_t work;                                    /* plies not yet added to the model's */
    struct automaton_game *beside[VM_BESIDE_MAX - 1]; /* playouts.c: what is played beside the vm's game; or NULL */
    /* where players decide at once */
    unsigned char *aside;    /* a state: as it is for one who comes later */
    VEC(uint32_t) words[64]; /* [role] of the moves drawn last */
    lud_move said[64];       /* [role] by those who decided so far */
    uint64_t who;
} automaton_runner;

/* The interpreter of a context, with compiled functions as soon as these are there. To be called
 * anew for each list of moves, move or playout, which is where the change may happen. */
vm *automaton_vm(const lud_context *ctx);
/* One more machine of the context; NULL: out of memory. */
vm *automaton_vm_beside(const lud_context *ctx);
/* So many plies were played: brings native code nearer. */
void automaton_worked(const lud_context *ctx, uint32_t plies);

/* drawing.c: the context draws moves in the way that is less work: one path after the other, or from a list. The first
 * call for a game finds out which, and fails for want of memory only. */
lud_status automaton_choose_drawing(lud_context *ctx);
/* play.c: a move drawn with probability proportional to its weight. */
uint32_t automaton_draw_listed(const vm_moves *v, lud_rng *rng);

/* view.c; keys of maps: how many, their places in the layout, their names (of numbers in a buffer of 16) */
uint32_t automaton_key_count(const ir_game *g, const layout_key *k);
int32_t automaton_key_code(const ir_game *g, const layout_key *k, uint32_t i);
const char *automaton_key_text(const ir_game *g, const layout_key *k, uint32_t i, char *buffer);
void automaton_visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user);

/* boards.c */
void automaton_find_boards(lud_game *game, automaton_model *m);
extern const machine_boards automaton_boards;
bool automaton_site_linked(const lud_game *game, uint32_t board, uint32_t a, uint32_t b);

/* tokens.c: what variables say the place of; boards must have been found */
void automaton_find_tokens(lud_game *game, automaton_model *m);
uint32_t automaton_token_count(const lud_game *game);
bool automaton_token_at(const lud_game *game, const void *state, uint32_t token, lud_token *where);

/* spread.c: places for sites that have none: linked ones close to each other */
void automaton_spread(lud_game *game, automaton_board *b);

/* forms.c: the same for games that have a view of their own, and their moves */
void automaton_form_visit(const automaton_model *m, const void *state, const lud_state_visitor *visitor, void *user);
/* What stands on a site, from the bottom: names of pieces with counts and states, separated by strokes. */
void automaton_form_content(const automaton_model *m, const void *state, uint32_t site, text_out *out);
/* The sites that the words of a move stand for: calls `take` for each. */
void automaton_form_sites(const ir_game *g, lud_move move, void (*take)(void *user, uint32_t site), void *user);
size_t automaton_form_percept(const ir_game *g, const vm *m, uint32_t role, char *buffer, size_t size);
size_t automaton_form_text(const ir_game *g, lud_move move, char *buffer, size_t size);
lud_status automaton_form_parse(const ir_game *g, const char *text, uint32_t *words, uint32_t capacity,
                                uint32_t *count);

/* picture.c: boards of such games, and the sites that their moves name */
bool automaton_find_picture(lud_game *game, automaton_model *m);
void automaton_drop_picture(automaton_model *m);
lud_board automaton_picture_board(const automaton_model *m, uint32_t board);
lud_site automaton_picture_site(const automaton_model *m, const void *state, uint32_t board, uint32_t site);
lud_location automaton_picture_location(const automaton_model *m, uint32_t board, uint32_t site);
bool automaton_picture_linked(const automaton_model *m, uint32_t board, uint32_t a, uint32_t b);
uint32_t automaton_picture_sites(const automaton_model *m, lud_move move, lud_site_name *sites, uint32_t capacity);

/* links.c: which sites the rules' tables join, and what shape that gives a board */
void automaton_link_sites(lud_game *game, automaton_model *m, automaton_board *b);
/* Bit set of pairs [a * count + b] of elements that have no places. */
const uint64_t *automaton_element_links(lud_game *game, const automaton_model *m, const ir_sym *symbols,
                                        uint32_t count);
/* Coordinates of a symbol, declared or shown by its name. */
bool automaton_place_of(const ir_game *g, ir_sym s, int32_t *x, int32_t *y);

/* features.c */
void automaton_find_features(lud_game *game, automaton_model *m);
bool automaton_score_bounds(const lud_game *game, uint32_t role, double *low, double *high);
extern const machine_features automaton_features;

/* estimate.c */
void automaton_find_estimates(lud_game *game, automaton_model *m);
extern const machine_estimates automaton_estimates;

/* network.c: the same game as a network, which plays many games side by side */
bool automaton_network_open(automaton_model *m, arena *a);
void automaton_network_close(automaton_model *m);
void automaton_network_info(const lud_game *game, lud_info *info);
struct lanes_model *automaton_lanes(const lud_game *game, uint64_t playouts);
/* As text, or as a rule sheet; or what cannot be written so. */
const char *automaton_network_text(const lud_game *game, bool rule_sheet, const char **moves, arena *a,
                                   const char **problem);

/* together.c: players who decide at once */
uint64_t automaton_movers(const lud_game *game, const void *state);
/* The state in which a role decides: that of the first of them, with his turn. */
const void *automaton_turn(const lud_context *ctx, const void *state, uint32_t role);
/* A copy of the move that lives until the role draws again. False: out of memory. */
bool automaton_keep(lud_context *ctx, uint32_t role, lud_move *move);
/* Makes the moves of all who decide in the state, without the keeper's steps. */
lud_status automaton_make(lud_context *ctx, vm *m, void *state, const lud_move *joint, uint32_t way, uint32_t *ways);

/* play.c */
lud_status automaton_draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move);
lud_status automaton_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                             lud_playout_result *result);
bool automaton_playout_after(lud_context *ctx, const void *from, const lud_move *joint, void *state, lud_rng *rng,
                             lud_playout_result *result, lud_status *status);
/* playouts.c */
void automaton_playouts(lud_context *ctx, const void *start, const machine_playouts *p);
void automaton_drop_beside(automaton_runner *r);
lud_status automaton_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                           uint64_t *counts);

/* The state lies within a move that is split. */
static inline bool automaton_partial(const vm_code *code, const void *state)
{
    const layout_slot *s = code->g->partial == IR_NONE ? NULL : &code->layout.variables[code->g->partial];
    return s && layout_load((const unsigned char *)state + s->offset, s->width) ==
                    (uint32_t)layout_code(code->g, code->g->within);
}

/* Those who decide in the node do so with others who come after them. */
static inline bool automaton_goes_on(const vm_code *code, const void *state)
{
    return code->g->simultaneous && code->decisions[vm_node(state)].next != IR_NONE;
}

static inline const automaton_model *automaton_of(const lud_game *game) { return game->machine; }

#endif

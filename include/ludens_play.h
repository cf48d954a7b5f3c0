/* Part of ludens.h: what a game is, its states, moves, and what there is to see. */
#ifndef LUDENS_PLAY_H
#define LUDENS_PLAY_H

#include "ludens_load.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a game is ------------------------------------------------------------------- */

typedef struct lud_info {
    const char *name, *language, *machine;
    const char *backend; /* "interp" or "native": what runs the game now */
    uint32_t roles;      /* players, chance not counted */
    bool chance, hidden;
    bool simultaneous; /* several roles may have a choice at the same time; false is proven */
    bool facts;        /* a state is a set of facts: lud_state_visit calls `value` alone, without keys */
    bool batched;      /* lud_playouts plays many games side by side */
    bool alone;        /* as in lud_options */
    bool portable;     /* states may be stored and read by another load, see lud_state_size */
    lud_backend other; /* the back end to compare the interpreter with, see lud_lockstep */
    size_t state_bytes;
    uint32_t source_nodes, source_edges; /* before the passes */
    uint32_t nodes, edges;               /* after them */
    const char *backend_note;            /* why native code is not used though asked for, or NULL */
    double load_ms;                      /* CPU time: reading, checking, passes, code */
    double compile_ms;                   /* CPU time of the back end alone */
    double native_ms;                    /* wall clock: what the C compiler took, now or when the
                                            object came into the cache; 0: no native code */
    bool network;                        /* there is a network that plays many games side by side (lud_network) */
    const char *network_note;            /* why there is none, once that is known; else NULL */
    double network_ms; /* CPU time: making it of an automaton, or finding out that it cannot be; 0: nobody asked for
                          many games */
} lud_info;

/* All of it stays as it is, except that LUD_BACKEND_AUTO may change `backend`, `backend_note` and
 * `native_ms` once, and the first call that asks for many games `network`, `network_note` and `network_ms`. */
LUD_API void lud_game_info(const lud_game *game, lud_info *info);
/* Compiles now what LUD_BACKEND_AUTO would compile later, and waits for it. True when native code
 * runs the game. May be called by any thread. */
LUD_API bool lud_native_wait(const lud_game *game);
/* Role 0 is chance ("random"), players are 1..roles. NULL for others. */
LUD_API const char *lud_role_name(const lud_game *game, uint32_t role);
/* The role's number or -1. */
LUD_API int lud_role_find(const lud_game *game, const char *name);

typedef struct lud_pass_info {
    const char *name, *summary;
    bool enabled;
    uint32_t changes; /* what it did, in its own unit (counter) */
    double ms;        /* CPU time */
} lud_pass_info;
LUD_API uint32_t lud_pass_count(const lud_game *game);
LUD_API lud_pass_info lud_pass_at(const lud_game *game, uint32_t index);
/* The node of the automaton that the state is at, as lud_translate names it; NULL on other machines. Lives as long
 * as the game. */
LUD_API const char *lud_node_name(const lud_game *game, const void *state);

/* ---- states --------------------------------------------------------------------------- */

/* A state is lud_state_size(game) bytes, aligned to 8, without pointers and with zeroed padding: copy it
 * with memcpy, compare it with memcmp, in all threads that play the game. Equal bytes are equal states;
 * equal states that were reached in the same game have equal bytes.
 *
 * With lud_info.portable they may be stored, too: another load of the same text with the same options, by
 * the same version of the library, gives and takes the same bytes. Without it (answer sets, whose states
 * name atoms by numbers that are given out while playing) they mean nothing to another load; then store the
 * moves. lud_state_hash and lud_observe_hash are the same in every load either way. */
LUD_API size_t lud_state_size(const lud_game *game);
LUD_API uint64_t lud_state_hash(const lud_game *game, const void *state);
LUD_API bool lud_terminal(const lud_game *game, const void *state);
/* The state lies within a move that is split into its tags (lud_options.split): the same role goes on. */
LUD_API bool lud_within_move(const lud_game *game, const void *state);
/* Who decides now: bit r is set when role r does (bit 0: chance). 0 when terminal. */
LUD_API uint64_t lud_movers(const lud_game *game, const void *state);
/* scores[0] is role 1's. Meaningful at any time, final when terminal. */
LUD_API void lud_scores(const lud_game *game, const void *state, double *scores);
/* The lowest and the highest score that the rules can give a role (1..roles); not every score in
 * between need occur. False when the rules do not say: then they are 0 and 100. */
LUD_API bool lud_score_bounds(const lud_game *game, uint32_t role, double *low, double *high);
/* The score of a role (chance too, if the rules give it one) as the rules say it. Rules of logic
 * can give several values, or none: then all of them, separated by blanks, and lud_scores has 0.
 * Same conventions as lud_move_text. */
LUD_API size_t lud_score_text(const lud_game *game, const void *state, uint32_t role, char *buffer, size_t size);

/* ---- playing -------------------------------------------------------------------------- */

/* Scratch memory of one thread for one game. After warm-up moves and playouts allocate nothing, but for texts of
 * percepts where the rules themselves are run (LUD_BACKEND_RULES), and for what libclingo finds. */
typedef struct lud_context lud_context;
LUD_API lud_context *lud_context_new(const lud_game *game); /* NULL when out of memory */
LUD_API void lud_context_free(lud_context *ctx);
/* How often native code left a search (for moves, or of one move) of this context to the interpreter, since a
 * limit was reached, the rules are at fault there, or one move leads to different positions. 0 for other back ends. */
LUD_API uint64_t lud_interpreted(const lud_context *ctx);

/* What went wrong in the last call that returned an error status: a diagnostic that points
 * at the source line which caused it, rendered as text. Lives until the next call. */
LUD_API const char *lud_fault_text(lud_context *ctx, bool color);
LUD_API lud_diagnostic lud_fault(lud_context *ctx);

/* A move is a list of words (automaton: one a tag). `weight` is the number of different ways
 * the rules give to make this very move (the reference system for RG counts each). */
typedef struct lud_move {
    const uint32_t *words;
    uint32_t count;
    uint32_t weight;
} lud_move;

typedef struct lud_moves lud_moves;     /* a reusable list of moves */
LUD_API lud_moves *lud_moves_new(void); /* NULL when out of memory */
LUD_API void lud_moves_free(lud_moves *moves);
LUD_API uint32_t lud_moves_count(const lud_moves *moves);
/* Sum of the weights: moves as the RG reference counts them. */
LUD_API uint64_t lud_moves_weight(const lud_moves *moves);
/* Valid until the list is used again. */
LUD_API lud_move lud_moves_at(const lud_moves *moves, uint32_t index);
/* The whole list at once. The number of words of all moves together; and a copy of them, where move i has the words
 * [starts[i], starts[i + 1]). `words` has room for that number, `starts` for lud_moves_count(moves) + 1. */
LUD_API uint32_t lud_moves_word_count(const lud_moves *moves);
LUD_API void lud_moves_copy(const lud_moves *moves, uint32_t *words, uint32_t *starts);

/* The initial state; forced steps of the system (keeper) are taken already. */
LUD_API lud_status lud_start(lud_context *ctx, void *state);
/* All legal moves of a role that decides now, each once (distinct by text). For chance the
 * probability of move i is weight(i) / lud_moves_weight. LUD_ERR_STUCK when there are none. */
LUD_API lud_status lud_moves_list(lud_context *ctx, const void *state, uint32_t role, lud_moves *moves);
/* The same moves, perhaps in another order, where it does not matter in how many ways a player can make each: their
 * weights say nothing then. Faster where different choices of the rules can be the same move. */
LUD_API lud_status lud_moves_list_once(lud_context *ctx, const void *state, uint32_t role, lud_moves *moves);
/* Makes a joint move: joint[role] for each role that decides (others are ignored), then
 * the forced steps of the system. On error the state is unchanged. */
LUD_API lud_status lud_apply(lud_context *ctx, void *state, const lud_move *joint);
/* The same for games where one role decides at a time. */
LUD_API lud_status lud_apply_move(lud_context *ctx, void *state, const lud_move *move);

/* Some rules leave open what a move leads to: equal tags, different nodes of the automaton (a
 * capture after which the player may go on or stop, without a word). Such a move can be made
 * in several ways: this takes number `way`, counted from 0, and tells their number (`ways` may
 * be NULL). lud_apply_move takes way 0, playouts any with equal probability. LUD_ERR_ARGUMENT
 * when there is no such way. */
LUD_API lud_status lud_apply_way(lud_context *ctx, void *state, const lud_move *move, uint32_t way, uint32_t *ways);

/* The same for a joint move. */
LUD_API lud_status lud_apply_joint_way(lud_context *ctx, void *state, const lud_move *joint, uint32_t way,
                                       uint32_t *ways);
/* Whether any move that lud_move_parse reads may be made, and lists hold proposals only (answer sets). */
LUD_API bool lud_moves_open(const lud_game *game);

/* The move's text in the canonical form of its language (RG: tags joined by one blank).
 * Writes at most `size` bytes, always terminated; returns the length of the whole text, or
 * SIZE_MAX - 1, more than any buffer holds, when memory ended while it was made. */
LUD_API size_t lud_move_text(const lud_game *game, lud_move move, char *buffer, size_t size);
/* The inverse: words of the move that `text` names, at most `capacity`; *count gets their
 * number. LUD_ERR_ILLEGAL when no move can have that text. Says nothing about legality. */
LUD_API lud_status lud_move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                                  uint32_t *count);

/* ---- looking -------------------------------------------------------------------------- */

/* Variables of a state for people and programs, in declaration order. For a map `begin` is
 * called (key: its key in the map around it, or the variable's name), then its entries,
 * then `end`; a scalar is one call of `value`. Entries equal to the most frequent value of
 * their map are left out when `brief`, that value being given under the key NULL. */
/* A value is NULL when there is no memory for its text (answer sets). */
typedef struct lud_state_visitor {
    void (*begin)(void *user, const char *key);
    void (*value)(void *user, const char *key, const char *value);
    void (*end)(void *user);
} lud_state_visitor;
LUD_API void lud_state_visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor,
                             void *user);

/* What a role may know in this state, as a hash: equal for states the role cannot tell apart
 * (same observations so far). With perfect information the hash of the state. */
LUD_API uint64_t lud_observe_hash(const lud_game *game, const void *state, uint32_t role);
/* What a role saw of the last lud_start or lud_apply in this context (its own and others'
 * tags that were visible to it, those of forced steps included), blank separated. Same
 * conventions as lud_move_text. */
LUD_API size_t lud_percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size);

/* A state as numbers, for learning: a vector of lud_feature_count numbers, the same length for all
 * states and roles of a game. It begins with one number a role, 1 for the role that looks, and one
 * number a role (chance first), 1 for those that decide now. Then, with perfect information, what
 * the state consists of: for each variable, or entry of a map, a number for each value it can have,
 * 1 for the one it has (whole numbers of more than 64 values: one number, from 0 to 1); rule sheets:
 * a number for each fact, 1 when it holds; answer sets: 1024 classes of atoms, 1 for those of which one
 * holds. With hidden information nothing that the role cannot know
 * is in it: only whether it decides itself, and which of 256 classes its observations so far fall
 * into (by lud_observe_hash; in small games hardly two share a class). */
LUD_API uint32_t lud_feature_count(const lud_game *game);
/* Writes the whole vector: lud_feature_count numbers. */
LUD_API void lud_features(const lud_game *game, const void *state, uint32_t role, float *vector);
/* The same without zeros: indices (ascending) and values, at most lud_feature_count of them; returns
 * their number. */
LUD_API uint32_t lud_features_active(const lud_game *game, const void *state, uint32_t role, uint32_t *indices,
                                     float *values);
/* The sum of all numbers of the vector, each times its weight, without making the vector: true. False: this is not
 * known to be faster for the game, and left to lud_features_active. */
LUD_API bool lud_features_weigh(const lud_game *game, const void *state, uint32_t role, const float *weights,
                                float *sum);
/* What a number of the vector means, `board[a1]=white` for instance. Same conventions as
 * lud_move_text. */
LUD_API size_t lud_feature_name(const lud_game *game, uint32_t feature, char *buffer, size_t size);

/* An estimate of how well a role stands that follows from the rules alone: from payoffs in Toss (docs/toss.md). 0 where
 * no goal has come nearer; a goal that is reached is about as much as it pays. */
typedef struct lud_estimate_term {
    uint32_t role;
    double weight;
    uint32_t power;    /* of the share of a pattern that is there; 0: whole patterns are counted */
    uint32_t patterns; /* that there are */
    const char *text;  /* what they are patterns of */
} lud_estimate_term;
LUD_API uint32_t lud_estimate_terms(const lud_game *game); /* 0: nothing is known */
LUD_API lud_estimate_term lud_estimate_term_at(const lud_game *game, uint32_t term);
/* How much of the term's patterns is there. */
LUD_API double lud_estimate_term_value(const lud_game *game, const void *state, uint32_t term);
/* For each role (by_role[role - 1]) the sum of its terms, each times its weight. */
LUD_API void lud_estimate(const lud_game *game, const void *state, double *by_role);

/* A place of the rules' text; lines and columns count from 1, columns in characters, the end is exclusive. */
typedef struct lud_place {
    uint32_t line, column, end_line, end_column;
} lud_place;
/* Where the rules say what roles score and when the game ends, in the order of the text. Writes at most `capacity`;
 * returns how many there are. 0 where that is not known (answer sets, networks). */
LUD_API uint32_t lud_score_places(const lud_game *game, lud_place *places, uint32_t capacity);

/* Where the rules forbid a move of the role that decides: the conditions one of which alone is in the way, in the order
 * of the rules, each place once. Of a game that was loaded with lud_options.explain. Writes at most `capacity`; *count
 * gets how many there are: none where several conditions fail, or nothing in the rules makes such a move.
 * LUD_ERR_ARGUMENT: not known on this machine, or nobody decides alone. */
LUD_API lud_status lud_move_obstacles(lud_context *ctx, const void *state, const lud_move *move, lud_place *places,
                                      uint32_t capacity, uint32_t *count);

typedef struct lud_covered {
    lud_place place;
    bool reached;
} lud_covered;
/* Coverage: which places of the rules all that this context has done has reached. A condition is reached when it holds
 * (or fails, where the rules have a branch for that), an effect when it is made, also while moves are only listed; a
 * rule of a rule sheet when its body holds. The game must have been loaded with lud_options.cover. Places in the order
 * of the text, each once, without those that contain others. Writes at most `capacity`; *count gets how many there are.
 * LUD_ERR_ARGUMENT: this machine has no coverage, or it was not asked for; LUD_ERR_MEMORY. */
LUD_API lud_status lud_coverage(lud_context *ctx, lud_covered *places, uint32_t capacity, uint32_t *count);

/* A board to draw: the sites of a map whose keys have two coordinates. A move names a site by
 * a tag that equals the site's name. */
typedef enum lud_board_shape {
    LUD_BOARD_ROWS,         /* columns and rows */
    LUD_BOARD_HEX,          /* rows of hexes: (x, y) touches (x, y + 1) and (x - 1, y + 1) above it */
    LUD_BOARD_HEX_MIRRORED, /* (x, y) touches (x, y + 1) and (x + 1, y + 1) above it */
    LUD_BOARD_GRAPH         /* points joined by lines, also across gaps (lud_site_linked) */
} lud_board_shape;
typedef struct lud_board {
    const char *name; /* the variable, with outer keys: "boards[black][own]" */
    uint32_t sites;
    int32_t min_x, min_y, max_x, max_y;
    lud_board_shape shape; /* as the tables of the rules show it, that lead from site to site */
    bool points;           /* pieces stand on points that lines join (lud_site_linked), whatever the shape */
    bool aside; /* what rules note of the sites of another board, "never moved" for instance: not shown unless it is
                   asked for, and moves do not name its sites */
    bool named; /* points that have names and no coordinates; where they are drawn says nothing */
    bool mark;  /* aside, but its "1" tells pieces of that board apart */
} lud_board;
typedef struct lud_site {
    const char *name; /* "": out of memory */
    int32_t x, y;
    const char *content; /* the same */
} lud_site;
LUD_API uint32_t lud_board_count(const lud_game *game);
LUD_API lud_board lud_board_at(const lud_game *game, uint32_t board);
LUD_API lud_site lud_site_at(const lud_game *game, const void *state, uint32_t board, uint32_t site);
/* Where pictures show a site: lud_site's x and y are those of text. Y grows upwards. */
typedef struct lud_location {
    double x, y;
    const double *outline; /* x and y of the corners of a cell, or of the ends of an edge; NULL: a point or a square */
    uint32_t corners;
} lud_location;
LUD_API lud_location lud_site_location(const lud_game *game, uint32_t board, uint32_t site);
/* A site by the numbers of its board and of itself. */
typedef struct lud_site_name {
    uint32_t board, site;
} lud_site_name;
/* The sites that a move names, in its order; on each board that has a site of that name and is not aside. Writes at
 * most `capacity`; returns how many there are. 0 where moves do not speak of sites (rule sheets). */
LUD_API uint32_t lud_move_sites(const lud_game *game, lud_move move, lud_site_name *sites, uint32_t capacity);
/* Sites that the rules have a name for, or give to a role: by the names that lud_site has, in the order of the rules.
 */
typedef struct lud_region {
    const char *name; /* "": none */
    uint32_t role;    /* 0: of nobody, or everybody */
    const char *const *sites;
    uint32_t count;
    bool track; /* a way for pieces or seeds: its sites in their order */
} lud_region;
/* 0 where the language has no regions. The texts live as long as the game. */
LUD_API uint32_t lud_region_count(const lud_game *game);
LUD_API lud_region lud_region_at(const lud_game *game, uint32_t region);
/* Things that stand on boards because a variable says where they are, `king : Player -> Cell` for instance. */
typedef struct lud_token {
    const char *name; /* keys and variable: "white king" */
    uint32_t board, site;
} lud_token;
LUD_API uint32_t lud_token_count(const lud_game *game);
/* Where one is in a state; false when it is on no board. */
LUD_API bool lud_token_at(const lud_game *game, const void *state, uint32_t token, lud_token *where);
/* Whether a table of the rules leads from one site of a board to the other, either way. */
LUD_API bool lud_site_linked(const lud_game *game, uint32_t board, uint32_t a, uint32_t b);

#ifdef __cplusplus
}
#endif

#endif

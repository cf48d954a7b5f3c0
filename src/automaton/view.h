/* How people and records see a game, where its language has a way of its own: words of moves that are put together
 * to one text, and positions as entries of sites. A front end sets `view` of the ir_game; the machine reads it. */
#ifndef LUDENS_AUTOMATON_VIEW_H
#define LUDENS_AUTOMATON_VIEW_H

#include "automaton/ir.h"

/* What is shown of each site, one after the other; a part of variable IR_NONE is left out. */
typedef struct ir_view_part {
    ir_var variable;          /* a map from sites to integers */
    const char *mark;         /* in front of the number, "" for the first part: the site is shown where that is not 0 */
    int32_t hidden;           /* the value that is not shown */
    int32_t minus;            /* is taken off what is shown */
    const int32_t *hidden_by; /* or that by the first part's number */
    ir_var below;             /* of games with stacks: [site * height + level] what is covered */
    int32_t first, count;     /* count > 0: a part of these sites alone, the key of the first of which is 0 */
} ir_view_part;

/* A value of the whole game. */
typedef struct ir_view_value {
    const char *name;
    ir_var variable;
    int32_t first, last; /* entries of a map, separated by commas; last < first: one number */
    bool members;        /* the keys that have 1; nothing is shown where none has */
    bool counted;        /* the first entries, as many as `count` says; nothing is shown of none */
    ir_var count;
    bool flags;             /* entries without commas; nothing is shown where all have 1 */
    bool sparse;            /* entries; nothing is shown where all are `hidden` */
    int32_t hidden;         /* one number: not shown up to that */
    int32_t minus;          /* is taken off each number */
    const char *text;       /* one number: what is shown instead of it, or NULL */
    const uint32_t *groups; /* entries with a comma behind each and a semicolon behind each group: where these end */
} ir_view_value;

/* Where a site is drawn. */
typedef struct ir_view_location {
    uint32_t board;
    int32_t column, row;   /* on a raster, as text is; rows from below */
    double x, y;           /* in the same way, as pictures are */
    const double *outline; /* x and y of its corners, or of the ends of an edge */
    uint32_t corners;      /* 0: a point */
} ir_view_location;

/* How positions are drawn: boards, those of hands included. */
typedef struct ir_view_picture {
    const char *const *boards; /* names */
    const bool *rows;          /* [board] in columns and rows */
    bool points;               /* sites of the first are points */
    uint32_t board_count;
    const ir_view_location *places; /* [site]; of board UINT32_MAX: not drawn */
    const uint32_t (*lines)[2];     /* sites that lines join */
    uint32_t line_count;
    const char *const *pieces; /* names, by the numbers of the first part; [0] is none */
    uint32_t piece_count;
} ir_view_picture;

typedef struct ir_view ir_view;
struct ir_view {
    /* A symbol of these is a text with places for the numbers behind it: `@` for a site, `#` for a number. `@-@` with
     * the same site twice is written once; `*#` is left out for 1, and `s#` at the end for 0. */
    const ir_sym *forms;
    uint32_t form_count;
    uint32_t site_count;
    const char *const *sites; /* in moves */
    const char *const *keys;  /* in positions */
    const uint32_t *order;    /* in which positions show the sites; NULL: as they are numbered */
    const ir_view_part *parts;
    bool shows_empty; /* sites without a piece, too, of which another part is not 0: "0w0x0" and those parts */
    ir_var emptied;   /* of stacks: where it is 1 and nothing stands, "0w0" is shown */
    ir_var size;      /* of stacks, with height > 0: pieces on each site, shown from the bottom with strokes between */
    int32_t height;
    uint32_t part_count;
    const ir_view_value *values;
    uint32_t value_count;
    const ir_view_picture *picture; /* or NULL */
    /* Of matches: the view of each game, and the variable that says which one is played. Sites, keys and picture are
     * those of all; parts and values are in the games. */
    const ir_view *const *games;
    uint32_t game_count, first; /* of a game in a match: where its sites begin */
    ir_var game;
};

#endif

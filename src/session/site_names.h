/* What people call the sites of a board: by the letters and numbers at its edges, or as the rules name them. */
#ifndef LUDENS_SESSION_SITE_NAMES_H
#define LUDENS_SESSION_SITE_NAMES_H

#include "ludens.h"

#include <jansson.h>

typedef struct site_point {
    const char *name; /* as the rules have it */
    double x, y;      /* y upwards */
} site_point;

/* A column or row of a lattice, and what stands beside it. */
typedef struct axis_label {
    double at;
    char *text;
} axis_label;

typedef struct axis {
    axis_label *labels;
    uint32_t count;
} axis;

typedef struct site_names {
    char **of; /* [site] */
    uint32_t count;
    axis columns, rows; /* both empty where sites lie on no lattice */
    bool beside;        /* what a player holds, or dice: no board of its own */
} site_names;

/* Names for a board with this name, shape and these sites; `named`: as in lud_board. To be freed by site_names_done. */
void site_names_make(site_names *n, const lud_game *game, const char *board, lud_board_shape shape, bool named,
                     const site_point *sites, uint32_t count);
/* The same for a board of the game. */
void site_names_of_board(site_names *n, const lud_game *game, const void *state, uint32_t board);
void site_names_done(site_names *n);
/* Adds "names", a list, and "axes", {"columns": [[at, label]], "rows": [..]} or null, to the object of a board. */
void site_names_json(const site_names *n, json_t *board);

#endif

/* Plots as SVG. */
#ifndef LUDENS_DRAW_SVG_H
#define LUDENS_DRAW_SVG_H

#include "session/memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct svg_plot {
    const char *title, *x, *y;
    const double *xs, *ys; /* `count` points; NAN: left out */
    const double *band;    /* or NULL: half the height of a band around ys */
    uint32_t count;
    bool bars;                 /* else a line */
    double width;              /* of a bar on the x axis; 0: 1 */
    const char *const *labels; /* [count] names under the bars instead of numbers, or NULL */
    bool zero;                 /* y begins at 0 */
} svg_plot;

/* Adds a complete <svg> element. Texts are escaped. */
void svg_add(buffer *out, const svg_plot *plot);
/* Adds text with & < > " escaped; ill-formed bytes become U+FFFD. */
void xml_add(buffer *out, const char *text);

#endif

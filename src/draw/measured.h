/* An analysis as a page of HTML, and its plots. */
#ifndef LUDENS_DRAW_MEASURED_H
#define LUDENS_DRAW_MEASURED_H

#include "analysis/measures.h"
#include "draw/svg.h"

enum { MEASURED_PLOTS = 5, MEASURED_POINTS = 2048, MEASURED_LABELS = 16 };

typedef struct measured_plot_list {
    svg_plot list[MEASURED_PLOTS];
    const char *names[MEASURED_PLOTS]; /* for files */
    uint32_t count;
    double x[MEASURED_PLOTS][MEASURED_POINTS], y[MEASURED_PLOTS][MEASURED_POINTS];
    const char *labels[MEASURED_LABELS];
} measured_plot_list;

/* Of an analysis that stays as long as the plots; to be freed. */
measured_plot_list *measured_plots(const analysis *a);
/* Adds the page. `name`: of the game. */
void measured_page(buffer *out, const char *name, const lud_game *game, const analysis *a, const analysis_options *how,
                   const measured_plot_list *plots);
/* Three significant digits, but no more than four after the point; "-": there is none. */
const char *measured_number(char out[60], const measure *m);

#endif

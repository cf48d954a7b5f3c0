#include "draw/measured.h"

#include "analysis/stats.h"

#include <math.h>
#include <stdio.h>

const char *measured_number(char out[60], const measure *m)
{
    if (!isfinite(m->value))
        return "-";
    double magnitude = m->value != 0 ? floor(log10(fabs(m->value))) : 0;
    int digits = magnitude >= 2 ? 0 : magnitude <= -2 ? 4 : 2 - (int)magnitude;
    bool whole = m->value == floor(m->value) && fabs(m->value) < 1e9;
    snprintf(out, 60, "%.*f%s%s", whole ? 0 : digits, m->value, *m->unit ? " " : "", m->unit);
    return out;
}

/* ---- plots ---- */

/* With points at 0, 1, .., whose heights are these; NULL: they follow. */
static uint32_t add_plot(measured_plot_list *p, const char *name, svg_plot plot, const double *ys)
{
    uint32_t i = p->count++;
    for (uint32_t n = 0; n < plot.count; n++) {
        p->x[i][n] = n;
        p->y[i][n] = ys ? ys[n] : 0;
    }
    plot.xs = p->x[i];
    plot.ys = p->y[i];
    p->names[i] = name;
    p->list[i] = plot;
    return i;
}

/* Lengths in at most 40 classes. */
static void plot_lengths(measured_plot_list *p, const analysis *a)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (uint64_t i = 0; i < a->length_count; i++) {
        low = a->lengths[i] < low ? a->lengths[i] : low;
        high = a->lengths[i] > high ? a->lengths[i] : high;
    }
    if (a->length_count == 0)
        return;
    uint32_t width = (high - low) / 40 + 1;
    svg_plot plot = {.title = "Lengths of games",
                     .x = "plies",
                     .y = "games",
                     .bars = true,
                     .zero = true,
                     .width = width,
                     .count = (high - low) / width + 1};
    uint32_t i = add_plot(p, "lengths", plot, NULL);
    for (uint32_t k = 0; k < plot.count; k++)
        p->x[i][k] = low + k * width + (width - 1) / 2.0;
    for (uint64_t g = 0; g < a->length_count; g++)
        p->y[i][(a->lengths[g] - low) / width]++;
}

measured_plot_list *measured_plots(const analysis *a)
{
    measured_plot_list *p = mem_alloc(sizeof *p);
    uint32_t depths = a->by_ply.depths < MEASURED_POINTS ? a->by_ply.depths : MEASURED_POINTS;
    uint32_t types = a->type_count < MEASURED_LABELS ? a->type_count : MEASURED_LABELS;
    plot_lengths(p, a);
    svg_plot moves = {
        .title = "Legal moves over the game", .x = "ply", .y = "legal moves", .zero = true, .count = depths};
    add_plot(p, "branching", moves, a->by_ply.branching);
    svg_plot lead = {.title = "Lead of the first role (mean and deviation)",
                     .x = "ply",
                     .y = "lead",
                     .band = a->by_ply.lead_sd,
                     .count = a->estimates ? depths : 0};
    add_plot(p, "lead", lead, a->by_ply.lead);
    svg_plot space = {.title = "New positions by depth (log10)",
                      .x = "plies",
                      .y = "log10 of positions",
                      .zero = true,
                      .count = a->space.known ? a->space.depth + 1 : 0};
    uint32_t i = add_plot(p, "space", space, NULL);
    for (uint32_t n = 0; n < space.count; n++)
        p->y[i][n] = log10((double)a->space.positions[n]);
    svg_plot kinds = {.title = "Kinds of moves, most frequent first",
                      .x = "",
                      .y = "share",
                      .bars = true,
                      .zero = true,
                      .labels = p->labels,
                      .count = types};
    i = add_plot(p, "types", kinds, NULL);
    for (uint32_t n = 0; n < types; n++) {
        p->labels[n] = a->types[n].name;
        p->x[i][n] = n + 1;
        p->y[i][n] = (double)a->types[n].count / (double)a->decisions;
    }
    return p;
}

/* ---- the page ---- */

static void add_row(buffer *out, const char *a, const char *b, const char *c)
{
    buffer_add(out, "<tr><th scope=\"row\">");
    xml_add(out, a);
    buffer_add(out, "</th><td class=\"n\">");
    xml_add(out, b);
    buffer_add(out, "</td><td>");
    xml_add(out, c);
    buffer_add(out, "</td></tr>\n");
}

static void add_facts(buffer *out, const lud_game *game, const analysis *a, const analysis_options *how)
{
    lud_info info;
    char number[80];
    lud_game_info(game, &info);
    buffer_addf(out, "<p>%s, %u role%s%s%s; %llu games by <code>", info.language, a->roles, a->roles == 1 ? "" : "s",
                info.chance ? ", chance" : "", info.hidden ? ", hidden information" : "", (unsigned long long)a->games);
    xml_add(out, how->agent);
    buffer_addf(out, "</code> with %llu playouts a move, seed %llu%s.</p>\n", (unsigned long long)how->budget.playouts,
                (unsigned long long)how->seed, a->repeatable ? "" : " (not reproducible)");
    buffer_add(out, "<h2>Results</h2>\n<table>\n");
    for (uint32_t r = 0; r < a->roles; r++) {
        interval i = stats_wilson(a->wins[r], a->finished);
        char note[120];
        snprintf(number, sizeof number, "%.1f %%", a->finished ? 100.0 * (double)a->wins[r] / (double)a->finished : 0);
        snprintf(note, sizeof note, "won (%.1f to %.1f %%, 95 %%); mean score %.4g", 100 * i.low, 100 * i.high,
                 a->mean_scores[r]);
        add_row(out, lud_role_name(game, r + 1), number, note);
    }
    buffer_add(out, "</table>\n");
}

void measured_page(buffer *out, const char *name, const lud_game *game, const analysis *a, const analysis_options *how,
                   const measured_plot_list *plots)
{
    measure list[MEASURES];
    measures_list(a, list);
    buffer_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    xml_add(out, name);
    buffer_add(out, " - analysis</title>\n<style>\nbody { font: 16px/1.5 sans-serif; max-width: 60em; "
                    "margin: 2em auto; padding: 0 1em; color: #222; background: #fff }\n"
                    "table { border-collapse: collapse }\nth, td { text-align: left; padding: .2em .8em; "
                    "border-bottom: 1px solid #ddd; vertical-align: top }\ntd.n { text-align: right; "
                    "font-variant-numeric: tabular-nums; white-space: nowrap }\nth { font-weight: normal }\n"
                    "svg { max-width: 100%; height: auto }\n</style>\n</head>\n<body>\n<h1>");
    xml_add(out, name);
    buffer_add(out, "</h1>\n");
    add_facts(out, game, a, how);
    buffer_add(out, "<h2>Measures</h2>\n<table>\n");
    for (int i = 0; i < MEASURES; i++) {
        char number[60];
        add_row(out, list[i].title, measured_number(number, &list[i]), list[i].meaning);
    }
    buffer_add(out, "</table>\n<h2>Plots</h2>\n");
    for (uint32_t i = 0; i < plots->count; i++)
        if (plots->list[i].count)
            svg_add(out, &plots->list[i]);
    buffer_add(out, "<h2>Kinds of moves</h2>\n<table>\n");
    for (uint32_t i = 0; i < a->type_count; i++) {
        char number[60];
        snprintf(number, sizeof number, "%.1f %%", 100 * (double)a->types[i].count / (double)a->decisions);
        add_row(out, a->types[i].name, number, "");
    }
    buffer_addf(out,
                "</table>\n<p>Measures after Cameron Browne, <cite>Automatic Generation and Evaluation "
                "of Recombination Games</cite> (2008); expected scores by %s. Made by ludens %s.</p>\n"
                "</body>\n</html>\n",
                a->searched ? "the search" : "random games", lud_version());
}

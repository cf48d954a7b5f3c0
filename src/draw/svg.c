#include "draw/svg.h"

#include "session/output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 260, LEFT = 60, RIGHT = 15, TOP = 30, BOTTOM = 45, TICKS = 5 };
enum { LABEL_ROOM = 90, LABEL_LENGTH = 18 }; /* below, for names */

void xml_add(buffer *out, const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = text_utf8(p);
        if (*p == '&')
            buffer_add(out, "&amp;");
        else if (*p == '<')
            buffer_add(out, "&lt;");
        else if (*p == '>')
            buffer_add(out, "&gt;");
        else if (*p == '"')
            buffer_add(out, "&quot;");
        else if (n == 0 || (*p < ' ' && *p != '\n' && *p != '\t'))
            buffer_add(out, "\xef\xbf\xbd");
        else
            buffer_add_bytes(out, (const char *)p, n);
        p += n ? n : 1;
    }
}

typedef struct frame {
    double x0, x1, y0, y1;
} frame;

static double px(const frame *f, double x) { return LEFT + (x - f->x0) / (f->x1 - f->x0) * (WIDTH - LEFT - RIGHT); }
static double py(const frame *f, double y)
{
    return HEIGHT - BOTTOM - (y - f->y0) / (f->y1 - f->y0) * (HEIGHT - TOP - BOTTOM);
}

static frame frame_of(const svg_plot *p)
{
    frame f = {INFINITY, -INFINITY, p->zero ? 0 : INFINITY, -INFINITY};
    for (uint32_t i = 0; i < p->count; i++) {
        if (!isfinite(p->ys[i]))
            continue;
        double band = p->band && isfinite(p->band[i]) ? p->band[i] : 0;
        double half = !p->bars ? 0 : p->width > 0 ? p->width / 2 : 0.5;
        f.x0 = fmin(f.x0, p->xs[i] - half);
        f.x1 = fmax(f.x1, p->xs[i] + half);
        f.y0 = fmin(f.y0, p->ys[i] - band);
        f.y1 = fmax(f.y1, p->ys[i] + band);
    }
    if (!isfinite(f.x0) || !isfinite(f.y1))
        return (frame){0, 1, 0, 1};
    if (f.x1 <= f.x0)
        f.x1 = f.x0 + 1;
    if (f.y1 <= f.y0)
        f.y1 = f.y0 + 1;
    return f;
}

/* A round step that gives about as many ticks as wanted. */
static double tick_step(double range)
{
    double raw = range / TICKS, power = pow(10, floor(log10(raw))), x = raw / power;
    return power * (x < 1.5 ? 1 : x < 3.5 ? 2 : x < 7.5 ? 5 : 10);
}

/* Names of bars, slanted so that they do not meet. */
static void add_labels(buffer *out, const svg_plot *p, const frame *f)
{
    for (uint32_t i = 0; i < p->count; i++) {
        char label[80];
        snprintf(label, sizeof label, "%.*s", LABEL_LENGTH * 4, p->labels[i]);
        size_t n = 0, characters = 0;
        for (; label[n] && characters < LABEL_LENGTH; characters++)
            n += text_utf8((unsigned char *)label + n) ? text_utf8((unsigned char *)label + n) : 1;
        label[n] = 0;
        buffer_addf(out, "<text transform=\"translate(%.1f %d) rotate(-35)\" text-anchor=\"end\">", px(f, p->xs[i]) + 4,
                    HEIGHT - BOTTOM + 14);
        xml_add(out, label);
        buffer_add(out, "</text>\n");
    }
}

static void add_x_ticks(buffer *out, const svg_plot *p, const frame *f)
{
    double step = tick_step(f->x1 - f->x0);
    step = p->bars && step < 1 ? 1 : step;
    for (double x = ceil(f->x0 / step) * step; x <= f->x1 + step * 1e-6; x += step)
        buffer_addf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.4g</text>\n", px(f, x),
                    HEIGHT - BOTTOM + 16, fabs(x) < step * 1e-6 ? 0.0 : x);
}

static void add_axes(buffer *out, const svg_plot *p, const frame *f)
{
    double sy = tick_step(f->y1 - f->y0);
    int bottom = HEIGHT - 8 + (p->labels ? LABEL_ROOM : 0);
    for (double y = ceil(f->y0 / sy) * sy; y <= f->y1 + sy * 1e-6; y += sy)
        buffer_addf(out,
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>"
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n",
                    LEFT, py(f, y), WIDTH - RIGHT, py(f, y), LEFT - 6, py(f, y) + 4, fabs(y) < sy * 1e-6 ? 0.0 : y);
    if (p->labels)
        add_labels(out, p, f);
    else
        add_x_ticks(out, p, f);
    buffer_addf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2, bottom);
    xml_add(out, p->x);
    buffer_addf(out,
                "</text>\n<text x=\"14\" y=\"%d\" text-anchor=\"middle\" "
                "transform=\"rotate(-90 14 %d)\">",
                (TOP + HEIGHT - BOTTOM) / 2, (TOP + HEIGHT - BOTTOM) / 2);
    xml_add(out, p->y);
    buffer_addf(out, "</text>\n<text x=\"%d\" y=\"18\" font-weight=\"bold\">", LEFT);
    xml_add(out, p->title);
    buffer_add(out, "</text>\n");
}

static void add_bars(buffer *out, const svg_plot *p, const frame *f)
{
    double width = (WIDTH - LEFT - RIGHT) / (f->x1 - f->x0) * 0.9 * (p->width > 0 ? p->width : 1);
    double base = py(f, f->y0 > 0 ? f->y0 : 0);
    for (uint32_t i = 0; i < p->count; i++)
        if (isfinite(p->ys[i]) && p->ys[i] != 0)
            buffer_addf(out,
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                        "fill=\"#3b6ea5\"/>\n",
                        px(f, p->xs[i]) - width / 2, fmin(base, py(f, p->ys[i])), width, fabs(base - py(f, p->ys[i])));
}

static void add_band(buffer *out, const svg_plot *p, const frame *f)
{
    buffer_add(out, "<polygon fill=\"#3b6ea5\" fill-opacity=\"0.2\" points=\"");
    for (uint32_t i = 0; i < p->count; i++)
        if (isfinite(p->ys[i]) && isfinite(p->band[i]))
            buffer_addf(out, "%.1f,%.1f ", px(f, p->xs[i]), py(f, p->ys[i] + p->band[i]));
    for (uint32_t i = p->count; i-- > 0;)
        if (isfinite(p->ys[i]) && isfinite(p->band[i]))
            buffer_addf(out, "%.1f,%.1f ", px(f, p->xs[i]), py(f, p->ys[i] - p->band[i]));
    buffer_add(out, "\"/>\n");
}

static void add_line(buffer *out, const svg_plot *p, const frame *f)
{
    if (p->band)
        add_band(out, p, f);
    buffer_add(out, "<polyline fill=\"none\" stroke=\"#3b6ea5\" stroke-width=\"2\" points=\"");
    for (uint32_t i = 0; i < p->count; i++)
        if (isfinite(p->ys[i]))
            buffer_addf(out, "%.1f,%.1f ", px(f, p->xs[i]), py(f, p->ys[i]));
    buffer_add(out, "\"/>\n");
}

void svg_add(buffer *out, const svg_plot *p)
{
    frame f = frame_of(p);
    int height = HEIGHT + (p->labels ? LABEL_ROOM : 0);
    buffer_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\" "
                "role=\"img\">\n<title>",
                WIDTH, height, WIDTH, height);
    xml_add(out, p->title);
    buffer_addf(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, height);
    add_axes(out, p, &f);
    if (p->bars)
        add_bars(out, p, &f);
    else
        add_line(out, p, &f);
    buffer_add(out, "</svg>\n");
}

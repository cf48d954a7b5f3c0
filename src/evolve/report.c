#include "evolve/report.h"

#include "draw/svg.h"
#include "evolve/picture.h"
#include "evolve/search.h"
#include "session/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATIONS = 40, POINTS = 400 };

typedef struct row {
    uint64_t unit;
    int64_t parent, other;
    double score;
    bool kept;
    char *name, *told;
} row;

typedef struct page {
    records *records;
    criteria c;
    char extension[40];
    const char *play; /* address of the page that plays */
    row *rows;
    uint64_t count, capacity;
    json_t *ends, *kinds; /* how many ended where; the best score of each kind, by its number */
    uint64_t playable, passed;
    buffer *out;
} page;

static void text(page *p, const char *s) { xml_add(p->out, s); }
static void html(page *p, const char *s) { buffer_add(p->out, s); }

static bool add_row(void *user, const record *r)
{
    page *p = user;
    const char *end = strcmp(r->verdict, "failed") == 0 ? r->stage : r->verdict;
    MEM_ROOM(p->rows, p->count, p->capacity);
    p->rows[p->count++] = (row){r->unit,
                                r->parent,
                                r->other,
                                r->score,
                                strcmp(r->verdict, "kept") == 0,
                                mem_strdup(r->name),
                                mem_strdup(r->told)};
    json_object_set_new(p->ends, end, json_integer(json_integer_value(json_object_get(p->ends, end)) + 1));
    p->playable += r->playable;
    p->passed += strcmp(r->stage, "measures") == 0 && strcmp(r->verdict, "failed") != 0;
    if (strcmp(r->verdict, "kept") == 0) {
        char kind[24];
        json_t *values = json_loads(r->values, 0, NULL), *old;
        snprintf(kind, sizeof kind, "%llu", (unsigned long long)archive_kind(&p->c, values, r->text));
        old = json_object_get(p->kinds, kind);
        if (!old || json_number_value(json_object_get(old, "score")) < r->score)
            json_object_set_new(
                p->kinds, kind,
                json_pack("{sf si ss}", "score", r->score, "id", (int)r->unit, "name", *r->name ? r->name : "(given)"));
        json_decref(values);
    }
    return true;
}

/* ---- links ---- */

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void add_base64(buffer *out, const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i += 3) {
        uint32_t x = (uint32_t)b[i] << 16 | (i + 1 < n ? (uint32_t)b[i + 1] << 8 : 0) | (i + 2 < n ? b[i + 2] : 0);
        char four[5] = {base64[x >> 18], base64[x >> 12 & 63], base64[x >> 6 & 63], base64[x & 63], 0};
        four[i + 1 >= n ? 2 : i + 2 >= n ? 3 : 4] = 0;
        buffer_add(out, four);
    }
}

/* As pages share games (page/share.ts): JSON in stored blocks of raw DEFLATE (RFC 1951, 3.2.4), as base64url. */
static void add_link(page *p, const record *r)
{
    buffer name = {0}, bytes = {0};
    buffer_addf(&name, "%s%s", *r->name ? r->name : "game", p->extension);
    json_t *shared = json_pack("{s{so so} s[]}", "r", "name", json_text(name.text), "text", json_text(r->text), "m");
    char *all = json_dumps(shared, JSON_COMPACT);
    size_t n = all ? strlen(all) : 0;
    for (size_t at = 0; at < n;) {
        size_t part = n - at < 65535 ? n - at : 65535;
        const char head[5] = {(char)(at + part == n), (char)(part & 255), (char)(part >> 8), (char)(~part & 255),
                              (char)(~part >> 8 & 255)};
        buffer_add_bytes(&bytes, head, 5);
        buffer_add_bytes(&bytes, all + at, part);
        at += part;
    }
    html(p, "<a class=\"play\" href=\"");
    text(p, p->play);
    html(p, "#/shared/");
    add_base64(p->out, (const unsigned char *)bytes.text, bytes.length);
    html(p, "\">play</a>");
    buffer_done(&bytes);
    buffer_done(&name);
    free(all);
    json_decref(shared);
}

/* ---- curves ---- */

static void add_curve(page *p)
{
    double xs[POINTS], best[POINTS], mean[POINTS], top = 0;
    uint32_t n = 0;
    uint64_t step = p->count / POINTS + 1;
    for (uint64_t i = 0; i < p->count && n < POINTS; i += step, n++) {
        double sum = 0;
        uint64_t kept = 0;
        for (uint64_t k = i; k < i + step && k < p->count; k++) {
            top = p->rows[k].score > top ? p->rows[k].score : top;
            sum += p->rows[k].kept ? p->rows[k].score : 0;
            kept += p->rows[k].kept;
        }
        xs[n] = (double)(i + step);
        best[n] = top;
        mean[n] = kept ? sum / (double)kept : NAN;
    }
    html(p, "<div class=\"plots\">");
    svg_add(
        p->out,
        &(svg_plot){
            .title = "best score", .x = "candidates", .y = "score", .xs = xs, .ys = best, .count = n, .zero = true});
    svg_add(p->out, &(svg_plot){.title = "mean score of games kept",
                                .x = "candidates",
                                .y = "score",
                                .xs = xs,
                                .ys = mean,
                                .count = n,
                                .zero = true});
    html(p, "</div>\n");
}

static void add_ends(page *p)
{
    static const struct {
        const char *key, *meaning;
    } ends[] = {{"text", "nothing new came of the operators"},
                {"load", "the rules cannot be loaded, or not within the limits"},
                {"random", "random games are not what is asked for"},
                {"thinking", "thinking helps too little"},
                {"measures", "could not be measured"},
                {"twin", "without its dead parts a game that is there already"},
                {"known", "too near to a game that the run began with"},
                {"lost", "its process did not answer"},
                {"kept", "passed all tests"}};
    html(p, "<table><tr><th>candidates</th><th></th><th></th></tr>");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        json_int_t n = json_integer_value(json_object_get(p->ends, ends[i].key));
        if (n)
            buffer_addf(p->out, "<tr><td class=\"n\">%lld</td><td>%s</td><td>%s</td></tr>", n, ends[i].key,
                        ends[i].meaning);
    }
    html(p, "</table>\n");
}

/* Bins of all axes but the first two, then a grid of these. */
static void add_kinds(page *p)
{
    const criteria *c = &p->c;
    uint64_t rest = 1, columns = c->axis_count > 1 ? c->axes[1].count + 1 : 1;
    if (!c->axis_count)
        return;
    for (uint32_t i = 2; i < c->axis_count; i++)
        rest *= c->axes[i].count + 1;
    buffer_addf(p->out, "<h2>Kinds</h2><p>The best games: %s grows downwards%s%s%s.", c->axes[0].key,
                c->axis_count > 1 ? ", " : "", c->axis_count > 1 ? c->axes[1].key : "",
                c->axis_count > 1 ? " to the right" : "");
    if (rest > 1)
        buffer_addf(p->out, " A field stands for %llu kinds, which other measures tell apart.",
                    (unsigned long long)rest);
    html(p, "</p><table class=\"kinds\">");
    for (uint64_t y = 0; y <= c->axes[0].count; y++) {
        html(p, "<tr>");
        for (uint64_t x = 0; x < columns; x++) {
            const json_t *best = NULL;
            for (uint64_t k = 0; k < rest; k++) {
                char kind[24];
                snprintf(kind, sizeof kind, "%llu", (unsigned long long)((y * columns + x) * rest + k));
                const json_t *e = json_object_get(p->kinds, kind);
                if (e && (!best || json_number_value(json_object_get(e, "score")) >
                                       json_number_value(json_object_get(best, "score"))))
                    best = e;
            }
            double score = json_number_value(json_object_get(best, "score"));
            buffer_addf(p->out, "<td style=\"background:hsl(%.0f 60%% %s)\">", best ? 120 * score : 0,
                        best ? "80%" : "100%");
            if (best) {
                text(p, json_text_at(best, "name"));
                buffer_addf(p->out, "<br>%.2f", score);
            }
            html(p, "</td>");
        }
        html(p, "</tr>");
    }
    html(p, "</table>\n");
}

/* ---- games ---- */

static const row *row_of(const page *p, int64_t unit)
{
    return unit >= 0 && (uint64_t)unit < p->count ? &p->rows[unit] : NULL;
}

/* The line of first parents up to a game that the run began with, or that was drawn. */
static void add_pedigree(page *p, const record *r)
{
    const row *at = row_of(p, (int64_t)r->unit);
    html(p, "<details><summary>pedigree</summary><ol class=\"pedigree\">");
    for (uint32_t i = 0; at && i < GENERATIONS; i++, at = row_of(p, at->parent)) {
        buffer_addf(p->out, "<li><b>%llu ", (unsigned long long)at->unit);
        text(p, *at->name ? at->name : at->parent < 0 && !*at->told ? "(given)" : "");
        html(p, "</b>");
        if (*at->told) {
            html(p, " <code>");
            text(p, at->told);
            html(p, "</code>");
        }
        const row *other = row_of(p, at->other);
        if (other)
            buffer_addf(p->out, " with %llu %s", (unsigned long long)other->unit, other->name);
        html(p, "</li>");
    }
    html(p, "</ol></details>");
}

static void add_criteria(page *p, const json_t *values)
{
    html(p, "<table class=\"criteria\">");
    for (uint32_t i = 0; i < p->c.count; i++) {
        const criterion *x = &p->c.list[i];
        const json_t *v = json_object_get(values, x->key);
        const char *meaning = "", *title = criteria_title(x->key, &meaning);
        double value = json_is_number(v) ? json_number_value(v) : NAN;
        html(p, "<tr title=\"");
        text(p, meaning);
        html(p, "\"><td>");
        text(p, title ? title : x->key);
        buffer_addf(p->out, "</td><td class=\"n\">%.3g</td><td><meter value=\"%.2f\"></meter></td></tr>",
                    isfinite(value) ? value : 0, criterion_desire(x, value));
    }
    html(p, "</table>");
}

static void add_game(void *user, const record *r)
{
    page *p = user;
    lud_options o;
    char name[60];
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    o.alone = true;
    json_t *values = json_loads(r->values, 0, NULL);
    snprintf(name, sizeof name, "game%s", p->extension);
    lud_game *game = lud_load_text(r->text, strlen(r->text), name, &o, NULL);
    buffer_addf(p->out, "<article id=\"g%llu\"><h3>", (unsigned long long)r->unit);
    text(p, *r->name ? r->name : "(given)");
    buffer_addf(p->out, " <small>%llu &middot; score %.3f</small> ", (unsigned long long)r->unit, r->score);
    add_link(p, r);
    html(p, "</h3><div class=\"game\"><div>");
    if (game)
        picture_add(p->out, game, r->hash);
    lud_game_free(game);
    html(p, "</div>");
    add_criteria(p, values);
    html(p, "</div><details><summary>rules</summary><pre>");
    text(p, r->text);
    html(p, "</pre></details>");
    add_pedigree(p, r);
    html(p, "</article>\n");
    json_decref(values);
}

static int by_score(const void *x, const void *y)
{
    const row *a = *(const row *const *)x, *b = *(const row *const *)y;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : (a->unit > b->unit) - (a->unit < b->unit);
}

static void add_games(page *p, uint32_t most)
{
    const row **best = mem_alloc((p->count + 1) * sizeof *best);
    uint64_t n = 0;
    for (uint64_t i = 0; i < p->count; i++)
        if (p->rows[i].kept && *p->rows[i].name)
            best[n++] = &p->rows[i];
    qsort((void *)best, n, sizeof *best, by_score);
    buffer_addf(p->out, "<h2>Games</h2>\n");
    for (uint64_t i = 0; i < n && i < most; i++)
        records_one(p->records, best[i]->unit, add_game, p);
    free((void *)best);
}

static const char head[] =
    "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
    "<style>body{font:15px/1.45 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.15rem .6rem;text-align:left;vertical-align:top}"
    ".n{text-align:right;font-variant-numeric:tabular-nums}.kinds td{border:1px solid "
    "#ccc;min-width:6rem;height:2.6rem}"
    "article{border-top:1px solid #ccc;padding:.6rem 0}.game{display:flex;flex-wrap:wrap;gap:1.5rem}"
    ".board{width:260px}.cell{fill:#f3e3c3;stroke:#a58a5c}.way{stroke:#a58a5c}.p1{fill:#fff;stroke:#333}"
    ".p2{fill:#333;stroke:#000}.board "
    "text{text-anchor:middle;dominant-baseline:central;font-family:sans-serif}.t1{fill:#333}"
    ".t2{fill:#fff}small{font-weight:normal;color:#666}pre{overflow:auto;background:#f6f6f6;padding:.6rem}"
    "code{white-space:pre-wrap}.plots{display:flex;flex-wrap:wrap}"
    "meter{width:7rem}</style>\n";

bool report_page(records *r, const char *name, const char *play, uint32_t games, buffer *out)
{
    page p = {.records = r, .play = play, .ends = json_object(), .kinds = json_object(), .out = out};
    char problem[400];
    json_t *description = records_description(r);
    const char *wanted = json_text_at(description, "criteria");
    const char *first = json_text_at(json_array_get(json_object_get(description, "from"), 0), "name");
    const char *mark = strrchr(first, '.');
    snprintf(p.extension, sizeof p.extension, "%s", mark ? mark : "");
    bool fine = criteria_read(&p.c, wanted, strlen(wanted), "criteria", problem, sizeof problem);
    if (!fine)
        fprintf(stderr, "ludens: %s\n", problem);
    fine = fine && records_each(r, 0, add_row, &p);
    if (fine) {
        html(&p, head);
        html(&p, "<title>");
        text(&p, name);
        html(&p, "</title><h1>");
        text(&p, name);
        buffer_addf(out,
                    "</h1><p>%llu candidates, of which %llu can be played and %llu passed all tests. What this means: "
                    "docs/evolve.md of Ludens. The links play a game on the page of <code>ludens serve --no-token"
                    "</code>.</p>\n",
                    (unsigned long long)p.count, (unsigned long long)p.playable, (unsigned long long)p.passed);
        add_ends(&p);
        add_curve(&p);
        add_kinds(&p);
        add_games(&p, games);
        html(&p, "</html>\n");
    }
    for (uint64_t i = 0; i < p.count; i++) {
        free(p.rows[i].name);
        free(p.rows[i].told);
    }
    free(p.rows);
    json_decref(description);
    json_decref(p.ends);
    json_decref(p.kinds);
    return fine;
}

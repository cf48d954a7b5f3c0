#include "evolve/criteria.h"

#include "analysis/measures.h"
#include "base/ini.h"
#include "base/nearest.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *section, *key;
    double standard, least, most;
    const char *meaning;
} settings[SETTINGS] = {
#define SETTING(id, section, key, standard, least, most, meaning) {section, key, standard, least, most, meaning},
#include "evolve/settings.def"
#undef SETTING
};

const char *const behaviour_keys[BEHAVIOURS] = {
#define BEHAVIOUR(id, key, title, meaning) key,
#include "evolve/behaviour.def"
#undef BEHAVIOUR
};

/* All that a game can be measured by: behaviours, then the measures of an analysis. */
static const struct {
    const char *key, *title, *meaning;
} values[] = {
#define BEHAVIOUR(id, key, title, meaning) {key, title, meaning},
#include "evolve/behaviour.def"
#undef BEHAVIOUR
#define MEASURE(key, title, value, unit, meaning) {key, title, meaning},
#include "analysis/measures.def"
#undef MEASURE
};
enum { VALUES = sizeof values / sizeof *values };

/* What a good game is: Browne's most telling criteria (thesis of 2008), and that it is new. */
static const criterion good[] = {
    {"completion", 1, 0.95, 1, 0.5},      {"drawishness", 1, 0, 0.2, 0.5},
    {"balance", 2, 0.7, 1, 0.6},          {"length", 1, 15, 80, 40},
    {"thinking", 3, 0.8, 1, 0.4},         {"uncertainty_late", 1, 0.25, 1, 0.25},
    {"lead_change", 1, 0.08, 0.4, 0.08},  {"drama", 1, 0.15, 1, 0.15},
    {"killer_moves", 1, 0.25, 0.8, 0.25}, {"permanence", 1, 0.3, 0.8, 0.3},
    {"decisiveness", 1, 0.5, 1, 0.5},     {"clarity", 1, 0.1, 0.5, 0.1},
    {"coverage", 1, 0.3, 1, 0.3},         {"novelty", 1, 0.15, 1, 0.15},
    {"oddity", 1, 0.2, 1, 0.2},           {"size", 1, 0, 60, 100},
};
static const axis kinds[] = {
    {"random_length", {12, 25, 50, 100}, 4},
    {"choice", {5, 15, 40, 100}, 4},
    {"captures", {0.02, 0.15}, 2},
    {"connection", {0.35, 0.65}, 2},
};

const char *criteria_title(const char *key, const char **meaning)
{
    for (uint32_t i = 0; i < VALUES; i++)
        if (strcmp(values[i].key, key) == 0) {
            if (meaning)
                *meaning = values[i].meaning;
            return values[i].title;
        }
    return NULL;
}

double criterion_desire(const criterion *c, double value)
{
    double off = value < c->low ? c->low - value : value > c->high ? value - c->high : 0;
    if (!isfinite(value))
        return 0;
    return off <= 0 ? 1 : off < c->slack ? 1 - off / c->slack : 0;
}

uint32_t axis_bin(const axis *a, double value)
{
    uint32_t bin = 0;
    while (bin < a->count && value >= a->bounds[bin])
        bin++;
    return bin;
}

/* ---- writing ---- */

void criteria_write(buffer *out)
{
    const char *section = "";
    buffer_add(out, "; What `ludens evolve` looks for (docs/evolve.md). These are the standard criteria.\n");
    for (uint32_t i = 0; i < SETTINGS; i++) {
        if (strcmp(section, settings[i].section) != 0)
            buffer_addf(out, "\n[%s]\n", section = settings[i].section);
        buffer_addf(out, "; %s\n%s = %.10g\n", settings[i].meaning, settings[i].key, settings[i].standard);
    }
    buffer_add(out,
               "\n; measure = weight, best from, best to, distance from there at which it is worth nothing\n[score]\n");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        buffer_addf(out, "%s = %g %g %g %g\n", good[i].key, good[i].weight, good[i].low, good[i].high, good[i].slack);
    buffer_add(out, "\n; measure = bounds between kinds of games, of each of which the best is kept\n[archive]\n");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        buffer_addf(out, "%s =", kinds[i].key);
        for (uint32_t k = 0; k < kinds[i].count; k++)
            buffer_addf(out, " %g", kinds[i].bounds[k]);
        buffer_add(out, "\n");
    }
}

/* ---- reading ---- */

typedef struct reader {
    criteria *c;
    const src_text *source;
    const char *name;
    char *problem;
    size_t size;
    bool score, archive; /* sections that were there */
} reader;

static bool wrong(const reader *r, src_span at, const char *what, const char *which, const char *hint)
{
    uint32_t line = source_position(r->source, at.start).line;
    snprintf(r->problem, r->size, "%s:%u: %s `%.60s`%s%s%s", r->name, line, what, which, hint ? " (did you mean `" : "",
             hint ? hint : "", hint ? "`?)" : "");
    return false;
}

static void text_of(const reader *r, src_span s, char *out, size_t size)
{
    size_t n = s.end - s.start < size - 1 ? s.end - s.start : size - 1;
    memcpy(out, r->source->text + s.start, n);
    out[n] = 0;
}

/* At most `most` finite numbers; UINT32_MAX: there is something else. */
static uint32_t numbers(const char *text, double *out, uint32_t most)
{
    uint32_t n = 0;
    for (char *end; *text; text = end) {
        text += strspn(text, " \t,");
        if (!*text)
            break;
        errno = 0;
        double x = strtod(text, &end);
        if (end == text || errno || !isfinite(x) || n == most || (*end && !strchr(" \t,", *end)))
            return UINT32_MAX;
        out[n++] = x;
    }
    return n;
}

static bool known(const reader *r, src_span at, const char *key, bool words)
{
    suggestion s;
    if (criteria_title(key, NULL) || (words && strncmp(key, "word:", 5) == 0 && key[5]))
        return true;
    suggest_init(&s, key);
    for (uint32_t i = 0; i < VALUES; i++)
        suggest_offer(&s, values[i].key);
    return wrong(r, at, "there is no measure", key, s.best);
}

static bool read_criterion(reader *r, const ini_entry *e, const char *key, const char *value)
{
    double n[4];
    if (!known(r, e->key, key, false))
        return false;
    if (numbers(value, n, 4) != 4 || n[0] < 0 || n[2] < n[1] || n[3] < 0)
        return wrong(r, e->value, "a criterion is a weight, the best values from and to, and a distance, not", value,
                     NULL);
    if (r->c->count == CRITERIA_MAX)
        return wrong(r, e->key, "too many criteria from", key, NULL);
    criterion *c = &r->c->list[r->c->count++];
    *c = (criterion){.weight = n[0], .low = n[1], .high = n[2], .slack = n[3]};
    snprintf(c->key, sizeof c->key, "%s", key);
    return true;
}

static bool read_axis(reader *r, const ini_entry *e, const char *key, const char *value)
{
    axis a = {.count = 0};
    if (!known(r, e->key, key, true))
        return false;
    if (r->c->axis_count == AXES_MAX)
        return wrong(r, e->key, "too many axes from", key, NULL);
    a.count = numbers(value, a.bounds, BOUNDS_MAX);
    bool rising = a.count != UINT32_MAX && a.count > 0;
    for (uint32_t i = 1; rising && i < a.count; i++)
        rising = a.bounds[i] > a.bounds[i - 1];
    if (!rising)
        return wrong(r, e->value, "kinds are told apart by up to 15 rising numbers, not by", value, NULL);
    snprintf(a.key, sizeof a.key, "%s", key);
    r->c->axes[r->c->axis_count++] = a;
    return true;
}

static bool read_setting(reader *r, const ini_entry *e, const char *section, const char *key, const char *value)
{
    suggestion s;
    double x;
    suggest_init(&s, key);
    for (uint32_t i = 0; i < SETTINGS; i++) {
        if (strcmp(settings[i].section, section) != 0)
            continue;
        suggest_offer(&s, settings[i].key);
        if (strcmp(settings[i].key, key) != 0)
            continue;
        if (numbers(value, &x, 1) != 1 || x < settings[i].least || x > settings[i].most) {
            char range[80];
            snprintf(range, sizeof range, "this is a number from %.10g to %.10g, not", settings[i].least,
                     settings[i].most);
            return wrong(r, e->value, range, value, NULL);
        }
        r->c->set[i] = x;
        return true;
    }
    return wrong(r, e->key, "this section has no", key, s.best);
}

static bool read_section(reader *r, const ini_section *section)
{
    char name[CRITERIA_KEY], key[CRITERIA_KEY], value[400];
    bool there = false;
    text_of(r, section->name, name, sizeof name);
    bool score = strcmp(name, "score") == 0, archive = strcmp(name, "archive") == 0;
    for (uint32_t i = 0; i < SETTINGS && !there; i++)
        there = strcmp(settings[i].section, name) == 0;
    if (!score && !archive && !there)
        return wrong(r, section->name, "there is no section", name, NULL);
    if (score && !r->score)
        r->c->count = 0;
    if (archive && !r->archive)
        r->c->axis_count = 0;
    r->score |= score;
    r->archive |= archive;
    for (uint32_t i = 0; i < section->entries.count; i++) {
        const ini_entry *e = &vec_at(&section->entries, i);
        text_of(r, e->key, key, sizeof key);
        text_of(r, e->value, value, sizeof value);
        if (score     ? !read_criterion(r, e, key, value)
            : archive ? !read_axis(r, e, key, value)
                      : !read_setting(r, e, name, key, value))
            return false;
    }
    return true;
}

static bool read_file(reader *r, arena *a, const char *text, size_t length)
{
    ini_file file = {0};
    r->source = source_new(a, r->name, text, length);
    ini_read(a, r->source, &file);
    if (file.problems.count)
        return wrong(r, vec_at(&file.problems, 0).span, vec_at(&file.problems, 0).message, "", NULL);
    for (uint32_t i = 0; i < file.sections.count; i++)
        if (!read_section(r, &vec_at(&file.sections, i)))
            return false;
    return true;
}

bool criteria_read(criteria *c, const char *text, size_t length, const char *name, char *problem, size_t size)
{
    reader r = {.c = c, .name = name, .problem = problem, .size = size};
    arena a;
    jmp_buf failure;
    memset(c, 0, sizeof *c);
    for (uint32_t i = 0; i < SETTINGS; i++)
        c->set[i] = settings[i].standard;
    memcpy(c->list, good, sizeof good);
    memcpy(c->axes, kinds, sizeof kinds);
    c->count = sizeof good / sizeof *good;
    c->axis_count = sizeof kinds / sizeof *kinds;
    arena_init(&a, 16 << 20);
    a.on_failure = &failure;
    bool failed = setjmp(failure), fine = !failed && read_file(&r, &a, text, length);
    if (failed)
        snprintf(problem, size, "%s: these criteria take too much memory", name);
    arena_done(&a);
    return fine;
}

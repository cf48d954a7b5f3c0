#include "session/zsg.h"

#include "base/room.h"
#include "base/text.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts ---- */

typedef struct words {
    char *copy;
    char **word;
    uint32_t count;
} words;

typedef struct parts {
    char **part;
    uint32_t count;
    bool failed;
} parts;

static bool split(words *w, const char *text)
{
    w->copy = strdup(text);
    w->word = w->copy ? calloc(strlen(text) / 2 + 2, sizeof *w->word) : NULL;
    if (!w->word)
        return false;
    char *rest = NULL;
    for (char *p = strtok_r(w->copy, " \t\r\n", &rest); p; p = strtok_r(NULL, " \t\r\n", &rest))
        w->word[w->count++] = p;
    return true;
}

static bool is(const words *w, uint32_t i, const char *word) { return i < w->count && strcmp(w->word[i], word) == 0; }
static bool is_leg(const words *w, uint32_t i) { return is(w, i, "-") || is(w, i, "x"); }
/* What begins a part by itself. */
static bool is_sign(const words *w, uint32_t i)
{
    return is_leg(w, i) || is(w, i, "=") || is(w, i, "@") || is(w, i, "flip");
}

static void add(parts *p, const char *a, const char *b, const char *c, const char *d)
{
    const char *all[4] = {a, b, c, d};
    size_t size = 1;
    for (int i = 0; i < 4 && all[i]; i++)
        size += strlen(all[i]) + 1;
    char *text = malloc(size);
    if (!text) {
        p->failed = true;
        return;
    }
    text[0] = 0;
    for (int i = 0; i < 4 && all[i]; i++)
        strcat(strcat(text, i ? " " : ""), all[i]);
    p->part[p->count++] = text;
}

/* `= Kind on a b ..`; right behind a leg the place is left out. */
static uint32_t read_change(parts *p, const words *w, uint32_t i, const char *place)
{
    const char *kind = i + 1 < w->count ? w->word[i + 1] : "";
    if (!is(w, i + 2, "on")) {
        add(p, "=", kind, "on", place);
        return i + 2;
    }
    /* further places follow until a sign, or a name that begins another part */
    for (i += 3; i < w->count && !is_sign(w, i) && !is_leg(w, i + 2); i++) {
        if (i + 2 < w->count && !is_sign(w, i + 1) && !is_sign(w, i + 2) && p->count && w->word[i - 1] != w->word[i] &&
            !is(w, i - 1, "on"))
            break;
        add(p, "=", kind, "on", w->word[i]);
    }
    return i;
}

static uint32_t read_part(parts *p, const words *w, uint32_t i, const char **place)
{
    const char *next = i + 1 < w->count ? w->word[i + 1] : "";
    if (is(w, i, "Pass")) {
        add(p, "Pass", NULL, NULL, NULL);
        return i + 1;
    }
    if (is(w, i, "="))
        return read_change(p, w, i, *place);
    if (is(w, i, "@")) { /* the number of the attribute does not count */
        add(p, "@", next, "#", i + 3 < w->count ? w->word[i + 3] : "");
        return i + 4;
    }
    if (is(w, i, "x") || is(w, i, "flip")) {
        add(p, w->word[i], next, NULL, NULL);
        return i + 2;
    }
    if (is_leg(w, i + 2) && i + 3 < w->count) {
        *place = w->word[i + 3];
        add(p, w->word[i], next, w->word[i + 2], *place);
        return i + 4;
    }
    add(p, w->word[i], next, i + 2 < w->count ? w->word[i + 2] : "", NULL);
    return i + 3;
}

static char *joined(parts *p)
{
    size_t size = 1;
    for (uint32_t i = 0; i < p->count; i++)
        size += strlen(p->part[i]) + 3;
    char *text = malloc(size);
    qsort(p->part, p->count, sizeof *p->part, text_order);
    if (text)
        text[0] = 0;
    for (uint32_t i = 0; i < p->count && text; i++)
        if (i == 0 || strcmp(p->part[i], p->part[i - 1]) != 0)
            strcat(strcat(text, i ? " | " : ""), p->part[i]);
    return text;
}

char *zsg_parts(const char *move)
{
    words w = {0};
    parts p = {0};
    const char *place = "";
    char *text = NULL;
    if (split(&w, move) && (p.part = calloc(w.count + 1, sizeof *p.part))) {
        for (uint32_t i = 0; i < w.count && !p.failed;)
            i = read_part(&p, &w, i, &place);
        text = p.failed ? NULL : joined(&p);
    }
    for (uint32_t i = 0; i < p.count; i++)
        free(p.part[i]);
    free(p.part);
    free(w.word);
    free(w.copy);
    return text;
}

bool zsg_same(const char *a, const char *b)
{
    char *x = zsg_parts(a), *y = zsg_parts(b);
    bool same = x && y && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

/* ---- files ---- */

static char *value_of(const char *line, size_t length, const char *key)
{
    size_t n = strlen(key);
    return length > n && strncmp(line, key, n) == 0 ? strndup(line + n, length - n) : NULL;
}

/* `12. [partial 2] text`, or `12. (partial 2) text`. */
static bool read_move(zsg_game *game, const char *line, size_t length, uint32_t number)
{
    char *end;
    const char *stop = line + length;
    unsigned long round = strtoul(line, &end, 10);
    if (end == line || end >= stop || *end != '.')
        return false;
    const char *p = end + 1;
    while (p < stop && isspace((unsigned char)*p))
        p++;
    bool bracket = p < stop && (*p == '[' || *p == '('),
         partial = strncmp(p + bracket, "partial", 7) == 0 && p + 7 < stop;
    if (partial) {
        for (p += bracket + 7; p < stop && (isspace((unsigned char)*p) || isdigit((unsigned char)*p)); p++)
            continue;
        p += p < stop && (*p == ']' || *p == ')');
    }
    while (p < stop && isspace((unsigned char)*p))
        p++;
    if (!ROOM_FOR(game->moves, game->capacity, game->count + 1))
        return false;
    char *text = strndup(p, (size_t)(stop - p));
    if (!text)
        return false;
    game->moves[game->count++] = (zsg_move){number, (uint32_t)round, partial, text};
    return true;
}

static bool read_setup(zsg_game *game, const char *line, size_t length)
{
    if (!ROOM_OF(game->setup, game->setup_count + 1))
        return false;
    game->setup[game->setup_count] = strndup(line, length);
    return game->setup[game->setup_count] && line[length - 1] == ')' && ++game->setup_count;
}

static bool read_line(zsg_game *game, const char *line, size_t length, uint32_t number)
{
    char *rules = value_of(line, length, "RulesFile="), *variant = value_of(line, length, "VariantName=");
    if (rules) {
        free(game->rules);
        game->rules = rules;
    } else if (variant) {
        free(game->variant);
        game->variant = variant;
    } else if (length > 0 && *line == '(')
        return read_setup(game, line, length);
    else if (length > 0 && isdigit((unsigned char)*line))
        return read_move(game, line, length, number);
    return true; /* other lines of the header say nothing about moves */
}

/* A move is compared with all legal ones, word by word. */
enum { LINE_MAX_BYTES = 10000 };

bool zsg_parse(const char *text, zsg_game *game, uint32_t *line)
{
    *game = (zsg_game){.rules = strdup(""), .variant = strdup("")};
    *line = 0;
    bool fine = game->rules && game->variant;
    for (const char *p = text; fine && *p;) {
        size_t length = strcspn(p, "\n"), shown = length;
        while (shown > 0 && isspace((unsigned char)p[shown - 1]))
            shown--;
        ++*line;
        fine = shown <= LINE_MAX_BYTES && read_line(game, p, shown, *line);
        p += length + (p[length] == '\n');
    }
    return fine;
}

/* `(Player Piece a b)` as `(Player (Piece a b))`. */
static void add_piece(char *out, const char *line)
{
    const char *end = strrchr(line, ')'), *owner = line + 1 + strspn(line + 1, " \t");
    size_t n = strcspn(owner, " \t)");
    if (end > owner + n)
        sprintf(out + strlen(out), "(%.*s (%.*s))\n", (int)n, owner, (int)(end - owner - (ptrdiff_t)n), owner + n);
}

char *zsg_sections(const zsg_game *game, bool passes)
{
    static const char forced[] = "(option \"pass turn\" forced)\n";
    size_t size = sizeof forced + 40;
    for (uint32_t i = 0; i < game->setup_count; i++)
        size += strlen(game->setup[i]) + 10;
    char *text = game->setup_count || passes ? malloc(size) : NULL;
    if (!text)
        return NULL;
    *text = 0;
    if (game->setup_count)
        strcat(text, "(saved-setup\n");
    for (uint32_t i = 0; i < game->setup_count; i++)
        add_piece(text, game->setup[i]);
    if (game->setup_count)
        strcat(text, ")\n");
    return passes ? strcat(text, forced) : text;
}

void zsg_done(zsg_game *game)
{
    for (uint32_t i = 0; i < game->setup_count; i++)
        free(game->setup[i]);
    free(game->setup);
    for (uint32_t i = 0; i < game->count; i++)
        free(game->moves[i].text);
    free(game->moves);
    free(game->rules);
    free(game->variant);
    *game = (zsg_game){0};
}

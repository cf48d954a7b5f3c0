#include "draw/legend.h"

#include "base/text.h"
#include "session/memory.h"
#include "session/output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void legend_init(legend *l, bool symbols) { *l = (legend){.symbols = symbols}; }

void legend_done(legend *l)
{
    for (size_t i = 0; i < l->count; i++) {
        free(l->contents[i]);
        free(l->shorts[i]);
    }
    free(l->contents);
    free(l->shorts);
    memset(l, 0, sizeof *l);
}

static bool taken(const legend *l, const char *form)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->shorts[i], form) == 0)
            return true;
    return false;
}

static bool means_empty(const char *content)
{
    static const char *const words[] = {"e", "empty", "none", "blank", "free", "nil", "null"};
    return TEXT_AMONG(content, words);
}

/* Bytes of the first `characters` characters. */
static size_t prefix_bytes(const char *word, size_t characters)
{
    size_t i = 0;
    while (word[i]) {
        if (((unsigned char)word[i] & 0xc0) != 0x80 && characters-- == 0)
            break;
        i++;
    }
    return i;
}

/* The first letters of the words of whitePawn or white_pawn: wP, wp. */
static char *initials(const char *content)
{
    buffer letters = {0};
    for (size_t i = 0; content[i]; i++) {
        bool begins = i == 0 || (content[i - 1] == '_' && content[i] != '_') ||
                      (isupper((unsigned char)content[i]) && islower((unsigned char)content[i - 1]));
        if (begins && content[i] != '_')
            buffer_add_bytes(&letters, content + i, prefix_bytes(content + i, 1));
    }
    return letters.text ? letters.text : mem_strdup(content);
}

/* King and knight: where initials are taken, the last of them gives way to a later letter of its
 * word: wK and wN. NULL when all are taken. */
static char *other_initials(const legend *l, const char *content, const char *form)
{
    size_t keep = strlen(form), last = 0;
    while (keep > 0 && ((unsigned char)form[--keep] & 0xc0) == 0x80)
        ;
    for (size_t i = 0; content[i]; i++)
        if (strncmp(content + i, form + keep, strlen(form + keep)) == 0 &&
            (i == 0 || content[i - 1] == '_' || isupper((unsigned char)content[i])))
            last = i;
    bool upper = isupper((unsigned char)form[keep]);
    for (size_t i = last + 1; content[i]; i++) {
        if (!islower((unsigned char)content[i]))
            continue;
        char *other = mem_strndup(form, keep + 1);
        other[keep] = (char)(upper ? toupper((unsigned char)content[i]) : content[i]);
        if (!taken(l, other))
            return other;
        free(other);
    }
    return NULL;
}

/* ---- symbols ---- */

static const struct {
    const char *name, *light, *dark;
} symbols[] = {{"king", "♔", "♚"}, {"queen", "♕", "♛"}, {"rook", "♖", "♜"}, {"bishop", "♗", "♝"}, {"knight", "♘", "♞"},
               {"pawn", "♙", "♟"}, {"man", "⛀", "⛂"},   {"disc", "○", "●"}, {"stone", "○", "●"}};

/* Whether the word stands in a name like M__white_king, whiteKing or white. */
static bool has_word(const char *name, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = name; *p; p++) {
        bool begins = p == name || !isalpha((unsigned char)p[-1]) ||
                      (isupper((unsigned char)*p) && islower((unsigned char)p[-1]));
        if (begins && strncasecmp(p, word, n) == 0 && !islower((unsigned char)p[n]))
            return true;
    }
    return false;
}

/* The symbol of a piece whose name says its kind and colour, or of a plain black or white stone.
 * NULL: there is none. */
static const char *symbol_of(const char *content)
{
    bool light = has_word(content, "white"), dark = has_word(content, "black");
    if (light == dark)
        return NULL;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (has_word(content, symbols[i].name))
            return light ? symbols[i].light : symbols[i].dark;
    bool plain = strcasecmp(content, light ? "white" : "black") == 0;
    return !plain ? NULL : light ? "○" : "●";
}

static char *new_short(const legend *l, const char *content)
{
    if (means_empty(content) && !taken(l, "."))
        return mem_strdup(".");
    const char *symbol = l->symbols ? symbol_of(content) : NULL;
    if (symbol && !taken(l, symbol))
        return mem_strdup(symbol);
    if (text_columns(content) <= 2 && !taken(l, content))
        return mem_strdup(content);
    /* M__white_king is a thing made of others, and these tell more than M */
    const char *parts = strstr(content, "__");
    parts = parts && parts[2] ? parts + 2 : content;
    char *form = initials(parts), *other = NULL;
    if (text_columns(form) <= 3) {
        if (!taken(l, form))
            return form;
        other = other_initials(l, parts, form);
    }
    free(form);
    for (size_t n = 2; !other && n <= text_columns(content); n++) {
        other = mem_strndup(content, prefix_bytes(content, n));
        if (!taken(l, other))
            break;
        free(other);
        other = NULL;
    }
    /* a short form of another may be its full name: rare, harmless */
    return other ? other : mem_strdup(content);
}

/* Several pieces of a kind, `Seed x3`: its form with the number behind it. */
static char *counted_short(legend *l, const char *content)
{
    const char *times = strrchr(content, ' ');
    if (!times || times[1] != 'x' || !times[2] || times[2 + strspn(times + 2, "0123456789")])
        return NULL;
    char *kind = mem_strndup(content, (size_t)(times - content));
    buffer form = {0};
    buffer_addf(&form, "%s%s", legend_form(l, kind), times + 2);
    free(kind);
    return form.text;
}

const char *legend_form(legend *l, const char *content)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->contents[i], content) == 0)
            return l->shorts[i];
    char *form = counted_short(l, content);
    form = form ? form : new_short(l, content);
    l->contents = mem_grow(l->contents, (l->count + 1) * sizeof *l->contents);
    l->shorts = mem_grow(l->shorts, (l->count + 1) * sizeof *l->shorts);
    l->contents[l->count] = mem_strdup(content);
    l->shorts[l->count++] = form;
    return form;
}

void legend_learn(legend *l, const char *const *contents, size_t count)
{
    const char **sorted = mem_alloc((count + 1) * sizeof *sorted);
    memcpy((void *)sorted, (const void *)contents, count * sizeof *sorted);
    qsort((void *)sorted, count, sizeof *sorted, text_order);
    for (size_t i = 0; i < count; i++)
        legend_form(l, sorted[i]);
    free((void *)sorted);
}

void legend_print(const legend *l, const screen *s)
{
    size_t column = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (strcmp(l->contents[i], l->shorts[i]) == 0)
            continue;
        buffer entry = {0};
        buffer_addf(&entry, "%s = %s", l->shorts[i], l->contents[i]);
        screen_fill(s, &column, 7, ", ", entry.text);
        buffer_done(&entry);
    }
    if (column)
        fputc('\n', s->out);
}

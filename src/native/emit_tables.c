/* What a unit says of the game's data: where variables lie, under names of their own, and the constants. */
#include "native/emit_inside.h"

#include "base/map.h"

#include <stdio.h>
#include <string.h>

/* ---- names ---- */

enum { NAME_MAX_LENGTH = 40 };

/* The letters, digits and `_` of a name. */
static const char *harmless(native_source *n, const char *name)
{
    char *copy = arena_strndup(n->a, name, strnlen(name, NAME_MAX_LENGTH));
    for (char *p = copy; *p; p++)
        if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9')))
            *p = '_';
    return copy;
}

static const char *unique(native_source *n, map *used, const char *name)
{
    const char *base = harmless(n, name), *new = base;
    for (uint32_t i = 2; map_has(used, hash_fnv(HASH_FNV, new, strlen(new))); i++)
        new = F("%s_%u", base, i);
    map_put(used, hash_fnv(HASH_FNV, new, strlen(new)), 0);
    return new;
}

void emit_names(native_source *n)
{
    ir_game *g = n->g;
    map variables, constants;
    map_init(&variables, n->a);
    map_init(&constants, n->a);
    n->names = ARENA_ARRAY(n->a, const char *, g->variables.count + 1);
    n->table_names = ARENA_ARRAY(n->a, const char *, g->constants.count + 1);
    for (uint32_t i = 0; i < g->variables.count; i++)
        n->names[i] = unique(n, &variables, ir_name(g, g->variables.data[i].name));
    for (uint32_t i = 0; i < g->constants.count; i++)
        n->table_names[i] = F("T_%s", unique(n, &constants, ir_name(g, g->constants.data[i].name)));
}

const char *emit_table(native_source *n, uint32_t constant)
{
    assert(constant < n->g->constants.count);
    return n->table_names[constant];
}

const char *emit_comment(native_source *n, const char *name) { return harmless(n, name); }

/* ---- tables ---- */

enum { TABLE_LITERAL_MIN = 512, TABLE_LINE = 96 };

/* Not by snprintf: there may be millions. The next escape ends this one, so that no digits need be
 * filled up. */
static size_t put_octal(char *out, unsigned value)
{
    char *p = out;
    *p++ = '\\';
    if (value >= 64)
        *p++ = (char)('0' + value / 64);
    if (value >= 8)
        *p++ = (char)('0' + value / 8 % 8);
    *p++ = (char)('0' + value % 8);
    *p = 0;
    return (size_t)(p - out);
}

/* Large tables of bytes are string literals: compilers read them many times faster than lists. */
static void emit_literal_table(native_source *n, const unsigned char *cells, uint32_t count)
{
    char line[4 * TABLE_LINE + 8];
    for (uint32_t i = 0; i < count;) {
        size_t at = 0;
        for (uint32_t end = i + TABLE_LINE; i < count && i < end; i++)
            at += put_octal(line + at, cells[i]);
        text_add(n, &n->tables, F("\n    \"%s\"", line));
    }
}

/* Tables may have millions of cells, most of them alike: runs are written as one. */
static void emit_cells(native_source *n, const unsigned char *cells, uint32_t count, uint8_t width)
{
    enum { RUN = 12, ROW = 24 };
    uint32_t run;
    for (uint32_t i = 0, items = 0; i < count; i += run, items++) {
        char item[48];
        uint32_t value = layout_load(cells + (size_t)i * width, width);
        for (run = 1; i + run < count && layout_load(cells + (size_t)(i + run) * width, width) == value;)
            run++;
        if (run < RUN)
            run = 1;
        const char *row = items % ROW == 0 ? "\n    " : "";
        if (run > 1)
            snprintf(item, sizeof item, "%s[%u ... %u] = %u,", row, i, i + run - 1, value);
        else
            snprintf(item, sizeof item, "%s%u,", row, value);
        text_add(n, &n->tables, item);
    }
}

static void constant_tables(native_source *n)
{
    for (uint32_t i = 0; i < n->g->constants.count; i++) {
        if (!bitset_has(&n->tables_used, i))
            continue;
        const layout_slot *s = &n->p->layout.constants[i];
        bool literal = s->width == 1 && s->cells >= TABLE_LITERAL_MIN;
        const unsigned char *cells = n->p->layout.tables + s->offset;
        text_add(n, &n->tables,
                 F("UNUSED static const uint%u_t %s[%u] = %s", s->width * 8, emit_table(n, i), s->cells + literal,
                   literal ? "" : "{"));
        if (literal)
            emit_literal_table(n, cells, s->cells);
        else
            emit_cells(n, cells, s->cells, s->width);
        text_add(n, &n->tables, literal ? ";\n" : "\n};\n");
    }
}

/* Offsets in the state. */
static void variable_offsets(native_source *n)
{
    const char *between = "enum {\n    ";
    for (ir_var v = 0; v < n->g->variables.count; v++) {
        if (n->g->variables.data[v].removed)
            continue;
        text_add(n, &n->tables, F("%sAT_%s = %u", between, n->names[v], n->p->layout.variables[v].offset));
        between = ",\n    ";
    }
    text_add(n, &n->tables, "\n};\n");
}

/* Bit p: player p + 1 sees the tags that are met now. */
static void who_sees(native_source *n)
{
    const plan_players *players = &n->p->players;
    text_add(n, &n->tables, "UNUSED static inline uint64_t seen_now(const unsigned char *s)\n{\n    return 0");
    for (uint32_t i = 0; i < players->count; i++)
        text_add(n, &n->tables,
                 F(" |\n           (uint64_t)((uint32_t)L%u(s + %u) != %uu) << %u", players->visible_width * 8,
                   players->visible_cells[i], players->visible_no, i));
    text_add(n, &n->tables, ";\n}\n");
}

void emit_tables(native_source *n)
{
    text masks = n->tables;
    n->tables = (text){0};
    variable_offsets(n);
    if (n->p->hidden)
        who_sees(n);
    constant_tables(n);
    text_add(n, &n->tables, text_of(&masks));
}

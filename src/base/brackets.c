#include "base/brackets.h"

#include "base/vec.h"

#include <string.h>

typedef struct opening {
    uint32_t bracket, indent; /* of its line */
} opening;

typedef struct search {
    const src_text *text;
    const bracket *brackets;
    arena *arena;
    VEC(opening) open;
    opening last; /* that was closed */
    uint32_t closed_by;
    uint32_t faults;
    bracket_fault *out;
} search;

/* Columns before what begins the line; *first: that is what stands at this place. */
static uint32_t indent_of(const src_text *text, uint32_t at, bool *first)
{
    const char *p = source_line(text, source_line_number(text, at), &(uint32_t){0}), *here = text->text + at;
    uint32_t columns = 0;
    for (; p < here && (*p == ' ' || *p == '\t'); p++)
        columns = *p == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
    *first = p == here;
    return columns;
}

static void fault(search *s, bool extra, uint32_t which, uint32_t next)
{
    if (s->faults++ == 0)
        *s->out = (bracket_fault){extra, which, next};
}

/* What should have been closed before a line that begins so deep. */
static void close_deeper(search *s, uint32_t least, uint32_t next)
{
    while (s->open.count && s->open.data[s->open.count - 1].indent >= least)
        fault(s, false, s->open.data[--s->open.count].bracket, next);
}

static char opener_of(char sign) { return sign == ')' ? '(' : sign == ']' ? '[' : '{'; }

/* False: another bracket is open. */
static bool close_one(search *s, uint32_t i)
{
    if (!s->open.count) {
        fault(s, true, i, s->brackets[i].at);
        return true;
    }
    s->last = s->open.data[--s->open.count];
    s->closed_by = i;
    return s->brackets[s->last.bracket].sign == opener_of(s->brackets[i].sign);
}

static bool look(search *s, uint32_t i)
{
    const bracket *b = &s->brackets[i];
    bool first, opens = strchr("([{", b->sign) != NULL;
    uint32_t indent = indent_of(s->text, b->at, &first);
    if (first && !s->open.count && s->closed_by != UINT32_MAX && indent > s->last.indent) {
        fault(s, true, s->closed_by, b->at); /* the line belongs to what was closed */
        vec_push(s->arena, &s->open, s->last);
    }
    if (first)
        close_deeper(s, indent + !opens, b->at);
    if (!opens)
        return close_one(s, i);
    vec_push(s->arena, &s->open, ((opening){i, indent}));
    return true;
}

bool brackets_fault(const src_text *text, const bracket *brackets, uint32_t count, arena *scratch, bracket_fault *out)
{
    search s = {.text = text, .brackets = brackets, .arena = scratch, .closed_by = UINT32_MAX, .out = out};
    int64_t balance = 0;
    bool matched = true;
    for (uint32_t i = 0; i < count && matched; i++) {
        balance += strchr("([{", brackets[i].sign) ? 1 : -1;
        matched = look(&s, i);
    }
    close_deeper(&s, 0, UINT32_MAX);
    return matched && s.faults > 0 && s.faults == (uint64_t)(balance < 0 ? -balance : balance);
}

/* Symbols that several classes would share get as much of their package in front as tells them apart. Where none
 * of them is mentioned outside of its package, the place where they are shown tells them apart already. */
#include "lang/ludii/library.h"

#include <string.h>

/* The last `parts` parts of a path. */
static const char *last_parts(const char *path, uint32_t parts)
{
    const char *p = path + strlen(path);
    while (p > path) {
        if (p[-1] == '.' && --parts == 0)
            break;
        p--;
    }
    return p;
}

static bool same_end(const char *a, const char *b, size_t b_length, uint32_t parts)
{
    const char *x = last_parts(a, parts);
    size_t n = strlen(x);
    return b_length >= n && memcmp(b + b_length - n, x, n) == 0 && (b_length == n || b[b_length - n - 1] == '.');
}

static bool same_package(const lib *l, uint32_t a, uint32_t b)
{
    return strcmp(vec_at(&l->classes, a).package->path, vec_at(&l->classes, b).package->path) == 0;
}

/* Classes that a rule of another package mentions. */
static void mark_mentions(const lib *l, bitset *outside)
{
    for (uint32_t i = 0; i < l->classes.count; i++)
        for (uint32_t b = 0; b < vec_at(&l->classes, i).bases.count; b++)
            if (!same_package(l, vec_at(&vec_at(&l->classes, i).bases, b), i))
                bitset_add(outside, i);
    for (uint32_t f = 0; f < l->forms.count; f++) {
        const lib_form *form = &vec_at(&l->forms, f);
        for (uint32_t s = 0; s < form->count; s++)
            for (uint32_t c = 0; c < form->slots[s].count; c++) {
                const lib_type *t = &vec_at(&l->types, form->slots[s].choices[c].type);
                if (t->kind == LIB_CLASS && !same_package(l, t->index, form->class))
                    bitset_add(outside, t->index);
            }
    }
}

/* Whether a name of the list `taken` ends in these parts of the class's package and its keyword. */
static bool taken(const lib *l, const lib_class *c, uint32_t parts)
{
    const char *keyword = lib_text(l, c->keyword);
    size_t n = strlen(keyword);
    for (const char *p = l->tables->taken; p && *p;) {
        size_t length = strcspn(p, " ");
        if (length > n && p[length - n - 1] == '.' && memcmp(p + length - n, keyword, n) == 0 &&
            (parts == 0 || same_end(c->package->path, p, length - n - 1, parts)))
            return true;
        p += length + (p[length] == ' ');
    }
    return false;
}

static bool ambiguous(const lib *l, uint32_t class, uint32_t parts)
{
    const lib_class *c = &vec_at(&l->classes, class);
    for (uint32_t i = 0; i < l->classes.count; i++) {
        const lib_class *other = &vec_at(&l->classes, i);
        if (i != class && other->keyword == c->keyword &&
            (parts == 0 || same_end(c->package->path, other->package->path, strlen(other->package->path), parts)))
            return true;
    }
    return taken(l, c, parts);
}

static bool told_by_place(const lib *l, uint32_t class, const bitset *outside)
{
    bool all = !taken(l, &vec_at(&l->classes, class), 0);
    for (uint32_t i = 0; i < l->classes.count && all; i++)
        all = vec_at(&l->classes, i).keyword != vec_at(&l->classes, class).keyword || !bitset_has(outside, i);
    return all;
}

enum { PARTS_MAX = 8 };

void lib_scope(lib *l)
{
    bitset outside = bitset_new(l->arena, l->classes.count);
    mark_mentions(l, &outside);
    for (uint32_t i = 0; i < l->classes.count; i++) {
        lib_class *c = &vec_at(&l->classes, i);
        uint32_t parts = 0;
        if (!told_by_place(l, i, &outside))
            while (parts < PARTS_MAX && ambiguous(l, i, parts))
                parts++;
        c->symbol = parts
                        ? arena_printf(l->arena, "%s.%s", last_parts(c->package->path, parts), lib_text(l, c->keyword))
                        : lib_text(l, c->keyword);
    }
}

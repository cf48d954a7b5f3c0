/* Rows of the tables of ludemes: the one declaration of a ludeme. The grammar, the matcher and all else that is
 * known of it follow from its row.
 *
 * A form is a constructor: what follows the keyword, in the notation of the grammar, with names of classes
 * instead of symbols.
 *
 *     <Class>  a ludeme of that class        {x}      an array
 *     int      a predefined symbol           [x]      optional
 *     Word     the word itself               (x | y)  one of them; [x | y] at most one
 *     name:x   a named argument              =x       no keyword: the class can be written as x
 *
 * Forms of one row that differ by one argument are shown as one, with that argument optional. A class may have
 * rows for single constructors, named `Class.Constructor`, which have help of their own. */
#ifndef LUDENS_LANG_LUDII_LUDEME_H
#define LUDENS_LANG_LUDII_LUDEME_H

#include <stdbool.h>
#include <stdint.h>

enum { LUDEME_MAX_FORMS = 10 };

struct dialect;
struct ludii_value;

typedef struct ludeme {
    const char *name;    /* of the class, unique in its library; or `Class.Constructor` */
    const char *keyword; /* its symbol, and what its list begins with; after blanks other spellings. With `?` among them
                            the list begins with any word, which is its first argument */
    const char *bases;   /* classes it extends, separated by blanks; the first is its superclass, others say
                            in whose rules it is listed besides */
    const char *help;    /* one line */
    const char *values;  /* words that are instances: of enumerations */
    const char *forms[LUDEME_MAX_FORMS];
    const struct ludeme_code *code; /* how it is played (lower/lower.h), or NULL */
    /* Of dialects: the same in Ludii, where `#k` is the kth argument of the form and `#A` .. `#Z` are set by the
       functions of the dialect. A function returns such a text (dialect.h). */
    const char *means;
    const char *(*meaning)(struct dialect *d, const struct ludii_value *v);
} ludeme;

/* Of the macros below, `n` is the name, `k` the keyword, `b` the bases and `h` the help. */
#define LUDEME(n, k, b, h, ...)                                                                                        \
    {                                                                                                                  \
        .name = n, .keyword = k, .bases = b, .help = h, .forms = { __VA_ARGS__ }                                       \
    }
#define FORM(n, h, ...)                                                                                                \
    {                                                                                                                  \
        .name = n, .help = h, .forms = { __VA_ARGS__ }                                                                 \
    }
/* The same with how it is played: PLAYS(.number = function). */
#define PLAYS(...)                                                                                                     \
    .code = &(const struct ludeme_code) { __VA_ARGS__ }
/* And what it means in Ludii. */
#define MEANS(text)       .means = text
#define MEANING(function) .meaning = function
#define LUDEME_AS(c, n, k, b, h, ...)                                                                                  \
    {                                                                                                                  \
        c, .name = n, .keyword = k, .bases = b, .help = h, .forms = { __VA_ARGS__ }                                    \
    }
#define FORM_AS(c, n, h, ...)                                                                                          \
    {                                                                                                                  \
        c, .name = n, .help = h, .forms = { __VA_ARGS__ }                                                              \
    }
#define ABSTRACT(n, k, b, h)                                                                                           \
    {                                                                                                                  \
        .name = n, .keyword = k, .bases = b, .help = h                                                                 \
    }
#define VALUES_AS(c, n, k, b, h, v)                                                                                    \
    {                                                                                                                  \
        c, .name = n, .keyword = k, .bases = b, .help = h, .values = v                                                 \
    }
#define VALUES(n, k, b, h, v)                                                                                          \
    {                                                                                                                  \
        .name = n, .keyword = k, .bases = b, .help = h, .values = v                                                    \
    }

typedef struct ludeme_package {
    const char *path; /* "game.rules.start"; NULL ends a list of packages */
    const ludeme *rows;
    uint32_t count;
} ludeme_package;

#define PACKAGE(path, rows)                                                                                            \
    {                                                                                                                  \
        path, rows, sizeof rows / sizeof *rows                                                                         \
    }
#define PACKAGES_MAX 32

/* A library: a dialect is nothing else. */
typedef struct ludeme_library {
    const char *name, *title;
    int version;            /* of Ludii that it stands for: 10008 is 1.0.8 */
    const char *root;       /* class of a whole game */
    const char *predefined; /* symbols of literals: int, float, boolean, string (in quotes), String (quotes may be
                               left out) and name (a word) */
    const char *taken;      /* package.keyword of classes outside of the language, which symbols are told apart from */
    const char *integers;   /* words that are literals of int */
    int open_arrays;        /* the braces of an array may be left out */
    int lists_as_labels;    /* named arguments are written (name value), not name:value */
    const ludeme_package *packages[PACKAGES_MAX];
} ludeme_library;

#define LUDEME_TABLE(name) extern const ludeme_package name[];
#include "lang/ludii/ludemes/tables.def"
#undef LUDEME_TABLE

/* NULL when there is none of that name; with NULL the first one. */
const ludeme_library *ludeme_library_find(const char *name);
const ludeme_library *ludeme_library_at(uint32_t index);

/* What only some versions do. */
typedef enum ludii_quirk {
#define QUIRK(name, since, until, what) QUIRK_##name,
#include "lang/ludii/quirks.def"
#undef QUIRK
    QUIRKS
} ludii_quirk;
bool ludeme_quirk(const ludeme_library *l, ludii_quirk q);
/* Of whatever version. */
bool ludeme_is_ludii(const ludeme_library *l);

#endif

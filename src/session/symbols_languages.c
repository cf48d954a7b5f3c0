/* What declares names, language by language. */
#include "session/symbols_inside.h"

#include <string.h>

enum { ANY = -1 };

/* ---- what tables say ---- */

typedef struct list_row {
    const char *language, *head;
    int depth;
    const char *kind;
} list_row;
static const list_row lists[] = {
#define SYMBOL_LIST(language, head, depth, kind) {#language, head, depth, kind},
#define SYMBOL_WORD(language, word, kind)
#define SYMBOL_WORDS(language, word, kind)
#include "session/symbols.def"
};

typedef struct word_row {
    const char *language, *word, *kind;
    bool many;
} word_row;
static const word_row words[] = {
#define SYMBOL_LIST(language, head, depth, kind)
#define SYMBOL_WORD(language, word, kind)  {#language, word, kind, false},
#define SYMBOL_WORDS(language, word, kind) {#language, word, kind, true},
#include "session/symbols.def"
};

static const symbol *token(const symbols *s, size_t i) { return i < s->count ? &s->all[i] : NULL; }
static bool is_word(const symbols *s, size_t i) { return i < s->count && s->all[i].token == SYMBOL_WORD; }
static bool is_first(const symbols *s, size_t i) { return i < s->count && s->all[i].first; }
static bool sign(const symbols *s, size_t i, const char *what)
{
    return i < s->count && s->all[i].token == SYMBOL_SIGN && symbol_is(s, i, what);
}

/* `(head name`: the name at i. */
static bool headed(const symbols *s, size_t i, const char *head, int depth)
{
    return i >= 2 && sign(s, i - 2, "(") && symbol_is(s, i - 1, head) &&
           (depth == ANY || token(s, i - 2)->depth == depth);
}

static bool define_list(symbols *s, size_t i)
{
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        if (strcmp(lists[k].language, s->language->name) == 0 && headed(s, i, lists[k].head, lists[k].depth)) {
            symbol_defines(s, i, lists[k].kind, false);
            return true;
        }
    return false;
}

/* The names of `word name`, or all of a list. `i` is the word that begins the declaration. */
static void define_words(symbols *s, size_t i)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strcmp(words[k].language, s->language->name) != 0 || !symbol_is(s, i, words[k].word))
            continue;
        uint32_t item = s->all[i].item;
        if (!words[k].many)
            symbol_defines(s, i + 1, words[k].kind, false);
        for (size_t n = i + 1; words[k].many && n < s->count && s->all[n].item == item; n++)
            if (s->all[n].depth == 0 && is_word(s, n) && (n == i + 1 || sign(s, n - 1, ",") || sign(s, n - 1, "=")))
                symbol_defines(s, n, words[k].kind, false);
    }
}

/* Names before a colon, or between separators, in the brackets that open at `open`: parameters. */
static void define_parameters(symbols *s, size_t open, bool typed)
{
    if (!sign(s, open, "("))
        return;
    uint16_t depth = s->all[open].depth;
    for (size_t n = open + 1; n < s->count && !(s->all[n].depth == depth && sign(s, n, ")")); n++)
        if (is_word(s, n) && s->all[n].depth == depth + 1 && (typed ? sign(s, n + 1, ":") : true))
            symbol_defines(s, n, "parameter", true);
}

/* ---- Regular Games ---- */

static void define_rg(symbols *s, size_t i)
{
    if (!is_first(s, i))
        return;
    bool declares = symbol_is(s, i, "type") || symbol_is(s, i, "const") || symbol_is(s, i, "var");
    define_words(s, i);
    if (symbol_is(s, i, "type") && sign(s, i + 3, "{")) /* its values */
        for (size_t n = i + 4; n < s->count && s->all[n].item == s->all[i].item; n++)
            if (is_word(s, n))
                symbol_defines(s, n, "value", false);
    if (declares || !(sign(s, i + 1, ",") || sign(s, i + 1, "(")))
        return;
    symbol_defines(s, i, "node", false);
    define_parameters(s, i + 1, true);
}

static void declare_domain(symbols *s, size_t i)
{
    if (is_first(s, i) && symbol_is(s, i, "domain"))
        define_words(s, i);
}

static bool is_domain(const symbols *s, size_t n)
{
    size_t d = symbols_definition(s, n);
    return d < s->count && s->all[d].kind && strcmp(s->all[d].kind, "domain") == 0;
}

static void define_hrg(symbols *s, size_t i)
{
    if (!is_first(s, i))
        return;
    uint32_t item = s->all[i].item;
    define_words(s, i);
    if (symbol_is(s, i, "domain"))
        for (size_t n = i + 3; n < s->count && s->all[n].item == item && !symbol_is(s, n, "where"); n++) {
            bool begins = sign(s, n - 1, "=") || sign(s, n - 1, "|");
            if (begins && is_word(s, n) && !is_domain(s, n))
                symbol_defines(s, n, sign(s, n + 1, "(") ? "constructor" : "value", false);
        }
    if (symbol_is(s, i, "graph"))
        define_parameters(s, i + 2, true);
    if (!sign(s, i + 1, ":"))
        return;
    bool function = false; /* an arrow of its type, before a value begins */
    for (size_t n = i + 2; n < s->count && s->all[n].item == item && !sign(s, n, "="); n++)
        function = function || (sign(s, n, "-") && sign(s, n + 1, ">"));
    bool initial = false;
    for (size_t n = i + 2; n < s->count && s->all[n].item == item; n++)
        initial = initial || sign(s, n, "=");
    symbol_defines(s, i, function && !initial ? "function" : "variable", false);
}

static void define_rbg(symbols *s, size_t i)
{
    if (i == 0 || !is_first(s, i - 1) || !sign(s, i - 1, "#"))
        return;
    static const char *const sections[] = {"players", "pieces", "variables", "board", "rules"};
    define_words(s, i);
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        if (symbol_is(s, i, sections[k]))
            return;
    symbol_defines(s, i, "macro", false);
    define_parameters(s, i + 1, false);
}

/* ---- Toss ---- */

static void define_toss(symbols *s, size_t i)
{
    if (!is_first(s, i))
        return;
    define_words(s, i);
    if (symbol_is(s, i, "REL"))
        define_parameters(s, i + 2, false);
}

/* ---- rule sheets ---- */

static const char *const gdl_words[] = {"role", "init", "next", "legal",    "goal", "terminal", "base", "input",
                                        "true", "does", "sees", "distinct", "or",   "not",      "and"};

static bool gdl_word(const symbols *s, size_t i)
{
    for (size_t k = 0; k < sizeof gdl_words / sizeof *gdl_words; k++)
        if (symbol_is(s, i, gdl_words[k]))
            return true;
    return false;
}

/* `(init (cell`, `init(cell`: the word behind a keyword and a bracket. */
static const char *gdl_kind(const symbols *s, size_t keyword)
{
    return symbol_is(s, keyword, "init") || symbol_is(s, keyword, "next") || symbol_is(s, keyword, "base") ? "fact"
           : symbol_is(s, keyword, "role")                                                                 ? "role"
                                                                                                           : NULL;
}

static void define_kif(symbols *s, size_t i)
{
    const symbol *t = &s->all[i];
    bool head = (t->depth == 1 && i >= 1 && sign(s, i - 1, "(")) ||
                (i >= 3 && t->depth == 2 && sign(s, i - 1, "(") && sign(s, i - 2, "=") && sign(s, i - 3, "<")) ||
                (i >= 2 && t->depth == 1 && sign(s, i - 1, "=") && sign(s, i - 2, "<"));
    if (t->token != SYMBOL_WORD || !head)
        return;
    if (!gdl_word(s, i)) {
        symbol_defines(s, i, "relation", false);
        return;
    }
    const char *kind = gdl_kind(s, i);
    size_t of = sign(s, i + 1, "(") ? i + 2 : i + 1;
    if (kind && is_word(s, of))
        symbol_defines(s, of, kind, false);
    of = sign(s, i + 2, "(") ? i + 3 : i + 2; /* behind the role */
    if ((symbol_is(s, i, "legal") || symbol_is(s, i, "input")) && is_word(s, of))
        symbol_defines(s, of, "move", false);
}

static void define_infix(symbols *s, size_t i)
{
    if (!is_first(s, i))
        return;
    if (!gdl_word(s, i)) {
        symbol_defines(s, i, "relation", false);
        return;
    }
    const char *kind = gdl_kind(s, i);
    if (kind && sign(s, i + 1, "("))
        symbol_defines(s, i + 2, kind, false);
    if ((symbol_is(s, i, "legal") || symbol_is(s, i, "input")) && sign(s, i + 3, ","))
        symbol_defines(s, i + 4, "move", false);
}

static void define_asp(symbols *s, size_t i)
{
    if (is_word(s, i) && (is_first(s, i) || (i > 0 && is_first(s, i - 1) && sign(s, i - 1, "{"))) &&
        !symbol_is(s, i, "not"))
        symbol_defines(s, i, "predicate", false);
    if (i >= 2 && is_first(s, i - 2) && sign(s, i - 2, "#") && symbol_is(s, i - 1, "const"))
        symbol_defines(s, i, "constant", false);
}

/* ---- lists ---- */

/* `(piece "Disc")`, with nothing behind the name, is a use. */
static void define_lud(symbols *s, size_t i)
{
    if (s->all[i].token == SYMBOL_STRING && !sign(s, i + 1, ")"))
        define_list(s, i);
}

static void define_ludi(symbols *s, size_t i)
{
    if (i >= 1 && s->all[i].depth == 3 && sign(s, i - 1, "(")) /* further pieces */
        for (size_t n = i - 1; n-- > 0 && s->all[n].depth > 1;)
            if (s->all[n].depth == 2 && symbol_is(s, n, "pieces"))
                symbol_defines(s, i, "piece", false);
    define_list(s, i);
}

/* `(players A B)`, once: all of them. */
static void define_zrf(symbols *s, size_t i)
{
    if (define_list(s, i) || i < 2)
        return;
    const symbol *t = &s->all[i];
    if (headed(s, i, "name", ANY)) {
        static const char *const owners[] = {"piece", "zone", "dummy"};
        for (size_t k = 0; k < sizeof owners / sizeof *owners; k++)
            if (i >= 4 && sign(s, i - 4, "(") && symbol_is(s, i - 3, owners[k]))
                symbol_defines(s, i, owners[k], false);
    } else if (headed(s, i, "players", 1)) {
        for (size_t n = i; n < s->count && s->all[n].depth == t->depth && !sign(s, n, ")"); n++)
            symbol_defines(s, n, "player", false);
    } else if (headed(s, i, "links", ANY)) {
        symbol_defines(s, i, "direction", false);
    } else if (sign(s, i - 1, "(") && t->depth >= 2) {
        /* inside of (directions (n 0 1) ..) and (positions (a1 0 0 9 9) ..) */
        for (size_t n = i - 1; n-- > 0 && s->all[n].depth + 2 > t->depth;)
            if (s->all[n].depth + 1 == t->depth && n > 0 && sign(s, n - 1, "(")) {
                if (symbol_is(s, n, "directions"))
                    symbol_defines(s, i, "direction", false);
                else if (symbol_is(s, n, "positions"))
                    symbol_defines(s, i, "position", false);
                break;
            }
    }
}

/* ---- variants of chess ---- */

static void define_fairy(symbols *s, size_t i)
{
    if (i >= 1 && sign(s, i - 1, "[") && is_first(s, i - 1))
        symbol_defines(s, i, "variant", false);
}

/* ---- the languages ---- */

static const symbol_language languages[] = {
    {.name = "rg",
     .endings = ".rg .aut",
     .comment = "//",
     .letters = "",
     .marks = "$",
     .ends = ';',
     .define = define_rg},
    {.name = "hrg",
     .endings = ".hrg",
     .comment = "//",
     .letters = "",
     .marks = "",
     .ends = '\n',
     .capitals = true,
     .free_names = true,
     .declare = declare_domain,
     .define = define_hrg},
    {.name = "rbg",
     .endings = ".rbg",
     .comment = "//",
     .letters = "",
     .marks = "",
     .ends = '#',
     .blocks = true,
     .free_names = true,
     .define = define_rbg},
    {.name = "toss",
     .endings = ".toss",
     .comment = "//",
     .letters = "",
     .marks = ":",
     .ends = '\n',
     .free_names = true,
     .define = define_toss},
    {.name = "gdl",
     .endings = ".kif",
     .comment = ";",
     .letters = "-+",
     .marks = "?",
     .ends = '(',
     .any_case = true,
     .define = define_kif},
    {.name = "infix",
     .endings = ".gdl",
     .comment = "%",
     .letters = "",
     .marks = "",
     .ends = '\n',
     .variables = true,
     .define = define_infix},
    {.name = "asp",
     .endings = ".lp",
     .comment = "%",
     .letters = "'",
     .marks = "",
     .ends = '.',
     .variables = true,
     .define = define_asp},
    {.name = "ludii",
     .endings = ".lud",
     .comment = "//",
     .letters = "",
     .marks = "#",
     .ends = '(',
     .owners = true,
     .define = define_lud},
    {.name = "ludi",
     .endings = ".ludi",
     .comment = "//",
     .letters = "-",
     .marks = "",
     .ends = '(',
     .define = define_ludi},
    {.name = "zrf",
     .endings = ".zrf",
     .comment = ";",
     .letters = "-?!*<>=+/&.':",
     .marks = "$",
     .ends = '(',
     .any_case = true,
     .define = define_zrf},
    {.name = "fairy",
     .endings = ".ini",
     .comment = "#",
     .letters = "-",
     .marks = "",
     .ends = '\n',
     .define = define_fairy},
};

const symbol_language *symbol_language_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof languages / sizeof *languages; i++) {
        const char *found = strstr(languages[i].endings, dot);
        if (found && (found[strlen(dot)] == ' ' || found[strlen(dot)] == 0))
            return &languages[i];
    }
    return NULL;
}

#include "session/piece.h"

#include "base/text.h"
#include "session/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_BYTES = 120 };

static const char *const colours[] = {"white", "black",  "light",  "dark",   "red",  "crimson", "blue",  "green",
                                      "gold",  "yellow", "orange", "purple", "pink", "brown",   "silver"};

static bool is_digits(const char *text) { return *text && !text[strspn(text, "0123456789")]; }

/* The next word of a name like white_king, whiteKing, M__white_king or Pawn1, in small letters; 0 at the end. */
static size_t next_word(const char **p, char *word, size_t size)
{
    size_t n = 0;
    while (**p && !isalnum((unsigned char)**p) && (unsigned char)**p < 128)
        (*p)++;
    const char *begin = *p;
    while (**p && (isalnum((unsigned char)**p) || (unsigned char)**p >= 128)) {
        bool hump = *p > begin && isupper((unsigned char)**p) && islower((unsigned char)(*p)[-1]);
        if (hump || n + 1 >= size)
            break;
        word[n++] = text_small(**p);
        (*p)++;
    }
    word[n] = 0;
    return n;
}

static bool role_has_word(const lud_game *game, uint32_t role, const char *word)
{
    char own[PIECE_WORDS];
    const char *name = lud_role_name(game, role);
    while (next_word(&name, own, sizeof own))
        if (strcmp(own, word) == 0)
            return true;
    return false;
}

static uint32_t role_count(const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    return info.roles;
}

/* The only role that begins with the letter; 0: there is none, or there are several. */
static uint32_t role_by_letter(const lud_game *game, uint32_t roles, char letter)
{
    uint32_t found = 0, count = 0;
    for (uint32_t r = 1; r <= roles; r++)
        if (text_small(*lud_role_name(game, r)) == text_small(letter)) {
            found = r;
            count++;
        }
    return count == 1 ? found : 0;
}

static void set(char *field, const char *text) { snprintf(field, PIECE_WORDS, "%s", text); }

static void add_word(char *kind, const char *word)
{
    size_t n = strlen(kind), length = strlen(word);
    if (n + length + 2 > PIECE_WORDS)
        return;
    if (n)
        kind[n++] = ' ';
    memcpy(kind + n, word, length + 1);
}

/* wK, bR: the letter of a role, and a letter of chess or another one. */
static bool read_short(const lud_game *game, uint32_t roles, const char *name, piece *p)
{
    static const char *const chess[] = {"king", "queen", "rook", "bishop", "pawn"};
    size_t n = strlen(name);
    uint32_t role = isalpha((unsigned char)*name) && n >= 2 && n <= 3 ? role_by_letter(game, roles, *name) : 0;
    bool crowned = n == 2 && name[1] == 'k'; /* Wk */
    for (size_t i = 1; i < n; i++)
        if (!isupper((unsigned char)name[i]) && !crowned)
            role = 0;
    if (!role)
        return false;
    set(p->owner, lud_role_name(game, role));
    if (strcmp(name + 1, "N") == 0)
        set(p->kind, "knight");
    for (size_t i = 0; i < sizeof chess / sizeof *chess && n == 2; i++)
        if (text_small(name[1]) == chess[i][0])
            set(p->kind, chess[i]);
    if (!*p->kind)
        for (size_t i = 1; i < n; i++)
            p->kind[i - 1] = text_small(name[i]);
    return true;
}

/* Words of a name that say whose the piece is are left out of its kind. */
static void read_words(const lud_game *game, uint32_t roles, const char *name, piece *p)
{
    char word[PIECE_WORDS], colour[PIECE_WORDS] = "", others[PIECE_WORDS] = "", all[PIECE_WORDS] = "";
    for (const char *at = name; next_word(&at, word, sizeof word);) {
        uint32_t role = 0;
        for (uint32_t r = 1; r <= roles && !*p->owner && !role; r++)
            role = role_has_word(game, r, word) ? r : 0;
        size_t letters = strcspn(word, "0123456789");
        uint32_t number = letters && is_digits(word + letters) ? (uint32_t)(word[letters] - '0') : 0;
        if (role) {
            set(p->owner, lud_role_name(game, role));
            continue;
        }
        if (number >= 1 && number <= roles && !word[letters + 1]) {
            word[letters] = 0;
            if (!*p->owner)
                set(p->owner, lud_role_name(game, number));
        }
        if (!*colour && TEXT_AMONG(word, colours))
            set(colour, word);
        else
            add_word(others, word);
        add_word(all, word);
    }
    bool coloured = !*p->owner && *colour;
    if (coloured)
        set(p->owner, colour);
    if (!*p->kind)
        set(p->kind, coloured ? others : all);
}

/* The piece on top, without marks (`B+K`), counts (`Seed x3`, `South_N2`) and states (`Die1 s3`). */
static void strip(const char *content, char *name, piece *p)
{
    const char *top = strrchr(content, '/');
    top = top && top[1] ? top + 1 : content;
    if (isupper((unsigned char)top[0]) && top[1] == '_' && top[2] == '_' && top[3])
        top += 3;
    snprintf(name, NAME_MAX_BYTES, "%s", top);
    char *mark = *name ? strchr(name + 1, '+') : NULL, *more = strchr(name, ' '), *stones = strrchr(name, '_');
    if (mark && strcmp(mark, "+K") == 0) /* a man of draughts that was crowned */
        set(p->kind, "king");
    if (mark)
        *mark = 0;
    for (; more; more = strchr(more + 1, ' '))
        if (more[1] && strchr("xsrv", more[1]) && is_digits(more + 2)) {
            p->counted = more[1] == 'x';
            *more = 0;
            break;
        }
    if (stones && is_digits(stones + 1 + (stones[1] == 'N'))) {
        p->counted = true;
        *stones = 0;
    }
}

void piece_name(const char *content, char *name, size_t size)
{
    char whole[NAME_MAX_BYTES];
    piece p = {.owner = ""};
    strip(content, whole, &p);
    snprintf(name, size, "%s", whole);
}

bool piece_read(const lud_game *game, const char *content, piece *p)
{
    static const char *const nothing[] = {"gone", "0", "hole", "vacant", "space", "gap"};
    char name[NAME_MAX_BYTES];
    uint32_t roles = role_count(game);
    *p = (piece){.owner = ""};
    bool letter = strcmp(content, "b") == 0 && role_by_letter(game, roles, 'b');
    if ((scene_is_empty(content) && !letter) || TEXT_AMONG(content, nothing))
        return false;
    strip(content, name, p);
    p->counted |= is_digits(name);
    if (is_digits(name) || read_short(game, roles, name, p))
        return true;
    uint32_t role = name[0] && !name[1] ? role_by_letter(game, roles, *name) : 0;
    if (role)
        set(p->owner, lud_role_name(game, role));
    else
        read_words(game, roles, name, p);
    return true;
}

bool piece_is_plain(const char *kind)
{
    static const char *const plain[] = {"",        "man",    "disc",    "disk",       "stone",  "ball",
                                        "counter", "marker", "seed",    "piece",      "token",  "cell",
                                        "pawn",    "m",      "checker", "shogi pawn", "runner", "peg"};
    return TEXT_AMONG(kind, plain);
}

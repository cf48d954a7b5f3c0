/* Letters of pieces, words of moves, and moves told apart. */
#include "session/notation_inside.h"

#include "base/text.h"
#include "session/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- letters ---- */

static bool taken(const notation *n, const char *letter)
{
    for (uint32_t i = 0; i < n->kind_count; i++)
        if (strcasecmp(n->kinds[i]->letter, letter) == 0)
            return true;
    return false;
}

void notation_read_promoted(notation_kind *k)
{
    static const char word[] = "promoted";
    const char *at = strstr(k->name, word);
    size_t before = at ? (size_t)(at - k->name) : 0, length = strlen(k->name);
    if (!at || length <= sizeof word)
        return;
    if (before == 0)
        k->promotes = mem_strdup(k->name + sizeof word);
    else if (before + sizeof word - 1 == length)
        k->promotes = mem_strndup(k->name, before - 1);
}

static char letter_of_promoted(const notation *n, const notation_kind *k)
{
    for (uint32_t i = 0; i < n->kind_count; i++)
        if (strcmp(n->kinds[i]->name, k->promotes) == 0 && *n->kinds[i]->letter)
            return *n->kinds[i]->letter;
    return (char)toupper((unsigned char)*k->promotes);
}

/* The letters of chess; else the first letter of the kind that is free, or its first two. */
void notation_give_letter(notation *n, uint32_t kind)
{
    static const char *const chess[][2] = {
        {"king", "K"}, {"queen", "Q"}, {"rook", "R"}, {"bishop", "B"}, {"knight", "N"}};
    notation_kind *k = n->kinds[kind];
    if (k->promotes) {
        char letter = letter_of_promoted(n, k);
        if (letter)
            snprintf(k->letter, sizeof k->letter, "+%c", letter);
        return;
    }
    if (piece_is_plain(k->name))
        return;
    n->lettered = true;
    const char *last = strrchr(k->name, ' '); /* "piece g" is known by its letter alone */
    if (last && last[1] && !last[2]) {
        char letter[2] = {(char)toupper((unsigned char)last[1]), 0};
        if (!taken(n, letter)) {
            snprintf(k->letter, sizeof k->letter, "%s", letter);
            return;
        }
    }
    for (size_t i = 0; i < sizeof chess / sizeof *chess; i++)
        if (strcmp(k->name, chess[i][0]) == 0 && !taken(n, chess[i][1])) {
            snprintf(k->letter, sizeof k->letter, "%s", chess[i][1]);
            return;
        }
    for (const char *p = k->name; *p; p++) {
        char letter[2] = {(char)toupper((unsigned char)*p), 0};
        if (isalpha((unsigned char)*p) && !taken(n, letter)) {
            snprintf(k->letter, sizeof k->letter, "%s", letter);
            return;
        }
    }
    snprintf(k->letter, sizeof k->letter, "%.2s", k->title);
}

/* Pieces of chess have their letters before others, and promoted ones those of what they were. */
static int rank_of(const notation_kind *k)
{
    static const char *const chess[] = {"king", "queen", "rook", "bishop", "knight"};
    return TEXT_AMONG(k->name, chess) ? 0 : k->promotes ? 2 : 1;
}

/* Crosses and noughts, a fox and hounds: whose a piece is says of which kind it is. */
static bool kinds_are_owners(const notation *n)
{
    lud_info info;
    lud_game_info(n->game, &info);
    bool shared = n->kind_count > info.roles;
    for (uint32_t i = 0; i < n->kind_count; i++)
        shared |= n->kinds[i]->shared;
    return !shared;
}

void notation_give_letters(notation *n)
{
    uint32_t *order = mem_alloc((n->kind_count + 1) * sizeof *order), count = 0;
    for (uint32_t i = 0; i < n->kind_count; i++) {
        uint32_t at = count++;
        for (; at > 0; at--) {
            const char *before = n->kinds[order[at - 1]]->name, *name = n->kinds[i]->name;
            int first = rank_of(n->kinds[order[at - 1]]) - rank_of(n->kinds[i]);
            if (first < 0 || (first == 0 && strcmp(before, name) < 0))
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    for (uint32_t i = 0; i < count && n->kind_count > 1 && !kinds_are_owners(n); i++)
        notation_give_letter(n, order[i]);
    free(order);
    n->ready = true;
}

const char *notation_plain_letter(const notation_kind *k)
{
    static const char letters[26][2] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
                                        "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z"};
    const char *last = strrchr(k->name, ' '); /* a pawn of shogi */
    int c = toupper((unsigned char)(last ? last[1] : *k->name));
    return c >= 'A' && c <= 'Z' ? letters[c - 'A'] : "";
}

/* ---- words ---- */

char *notation_exact(const lud_game *game, lud_move move)
{
    size_t length = lud_move_text(game, move, NULL, 0);
    char *text = mem_alloc(length + 1);
    if (lud_move_text(game, move, text, length + 1) != length)
        mem_no_memory();
    return text;
}

/* Names that are made of others lose what is not for people: `K__3`, `M__white_king`, `red_card`. */
static void add_plain(buffer *b, const char *word, size_t length)
{
    bool made = length > 3 && isalpha((unsigned char)word[0]) && word[1] == '_' && word[2] == '_';
    for (size_t i = made ? 3 : 0; i < length; i++)
        if (word[i] != '_')
            buffer_add_bytes(b, word + i, 1);
        else if (b->length && b->text[b->length - 1] != ' ')
            buffer_add(b, " ");
}

/* Places in the rules that an automaton of RBG notes in a move. */
static bool is_index(const char *word, size_t length)
{
    return length > 6 && strncmp(word, "index_", 6) == 0 && strspn(word + 6, "0123456789") >= length - 6;
}

/* "here" four times: `here 4`. */
static void add_times(buffer *b, uint32_t times)
{
    if (times > 1)
        buffer_addf(b, " %u", times);
}

static char *plain_words(const char *exact)
{
    buffer b = {0};
    const char *last = NULL;
    size_t last_length = 0;
    uint32_t times = 0; /* that the last word was said */
    for (const char *p = exact; *(p += strspn(p, " "));) {
        size_t n = strcspn(p, " ");
        bool index = is_index(p, n), again = last && last_length == n && strncmp(last, p, n) == 0;
        if (!index && !again) {
            add_times(&b, times);
            if (b.length)
                buffer_add(&b, " ");
            add_plain(&b, p, n);
            last = p;
            last_length = n;
            times = 0;
        }
        times += !index;
        p += n;
    }
    add_times(&b, times);
    return b.text ? b.text : mem_strdup("");
}

/* `Bet:-1*3$2`, `Roll:1,3`, `Pass` and what else says what is done and has no sites; NULL: it is none of these. */
static char *ludeme_words(const char *exact)
{
    buffer b = {0};
    size_t verb = strcspn(exact, ":");
    for (size_t i = 0; i < verb; i++)
        if (!(i ? islower((unsigned char)exact[i]) : isupper((unsigned char)exact[i])))
            return NULL;
    if (strcmp(exact, "Pass") == 0)
        return mem_strdup("pass");
    if (!exact[verb] || verb < 2)
        return NULL;
    const char *rest = exact + verb + 1;
    if (strncmp(exact, "Bet:-1", 6) == 0) {
        int amount = 1, used = 0;
        if (sscanf(rest, "-1*%d%n", &amount, &used) == 1)
            rest += used;
        else
            rest += 2;
        buffer_addf(&b, "bet %d", amount);
        return b.text;
    }
    buffer_addf(&b, "%c%.*s ", text_small(*exact), (int)verb - 1, exact + 1);
    for (; *rest; rest++)
        buffer_addf(&b, "%c", *rest == ',' ? ' ' : *rest);
    return b.text;
}

static bool is_coordinate(const char *text, size_t length, bool letter)
{
    if (letter && length == 1 && islower((unsigned char)*text))
        return true;
    return length > 0 && length <= 3 && strspn(text, "0123456789") >= length;
}

enum { TERM_WORDS = 32 };

/* A fact of a move: its words without brackets, two coordinates put together, a word that only says "place" left out.
 */
static char *term_words(const char *exact)
{
    const char *words[TERM_WORDS];
    size_t lengths[TERM_WORDS], count = 0, said = 0, coordinates = 0;
    buffer b = {0}, sites = {0};
    for (const char *p = exact; *(p += strspn(p, " ()")) && count < TERM_WORDS; p += lengths[count++])
        lengths[count] = strcspn(words[count] = p, " ()");
    for (size_t i = 0; i < count; i++)
        coordinates += is_coordinate(words[i], lengths[i], true);
    for (size_t i = 0; i < count; i++) {
        bool pair = coordinates % 2 == 0 && i + 1 < count && is_coordinate(words[i], lengths[i], true) &&
                    is_coordinate(words[i + 1], lengths[i + 1], false);
        bool before = coordinates % 2 == 0 && i > 0 && i + 2 < count && !is_coordinate(words[i], lengths[i], true) &&
                      words[i][-1] == '(' && is_coordinate(words[i + 1], lengths[i + 1], true) &&
                      is_coordinate(words[i + 2], lengths[i + 2], false);
        if (pair && i > 0) {
            buffer_addf(&sites, "%s%.*s%s%.*s", sites.length ? "-" : "", (int)lengths[i], words[i],
                        isdigit((unsigned char)*words[i]) ? "," : "", (int)lengths[i + 1], words[i + 1]);
            i++;
        } else if (!before) {
            if (said++)
                buffer_add(&b, " ");
            add_plain(&b, words[i], lengths[i]);
        }
    }
    if (sites.length)
        buffer_addf(&b, " %s", sites.text);
    buffer_done(&sites);
    return b.text ? b.text : mem_strdup("");
}

char *notation_words(const notation *n, const char *exact)
{
    if (!*exact)
        return mem_strdup("pass");
    if (n->open)
        return mem_strdup(exact);
    if (*exact == '(')
        return term_words(exact);
    char *text = ludeme_words(exact);
    if (!text)
        text = plain_words(exact);
    if (*text)
        return text;
    free(text);
    return mem_strdup("move");
}

/* ---- telling moves apart ---- */

/* How much of the site that a piece comes from is written. */
typedef enum origin { ORIGIN_NONE, ORIGIN_FILE, ORIGIN_RANK, ORIGIN_SITE } origin;

static size_t file_length(const char *site) { return strcspn(site, "0123456789,"); }

static void compose(written *w, origin of)
{
    buffer b = {0};
    const char *letter = w->own_letter ? w->own_letter : w->letter;
    if (w->fixed) {
        buffer_add(&b, w->fixed);
    } else if (!w->from) {
        buffer_addf(&b, "%s%s%s", letter, w->to, w->tail ? w->tail : "");
    } else {
        size_t file = file_length(w->from);
        bool split = file > 0 && isdigit((unsigned char)w->from[file]), whole = w->full || of == ORIGIN_SITE;
        buffer_add(&b, letter);
        if (whole || (of != ORIGIN_NONE && !split))
            buffer_add(&b, w->from);
        else if (of == ORIGIN_FILE)
            buffer_add_bytes(&b, w->from, file);
        else if (of == ORIGIN_RANK)
            buffer_add(&b, w->from + file);
        buffer_addf(&b, "%s%s%s", w->takes ? "x" : whole ? "-" : "", w->to, w->tail ? w->tail : "");
    }
    free(w->text);
    w->text = b.text ? b.text : mem_strdup("");
}

static int by_text(const void *a, const void *b)
{
    const written *x = *(written *const *)a, *y = *(written *const *)b;
    int order = strcmp(x->text, y->text);
    return order ? order : strcmp(x->exact, y->exact);
}

typedef void (*fixer)(written **group, uint32_t count);

/* Calls it for the moves that are written alike. */
static void each_group(written **sorted, uint32_t count, fixer fix)
{
    qsort((void *)sorted, count, sizeof *sorted, by_text);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && strcmp(sorted[end]->text, sorted[i]->text) == 0;)
            end++;
        if (end - i > 1)
            fix(sorted + i, end - i);
    }
}

static bool same_part(const char *a, const char *b, bool rank)
{
    size_t x = file_length(a), y = file_length(b);
    return rank ? strcmp(a + x, b + y) == 0 : x == y && strncmp(a, b, x) == 0;
}

/* The file it comes from, else the rank, else both. */
static void say_origin(written **group, uint32_t count)
{
    origin *origins = mem_alloc(count * sizeof *origins);
    for (uint32_t i = 0; i < count; i++) {
        bool file = true, rank = true;
        if (!group[i]->from || group[i]->fixed)
            continue;
        for (uint32_t k = 0; k < count; k++) {
            if (k == i || !group[k]->from || strcmp(group[k]->from, group[i]->from) == 0)
                continue;
            file &= !same_part(group[i]->from, group[k]->from, false);
            rank &= !same_part(group[i]->from, group[k]->from, true);
        }
        origins[i] = file ? ORIGIN_FILE : rank ? ORIGIN_RANK : ORIGIN_SITE;
        for (uint32_t k = 0; k < count && origins[i] != ORIGIN_SITE && !*group[i]->letter; k++)
            origins[i] = k != i ? ORIGIN_SITE : origins[i]; /* without a letter a part of a site is hard to read */
    }
    for (uint32_t i = 0; i < count; i++)
        compose(group[i], origins[i]);
    free(origins);
}

static void append(written *w, const char *text)
{
    buffer b = {0};
    buffer_addf(&b, "%s%s", w->text, text);
    free(w->text);
    w->text = b.text;
}

/* All the sites that the moves name, where that tells them apart. */
static void say_path(written **group, uint32_t count)
{
    bool differ = false;
    for (uint32_t i = 1; i < count; i++)
        differ |= !group[0]->path || !group[i]->path || strcmp(group[0]->path, group[i]->path) != 0;
    if (!differ)
        return;
    for (uint32_t i = 0; i < count; i++) {
        if (!group[i]->path)
            continue;
        for (char *p = group[i]->path; *p; p++) /* the path is the writer's own */
            *p = *p == '-' && group[i]->takes ? 'x' : *p;
        const char *letter = group[i]->own_letter ? "" : group[i]->letter;
        free(group[i]->text);
        buffer b = {0};
        buffer_addf(&b, "%s%s%s", letter, group[i]->path,
                    strchr(group[i]->tail ? group[i]->tail : "", '=') ? group[i]->tail : "");
        group[i]->text = b.text;
    }
}

/* The next word of a move that is no sign, no number and no index; its length, 0 at the end. */
static size_t next_own(const char **p)
{
    for (*p += strspn(*p, " "); **p; *p += strspn(*p, " ")) {
        size_t n = strcspn(*p, " "), i = 0;
        while (i < n && (isalnum((unsigned char)(*p)[i]) || (*p)[i] == '_'))
            i++;
        bool sign = n == 1 && **p == 'x'; /* of a capture */
        if (i == n && isalpha((unsigned char)**p) && !sign && !is_index(*p, n))
            return n;
        *p += n;
    }
    return 0;
}

static bool has_word(const char *exact, const char *word, size_t length)
{
    for (size_t n; (n = next_own(&exact)) > 0; exact += n)
        if (n == length && strncmp(exact, word, n) == 0)
            return true;
    return false;
}

/* Words that not all of the moves have: "promote", "red". */
static char *words_apart(const written *w, written **group, uint32_t count)
{
    buffer b = {0};
    const char *p = w->exact;
    for (size_t n; (n = next_own(&p)) > 0; p += n) {
        bool all = true;
        for (uint32_t i = 0; i < count && all; i++)
            all = has_word(group[i]->exact, p, n);
        if (!all) {
            buffer_add(&b, " ");
            add_plain(&b, p, n);
        }
    }
    return b.text ? b.text : mem_strdup("");
}

enum { GROUP_MAX = 64 };

static void say_words(written **group, uint32_t count)
{
    char *words[GROUP_MAX];
    if (count > GROUP_MAX)
        return;
    for (uint32_t i = 0; i < count; i++)
        words[i] = words_apart(group[i], group, count);
    for (uint32_t i = 0; i < count; i++) {
        append(group[i], words[i]);
        free(words[i]);
    }
}

static void say_number(written **group, uint32_t count)
{
    char number[16];
    for (uint32_t i = 0; i < count; i++) {
        snprintf(number, sizeof number, " (%u)", i + 1);
        append(group[i], number);
    }
}

void notation_tell_apart(notation *n, written *all, uint32_t count)
{
    static const fixer fixers[] = {say_origin, say_path, say_words, say_number};
    written **sorted = mem_alloc((count + 1) * sizeof *sorted);
    (void)n;
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = &all[i];
        compose(&all[i], ORIGIN_NONE);
    }
    for (size_t i = 0; i < sizeof fixers / sizeof *fixers; i++)
        each_group(sorted, count, fixers[i]);
    free((void *)sorted);
}

#include "kit/betza.h"

#include <stdlib.h>
#include <string.h>

typedef struct legs_out {
    kit_betza_leg *legs;
    uint32_t count, room;
} legs_out;

typedef struct way {
    bool move, capture, initial, passing, lame, hop, hop_next;
    char at[16][2]; /* directions: one letter twice, or two letters for steps that are neither straight nor diagonal */
    uint32_t count;
} way;

static const struct {
    char letter;
    int8_t x, y; /* x <= y */
} atoms[] = {{'W', 0, 1}, {'F', 1, 1}, {'D', 0, 2}, {'N', 1, 2}, {'A', 2, 2}, {'H', 0, 3}, {'C', 1, 3}, {'L', 1, 3},
             {'Z', 2, 3}, {'J', 2, 3}, {'G', 3, 3}, {'R', 0, 1}, {'B', 1, 1}, {'K', 0, 1}, {'Q', 0, 1}};

static bool is_side(char c, int32_t dx, int32_t dy)
{
    return c == 'f'   ? dy > 0
           : c == 'b' ? dy < 0
           : c == 'r' ? dx > 0
           : c == 'l' ? dx < 0
           : c == 's' ? dx != 0
                      : c == 'v' && dy != 0;
}

static bool is_vertical(char c) { return c == 'f' || c == 'b' || c == 'v'; }

/* The second letter is where the longer part goes; of one letter alone it is that letter. */
static bool is_towards(const way *w, int32_t dx, int32_t dy)
{
    bool oblique = abs(dx) != abs(dy) && dx && dy, any = w->count == 0;
    for (uint32_t i = 0; i < w->count; i++) {
        char a = w->at[i][0], b = w->at[i][1];
        if (oblique)
            any |= is_side(b, dx, dy) && is_vertical(b) == (abs(dy) > abs(dx)) && (a == b || is_side(a, dx, dy));
        else
            any |= is_side(a, dx, dy) && is_side(b, dx, dy);
    }
    return any;
}

static void add_legs(legs_out *t, const way *w, int32_t x, int32_t y, uint8_t most)
{
    bool swap = false;
    for (int32_t i = 0; i < 8; i++) {
        int32_t dx = i & 1 ? -x : x, dy = i & 2 ? -y : y;
        swap = i & 4;
        if (swap) {
            int32_t other = dx;
            dx = dy;
            dy = other;
        }
        bool twice = ((i & 1) && x == 0) || ((i & 2) && y == 0) || (swap && x == y);
        if (twice || !is_towards(w, dx, dy) || t->count == t->room)
            continue;
        bool both = !w->move && !w->capture;
        kit_over over = w->lame ? KIT_LAME : w->hop ? KIT_HOP : w->hop_next ? KIT_HOP_NEXT : KIT_FREE;
        t->legs[t->count++] = (kit_betza_leg){
            {(int8_t)dx, (int8_t)dy, most, over}, w->move || both, w->capture || both, w->initial, w->passing};
    }
}

static const char *read_modifiers(way *w, const char *p)
{
    *w = (way){0};
    for (; *p >= 'a' && *p <= 'z'; p++) {
        if (strchr("fblrsv", *p) && w->count < 16) {
            char other = p[1] && strchr("fblrsv", p[1]) && is_vertical(p[1]) != is_vertical(*p) ? p[1] : *p;
            w->at[w->count][0] = *p;
            w->at[w->count++][1] = other;
        } else if (*p == 'm')
            w->move = true;
        else if (*p == 'c')
            w->capture = true;
        else if (*p == 'i')
            w->initial = true;
        else if (*p == 'e')
            w->passing = true;
        else if (*p == 'n')
            w->lame = true;
        else if (*p == 'p')
            w->hop = true;
        else if (*p == 'g')
            w->hop_next = true;
        else if (*p != 'j')
            return p;
    }
    return p;
}

/* Two letters that belong together are one direction of an oblique leap or of a diagonal one, and two of a straight
 * one. */
static void split_pairs(way *w, bool straight)
{
    way all = *w;
    all.count = 0;
    for (uint32_t i = 0; i < w->count && all.count < 15; i++) {
        char a = w->at[i][0], b = w->at[i][1];
        all.at[all.count][0] = all.at[all.count][1] = a;
        if (straight || a == b || i + 1 == w->count || w->at[i + 1][0] != b) {
            all.count++;
            continue;
        }
        all.at[all.count++][1] = b;
        i++; /* the second letter has been read */
    }
    *w = all;
}

/* The number behind an atom, or its second letter. */
static const char *read_length(const char *p, char letter, bool ride, uint8_t *most)
{
    *most = ride ? 0 : 1;
    if (*p == letter && !ride) {
        *most = 0;
        return p + 1;
    }
    if (*p < '0' || *p > '9')
        return p;
    char *end;
    *most = (uint8_t)(strtol(p, &end, 10) % 16);
    return end;
}

uint32_t kit_betza(const char *text, kit_betza_leg *legs, uint32_t room, const char **wrong, const char **end)
{
    legs_out out = {legs, 0, room};
    *wrong = NULL;
    for (const char *p = text; *p;) {
        way w;
        uint8_t most;
        const char *begin = p;
        p = read_modifiers(&w, p);
        size_t atom = 0;
        while (atom < sizeof atoms / sizeof *atoms && (!*p || atoms[atom].letter != *p))
            atom++;
        if (atom == sizeof atoms / sizeof *atoms) {
            *wrong = p;
            *end = p + (*p != 0);
            return 0;
        }
        char letter = *p;
        p = read_length(p + 1, letter, strchr("RBQ", letter) != NULL, &most);
        bool hops = w.hop || w.hop_next;
        if ((hops && (most == 1 || letter == 'N')) || (w.lame && most != 1) || w.lame + w.hop + w.hop_next > 1) {
            *wrong = begin;
            *end = p;
            return 0;
        }
        way straight = w;
        split_pairs(&straight, atoms[atom].x == 0);
        add_legs(&out, &straight, atoms[atom].x, atoms[atom].y, most);
        if (letter == 'K' || letter == 'Q') {
            split_pairs(&w, false);
            add_legs(&out, &w, 1, 1, letter == 'K' ? most : 0);
        }
    }
    return out.count;
}

void kit_stuck_sites(const kit_board *b, const kit_betza_leg *legs, uint32_t count, int32_t side, bool *sites)
{
    for (int32_t s = 0; s < b->sites; s++) {
        sites[s] = true;
        for (uint32_t i = 0; i < count; i++) {
            kit_leg l = kit_turned(legs[i].leg, side);
            sites[s] &= kit_site(b, s % b->files + l.dx, s / b->files + l.dy) < 0;
        }
    }
}

/* The interface between the interpreter and compiled games. This very text is also the beginning
 * of every translation unit that native/emit.c writes, so that both sides agree.
 *
 * A compiled function works on `s`, the working copy of the state. It sets `stop` when it meets
 * anything out of the ordinary (a limit, full memory): the caller then lets the interpreter do
 * the work, which reports what is wrong. */
#ifndef LUDENS_AUTOMATON_COMPILED_H
#define LUDENS_AUTOMATON_COMPILED_H

#include <stdint.h>
#include <string.h>

/* Games that are played side by side. */
enum { NATIVE_BESIDE_MAX = 3 };
/* Ways in which moves begin at one decision point, and words of values that pass, of all of them. */
enum { NATIVE_OPENINGS_MAX = 32, NATIVE_PASSING_WORDS = 256 };
/* Words of the sets of cells that hold a value, of all boards together. */
enum { NATIVE_CELL_WORDS = 256, NATIVE_CELL_PAD = 24 /* words before and behind, that windows may read */ };
/* Words of what floods remember, of all of them together (native/emit_grown.c). */
enum { NATIVE_GROWN_WORDS = 256 };
/* Paths drawn in vain before moves are listed, and listed for the rest of the playout. Where openings are counted,
 * moves are listed then and there only, or for some turns if so few of the numbers are moves that listing is less work:
 * a move that is found by a search costs most, others are listed about as fast as they are drawn. Of moves as sets that
 * a search decides about some are asked. */
enum {
    NATIVE_ATTEMPTS_MAX = 32,
    NATIVE_ATTEMPTS_SEARCHED = 128,
    NATIVE_ATTEMPTS_COUNTED = 12,
    NATIVE_ATTEMPTS_ASKED = 16,
    NATIVE_ATTEMPTS_LEVELS = 64,
    NATIVE_NUMBERS_A_MOVE = 100
};
__attribute__((unused)) static inline int list_rather(int searched, uint32_t numbers, uint32_t moves)
{
    return searched ? numbers / NATIVE_NUMBERS_A_MOVE >= moves : numbers / moves >= moves / 2 + 2;
}
/* What is noted of a node: the number of the playout, and for how many turns moves are listed; numbers are so far
 * apart. */
enum {
    NATIVE_PLAYOUT_STEP = 16,
    NATIVE_LISTED_TURNS = 8,
    NATIVE_ASKED_TURNS = 2,
    NATIVE_LISTED_ALWAYS = NATIVE_PLAYOUT_STEP - 1
};
__attribute__((unused)) static inline int is_listed(uint32_t *noted, uint32_t playout)
{
    const uint32_t turns = *noted - playout;
    if (turns == 0 || turns >= NATIVE_PLAYOUT_STEP)
        return 0;
    *noted -= turns <= NATIVE_LISTED_TURNS;
    return 1;
}

/* Lanes of a strand that have to be tried: those from which a cell at a distance is in a set, or all, or none. */
enum { NATIVE_TRY_NONE = 126, NATIVE_TRY_ALL = 127 };

typedef struct native_frame native_frame;
struct native_frame {
    unsigned char *s;         /* the state; 64 bytes before and after it may be read */
    unsigned char *r, *first; /* all paths: a result, and that of the first path */
    uint32_t paths;
    uint32_t *t; /* tags of the path so far, where they go through memory; room for tag_room */
    uint32_t tag_room;
    const uint32_t *m; /* the move to match; some words behind it may be read */
    uint32_t m_count;
    uint32_t legal;                         /* it is known to be legal here */
    uint32_t stop;                          /* something is out of the ordinary */
    uint32_t depth_max, depth_room;         /* of recursion: now (0 once stopped), and when fresh */
    uint32_t ticks;                         /* work until `more` is asked; 0: at once */
    uint64_t spent;                         /* of this search, when it was asked last */
    uint32_t tries;                         /* moves drawn from sets that were asked about */
    uint32_t found_tags;                    /* drawing: tags of the path that was found, in t */
    uint32_t ticket;                        /* drawing: what is left of the path's number */
    uint32_t numbers[NATIVE_OPENINGS_MAX];  /* drawing: how many each opening has in this state, */
    uint64_t passing[NATIVE_PASSING_WORDS]; /* and the values that its choice may take */
    uint64_t *random;                       /* state of xoshiro256** */
    uint32_t fresh;                         /* the sets of cells agree with the state */
    uint64_t cells[NATIVE_CELL_PAD + NATIVE_CELL_WORDS + NATIVE_CELL_PAD]; /* see emit_strands.c */
    uint64_t grown[NATIVE_GROWN_WORDS];                                    /* see emit_grown.c */
    /* moves found: words, and where each begins unless all have equally many words */
    uint32_t *words, *w, *w_end;
    uint32_t *starts;
    uint32_t move_count, move_room;
    /* configurations met */
    uint32_t *stamps;
    uint64_t *searches; /* number of searches so far */
    uint32_t search;    /* stamp of the search that is under way */
    void *host;
    int (*more)(void *host);                                               /* counts work, and says whether to go on */
    uint32_t (*new_search)(void *host);                                    /* when the number of stamps is used up */
    int (*visit)(void *host, uint32_t id, uint32_t tags, uint32_t search); /* 1: met first now */
    uint64_t (*mark)(void *host);                                          /* what is remembered so far */
    void (*forget)(void *host, uint64_t mark);
    int (*keep)(void *host, uint32_t at, uint32_t bytes); /* remembers part of the state, if there is memory, */
    void (*restore)(void *host);                          /* and puts back what was remembered last */
    void (*perceive)(void *host, const uint32_t *words, uint32_t count); /* tells those who see them */
    int (*emit)(void *host, uint32_t tags); /* a path of all: its tags in t, its end in r; 0: no more */
    /* who sees each tag of the path, where games hide tags: bit p, player p + 1 */
    uint64_t *seen, *first_seen;
    /* steps of the keeper: tags so far, in t; all paths: tags of the first path */
    uint32_t told, first_told;
    uint32_t *first_t;
};

/* ---- hashes of what a position is, for rules of repetition ---- */

/* From 1 on, so that 0 can stand for none (mixing as in splitmix64). */
__attribute__((unused)) static inline int hash_value(int seed, int value)
{
    uint64_t h = ((uint64_t)(uint32_t)seed << 32 | (uint32_t)value) + UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    int result = (int)(h >> 33);
    return result ? result : 1;
}

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HASH_WHOLE_WORDS 1
#else
#define HASH_WHOLE_WORDS 0
#endif
/* Of `count` cells, of those on the list if there is one. */
__attribute__((unused)) static inline int hash_cells(int seed, const unsigned char *cells, int count, int width,
                                                     const int *list)
{
    const int together = 8 / width; /* cells that are mixed in at once */
    uint64_t h = (uint32_t)seed;
    for (int i = 0; i < count; i += together) {
        const int n = count - i < together ? count - i : together;
        uint64_t word = 0;
        if (!list && n == together && HASH_WHOLE_WORDS) {
            memcpy(&word, cells + (size_t)i * (size_t)width, sizeof word);
        } else {
            for (int j = 0; j < n; j++) {
                uint32_t cell = 0;
                memcpy(&cell, cells + (size_t)(list ? list[i + j] : i + j) * (size_t)width, (size_t)width);
                word |= (uint64_t)cell << (8 * width * j);
            }
        }
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return hash_value((int)(h >> 32), (int)h);
}

/* Pairs of cells that are a and b, up to the first pair of zeros. Cells are stored less `low`. */
__attribute__((unused)) static inline int count_pairs(const unsigned char *cells, int count, int width, int low, int a,
                                                      int b)
{
    const uint32_t zero = 0 - (uint32_t)low, want[2] = {(uint32_t)a - (uint32_t)low, (uint32_t)b - (uint32_t)low};
    const uint32_t none[2] = {zero, zero};
    uint64_t wanted, end;
    int found = 0, i = 0;
    memcpy(&wanted, want, sizeof wanted);
    memcpy(&end, none, sizeof end);
    /* most are found in blocks without an end */
    for (; width == 4 && i + 16 <= count; i += 16) {
        uint64_t ends = 0, here = 0;
        for (int j = 0; j < 8; j++) {
            uint64_t pair;
            memcpy(&pair, cells + (size_t)i * 4 + (size_t)j * 8, sizeof pair);
            ends |= (uint64_t)(pair == end);
            here += (uint64_t)(pair == wanted);
        }
        if (ends)
            break;
        found += (int)here;
    }
    for (; i + 1 < count; i += 2) {
        uint32_t pair[2] = {0, 0};
        memcpy(&pair[0], cells + (size_t)i * (size_t)width, (size_t)width);
        memcpy(&pair[1], cells + (size_t)(i + 1) * (size_t)width, (size_t)width);
        if (pair[0] == zero && pair[1] == zero)
            break;
        found += pair[0] == want[0] && pair[1] == want[1];
    }
    return found;
}

/* A playout that is over: which it was, and what was counted. */
typedef struct native_result {
    uint64_t number, plies, turns, choices;
    uint32_t choices_min, choices_max;
    double choices_squared;
} native_result;

/* Playouts that compiled functions may begin by themselves where one is over. */
enum { NATIVE_SERIES_MAX = 16 };
typedef struct native_series {
    const unsigned char *start;               /* the state they begin with */
    uint64_t next, end;                       /* their numbers */
    uint64_t (*random)[4];                    /* [end - number - 1] random numbers of each */
    uint32_t count;                           /* those that are over, */
    native_result results[NATIVE_SERIES_MAX]; /* and what they were; */
    unsigned char *states;                    /* how they ended, one state behind the other */
} native_series;

/* A playout under way, and what is counted of it. */
typedef struct native_playout {
    native_series *series;  /* that may be gone on with where it is over; or NULL */
    uint64_t number;        /* in there */
    unsigned char *saved;   /* room for a state */
    unsigned char *results; /* for two */
    int enumerate;
    int lists;       /* moves are listed to draw one */
    int moved, turn; /* a move was made whose consequences are not settled; by a player */
    uint32_t playout;
    uint32_t *no_sampling; /* [node] where drawing was given up: see is_listed */
    uint32_t attempts;     /* paths drawn in vain before that */
    uint64_t max_plies, steps, plies, turns, choices;
    uint64_t left, rounds; /* decisions that nothing more has to be asked about, and how many that were at first: those
                              made of them are not in plies yet */
    uint32_t choices_min, choices_max;
    double choices_squared;
} native_playout;

typedef int (*native_function)(native_frame *x, uint32_t node);

typedef struct native_game {
    char key[40];                                     /* hash of what this was made from */
    uint32_t (*list)(native_frame *x, uint32_t node); /* words a move, UINT32_MAX: see starts */
    uint32_t (*open)(native_frame *x, uint32_t node); /* numbers to draw from, where openings are counted */
    native_function draw, apply, step, match, steps, all;
    /* Plays so many games; returns which is over or to be gone on with elsewhere, first of all. */
    uint32_t (*play)(native_frame *const *x, native_playout *const *y, uint32_t count);
    uint32_t beside;                /* it may pay to play so many games side by side */
    void (*parts[4])(void *values); /* networks: gates of a part, a vector of 512 games for each gate */
} native_game;

#endif

#include "agents/belief.h"

#include "agents/joint.h"
#include "base/room.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    STANDARD_PARTICLES = 200,
    TRIES_EACH = 100,
    WIDTH = 8 /* joint moves tried in a position before going back */
};

typedef struct event { /* a step as the role knows it */
    uint32_t *words;   /* its move */
    uint32_t count;
    bool decided;
    char *percept;
    lud_after after;
} event;

struct lud_belief {
    const lud_game *game;
    lud_context *ctx;
    joint joint;
    lud_rng rng;
    uint32_t role, wanted, count, steps, capacity;
    uint64_t tries;
    size_t size;
    bool sets; /* percepts have no order */
    bool sound;
    bool failed;                  /* memory was short: what was tried meanwhile says nothing */
    unsigned char *states, *next; /* [wanted] */
    event *events;                /* [steps] */
    unsigned char *path;          /* [steps + 1] states of a history that is drawn */
    uint32_t *tried;              /* [steps + 1] */
    char *seen;                   /* scratch for percepts */
    size_t seen_size;
};

/* ---- percepts ---- */

/* Where the term at `p` ends: at a blank outside of parentheses. */
static char *term_end(char *p)
{
    int depth = 0;
    for (; *p && (depth > 0 || *p != ' '); p++)
        depth += (*p == '(') - (*p == ')');
    return p;
}

/* (word) is the same as word. */
static void drop_parentheses(char *text)
{
    char *to = text;
    for (const char *p = text; *p;) {
        size_t word = *p == '(' ? strcspn(p + 1, "() ") : 0;
        if (word > 0 && p[1 + word] == ')') {
            memmove(to, p + 1, word);
            to += word;
            p += word + 2;
        } else {
            *to++ = *p++;
        }
    }
    *to = 0;
}

/* Puts the terms of a set into the order of their texts. False when out of memory. */
static bool sort_terms(char *text)
{
    drop_parentheses(text);
    size_t length = strlen(text), count = 0, n = 0;
    char *copy = malloc(length + 1), **terms = malloc((length / 2 + 1) * sizeof *terms);
    if (!copy || !terms) {
        free(copy);
        free(terms);
        return false;
    }
    memcpy(copy, text, length + 1);
    for (char *p = copy; *p;) {
        char *end = term_end(p);
        bool last = !*end;
        *end = 0;
        if (end > p)
            terms[count++] = p;
        p = last ? end : end + 1;
    }
    qsort(terms, count, sizeof *terms, text_order);
    for (size_t i = 0; i < count; i++) {
        size_t piece = strlen(terms[i]);
        if (i > 0)
            text[n++] = ' ';
        memcpy(text + n, terms[i], piece);
        n += piece;
    }
    text[n] = 0;
    free(copy);
    free(terms);
    return true;
}

/* What the role saw of the last step, in b->seen. */
static bool look(belief *b)
{
    size_t length = lud_percept_text(b->ctx, b->role, b->seen, b->seen_size);
    if (length >= b->seen_size) {
        if (!ROOM_OF(b->seen, length + 1))
            return false;
        b->seen_size = length + 1;
        lud_percept_text(b->ctx, b->role, b->seen, b->seen_size);
    }
    return !b->sets || sort_terms(b->seen);
}

/* ---- making and freeing ---- */

belief *belief_new(const lud_game *game, uint32_t role, const belief_options *options)
{
    lud_info info;
    lud_game_info(game, &info);
    belief *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->game = game;
    b->role = role;
    b->size = lud_state_size(game);
    b->sets = strcmp(info.language, "gdl") == 0;
    b->wanted = options->particles ? options->particles : STANDARD_PARTICLES;
    b->tries = options->tries ? options->tries : (uint64_t)b->wanted * TRIES_EACH;
    b->sound = true;
    lud_rng_seed(&b->rng, options->seed, 0);
    b->ctx = lud_context_new(game);
    b->states = calloc(b->wanted, b->size);
    b->next = calloc(b->wanted, b->size);
    b->path = calloc(1, b->size);
    b->tried = calloc(1, sizeof *b->tried);
    if (!b->ctx || !b->states || !b->next || !b->path || !b->tried || !joint_init(&b->joint, game, b->ctx) ||
        lud_start(b->ctx, b->path) != LUD_OK) {
        belief_free(b);
        return NULL;
    }
    memcpy(b->states, b->path, b->size);
    b->count = 1;
    return b;
}

void belief_free(belief *b)
{
    if (!b)
        return;
    for (uint32_t i = 0; i < b->steps; i++) {
        free(b->events[i].words);
        free(b->events[i].percept);
    }
    joint_done(&b->joint);
    lud_context_free(b->ctx);
    free(b->events);
    free(b->states);
    free(b->next);
    free(b->path);
    free(b->tried);
    free(b->seen);
    free(b);
}

uint32_t belief_count(const belief *b) { return b->count; }
bool belief_sound(const belief *b) { return b->sound; }

const void *belief_state(const belief *b, uint32_t index)
{
    return b->states + (size_t)(index < b->count ? index : 0) * b->size;
}

const void *belief_draw(const belief *b, lud_rng *rng) { return belief_state(b, lud_rng_below(rng, b->count)); }

/* ---- steps ---- */

static bool out_of_time(double deadline, uint64_t tries)
{
    struct timespec t;
    if (deadline == 0 || tries % 32 != 0)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec >= deadline;
}

/* Makes a step that fits what the role did; whether it also sees what it saw. */
static bool try_step(belief *b, void *state, const event *e, bool *moved)
{
    lud_move own = {e->words, e->count, 0};
    bool decides = lud_movers(b->game, state) >> b->role & 1;
    lud_status status = LUD_ERR_ILLEGAL;
    if (decides == e->decided)
        status = joint_step(&b->joint, state, b->role, e->decided ? &own : NULL, &b->rng);
    *moved = status == LUD_OK;
    b->failed |= status == LUD_ERR_MEMORY;
    if (!*moved || belief_now(b->game, state, b->role) != e->after)
        return false;
    const bool seen = look(b);
    b->failed |= !seen;
    return seen && strcmp(b->seen, e->percept) == 0;
}

/* Fills `next` from the sample. */
static uint32_t advance(belief *b, const event *e, uint64_t *tries, double deadline)
{
    uint32_t found = 0;
    for (bool moved; !b->failed && found < b->wanted && *tries && !out_of_time(deadline, *tries); --*tries) {
        unsigned char *to = b->next + (size_t)found * b->size;
        memcpy(to, belief_draw(b, &b->rng), b->size);
        found += try_step(b, to, e, &moved);
    }
    return found;
}

/* Draws a whole history into the path, going back where nothing agrees, for at most so many tries.
 */
static bool draw_history(belief *b, uint64_t tries)
{
    uint32_t depth = 0;
    b->tried[0] = 0;
    while (depth < b->steps && tries > 0 && !b->failed) {
        if (b->tried[depth]++ >= WIDTH) {
            if (depth == 0)
                b->tried[0] = 0; /* over again */
            else
                depth--;
            continue;
        }
        tries--;
        unsigned char *from = b->path + (size_t)depth * b->size;
        bool moved;
        memcpy(from + b->size, from, b->size);
        if (try_step(b, from + b->size, &b->events[depth], &moved))
            b->tried[++depth] = 0;
    }
    return depth == b->steps;
}

/* A wrong beginning may look right for long, so that most attempts are short; where it takes much
 * going back, every second one is twice as long as that, every fourth four times, and so on. */
static uint32_t renew(belief *b, uint32_t found, uint32_t wanted, double deadline)
{
    uint64_t least = 2 * (uint64_t)b->steps + 2 * WIDTH, tries = b->tries;
    for (uint64_t i = 1; found < wanted && tries > 0 && !b->failed && !out_of_time(deadline, 0); i++) {
        uint64_t some = least * (i & (~i + 1));
        some = some < tries ? some : tries;
        tries -= some;
        if (draw_history(b, some))
            memcpy(b->next + (size_t)found++ * b->size, b->path + (size_t)b->steps * b->size, b->size);
    }
    return found;
}

/* Nothing agrees: moves on all the same, to a state in which at least what comes after is right, so that there are
 * states to go by. Of those that do not even agree in that the last one is taken. */
static uint32_t advance_blindly(belief *b, const event *e)
{
    bool moved = false;
    for (uint32_t tries = 0; tries < b->wanted; tries++) {
        memcpy(b->next, belief_draw(b, &b->rng), b->size);
        try_step(b, b->next, e, &moved);
        if (moved && belief_now(b->game, b->next, b->role) == e->after)
            return 1;
    }
    if (!moved || lud_terminal(b->game, b->next))
        memcpy(b->next, b->states, b->size);
    return 1;
}

static bool add_event(belief *b, const event *e)
{
    if (b->steps == b->capacity) {
        uint32_t capacity = b->capacity ? b->capacity * 2 : 32;
        if (!ROOM_OF(b->events, capacity) || !ROOM_OF(b->path, (capacity + 1) * b->size) ||
            !ROOM_OF(b->tried, capacity + 1))
            return false;
        b->capacity = capacity;
    }
    b->events[b->steps++] = *e;
    return true;
}

static lud_status make_event(const belief *b, const char *own, const char *percept, lud_after after, event *e)
{
    *e = (event){.decided = own != NULL, .percept = strdup(percept), .after = after};
    if (!e->percept || (b->sets && !sort_terms(e->percept)))
        return LUD_ERR_MEMORY;
    if (!own)
        return LUD_OK;
    uint32_t capacity = (uint32_t)strlen(own) / 2 + 2;
    e->words = calloc(capacity, sizeof *e->words);
    return e->words ? lud_move_parse(b->game, own, e->words, capacity, &e->count) : LUD_ERR_MEMORY;
}

lud_status belief_step(belief *b, const char *own, const char *percept, lud_after after, double deadline)
{
    event e;
    lud_status status = make_event(b, own, percept, after, &e);
    if (status == LUD_OK && !add_event(b, &e))
        status = LUD_ERR_MEMORY;
    if (status != LUD_OK) {
        free(e.words);
        free(e.percept);
        return status;
    }
    b->failed = false;
    uint64_t tries = b->tries;
    uint32_t found = b->sound ? advance(b, &e, &tries, deadline) : 0;
    /* A sample that shrinks to few histories is filled up with new ones. */
    if (found < b->wanted / 8 + 1)
        found = renew(b, found, b->wanted / 4 + 1, deadline);
    const uint32_t count = found ? found : advance_blindly(b, &e);
    if (b->failed)
        return LUD_ERR_MEMORY;
    b->sound = found > 0;
    b->count = count;
    unsigned char *old = b->states;
    b->states = b->next;
    b->next = old;
    return LUD_OK;
}

/* The interpreter: runs code (code.h) on states. One vm belongs to one thread; after warm-up
 * nothing is allocated. */
#ifndef LUDENS_AUTOMATON_VM_H
#define LUDENS_AUTOMATON_VM_H

#include "automaton/code.h"
#include "ludens.h"

typedef struct vm vm;

/* A list of moves; each is words[starts[i]] .. words[starts[i + 1]]. */
typedef struct vm_moves {
    uint32_t *words, *starts, *weights;
    uint32_t count, move_capacity;
    uint32_t word_count, word_capacity;
    uint32_t *table; /* hash table of move numbers + 1, while merging equal moves */
    uint32_t table_size;
    uint32_t filled; /* weights[0..filled) are known to be 1 */
    bool repeated;   /* some move was added more than once */
    uint64_t total;  /* sum of the weights */
} vm_moves;

void vm_moves_done(vm_moves *moves);

/* NULL: out of memory. `control`, which may be NULL, stops searches. */
/* `contexts`: how many machines share the limit of memory, which may change while they run. */
vm *vm_new(const vm_code *code, const lud_limits *limits, const _Atomic uint32_t *contexts, const lud_control *control);
void vm_free(vm *m);

/* From now on moves are listed, made and drawn by compiled functions where there are any (NULL:
 * none). What they do not do, and whatever is out of the ordinary, the interpreter does. */
struct native_game;
void vm_set_compiled(vm *m, const struct native_game *compiled);

/* Instructions that the interpreter took for all searches so far. */
uint64_t vm_work(const vm *m);
/* With what they stored: long loops without a choice take none. */
uint64_t vm_effort(const vm *m);
/* [edge] whether a search has traversed it, for code that records that; else NULL. Listing moves traverses the edges up
 * to where the moves are known. */
const unsigned char *vm_noted(const vm *m);
/* Searches that compiled functions left to the interpreter. */
uint64_t vm_interpreted(const vm *m);

static inline uint32_t vm_node(const void *state)
{
    uint32_t node;
    __builtin_memcpy(&node, state, sizeof node);
    return node;
}
/* Who moves: 0 chance, 1.. players, VM_ROLE_KEEPER; VM_ROLE_NONE when the variable player
 * holds a symbol that is no role. */
int vm_role(const vm_code *code, const void *state);
bool vm_terminal(const vm_code *code, const void *state);

/* The initial state, before steps of the keeper. */
void vm_initial(const vm_code *code, void *state);

/* Takes the keeper's steps until someone decides or the game is over. */
lud_status vm_settle(vm *m, void *state);
/* One step of the keeper, who must be to move. */
lud_status vm_step(vm *m, void *state);

/* Legal moves, each once. `exact`: weights are the number of ways to make each, as the RG
 * reference counts. Otherwise they say how often the move was met and total is their number; at
 * a plain decision point (code.h) a move that was met once has one path. */
lud_status vm_list(vm *m, const void *state, bool exact, vm_moves *out);
/* Only their number, when that is cheaper; else as vm_list with `moves` as scratch. */
lud_status vm_count(vm *m, const void *state, bool exact, vm_moves *scratch, uint64_t *count);

/* Rules may let one move (one list of tags) lead to different nodes: it can then be made in
 * several ways. Which: number `way` of the different results in search order, or, with rng,
 * one of the paths with equal probability. `ways` gets the number of different results. */
typedef struct vm_way {
    bool certain; /* the caller knows that the move has one path */
    lud_rng *rng;
    uint32_t way, ways;
} vm_way;

/* Makes a move, without the keeper's steps after it. `way` may be NULL: the first. */
lud_status vm_apply(vm *m, void *state, const uint32_t *words, uint32_t count, vm_way *way);

/* Calls `each` for every end of a path as the RG reference counts them, with the state it
 * leads to (keeper's steps not taken). Returning false stops. */
typedef bool (*vm_successor)(void *user, const void *state, const uint32_t *words, uint32_t count);
lud_status vm_successors(vm *m, const void *state, vm_successor each, void *user);

/* Tells that a new playout begins: sampling learns anew where it does not pay. */
void vm_sample_reset(vm *m);
/* Paths that were drawn so far, those in vain as well. */
uint64_t vm_attempts(const vm *m);
/* From now on moves are listed to draw one, at every decision. */
void vm_prefer_lists(vm *m, bool lists);
/* Draws a legal move uniformly without listing all where that pays. The words live
 * until the next call; *certain: the move is known to have one path. */
lud_status vm_sample(vm *m, const void *state, lud_rng *rng, vm_moves *scratch, const uint32_t **words, uint32_t *count,
                     bool *certain);

/* Plays on from vm_state by compiled functions, as long as there is nothing out of the ordinary:
 * true when the game is over; false when the caller has to go on by itself, from a node where the
 * keeper, or who decides, is to move. Counts into *y. */
struct native_playout;
bool vm_play(vm *m, vm_moves *scratch, lud_rng *rng, struct native_playout *y);
/* The same of several games side by side, each on a machine of its own. False: compiled functions cannot begin here. */
bool vm_play_begin(vm *m, vm_moves *scratch, lud_rng *rng, struct native_playout *y);
/* Which of them is over, or cannot be played on by compiled functions: it has to be begun again before the next call.
 */
uint32_t vm_play_beside(vm *const *machines, struct native_playout *const *y, uint32_t count);
/* How many games may pay to be played so: 1, if there are no compiled functions, these are not
 * made for it, or machines are large. */
enum { VM_BESIDE_MAX = NATIVE_BESIDE_MAX };
uint32_t vm_beside(const vm *m);

/* While listening, words seen by a role (1..) are kept: since vm_percepts_clear, oldest first. */
void vm_listen(vm *m, bool on);
void vm_percepts_clear(vm *m);
uint32_t vm_percept_count(const vm *m, uint32_t role);
uint32_t vm_percept_word(const vm *m, uint32_t role, uint32_t index);

/* The fault of the last call that did not return LUD_OK. */
typedef struct vm_fault {
    lud_status status;
    bool full;            /* no key was left (#first) */
    src_span span, other; /* other.end == 0: none */
    char message[256];
} vm_fault;
const vm_fault *vm_last_fault(const vm *m);
void vm_take_fault(vm *m, const vm *from);

/* The working copy of the state. Functions that take a state take it too, and then copy nothing;
 * it keeps its contents between calls that change states, but not beyond vm_list and others
 * that fail. */
void *vm_state(vm *m);

/* Text of one word of a move. Integers are written into the buffer given (16 bytes). */
const char *vm_word_text(const vm_code *code, uint32_t word, char *buffer);

#endif

#include "automaton/lint.h"
#include "base/stack.h"
#include "lang/hrg/world.h"
#include "lang/lang.h"

#include <string.h>

/* Bytes of stack for a level, measured without optimisation. */
enum { EVAL_FRAME = 1200, LOWER_FRAME = 2400 };

/* A mistake in a graph that is copied, or met again while another function is evaluated, is
 * the same mistake: later reports of it are dropped. */
static void drop_repeats(diag_sink *sink, diag *before)
{
    diag *first = before ? before->next : sink->first;
    map seen;
    map_init(&seen, sink->arena);
    diag *last = before;
    for (diag *d = first, *next; d; d = next) {
        next = d->next;
        uint64_t key = hash_bytes(d->message, strlen(d->message),
                                  ((uint64_t)d->span.start << 32 | d->span.end) ^ hash_mix((uint64_t)d->code));
        if (map_has(&seen, key)) {
            last->next = next;
            if (sink->last == d)
                sink->last = last;
            sink->count--;
            if (d->severity == DIAG_ERROR)
                sink->errors--;
            else if (d->severity == DIAG_WARNING)
                sink->warnings--;
            continue;
        }
        map_put(&seen, key, 1);
        last = d;
    }
}

static bool build(hrg_world *w)
{
    const diag_sink *sink = w->src->sink;
    hrg_declare(w);
    hrg_fill_sets(w);
    if (w->exhausted)
        return false;
    hrg_emit_types(w);
    hrg_emit_constants(w);
    hrg_emit_variables(w);
    if (!w->exhausted)
        hrg_check_graphs(w);
    if (!kit_builtins(w->k) || sink->errors)
        return false;
    hrg_lower(w);
    return sink->errors == 0 && kit_finish(w->k, true);
}

static const ir_words words = {
    .no_end = "the game can never finish: nothing leads to `end()`",
    .no_end_hint = "call `end()` where the game is over, or let `rules` come to its last statement",
    .stuck =
        "no branch from here passes all its checks, or a loop goes round for ever since nothing changes in it: give "
        "a move for this case (a pass, say), or `end()` the game before it",
    .keeper =
        "a choice is made by a player: `player = ..` comes before it. Branches of the keeper must exclude each other "
        "by checks",
    .ambiguous =
        "moves are told apart by their tags alone: what the player chooses here needs a tag, `$ ..` or `$$ ..`"};

static void *read(const lang_input *in)
{
    arena *scratch = in->scratch;
    diag_sink *sink = in->sink;
    diag *before = sink->last;
    uint32_t errors = sink->errors;
    hrg_source src = {
        .arena = scratch, .names = in->names, .text = in->source, .sink = sink, .max_nesting = in->limits->max_nesting};
    hrg_file file;
    hrg_world w = {.src = &src,
                   .arena = scratch,
                   .file = &file,
                   .max_eval_depth = stack_depth(HRG_MAX_EVAL_DEPTH, EVAL_FRAME),
                   .max_lower_depth = stack_depth(HRG_MAX_LOWER_DEPTH, LOWER_FRAME)};
    kit_code k;
    kit_init(&k, scratch, NULL, NULL);
    k.nodes_max = UINT32_MAX; /* edges are counted instead */
    w.k = &k;
    bool ok = hrg_parse(&src, &file);
    if (ok) {
        w.g = kit_new_game(&k, in->keep, in->names, in->source, sink, &words);
        ok = build(&w);
    }
    if (sink->count > 1)
        drop_repeats(sink, before);
    if (!ok || sink->errors > errors)
        return NULL;
    if (in->strict)
        ir_lint(w.g, scratch);
    return w.g;
}

const lang_functions lang_hrg = {.read = read, .format = hrg_format, .derive = hrg_derivation};

#include "native/emit_network.h"

#include "native/emit_inside.h"

/* Compilers take more than linear time for long functions, so gates come in chunks. What only a
 * chunk itself uses lives in its variables and is never written to memory. */
enum { CHUNK_GATES = 150, GATES_MAX = 50000 };

typedef struct emission {
    native_source *n; /* for its arena */
    const net_network *net;
    text *out;
    uint32_t *chunk_of; /* [gate] in which it is computed last, from 1 */
    bool *kept;         /* [gate] something outside of its chunk uses it */
    bool *local;        /* [gate] computed in the chunk at hand */
    uint32_t chunks;
} emission;

static void line(emission *x, const char *s) { text_add(x->n, x->out, s); }

static const char *signal_text(emission *x, net_signal s)
{
    native_source *n = x->n;
    const char *sign = s & 1 ? "~" : "";
    if (s >> 1 == 0)
        return s & 1 ? "NONE" : "ALL";
    return x->local[s >> 1] ? F("%sg%u", sign, s >> 1) : F("%sv[%u]", sign, s >> 1);
}

static void gate_text(emission *x, uint32_t g)
{
    const net_gate *gate = &x->net->gates.data[g];
    bool is_or = gate->kind == NET_OR;
    if (gate->count == 0)
        line(x, is_or ? "NONE" : "ALL");
    for (uint32_t i = 0; i < gate->count; i++) {
        line(x, i ? (is_or ? " | " : " & ") : "");
        line(x, signal_text(x, x->net->inputs.data[gate->first + i]));
    }
}

static void emit_gate(emission *x, uint32_t g)
{
    native_source *n = x->n;
    line(x, F("    const lanes g%u = ", g));
    gate_text(x, g);
    line(x, x->kept[g] ? F(";\n    v[%u] = g%u;\n", g, g) : ";\n");
    x->local[g] = true;
}

/* The least solution: from nothing upwards. */
static void emit_component(emission *x, net_step step)
{
    native_source *n = x->n;
    for (uint32_t g = step.first; g < step.end; g++)
        line(x, F("    v[%u] = NONE;\n", g));
    line(x, "    for (lanes changed = ALL; any(&changed);) {\n        changed = NONE;\n");
    for (uint32_t g = step.first; g < step.end; g++) {
        line(x, F("        { const lanes now = "));
        gate_text(x, g);
        line(x, F("; changed |= now ^ v[%u]; v[%u] = now; }\n", g, g));
    }
    line(x, "    }\n");
}

typedef struct chunk {
    uint32_t first, end; /* steps */
} chunk;
typedef VEC(chunk) chunk_list;

static chunk_list chunks_of(const net_schedule *s, net_part part, arena *a)
{
    chunk_list all = {0};
    uint32_t gates = 0, first = 0;
    for (uint32_t i = 0; i < s->steps[part].count; i++) {
        net_step step = s->steps[part].data[i];
        gates += step.end - step.first;
        if (gates < CHUNK_GATES && i + 1 < s->steps[part].count)
            continue;
        vec_push(a, &all, ((chunk){first, i + 1}));
        first = i + 1;
        gates = 0;
    }
    return all;
}

/* Marks the gates that are used outside of where they are computed. A gate of several parts is. */
static void find_uses(emission *x, const net_schedule *s, const chunk_list *chunks)
{
    const net_network *net = x->net;
    uint32_t number = 0;
    for (int part = 0; part < NET_PARTS; part++)
        for (uint32_t c = 0; c < chunks[part].count; c++) {
            number++;
            for (uint32_t i = chunks[part].data[c].first; i < chunks[part].data[c].end; i++)
                for (uint32_t g = s->steps[part].data[i].first; g < s->steps[part].data[i].end; g++) {
                    x->kept[g] |= x->chunk_of[g] != 0;
                    x->chunk_of[g] = number;
                }
        }
    number = 0;
    for (int part = 0; part < NET_PARTS; part++)
        for (uint32_t c = 0; c < chunks[part].count; c++) {
            number++;
            for (uint32_t i = chunks[part].data[c].first; i < chunks[part].data[c].end; i++)
                for (uint32_t g = s->steps[part].data[i].first; g < s->steps[part].data[i].end; g++)
                    for (uint32_t k = 0; k < net->gates.data[g].count; k++) {
                        uint32_t in = net->inputs.data[net->gates.data[g].first + k] >> 1;
                        x->kept[in] |= x->chunk_of[in] != number;
                    }
        }
    for (uint32_t i = 0; i < net->facts.count; i++)
        x->kept[net->facts.data[i].next >> 1] = true;
    for (uint32_t i = 0; i < net->moves.count; i++)
        x->kept[net->moves.data[i].legal >> 1] = true;
    for (uint32_t i = 0; i < net->goals.count; i++)
        x->kept[net->goals.data[i].signal >> 1] = true;
    for (uint32_t i = 0; i < net->percepts.count; i++)
        x->kept[net->percepts.data[i].signal >> 1] = true;
    x->kept[net->terminal >> 1] = true;
}

static void emit_chunk(emission *x, const net_schedule *s, net_part part, chunk c, uint32_t number)
{
    native_source *n = x->n;
    line(x, F("\nstatic __attribute__((noinline)) void part_%d_%u(lanes *restrict const v)\n{\n", part, number));
    for (uint32_t i = c.first; i < c.end; i++) {
        net_step step = s->steps[part].data[i];
        if (step.end == step.first + 1)
            emit_gate(x, step.first);
        else
            emit_component(x, step);
    }
    line(x, "}\n");
    for (uint32_t i = c.first; i < c.end; i++)
        x->local[s->steps[part].data[i].first] = false;
}

bool native_network_fits(const net_schedule *s)
{
    uint32_t gates = 0;
    for (int part = 0; part < NET_REST; part++)
        gates += s->gates[part];
    return gates <= GATES_MAX;
}

const char *native_network_unit(const net_network *net, const net_schedule *s, arena *a, const char **why)
{
    if (!native_network_fits(s)) {
        *why = "the network is too large to be compiled in reasonable time";
        return NULL;
    }
    arena *scratch = arena_child(a);
    native_source unit = {.a = scratch, .strings = scratch}, *n = &unit;
    text out = {0};
    chunk_list chunks[NET_PARTS] = {0};
    emission x = {.n = n,
                  .net = net,
                  .out = &out,
                  .chunk_of = ARENA_ARRAY(scratch, uint32_t, net->gates.count + 1),
                  .kept = ARENA_ARRAY(scratch, bool, net->gates.count + 1),
                  .local = ARENA_ARRAY(scratch, bool, net->gates.count + 1)};
    for (int part = 0; part < NET_REST; part++) /* the rest is of use for single games only */
        chunks[part] = chunks_of(s, (net_part)part, scratch);
    find_uses(&x, s, chunks);
    line(&x, native_interface_text());
    line(&x, "\n");
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx512f"))
        line(&x, "#pragma GCC target(\"avx512f\")\n");
#endif
    line(&x, "typedef uint64_t lanes __attribute__((vector_size(64)));\n"
             "#define NONE ((lanes){0})\n#define ALL (~NONE)\n\n"
             "static inline int any(const lanes *v)\n{\n"
             "    uint64_t all = 0;\n    for (int i = 0; i < 8; i++)\n        all |= (*v)[i];\n"
             "    return all != 0;\n}\n");
    for (int part = 0; part < NET_REST; part++)
        for (uint32_t c = 0; c < chunks[part].count; c++)
            emit_chunk(&x, s, (net_part)part, chunks[part].data[c], c);
    for (int part = 0; part < NET_REST; part++) {
        line(&x, F("\nstatic void part_%d(void *values)\n{\n    lanes *const v = values;\n    "
                   "(void)v;\n",
                   part));
        for (uint32_t c = 0; c < chunks[part].count; c++)
            line(&x, F("    part_%d_%u(v);\n", part, c));
        line(&x, "}\n");
    }
    line(&x, "\n#ifndef LUDENS_KEY /* what a cache knows the unit by */\n#define LUDENS_KEY \"\"\n#endif\n"
             "extern const native_game ludens_native_game;\n"
             "const native_game ludens_native_game = {.key = LUDENS_KEY, .parts = {part_0, part_1, "
             "part_2}};\n");
    const char *result = arena_strndup(a, out.data, out.length);
    arena_done(scratch);
    return result;
}

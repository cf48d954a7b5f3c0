#include "native/emit_module.h"

#include <stdlib.h>
#include <string.h>

const module_engine *native_engine;

/* Engines compile a function as a whole, so gates come in chunks. */
enum { CHUNK_GATES = 400, INPUTS_MAX = 60000, LANE_BYTES = 64, VECTOR_BYTES = 16 };

/* Codes of the binary format (WebAssembly Core Specification 1.0, chapter 5; vectors: 2.0, 5.4.9). */
enum {
    TYPE_I32 = 0x7f,
    TYPE_V128 = 0x7b,
    TYPE_FUNCTION = 0x60,
    TYPE_EMPTY = 0x40,
    OP_LOOP = 0x03,
    OP_END = 0x0b,
    OP_BRANCH_IF = 0x0d,
    OP_CALL = 0x10,
    OP_LOCAL_GET = 0x20,
    OP_LOCAL_SET = 0x21,
    OP_VECTOR = 0xfd,
    VECTOR_LOAD = 0x00,
    VECTOR_STORE = 0x0b,
    VECTOR_CONST = 0x0c,
    VECTOR_NOT = 0x4d,
    VECTOR_AND = 0x4e,
    VECTOR_ANDNOT = 0x4f,
    VECTOR_OR = 0x50,
    VECTOR_XOR = 0x51,
    VECTOR_ANY_TRUE = 0x53,
    ALIGNED_16 = 4
};
enum { LOCAL_VALUES, LOCAL_CHANGED, LOCAL_NOW };

typedef struct bytes {
    unsigned char *data;
    size_t size, capacity;
    bool failed;
} bytes;

static void add(bytes *b, const void *data, size_t size)
{
    if (b->size + size > b->capacity && !b->failed) {
        size_t capacity = 2 * (b->size + size) + 1024;
        unsigned char *grown = realloc(b->data, capacity);
        b->failed = !grown;
        b->data = grown ? grown : b->data;
        b->capacity = grown ? capacity : b->capacity;
    }
    if (b->failed)
        return;
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void byte(bytes *b, unsigned value) { add(b, &(unsigned char){(unsigned char)value}, 1); }

/* LEB128, unsigned. */
static void number(bytes *b, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        byte(b, (unsigned)(value & 0x7f) | 0x80);
    byte(b, (unsigned)value);
}

static void with_size(bytes *b, bytes *content)
{
    number(b, content->size);
    add(b, content->data, content->size);
    b->failed |= content->failed;
    free(content->data);
    *content = (bytes){0};
}

static void section(bytes *b, unsigned id, bytes *content)
{
    byte(b, id);
    with_size(b, content);
}

/* ---- gates ---- */

static void vector(bytes *b, unsigned op)
{
    byte(b, OP_VECTOR);
    number(b, op);
}

static void local(bytes *b, unsigned op, unsigned which)
{
    byte(b, op);
    number(b, which);
}

static void access(bytes *b, unsigned op, uint32_t gate, uint32_t quarter)
{
    vector(b, op);
    number(b, ALIGNED_16);
    number(b, (uint64_t)gate * LANE_BYTES + quarter * VECTOR_BYTES);
}

static void load(bytes *b, uint32_t gate, uint32_t quarter)
{
    local(b, OP_LOCAL_GET, LOCAL_VALUES);
    access(b, VECTOR_LOAD, gate, quarter);
}

static void zero(bytes *b)
{
    vector(b, VECTOR_CONST);
    add(b, (unsigned char[VECTOR_BYTES]){0}, VECTOR_BYTES);
}

/* A quarter of a gate's lanes, onto the stack. Gate 0 always holds. */
static void gate_value(bytes *b, const net_network *n, uint32_t g, uint32_t quarter)
{
    const net_gate *gate = &n->gates.data[g];
    const net_signal *in = n->inputs.data + gate->first;
    bool is_or = gate->kind == NET_OR;
    if (gate->count == 0) {
        load(b, 0, quarter);
        if (is_or)
            vector(b, VECTOR_NOT);
    }
    for (uint32_t i = 0; i < gate->count; i++) {
        load(b, in[i] >> 1, quarter);
        bool negated = in[i] & 1, not_and = negated && i > 0 && !is_or;
        if (negated && !not_and)
            vector(b, VECTOR_NOT);
        if (i > 0)
            vector(b, not_and ? VECTOR_ANDNOT : is_or ? VECTOR_OR : VECTOR_AND);
    }
}

static void emit_gate(bytes *b, const net_network *n, uint32_t g)
{
    for (uint32_t q = 0; q < LANE_BYTES / VECTOR_BYTES; q++) {
        local(b, OP_LOCAL_GET, LOCAL_VALUES);
        gate_value(b, n, g, q);
        access(b, VECTOR_STORE, g, q);
    }
}

/* The least solution: from nothing upwards, until nothing changes. */
static void emit_component(bytes *b, const net_network *n, net_step step)
{
    for (uint32_t g = step.first; g < step.end; g++)
        for (uint32_t q = 0; q < LANE_BYTES / VECTOR_BYTES; q++) {
            local(b, OP_LOCAL_GET, LOCAL_VALUES);
            zero(b);
            access(b, VECTOR_STORE, g, q);
        }
    byte(b, OP_LOOP);
    byte(b, TYPE_EMPTY);
    zero(b);
    local(b, OP_LOCAL_SET, LOCAL_CHANGED);
    for (uint32_t g = step.first; g < step.end; g++)
        for (uint32_t q = 0; q < LANE_BYTES / VECTOR_BYTES; q++) {
            gate_value(b, n, g, q);
            local(b, OP_LOCAL_SET, LOCAL_NOW);
            local(b, OP_LOCAL_GET, LOCAL_NOW);
            load(b, g, q);
            vector(b, VECTOR_XOR);
            local(b, OP_LOCAL_GET, LOCAL_CHANGED);
            vector(b, VECTOR_OR);
            local(b, OP_LOCAL_SET, LOCAL_CHANGED);
            local(b, OP_LOCAL_GET, LOCAL_VALUES);
            local(b, OP_LOCAL_GET, LOCAL_NOW);
            access(b, VECTOR_STORE, g, q);
        }
    local(b, OP_LOCAL_GET, LOCAL_CHANGED);
    vector(b, VECTOR_ANY_TRUE);
    byte(b, OP_BRANCH_IF);
    number(b, 0);
    byte(b, OP_END);
}

/* ---- functions ---- */

/* A function takes the address of the values, and has two vectors of its own. */
static void begin_function(bytes *body)
{
    number(body, 1);
    number(body, 2);
    byte(body, TYPE_V128);
}

static void end_function(bytes *code, bytes *body)
{
    byte(body, OP_END);
    with_size(code, body);
}

/* The chunks of a part as functions; their number. */
static uint32_t emit_chunks(bytes *code, const net_network *n, const net_schedule *s, int part)
{
    uint32_t chunks = 0, gates = 0;
    bytes body = {0};
    for (uint32_t i = 0; i < s->steps[part].count; i++) {
        net_step step = s->steps[part].data[i];
        if (gates == 0)
            begin_function(&body);
        if (step.end == step.first + 1)
            emit_gate(&body, n, step.first);
        else
            emit_component(&body, n, step);
        gates += step.end - step.first;
        if (gates < CHUNK_GATES && i + 1 < s->steps[part].count)
            continue;
        end_function(code, &body);
        chunks++;
        gates = 0;
    }
    return chunks;
}

static bool too_large(const net_network *n, const net_schedule *s)
{
    uint64_t inputs = 0;
    for (int part = 0; part < MODULE_PARTS; part++)
        for (uint32_t i = 0; i < s->steps[part].count; i++)
            for (uint32_t g = s->steps[part].data[i].first; g < s->steps[part].data[i].end; g++)
                inputs += n->gates.data[g].count + 1;
    return inputs > INPUTS_MAX;
}

native_module native_network_module(const net_network *n, const net_schedule *s)
{
    static const unsigned char head[] = {0, 'a', 's', 'm', 1, 0, 0, 0};
    bytes out = {0}, code = {0}, part = {0};
    uint32_t chunks[MODULE_PARTS], first = 0, functions = MODULE_PARTS;
    if (too_large(n, s))
        return (native_module){0};
    for (int p = 0; p < MODULE_PARTS; p++)
        functions += chunks[p] = emit_chunks(&code, n, s, p);
    for (int p = 0; p < MODULE_PARTS; p++) { /* those that are exported call the chunks */
        begin_function(&part);
        for (uint32_t c = 0; c < chunks[p]; c++) {
            local(&part, OP_LOCAL_GET, LOCAL_VALUES);
            byte(&part, OP_CALL);
            number(&part, first++);
        }
        end_function(&code, &part);
    }
    add(&out, head, sizeof head);
    add(&part, (unsigned char[]){1, TYPE_FUNCTION, 1, TYPE_I32, 0}, 5);
    section(&out, 1, &part);
    add(&part, (unsigned char[]){1, 1, 'e', 1, 'm', 2, 0, 0}, 8);
    section(&out, 2, &part);
    number(&part, functions);
    for (uint32_t i = 0; i < functions; i++)
        byte(&part, 0);
    section(&out, 3, &part);
    number(&part, MODULE_PARTS);
    for (uint32_t p = 0; p < MODULE_PARTS; p++) {
        add(&part, (unsigned char[]){1, (unsigned char)('0' + p), 0}, 3);
        number(&part, first + p);
    }
    section(&out, 7, &part);
    number(&part, functions);
    add(&part, code.data, code.size);
    part.failed |= code.failed;
    free(code.data);
    section(&out, 10, &part);
    if (out.failed) {
        free(out.data);
        return (native_module){0};
    }
    return (native_module){out.data, out.size};
}

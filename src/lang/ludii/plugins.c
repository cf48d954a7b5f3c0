/* Plug-ins: shared objects that bring rows of ludemes, through the public header ludens_ludemes.h. */
#include "lang/ludii/plugins.h"

#include "lang/ludii/dialect.h"
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "ludens_ludemes.h"

#include <dlfcn.h>
#include <string.h>

/* ---- tools ---- */

static const ludii_value *argument(const ludii_value *v, uint32_t index)
{
    return v && index < v->count ? v->items[index] : NULL;
}

static uint32_t count(const ludii_value *v) { return v ? v->count : 0; }

static bool operator_of(const char *name, const char *const *names, const ir_op *ops, size_t n, ir_op *out)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = ops[i];
            return true;
        }
    return false;
}

static kit_num compute(lu *x, const char *name, kit_num a, kit_num b)
{
    static const char *const names[] = {"+", "-", "*", "/", "%"};
    static const ir_op ops[] = {IR_ADD, IR_SUB, IR_MUL, IR_DIV, IR_MOD};
    ir_op op;
    if (operator_of(name, names, ops, 5, &op))
        return kit_op(x->k, op, a, b);
    lu_refuse(x, x->game, arena_printf(x->a, "the operator `%.20s` of a plug-in", name));
    return LU_NOTHING;
}

static kit_cond compare(lu *x, const char *name, kit_num a, kit_num b)
{
    static const char *const names[] = {"=", "!=", "<", "<=", ">", ">="};
    static const ir_op ops[] = {IR_EQ, IR_NE, IR_LT, IR_LE, IR_GT, IR_GE};
    ir_op op;
    if (operator_of(name, names, ops, 6, &op))
        return kit_compare(x->k, op, a, b);
    lu_refuse(x, x->game, arena_printf(x->a, "the comparison `%.20s` of a plug-in", name));
    return kit_truth(false);
}

static kit_cond both(lu *x, kit_cond a, kit_cond b) { return kit_and(x->k, a, b); }
static kit_cond either(lu *x, kit_cond a, kit_cond b) { return kit_or(x->k, a, b); }
static kit_cond negate(lu *x, kit_cond a) { return kit_not(x->k, a); }
static kit_num choose(lu *x, kit_cond c, kit_num a, kit_num b) { return kit_choose(x->k, c, a, b); }

static uint32_t players(const lu *x) { return x->players; }
static uint32_t sites(const lu *x) { return x->default_count; }
static kit_num mover(lu *x) { return lu_context_num(x, LU_MOVER); }
static kit_num what(lu *x, kit_num site) { return lu_what_at(x, lu_as_site(x, site)); }
static kit_num who(lu *x, kit_num site) { return lu_who_at(x, lu_as_site(x, site)); }

static uint32_t neighbours(lu *x, const char *which, uint32_t site, uint32_t *out, uint32_t room)
{
    if (site >= x->default_count)
        return 0;
    const vec_u32 *near = &lu_neighbours(x, which)[site];
    for (uint32_t i = 0; i < near->count && i < room; i++)
        out[i] = vec_at(near, i);
    return near->count;
}

static ir_const table(lu *x, const int32_t *values, uint32_t n) { return kit_table(x->k, 0, values, n, 0); }

static kit_num look(lu *x, ir_const constant, kit_num index) { return kit_look(x->k, constant, index); }
static ir_var variable(lu *x, const char *name, int32_t low, int32_t high)
{
    return kit_scratch(x->k, name, low, high);
}
static kit_num read_variable(lu *x, ir_var v) { return kit_read(x->k, v); }
static void set(lu *x, ir_var v, kit_num value) { kit_set(x->k, v, value); }
static void end_loop(lu *x, const kit_loop *l) { kit_loop_end(x->k, l); }

static kit_loop loop(lu *x, ir_var v, kit_num from, kit_num to) { return kit_loop_begin(x->k, v, from, to); }

static ir_node begin_if(lu *x, kit_cond c) { return kit_branch(x->k, c); }

static void end_if(lu *x, ir_node no)
{
    kit_go(x->k, no);
    x->k->cur = no;
}

static void put(lu *x, kit_num site, kit_num piece) { lu_put_as_owned(x, lu_as_site(x, site), piece); }

static const ludens_tools tools = {
    .version = LUDENS_LUDEMES_VERSION,
    .argument = argument,
    .count = count,
    .word = dialect_word,
    .print = dialect_print,
    .refer = dialect_refer,
    .refuse = dialect_refuse,
    .text = lu_word,
    .fail = lu_refuse,
    .number = lu_int,
    .condition = lu_bool,
    .perform = lu_effect,
    .constant = kit_known,
    .compute = compute,
    .compare = compare,
    .both = both,
    .either = either,
    .negate = negate,
    .choose = choose,
    .players = players,
    .sites = sites,
    .mover = mover,
    .what = what,
    .who = who,
    .neighbours = neighbours,
    .table = table,
    .look = look,
    .variable = variable,
    .read = read_variable,
    .set = set,
    .loop = loop,
    .end_loop = end_loop,
    .begin_if = begin_if,
    .end_if = end_if,
    .put = put,
};

/* ---- loading ---- */

static void unload(void *handle) { dlclose(handle); }

static const ludeme_package *refuse(diag_sink *sink, const char *path, const char *why)
{
    diag *d = diag_report(sink, DIAG_LUDII_PLUGIN, NULL, SPAN_NOWHERE, "the plug-in `%.200s` cannot be used: %.300s",
                          path, why);
    diag_set_hint(sink, d, "docs/ludemes.md shows how to make one");
    return NULL;
}

static ludeme row_of(const ludens_ludeme *from, arena *a)
{
    ludeme row = {.name = from->name,
                  .keyword = from->keyword,
                  .bases = from->bases ? from->bases : "",
                  .help = from->help ? from->help : "",
                  .values = from->values,
                  .means = from->means,
                  .meaning = from->meaning};
    memcpy(row.forms, from->forms, sizeof row.forms);
    if (from->number || from->condition || from->effect) {
        ludeme_code *code = ARENA_NEW(a, ludeme_code);
        *code = (ludeme_code){.number = from->number, .condition = from->condition, .effect = from->effect};
        row.code = code;
    }
    return row;
}

static const ludeme_package *package_of(const ludens_ludemes *all, const char *path, arena *a, diag_sink *sink)
{
    if (all->version != LUDENS_LUDEMES_VERSION)
        return refuse(sink, path, "it is made for another version");
    if (!all->package || !all->rows || !all->count || all->count > 10000)
        return refuse(sink, path, "its table is empty");
    ludeme *rows = ARENA_ARRAY(a, ludeme, all->count);
    for (uint32_t i = 0; i < all->count; i++) {
        if (!all->rows[i].name || !all->rows[i].keyword)
            return refuse(sink, path, arena_printf(a, "row %u has no name or no keyword", i + 1));
        rows[i] = row_of(&all->rows[i], a);
    }
    ludeme_package *packages = ARENA_ARRAY(a, ludeme_package, 2);
    packages[0] = (ludeme_package){all->package, rows, all->count};
    packages[1] = (ludeme_package){0};
    return packages;
}

/* Searched for in no folders of the system: a name without a slash is a file here. */
static const ludeme_package *load(const char *path, arena *a, diag_sink *sink)
{
    const char *file = strchr(path, '/') ? path : arena_printf(a, "./%s", path);
    const ludens_ludemes *(*plugin)(const ludens_tools *tools);
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return refuse(sink, path, dlerror());
    arena_defer(a, unload, handle);
    *(void **)&plugin = dlsym(handle, "ludens_plugin");
    if (!plugin)
        return refuse(sink, path, "it has no function ludens_plugin");
    const ludens_ludemes *all = plugin(&tools);
    return all ? package_of(all, path, a, sink) : refuse(sink, path, "it does not want to be loaded");
}

const ludeme_library *plugins_add(const ludeme_library *base, const char *paths, arena *a, diag_sink *sink)
{
    ludeme_library *with = ARENA_NEW(a, ludeme_library);
    *with = *base;
    uint32_t n = 0;
    while (with->packages[n])
        n++;
    for (const char *p = paths; p && *p;) {
        size_t length = strcspn(p, ":");
        const ludeme_package *more = !length                 ? NULL
                                     : n + 2 >= PACKAGES_MAX ? refuse(sink, p, "there are too many")
                                                             : load(arena_strndup(a, p, length), a, sink);
        if (length && !more)
            return NULL;
        if (more)
            with->packages[n++] = more;
        p += length + (p[length] == ':');
    }
    return with;
}

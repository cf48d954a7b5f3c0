/* The example of docs/ludemes.md: a row of each kind. */
#include <ludens_ludemes.h>

static const ludens_tools *tools;

/* (rim 2): the sites that are so many steps from the border, or fewer. */
static const char *rim(ludens_meaning *m, const ludens_value *v)
{
    const char *word = tools->word(m, tools->argument(v, 0));
    int steps = 0;
    for (const char *p = word; *p >= '0' && *p <= '9' && steps < 100; p++)
        steps = 10 * steps + *p - '0';
    if (steps < 1)
        return tools->refuse(m, v, "a rim without breadth");
    if (steps == 1)
        return "(sites Outer)";
    return tools->print(m, "(expand (sites Outer) steps:%d)", steps - 1);
}

/* (friends 12): neighbours of a site with pieces of the mover. */
static ludens_number friends(ludens_code *x, const ludens_value *v)
{
    enum { WIDTH = 16 };
    static int32_t near[WIDTH * 1000];
    uint32_t sites = tools->sites(x);
    if (sites > 1000) {
        tools->fail(x, v, "a board of more than 1000 sites");
        return tools->constant(0);
    }
    for (uint32_t s = 0; s < sites; s++) {
        uint32_t at[WIDTH], n = tools->neighbours(x, "Adjacent", s, at, WIDTH);
        for (uint32_t k = 0; k < WIDTH; k++)
            near[s * WIDTH + k] = k < n ? (int32_t)at[k] : -1;
    }
    uint32_t table = tools->table(x, near, sites * WIDTH);
    uint32_t site = tools->variable(x, "site", 0, (int32_t)sites - 1), k = tools->variable(x, "k", 0, WIDTH),
             other = tools->variable(x, "other", -1, (int32_t)sites - 1), sum = tools->variable(x, "friends", 0, WIDTH);
    tools->set(x, site, tools->number(x, tools->argument(v, 0)));
    tools->set(x, sum, tools->constant(0));
    ludens_loop loop = tools->loop(x, k, tools->constant(0), tools->constant(WIDTH));
    ludens_number first = tools->compute(x, "*", tools->read(x, site), tools->constant(WIDTH));
    tools->set(x, other, tools->look(x, table, tools->compute(x, "+", first, tools->read(x, k))));
    uint32_t there = tools->begin_if(x, tools->compare(x, ">=", tools->read(x, other), tools->constant(0)));
    uint32_t own = tools->begin_if(x, tools->compare(x, "=", tools->who(x, tools->read(x, other)), tools->mover(x)));
    tools->set(x, sum, tools->compute(x, "+", tools->read(x, sum), tools->constant(1)));
    tools->end_if(x, own);
    tools->end_if(x, there);
    tools->end_loop(x, &loop);
    return tools->read(x, sum);
}

/* (lonely 12): nobody is next to a site. */
static ludens_condition lonely(ludens_code *x, const ludens_value *v)
{
    return tools->compare(x, "=", friends(x, v), tools->constant(0));
}

/* (wipe {0 3}): pieces go away. */
static void wipe(ludens_code *x, const ludens_value *v)
{
    const ludens_value *list = tools->argument(v, 0);
    for (uint32_t i = 0; i < tools->count(list); i++)
        tools->put(x, tools->number(x, tools->argument(list, i)), tools->constant(0));
}

static const ludens_ludeme rows[] = {
    {.name = "Corner",
     .keyword = "corner",
     .bases = "Boolean",
     .help = "a site is a corner of the board",
     .forms = {"<Int>"},
     .means = "(is In #1 (sites Corners))"},
    {.name = "Rim",
     .keyword = "rim",
     .bases = "Sites",
     .help = "sites near the border",
     .forms = {"int"},
     .meaning = rim},
    {.name = "Friends",
     .keyword = "friends",
     .bases = "Int",
     .help = "neighbours with pieces of the mover",
     .forms = {"<Int>"},
     .number = friends},
    {.name = "Lonely",
     .keyword = "lonely",
     .bases = "Boolean",
     .help = "no piece of the mover is next to a site",
     .forms = {"<Int>"},
     .condition = lonely},
    {.name = "Wipe",
     .keyword = "wipe",
     .bases = "Effect Moves",
     .help = "take the pieces off sites",
     .forms = {"{<Int>}"},
     .effect = wipe},
};
static const ludens_ludemes all = {LUDENS_LUDEMES_VERSION, "mine", rows, sizeof rows / sizeof *rows};

const ludens_ludemes *ludens_plugin(const ludens_tools *given)
{
    tools = given;
    return &all;
}

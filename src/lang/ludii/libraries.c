/* The libraries: which tables belong together. */
#include "lang/ludii/ludeme.h"

#include <string.h>

static const ludeme_library libraries[] = {
    {.name = "ludii",
     .title = "Ludii 1.0.8, October 2020",
     .version = 10008,
     .root = "Game",
     .predefined = "boolean float int string",
     .taken = "graphics.board.board graphics.no.no graph.edge graphics.pair graph.face info.rules graph.step",
     .integers = "End Off Undefined",
     .packages = {ludii_game, ludii_equipment, ludii_moves, ludii_booleans, ludii_ints, ludii_regions, ludii_graphs,
                  ludii_numbers, ludii_types}},
    {.name = "ludii-1.3",
     .title = "Ludii 1.1 to 1.3",
     .version = 10300,
     .root = "Game",
     .predefined = "boolean float int string",
     .taken = "graphics.board.board graphics.no.no graph.edge graphics.pair graph.face info.rules graph.step",
     .integers = "End Infinity Off Undefined",
     .packages = {ludii_game, ludii_equipment, ludii_moves, ludii_booleans, ludii_ints, ludii_regions, ludii_graphs,
                  ludii_numbers, ludii_types, ludii_later}},
    {.name = "paper",
     .title = "A Class Grammar for General Games, Appendix E",
     .root = "Game",
     .predefined = "int String",
     .taken = "start.logic end.logic",
     .lists_as_labels = 1,
     .packages = {ludii_paper}},
    {.name = "prototype",
     .title = "A Class Grammar for General Games, Appendix D",
     .root = "Game",
     .predefined = "int String",
     .open_arrays = 1,
     .lists_as_labels = 1,
     .packages = {ludii_prototype}},
    {.name = "ludi",
     .title = "Ludi (Browne 2008)",
     .root = "Game",
     .predefined = "int String name",
     .open_arrays = 1,
     .lists_as_labels = 1,
     .packages = {ludii_ludi}},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

const ludeme_library *ludeme_library_at(uint32_t index) { return index < LIBRARIES ? &libraries[index] : NULL; }

bool ludeme_quirk(const ludeme_library *l, ludii_quirk q)
{
    static const struct {
        int since, until;
    } quirks[QUIRKS] = {
#define QUIRK(name, since, until, what) {since, until},
#include "lang/ludii/quirks.def"
#undef QUIRK
    };
    return l->version >= quirks[q].since && (!quirks[q].until || l->version < quirks[q].until);
}

bool ludeme_is_ludii(const ludeme_library *l) { return strncmp(l->name, "ludii", 5) == 0; }

const ludeme_library *ludeme_library_find(const char *name)
{
    for (uint32_t i = 0; i < LIBRARIES; i++)
        if (!name || strcmp(libraries[i].name, name) == 0)
            return &libraries[i];
    return NULL;
}

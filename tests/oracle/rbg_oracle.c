/* The checks of oracle.c for Regular Boardgames. Games are there as their authors wrote them (high) and lowered
 * by another tool (low). The names of moves, `vertex index_k ...`, are those of the low file and agree in
 * the high one, so they are compared as they are. Statistics of playouts are of the high file. Of two games
 * the files differ: in the high one an amazon whose only way out is a diagonal cannot be picked up, so
 * traces of the low one do not fit it.
 *
 * Usage: rbg_oracle [--all] [--native] [--each-pass-off] [PART-OF-A-NAME...] */
#define ORACLE_FILES                                                                                                   \
    {"oracles/rbg/games.jsonl", "corpora/rbg/low", GAMES, 53, "low", NULL, true},                                      \
    {                                                                                                                  \
        "oracles/rbg/games.jsonl", "corpora/rbg/high", GAMES, 47, "high", "amazons_split3.rbg amazons_split5.rbg",     \
            false                                                                                                      \
    }

#include "oracle.c"

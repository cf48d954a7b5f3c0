#include "limits/limits.h"

#include <string.h>

/* The names in games/hrg, then those of the Regular Games project. */
static const struct {
    const char *name;
    limit (*get)(void);
} known[] = {
    {"tic-tac-toe", tic_tac_toe_limit},
    {"connect-four", connect_four_limit},
    {"breakthrough", breakthrough_limit},
    {"hex", hex_limit},
    {"gomoku", gomoku_limit},
    {"reversi", reversi_limit},
    {"ticTacToe", tic_tac_toe_limit},
    {"connect4", connect_four_limit},
    {"gomoku_standard", gomoku_exact_limit},
};

limit limit_find(const char *file_name)
{
    size_t length = strcspn(file_name, ".");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && strncmp(known[i].name, file_name, length) == 0)
            return known[i].get();
    return (limit){NULL, NULL};
}

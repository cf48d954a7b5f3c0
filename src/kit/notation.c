#include "kit/notation.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char *kit_read_squares(const char *text, int32_t files, int32_t ranks, bool *sites, const char **end)
{
    const char *bad = NULL, *bad_end = NULL;
    for (const char *p = text + strspn(text, " ,\t"); *p; p = *end + strspn(*end, " ,\t")) {
        *end = p + strcspn(p, " ,\t");
        bool any_file = *p == '*', any_rank = (*end)[-1] == '*', none = *p == '-' && *end == p + 1;
        char *behind = NULL;
        int32_t file = *p - 'a', rank = any_rank ? 0 : (int32_t)strtol(p + 1, &behind, 10) - 1;
        if (none)
            continue;
        if ((!any_file && (file < 0 || file >= files)) ||
            (!any_rank && (rank < 0 || rank >= ranks || behind != *end))) {
            bad = bad ? bad : p;
            bad_end = bad == p ? *end : bad_end;
            continue;
        }
        for (int32_t i = 0; i < files * ranks; i++)
            sites[i] |= (any_file || i % files == file) && (any_rank || i / files == rank);
    }
    *end = bad_end;
    return bad;
}

const char *kit_read_ranks(const char *text, int32_t files, int32_t ranks, kit_read_piece read, void *user,
                           int32_t *what, const char **problem)
{
    int32_t file = 0, rank = ranks - 1, piece;
    const char *p = text, *next;
    *problem = NULL;
    for (; *p && *p != ' ' && *p != '['; p = next) {
        next = p + 1;
        if (*p == '/' && (file != files || rank == 0)) {
            *problem = file != files ? "a rank of another length" : "too many ranks";
            return p;
        }
        if (*p == '/') {
            file = 0;
            rank--;
        } else if (*p >= '0' && *p <= '9') {
            char *end;
            long n = strtol(p, &end, 10);
            next = end;
            file += n > files ? files + 1 : (int32_t)n;
        } else if (!(next = read(user, p, &piece))) {
            *problem = *p == '*' ? "walls are not played" : "there is no such piece";
            return p;
        } else if (file++ < files)
            what[rank * files + file - 1] = piece;
        if (file > files) {
            *problem = "a rank longer than the board";
            return p;
        }
    }
    if (file != files || rank != 0)
        *problem = "fewer squares than the board has";
    return p;
}

const char *kit_read_hands(const char *p, kit_read_piece read, void *user, int32_t *counts, const char **problem)
{
    int32_t piece;
    *problem = NULL;
    if (*p != '[')
        return p;
    for (const char *next = ++p; *p && *p != ']'; p = next) {
        next = *p == '-' ? p + 1 : read(user, p, &piece);
        if (!next) {
            *problem = "there is no such piece";
            return p;
        }
        if (*p != '-')
            counts[piece - 1]++;
    }
    return p + (*p == ']');
}

int32_t kit_read_castling(char letter, int32_t files, int32_t king, const bool *rooks)
{
    char small = text_small(letter);
    int32_t row = king - king % files, rook = -1;
    for (int32_t s = row; s < row + files; s++)
        if (rooks[s] && (small == 'k' ? s > king : small == 'q' ? s < king && rook < 0 : s == row + small - 'a'))
            rook = s;
    return rook;
}

bool *kit_ranks(int32_t files, int32_t ranks, int32_t side, int32_t first, int32_t last, bool *sites)
{
    for (int32_t i = 0; i < files * ranks; i++) {
        int32_t rank = side ? ranks - i / files : i / files + 1;
        sites[i] = rank >= first && rank <= last;
    }
    return sites;
}

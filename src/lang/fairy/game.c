/* From what a variant says to a game: its options as numbers and sets, its pieces, the position it begins with. */
#include "base/text.h"
#include "kit/notation.h"
#include "lang/fairy/fairy.h"

#include <stdlib.h>
#include <string.h>

static int32_t find_type(const fairy *f, char letter)
{
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++)
        if (letter && f->types[i].letter == text_small(letter))
            return i;
    return -1;
}

int32_t fairy_find_piece(const fairy *f, int32_t type, int32_t origin)
{
    for (int32_t i = 0; i < f->piece_count; i++)
        if (f->pieces[i].type == type && f->pieces[i].origin == origin)
            return i;
    return -1;
}

static bool *flags(const fairy *f) { return ARENA_ARRAY(f->a, bool, FAIRY_SITES_MAX); }

static fairy_text part(fairy_text t, const char *text, const char *from, const char *to)
{
    if (t.source)
        t.span = (src_span){t.span.start + (uint32_t)(from - text), t.span.start + (uint32_t)(to - text)};
    return t;
}

static void wrong(fairy *f, fairy_text at, const char *expected, const char *hint)
{
    fairy_error(f, DIAG_FAIRY_VALUE, at, hint, "`%s` is no %s", fairy_string(f, at), expected);
}

/* ---- values ---- */

static int32_t read_number(fairy *f, int option, fairy_text at, const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (fairy_kind_of(option) == FILE_ && *text >= 'a' && *text <= 'l' && !text[1])
        return *text - 'a' + 1;
    if (end == text || *end || n < 0 || n > 1000)
        wrong(f, at, "number of 0 to 1000", NULL);
    return (int32_t)n;
}

static int32_t read_word(fairy *f, fairy_text at, const char *text, bool truth)
{
    static const char *const words[] = {"loss", "draw", "win", "none", "false", "true"};
    for (int32_t i = truth ? 4 : 0; i < (truth ? 6 : 4); i++)
        if (strcmp(words[i], text) == 0)
            return truth ? i - 4 : i - 1;
    wrong(f, at, truth ? "truth value" : "result", truth ? "true or false" : "win, loss, draw or none");
    return 0;
}

static bool *read_squares(fairy *f, fairy_text at, const char *text)
{
    const char *end;
    bool *all = flags(f);
    const char *bad = kit_read_squares(text, f->files, f->ranks, all, &end);
    if (bad && at.order > f->inherited)
        wrong(f, part(at, text, bad, end), "square", "squares are `e4 d5`, ranks `*8`, files `a*`, all `*`, none `-`");
    return all;
}

/* Letters that a base has given mean nothing where the variant has taken them away. */
static uint64_t read_types(fairy *f, fairy_text at, const char *text)
{
    uint64_t set = 0;
    for (const char *p = text; *p; p++) {
        int32_t type = find_type(f, *p);
        if (*p == '*')
            set = ~UINT64_C(0);
        else if (type >= 0)
            set |= UINT64_C(1) << type;
        else if (!strchr("- ,", *p) && at.order > f->inherited)
            wrong(f, part(at, text, p, p + 1), "piece", "letters of pieces, in one word; all `*`, none `-`");
    }
    return set;
}

/* `p:q r:2`: a piece and a piece, or a number. */
static void read_list(fairy *f, bool pairs, fairy_text at, const char *text)
{
    for (const char *p = text + strspn(text, " ,"), *end; *p; p = end + strspn(end, " ,")) {
        end = p + strcspn(p, " ,");
        int32_t type = find_type(f, *p), other = end > p + 2 ? find_type(f, p[2]) : -1;
        if (type < 0 || end < p + 3 || p[1] != ':' || (pairs && (other < 0 || end > p + 3))) {
            if (*p != '-' && at.order > f->inherited)
                wrong(f, part(at, text, p, end), "piece with another one, or a number", "as p:q or q:1");
        } else if (pairs)
            f->types[type].promoted = other;
        else
            f->types[type].limit = (int32_t)strtol(p + 2, NULL, 10) % 1000;
    }
}

static void resolve_option(fairy *f, int option, int side)
{
    fairy_text at = f->said[option][side];
    const char *text = at.source ? fairy_string(f, at) : fairy_usual(option);
    switch (text ? fairy_kind_of(option) : TEXT) {
    case NUMBER:
    case FILE_: f->number[option] = read_number(f, option, at, text); break;
    case BOOL:
    case VALUE: f->number[option] = read_word(f, at, text, fairy_kind_of(option) == BOOL); break;
    case SQUARES: f->squares[option][side] = read_squares(f, at, text); break;
    case TYPES: f->set[option][side] = read_types(f, at, text); break;
    case TYPE:
        f->number[option] = find_type(f, *text);
        if (f->number[option] < 0 && *text != '-' && at.order > f->inherited)
            wrong(f, at, "piece", "the letter of a piece, or - for none");
        break;
    case COUNTS:
    case PAIRS: read_list(f, fairy_kind_of(option) == PAIRS, at, text); break;
    case TEXT: break;
    }
}

/* ---- what depends on other options ---- */

static uint64_t type(const fairy *f, int32_t t) { return f->types[t].letter ? UINT64_C(1) << t : 0; }

static void default_types(fairy *f, int option, int32_t side, uint64_t types)
{
    if (!f->said[option][side].source)
        f->set[option][side] = types;
}

/* A region is given by squares or by a rank, by whichever is said later. */
static void default_ranks(fairy *f, int region, int rank, int32_t side, int32_t first, int32_t last)
{
    if (!f->squares[region][side] || f->said[rank][0].order > f->said[region][side].order)
        f->squares[region][side] = kit_ranks(f->files, f->ranks, side, first, last, flags(f));
}

static void fill_in(fairy *f)
{
    int32_t promotes = f->said[F_promotionRank][0].source ? f->number[F_promotionRank] : f->ranks;
    int32_t doubles = f->number[F_doubleStepRank];
    for (int32_t side = 0; side < 2; side++) {
        default_types(f, F_pawnTypes, side, type(f, P_pawn));
        default_types(f, F_promotionPawnTypes, side, f->set[F_pawnTypes][side]);
        default_types(f, F_nMoveRuleTypes, side, f->set[F_pawnTypes][side]);
        default_types(f, F_promotionPieceTypes, side,
                      type(f, P_queen) | type(f, P_rook) | type(f, P_bishop) | type(f, P_knight));
        default_types(f, F_castlingRookPieces, side, type(f, P_rook));
        default_ranks(f, F_promotionRegion, F_promotionRank, side, promotes, f->ranks);
        default_ranks(f, F_doubleStepRegion, F_doubleStepRank, side, f->number[F_firstRankDoubleSteps] ? 1 : doubles,
                      doubles);
        if (f->number[F_soldierPromotionRank] > 1)
            f->advanced[side] =
                kit_ranks(f->files, f->ranks, side, f->number[F_soldierPromotionRank], f->ranks, flags(f));
    }
    if (!f->said[F_castlingKingPiece][0].source)
        f->number[F_castlingKingPiece] = P_king;
    if (!f->number[F_shogiDoubledPawn] && !f->said[F_dropNoDoubled][0].source)
        f->number[F_dropNoDoubled] = P_shogiPawn;
}

static void find_moves(fairy *f, int32_t index)
{
    fairy_type *t = &f->types[index];
    const char *text = t->moves.source ? strchr(fairy_string(f, t->moves), ':') + 1 : t->usual, *bad, *end;
    t->leg_count = kit_betza(text, t->legs, FAIRY_LEGS_MAX, &bad, &end);
    if (bad)
        fairy_error(
            f, DIAG_FAIRY_BETZA, part(t->moves, text - 2, bad, end),
            "moves are W F D N A H C Z G K R B Q behind m c i e n p g f b l r s v; n goes before leaps, p and g "
            "before rides",
            "`%.*s` is no move of Betza's notation that is played", (int)(end - bad), bad);
    for (uint32_t k = 0; k < t->leg_count; k++)
        if (index == P_pawn && t->legs[k].initial && !f->number[F_doubleStep])
            t->legs[k--] = t->legs[--t->leg_count];
        else {
            f->doubles |= t->legs[k].initial;
            f->passing |= t->legs[k].passing;
        }
}

/* ---- pieces ---- */

static void add_piece(fairy *f, int32_t type, int32_t origin, bool sign)
{
    if (type < 0 || !f->types[type].letter || fairy_find_piece(f, type, origin) >= 0)
        return;
    if (f->piece_count == FAIRY_PIECES_MAX)
        fairy_error(f, DIAG_FAIRY_UNSUPPORTED, f->here, NULL, "more than %d kinds of piece are not played",
                    FAIRY_PIECES_MAX);
    else
        f->pieces[f->piece_count++] = (fairy_piece){type, origin, sign};
}

/* A promoted piece is a kind of its own where it matters what it was. */
static void find_pieces(fairy *f)
{
    bool keeps = (f->number[F_capturesToHand] || f->number[F_twoBoards]) && !f->number[F_dropLoop];
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++)
        add_piece(f, i, -1, false);
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++)
        if (f->types[i].letter)
            add_piece(f, f->types[i].promoted, i, true);
    for (int32_t side = 0; keeps && side < 2; side++)
        for (int32_t pawn = 0; pawn < FAIRY_TYPES_MAX; pawn++)
            for (int32_t i = 0; type(f, pawn) & f->set[F_promotionPawnTypes][side] && i < FAIRY_TYPES_MAX; i++)
                if (f->set[F_promotionPieceTypes][side] >> i & 1)
                    add_piece(f, i, pawn, false);
}

/* ---- the position ---- */

static bool fen_error(fairy *f, fairy_text at, const char *text, const char *p, const char *message)
{
    fairy_error(f, DIAG_FAIRY_FEN, part(at, text, p, p + (*p != 0)),
                "a position has a word for each rank from the top, `/` between them, then pieces in hand in brackets, "
                "and who moves",
                "%s", *p ? arena_printf(f->a, "`%c`: %s", *p, message) : message);
    return false;
}

static const char *read_piece(void *user, const char *p, int32_t *piece)
{
    const fairy *f = user;
    bool plus = *p == '+', small = p[plus] >= 'a', promoted = !plus && *p && p[1] == '~';
    int32_t t = find_type(f, p[plus]), origin = -1;
    if (t < 0)
        return NULL;
    if (plus) {
        origin = t;
        t = f->types[t].promoted;
    }
    for (int32_t i = 0; promoted && i < f->piece_count; i++)
        if (f->pieces[i].type == t && f->pieces[i].origin >= 0 && !f->pieces[i].sign)
            origin = f->pieces[i].origin;
    int32_t kind = t < 0 ? -1 : fairy_find_piece(f, t, origin);
    *piece = small * f->piece_count + kind + 1;
    return kind < 0 ? NULL : p + plus + 1 + promoted;
}

static void read_castling(fairy *f, const char *p)
{
    for (; f->number[F_castling] && *p && *p != ' '; p++) {
        int32_t side = *p >= 'a', rank = f->number[F_castlingRank] - 1, king = -1, rook = -1;
        bool rooks[FAIRY_SITES_MAX] = {false};
        for (int32_t s = 0; s < f->sites; s++) {
            int32_t kind = f->start[s] - 1 - side * f->piece_count;
            if (kind < 0 || kind >= f->piece_count || s / f->files != (side ? f->ranks - 1 - rank : rank))
                continue;
            rooks[s] = f->set[F_castlingRookPieces][side] >> f->pieces[kind].type & 1;
            king = f->pieces[kind].type == f->number[F_castlingKingPiece] ? s : king;
        }
        rook = king < 0 ? -1 : kit_read_castling(*p, f->files, king, rooks);
        if (rook >= 0)
            f->castling[2 * side + (rook < king)] = (fairy_castling){true, king, rook};
    }
}

static bool read_position(fairy *f)
{
    fairy_text at = f->said[F_startFen][0];
    const char *text = at.source ? fairy_string(f, at) : fairy_usual(F_startFen), *problem;
    const char *p = kit_read_ranks(text, f->files, f->ranks, read_piece, f, f->start, &problem);
    p = problem ? p : kit_read_hands(p, read_piece, f, f->hand, &problem);
    if (problem)
        return fen_error(f, at, text, p, problem);
    p += strspn(p, " ");
    if ((*p != 'w' && *p != 'b') || (p[1] && p[1] != ' '))
        return fen_error(f, at, text, p, "who moves is missing, w or b");
    f->first = *p == 'b';
    p += 1 + strspn(p + 1, " ");
    if (*p && (*p < '0' || *p > '9'))
        read_castling(f, p);
    const char *word = p + strcspn(p, " ") + (strchr(p, ' ') != NULL); /* what a double step has just passed over */
    int32_t file = *word - 'a', row = *word ? (int32_t)strtol(word + 1, NULL, 10) : 0;
    f->passed = file >= 0 && file < f->files && row > 0 && row <= f->ranks ? (row - 1) * f->files + file : -1;
    const char *plus = f->number[F_checkCounting] ? strchr(p, '+') : NULL;
    for (int32_t side = 0; side < 2; side++) {
        f->checks[side] = plus ? plus[side ? 1 : -1] - '0' : 3;
        if (f->checks[side] < 1 || f->checks[side] > 9)
            return fen_error(f, at, text, plus ? plus : p, "checks are counted from 1 to 9");
    }
    return true;
}

bool fairy_resolve(fairy *f)
{
    resolve_option(f, F_maxFile, 0);
    resolve_option(f, F_maxRank, 0);
    f->files = f->number[F_maxFile];
    f->ranks = f->number[F_maxRank];
    f->sites = f->files * f->ranks;
    if (f->files < 1 || f->files > FAIRY_SIDE_MAX || f->ranks < 1 || f->ranks > FAIRY_SIDE_MAX)
        fairy_error(f, DIAG_FAIRY_VALUE, f->said[F_maxFile][0], NULL,
                    "boards have up to %d files and ranks, not %d and %d", FAIRY_SIDE_MAX, f->files, f->ranks);
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++)
        f->types[i].promoted = f->types[i].limit = -1;
    for (int option = 0; !f->sink->errors && option < FAIRY_OPTIONS; option++)
        for (int side = 0; side < 2; side++)
            if (side && f->said[option][0].order == f->said[option][1].order) {
                f->squares[option][side] = f->squares[option][0];
                f->set[option][side] = f->set[option][0];
            } else
                resolve_option(f, option, side);
    if (f->sink->errors)
        return false;
    fill_in(f);
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++) {
        fairy_type *t = &f->types[i];
        for (int32_t side = 0; t->letter && side < 2; side++)
            if (t->region[side].source)
                t->mobility[side] = read_squares(f, t->region[side], fairy_string(f, t->region[side]));
        if (t->letter)
            find_moves(f, i);
    }
    find_pieces(f);
    return !f->sink->errors && read_position(f) && !f->sink->errors;
}

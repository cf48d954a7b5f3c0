/* Moves of pieces, drops, castling, passes. */
#include "lang/fairy/fairy.h"

#define K x->k

static kit_num here(fairy_lowering *x) { return kit_read(K, x->here); }
static bool is_set(const fairy *f, int option, int32_t side, int32_t type) { return f->set[option][side] >> type & 1; }

/* A move is told by where it begins and where it ends; a form is what stands for that, or what follows. */
static void tell(fairy_lowering *x, const fairy_pass *p, kit_num site)
{
    if (p->play)
        kit_tag(K, kit_expr(K, site));
}

static void tell_from(fairy_lowering *x, const fairy_pass *p, kit_num site)
{
    if (p->play)
        kit_tag_form(K, &x->forms, "@@");
    tell(x, p, site);
}

/* ---- what a move does ---- */

/* The square behind the one where the move ends. */
static kit_num behind(fairy_lowering *x, int32_t side)
{
    return kit_next(K, &x->b, here(x), (kit_step){0, side ? 1 : -1}, x->b.off[0]);
}

static void put(fairy_lowering *x, const fairy_pass *p, kit_num site, int32_t kind)
{
    kit_put(K, &x->b, site, kit_known(kit_piece(&x->b, p->side, kind)));
    if (x->f->pieces[kind].type == P_king && x->king[p->side] != IR_NONE)
        kit_set(K, x->king[p->side], site);
}

/* The move is made on the board: what else it changes. */
static void made(fairy_lowering *x, const fairy_pass *p, bool doubled, bool begins)
{
    if (p->play && x->passed != IR_NONE)
        kit_set(K, x->passed, doubled ? behind(x, p->side) : kit_known(x->b.off[0]));
    if (p->play && x->clock != IR_NONE) {
        kit_num next = kit_op(K, IR_ADD, kit_read(K, x->clock), kit_known(1));
        kit_cond taken = kit_compare(K, IR_NE, kit_read(K, x->taken), kit_known(0));
        kit_set(K, x->clock, begins ? kit_known(0) : kit_choose(K, taken, kit_known(0), next));
    }
    kit_go(K, p->settle);
}

/* The piece has arrived: what it becomes. */
static void become(fairy_lowering *x, const fairy_pass *p, int32_t kind, int32_t result, const char *form, bool doubled)
{
    if (p->play && form)
        kit_tag_form(K, &x->forms, form);
    kit_put(K, &x->b, kit_read(K, x->from), kit_known(0));
    put(x, p, here(x), result);
    if (result != kind && p->play)
        kit_recount(K, &x->b, kit_piece(&x->b, p->side, kind), kit_piece(&x->b, p->side, result));
    made(x, p, doubled, is_set(x->f, F_nMoveRuleTypes, p->side, x->f->pieces[kind].type));
}

/* The piece may become that one, under the condition. */
static void promote(fairy_lowering *x, const fairy_pass *p, int32_t kind, int32_t result, const char *form, kit_cond c)
{
    ir_node entry = K->cur;
    int32_t type = x->f->pieces[result].type, limit = x->f->types[type].limit;
    if (limit >= 0)
        kit_check(K, kit_compare(K, IR_LT, kit_count_of(K, &x->b, p->side, fairy_kinds(x->f, UINT64_C(1) << type)),
                                 kit_known(limit)));
    kit_check(K, c);
    become(x, p, kind, result, form, false);
    K->cur = entry;
}

/* Without what stands where the move ends the king is not in check where it was. */
static kit_cond takes_checker(fairy_lowering *x, int32_t side)
{
    kit_try t = kit_try_begin(K);
    kit_put(K, &x->b, here(x), kit_known(0));
    kit_check(K, kit_not(K, fairy_in_check(x, side)));
    return kit_try_end(K, t);
}

/* A move that ends where `here` is. */
static void arrive(fairy_lowering *x, const fairy_pass *p, int32_t kind, bool doubled)
{
    const fairy *f = x->f;
    const fairy_piece *piece = &f->pieces[kind];
    const bool *zone = f->squares[F_promotionRegion][p->side];
    int32_t type = piece->type, promoted = f->types[type].promoted;
    kit_cond to = kit_is_in(K, &x->b, zone, here(x)),
             either = kit_or(K, to, kit_is_in(K, &x->b, zone, kit_read(K, x->from)));
    kit_cond must = kit_truth(false);
    kit_check(K, kit_is_in(K, &x->b, f->types[type].mobility[p->side], here(x)));
    if (type == P_king && f->number[F_makpongRule])
        kit_check(K, kit_or(K, kit_not(K, fairy_in_check(x, p->side)), takes_checker(x, p->side)));
    tell(x, p, here(x));
    if (is_set(f, F_promotionPawnTypes, p->side, type) && piece->origin < 0) {
        for (int32_t i = 0; i < f->piece_count; i++)
            if (is_set(f, F_promotionPieceTypes, p->side, f->pieces[i].type) && !f->pieces[i].sign &&
                (f->pieces[i].origin == type ||
                 (f->pieces[i].origin < 0 && fairy_find_piece(f, f->pieces[i].type, type) < 0))) {
                promote(x, p, kind, i, arena_printf(f->a, "%c", f->types[f->pieces[i].type].letter), to);
                must = f->number[F_mandatoryPawnPromotion] ? to : must;
            }
    }
    if (f->number[F_piecePromotionOnCapture])
        either = kit_and(K, either, kit_compare(K, IR_NE, kit_read(K, x->taken), kit_known(0)));
    int32_t turned_over = promoted >= 0 && piece->origin < 0          ? fairy_find_piece(f, promoted, type)
                          : piece->sign && f->number[F_pieceDemotion] ? fairy_find_piece(f, piece->origin, -1)
                                                                      : -1;
    if (turned_over >= 0) {
        promote(x, p, kind, turned_over, piece->sign ? "-" : "+", either);
        if (f->number[F_mandatoryPiecePromotion])
            must = kit_or(K, must, either);
    }
    kit_check(K, kit_not(K, must));
    if (piece->origin < 0 && f->number[F_immobilityIllegal])
        kit_check(K, kit_not(K, kit_is_in(K, &x->b, f->types[type].stuck[p->side], here(x))));
    become(x, p, kind, kind, NULL, doubled);
}

/* ---- moves of pieces ---- */

static void take(fairy_lowering *x, kit_num what)
{
    if (x->taken != IR_NONE)
        kit_set(K, x->taken, what);
}

/* What was passed over by a double step is captured where it stands now. */
static void take_in_passing(fairy_lowering *x, const fairy_pass *p, int32_t kind)
{
    kit_num victim = behind(x, p->side);
    kit_check(K, kit_compare(K, IR_EQ, here(x), kit_read(K, x->passed)));
    kit_check(K, kit_is_in(K, &x->b, x->f->squares[F_enPassantRegion][p->side], here(x)));
    take(x, kit_what(K, &x->b, victim));
    kit_put(K, &x->b, victim, kit_known(0));
    arrive(x, p, kind, false);
}

static void move_by(fairy_lowering *x, const fairy_pass *p, int32_t kind, const kit_betza_leg *like,
                    const kit_leg *legs, uint32_t n)
{
    const fairy *f = x->f;
    bool quiet = like->move && p->what & FAIRY_QUIET, capture = like->capture && p->what & FAIRY_CAPTURES;
    kit_walk w = {
        .side = p->side, .from = x->from, .here = x->here, .way = x->way, .stop = kit_node(K), .meet = kit_node(K)};
    if (f->pieces[kind].type == P_janggiCannon)
        w.solid = fairy_kinds(f, UINT64_C(1) << P_janggiCannon);
    kit_walk_legs(K, &x->b, &w, legs, n);
    K->cur = w.stop;
    if (quiet) {
        take(x, kit_known(0));
        arrive(x, p, kind, like->initial);
    }
    K->cur = w.stop;
    if (capture && like->passing && x->passed != IR_NONE && is_set(f, F_enPassantTypes, p->side, f->pieces[kind].type))
        take_in_passing(x, p, kind);
    K->cur = w.meet;
    kit_num what = kit_what(K, &x->b, here(x));
    if (!capture)
        return;
    kit_check(K, kit_is_of(K, &x->b, 1 - p->side, what));
    for (int32_t side = 0; side < 2; side++)
        kit_check(K, kit_not(K, kit_is_among(K, &x->b, side, w.solid, what)));
    take(x, what);
    arrive(x, p, kind, false);
}

const bool *fairy_leg_region(fairy_lowering *x, int32_t side, int32_t kind, const kit_betza_leg *l)
{
    bool aside = x->f->pieces[kind].type == P_soldier && l->leg.dx != 0;
    return aside ? x->f->advanced[side] : l->initial ? x->f->squares[F_doubleStepRegion][side] : NULL;
}

static void move_piece(fairy_lowering *x, const fairy_pass *p, int32_t kind)
{
    const fairy_type *t = &x->f->types[x->f->pieces[kind].type];
    kit_leg legs[FAIRY_LEGS_MAX];
    bool done[FAIRY_LEGS_MAX] = {false};
    if (!t->leg_count)
        return;
    kit_pick_piece(K, &x->b, x->from, p->side, UINT64_C(1) << kind);
    tell_from(x, p, kit_read(K, x->from));
    ir_node begin = K->cur;
    for (uint32_t i = 0; i < t->leg_count; i++) {
        const kit_betza_leg *like = &t->legs[i];
        const bool *region = fairy_leg_region(x, p->side, kind, like);
        uint32_t n = 0;
        for (uint32_t k = i; k < t->leg_count; k++) {
            const kit_betza_leg *l = &t->legs[k];
            if (!done[k] && l->move == like->move && l->capture == like->capture && l->initial == like->initial &&
                l->passing == like->passing && fairy_leg_region(x, p->side, kind, l) == region) {
                legs[n++] = kit_turned(l->leg, p->side);
                done[k] = true;
            }
        }
        K->cur = begin;
        kit_check(K, kit_is_in(K, &x->b, n ? region : NULL, kit_read(K, x->from)));
        if (n)
            move_by(x, p, kind, like, legs, n);
    }
}

/* A move that captures nothing, and is none of a pawn. */
static void still(fairy_lowering *x, const fairy_pass *p, kit_num from, kit_num to)
{
    kit_set(K, x->from, from);
    kit_set(K, x->here, to);
    take(x, kit_known(0));
    made(x, p, false, false);
}

/* ---- drops ---- */

static const bool *drop_region(fairy_lowering *x, int32_t side, int32_t type)
{
    const fairy *f = x->f;
    bool *all = ARENA_ARRAY(f->a, bool, FAIRY_SITES_MAX), pawn = is_set(f, F_promotionPawnTypes, side, type);
    for (int32_t s = 0; s < f->sites; s++) {
        bool first = s / f->files == (side ? f->ranks - 1 : 0);
        all[s] = f->squares[F_dropRegion][side][s] &&
                 (!f->number[F_immobilityIllegal] || !f->types[type].stuck[side][s]) &&
                 (!f->types[type].mobility[side] || f->types[type].mobility[side][s]) &&
                 (!pawn || !first || f->number[F_firstRankPawnDrops]) &&
                 (!pawn || !f->squares[F_promotionRegion][side][s] || f->number[F_promotionZonePawnDrops]) &&
                 (type != P_rook || first || !f->number[F_sittuyinRookDrop]);
    }
    return all;
}

static void drop_piece(fairy_lowering *x, const fairy_pass *p, int32_t base, int32_t kind)
{
    const fairy *f = x->f;
    int32_t type = f->pieces[kind].type;
    kit_check(K, kit_in_hand(K, &x->b, p->side, base));
    tell_from(x, p, kit_known(kit_hand_site(&x->b, 0, kind)));
    kit_pick(K, x->here, 0, f->sites - 1);
    kit_check(K, kit_is_empty(K, kit_what(K, &x->b, here(x))));
    kit_check(K, kit_is_in(K, &x->b, drop_region(x, p->side, type), here(x)));
    tell(x, p, here(x));
    if (f->number[F_dropOnTop])
        kit_check(K, kit_not(K, kit_is_empty(K, kit_what(K, &x->b, behind(x, 0)))));
    if (type == f->number[F_dropNoDoubled] && kind == base)
        kit_check(K, kit_compare(K, IR_LT, kit_on_file(K, &x->b, p->side, kind, here(x)),
                                 kit_known(f->number[F_dropNoDoubledCount])));
    put(x, p, here(x), kind);
    kit_change_hand(K, &x->b, p->side, kit_known(base), -1);
    if (!f->number[F_dropChecks])
        kit_check(K, kit_not(K, fairy_in_check(x, 1 - p->side)));
    still(x, p, kit_known(x->b.off[0]), here(x));
}

static void drops(fairy_lowering *x, const fairy_pass *p)
{
    ir_node entry = K->cur;
    for (int32_t i = 0; x->b.hands && i < x->f->piece_count; i++) {
        const fairy_piece *piece = &x->f->pieces[i];
        K->cur = entry;
        if (piece->origin < 0 || (piece->sign && x->f->number[F_dropPromoted]))
            drop_piece(x, p, piece->origin < 0 ? i : fairy_find_piece(x->f, piece->origin, -1), i);
    }
    K->cur = entry;
}

/* ---- castling and passing ---- */

static bool between(int32_t s, int32_t a, int32_t b) { return (s >= a && s <= b) || (s >= b && s <= a); }

static void castle(fairy_lowering *x, const fairy_pass *p, int32_t which)
{
    const fairy *f = x->f;
    int32_t king = f->castling[which].king, rook = f->castling[which].rook, row = king - king % f->files;
    int32_t to = row + f->number[which & 1 ? F_castlingQueensideFile : F_castlingKingsideFile] - 1;
    int32_t beside = which & 1 ? to + 1 : to - 1, first = p->side * f->piece_count + 1;
    kit_check(K, kit_compare(K, IR_EQ, kit_at(K, x->castle, kit_known(which)), kit_known(1)));
    for (int32_t s = row; s < row + f->files; s++) {
        bool way = between(s, king, to);
        if (s != king && s != rook && (way || between(s, rook, beside)))
            kit_check(K, kit_is_empty(K, kit_what(K, &x->b, kit_known(s))));
        if (way && f->number[F_castlingKingPiece] == P_king)
            kit_check(K, kit_not(K, kit_attacked(K, &x->b, &x->attack[1 - p->side], kit_known(s))));
    }
    tell_from(x, p, kit_known(king));
    tell(x, p, kit_known(f->number[F_chess960] ? rook : to));
    kit_put(K, &x->b, kit_known(king), kit_known(0));
    kit_put(K, &x->b, kit_known(rook), kit_known(0));
    put(x, p, kit_known(beside), f->start[rook] - first);
    put(x, p, kit_known(to), f->start[king] - first);
    still(x, p, kit_known(king), kit_known(to));
}

/* The king stays where it is. */
static void pass(fairy_lowering *x, const fairy_pass *p)
{
    ir_node entry = K->cur;
    bool stuck = x->f->number[F_passOnStalemate] && !x->f->number[F_pass];
    if (x->king[p->side] == IR_NONE || !(x->f->number[F_pass] || (stuck && p->play)))
        return;
    kit_check(K, kit_not(K, fairy_in_check(x, p->side)));
    if (stuck)
        kit_check(K, kit_not(K, fairy_can_move(x, p->side, FAIRY_ALL)));
    kit_num king = kit_read(K, x->king[p->side]);
    tell_from(x, p, king);
    tell(x, p, king);
    still(x, p, kit_known(x->b.off[0]), kit_known(x->b.off[1 - p->side]));
    K->cur = entry;
}

/* ---- all of them ---- */

kit_cond fairy_in_check(fairy_lowering *x, int32_t side)
{
    if (x->king[side] == IR_NONE)
        return kit_truth(false);
    return kit_attacked(K, &x->b, &x->attack[1 - side], kit_read(K, x->king[side]));
}

static void quiet_and_captures(fairy_lowering *x, const fairy_pass *p)
{
    ir_node entry = K->cur;
    for (int32_t i = 0; i < x->f->piece_count; i++) {
        K->cur = entry;
        move_piece(x, p, i);
    }
    for (int32_t i = 0; x->castle != IR_NONE && i < 4; i++) {
        K->cur = entry;
        if (x->f->castling[i].is && i / 2 == p->side && p->what & FAIRY_QUIET)
            castle(x, p, i);
    }
    K->cur = entry;
}

void fairy_moves(fairy_lowering *x, const fairy_pass *p)
{
    const fairy *f = x->f;
    fairy_pass some = *p;
    ir_node entry = K->cur;
    if (f->number[F_mustCapture] && p->what & FAIRY_CAPTURES && p->what & FAIRY_QUIET) {
        some.what = FAIRY_CAPTURES;
        quiet_and_captures(x, &some);
        some.what = p->what & ~(uint32_t)FAIRY_CAPTURES;
        K->cur = entry;
        kit_check(K, kit_not(K, fairy_can_move(x, p->side, FAIRY_CAPTURES)));
    }
    if (p->what & FAIRY_DROPS && f->number[F_pieceDrops])
        drops(x, &some);
    if (f->number[F_mustDrop])
        for (int32_t i = 0; i < f->piece_count; i++)
            if (is_set(f, F_mustDropType, p->side, f->pieces[i].type) && f->pieces[i].origin < 0)
                kit_check(K, kit_not(K, kit_in_hand(K, &x->b, p->side, i)));
    if (some.what & FAIRY_QUIET)
        pass(x, &some);
    if (some.what & (FAIRY_QUIET | FAIRY_CAPTURES))
        quiet_and_captures(x, &some);
}

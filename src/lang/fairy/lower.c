#include "kit/game.h"
#include "lang/fairy/fairy.h"

#include <string.h>

#define K x->k

uint64_t fairy_kinds(const fairy *f, uint64_t types)
{
    uint64_t kinds = 0;
    for (int32_t i = 0; i < f->piece_count; i++)
        kinds |= (types >> f->pieces[i].type & 1) << i;
    return kinds;
}

/* ---- what the state has ---- */

static bool find_king(fairy_lowering *x, int32_t side)
{
    fairy *f = x->f;
    int32_t king = fairy_find_piece(f, P_king, -1), there = x->b.off[side];
    int32_t n = king < 0 ? 0 : kit_count_start(&x->b, f->start, f->hand, kit_piece(&x->b, side, king));
    for (int32_t s = 0; s < f->sites && n; s++)
        there = f->start[s] == kit_piece(&x->b, side, king) ? s : there;
    x->king[side] = n ? kit_variable(K, side ? "black_king" : "white_king", 0, x->b.off[1], there) : IR_NONE;
    if (n > 1)
        fairy_error(f, DIAG_FAIRY_UNSUPPORTED, f->said[F_startFen][0],
                    "what moves like a king and is not mated is `commoner = k`",
                    "a side with more than one king is not played");
    return n <= 1;
}

static bool declare(fairy_lowering *x)
{
    fairy *f = x->f;
    int32_t castling[5] = {0};
    bool draws = f->number[F_nMoveRule] > 0, counted = f->number[F_extinctionValue] != FAIRY_NO_VALUE;
    bool takes, castles = false, runs;
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++)
        counted |= f->types[i].limit >= 0;
    for (int32_t i = 0; i < 4; i++)
        castles |= castling[i] = f->castling[i].is;
    x->b = (kit_board){.files = f->files, .ranks = f->ranks, .sites = f->sites, .kinds = f->piece_count};
    kit_board_make(K, &x->b, f->start, f->number[F_pieceDrops] ? f->hand : NULL, counted);
    x->from = kit_variable(K, "from", 0, x->b.off[1], 0);
    x->here = kit_variable(K, "here", 0, x->b.off[1], 0);
    x->way = kit_variable(K, "way", 0, FAIRY_LEGS_MAX, 0);
    x->seen = kit_no_repetition;
    takes = f->number[F_capturesToHand] || f->number[F_piecePromotionOnCapture] || draws || counted;
    x->taken = takes ? kit_variable(K, "taken", 0, 2 * x->b.kinds, 0) : IR_NONE;
    x->castle = castles ? kit_array(K, "castling", 0, 4, 0, 1, castling) : IR_NONE;
    x->passed = f->doubles && f->passing
                    ? kit_variable(K, "passed", 0, x->b.off[1], f->passed < 0 ? x->b.off[0] : f->passed)
                    : IR_NONE;
    x->clock = draws ? kit_variable(K, "clock", 0, 2 * f->number[F_nMoveRule], 0) : IR_NONE;
    x->checks = f->number[F_checkCounting] ? kit_array(K, "checks", 0, 1, 0, 9, f->checks) : IR_NONE;
    if (f->in->repetition == LUD_REPETITION_DRAW && f->number[F_nFoldRule] < 2)
        f->number[F_nFoldRule] = 3;
    if (f->in->repetition == LUD_REPETITION_IGNORE && f->number[F_nFoldRule] > 1)
        fairy_error(f, DIAG_FAIRY_REPETITION, f->here, NULL, "what is said of positions that come again is left out");
    else if (f->number[F_nFoldRule] > 1)
        x->seen = kit_remember_positions(K, draws ? 2 * f->number[F_nMoveRule] : 100, true);
    runs = x->seen.room && f->number[F_perpetualCheckIllegal];
    for (int32_t side = 0; side < 2; side++)
        x->run[side] = runs ? kit_variable(K, "checks_in_a_row", 0, x->seen.room, 0) : IR_NONE;
    return find_king(x, 0) && find_king(x, 1);
}

/* ---- who captures where ---- */

static void find_threats(fairy_lowering *x, int32_t side)
{
    fairy *f = x->f;
    kit_attack *a = &x->attack[side];
    for (int32_t i = 0; i < f->piece_count; i++) {
        fairy_type *t = &f->types[f->pieces[i].type];
        t->stuck[side] = ARENA_ARRAY(f->a, bool, FAIRY_SITES_MAX);
        kit_stuck_sites(&x->b, t->legs, t->leg_count, side, t->stuck[side]);
        for (uint32_t k = 0; k < t->leg_count; k++) {
            const bool *region = fairy_leg_region(x, side, i, &t->legs[k]), *on = t->mobility[side];
            bool *both = ARENA_ARRAY(f->a, bool, FAIRY_SITES_MAX);
            for (int32_t s = 0; s < f->sites; s++)
                both[s] = (!on || on[s]) && (!region || region[s]);
            if (t->legs[k].capture)
                kit_add_threat(K, &x->b, a, kit_turned(t->legs[k].leg, side), i, region ? both : on);
        }
    }
    static const kit_leg straight[] = {
        {1, 0, 0, KIT_FREE}, {-1, 0, 0, KIT_FREE}, {0, 1, 0, KIT_FREE}, {0, -1, 0, KIT_FREE}};
    int32_t king = fairy_find_piece(f, P_king, -1);
    for (int i = 0; f->number[F_flyingGeneral] && king >= 0 && i < 4; i++)
        kit_add_threat(K, &x->b, a, straight[i], king, NULL);
}

/* ---- behind the change of the board ---- */

/* Castling is lost with a piece that leaves its place, or is captured there; number 4 is none. */
static void lose_castling(fairy_lowering *x)
{
    for (int32_t i = 0; i < 4; i++) {
        int32_t *lost = ARENA_ARRAY(x->f->a, int32_t, x->b.off[1] + 1);
        for (int32_t s = 0; s <= x->b.off[1]; s++) {
            lost[s] = 4;
            for (int32_t c = i & 1; c < 4; c += 2)
                if (x->f->castling[c].is && (x->f->castling[c].rook == s || x->f->castling[c].king == s))
                    lost[s] = c;
        }
        kit_num site = kit_read(K, i < 2 ? x->from : x->here);
        kit_set_at(K, x->castle, kit_look(K, kit_table(K, 0, lost, (uint32_t)x->b.off[1] + 1, 4), site), kit_known(0));
    }
}

/* Kinds that pieces are in the hand of who captures them. */
static const int32_t *kinds_in_hand(const fairy *f)
{
    int32_t *kinds = ARENA_ARRAY(f->a, int32_t, 2 * f->piece_count + 1);
    for (int32_t i = 0; i < 2 * f->piece_count; i++) {
        int32_t kind = i % f->piece_count, origin = f->pieces[kind].origin;
        kinds[i + 1] = origin < 0 || f->number[F_dropLoop] ? kind : fairy_find_piece(f, origin, -1);
    }
    return f->number[F_capturesToHand] && f->number[F_pieceDrops] ? kinds : NULL;
}

static void settle(fairy_lowering *x, const fairy_pass *p)
{
    K->cur = p->settle;
    if (p->play && x->castle != IR_NONE)
        lose_castling(x);
    if (p->play && x->taken != IR_NONE)
        kit_capture(K, &x->b, kit_read(K, x->taken), p->side, kinds_in_hand(x->f));
    kit_check(K, kit_not(K, fairy_in_check(x, p->side)));
    if (!x->f->number[F_checking])
        kit_check(K, kit_not(K, fairy_in_check(x, 1 - p->side)));
    if (p->play) {
        kit_move_made(K);
        kit_go(K, x->after[p->side]);
    }
}

kit_cond fairy_can_move(fairy_lowering *x, int32_t side, uint32_t what)
{
    kit_search *s = &x->search[side][what];
    ir_node outer = K->cur;
    if (s->begin == IR_NONE) {
        fairy_pass p = {.side = side, .what = what, .settle = kit_node(K)};
        s->begin = K->cur = kit_node(K);
        s->end = kit_node(K);
        fairy_moves(x, &p);
        settle(x, &p);
        kit_go(K, s->end);
        K->cur = outer;
    }
    return kit_finds(K, s);
}

/* ---- the end ---- */

#define end_if(x, condition, side, result) kit_end_if(K, &(x)->t, condition, side, result)

static void extinction(fairy_lowering *x, int32_t mover)
{
    const fairy *f = x->f;
    kit_num least = kit_known(f->number[F_extinctionPieceCount]);
    for (int32_t i = 0; i < 2; i++) {
        int32_t side = i ? 1 - mover : mover;
        int32_t others = f->number[F_extinctionOpponentPieceCount] + (f->number[F_extinctionClaim] && side != mover);
        uint64_t all = f->set[F_extinctionPieceTypes][side];
        for (int32_t t = 0; t < FAIRY_TYPES_MAX; t++) { /* of all together, or of each */
            uint64_t kinds = fairy_kinds(f, ~all ? (all & UINT64_C(1) << t) : t ? 0 : all);
            kit_cond few = kit_compare(K, IR_LE, kit_count_of(K, &x->b, side, kinds), least);
            kit_cond enough = kit_compare(K, IR_GE, kit_count_of(K, &x->b, 1 - side, kinds), kit_known(others));
            if (kinds)
                end_if(x, kit_and(K, few, enough), side, f->number[F_extinctionValue]);
        }
    }
}

static void goals(fairy_lowering *x, int32_t mover)
{
    const fairy *f = x->f;
    kit_cond at[2], reached;
    for (int32_t side = 0; side < 2; side++)
        at[side] = kit_stands_in(K, &x->b, x->from, side, fairy_kinds(f, f->set[F_flagPiece][side]),
                                 f->squares[F_flagRegion][side]);
    reached = at[mover];
    if (f->number[F_flagMove]) {
        if (mover == 1)
            end_if(x, kit_and(K, at[0], at[1]), mover, FAIRY_DRAW);
        end_if(x, at[1 - mover], 1 - mover, FAIRY_WIN);
        if (mover == 0 || !(f->set[F_flagPiece][mover] >> P_king & 1)) /* the other side moves once more */
            reached = kit_truth(false);
    }
    end_if(x, reached, mover, FAIRY_WIN);
}

static void rows(fairy_lowering *x, int32_t mover)
{
    int32_t n = x->f->number[F_connectN] > 12 ? 13 : x->f->number[F_connectN];
    static const kit_step axes[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    static const int options[] = {F_connectHorizontal, F_connectVertical, F_connectDiagonal, F_connectDiagonal};
    for (int32_t i = 0; n > 0 && i < 4; i++)
        if (x->f->number[options[i]])
            end_if(x, kit_in_row(K, &x->b, mover, kit_read(K, x->here), n, axes[i]), mover, FAIRY_WIN);
}

static void remember(fairy_lowering *x, int32_t to_move)
{
    ir_var all[] = {x->b.what, x->b.hands ? x->b.hand : IR_NONE, x->castle, x->passed};
    ir_expr parts[4];
    kit_position p = {.parts = parts, .seed = 1 + 2 * to_move};
    for (int32_t i = 0; i < 4; i++)
        if (all[i] != IR_NONE)
            parts[p.count++] = kit_var(K, all[i]);
    if (x->seen.room)
        kit_remember(K, &x->seen, &p);
}

/* A position that is there again: who gave check with every move in between has lost. */
static void repetition(fairy_lowering *x, int32_t mover)
{
    const fairy *f = x->f;
    int32_t next = 1 - mover;
    if (!x->seen.room)
        return;
    ir_node no =
        kit_branch(K, kit_compare(K, IR_GE, kit_times_of_last(K, &x->seen), kit_known(f->number[F_nFoldRule])));
    if (x->run[0] != IR_NONE) {
        kit_num ago = kit_back_to(K, &x->seen, f->number[F_nFoldRule] - 1, kit_scratch(K, "ago", 0, x->seen.room));
        kit_cond is[2];
        for (int32_t side = 0; side < 2; side++)
            is[side] = kit_compare(K, IR_GE, kit_op(K, IR_MUL, kit_read(K, x->run[side]), kit_known(2)), ago);
        end_if(x, kit_and(K, is[0], is[1]), next, FAIRY_DRAW);
        end_if(x, is[0], 0, FAIRY_LOSS);
        end_if(x, is[1], 1, FAIRY_LOSS);
    }
    kit_go(K, kit_result(K, &x->t, f->number[F_nFoldValueAbsolute] ? 0 : next, f->number[F_nFoldValue]));
    K->cur = no;
}

static void after(fairy_lowering *x, int32_t side)
{
    const fairy *f = x->f;
    int32_t next = 1 - side;
    K->cur = x->after[side];
    if (f->number[F_extinctionValue] != FAIRY_NO_VALUE)
        extinction(x, side);
    goals(x, side);
    if (x->checks != IR_NONE) {
        ir_node no = kit_branch(K, fairy_in_check(x, next));
        kit_num left = kit_at(K, x->checks, kit_known(side));
        end_if(x, kit_compare(K, IR_LE, left, kit_known(1)), side, FAIRY_WIN);
        kit_set_at(K, x->checks, kit_known(side), kit_op(K, IR_SUB, left, kit_known(1)));
        kit_go(K, no);
        K->cur = no;
    }
    rows(x, side);
    ir_node stuck = kit_branch(K, fairy_can_move(x, next, FAIRY_ALL)), go_on = kit_node(K);
    kit_go(K, go_on);
    K->cur = stuck;
    int32_t pawn = fairy_find_piece(f, P_shogiPawn, -1);
    if (f->number[F_shogiPawnDropMateIllegal] && pawn >= 0) {
        kit_num what = kit_what(K, &x->b, kit_read(K, x->here));
        kit_cond dropped = kit_and(K, kit_compare(K, IR_EQ, kit_read(K, x->from), kit_known(x->b.off[0])),
                                   kit_compare(K, IR_EQ, what, kit_known(kit_piece(&x->b, side, pawn))));
        end_if(x, kit_and(K, dropped, fairy_in_check(x, next)), next, FAIRY_WIN);
    }
    end_if(x, fairy_in_check(x, next), next, f->number[F_checkmateValue]);
    if (f->number[F_passOnStalemate] && x->king[next] != IR_NONE)
        kit_go(K, go_on);
    else
        kit_go(K, kit_result(K, &x->t, next, f->number[F_stalemateValue]));
    K->cur = go_on;
    if (x->clock != IR_NONE)
        end_if(x, kit_compare(K, IR_GE, kit_read(K, x->clock), kit_known(2 * f->number[F_nMoveRule])), next,
               FAIRY_DRAW);
    remember(x, next);
    if (x->run[side] != IR_NONE) {
        kit_num more = kit_op(K, IR_ADD, kit_clamp(K, kit_read(K, x->run[side]), 0, x->seen.room - 1, 0), kit_known(1));
        kit_set(K, x->run[side], kit_choose(K, fairy_in_check(x, next), more, kit_known(0)));
    }
    repetition(x, side);
    kit_decides(K, &x->t, next, x->decide[next]);
}

/* ---- all ---- */

static void show(fairy_lowering *x)
{
    arena *a = K->g->arena;
    const fairy *f = x->f;
    const char **pieces = ARENA_ARRAY(a, const char *, 2 * f->piece_count + 1);
    const char **in_hand = ARENA_ARRAY(a, const char *, f->piece_count);
    ir_var values[3], shown[] = {x->castle, x->checks, x->clock};
    kit_shown s = {.in_hand = in_hand, .pieces = pieces, .forms = &x->forms, .values = values};
    s.hands[0] = "hand of White";
    s.hands[1] = "hand of Black";
    pieces[0] = "empty";
    for (int32_t i = 0; i < f->piece_count; i++) {
        const fairy_piece *p = &f->pieces[i];
        const fairy_type *t = &f->types[p->type];
        int letter = f->types[p->sign ? p->origin : p->type].letter - 'a' + 'A';
        if (p->origin < 0 || (p->sign && f->number[F_dropPromoted]))
            in_hand[i] = arena_printf(a, "%s%c@", p->sign ? "+" : "", letter);
        for (int32_t side = 0; side < 2; side++)
            pieces[kit_piece(&x->b, side, i)] =
                arena_printf(a, "%s %s%s", side ? "Black" : "White", t->name, p->origin < 0 ? "" : ", promoted");
    }
    for (uint32_t i = 0; i < 3; i++)
        if (shown[i] != IR_NONE)
            values[s.value_count++] = shown[i];
    kit_show_board(K, &x->b, &s);
}

static const ir_words words = {.no_end = "the game can never end",
                               .no_end_hint = "`stalemateValue = loss` would end it when a player cannot move"};

ir_game *fairy_lower(fairy *f)
{
    kit_code code;
    fairy_lowering lowering = {.f = f, .k = &code}, *x = &lowering;
    kit_init(K, f->a, NULL, NULL);
    K->at = f->here.span;
    kit_new_game(K, f->in->keep, f->in->names, f->in->source, f->in->sink, &words);
    memset(x->search, 0xff, sizeof x->search);
    if (!kit_two_players(K, &x->t, "White", "Black") || !declare(x))
        return NULL;
    kit_attacks_make(K, &x->b, x->attack, fairy_kinds(f, UINT64_C(1) << P_janggiCannon));
    for (int32_t side = 0; side < 2; side++) {
        x->decide[side] = kit_node(K);
        x->after[side] = kit_node(K);
        find_threats(x, side);
    }
    for (int32_t side = 0; side < 2; side++) {
        fairy_pass play = {.side = side, .play = true, .what = FAIRY_ALL, .settle = kit_node(K)};
        K->cur = x->decide[side];
        fairy_moves(x, &play);
        settle(x, &play);
        after(x, side);
    }
    K->cur = K->g->begin;
    remember(x, f->first);
    kit_decides(K, &x->t, f->first, x->decide[f->first]);
    show(x);
    return K->full ? NULL : kit_finish(K, false);
}

/* From a matched game to an automaton.
 *
 * Code is written at a cursor: a node of the automaton that the next edge leaves. Numbers and conditions are lowered
 * to expressions, maybe behind edges that prepare them; those known at load are values and fold. Context variables
 * (`(from)`, `(to)`, ..) are variables of the automaton, or numbers known while something is evaluated at load.
 * Moves are generated for a use: to be played, with tags, or to find out whether there is one. */
#ifndef LUDENS_LANG_LUDII_LOWER_LOWER_H
#define LUDENS_LANG_LUDII_LOWER_LOWER_H

#include "lang/ludii/lower/lu.h"

/* ---- lower.c, values.c ---- */
void lu_refuse(lu *x, const ludii_value *v, const char *what);
void lu_refuse_ludeme(lu *x, const ludii_value *v);
void lu_place(lu *x, const ludii_value *v);

/* The number as a key of sites: -1 when it is none. */
kit_num lu_as_site(lu *x, kit_num n);

/* turning.c: whether pieces are turned, and of how many rotations each has one. */
bool lu_pieces_turn(const lu *x);
uint32_t lu_turns(lu *x); /* directions.c */
ir_var lu_state_var(lu *x, lu_state s);
ir_var lu_context_var(lu *x, lu_context c);
kit_num lu_context_num(lu *x, lu_context c);
/* Code that several places share, or that changes context variables, looks at the variables: they are set to what is
 * known or stands for them, inside of a search, until lu_rebind. */
lu_bound lu_unbind(lu *x);
void lu_rebind(lu *x, const lu_bound *b);
/* Context variables kept over code that changes them. */
kit_num lu_keep_num(lu *x, const char *name, kit_num n);
kit_num lu_keep(lu *x, lu_context c, const char *name);

/* ---- values ---- */
bool lu_quirk(const lu *x, ludii_quirk q);
/* Whether a value is an instance of that row. */
bool lu_is_row(const lu *x, const ludii_value *v, const char *row);
const ludii_value *lu_arg(const lu *x, const ludii_value *v, const char *label);
const ludii_value *lu_item(const lu *x, const ludii_value *v,
                           const char *class); /* the first of a class, without label */
bool lu_is(const lu *x, const ludii_value *v, const char *class);
bool lu_word_is(const lu *x, const ludii_value *v, const char *word);
/* ignored.c. Notes that something is made of a value; what reads its word or lowers it does. */
void lu_touch(const lu *x, const ludii_value *v);
void lu_touch_done(const lu *x, const ludii_value *v);          /* moves that are made, not only asked for */
void lu_pass_over(const lu *x, const ludii_value *v);           /* nothing of it matters here */
const ludii_value *lu_then_of_old(lu *x, const ludii_value *v); /* what later does not follow */
void lu_refuse_ignored(lu *x);
const char *lu_word(const lu *x, const ludii_value *v);
/* The same of looking only. */
const char *lu_word_seen(const lu *x, const ludii_value *v);
bool lu_word_seen_is(const lu *x, const ludii_value *v, const char *word);
const char *lu_class(const lu *x, const ludii_value *v);
bool lu_array_of(const lu *x, const ludii_value *v);
bool lu_flag(lu *x, const ludii_value *v, const char *label, bool standard);
name_id lu_string(lu *x, const ludii_value *v);
const ludeme_code *lu_code(const lu *x, const ludii_value *v);
bool lu_mentions_label(const lu *x, const ludii_value *v, const char *label);
bool lu_mentions(const lu *x, const ludii_value *v, const char *class);
bool lu_has_word(const lu *x, const ludii_value *v, const char *class, const char *word);

/* ---- lowering by type: dispatch.c ---- */
kit_num lu_int(lu *x, const ludii_value *v);
kit_cond lu_bool(lu *x, const ludii_value *v);
const lu_region *lu_sites(lu *x, const ludii_value *v);
void lu_moves(lu *x, const ludii_value *v, const lu_use *k);
void lu_effect(lu *x, const ludii_value *v);
bool lu_known_int(lu *x, const ludii_value *v, int32_t *out);
/* A number, player or role that is known at load; others are refused. */
int32_t lu_fixed(lu *x, const ludii_value *v);
kit_num lu_role(lu *x, const ludii_value *v);
bool lu_is_set_of_players(lu *x, const ludii_value *role);
kit_cond lu_is_in_set(lu *x, const ludii_value *role, kit_num player);
/* A role, a <Player> or a number. */
kit_num lu_who(lu *x, const ludii_value *v);

/* regions */
const lu_region *lu_region_of(lu *x, const vec_u32 *sites);
kit_cond lu_holds(lu *x, const lu_region *r, kit_num site);
void lu_pick_site(lu *x, const lu_region *r, ir_var site);
/* Each site of it in turn, in `site`; ends with lu_loop_end. Where it is not one, go to loop.next. */
kit_loop lu_each_site(lu *x, const lu_region *r, ir_var site);
const lu_region *lu_all_sites(lu *x, bool hands);
const lu_region *lu_empty_sites(lu *x);

bool lu_contains(const vec_u32 *sites, uint32_t s);
lu_region *lu_dynamic(lu *x, kit_cond (*holds)(lu *x, const lu_region *r, kit_num site), const vec_u32 *domain);
const lu_region *lu_one_site(lu *x, kit_num site);
const lu_region *lu_unite(lu *x, const lu_region *a, const lu_region *b);
const lu_region *lu_filtered(lu *x, const lu_region *a, const ludii_value *condition, lu_context c);
const lu_region *lu_region_choice(lu *x, kit_cond c, const lu_region *a, const lu_region *b);
const lu_region *lu_near_table(lu *x, const vec_u32 *near, kit_num site);
const lu_region *lu_region_numbered(lu *x, const lu_region *const *all, uint32_t count, kit_num n);
const lu_region *lu_area_sites(lu *x, const ludii_value *v);
void lu_no_region(lu *x, const ludii_value *v);
ir_const lu_piece_table(lu *x, const ludii_value *names);
ir_const lu_first_kind_table(lu *x, name_id name);
kit_num lu_first_of_kind(lu *x, const lu_region *where, kit_num kind, const kit_num *state);

/* ---- equipment.c, start.c ---- */
bool lu_equipment(lu *x);
void lu_read_tracks(lu *x, const ludii_value *board);
void lu_surakarta_tracks(lu *x, const ludii_value *v); /* circuits.c */
void lu_start(lu *x);
uint32_t lu_component_find(const lu *x, name_id name);
const lu_container *lu_container_find(const lu *x, name_id name);
/* Reports a name that no piece or no container of the equipment has; loading fails. */
void lu_no_piece(lu *x, const ludii_value *v);
void lu_no_container(lu *x, const ludii_value *v);
ir_const lu_owner_table(lu *x);
int lu_find_label(lu *x, lu_ground on, const char *label); /* -1: none */
int lu_label_site(lu *x, const ludii_value *v, lu_ground on, const char *label);
kit_num lu_what_at(lu *x, kit_num site);
kit_num lu_who_at(lu *x, kit_num site);
const lu_region *lu_areas_of(lu *x, const ludii_value *v, kit_num who, name_id name);
/* Which track a name and an owner mean depends on what it is for. */
typedef enum lu_track_use { LU_TRACK_ANY, LU_TRACK_MOVE, LU_TRACK_END, LU_TRACK_SITES } lu_track_use;
const lu_track *lu_track_of(lu *x, lu_track_use use, name_id name, int owner);

/* ---- moves.c, effects.c, play.c ---- */
/* How many steps: without a range from one to `standard_max`. */
typedef struct lu_range {
    kit_num min, max;
    bool limited;
} lu_range;
lu_range lu_range_of(lu *x, const ludii_value *range, int32_t standard_max);
void lu_emit(lu *x, const lu_use *k, const lu_move *m);
/* bounds.c: checks that moves from a site can end at another one at all. */
void lu_check_bounds(lu *x, const ludii_value *moves, kit_num from, kit_num aim);
/* repetition.c */
void lu_forbid_repetition(lu *x, const ludii_value *v);
void lu_remember_positions(lu *x); /* from now on */
kit_cond lu_is_cycle(lu *x);
void lu_remember_position(lu *x);
void lu_remember_in_turn(lu *x, kit_cond passes); /* the turn passes with the move */
void lu_remember_start(lu *x);
void lu_check_not_stored(lu *x, const lu_use *k, const lu_move *m);
void lu_check_new_position(lu *x, const lu_use *k, const lu_move *m);
void lu_begin_move(lu *x);
void lu_forget_pending(lu *x); /* pending.c: it is over with the next move */
void lu_run_move(lu *x, const lu_move *m);
void lu_run_thens(lu *x, lu_thens *t, const lu_thens *stop);
kit_cond lu_can(lu *x, const ludii_value *moves);
/* The same with what is forbidden by rules of the whole game. */
kit_cond lu_can_by_rules(lu *x, const ludii_value *moves);
lu_use lu_with_then(lu *x, const lu_use *k, const ludii_value *then);
void lu_tag_word(lu *x, const char *word);
void lu_tag_num(lu *x, kit_num n);
void lu_tag_site(lu *x, kit_num n);
kit_num lu_piece_number(lu *x, const ludii_value *v);
/* The first kind of piece that a player has. */
kit_num lu_first_piece(lu *x, kit_num player);
kit_num lu_promoted(lu *x, const ludii_value *piece, const ludii_value *who);
bool lu_on_default_sites(const lu *x, const ludii_value *v); /* it names no other type */
const lu_region *lu_container_sites(lu *x, const ludii_value *v);
const uint32_t *lu_walk_sites(lu *x, const ludii_value *walk, uint32_t *length, uint32_t *ways);
kit_cond lu_is_flat(lu *x, kit_num site);
const vec_u32 *lu_walk_ends(lu *x, const ludii_value *walks, bool rotations);
uint32_t lu_longest_way(lu *x);
uint32_t lu_board_parts(lu *x, const char *kind, const lu_region **out, uint32_t room);
const lu_region *lu_frozen(lu *x, const lu_region *r);
const lu_region *lu_marked(lu *x, ir_var marks, const vec_u32 *domain);
/* state -1: that of the site stays. */
void lu_arrive(lu *x, kit_num site, kit_num piece, kit_num count, kit_num state);
void lu_take(lu *x, kit_num site, kit_num count);
void lu_add_beside(lu *x, kit_num site, kit_num count, kit_num state, ir_node after);
/* What a move passes over is (between), for (last Between). */
bool lu_notes_passed(const lu *x);
void lu_note_passed(lu *x);
void lu_note_end(lu *x, kit_num site); /* an action ends there, for (sites LastTo) */
void lu_after_consequence(lu *x, kit_num from, kit_num to);
void lu_displace(lu *x, kit_num from, kit_num to, kit_num count, bool copy);
/* number: as so many; decided: as the move of a decision. */
void lu_displace_by(lu *x, kit_num from, kit_num to, kit_num count, bool copy, bool number, bool decided);
kit_num lu_owner_of(lu *x, kit_num piece); /* whom a piece belongs to that is put on a site */
kit_num lu_inside(lu *x, kit_num site);    /* a site that is known to be one */
/* So many of them. */
void lu_displace_number(lu *x, kit_num from, kit_num to, kit_num count);
void lu_clear_site(lu *x, kit_num site);
/* Nothing (0) clears the site. */
void lu_put_only(lu *x, kit_num site, kit_num piece);
void lu_put_other_kind(lu *x, kit_num site, kit_num piece); /* promoted */
void lu_put_as_owned(lu *x, kit_num site, kit_num piece);
void lu_put(lu *x, kit_num site, kit_num piece, kit_num count, kit_num state);
void lu_moves_of_phases(lu *x, const lu_use *k, const ludii_value *instead);
kit_num lu_active(lu *x, kit_num player);
void lu_take_turn(lu *x, kit_num who, bool behind);
kit_cond lu_has_moves(lu *x, kit_num who);
bool lu_play(lu *x);
void lu_find_state(lu *x);
void lu_change_phases(lu *x);
void lu_end_rules(lu *x, const ludii_value *end);
void lu_draw(lu *x);
void lu_show(lu *x);                             /* view.c */
const struct ir_view_picture *lu_picture(lu *x); /* picture.c */

/* ---- longest.c ---- */
bool lu_captures_nothing(const lu *x, const lu_use *k, const lu_move *m);

/* ---- teams.c ---- */
kit_cond lu_same_team(lu *x, kit_num a, kit_num b);
kit_cond lu_in_team(lu *x, kit_num who, int32_t team);
ir_var lu_team_var(lu *x);

/* ---- laps.c ---- */
void lu_find_laps(lu *x);
void lu_finish_captures(lu *x, uint32_t count);
bool lu_track_comes_back(const lu_track *t);
void lu_leave_tracks(lu *x, kit_num piece, kit_num site);
kit_num lu_follower_at(lu *x, kit_num site, kit_num owner);
kit_num lu_lap_of(lu *x, kit_num track, kit_num piece, kit_num site);
void lu_follow_tracks(lu *x, kit_num piece, kit_num from, kit_num to);

kit_cond lu_does(lu *x, const ludii_value *effect); /* levels.c */

/* ---- together.c ---- */
/* The condition of an `(if ..)` that is an effect. */
kit_cond lu_decided_before(lu *x, const ludii_value *v);
/* Conditions of an effect in front of a move that ask for what is pending, which the move forgets: found out first. */
void lu_decide_first(lu *x, const ludii_value *guard, const ludii_value *effect);
kit_cond lu_guard(lu *x, const ludii_value *guard);
const kit_num *lu_kept_num(const lu *x, const ludii_value *v); /* NULL: to be found out now */

/* ---- ways.c ---- */
void lu_rank_piece(lu *x, const lu_region *where, const bool *in, const ludii_value *moves, lu_use *use);
void lu_tag_value(lu *x, const lu_use *k, const lu_move *m);
void lu_end_ways(lu *x, const lu_use *k, const lu_move *m, ir_node behind); /* the last edges of a move */

/* ---- simulation.c ---- */
void lu_simulate(lu *x, const ludii_value *moves);
void lu_prepare_simulation(lu *x);
void lu_foresee(lu *x, const ludii_value *moves);
/* Whether the action is not to be made; then it is told. */
bool lu_only_tells(lu *x, bool added, kit_num site, kit_num piece);

/* ---- memory.c ---- */
enum { LU_UNSET = -30001 }; /* of variables with names */
void lu_find_lists(lu *x, const ludii_value *v);
void lu_remember_before(lu *x, const ludii_value *v);
kit_cond lu_remembers_more(lu *x, const ludii_value *v); /* whether (remember Value ..) adds one */
kit_cond lu_remembers_any(lu *x, const ludii_value *v);  /* whether (forget Value .. All) forgets one */
typedef struct lu_shown_name {
    const char *text;
    const lu_named *of;
} lu_shown_name;
uint32_t lu_sorted_names(lu *x, bool lists, lu_shown_name *out, uint32_t room);

/* ---- paces.c ---- */
const lu_region *lu_sites_at_paces(lu *x, const ludii_value *v, kit_num min, kit_num max);
kit_num lu_paces_to(lu *x, const ludii_value *v, kit_num from, const ludii_value *to);

/* ---- votes.c ---- */
void lu_find_proposals(lu *x);

/* ---- bets.c ---- */
void lu_find_bets(lu *x);

/* ---- simultaneous.c ---- */
void lu_simultaneous(lu *x, ir_node turn_entry);
void lu_check_joint_mover(lu *x, const lu_joint *j, const lu_move *m);
/* In front of the end of a move: that what begins at `start` is to be done when all have decided. */
void lu_plan(lu *x, ir_node start);
void lu_end_joint_choice(lu *x);
/* To be done after the moves of all. */
void lu_postpone(lu *x, const ludii_value *effect);

/* ---- swap.c ---- */
void lu_may_exchange_seats(lu *x);

/* dispatch.c: who moves after that player. */
kit_num lu_next_of(lu *x, kit_num player);

/* ---- lower.c ---- */
lu *lu_new(ludii_file *f, const lib *l, const ludii_value *game);
void lu_new_game(kit_code *k, const lang_input *in);
bool lu_declare(lu *x); /* players and scores */
ir_game *lu_lower(ludii_file *f, const lib *l, const ludii_value *game, const lang_input *in);

#define LU_NOTHING kit_known(0)
#endif

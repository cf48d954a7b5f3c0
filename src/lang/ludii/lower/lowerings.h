/* The functions that rows of ludemes name. */
#ifndef LUDENS_LANG_LUDII_LOWER_LOWERINGS_H
#define LUDENS_LANG_LUDII_LOWER_LOWERINGS_H

#include "lang/ludii/lower/lower.h"
#include "lang/ludii/ludeme.h"

#define NUMBER(f)    kit_num f(lu *x, const ludii_value *v)
#define CONDITION(f) kit_cond f(lu *x, const ludii_value *v)
#define REGION(f)    const lu_region *f(lu *x, const ludii_value *v)
#define MOVES(f)     void f(lu *x, const ludii_value *v, const lu_use *k)
#define EFFECT(f)    void f(lu *x, const ludii_value *v)

NUMBER(lu_literal);
NUMBER(lu_mover);
NUMBER(lu_next);
NUMBER(lu_prev);
NUMBER(lu_to);
NUMBER(lu_between);
NUMBER(lu_site);
NUMBER(lu_level);
NUMBER(lu_pips);
NUMBER(lu_value_here);
NUMBER(lu_from);
NUMBER(lu_last);
NUMBER(lu_what);
NUMBER(lu_who_ludeme);
NUMBER(lu_state_ludeme);
NUMBER(lu_row);
NUMBER(lu_column);
NUMBER(lu_phase_of);
NUMBER(lu_coord);
NUMBER(lu_centre_point);
NUMBER(lu_hand_site);
NUMBER(lu_id);
NUMBER(lu_map_entry);
NUMBER(lu_value_of_piece);
NUMBER(lu_divide);
NUMBER(lu_modulo);
NUMBER(lu_add_ludeme);
NUMBER(lu_multiply);
NUMBER(lu_max_int);
NUMBER(lu_min_int);
NUMBER(lu_subtract);
NUMBER(lu_abs);
NUMBER(lu_int_if);
NUMBER(lu_count_site);
NUMBER(lu_count_component);
NUMBER(lu_count_simple);
NUMBER(lu_score);
NUMBER(lu_counter);
NUMBER(lu_var);
NUMBER(lu_ahead);
NUMBER(lu_track_move);
NUMBER(lu_track_end);
NUMBER(lu_value_pending);
NUMBER(lu_where);
NUMBER(lu_count_steps);
NUMBER(lu_size_group);
NUMBER(lu_count_groups);
NUMBER(lu_size_territory);
NUMBER(lu_count_liberties);
NUMBER(lu_value_player);
NUMBER(lu_match_score);

CONDITION(lu_bool_and);
CONDITION(lu_bool_or);
CONDITION(lu_bool_not);
CONDITION(lu_bool_xor);
CONDITION(lu_bool_if);
CONDITION(lu_equal);
CONDITION(lu_not_equal);
CONDITION(lu_less);
CONDITION(lu_less_equal);
CONDITION(lu_greater);
CONDITION(lu_greater_equal);
CONDITION(lu_is_site);
CONDITION(lu_is_in);
CONDITION(lu_is_player);
CONDITION(lu_is_line);
CONDITION(lu_is_integer);
CONDITION(lu_is_simple);
CONDITION(lu_is_connect);
CONDITION(lu_is_component);
CONDITION(lu_can_ludeme);
CONDITION(lu_no_moves);
CONDITION(lu_all);
CONDITION(lu_was_pass);
CONDITION(lu_is_triggered);
CONDITION(lu_is_related);

REGION(lu_sites_random);
REGION(lu_sites_simple);
REGION(lu_sites_list);
REGION(lu_sites_coordinates);
REGION(lu_sites_index);
REGION(lu_sites_here);
REGION(lu_sites_occupied);
REGION(lu_sites_around);
REGION(lu_sites_player);
REGION(lu_sites_role);
REGION(lu_sites_start);
REGION(lu_sites_side);
REGION(lu_sites_walk);
REGION(lu_expand);
REGION(lu_intersection);
REGION(lu_union);
REGION(lu_difference);
REGION(lu_region_if);
REGION(lu_filter);
REGION(lu_sites_direction);
REGION(lu_sites_move);
REGION(lu_sites_line);

MOVES(lu_move_add);
MOVES(lu_move_step);
MOVES(lu_move_slide);
MOVES(lu_move_hop);
MOVES(lu_move_leap);
MOVES(lu_move_from_to);
MOVES(lu_for_value);
EFFECT(lu_effect_for_value);
MOVES(lu_move_turn);
EFFECT(lu_effect_turn);
MOVES(lu_move_select);
MOVES(lu_move_remove);
MOVES(lu_move_simple);
MOVES(lu_move_promote);
MOVES(lu_moves_or);
MOVES(lu_moves_if);
MOVES(lu_priority);
MOVES(lu_for_piece);
MOVES(lu_for_site);
MOVES(lu_do);
MOVES(lu_moves_and);
MOVES(lu_for_direction);
EFFECT(lu_effect_for_direction);
MOVES(lu_for_player);
EFFECT(lu_effect_for_player);
MOVES(lu_move_max);
MOVES(lu_move_shoot);
MOVES(lu_move_swap);
MOVES(lu_pass_moves);
MOVES(lu_capture_moves);

EFFECT(lu_effect_and);
EFFECT(lu_effect_if);
EFFECT(lu_effect_add);
EFFECT(lu_effect_remove);
EFFECT(lu_effect_again);
EFFECT(lu_effect_promote);
EFFECT(lu_effect_from_to);
EFFECT(lu_effect_custodial);
EFFECT(lu_effect_set_value);
EFFECT(lu_effect_set_site);
EFFECT(lu_effect_set_player);
EFFECT(lu_effect_add_score);
EFFECT(lu_effect_set_pending);
EFFECT(lu_effect_for_site);
EFFECT(lu_effect_surround);
EFFECT(lu_effect_intervene);
EFFECT(lu_effect_trigger);
EFFECT(lu_effect_flip);
EFFECT(lu_effect_apply);
EFFECT(lu_effect_enclose);
EFFECT(lu_effect_direction_capture);
MOVES(lu_move_next_player);
EFFECT(lu_effect_next_player);
EFFECT(lu_effect_pass);
EFFECT(lu_effect_swap);
EFFECT(lu_effect_note);
EFFECT(lu_effect_set_direction);

EFFECT(lu_effect_attract);
EFFECT(lu_effect_push);
EFFECT(lu_effect_any);
EFFECT(lu_effect_sow);
EFFECT(lu_place_piece);
EFFECT(lu_place_pieces);
EFFECT(lu_start_sites);
EFFECT(lu_start_player);

REGION(lu_sites_incident);
REGION(lu_sites_crossing);
REGION(lu_sites_of_group);
NUMBER(lu_cost);
EFFECT(lu_start_role);
MOVES(lu_satisfy);
EFFECT(lu_start_values);
NUMBER(lu_hint);
CONDITION(lu_puzzle_different);
CONDITION(lu_puzzle_result);
CONDITION(lu_puzzle_unique);
CONDITION(lu_puzzle_solved);
CONDITION(lu_puzzle_for_all);
NUMBER(lu_amount);
NUMBER(lu_pot);
MOVES(lu_move_bet);
MOVES(lu_avoid_stored);
EFFECT(lu_effect_remember);
MOVES(lu_append);
EFFECT(lu_effect_append);
EFFECT(lu_effect_combinations);
CONDITION(lu_is_pattern);
CONDITION(lu_is_loop);
NUMBER(lu_layer);
NUMBER(lu_power);
CONDITION(lu_is_crossing);
CONDITION(lu_is_tree);
CONDITION(lu_is_regular);
CONDITION(lu_is_path);
CONDITION(lu_is_graph);

CONDITION(lu_is_target);
MOVES(lu_move_distance);
MOVES(lu_first_on_track);
NUMBER(lu_top_level);
NUMBER(lu_size_stack);
EFFECT(lu_place_stack);
EFFECT(lu_start_team);
EFFECT(lu_effect_priority);
REGION(lu_sites_in_sight);
EFFECT(lu_effect_show);
CONDITION(lu_is_seen);
EFFECT(lu_place_random);
MOVES(lu_move_exchange);
EFFECT(lu_effect_exchange);
EFFECT(lu_effect_exchange_players);
EFFECT(lu_effect_do);
MOVES(lu_move_message);
EFFECT(lu_effect_message);
CONDITION(lu_is_string);
NUMBER(lu_face);
MOVES(lu_for_die);
EFFECT(lu_effect_roll);

REGION(lu_sites_between);
REGION(lu_sites_distance);
REGION(lu_sites_turtle);
EFFECT(lu_effect_capture_stack);
NUMBER(lu_count_line);
NUMBER(lu_count_between);
REGION(lu_sites_on_lines);

kit_num lu_map_look(lu *x, const ludii_value *v, name_id name, kit_num key);

#endif

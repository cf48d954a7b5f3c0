"""Games and states as algorithms written for OpenSpiel call them (pyspiel.Game, pyspiel.State).

    game = ludens.adapters.spiel.Game(ludens.load_library("gdl/kuhn-poker.kif"))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    state.returns()

Players are numbered from 0, chance is -1, several at once are -2, the end is -4. Returns are from -1 to 1.
"""

from .. import PlayError
from ._common import Actions, returns_of, scale_of

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4


class Game:
    """actions: how many numbers for moves there are to be, in games without a network; see ludens.Batch."""

    def __init__(self, game, actions=None):
        self.game = game
        self.actions = Actions(game, actions)
        self.scales = scale_of(game)

    def num_players(self):
        return len(self.game.roles)

    def num_distinct_actions(self):
        return self.actions.size

    def new_initial_state(self):
        return State(self, self.game.start(), [])

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def observation_tensor_shape(self):
        return [self.game.feature_count]

    def observation_tensor_size(self):
        return self.game.feature_count

    information_state_tensor_shape = observation_tensor_shape
    information_state_tensor_size = observation_tensor_size

    def __str__(self):
        return self.game.path

    def __repr__(self):
        return f"<ludens.adapters.spiel.Game {self.game.path}>"


class State:
    def __init__(self, game, state, history):
        self._game, self.state, self._history = game, state, history

    def get_game(self):
        return self._game

    # who decides

    def current_player(self):
        mover = self.state.mover
        if mover is None:
            return TERMINAL if self.state.terminal else SIMULTANEOUS
        return self._game.game.roles.index(mover) if mover in self._game.game.roles else CHANCE

    def is_terminal(self):
        return self.state.terminal

    def is_chance_node(self):
        return self.current_player() == CHANCE

    def is_simultaneous_node(self):
        return self.current_player() == SIMULTANEOUS

    def is_player_node(self):
        return self.current_player() >= 0

    # moves

    def _moves(self, player=None):
        """Texts of the moves of a player; None: of the one that decides."""
        player = self.current_player() if player is None else player
        if player == TERMINAL:
            return []
        if player == SIMULTANEOUS:
            raise PlayError("several players decide at once: name one")
        role = player + 1
        name = self._game.game.roles[player] if player >= 0 else "random"
        return self.state.moves(role) if name in self.state.movers else []

    def legal_actions(self, player=None):
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return sorted(self._game.actions.number(text) for text in self._moves(player))

    def legal_actions_mask(self, player=None):
        mask = [0] * self._game.actions.size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self):
        """Outcomes of chance have numbers of their own: their places in this list."""
        return [(i, p) for i, (_, p) in enumerate(self.state.chance())]

    def action_to_string(self, player, action=None):
        if action is None:
            player, action = self.current_player(), player
        return self.state.chance()[action][0] if player == CHANCE else self._game.actions.texts[action]

    def string_to_action(self, player, text=None):
        if text is None:
            player, text = self.current_player(), player
        if player == CHANCE:
            return [move for move, _ in self.state.chance()].index(text)
        return self._game.actions.number(text)

    def apply_action(self, action):
        player = self.current_player()
        if player == SIMULTANEOUS:
            raise PlayError("several players decide at once: apply_actions()")
        self.state.apply(self.action_to_string(player, action))
        self._history.append(action)

    def apply_actions(self, actions):
        """One action a player; of those that do not decide it is not looked at. Where chance decides besides, it has
        been drawn by nobody: such games are not for this interface."""
        movers = self.state.movers
        if "random" in movers:
            raise PlayError("chance decides beside players here")
        self.state.apply({role: self._game.actions.texts[a] for role, a in zip(self._game.game.roles, actions)
                          if role in movers})
        self._history += list(actions)

    def child(self, action):
        other = self.clone()
        other.apply_action(action)
        return other

    def clone(self):
        return State(self._game, self.state.copy(), list(self._history))

    def history(self):
        return list(self._history)

    def history_str(self):
        return ", ".join(map(str, self._history))

    # results

    def returns(self):
        return returns_of(self.state, self._game.scales) if self.state.terminal else [0.0] * self.num_players()

    def rewards(self):
        return self.returns()

    def player_return(self, player):
        return self.returns()[player]

    player_reward = player_return

    def num_players(self):
        return self._game.num_players()

    # what players know

    def observation_tensor(self, player=None):
        player = self.current_player() if player is None else player
        return list(self.state.features(max(player, 0) + 1))

    information_state_tensor = observation_tensor

    def information_state_string(self, player=None):
        """Equal for states that the player cannot tell apart."""
        player = self.current_player() if player is None else player
        return f"{self.state.observe_hash(max(player, 0) + 1):016x}"

    observation_string = information_state_string

    def __str__(self):
        return str(self.state)

"""A PettingZoo environment in which agents act in turn (AEC).

    env = ludens.adapters.zoo.Env(ludens.load_library("gdl/tic-tac-toe.kif"))
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else int(np.argmax(observation["action_mask"]))
        env.step(action)

Agents are named as the roles. Chance draws by itself. Where several roles decide at once they are asked one after the
other, and none knows what the others chose. Rewards come at the end, from -1 to 1.
"""

from .. import IllegalMove, Random
from ._common import Actions, returns_of, scale_of, spaces

try:
    from pettingzoo import AECEnv as _Base
except ImportError:

    class _Base:
        """What of PettingZoo's AECEnv does not depend on the game."""

        def agent_iter(self, max_iter=2**63):
            while self.agents and max_iter > 0:
                max_iter -= 1
                yield self.agent_selection

        def last(self, observe=True):
            agent = self.agent_selection
            return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                    self.truncations[agent], self.infos[agent])

        @property
        def num_agents(self):
            return len(self.agents)

        @property
        def unwrapped(self):
            return self


class Env(_Base):
    """actions: how many numbers for moves there are to be, in games without a network. max_plies: longer games are
    truncated."""

    metadata = {"name": "ludens", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game, actions=None, max_plies=10000, render_mode=None):
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = list(game.roles)
        self._actions, self._scales, self._max_plies = Actions(game, actions), scale_of(game), max_plies
        kinds = spaces()
        n = self._actions.size
        self._observation_space = kinds.Dict({
            "observation": kinds.Box(0.0, 1.0, (game.feature_count,), self._dtype("float32")),
            "action_mask": kinds.Box(0, 1, (n,), self._dtype("int8")),
        })
        self._action_space = kinds.Discrete(n)
        self.agents = []

    @staticmethod
    def _dtype(name):
        try:
            import numpy

            return getattr(numpy, name)
        except ImportError:
            return name

    def observation_space(self, agent):
        return self._observation_space

    def action_space(self, agent):
        return self._action_space

    def reset(self, seed=None, options=None):
        self._random = Random(0 if seed is None else seed)
        self.state, self._plies, self._chosen = self.game.start(), 0, {}
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._advance()

    def _deciding(self):
        """Roles that have to choose; chance among them."""
        return (self.state.mover,) if self.state.mover else self.state.movers

    def observe(self, agent):
        mask = bytearray(self._actions.size)
        if agent in self._deciding() and agent not in self._chosen:
            for text in self.state.moves(agent):
                mask[self._actions.number(text)] = 1
        features = self.state.features(agent)
        try:
            import numpy as np

            return {"observation": np.array(features), "action_mask": np.frombuffer(mask, dtype=np.int8)}
        except ImportError:
            return {"observation": features, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        text = self._actions.texts[action] if 0 <= action < len(self._actions.texts) else None
        if text is None or text not in self.state.moves(agent):
            raise IllegalMove(f"action {action} of {agent} is not legal here")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._chosen[agent] = text
        if all(role in self._chosen for role in self._deciding() if role in self.possible_agents):
            self._make_moves()
        self._advance()
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward

    def _make_moves(self):
        """The moves that were chosen, and chance's."""
        self.state.apply({role: self._chosen[role] if role in self._chosen else self.state.draw(self._random, role)
                          for role in self._deciding()})
        self._chosen = {}
        self._plies += 1

    def _advance(self):
        """Goes on to a position where an agent has to choose, or to the end."""
        while not self.state.terminal and self.state.mover == "random":
            self._make_moves()
        if self.state.terminal or self._plies >= self._max_plies:
            ended = self.terminations if self.state.terminal else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
            if self.state.terminal:
                self.rewards = dict(zip(self.possible_agents, returns_of(self.state, self._scales)))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = next(role for role in self._deciding()
                                        if role in self.possible_agents and role not in self._chosen)

    def _leave(self, agent, action):
        """An agent whose game is over leaves."""
        if action is not None:
            raise ValueError("the game is over: the action must be None")
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            table.pop(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self):
        return self.state.svg() if self.render_mode == "svg" else str(self.state)

    def close(self):
        pass

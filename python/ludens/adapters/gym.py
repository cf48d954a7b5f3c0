"""A Gymnasium vector environment: games side by side in a ludens.Batch, in which one policy plays all roles.

    envs = ludens.adapters.gym.VectorEnv(ludens.load_library("gdl/connect-four.kif"), 512)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(1))

Each environment shows its position as the role sees it that is to move; infos["mover"] is its number, from 0, and
infos["action_mask"] what it may do. The reward of a step is that of the role that moved in it, from -1 to 1 when it
ended the game, else 0; infos["returns"] has those of all roles then. Environments that end begin anew within the same
step. Games of chance, and those in which several roles decide at once, are refused: they are for ludens.Batch itself.

Needs NumPy.
"""

import numpy as np

from .. import Batch
from ._common import scale_of, spaces

try:
    from gymnasium.vector import VectorEnv as _Base
except ImportError:
    _Base = object


class VectorEnv(_Base):
    """actions, width: as ludens.Batch has them."""

    metadata = {"name": "ludens", "render_modes": [], "autoreset_mode": "SameStep"}

    def __init__(self, game, num_envs, actions="numbered", width=256):
        if game.chance or game.simultaneous:
            raise ValueError("only games without chance in which one role decides at a time")
        self.game, self.num_envs = game, num_envs
        self._how = {"actions": actions, "width": width}
        scales = np.array(scale_of(game))
        self._low, self._width = scales[:, 0], scales[:, 1]
        self._begin(1)
        kinds = spaces()
        self.single_observation_space = kinds.Box(0.0, 1.0, (game.feature_count,), np.float32)
        self.single_action_space = kinds.Discrete(self.batch.actions)
        self.observation_space = kinds.Box(0.0, 1.0, (num_envs, game.feature_count), np.float32)
        many = getattr(kinds, "MultiDiscrete", None)
        self.action_space = many([self.batch.actions] * num_envs) if many else kinds.Discrete(self.batch.actions)

    def _begin(self, seed):
        self.batch = Batch(self.game, self.num_envs, seed=seed, **self._how)
        self._mask, self._movers = np.asarray(self.batch.mask), np.asarray(self.batch.movers)
        self._ended, self._rewards = np.asarray(self.batch.ended), np.asarray(self.batch.rewards)

    def _observe(self):
        return (np.array(self.batch.features()),
                {"action_mask": self._mask.copy(), "mover": self._movers.astype(np.int64) - 1})

    def reset(self, *, seed=None, options=None):
        if seed is None:
            self.batch.reset()
        else:
            self._begin(seed)
        return self._observe()

    def step(self, actions):
        moved = self._movers.astype(np.int64) - 1
        self.batch.step(np.ascontiguousarray(actions, dtype=np.int64))
        ended = self._ended.copy()
        returns = np.where(ended[:, None], 2 * (self._rewards - self._low) / self._width - 1, 0.0)
        observations, infos = self._observe()
        infos["returns"] = returns
        rewards = returns[np.arange(self.num_envs), moved]
        return observations, rewards, ended, np.zeros(self.num_envs, dtype=bool), infos

    def close(self, **kwargs):
        pass

"""What adapters share: numbers of moves, scores from -1 to 1, spaces."""

from .. import Batch


class Actions:
    """Numbers of moves, which are the same wherever a move has the same text.

    In games on a network all moves are known beforehand. Others raise NoNetwork, unless `size` says how many numbers
    there are to be; then moves get them as they are first met.
    """

    def __init__(self, game, size=None):
        self.texts, self.numbers = [], {}
        if size is None:
            batch = Batch(game, 1)
            for role in range(1, len(game.roles) + 1):
                for text in batch.action_names(role):
                    if text is not None:
                        self.number(text)
            size = len(self.texts)
        self.size = size
        self.complete = size == len(self.texts)

    def number(self, text):
        found = self.numbers.get(text)
        if found is None:
            if getattr(self, "complete", False) or len(self.texts) >= getattr(self, "size", len(self.texts) + 1):
                raise ValueError(f"there are more than {self.size} different moves, {text!r} is one more")
            found = self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return found


def scale_of(game):
    """(low, width) of the scores of each role, for -1 + 2 (score - low) / width."""
    bounds = [game.score_bounds(r + 1) for r in range(len(game.roles))]
    return [(low, (high - low) or 1.0) for low, high in bounds]


def returns_of(state, scales):
    return [2 * (score - low) / width - 1 for score, (low, width) in zip(state.scores().values(), scales)]


class Discrete:
    """Whole numbers below n, where Gymnasium is not there."""

    def __init__(self, n):
        self.n, self.shape = n, ()

    def contains(self, x):
        return 0 <= int(x) < self.n

    def __eq__(self, other):
        return isinstance(other, Discrete) and other.n == self.n

    def __repr__(self):
        return f"Discrete({self.n})"


class Box:
    """Vectors of numbers from low to high, where Gymnasium is not there."""

    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

    def __repr__(self):
        return f"Box({self.low}, {self.high}, {self.shape})"


class Dict(dict):
    """Spaces by name, where Gymnasium is not there."""


def spaces():
    """gymnasium.spaces, or the three of them that are needed."""
    try:
        from gymnasium import spaces as found

        return found
    except ImportError:
        import types

        return types.SimpleNamespace(Discrete=Discrete, Box=Box, Dict=Dict)

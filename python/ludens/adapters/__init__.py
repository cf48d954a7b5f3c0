"""Games of Ludens behind interfaces that other libraries know. Nothing is imported before it is used:

    ludens.adapters.spiel.Game(game)        as pyspiel's games and states
    ludens.adapters.zoo.Env(game)           as a PettingZoo AEC environment
    ludens.adapters.gym.VectorEnv(game, n)  as a Gymnasium vector environment

The libraries need not be there; where they are, environments are derived from their classes.
"""

from importlib import import_module

__all__ = ["gym", "spiel", "zoo"]


def __getattr__(name):
    if name in __all__:
        return import_module("." + name, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__

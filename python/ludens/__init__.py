"""Ludens: games of nine rules languages, their positions, many games at once, agents.

A file of rules becomes a Game, a Game a State, and all else follows:

    >>> import ludens
    >>> game = ludens.load_library("hrg/tic-tac-toe.hrg")     # or ludens.load("my-game.hrg")
    >>> state = game.start()
    >>> state.mover, state.count_moves()
    ('cross', 9)
    >>> state.apply("S__2_2")
    >>> state.terminal, state.scores()
    (False, {'cross': 50.0, 'nought': 50.0})

Rules at fault raise RulesError, which has file, line, column and hint, and all diagnostics.

    load, loads, load_library, library      rules become games
    Game, State                             what a game is; positions, moves, scores, what roles know
    Batch                                   thousands of games step by step, for NumPy without copies
    Agent, match, agents                    who chooses moves; functions of yours play, too
    State.solve, State.perft, Game.run, Game.analyse
    Session                                 a game driven by JSON, as the program's pages drive it
    ludens.adapters                         the interfaces of pyspiel, PettingZoo and Gymnasium

No library is needed besides. Calls that take long let other threads run, and end by Ctrl-C.
"""

import json as _json

from ._ludens import (
    Agent,
    Batch,
    Choice,
    Diagnostic,
    Error,
    Game,
    IllegalMove,
    Match,
    NoNetwork,
    PlayError,
    Random,
    RulesError,
    Solution,
    State,
    Thought,
    __version__,
    agents,
    format,
    languages,
    library,
    library_text,
    load,
    loads,
    match,
)
from ._ludens import Session as _Session

__all__ = [
    "Agent", "Batch", "Choice", "Diagnostic", "Error", "Game", "IllegalMove", "Match", "NoNetwork", "PlayError",
    "Random", "RulesError", "Session", "SessionError", "Solution", "State", "Thought", "__version__", "agents",
    "format", "languages", "library", "library_text", "load", "load_library", "loads", "match",
]


def load_library(name, **options):
    """Make a Game of one that comes along (library() lists them), by name: "hrg/chess.hrg", or what follows the
    folder where only one game is called so. The options are those of load()."""
    full, text = library_text(name)
    return loads(text, name=full, **options)


class SessionError(Error):
    """A request was refused: `code` is the reply's, `reply` all of it."""

    def __init__(self, reply):
        error = reply.get("error", {})
        super().__init__(error.get("message", "the request failed"))
        self.code = error.get("code")
        self.reply = reply


class Session(_Session):
    """A game driven by requests: Session(game, *, seed=1). docs/json.md has the operations.

    >>> session = Session(load_library("hrg/tic-tac-toe.hrg"))
    >>> session.request("apply", moves={"cross": "S__1_1"})["ply"]
    1
    """

    def request(self, op, **arguments):
        """The reply to an operation, a dict. Raises SessionError where it is refused."""
        reply = _json.loads(self.request_json(_json.dumps({"op": op, **arguments})))
        if not reply.get("ok"):
            raise SessionError(reply)
        return reply

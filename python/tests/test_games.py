"""Loading, games, states."""

import copy
import inspect
import json
import threading

import pytest
from conftest import GAMES

import numpy as np

import ludens

TWO_MISTAKES = """domain Player = white | black
domain Score = 50 | 0 | 100
domain Cell = C(I) where I in 0..3
board : Cell -> Nothing = { :off }
"""


def test_help_is_there():
    assert "RulesError" in ludens.__doc__
    for name in ludens.__all__:
        thing = getattr(ludens, name)
        if name != "__version__":
            assert inspect.getdoc(thing), name
    for kind in (ludens.Game, ludens.State, ludens.Batch, ludens.Agent, ludens.Random):
        for name, member in vars(kind).items():
            if not name.startswith("_"):
                assert member.__doc__, f"{kind.__name__}.{name}"
    assert "backend='auto'" in str(inspect.signature(ludens.load))


def test_stubs_name_what_there_is():
    stubs = (GAMES.parent / "python/ludens/_ludens.pyi").read_text()
    for kind in (ludens.Game, ludens.State, ludens.Batch, ludens.Agent, ludens.Random):
        for name in vars(kind):
            if not name.startswith("_"):
                assert f"def {name}(" in stubs, f"{kind.__name__}.{name}"


def test_versions_and_languages():
    assert ludens.__version__.count(".") == 2
    assert {"hrg", "gdl", "ludii"} <= {language["name"] for language in ludens.languages()}


def test_library():
    assert "hrg/chess.hrg" in ludens.library()
    assert ludens.load_library("peg-solitaire.hrg").roles
    with pytest.raises(KeyError):
        ludens.load_library("no-such-game")
    with pytest.raises(KeyError):  # of several languages
        ludens.load_library("tic-tac-toe")


def test_every_game_of_the_library_starts():
    broken = []
    for name in ludens.library():
        if name.startswith("asp/"):
            continue  # they may need libclingo
        state = ludens.load_library(name).start()
        if not state.movers or not str(state) or state.to_dict()["terminal"]:
            broken.append(name)
    assert not broken


def test_rules_at_fault():
    with pytest.raises(ludens.RulesError) as caught:
        ludens.loads(TWO_MISTAKES, "hrg", name="two.hrg")
    error = caught.value
    assert (error.file, error.line) == ("two.hrg", 4)
    assert error.column > 0
    assert any(d.severity == "error" and d.code.startswith("E") for d in error.diagnostics)
    assert "two.hrg:4:" in str(error)


def test_hint():
    text = (GAMES / "hrg/tic-tac-toe.hrg").read_text().replace("== blank)", "== blnk)", 1)
    with pytest.raises(ludens.RulesError) as caught:
        ludens.loads(text, "hrg")
    assert caught.value.hint == "did you mean `blank`?"
    assert caught.value.diagnostics[0].fix == "blank"


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(ludens.RulesError) as caught:
        ludens.load(tmp_path / "none.hrg")
    assert "cannot be read" in str(caught.value)
    with pytest.raises(ludens.RulesError):
        ludens.load(tmp_path)


@pytest.mark.parametrize(
    "options",
    [{"backend": "fast"}, {"network": "yes"}, {"repetition": "x"}, {"limits": {"no_such": 1}}, {"limits": {"max_plies": -1}}],
)
def test_wrong_options(options):
    with pytest.raises((ValueError, OverflowError)):
        ludens.load(GAMES / "hrg/tic-tac-toe.hrg", **options)
    with pytest.raises(TypeError):
        ludens.load(GAMES / "hrg/tic-tac-toe.hrg", colour=1)
    with pytest.raises(ValueError):
        ludens.load("-")


def test_limits_hold():
    game = ludens.load(GAMES / "hrg/chess.hrg", limits={"max_plies": 3})
    with pytest.raises(ludens.PlayError) as caught:
        game.start().playout(ludens.Random(1))
    assert "plies" in caught.value.status
    assert caught.value.diagnostic.code


def test_variants():
    usual = ludens.load(GAMES / "fairy/chess.ini")
    assert usual.start().count_moves() == 20
    assert ludens.load_library("fairy/minishogi.ini").roles


def test_format():
    text = (GAMES / "hrg/tic-tac-toe.hrg").read_text()
    once = ludens.format(text, "hrg")
    assert ludens.format(once, "hrg") == once
    with pytest.raises(ludens.RulesError):
        ludens.format("graph rules(", "hrg")


def test_game(tic_tac_toe):
    assert tic_tac_toe.roles == ("cross", "nought")
    assert tic_tac_toe.language == "hrg"
    assert not (tic_tac_toe.chance or tic_tac_toe.hidden or tic_tac_toe.simultaneous)
    assert tic_tac_toe.score_bounds("cross") == (0.0, 100.0) == tic_tac_toe.score_bounds(2)
    assert len(tic_tac_toe.feature_names()) == tic_tac_toe.feature_count
    assert tic_tac_toe.info()["machine"] == "automaton"
    assert "digraph" in tic_tac_toe.translate("dot")
    assert "tic-tac-toe" in repr(tic_tac_toe)
    with pytest.raises(ludens.RulesError):
        tic_tac_toe.translate("no such form")
    with pytest.raises(ValueError):
        tic_tac_toe.score_bounds("nobody")
    with pytest.raises(TypeError):
        ludens.Game()


def test_moves(tic_tac_toe):
    state = tic_tac_toe.start()
    assert state.mover == "cross" and state.movers == ("cross",)
    assert state.moves() == state.moves("cross") == state.moves(1)
    assert state.count_moves() == 9
    with pytest.raises(ludens.PlayError):
        state.moves("nought")
    state.apply("S__1_1")
    state.apply(0)
    assert state.mover == "cross" and state.count_moves() == 7
    for wrong in ("S__1_1", "nonsense", 7, -1, 10**30):
        before = bytes(state)
        with pytest.raises((ludens.IllegalMove, OverflowError)):
            state.apply(wrong)
        assert bytes(state) == before
    with pytest.raises(ValueError):  # IllegalMove is one
        state.apply("S__1_1")
    with pytest.raises(TypeError):
        state.apply(1.5)
    state.apply({"cross": "S__3_3"})
    with pytest.raises(ludens.IllegalMove):
        state.apply({"cross": "S__3_1"})
    with pytest.raises(ludens.IllegalMove):
        state.apply({})


def test_undo_by_copy(tic_tac_toe):
    state = tic_tac_toe.start()
    before = state.copy()
    after = state.after("S__2_2")
    assert state == before == copy.copy(state) and hash(state) == hash(before)
    assert after != state and after.hash != state.hash
    assert [state.after(i) == state.after(move) for i, move in enumerate(state.moves())] == [True] * 9
    state.apply("S__2_2")
    assert state == after
    assert tic_tac_toe.state(bytes(after)) == after
    changed = bytearray(bytes(after))
    changed[3] ^= 0xFF
    for data in (b"", bytes(changed), bytes(after)[:-1], b"\xff" * len(changed)):
        with pytest.raises(ValueError):
            tic_tac_toe.state(data)
    for wrong in (2**32, -1, 2**70):
        with pytest.raises(OverflowError):
            after.perft(wrong)
    with pytest.raises(ludens.IllegalMove):
        after.apply(after.moves()[0] + "\0junk")
    with pytest.raises(ValueError):
        tic_tac_toe.state(b"short")
    assert {state: 1}[after] == 1
    assert state != "S__2_2"


def test_the_end(tic_tac_toe):
    state = tic_tac_toe.start()
    for move in ("S__1_1", "S__2_1", "S__1_2", "S__2_2", "S__1_3"):
        state.apply(move)
    assert state.terminal and state.movers == () and state.mover is None and state.moves() == []
    assert state.scores() == {"cross": 100.0, "nought": 0.0}
    with pytest.raises(ludens.PlayError):
        state.apply("S__3_3")
    with pytest.raises(ludens.PlayError):
        state.solve()


def test_what_a_state_says(tic_tac_toe):
    state = tic_tac_toe.start().after("S__2_2")
    assert state.variables()["grid"]["S__2_2"] == "cross"
    told = json.loads(state.json())
    assert told == state.to_dict() and told["movers"] == ["nought"] and int(told["hash"], 16) == state.hash
    assert "c" in str(state) and "grid" in str(state)
    assert state.svg().startswith("<svg") and state._repr_svg_() == state.svg()
    assert state.picture()["boards"][0]["shape"] == "rows"
    assert ludens.load_library("gdl/high-card.kif").start().svg() is None
    facts = ludens.load_library("gdl/tic-tac-toe.kif").start().variables()
    assert isinstance(facts, list) and len(facts) > 9


def test_features(tic_tac_toe):
    state = tic_tac_toe.start().after("S__1_1")
    vector = np.asarray(state.features())
    assert vector.dtype == np.float32 and vector.shape == (tic_tac_toe.feature_count,)
    names = tic_tac_toe.feature_names()
    assert vector[names.index("grid[S__1_1]=cross")] == 1
    assert vector[names.index("role=nought")] == 1
    assert np.asarray(state.features("cross"))[names.index("role=cross")] == 1
    view = state.features()
    del state
    assert list(view) == vector.tolist()
    with pytest.raises(TypeError):
        view[0] = 2


def test_moves_that_are_none():
    """In GDL all roles move at once, most of them `noop`."""
    game = ludens.load_library("gdl/tic-tac-toe.kif")
    state = game.start()
    assert state.movers == game.roles and state.mover == game.roles[0]
    assert len(state.moves()) == 9 and state.moves(2) == ["noop"]
    state.apply(3)
    assert state.mover == game.roles[1] and len(state.moves()) == 8
    state.apply({state.mover: state.moves()[0]})
    state.apply({game.roles[0]: state.moves()[0], game.roles[1]: "noop"})
    assert state.count_moves() == 6


def test_chance():
    state = ludens.load_library("hrg/pig.hrg").start()
    random = ludens.Random(1)
    while state.mover != "random":
        state.apply(state.draw(random))
    outcomes = state.chance()
    assert abs(sum(p for _, p in outcomes) - 1) < 1e-9 and len(outcomes) == 6
    state.apply(outcomes[0][0])


def test_simultaneous_moves():
    game = ludens.load_library("gdl/rock-paper-scissors.kif")
    state = game.start()
    assert len(state.movers) >= 2 and state.mover is None
    with pytest.raises(ludens.PlayError):
        state.moves()
    with pytest.raises(ludens.PlayError):
        state.apply("rock")
    with pytest.raises(ludens.IllegalMove):
        state.apply({state.movers[0]: state.moves(state.movers[0])[0]})
    state.apply({role: state.moves(role)[0] for role in state.movers})


def test_what_a_role_knows(poker):
    random = ludens.Random(4)
    state = poker.start()
    assert poker.hidden
    state.apply({role: state.draw(random, role) for role in state.movers})
    one, two = (state.percepts(role) for role in poker.roles)
    assert len(one) == len(two) == 2 and one != two
    other = poker.start()
    swapped = {"random": f"(deal {one[1]} {'queen' if two[1] != 'queen' else 'jack'})"}
    other.apply({role: swapped.get(role) or other.moves(role)[0] for role in other.movers})
    assert other.percepts("one") == one and other.percepts("two") != two
    assert state.observe_hash("one") == other.observe_hash("one")
    assert state.observe_hash("two") != other.observe_hash("two")
    assert state.copy().percepts("one") == one
    with pytest.raises(ValueError):
        state.percepts("nobody")
    with pytest.raises(ludens.Error):
        ludens.load_library("gdl/tic-tac-toe.kif").start().percepts(1)
    with pytest.raises(ludens.Error):
        state.playout(random)


def test_random_play_is_the_same_for_a_seed(tic_tac_toe):
    plies = []
    for _ in range(2):
        state, random = tic_tac_toe.start(), ludens.Random(7, 3)
        plies.append((state.playout(random), bytes(state), random.below(1000)))
    assert plies[0] == plies[1] and 5 <= plies[0][0] <= 9
    with pytest.raises(TypeError):
        tic_tac_toe.start().playout(7)
    with pytest.raises(ValueError):
        ludens.Random().below(0)


def test_another_thread_may_not_use_a_busy_state():
    state = ludens.load(GAMES / "hrg/chess.hrg").start()
    seen = []

    thread = threading.Thread(target=lambda: seen.append(state.perft(4)))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            state.mover
        except RuntimeError as error:
            assert "another thread" in str(error)
            refused += 1
    thread.join()
    assert seen == [[1, 20, 400, 8902, 197281]] and refused

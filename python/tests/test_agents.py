"""Agents, matches, solutions, measures, sessions."""

import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import GAMES

import ludens


@pytest.fixture
def won(tic_tac_toe):
    state = tic_tac_toe.start()
    for move in ("S__1_1", "S__2_1", "S__1_2", "S__2_2"):
        state.apply(move)
    return state


def test_thoughts(tic_tac_toe, won):
    thought = ludens.Agent(tic_tac_toe, "mcts").think(won, playouts=300)
    assert thought.move == "S__1_3" and thought.proven and thought.value == 100 and thought.distance == 1
    assert thought.line[0] == "S__1_3" and thought.repeatable
    assert [choice.move for choice in thought.choices].count("S__1_3") == 1 and len(thought.choices) == 5
    assert {choice.move for choice in thought.choices} == set(won.moves())


def test_a_seed_and_a_budget_give_the_same_thought(tic_tac_toe):
    thoughts = [ludens.Agent(tic_tac_toe, "mcts:c=0.7").think(tic_tac_toe.start(), playouts=200, seed=5) for _ in range(2)]
    assert thoughts[0].choices == thoughts[1].choices and thoughts[0].playouts == 200
    assert ludens.Agent(tic_tac_toe, "montecarlo:playouts=90").think(tic_tac_toe.start(), seconds=9).playouts == 90


def test_agents_are_checked(tic_tac_toe, won):
    with pytest.raises(ValueError, match="did you mean 'mcts'"):
        ludens.Agent(tic_tac_toe, "mtcs")
    with pytest.raises(ValueError):
        ludens.Agent(tic_tac_toe, "nested")
    with pytest.raises(ValueError):
        ludens.Agent(tic_tac_toe, "external:command=true")
    agent = ludens.Agent(tic_tac_toe, "random")
    with pytest.raises(ludens.PlayError):
        agent.think(won, "nought")
    with pytest.raises(ValueError):
        agent.think(ludens.load(GAMES / "hrg/tic-tac-toe.hrg").start())
    with pytest.raises(ludens.PlayError):
        agent.think(won.after("S__1_3"))
    assert "random" in repr(agent)
    assert {"mcts", "alphabeta"} <= {kind["name"] for kind in ludens.agents()}


def test_another_thread_stops_a_thought():
    game = ludens.load(GAMES / "hrg/breakthrough.hrg")
    agent, state = ludens.Agent(game, "mcts"), game.start()
    stopper = threading.Timer(0.2, agent.stop)
    stopper.start()
    begun, ticks = time.monotonic(), 0
    thoughts = []
    thinker = threading.Thread(target=lambda: thoughts.append(agent.think(state, seconds=100)))
    thinker.start()
    while thinker.is_alive():  # others run meanwhile
        ticks += 1
        time.sleep(0.001)
    assert time.monotonic() - begun < 60 and ticks > 10
    assert thoughts[0].playouts > 0 and thoughts[0].move in state.moves()


def test_thinking_with_hidden_information(poker):
    random, agent = ludens.Random(2), ludens.Agent(poker, "mcts")
    for _ in range(5):
        state, thought = poker.start(), None
        while not state.terminal:
            moves = {role: state.draw(random, role) for role in state.movers}
            for role in poker.roles:
                if state.count_moves(role) > 1:
                    thought = agent.think(state, role, playouts=100)
                    moves[role] = thought.move
                    assert moves[role] in state.moves(role)
            state.apply(moves)
        assert thought
    # the same observations, the same thought
    others = []
    for second in ("queen", "jack"):
        state = poker.start()
        deal = {"random": f"(deal king {second})"}
        state.apply({role: deal.get(role) or state.moves(role)[0] for role in state.movers})
        others.append(ludens.Agent(poker, "mcts").think(state, "one", playouts=200).choices)
    assert others[0] == others[1]


def test_matches(tic_tac_toe):
    games = ludens.match(tic_tac_toe, ["mcts:playouts=200", "random"], games=4, seed=3)
    assert len(games) == 4 and sum(game.scores["cross"] for game in games) >= 300
    assert games == ludens.match(tic_tac_toe, ["mcts:playouts=200", "random"], games=4, seed=3)
    state = tic_tac_toe.start()
    for role, move in games[0].moves:
        assert state.mover == role
        state.apply(move)
    assert state.terminal and state.scores() == games[0].scores
    assert ludens.match(tic_tac_toe, ["random", "random"], max_plies=2)[0].complete is False


def test_functions_play(tic_tac_toe, poker):
    def first(state, role):
        assert state.mover == role
        return 0

    def last(state, role):
        return state.moves()[-1]

    game = ludens.match(tic_tac_toe, [first, last])[0]
    assert [move for _, move in game.moves][:2] == ["S__1_1", "S__3_3"]
    seen = []

    def curious(state, role):
        seen.append(state.observe_hash(role))
        return state.count_moves(role) - 1

    assert len(ludens.match(poker, [curious, "random"], games=3)) == 3 and seen
    assert ludens.match(tic_tac_toe, [first, "random"])  # all is well afterwards


def test_functions_that_fail(tic_tac_toe):
    def raises(state, role):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ludens.match(tic_tac_toe, [raises, "random"])
    with pytest.raises(ludens.IllegalMove):
        ludens.match(tic_tac_toe, [lambda state, role: "S__9_9", "random"])
    with pytest.raises(ludens.IllegalMove):
        ludens.match(tic_tac_toe, [lambda state, role: 9, "random"])
    with pytest.raises(TypeError):
        ludens.match(tic_tac_toe, [3, "random"])
    with pytest.raises(ValueError):
        ludens.match(tic_tac_toe, ["random"])
    with pytest.raises(ValueError):
        ludens.match(tic_tac_toe, ["random", "rondam"])
    assert ludens.match(tic_tac_toe, ["random", "random"])


def test_solutions(tic_tac_toe, won):
    solution = tic_tac_toe.start().solve()
    assert solution.solved and solution.scores == {"cross": 50.0, "nought": 50.0} and solution.distance == 9
    assert len(solution.moves) == 9 and solution.method == "table"
    assert won.solve(method="proof").best == "S__1_3"
    assert won.solve().moves["S__1_3"] == (100.0, 1)
    early = ludens.load(GAMES / "hrg/chess.hrg").start().solve(nodes=1000)
    assert not early.solved and early.problem and early.scores is None
    with pytest.raises(ValueError):
        won.solve(method="guess")
    with pytest.raises(ValueError):
        ludens.load_library("gdl/kuhn-poker.kif").start().solve()


def test_perft_and_run(tic_tac_toe):
    assert tic_tac_toe.start().perft(5) == [1, 9, 72, 504, 3024, 15120]
    counts = tic_tac_toe.run(2000, seed=4)
    assert counts["playouts"] == 2000 and 7 < counts["plies"]["mean"] < 8
    assert tic_tac_toe.run(2000, seed=4)["outcomes"] == counts["outcomes"]


def test_measures(tic_tac_toe):
    measured = tic_tac_toe.analyse(4, playouts=20)
    assert measured["games"] == 4
    with pytest.raises(ValueError):
        tic_tac_toe.analyse(1, agent="mtcs")
    with pytest.raises(ValueError):
        tic_tac_toe.analyse(0)


def test_sessions(tic_tac_toe):
    session = ludens.Session(tic_tac_toe, seed=2)
    assert session.request("apply", moves={"cross": "S__1_1"})["ply"] == 1
    assert len(session.request("moves")["moves"]["nought"]) == 8
    with pytest.raises(ludens.SessionError) as caught:
        session.request("jump")
    assert caught.value.code == "op" and not caught.value.reply["ok"]
    session.request("quit")
    with pytest.raises(ludens.Error):
        session.request("moves")
    variant = ludens.load(GAMES / "fairy/chess.ini")
    assert ludens.Session(variant).request("moves")["moves"]


@pytest.mark.parametrize(
    "call",
    [
        "g.start().perft(9)",
        "ludens.Agent(g, 'mcts').think(g.start(), seconds=1000)",
        "ludens.match(g, ['mcts', 'mcts'], seconds=1000)",
        "g.run(10**9)",
        "g.start().solve(seconds=0)",
        "g.analyse(10**6)",
        "ludens.Session(g).request('perft', depth=9)",
    ],
)
def test_interrupts_end_what_takes_long(call):
    program = f"""
import ludens, threading, os, signal
g = ludens.load({str(GAMES / 'hrg/chess.hrg')!r}, backend='interp')
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print('interrupted', g.start().count_moves())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100)
    assert done.stdout == "interrupted 20\n", done.stderr
    assert done.returncode == 0 and signal.SIGINT

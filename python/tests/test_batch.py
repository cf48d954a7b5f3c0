"""Many games step by step, and what NumPy sees of them."""

import pytest
from conftest import GAMES

import numpy as np

import ludens



def test_arrays_are_views(connect_four):
    batch = ludens.Batch(connect_four, 70)
    mask, movers, ended, rewards = (np.asarray(a) for a in (batch.mask, batch.movers, batch.ended, batch.rewards))
    assert mask.dtype == bool and mask.shape == (70, batch.actions)
    assert (movers.dtype, ended.dtype, rewards.dtype) == (np.int8, bool, np.float64)
    assert rewards.shape == (70, 2) and batch.lanes == 70 and batch.network and batch.game is connect_four
    assert np.shares_memory(mask, np.asarray(batch.mask))
    assert not mask.flags.writeable
    before = mask.copy()
    for _ in range(20):
        batch.step()
    assert (mask != before).any()
    del batch
    assert mask.any()  # the memory lives as long as somebody looks at it


@pytest.mark.parametrize("how", [("gdl/connect-four.kif", "numbered"), ("hrg/connect-four.hrg", "numbered"),
                                 ("hrg/connect-four.hrg", "listed"), ("hrg/chess.hrg", "listed"),
                                 ("lud/ur.lud", "listed")])
def test_lanes_are_games(how):
    name, actions = how
    game = ludens.load_library(name)
    batch = ludens.Batch(game, 9, actions=actions, seed=3)
    random = np.random.default_rng(1)
    mask, movers, ended = np.asarray(batch.mask), np.asarray(batch.movers), np.asarray(batch.ended)
    for _ in range(60):
        states = [batch.state(lane) for lane in range(9)]
        chosen = np.full(9, -1)
        for lane, state in enumerate(states):
            role = movers[lane]
            assert state.mover == ("random" if role == 0 else game.roles[role - 1])
            if role == 0:
                continue
            legal = np.flatnonzero(mask[lane])
            assert {batch.move(lane, a) for a in legal} == set(state.moves())
            chosen[lane] = random.choice(legal)
            states[lane] = state.after(batch.move(lane, chosen[lane]))
        batch.step(chosen)
        for lane, state in enumerate(states):
            if chosen[lane] < 0:
                continue
            assert ended[lane] == state.terminal
            if state.terminal:
                assert list(np.asarray(batch.rewards)[lane]) == list(state.scores().values())
            elif batch.network and game.language == "hrg":  # lanes leave out what nothing depends on
                assert batch.state(lane).moves() == state.moves()
            else:
                assert batch.state(lane) == state
    assert movers.min() >= 0


def test_illegal_actions_change_nothing(connect_four):
    batch = ludens.Batch(connect_four, 8)
    states = [batch.state(lane) for lane in range(8)]
    illegal = int(np.flatnonzero(~np.asarray(batch.mask)[5])[0]) if not np.asarray(batch.mask)[5].all() else batch.actions
    for wrong in (illegal, batch.actions, -2, 10**12):
        actions = np.asarray(batch.mask).argmax(1)
        actions[5] = wrong
        with pytest.raises(ludens.IllegalMove, match="lane 5"):
            batch.step(actions)
    assert [batch.state(lane) for lane in range(8)] == states
    for wrong in (np.zeros(7, dtype=int), np.zeros(8), [0] * 9, np.zeros(8, dtype=np.int16)):
        with pytest.raises((ValueError, TypeError)):
            batch.step(wrong)
    batch.step(np.asarray(batch.mask).argmax(1).astype(np.int32))
    batch.step([-1] * 8)


def test_the_same_seed_gives_the_same_games(connect_four):
    def play(seed):
        batch = ludens.Batch(connect_four, 64, seed=seed)
        total = np.zeros(2)
        for _ in range(60):
            batch.step()
            total += np.asarray(batch.rewards).sum(0)
        return total.tolist()

    assert play(1) == play(1) != play(2)


def test_resets(connect_four):
    batch = ludens.Batch(connect_four, 5, auto_reset=False)
    start = batch.state(0)
    for _ in range(60):
        batch.step()
    assert np.asarray(batch.ended).all() and (np.asarray(batch.movers) == -1).all() and not np.asarray(batch.mask).any()
    batch.reset([True, False, False, False, True])
    assert [batch.state(lane) == start for lane in range(5)] == [True, False, False, False, True]
    there = start
    while there.movers and there.count_moves(1) < 2:
        there = there.after({role: 0 for role in there.movers})
    batch.reset(state=start.after({role: 0 for role in start.movers}))
    assert len({batch.state(lane).hash for lane in range(5)}) == 1
    with pytest.raises(ValueError):
        batch.reset([True])
    with pytest.raises(TypeError):
        batch.reset(state=ludens.load_library("gdl/connect-four.kif").start())


def test_features_are_those_of_states(connect_four):
    batch = ludens.Batch(connect_four, 6)
    for _ in range(7):
        batch.step()
    features, movers = np.asarray(batch.features()), np.asarray(batch.movers)
    assert features.dtype == np.float32 and features.shape == (6, connect_four.feature_count)
    for lane in range(6):
        assert (features[lane] == np.asarray(batch.state(lane).features(int(movers[lane])))).all()
    second = np.asarray(batch.features(2))
    assert (second[3] == np.asarray(batch.state(3).features(2))).all()


def test_simultaneous_games():
    game = ludens.load_library("gdl/light-cycles.kif")
    batch = ludens.Batch(game, 4)
    mask = np.asarray(batch.mask)
    roles = len(game.roles)
    assert mask.shape == (4, roles, batch.actions)
    names = [batch.action_names(role) for role in game.roles]
    for _ in range(30):
        states = [batch.state(lane) for lane in range(4)]
        for lane, state in enumerate(states):
            for r, role in enumerate(game.roles):
                legal = {names[r][a] for a in np.flatnonzero(mask[lane, r])}
                assert legal == (set(state.moves(role)) if role in state.movers else set())
        batch.step(np.where(mask.any(2), mask.argmax(2), -1))
    with pytest.raises(ValueError):
        batch.step(np.zeros(4, dtype=int))


def test_games_without_a_network_say_why():
    chess = ludens.load(GAMES / "hrg/chess.hrg")
    with pytest.raises(ludens.NoNetwork, match="on a network: .*listed"):
        ludens.Batch(chess, 4)
    with pytest.raises(ludens.NoNetwork, match="know"):
        ludens.Batch(ludens.load_library("hrg/kuhn-poker.hrg"), 4)
    with pytest.raises(ludens.NoNetwork, match="never"):
        ludens.Batch(ludens.load(GAMES / "hrg/connect-four.hrg", network="never"), 4)
    listed = ludens.Batch(chess, 4, actions="listed")
    with pytest.raises(ludens.NoNetwork):
        listed.action_names(1)
    with pytest.raises(ludens.Error, match="width"):
        ludens.Batch(chess, 4, actions="listed", width=10).mask
    for wrong in ({"lanes": 0}, {"lanes": 4, "actions": "named"}, {"lanes": 4, "width": 0}):
        with pytest.raises(ValueError):
            ludens.Batch(chess, **wrong)


def test_faults_are_raised():
    game = ludens.load(GAMES.parent / "tests/data/stuck.rg")
    batch = ludens.Batch(game, 4, actions="listed")
    with pytest.raises(ludens.PlayError):
        for _ in range(50):
            batch.step()


def test_without_numpy(connect_four):
    batch = ludens.Batch(connect_four, 2)
    assert batch.mask[0, 0] in (True, False) and batch.mask.shape == (2, batch.actions)
    assert batch.rewards.tolist() == [[0.0, 0.0]] * 2
    batch.step([-1, -1])

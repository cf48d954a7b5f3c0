"""The interfaces of other libraries, as their users call them."""

import subprocess
import sys

import pytest

import numpy as np

import ludens
from ludens.adapters import gym, spiel, zoo



def test_nothing_is_imported_before_it_is_used():
    program = "import sys, ludens, ludens.adapters; print([m for m in sys.modules if 'numpy' in m or 'adapters.' in m])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize("name", ["gdl/tic-tac-toe.kif", "gdl/kuhn-poker.kif", "gdl/rock-paper-scissors.kif",
                                  "hrg/connect-four.hrg", "hrg/pig.hrg"])
def test_spiel(name):
    loaded = ludens.load_library(name)
    try:
        game = spiel.Game(loaded)
    except ludens.NoNetwork:
        game = spiel.Game(loaded, actions=1000)
    random = np.random.default_rng(2)
    for _ in range(5):
        state, seen = game.new_initial_state(), 0
        while not state.is_terminal() and seen < 300:
            seen += 1
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(random.choice(actions, p=np.array(weights) / sum(weights)))
            elif state.is_simultaneous_node():
                if "random" in state.state.movers:
                    with pytest.raises(ludens.PlayError):
                        state.apply_actions([0] * game.num_players())
                    return
                chosen = [state.legal_actions(p)[0] if state.legal_actions(p) else 0 for p in range(game.num_players())]
                state.apply_actions(chosen)
            else:
                player, legal = state.current_player(), state.legal_actions()
                assert legal and sum(state.legal_actions_mask()) == len(legal) <= game.num_distinct_actions()
                action = int(random.choice(legal))
                assert state.string_to_action(state.action_to_string(player, action)) == action
                assert len(state.observation_tensor()) == game.observation_tensor_size()
                other = state.clone()
                state.apply_action(action)
                assert other.child(action).information_state_string(0) == state.information_state_string(0)
                assert len(state.history()) == len(other.history()) + 1
        if state.is_terminal():
            assert all(-1 <= r <= 1 for r in state.returns()) and state.current_player() == spiel.TERMINAL
            assert state.legal_actions() == []


def test_spiel_needs_numbers():
    with pytest.raises(ludens.NoNetwork):
        spiel.Game(ludens.load_library("hrg/chess.hrg"))
    few = spiel.Game(ludens.load_library("hrg/chess.hrg"), actions=5)
    with pytest.raises(ValueError, match="more than 5"):
        few.new_initial_state().legal_actions()


@pytest.mark.parametrize("name", ["gdl/tic-tac-toe.kif", "gdl/rock-paper-scissors.kif", "gdl/kuhn-poker.kif", "hrg/pig.hrg",
                                  "gdl/light-cycles.kif"])
def test_zoo(name):
    game = ludens.load_library(name)
    try:
        env = zoo.Env(game)
    except ludens.NoNetwork:
        env = zoo.Env(game, actions=1000)
    random = np.random.default_rng(3)
    for seed in range(3):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        steps = 0
        for agent in env.agent_iter(2000):
            observation, reward, termination, truncation, info = env.last()
            totals[agent] += reward
            assert observation["observation"].shape == (game.feature_count,)
            legal = np.flatnonzero(observation["action_mask"])
            assert (len(legal) == 0) == (termination or truncation)
            env.step(None if termination or truncation else int(random.choice(legal)))
            steps += 1
        assert steps and not env.agents
        expected = [2 * (s - low) / (high - low) - 1 for s, (low, high) in
                    zip(env.state.scores().values(), [game.score_bounds(r) for r in game.roles])]
        assert list(totals.values()) == pytest.approx(expected)


def test_zoo_refuses():
    env = zoo.Env(ludens.load_library("gdl/tic-tac-toe.kif"), max_plies=3)
    env.reset()
    with pytest.raises(ludens.IllegalMove):
        env.step(10**6)
    while not env.truncations[env.agent_selection]:
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    with pytest.raises(ValueError):
        env.step(0)
    assert "render_modes" in env.metadata and env.render()
    assert env.action_space(env.agents[0]).n == env.last()[0]["action_mask"].size


def test_gym(connect_four):
    envs = gym.VectorEnv(ludens.load_library("hrg/connect-four.hrg"), 32)
    observations, infos = envs.reset(seed=4)
    random = np.random.default_rng(5)
    ended = 0
    for _ in range(100):
        assert observations.shape == envs.observation_space.shape
        mask, mover = infos["action_mask"], infos["mover"]
        actions = np.array([random.choice(np.flatnonzero(row)) for row in mask])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any() and (rewards[~terminations] == 0).all()
        assert (rewards == np.where(terminations, infos["returns"][np.arange(32), mover], 0)).all()
        assert np.isin(rewards[terminations], (1.0, 0.0)).all()  # who moves last wins, or nobody does
        ended += terminations.sum()
    assert ended > 50
    with pytest.raises(ludens.IllegalMove):
        envs.step(np.full(32, 10**6))
    with pytest.raises(ValueError):
        gym.VectorEnv(ludens.load_library("hrg/pig.hrg"), 4)
    chess = gym.VectorEnv(ludens.load_library("hrg/chess.hrg"), 4, actions="listed")
    assert chess.reset()[1]["action_mask"].sum() == 80

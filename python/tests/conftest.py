import os
from pathlib import Path

import pytest

import ludens

ROOT = Path(os.environ.get("LUDENS_SOURCE", Path(__file__).resolve().parents[2]))
GAMES = ROOT / "games"


@pytest.fixture
def tic_tac_toe():
    return ludens.load(GAMES / "hrg/tic-tac-toe.hrg")


@pytest.fixture
def connect_four():
    return ludens.load_library("gdl/connect-four.kif")


@pytest.fixture
def poker():
    return ludens.load_library("gdl/kuhn-poker.kif")

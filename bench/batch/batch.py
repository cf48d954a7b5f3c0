"""What batch.c does, in Python; then the same with moves chosen by NumPy."""

import sys
import time

import numpy as np

import ludens

path, lanes, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def measure(choose):
    batch = ludens.Batch(ludens.load(path, network="always"), lanes)
    mask, ended, rewards = np.asarray(batch.mask), np.asarray(batch.ended), np.asarray(batch.rewards)
    over = 0
    start = time.process_time()
    for i in range(steps):
        batch.step(choose(mask, i))
        over += np.count_nonzero(ended)
    seconds = time.process_time() - start
    print(f"{steps * lanes / seconds:.0f} steps of a lane a second, {over} games, rewards {rewards.shape}")


def first(mask, i):
    actions = mask.argmax(1)
    actions[i % 8 :: 8] = -1
    return actions


measure(lambda mask, i: None)
measure(first)

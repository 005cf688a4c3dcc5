import numpy as np
import pytest

from analyzer.core.jit import helper, step
from analyzer.core.scratch import scratch_floats, scratch_numbers, scratch_words

pytestmark = pytest.mark.interpreted


@helper
def squares(count):
    numbers = scratch_numbers(10)
    for index in range(count):
        numbers[index] = index * index
    total = 0
    for index in range(count):
        total += numbers[index]
    return total


@step
def many(times):
    """Asks for the same room again and again: the stack must not grow."""
    total = 0
    for turn in range(times):
        total += squares(turn % 10)
    return total


@step
def kinds():
    words = scratch_words(3)
    floats = scratch_floats(2)
    numbers = scratch_numbers(4)
    words[2] = np.uint64(7)
    floats[1] = 0.5
    numbers[3] = -1
    return len(words), len(floats), len(numbers), words[2], floats[1], numbers[3]


def test_arrays_have_the_length_and_type_that_was_asked_for():
    assert kinds() == (3, 2, 4, 7, 0.5, -1)


def test_the_stack_does_not_grow_with_every_call():
    times = 3_000_000 if hasattr(many, "py_func") else 300
    assert many(times) == times // 10 * sum(squares(count) for count in range(10))

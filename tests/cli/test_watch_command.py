"""`analyzer watch`: a game as text, and step by step with the keyboard of a terminal."""

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.request import set_table
from tests.cli.conftest import ROOT, Run

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

SECONDS = 120


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Compiles the game once, so that no process waits for it."""
    table = set_table("hollander")
    table.game.trace(table.setup, 1, 0)


def events_of(run: Run, *words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run("trace", "hollander", *words).output.splitlines()]


def blocks_of(output: str) -> list[list[str]]:
    """The lines of each event; the headline is left out."""
    return [block.splitlines() for block in output.rstrip("\n").split("\n\n")[1:]]


def test_every_event_of_the_trace_is_shown(run: Run) -> None:
    words = ["--game=17", "--players=3", "--policy=random", "--seed=5", "--set=deck.pirate=6"]
    events = events_of(run, *words)
    status, output, errors = run("watch", "hollander", *words)
    assert (status, errors) == (0, "")
    head = output.splitlines()[0]
    assert head == "Game 17 of The Flying Hollander: seat 0 random, seat 1 random, seat 2 random"
    blocks = blocks_of(output)
    assert len(blocks) == len(events)
    for number, (event, block) in enumerate(zip(events, blocks, strict=True)):
        assert block[0].startswith(f"event {number}, ")
        if event["event"] == "turn":
            assert block[0] == f"event {number}, turn {event['turn']}"
            assert f"seat {event['seat']} is to play" in block[1]
    last = events[-1]
    assert blocks[-1][1] == f"Seat {last['seat']} has no card left and wins after {last['turns']} turns."


def test_it_begins_where_it_is_told_to(run: Run) -> None:
    whole = blocks_of(run("watch", "hollander").output)
    assert blocks_of(run("watch", "hollander", "--from=40").output) == whole[40:]
    assert blocks_of(run("watch", "hollander", f"--from={len(whole) - 1}").output) == whole[-1:]


def test_a_seat_sees_only_its_own_hand(run: Run) -> None:
    openly = run("watch", "hollander").output
    seen = run("watch", "hollander", "--seat=2").output
    assert set(re.findall(r"(\w+):? \(\d+ hidden\)", openly)) == {"pile"}  # the draw pile
    for block in blocks_of(seen):
        for line in block[2:]:
            if match := re.match(r"[> ] seat (\d): hand (.*) \| battle (.*) \| final (.*)", line):
                seat, hand, _, final = match.groups()
                assert re.fullmatch(r"-|\(\d+ hidden\)", final)
                assert bool(re.fullmatch(r"-|\(\d+ hidden\)", hand)) or seat == "2"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat=4"], ["--seat 4", "from 0 to 3"]),
        (["--seat=-1"], ["--seat -1"]),
        (["--seat=x"], ["--seat x"]),
        (["--from=9999"], ["--from 9999", "game 0 has the events 0 to "]),
        (["--from=x"], ["--from x"]),
        (["--game=-1"], ["--game -1"]),
        (["--game=20", "--games=20"], ["--game 20", "a run of --games 20 ends with game 19."]),
        (["--policy=lowst"], ["lowst", 'Did you mean "lowest"?']),
        (["--players=9"], ["9"]),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], said: list[str], run: Run) -> None:
    status, output, errors = run("watch", "hollander", *words)
    assert (status, output) == (2, "")
    assert "Traceback" not in errors
    assert all(part in errors for part in said)


def test_an_unknown_game_is_refused(run: Run) -> None:
    status, output, errors = run("watch", "holander")
    assert (status, output) == (2, "")
    assert 'Did you mean "hollander"?' in errors


BREAKS_THE_RULES = """
from analyzer.games.hollander.plugin import *

def play(observation, parameters, stream):
    return (0, 77) if observation.turn == 9 else lowest_play(observation)

mine = policy("mine", summary="breaks the rules in turn 9", play=play)
"""


def test_a_game_in_which_a_policy_fails_is_shown_up_to_there(folder: Path, run: Run) -> None:
    (folder / "my.py").write_text(BREAKS_THE_RULES, encoding="utf-8")
    words = ["hollander", "--policy=my.py:mine", "--game=3"]
    traced, watched = run("trace", *words), run("watch", *words)
    assert watched.status == 2
    assert traced.errors.endswith(watched.errors)  # before it, trace said that the policy is compiled
    assert "broke the rules in game 3" in watched.errors
    blocks = blocks_of(watched.output)
    assert len(blocks) == len(traced.output.splitlines())
    assert blocks[-1][0].endswith("turn 9")


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes there")
def test_a_reader_that_has_enough_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "analyzer", "watch", "hollander", "--policy=random", "--players=2"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(SECONDS) == 0
    finally:
        process.stderr.close()
        process.kill()
        process.wait()


# With a terminal


class Terminal:
    """A command in a terminal of its own; what it wrote since the last look, and what is typed."""

    def __init__(
        self, words: list[str], environment: dict[str, str], size: tuple[int, int] = (24, 80)
    ) -> None:
        import pty
        import termios

        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, size)
        self.before = termios.tcgetattr(self.theirs)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "analyzer", "watch", "hollander", *words],
            env={
                **{key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")},
                "PYTHONPATH": str(ROOT),
                "TERM": "xterm-256color",
                **environment,
            },
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            start_new_session=True,
        )
        self.written = ""

    def wait_for(self, text: str) -> str:
        """Reads until the text was written; gives all that was written up to it, and forgets it."""
        end = time.monotonic() + SECONDS
        while text not in self.written:
            assert time.monotonic() < end, f"no {text!r} in {self.written!r}"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.written += os.read(self.ours, 65536).decode("utf-8", errors="replace")
        before, _, self.written = self.written.partition(text)
        return before

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        import termios

        termios.tcsetwinsize(self.ours, (rows, columns))

    def check_end(self, status: int = 0) -> None:
        """It ends so, and the terminal is as it was: the usual screen, a cursor, lines and echo."""
        import termios

        self.wait_for("\x1b[?1049l")
        self.wait_for("\x1b[?25h")
        assert self.process.wait(SECONDS) == status
        assert termios.tcgetattr(self.theirs) == self.before
        assert "Traceback" not in self.written

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for end in (self.ours, self.theirs):
            os.close(end)


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    words, environment = getattr(request, "param", (["--game=17"], {}))
    terminal = Terminal(words, environment)
    with contextlib.closing(terminal):
        yield terminal


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals there")
class TestWithATerminal:
    def test_keys_step_through_the_game(self, terminal: Terminal, run: Run) -> None:
        last = len(events_of(run, "--game=17")) - 1
        terminal.wait_for(f"event 0 of {last} · before the first turn · game 17 of The Flying Hollander")
        steps = [
            ("\r", 1), (" ", 2), ("\x1b[C", 3), ("\x1bOC", 4), ("n", 5), ("b", 4), ("\x1b[D", 3), ("\x1b[F", last),
            ("\x1b[H", 0), ("t", 5), ("T", 0), ("\x1b[4~", last), ("g12\r", 12), ("nn", 14),
        ]  # fmt: skip
        for keys, there in steps:
            terminal.press(keys)
            terminal.wait_for(f"event {there} of {last} ")
        terminal.press("q")
        terminal.check_end()

    @pytest.mark.parametrize("key", ["q", "\x1b", "\x03", "\x04"], ids=["q", "Esc", "Ctrl-C", "Ctrl-D"])
    def test_it_can_be_left(self, terminal: Terminal, key: str) -> None:
        terminal.wait_for("event 0 of")
        terminal.wait_for("q quit")
        terminal.press(key)
        terminal.check_end()

    def test_a_signal_leaves_the_terminal_as_it_was(self, terminal: Terminal) -> None:
        terminal.wait_for("q quit")
        terminal.process.send_signal(signal.SIGTERM)
        terminal.check_end(128 + signal.SIGTERM)

    def test_keys_that_stop_programs_do_nothing(self, terminal: Terminal) -> None:
        terminal.wait_for("q quit")
        terminal.press("\x1an")
        terminal.wait_for("event 1 of")
        terminal.press("q")
        terminal.check_end()

    def test_another_size_is_drawn_anew(self, terminal: Terminal) -> None:
        terminal.wait_for("q quit")
        terminal.resize(10, 40)
        terminal.wait_for("Up/Down scroll n next b back g go q quit")
        terminal.resize(40, 100)
        terminal.wait_for("g go to, Home, End, q quit")
        terminal.press("q")
        terminal.check_end()

    @pytest.mark.parametrize("terminal", [(["--from=5", "--seat=1"], {"NO_COLOR": "1"})], indirect=True)
    def test_without_colours_and_from_one_seat(self, terminal: Terminal) -> None:
        terminal.wait_for("event 5 of")
        screen = terminal.wait_for("q quit")
        assert "▒▒▒" in screen
        assert not re.search(r"\x1b\[[0-9;]*\b(3[0-7]|9[0-7])\b", screen)
        terminal.press("q")
        terminal.check_end()

    @pytest.mark.parametrize(
        "terminal", [(["--game=17", "--seat=1"], {"PYTHONIOENCODING": "ascii"})], indirect=True
    )
    def test_a_terminal_without_other_characters_gets_ascii(self, terminal: Terminal) -> None:
        screen = terminal.wait_for("q quit")
        assert screen.isascii()
        assert "###" in screen
        assert "\\u" not in screen
        terminal.press("q")
        terminal.check_end()

    @pytest.mark.parametrize("terminal", [(["--game=17"], {"TERM": "dumb"})], indirect=True)
    def test_a_simple_terminal_takes_lines(self, terminal: Terminal) -> None:
        prompt = "q quit: "
        screen = terminal.wait_for(prompt)
        assert "event 0, before the first turn" in screen
        assert "\x1b" not in screen
        for line, there in (
            ("", "event 1, "),
            ("t", "event 5, "),
            ("g 20", "event 20, "),
            ("b", "event 19, "),
        ):
            terminal.press(f"{line}\n")
            terminal.wait_for(there)
            terminal.wait_for(prompt)
        terminal.press("q\n")
        assert terminal.process.wait(SECONDS) == 0

    @pytest.mark.parametrize("terminal", [(["--game=17", "--all"], {})], indirect=True)
    def test_all_of_it_can_be_printed(self, terminal: Terminal) -> None:
        terminal.wait_for("wins after 60 turns.")
        assert terminal.process.wait(SECONDS) == 0

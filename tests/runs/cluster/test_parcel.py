"""Work travels whole, with the policies of the user's own as they were read, whatever became of their files."""

import pickle
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.games.protocol import PolicyFailed, Setup
from analyzer.games.tally import play_block
from analyzer.runs.cluster import parcel
from analyzer.runs.cluster.parcel import Unpacked, pack
from analyzer.runs.work import work
from analyzer.studies.request import set_table

POLICY = """
from analyzer.games.cofre.plugin import policy


def choose(observation, parameters, stream):
    return {choice}


mine = policy("mine", summary="a test", choose=choose)
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("mine.py")


def setup_with(file: Path, choice: str) -> Setup:
    file.write_text(POLICY.format(choice=choice))
    return set_table("cofre", policies=[f"{file}:mine", "stars", f"{file}:mine", "stars"]).setup


def sent(setup: Setup) -> Setup:
    there: Setup = Unpacked(pack(work(play_block, setup, 1))).work.arguments[0]
    return there


def test_built_in_policies_arrive_as_they_are() -> None:
    table = set_table("cofre", policies=["stars:treasure-from=3"])
    assert sent(table.setup) == table.setup


def test_a_file_arrives_as_it_was_read_even_if_it_is_gone(file: Path) -> None:
    setup = setup_with(file, "0")
    first = pack(work(play_block, setup, 1))
    source = file.read_bytes()
    file.unlink()
    assert pack(work(play_block, setup, 1)) == first
    there = Unpacked(first).work.arguments[0].policies[0]
    assert there.canonical == setup.policies[0].canonical
    path, _, name = there.name.rpartition(":")
    assert Path(path).read_bytes() == source and name == "mine"
    assert Path(path).is_absolute() and Path(path).parent != Path.cwd()


def test_two_files_of_one_name_do_not_get_into_each_others_way(file: Path) -> None:
    one = sent(setup_with(file, "0"))
    other = sent(setup_with(file, "1"))
    assert one.policies[0].canonical == other.policies[0].canonical
    assert one.policies[0].name != other.policies[0].name
    assert one == sent(setup_with(file, "0"))


def test_a_damaged_file_is_written_anew(file: Path) -> None:
    setup = setup_with(file, "0")
    path = Path(sent(setup).policies[0].name.rpartition(":")[0])
    path.write_text("damaged")
    parcel._unpacked_file.cache_clear()
    sent(setup)
    assert path.read_text() == file.read_text()


def test_the_source_goes_along_once(file: Path) -> None:
    setup = setup_with(file, "0")
    assert pack(work(play_block, setup, 1)).count(b"def choose") == 1


def test_an_error_names_the_file_as_the_sender_knows_it(file: Path) -> None:
    unpacked = Unpacked(pack(work(play_block, setup_with(file, "0"), 1)))
    there = unpacked.work.arguments[0].policies[0].name.rpartition(":")[0]
    error = unpacked.as_sent(PolicyFailed(f"{there}, line 6: wrong", [{"event": "game"}]))
    assert str(error) == "mine.py, line 6: wrong"
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is PolicyFailed
    assert (str(again), again.events) == (str(error), [{"event": "game"}])


def test_an_installed_policy_must_be_the_same_there(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = set_table("cofre", policies=["stars"]).setup
    monkeypatch.setattr(parcel, "source_digest", lambda _: "here")
    data = pack(work(play_block, setup, 1))
    assert Unpacked(data).work.arguments[0] == setup
    for digest, words in (("there", "is another one"), ("", "is missing")):
        monkeypatch.setattr(parcel, "source_digest", lambda _, digest=digest: digest)
        with pytest.raises(UserError, match=f'policy "stars" {words} on a worker'):
            Unpacked(data)


def test_a_file_that_changed_before_it_could_be_sent_is_refused(file: Path) -> None:
    setup = setup_with(file, "2")
    file.write_text("other = 1")
    with pytest.raises(UserError, match=r"mine.py has changed since it was read"):
        pack(work(play_block, setup, 1))
    file.unlink()
    with pytest.raises(UserError, match=r"Cannot read mine.py: No such file"):
        pack(work(play_block, setup, 1))

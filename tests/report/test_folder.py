"""The report's folder: complete or not there, and nothing of others touched."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Barrier

import pytest

from analyzer.errors import UserError
from analyzer.report.figures import draw
from analyzer.report.folder import ReportFolder, prepare, prepare_again, prepare_new
from analyzer.studies import stored
from analyzer.studies.content import Content, Figure
from tests.report.examples import CONTENT, LENGTHS, SEATS

FILES = {
    ".report-files",
    "command.txt",
    "figures/length.png",
    "figures/length.svg",
    "figures/win-rate.png",
    "figures/win-rate.svg",
    "index.html",
    "report.md",
    "result.json",
    "tables/length.csv",
    "tables/seats.csv",
}


def files(place: Path) -> set[str]:
    return {file.relative_to(place).as_posix() for file in place.rglob("*") if file.is_file()}


def everything(place: Path) -> set[str]:
    return {file.relative_to(place).as_posix() for file in place.rglob("*")}


def write(path: Path, content: Content = CONTENT) -> None:
    with prepare(path) as report:
        report.write(content)


class TestWriting:
    def test_all_files_are_there_and_nothing_else(self, tmp_path: Path) -> None:
        write(tmp_path / "new" / "deep" / "report")
        assert files(tmp_path / "new" / "deep" / "report") == FILES
        assert [place.name for place in (tmp_path / "new" / "deep").iterdir()] == ["report"]
        assert (tmp_path / "new/deep/report/command.txt").read_text() == f"{CONTENT.command}\n"

    def test_nothing_is_seen_before_it_is_complete(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def seen() -> list[str]:
            return [place.name for place in (tmp_path / "report").iterdir() if not place.name.startswith(".")]

        drawn: list[object] = []

        def look(figure: Figure) -> object:
            assert seen() == []
            drawn.append(figure)
            return draw(figure)

        monkeypatch.setattr("analyzer.report.folder.draw", look)
        with prepare(tmp_path / "report") as report:
            (hidden,) = (tmp_path / "report").iterdir()  # the folder is claimed
            assert hidden.name.startswith(".report-")
            report.write(CONTENT)
            assert everything(tmp_path / "report") == FILES | {"figures", "tables"}
        assert drawn == CONTENT.figures

    def test_same_content_same_bytes(self, tmp_path: Path) -> None:
        write(tmp_path / "a")
        write(tmp_path / "b")
        for name in FILES:
            assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name

    def test_others_can_read_it(self, tmp_path: Path) -> None:
        (tmp_path / "plain").mkdir()
        write(tmp_path / "report")
        assert (tmp_path / "report").stat().st_mode == (tmp_path / "plain").stat().st_mode

    def test_an_earlier_report_is_replaced_and_other_files_are_left(self, tmp_path: Path) -> None:
        write(tmp_path)
        (tmp_path / "notes.txt").write_text("mine")
        (tmp_path / "figures" / "photo.png").write_text("mine")
        write(tmp_path, replace(CONTENT, figures=[SEATS], command="other"))
        left = FILES - {"figures/length.png", "figures/length.svg"}
        assert files(tmp_path) == left | {"notes.txt", "figures/photo.png"}
        assert (tmp_path / "command.txt").read_text() == "other\n"
        write(tmp_path, replace(CONTENT, figures=[LENGTHS]))
        assert "figures/win-rate.png" not in files(tmp_path)

    def test_into_a_folder_that_exists(self, tmp_path: Path) -> None:
        (tmp_path / "notes.txt").write_text("mine")
        write(tmp_path)
        assert files(tmp_path) == FILES | {"notes.txt"}

    def test_into_the_current_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        write(Path())
        assert files(tmp_path) == FILES

    def test_where_the_user_stood(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        with prepare(Path("report")) as report:
            monkeypatch.chdir("/")
            report.write(CONTENT)
        assert report.path == Path("report")
        assert files(tmp_path / "report") == FILES

    def test_a_list_that_leads_out_of_the_folder_is_not_believed(self, tmp_path: Path) -> None:
        (tmp_path / "precious").write_text("mine")
        write(tmp_path / "report")
        (tmp_path / "report" / "notes").write_text("mine")
        (tmp_path / "report" / ".report-files").write_text(
            f"../precious\n{tmp_path}/precious\nfigures/../../precious\nnotes\n"
        )
        write(tmp_path / "report")
        assert (tmp_path / "precious").exists()
        assert (tmp_path / "report" / "notes").exists()

    def test_files_that_came_up_meanwhile(self, tmp_path: Path) -> None:
        with prepare(tmp_path / "report") as report:
            (tmp_path / "report" / "notes.txt").write_text("mine")
            report.write(CONTENT)
        assert files(tmp_path / "report") == FILES | {"notes.txt"}

    def test_two_runs_into_one_folder_do_not_disturb_each_other(self, tmp_path: Path) -> None:
        with prepare(tmp_path / "report") as failing, prepare(tmp_path / "report") as report:
            failing.discard()
            report.write(CONTENT)
        assert everything(tmp_path / "report") == FILES | {"figures", "tables"}


class TestMakingAgain:
    BARE = replace(CONTENT, figures=[])
    """Drawing takes its time."""

    def test_the_result_holds_all_that_is_needed(self, tmp_path: Path) -> None:
        write(tmp_path / "one")
        found = stored.from_json(json.loads((tmp_path / "one" / "result.json").read_text(encoding="utf-8")))
        write(tmp_path / "two", found)
        for name in files(tmp_path / "one"):
            assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name

    def test_a_result_that_was_read_stays_as_it_is(self, tmp_path: Path) -> None:
        with prepare(tmp_path / "report") as report:
            report.write(self.BARE, b"as it is")
        assert (tmp_path / "report" / "result.json").read_bytes() == b"as it is"

    def test_beside_a_result_alone(self, tmp_path: Path) -> None:
        (tmp_path / "result.json").write_text("{}")
        with pytest.raises(UserError, match=r"result\.json is there and is not of an earlier report"):
            prepare(tmp_path)
        with prepare_again(tmp_path, self.BARE) as report:
            report.write(self.BARE, b"{}")
        assert (tmp_path / "report.md").is_file()

    @pytest.mark.parametrize("command", ["other", None], ids=str)
    def test_what_others_put_beside_a_result_is_not_replaced(
        self, command: str | None, tmp_path: Path
    ) -> None:
        for name in ("result.json", "report.md"):
            (tmp_path / name).write_text("mine")
        if command:
            (tmp_path / "command.txt").write_text(f"{command}\n")
        before = everything(tmp_path)
        with pytest.raises(UserError, match=r"report\.md is there and is not of an earlier report"):
            prepare_again(tmp_path, self.BARE)
        assert everything(tmp_path) == before

    def test_a_report_without_its_list_is_known_by_its_command(self, tmp_path: Path) -> None:
        write(tmp_path, self.BARE)
        (tmp_path / ".report-files").unlink()
        prepare_again(tmp_path, self.BARE).discard()
        (tmp_path / "report.md").unlink()
        (tmp_path / "report.md").mkdir()
        with pytest.raises(UserError, match=r"report\.md is there"):
            prepare_again(tmp_path, self.BARE)


def a_file(place: Path) -> Path:
    (place / "file").write_text("mine")
    return place / "file"


def below_a_file(place: Path) -> Path:
    return a_file(place) / "deep" / "report"


def a_dead_link(place: Path) -> Path:
    (place / "link").symlink_to(place / "nowhere")
    return place / "link"


def below_a_dead_link(place: Path) -> Path:
    return a_dead_link(place) / "deep" / "report"


def a_foreign_report(place: Path) -> Path:
    (place / "report.md").write_text("mine")
    return place


def foreign_figures(place: Path) -> Path:
    (place / "figures").mkdir()
    return place


def a_file_in_the_way(place: Path) -> Path:
    write(place, replace(CONTENT, figures=[], tables=[]))
    (place / "figures").write_text("mine")
    return place


def too_long(place: Path) -> Path:
    return place / "new" / ("x" * 300)


def with_signs(place: Path) -> Path:
    return a_file(place) / "a\nb\x1b[31m\u2028\udcff"


def too_long_above(place: Path) -> Path:
    return place / "new" / ("x" * 300) / "report"


def of_the_kernel(_: Path) -> Path:
    return Path("/proc/analyzer/report")


REFUSED = [
    a_file, below_a_file, a_dead_link, below_a_dead_link, a_foreign_report, foreign_figures, a_file_in_the_way,
    with_signs, too_long, too_long_above, of_the_kernel,
]  # fmt: skip


class TestRefusing:
    @pytest.mark.parametrize("make", REFUSED)
    def test_before_playing_and_without_a_trace(self, tmp_path: Path, make: Callable[[Path], Path]) -> None:
        path = make(tmp_path)
        before = everything(tmp_path)
        with pytest.raises(UserError, match=r"^Cannot write a report to ") as refused:
            prepare(path)
        assert everything(tmp_path) == before
        message = str(refused.value)
        assert message.isprintable() and len(message) < 400
        assert message.endswith(".")
        if make in (too_long, too_long_above):
            assert str(path) not in message
            # Where it begins and ends can be seen.
            beginning, end = message.removeprefix("Cannot write a report to ").split(": ")[0].split("…")
            assert len(beginning) > 50 and str(path).startswith(beginning)
            assert len(end) > 50 and str(path).endswith(end)
        elif make is with_signs:
            assert f"{tmp_path}/file/a\\nb\\x1b[31m\\u2028\\udcff: " in message
        else:
            assert f"to {path}: " in message

    def test_without_permission(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Root may write everywhere, so the refusal is played by the file system's own function."""

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "write_bytes", refuse)
        with pytest.raises(UserError, match="permission denied"):
            prepare(tmp_path / "new" / "report")
        assert everything(tmp_path) == set()


class TestFailing:
    @pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, ZeroDivisionError])
    def test_a_new_folder_goes_and_one_that_was_there_stays(
        self, tmp_path: Path, kind: type[BaseException]
    ) -> None:
        (tmp_path / "there").mkdir()
        for name in ("there", "new"):
            with pytest.raises(kind), prepare(tmp_path / name):
                raise kind
        assert everything(tmp_path) == {"there"}

    def test_a_run_that_fails_leaves_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(KeyboardInterrupt), prepare(tmp_path / "new" / "deep" / "report"):
            raise KeyboardInterrupt
        assert everything(tmp_path) == set()

    def test_folders_above_stay_when_others_use_them(self, tmp_path: Path) -> None:
        report = prepare(tmp_path / "new" / "report")
        (tmp_path / "new" / "notes.txt").write_text("mine")
        report.discard()
        report.discard()
        assert everything(tmp_path) == {"new", "new/notes.txt"}

    def test_a_full_disk_leaves_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("analyzer.report.tables.write_csv", refuse)
        with prepare(tmp_path / "report") as report:
            with pytest.raises(UserError, match="no space left on device"):
                report.write(CONTENT)
            assert everything(tmp_path) == set()

    def test_an_earlier_report_outlives_a_failure(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path)
        monkeypatch.setattr("analyzer.report.folder.draw", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write(tmp_path, replace(CONTENT, command="other"))
        assert files(tmp_path) == FILES
        assert (tmp_path / "command.txt").read_text() == f"{CONTENT.command}\n"


class TestDefaultPath:
    @pytest.fixture(autouse=True)
    def _here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    def test_names_game_verb_and_time(self) -> None:
        with prepare_new("some-game", "simulate", datetime(2024, 3, 9, 7, 5, 1)) as found:
            assert found.path == Path("analyzer-runs/some-game-simulate-20240309-070501")

    def test_is_claimed_while_the_run_lasts(self) -> None:
        now = datetime(2024, 3, 9, 7, 5, 1)
        with prepare_new("g", "v", now) as one, prepare_new("g", "v", now) as other:
            other.write(replace(CONTENT, figures=[]))
            one.write(replace(CONTENT, figures=[]))
        assert sorted(path.name for path in Path("analyzer-runs").iterdir()) == [
            "g-v-20240309-070501",
            "g-v-20240309-070501-2",
        ]
        assert all((path / "report.md").is_file() for path in Path("analyzer-runs").iterdir())

    def test_the_folder_is_there_at_once(self) -> None:
        with prepare_new("g", "v") as found:
            assert found.path.is_dir()
            with pytest.raises(FileExistsError):
                prepare(found.path, new=True)

    def test_leaves_nothing_if_nothing_is_written(self) -> None:
        with prepare_new("g", "v"):
            pass
        assert not Path("analyzer-runs").exists()

    def test_an_earlier_run_and_one_that_fails_do_not_disturb_each_other(self) -> None:
        now = datetime(2024, 3, 9, 7, 5, 1)
        for ending in ("", "-2", "-3"):
            with prepare_new("g", "v", now) as found:
                assert found.path.name == f"g-v-20240309-070501{ending}"
                found.write(replace(CONTENT, figures=[]))
            with pytest.raises(KeyboardInterrupt), prepare_new("g", "v", now):
                raise KeyboardInterrupt
        assert len(list(Path("analyzer-runs").iterdir())) == 3

    def test_many_at_the_same_time_get_a_folder_each(self) -> None:
        now, runs = datetime(2024, 3, 9, 7, 5, 1), 20
        ready = Barrier(runs)

        def claim(_: int) -> ReportFolder:
            ready.wait()
            return prepare_new("g", "v", now)

        with ThreadPoolExecutor(runs) as pool:
            claimed = list(pool.map(claim, range(runs)))
        assert len({report.path for report in claimed}) == runs
        for report in claimed:
            report.discard()
        assert not everything(Path("analyzer-runs"))

    @pytest.mark.parametrize(
        "occupy",
        [
            lambda path: path.write_text("mine"),
            lambda path: path.symlink_to("nowhere"),
            lambda path: path.mkdir(),
            # As it looks for a moment while another run puts its report in place.
            lambda path: (path.mkdir(), (path / "report.md").write_text("mine")),
        ],
        ids=["a file", "a dead link", "a folder", "half a report"],
    )
    def test_what_is_there_already_is_left_alone(self, occupy: Callable[[Path], object]) -> None:
        Path("analyzer-runs").mkdir()
        occupy(Path("analyzer-runs/g-v-20240309-070501"))
        before = everything(Path("analyzer-runs"))
        with prepare_new("g", "v", datetime(2024, 3, 9, 7, 5, 1)) as found:
            assert found.path.name == "g-v-20240309-070501-2"
        assert everything(Path("analyzer-runs")) == before

    @pytest.mark.parametrize(
        ("occupy", "reason"),
        [
            (lambda path: path.write_text("mine"), "is no folder"),
            # Tried again and again, it would never end.
            (lambda path: path.symlink_to("nowhere"), "is a link to nothing"),
        ],
        ids=["a file", "a dead link"],
    )
    def test_no_name_is_free_where_no_folder_can_be(
        self, occupy: Callable[[Path], object], reason: str
    ) -> None:
        occupy(Path("analyzer-runs"))
        with pytest.raises(UserError, match=f"^Cannot write a report to analyzer-runs/.*{reason}"):
            prepare_new("g", "v")

    def test_takes_the_present(self) -> None:
        with prepare_new("g", "v") as found:
            stamp = found.path.name.removeprefix("g-v-")
        assert abs((datetime.strptime(stamp, "%Y%m%d-%H%M%S") - datetime.now()).total_seconds()) < 60

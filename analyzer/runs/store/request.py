"""What a run was asked for, as it is kept with it: enough to ask for the same again."""

import hashlib
import json
import os
import re
import shlex
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from analyzer.runs import canonical

_POLICIES = ".py"

_LARGEST = 1 << 22
"""Bytes; what is larger holds neither rules nor policies."""


@dataclass(frozen=True)
class Request:
    """What a run was asked for.

    Attributes:
        words: The command's words after its name, without those that only say how the result is shown; none for
            what was asked in Python.
        folder: The folder that names of files in them start from.
        files: The files that the words name, each with a hash of what is in it.
        begun: When it was asked, by which process, in Python; such questions are never the same request again.
    """

    words: tuple[str, ...]
    folder: str
    files: tuple[tuple[str, str], ...] = ()
    begun: str = ""

    @classmethod
    def here(cls, words: tuple[str, ...]) -> Self:
        """What is asked for in the current folder."""
        if not words:
            return cls((), str(Path.cwd()), begun=f"{time.time_ns()} {os.getpid()}")
        named = [_file_name(part) for word in words[1:] for part in (word, *re.split(r"[=|]", word))]
        files = {name: found for name in named if name and (found := _digest(Path(name)))}
        return cls(words, str(Path.cwd()), tuple(sorted(files.items())))

    @classmethod
    def of_text(cls, text: str) -> Self:
        """The request of a text that `text` gave."""
        data = json.loads(text)
        files = tuple((str(name), str(found)) for name, found in data["files"])
        return cls(tuple(map(str, data["words"])), str(data["folder"]), files, str(data["begun"]))

    @cached_property
    def text(self) -> str:
        """It, in one way on every machine."""
        parts = {"folder": self.folder, "words": self.words, "files": self.files, "begun": self.begun}
        return json.dumps(parts, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A short name for it."""
        return canonical.digest(self.text)

    @property
    def changed_files(self) -> list[str]:
        """Those of its files that are gone, or hold something else than when it was asked."""
        return [name for name, digest in self.files if _digest(Path(self.folder, name)) != digest]

    @property
    def title(self) -> str:
        """It as a line that can be given to a shell."""
        return shlex.join(("analyzer", *self.words))


def _file_name(word: str) -> str:
    """The file that a word of a command names, if it may name one: a policy's word goes on after the file."""
    file, mark, _ = word.partition(f"{_POLICIES}:")
    return file + _POLICIES if mark else word


def _digest(file: Path) -> str:
    """A hash of what is in a file; "" if there is none."""
    try:
        is_one = file.is_file() and file.stat().st_size <= _LARGEST
        return hashlib.sha256(file.read_bytes()).hexdigest()[:32] if is_one else ""
    except (OSError, ValueError):
        return ""

"""What a run was asked for, as it is kept with it: enough to ask for the same again."""

import json
import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from analyzer.runs import canonical


@dataclass(frozen=True)
class Request:
    """What a run was asked for.

    Attributes:
        words: The command's words after its name, without those that only say how the result is shown.
        folder: The folder that names of files in them start from.
    """

    words: tuple[str, ...]
    folder: str

    @classmethod
    def here(cls, words: tuple[str, ...]) -> Self:
        """What is asked for in the current folder."""
        return cls(words, str(Path.cwd()))

    @classmethod
    def of_text(cls, text: str) -> Self:
        """The request of a text that `text` gave."""
        data = json.loads(text)
        return cls(tuple(data["words"]), data["folder"])

    @cached_property
    def text(self) -> str:
        """It, in one way on every machine."""
        return json.dumps({"folder": self.folder, "words": self.words}, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A short name for it."""
        return canonical.digest(self.text)

    @property
    def title(self) -> str:
        """It as a line that can be given to a shell."""
        return shlex.join(("analyzer", *self.words))

"""Text of others in a Markdown file: so that a reader shows every sign, and takes none for Markdown or HTML."""

import re

_SIGNS = re.compile(
    r"[\\`*\[\]<~$]"  # wherever they stand
    r"|(?<![^\W_])_|_(?![^\W_])"  # within a word it means nothing
    r"|&(?=#|\w)"  # begins the name of a sign
)
_BEGINNINGS = re.compile(r"^(?:[#>+=-]|\d{1,9}(?=[.)]))")
"""What makes a heading, a list or the like of a paragraph."""


def escaped(text: str) -> str:
    """A text for a Markdown file, to stand within a line.

    Args:
        text: Any text.

    Returns:
        The text in one line, with a backslash before whatever would not be shown as it is.
    """
    return _SIGNS.sub(r"\\\g<0>", " ".join(text.split()))


def paragraph(text: str) -> str:
    """The same for a text that begins a line."""
    line = escaped(text)
    begin = _BEGINNINGS.match(line)
    if begin is None:
        return line
    # A number's stop is what makes a list of it.
    return f"{begin[0]}\\{line[begin.end() :]}" if begin[0].isdigit() else f"\\{line}"


def fenced(text: str, language: str) -> str:
    """Code that is shown as it is, whatever backticks are in it."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"

"""Drawn figures as SVG inside a page: without what only files need, and in colours that the page can change."""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from analyzer.report import style

# isort: split
# Only now: whatever imports matplotlib first decides whose settings it takes.
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

COLOURS = {
    "paper": (style.PAPER, style.DARK_PAPER),
    "ink": (style.INK, "#E8E6E3"),
    "quiet": (style.QUIET, "#A8ADB3"),
    "faint": (style.FAINT, "#2D3238"),
    "axis": ("#B0B0B0", "#646B73"),
    "reference-ink": (style.REFERENCE_INK, "#F0914D"),
    **{
        f"series-{number}": (light, dark)
        for number, (light, dark) in enumerate(
            zip(
                style.PALETTE,
                ("#62ADE6", "#F0914D", "#35C79B", "#E3A0C8", "#9AD5F7", "#F5BC4B", "#F0E442", "#F4F4F4"),
                strict=True,
            )
        )
    },
}
"""The page's colours by name: on a light and on a dark ground."""

_NAMES = {light.lower(): name for name, (light, _) in COLOURS.items()} | {"#555555": "quiet"}
_REFERENCE = re.compile(r"#([^)\s]+)")


def svg(drawn: Figure, label: str) -> str:
    """A figure as an element for a page.

    Args:
        drawn: The figure.
        label: What it shows, for those who cannot see it.

    Returns:
        An `<svg>` element, as wide as the place where it stands. Names inside it are like those of no other figure.
        Its colours are the page's custom properties, and those of the light page where there are none; elements of
        the class "scaled" have the colour for dark pages in the property --dark.
    """
    text = style.svg_text(drawn)
    root = ElementTree.fromstring(text)
    _rename(root, f"f{sha256(text.encode()).hexdigest()[:10]}-")
    _tidy(root)
    box = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib.update(
        {
            "viewBox": box,
            "role": "img",
            "aria-label": label,
            # In a file a style sheet says it, which would be the whole page's here.
            "stroke-linejoin": "round",
            "stroke-linecap": "butt",
        }
    )
    return ElementTree.tostring(root, encoding="unicode")


def _rename(root: Element, prefix: str) -> None:
    """Gives what is referred to a name of its own, and takes all other names away."""
    elements = list(root.iter())
    used = {name for element in elements for name in _references(element)}
    numbers = count()
    names = {name: f"{prefix}{next(numbers)}" for element in elements if (name := element.get("id")) in used}
    for element in elements:
        name = element.attrib.pop("id", None)
        if name in names:
            element.set("id", names[name])
        for key, value in list(element.attrib.items()):
            if key.endswith("}href"):
                del element.attrib[key]
                element.set("href", f"#{names[value[1:]]}")
            elif "url(#" in value:
                element.set(key, _REFERENCE.sub(lambda found: f"#{names[found[1]]}", value))


def _references(element: Element) -> Iterator[str]:
    for key, value in element.attrib.items():
        if key.endswith("}href") or "url(#" in value:
            yield from _REFERENCE.findall(value)


def _tidy(element: Element) -> None:
    """Removes what only files need, from an element and all inside it."""
    element.tag = element.tag.rpartition("}")[2]
    element.text = element.tail = None
    if "d" in element.attrib:
        element.set("d", re.sub(r"\s*([A-Za-z])\s*", r"\1", element.attrib["d"]).replace("\n", " "))
    _recolour(element)
    children = list(element)
    element[:] = []
    for child in children:
        _tidy(child)
        if child.tag in ("style", "metadata") or (child.tag in ("g", "defs") and not len(child)):
            continue
        if child.tag == "g" and not child.attrib:
            element.extend(child)
        else:
            element.append(child)


def _recolour(element: Element) -> None:
    """Puts custom properties for the colours in an element's style."""
    parts = []
    for part in filter(None, element.get("style", "").split(";")):
        key, value = (side.strip() for side in part.split(":"))
        if value in _NAMES:
            value = f"var(--{_NAMES[value]},{value})"
        elif key == "fill" and value in _counterparts():
            element.set("class", "scaled")
            if element.tag == "path":
                # Cells that touch show no seam.
                element.set("shape-rendering", "crispEdges")
            parts.append(f"--dark:{_counterparts()[value]}")
        parts.append(f"{key}:{value}")
    if parts:
        element.set("style", ";".join(parts))


@cache
def _counterparts() -> dict[str, str]:
    """Colours of cells and of the letters on them, each with the one on dark pages."""
    cells = {to_hex(style.SCALE(level)): to_hex(style.DARK_SCALE(level)) for level in range(style.SCALE.N)}
    letters = {
        colour.lower(): "#ffffff" if light else "#000000" for (_, light), colour in style.LETTERS.items()
    }
    return cells | letters

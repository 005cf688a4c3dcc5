"""Runs the tutorial, a notebook, and keeps what its cells show; `scripts/reports` calls it."""

import os
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TUTORIAL = Path(__file__).resolve().parents[2] / "reports" / "tutorial.ipynb"
MOST_SECONDS = 600
"""For one cell; the first one compiles the game."""


def executed(path: Path = TUTORIAL) -> Any:
    """Runs all cells in a process of their own.

    Args:
        path: The notebook.

    Returns:
        The notebook with what its cells show now.

    Raises:
        CellExecutionError: A cell failed.
    """
    # Its kernel and this process talk over files, not over the network.
    os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=MOST_SECONDS, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return notebook


def shown(notebook: Any) -> list[list[str]]:
    """What the cells of a notebook show as text, one list a cell."""
    return [
        [output.get("data", {}).get("text/plain", output.get("text", "")) for output in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]

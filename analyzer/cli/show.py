"""`analyzer show`."""

from analyzer.cli import options
from analyzer.cli.report import Runs


def command(runs: Runs, json: options.Json = False) -> None:
    """Print a stored result as the run itself did, without playing."""
    from analyzer.cli import output
    from analyzer.report import reading

    found = [reading.read(run) for run in runs]
    if json and len(found) > 1:
        output.print_json({"runs": [run.content.result for run in found]})
        return
    for given, run in zip(runs, found, strict=True):
        if len(found) > 1:
            output.print_text(f"{output.one_line(given)}\n\n")
        output.show(run.content, None, json)
        if run is not found[-1]:
            output.print_text("\n\n")

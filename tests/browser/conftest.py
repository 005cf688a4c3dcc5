"""A real browser, without network, for the pages of reports; tests are skipped, visibly, where there is none."""

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SCREENSHOTS = HERE / "screenshots"
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Screen:
    """A size of window, and whether it is a phone's."""

    name: str
    width: int
    height: int
    phone: bool = False


DESKTOP = Screen("desktop", 1280, 900)
PHONE = Screen("phone", 390, 844, phone=True)
NARROW_PHONE = Screen("narrow-phone", 360, 740, phone=True)
SCREENS = (DESKTOP, PHONE)


class Browser:
    """Opens pages from files, with the network off, and tells what a reader would see."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._tell("Network.enable", {})
        self._tell(
            "Network.emulateNetworkConditions",
            {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
        )

    def open(self, page: Path, screen: Screen, *, dark: bool = False, script: bool = True) -> None:
        """Opens a page as it is seen on such a screen."""
        size = {
            "width": screen.width,
            "height": screen.height,
            "deviceScaleFactor": 1,
            "mobile": screen.phone,
        }
        self._tell("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._tell("Emulation.setEmulatedMedia", {"features": [scheme]})
        self._tell("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.complaints()
        self._driver.get(page.absolute().as_uri())

    def run(self, script: str, *arguments: Any) -> Any:
        """Runs a function body in the page and gives what it returns."""
        return self._driver.execute_script(script, *arguments)

    def click(self, selector: str, place: int = 0) -> None:
        """Clicks on an element as a person would."""
        self._driver.find_elements("css selector", selector)[place].click()

    def count(self, selector: str) -> int:
        """How many elements there are; this needs no script."""
        root = self._tell("DOM.getDocument", {})["root"]["nodeId"]
        return len(self._tell("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"])

    def press(self, selector: str, key: str) -> None:
        """Presses a key on an element."""
        self._driver.find_element("css selector", selector).send_keys(key)

    def complaints(self) -> list[str]:
        """What the browser has written to its console since the last time."""
        return [entry["message"] for entry in self._driver.get_log("browser") if entry["level"] != "INFO"]

    def requests(self) -> list[str]:
        """The addresses asked for since the last time, but for the files themselves."""
        messages = (json.loads(entry["message"])["message"] for entry in self._driver.get_log("performance"))
        asked = [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]
        return [address for address in asked if not address.startswith(("file:", "data:"))]

    def keep_screenshot(self, name: str) -> Path:
        """Keeps a picture of the whole page."""
        from base64 import b64decode

        picture = self._tell("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True})
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        path.write_bytes(b64decode(picture["data"]))
        return path

    def printed(self) -> bytes:
        """The page on paper, as PDF."""
        from base64 import b64decode

        return b64decode(self._tell("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"])

    def accessibility_findings(self) -> list[dict[str, Any]]:
        """What axe-core finds to be serious or critical."""
        self.run(AXE.read_text(encoding="utf-8"))
        found = self._driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; axe.run().then(found => done(found.violations));"
        )
        return [each for each in found if each["impact"] in ("serious", "critical")]

    def _tell(self, command: str, parameters: dict[str, Any]) -> Any:
        return self._driver.execute_cdp_cmd(command, parameters)


def _first(names: Sequence[str]) -> str | None:
    return next((path for path in map(shutil.which, names) if path), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, headless."""
    program, driver = _first(BROWSERS), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("no Chromium with chromedriver on this machine")
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = program
    # A container's root has no sandbox and its /dev/shm is small.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield Browser(started)
    finally:
        started.quit()


@pytest.fixture
def axe(browser: Browser) -> Browser:
    """The browser, where axe-core is there too."""
    if not AXE.is_file():
        pytest.skip("no axe-core: `npm ci` in tests/browser fetches it")
    return browser

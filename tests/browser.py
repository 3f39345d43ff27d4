"""A real browser for tests: Chromium without a window, driven over its debugging socket."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage",
    "--disable-background-networking", "--remote-debugging-port=0",
)  # fmt: skip


def found() -> str | None:
    """The browser on this machine, or ``None``."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """A page that is open. ``requests``: every address that it has asked for; ``problems``: what its console said."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._events: list[dict[str, Any]] = []

    def call(self, method: str, **parameters: Any) -> Any:
        """A command of the DevTools protocol; its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv(timeout=30))).get("id") != self._number:
            self._events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression in the page."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def open(self, address: str) -> None:
        """Go to an address and wait until it has loaded."""
        self.call("Page.navigate", url=address)
        deadline = time.monotonic() + 30
        while self.run("location.href") != address or self.run("document.readyState") != "complete":
            assert time.monotonic() < deadline, f"{address} does not load"

    def key(self, name: str) -> None:
        """Press and let go a key."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    @property
    def requests(self) -> list[str]:
        return [
            event["params"]["request"]["url"]
            for event in self._events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    @property
    def problems(self) -> list[dict[str, Any]]:
        wanted = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        return [event for event in self._events if event.get("method") in wanted]


@contextmanager
def browsing(profile: Path) -> Iterator[Page]:
    """A page in a browser of its own, whose profile is in the folder ``profile``."""
    path = found()
    assert path is not None
    root = ["--no-sandbox"] if os.getuid() == 0 else []  # root has no sandbox to be put into
    browser = subprocess.Popen(
        [path, *FLAGS, *root, f"--user-data-dir={profile}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        with connect(_page(profile), max_size=None) as socket:
            page = Page(socket)
            for domain in ("Page", "Runtime", "Network", "Log"):
                page.call(f"{domain}.enable")
            yield page
            page.call("Browser.close")
    finally:
        try:
            browser.wait(timeout=10)
        except subprocess.TimeoutExpired:
            browser.kill()
            browser.wait()


def _page(profile: Path) -> str:
    """The socket of the page that a new browser shows: its port stands in its profile once it listens."""
    deadline, port = time.monotonic() + 45, profile / "DevToolsActivePort"
    while not (port.exists() and len(port.read_text().splitlines()) == 2):
        assert time.monotonic() < deadline, "the browser does not start"
        time.sleep(0.05)
    number, path = port.read_text().splitlines()
    with connect(f"ws://127.0.0.1:{number}{path}", max_size=None) as socket:
        target = Page(socket).call("Target.createTarget", url="about:blank")["targetId"]
    return f"ws://127.0.0.1:{number}/devtools/page/{target}"

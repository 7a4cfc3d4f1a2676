"""A real browser for tests: Debian's chromium, or what CHROMIUM names; without one its tests are skipped."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from PIL import Image

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
in_a_browser = pytest.mark.skipif(not CHROMIUM, reason="no browser: install chromium, or name one in CHROMIUM")


@contextmanager
def browser() -> Iterator[Any]:
    """Start the browser; it ends with the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield started
        finally:
            started.close()


def brightness(picture: bytes) -> float:
    """Return how bright a screenshot is on average, from 0 to 255."""
    with Image.open(io.BytesIO(picture)) as image:
        return float(np.asarray(image.convert("L")).mean())


@contextmanager
def page_at(started: Any, address: str, **settings: Any) -> Iterator[Any]:
    """Open an address; at the end of the block nothing may have gone wrong on the page."""
    context = started.new_context(**{"viewport": {"width": 1400, "height": 900}} | settings)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.on("request", lambda request: troubles.append(request.url) if request.url.startswith("http") else None)
    page.goto(address)
    yield page
    context.close()
    assert not troubles


@contextmanager
def table(*words: str) -> Iterator[str]:
    """Start `swarmzoo play`; yield the address that it prints."""
    command = [sys.executable, "-m", "swarmzoo", "play", *words, "--no-browser"]
    folder = TemporaryDirectory()
    if not {"--out", "--resume"} & set(words):
        command += ["--out", f"{folder.name}/kept.json"]
    with folder, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = next(line.strip() for line in process.stdout if line.startswith("http://127.0.0.1:"))
            yield address
            assert process.poll() is None
        finally:
            process.terminate()

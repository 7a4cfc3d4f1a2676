"""`swarmzoo play` as it is started: in a real browser, and against a stranger at its port."""

import http.client
import json
import signal
import subprocess
import sys
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from swarmzoo.envs.core.errors import GameError
from swarmzoo.viewer.play.server import checked_host
from tests.viewer.browser import browser, in_a_browser, table

ENDS = {
    "insects": [],
    "formation": ["-s", "size=4"],
    "warband": [],
    "overseer": [],
    "nova": [],
}


@pytest.fixture(scope="module")
def insects():
    with table("insects", "--against", "greedy") as address:
        yield address


def link(address, origin=None, **settings):
    """Return a socket to a table, as its page opens it."""
    parts = urlsplit(address)
    return connect(f"ws://{parts.netloc}{parts.path}game", origin=origin or f"http://{parts.netloc}", **settings)


def asked(address, path, **headers):
    parts = urlsplit(address)
    line = http.client.HTTPConnection(parts.netloc, timeout=10)
    with closing(line):
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read()


def game_of(socket, patience=20):
    """Return the next message that tells the game."""
    while True:
        message = json.loads(socket.recv(timeout=patience))
        if message["type"] in ("game", "refused"):
            return message


@in_a_browser
@pytest.mark.parametrize("name", ENDS)
def test_a_game_is_played_by_clicks_to_its_end(name):
    with table(name, *ENDS[name], "--seed", "3") as address, browser() as started:
        context = started.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        troubles = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.goto(address)
        choices = page.locator(".choices button[aria-disabled=false]")
        ending = page.locator("#end")
        for turn in range(1500):
            choices.first.or_(ending).first.wait_for()
            if ending.count():
                break
            page.evaluate(
                """turn => {
                  const found = [...document.querySelectorAll(".choices button[aria-disabled=false]")];
                  found[(turn * 7919) % found.length]?.click();
                  return found.length;
                }""",
                turn,
            )
        assert ending.inner_text().split(".")[0] in ("You won", "You lost", "A draw")
        page.click("#undo")
        page.wait_for_selector(".choices button[aria-disabled=false]")
        page.reload()
        page.wait_for_selector(".choices button[aria-disabled=false]")
        page.click("#new")
        page.wait_for_selector(".said:has-text('Press again')")
        assert page.locator("#undo[aria-disabled=false]").count(), "a game is not left by one press"
        page.click("#new")
        page.wait_for_selector("#undo[aria-disabled=true]")
        choices.first.or_(ending).first.wait_for()  # of a hundred opponents at random one is out before you choose
        assert not troubles


@in_a_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_everyone_can_use_the_table_on_every_screen(insects, width, scheme):
    from axe_playwright_python.sync_playwright import Axe

    with browser() as started:
        context = started.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
        )
        page = context.new_page()
        page.goto(insects)
        page.wait_for_selector(".choices button[aria-disabled=false]")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


@in_a_browser
def test_a_hint_stands_beside_the_choices_and_goes_with_them():
    with table("insects", "--seed", "2", "--hints", "search:32") as address, browser() as started:
        page = started.new_context(reduced_motion="reduce").new_page()
        page.set_default_timeout(90_000)  # the search is compiled
        page.goto(address)
        page.wait_for_selector(".choices button[aria-disabled=false]")
        assert page.locator("#own li").count()
        page.keyboard.press("h")
        page.wait_for_selector(".held")
        assert "search" in page.inner_text("#hinted") and "wins" in page.locator(".held").first.inner_text()
        page.locator(".choices button:has(.held)").first.click()
        page.wait_for_selector("#undo[aria-disabled=false]")
        assert not page.locator(".held").count()


@in_a_browser
def test_what_cannot_be_chosen_says_why_by_its_name_and_by_its_place():
    from axe_playwright_python.sync_playwright import Axe

    with table("warband", "--seed", "3") as address, browser() as started:
        page = started.new_context(
            viewport={"width": 1400, "height": 900}, reduced_motion="reduce", bypass_csp=True
        ).new_page()
        page.goto(address)
        page.wait_for_selector(".choices button[aria-disabled=false]")
        with link(address) as socket:
            told = game_of(socket)
            socket.send(json.dumps({"type": "why", "number": told["number"]}))
            groups = json.loads(socket.recv(timeout=20))["agents"][0]
        words = groups[0]["actions"][0]["name"]
        page.fill("input[type=search]", words)
        page.wait_for_selector("#refused")
        assert groups[0]["reason"] in page.inner_text("#refused") and words in page.inner_text("#refused")
        assert [one["id"] for one in Axe().run(page).response["violations"]] == []
        page.keyboard.press("Escape")
        page.wait_for_selector("#refused", state="detached")
        legal = {tuple(one["at"]) for one in told["question"]["agents"][0]["actions"] if one["at"]}
        reason, at = next(
            (group["reason"], one["at"])
            for group in groups
            for one in group["actions"]
            if one["at"] and tuple(one["at"]) not in legal
        )
        box = page.locator("#board").bounding_box()
        x, y = (at[k] * box[side] / told[side] for k, side in enumerate(("width", "height")))
        page.mouse.click(box["x"] + x, box["y"] + y)
        page.wait_for_selector("#refused")
        assert reason in page.inner_text("#refused")
        page.fill("input[type=search]", "no such thing at all")
        page.wait_for_selector("p#refused")


def test_a_game_is_played_over_the_socket(insects):
    with link(insects) as socket:
        told = game_of(socket)
        first = told["question"]["agents"][0]["actions"][0]["action"]
        socket.send(json.dumps({"type": "act", "number": told["number"], "seat": 0, "actions": [first]}))
        after = game_of(socket)
        assert after["number"] > told["number"] and after["first"] == len(told["steps"])
        socket.send(json.dumps({"type": "undo", "number": after["number"]}))
        assert game_of(socket)["question"] == told["question"]


def test_a_bot_goes_on_for_an_agent_in_its_own_process_that_hangs(tmp_path):
    bot = tmp_path / "sleeper.py"
    bot.write_text("import time\n\n\nclass Sleeper:\n    def act(self, view):\n        time.sleep(3600)\n")
    with (
        table("insects", "--against", f"{bot}:Sleeper", "--isolate", "--seat", "1") as address,
        link(address) as socket,
    ):
        told = game_of(socket)
        while not told["over"]:
            number, first = told["number"], told["question"]["agents"][0]["actions"][0]["action"]
            socket.send(json.dumps({"type": "act", "number": number, "seat": 1, "actions": [first]}))
            told = game_of(socket)
        assert "gave no answer in 5 seconds" in told["fault"] and told["pay"] == [-1.0, 1.0]
        socket.send(json.dumps({"type": "replace", "number": told["number"], "agent": "greedy"}))
        told = game_of(socket)
        assert not told["over"] and "greedy" in told["players"]


def test_the_command_that_goes_on_is_one_that_does(tmp_path):
    bot, kept = tmp_path / "bot.py", tmp_path / "kept.json"
    bot.write_text("class First:\n    def act(self, view):\n        return view.masks.argmax(axis=1)\n")
    words = [sys.executable, "-m", "swarmzoo", "play", "insects", "--against", f"{bot}:First", "--no-browser"]
    with subprocess.Popen([*words, "--out", str(kept)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert next(line for line in process.stdout if "kept in" in line).endswith(f"{kept} --trust\n")
        finally:
            process.terminate()


def test_two_pages_see_the_same_game_and_a_late_move_is_not_taken(insects):
    with link(insects) as one, link(insects) as two:
        told, _ = game_of(one), game_of(two)
        first = told["question"]["agents"][0]["actions"][0]["action"]
        one.send(json.dumps({"type": "act", "number": told["number"], "seat": 0, "actions": [first]}))
        here, there = game_of(one), game_of(two)
        assert here == there and here["number"] > told["number"]
        two.send(json.dumps({"type": "act", "number": told["number"], "seat": 0, "actions": [first]}))
        assert game_of(two)["number"] == here["number"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"type":"act","number":0,"seat":0,"actions":[100000]}', '{"type":"x"}', "\u0000"]
)
def test_nonsense_is_answered_with_a_sentence(insects, text):
    with link(insects) as socket:
        number = game_of(socket)["number"]
        socket.send(text.replace('"number":0', f'"number":{number}'))
        answer = game_of(socket)
        assert answer["type"] == "refused" or answer["number"] == number


def test_what_is_too_long_or_too_much_ends_the_connection(insects):
    with link(insects) as socket, pytest.raises(ConnectionClosed):
        socket.send("x" * 10_000)
        for _ in range(100):
            socket.recv(timeout=10)
    with link(insects) as socket, pytest.raises(ConnectionClosed):
        for _ in range(200):
            socket.send("{}")
            socket.recv(timeout=10)
    with link(insects) as socket:
        assert game_of(socket)["type"] == "game"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_another_page_cannot_speak_to_the_table(insects, origin):
    with pytest.raises(InvalidStatus):
        link(insects, origin=origin)


def test_only_who_knows_the_address_is_served(insects):
    path = urlsplit(insects).path
    assert asked(insects, path)[0] == 200
    near = ("../../etc/passwd", "server.py", "%2e%2e/table.py")
    for wrong in ("/", "/x/", path[:-2] + "/", "/favicon.ico", *(path + name for name in near)):
        assert asked(insects, wrong) == (404, b"not found")
    assert asked(insects, path, Host="evil.example") == (404, b"not found")


@pytest.mark.parametrize("host", ["0.0.0.0", "8.8.8.8", "224.0.0.1", "example.org", "", "::1", "192.168.1.1/24"])
def test_no_other_address_is_served_than_one_of_a_private_network(host):
    with pytest.raises(GameError, match="--host"):
        checked_host(host)
    assert checked_host("192.168.1.20") == "192.168.1.20" and checked_host("127.0.0.1") == "127.0.0.1"


def test_another_address_is_served_alone_and_what_that_means_is_said(tmp_path):
    """127.0.0.2 stands for an address of a network: any machine that runs the tests has it."""
    words = [sys.executable, "-m", "swarmzoo", "play", "insects", "--no-browser", "--host", "127.0.0.2"]
    words += ["--out", str(tmp_path / "kept.json")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            said = []
            address = next(line.strip() for line in process.stdout if said.append(line) or line.startswith("http://"))
            assert "nothing is encrypted" in "".join(said) and address.startswith("http://127.0.0.2:")
            with link(address) as socket:
                assert game_of(socket)["type"] == "game"
            port = urlsplit(address).port
            assert asked(address, urlsplit(address).path, Host=f"localhost:{port}") == (404, b"not found")
            with pytest.raises(InvalidStatus):
                link(address, origin=f"http://127.0.0.1:{port}")
            with pytest.raises(OSError):
                asked(f"http://127.0.0.1:{port}/", "/")
        finally:
            process.terminate()


def test_a_taken_port_is_a_sentence(insects):
    port = str(urlsplit(insects).port)
    words = [sys.executable, "-m", "swarmzoo", "play", "insects", "--port", port, "--no-browser"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and f"--port {port}" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "chess"),
        (["insects", "--seat", "7"], "seat 7"),
        (["insects", "--hints", "greedy"], "--hints greedy"),
        (["insects", "--hints", "process:ls"], "--hints process:ls"),
        (["insects", "--against", "nobody"], "nobody"),
        (["insects", "-a", "greedy", "-a", "greedy"], "opponents"),
        (["insects", "--host", "192.0.2.7"], "does not have that address"),
        (["formation", "--set", "control=soldiers"], "at most 8"),
        (["insects", "--out", "/dev/null/kept.json"], "name a file that can be written"),
    ],
)
def test_mistakes_are_told_in_one_sentence(words, said):
    command = [sys.executable, "-m", "swarmzoo", "play", *words, "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


@in_a_browser
@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("name", ["insects", "formation"])
def test_nothing_moves_on_the_page_when_something_else_is_asked(name, width):
    choice = ".choices button[aria-disabled=false]"
    with table(name, *ENDS[name], "--seed", "3") as address, browser() as started:
        page = started.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce").new_page()
        page.goto(address)
        seen = set()
        for turn in range(16):
            page.locator(choice).first.or_(page.locator("#end")).first.wait_for()
            if page.locator("#end").count():
                break
            seen.add(
                page.evaluate(
                    """() => [".choices", "#undo", "#log"].map((one) =>
                    Math.round(document.querySelector(one).getBoundingClientRect().top + scrollY)).join()"""
                )
            )
            page.evaluate(
                "([choice, k]) => [...document.querySelectorAll(choice)].at(k % 2 - 1)?.click()", [choice, turn]
            )
        assert len(seen) == 1


@in_a_browser
def test_a_large_board_is_scrolled_and_clicked_on_a_phone():
    with table("warband", "--seed", "3") as address, browser() as started, link(address) as socket:
        told = game_of(socket)
        page = started.new_context(viewport={"width": 360, "height": 800}, reduced_motion="reduce").new_page()
        page.goto(address)
        page.wait_for_selector(".choices button[aria-disabled=false]")
        assert page.evaluate("document.getElementById('board').clientWidth") < 360
        page.check("#full")
        assert page.evaluate("document.getElementById('board').clientWidth") == told["width"] > 360
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        x, y, _ = next(one["at"] for one in told["question"]["agents"][0]["actions"] if one["at"])
        page.locator("#board").click(position={"x": x, "y": y})
        assert game_of(socket)["number"] > told["number"]


@in_a_browser
def test_a_click_on_the_board_takes_what_aims_there():
    with table("warband", "--seed", "3") as address, browser() as started:
        page = started.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce").new_page()
        page.goto(address)
        page.wait_for_selector(".choices button[aria-disabled=false]")
        with link(address) as socket:
            told = game_of(socket)
        one = next(one for one in told["question"]["agents"][0]["actions"] if one["at"])
        box = page.locator("#board").bounding_box()
        x, y = (one["at"][k] * box[side] / told[side] for k, side in enumerate(("width", "height")))
        page.mouse.move(box["x"] + x, box["y"] + y)
        assert page.evaluate("document.getElementById('board').style.cursor") == "pointer"
        page.mouse.click(box["x"] + x, box["y"] + y)
        page.wait_for_selector("#undo[aria-disabled=false]")
        assert one["name"] in page.inner_text("#log")


RINGED = """() => {
  const rings = document.getElementById("rings");
  const { data } = rings.getContext("2d").getImageData(0, 0, rings.width, rings.height);
  return data.some((one) => one > 0);
}"""
RINGS_GO_WITH = f"""async (done) => {{
  eval(done);
  for (let look = 0; look < 1000; look++) {{ // the page draws when it comes to it, and again when the answer is here
    if (!({RINGED})()) return true;
    await new Promise((go) => setTimeout(go));
  }}
  return false;
}}"""
PLACES = """[...document.querySelectorAll(".sheet canvas")].map((one) => JSON.stringify(one.getBoundingClientRect()))"""


@in_a_browser
def test_rings_lie_on_the_board_and_only_while_something_can_be_chosen():
    with table("warband", "--seed", "3") as address, browser() as started:
        page = started.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce").new_page()
        page.goto(address)
        choices = page.locator(".choices button[aria-disabled=false]")
        choices.first.click()
        choices.first.wait_for()
        page.wait_for_function(RINGED)
        for large in (False, True):
            page.set_checked("#full", large)
            places = page.evaluate(PLACES)
            assert len(places) == 2 and len(set(places)) == 1
        drawn = page.evaluate("document.getElementById('board').toDataURL()")
        choices.first.hover()
        assert page.evaluate("document.getElementById('board').toDataURL()") == drawn
        assert page.evaluate(RINGS_GO_WITH, "document.querySelector('.choices button').click()")


@in_a_browser
def test_of_a_long_log_the_last_step_is_listed_whole_and_little_else():
    words = ("formation", "--against", "charger", "-s", "size=256", "--seed", "3")
    with table(*words) as address, browser() as started:
        page = started.new_context(reduced_motion="reduce").new_page()
        page.goto(address)
        for _ in range(3):
            page.locator("#rest:not([aria-disabled=true])").click()
            page.wait_for_selector("#rest[aria-disabled=false]")
        with link(address) as socket:
            steps = game_of(socket)["steps"]
        says = [text for step in steps for text in step.get("says", [])]
        lines, last = page.locator("#log li").all_inner_texts(), steps[-1].get("says", [])
        assert lines == says[-len(lines) :]
        assert len(last) <= len(lines) <= max(300, len(last)) < len(says)


BAD = "class Bad:\n    def act(self, view):\n        raise RuntimeError('lost my head')\n"


@in_a_browser
def test_a_person_goes_on_where_an_agent_failed_and_where_the_table_was_killed(tmp_path):
    from axe_playwright_python.sync_playwright import Axe

    kept, bot = tmp_path / "kept.json", tmp_path / "bad.py"
    bot.write_text(BAD)
    with (
        table("insects", "-a", f"{bot}:Bad", "--out", str(kept)) as address,
        browser() as started,
    ):
        page = started.new_context(reduced_motion="reduce", bypass_csp=True).new_page()
        page.goto(address)
        choices = page.locator(".choices button[aria-disabled=false]")
        ending = page.locator("#end")
        for _ in range(60):
            choices.first.or_(ending).first.wait_for()
            if ending.count():
                break
            choices.first.click()
            page.wait_for_load_state()
        assert "lost my head" in ending.inner_text()
        assert [one["id"] for one in Axe().run(page).response["violations"]] == []
        page.select_option("#stand-in", "greedy")
        page.click("#go-on")
        choices.first.wait_for()
        assert "you - greedy" in page.inner_text("h1")
        log = page.inner_text("#log")
    with table("--resume", str(kept)) as address, browser() as started:
        page = started.new_context(reduced_motion="reduce").new_page()
        page.goto(address)
        page.locator(".choices button[aria-disabled=false]").first.wait_for()
        assert page.inner_text("#log") == log


SLOW = """import time
import numpy as np

class Slow:
    asked = 0

    def act(self, view):
        self.asked += 1
        if self.asked > 2:
            time.sleep(3600)
        return int(np.flatnonzero(view.masks[0])[0])
"""


def test_an_agent_that_never_answers_keeps_no_table_from_ending_and_the_game_is_kept(tmp_path):
    kept, bot = tmp_path / "kept.json", tmp_path / "slow.py"
    bot.write_text(SLOW)
    words = [sys.executable, "-m", "swarmzoo", "play", "insects", "-a", f"{bot}:Slow", "--seat", "0", "--seed", "3"]
    words += ["--no-browser", "--out", str(kept), "-s", "rules.windows=holders"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            address = next((line.strip() for line in process.stdout if line.startswith("http://127.0.0.1:")), "")
            with link(address) as socket:
                told = game_of(socket)
                while told["question"]:
                    actions = [told["question"]["agents"][0]["actions"][0]["action"]]
                    socket.send(json.dumps({"type": "act", "number": told["number"], "seat": 0, "actions": actions}))
                    told = json.loads(socket.recv(timeout=20))
                    if told["type"] == "thinking":
                        told = waited(socket)
                process.send_signal(signal.SIGINT)
                process.wait(20)
        finally:
            process.kill()
    assert process.returncode == 0 and json.loads(kept.read_text())["taken"]


def waited(socket):
    """Return what follows while an agent thinks; no question where it does not answer."""
    try:
        return game_of(socket, 4)
    except TimeoutError:
        return {"question": None}


def played_by(words, folder):
    """Run the command where it must end at once; return what it says."""
    command = [sys.executable, "-m", "swarmzoo", "play", *words, "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=folder)
    assert done.returncode != 0 and "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a game"),
        (["--resume", "kept.json"], "not a kept game"),
        (["--resume", "missing.json"], "missing.json"),
        (["insects", "--resume", "kept.json"], "GAME"),
        (["--resume", "kept.json", "--seat", "1"], "--seat"),
        (["insects", "--out", "kept.json"], "the file exists"),
        (["insects", "--out", "kept.json/x.json"], "kept.json"),
    ],
)
def test_mistakes_with_kept_games_are_told(words, said, tmp_path):
    (tmp_path / "kept.json").write_text("{}")
    assert said in played_by(words, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.json"]


@in_a_browser
def test_a_curtain_hides_what_one_person_knows_from_the_other():
    from axe_playwright_python.sync_playwright import Axe

    with table("insects", "--seat", "0", "--seat", "1", "--seed", "2") as address, browser() as started:
        page = started.new_context(reduced_motion="reduce", bypass_csp=True).new_page()
        heard = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))))
        page.goto(address)
        choices, seen = page.locator(".choices button[aria-disabled=false]"), set()
        for _ in range(40):
            page.locator("#look").or_(choices).first.wait_for()
            if page.locator("#look").count():
                assert not page.locator("#board, #log, #own, .choices").count()
                assert heard[-1]["type"] == "curtain" and not {"steps", "own", "question"} & set(heard[-1])
                if len(seen) == 1:
                    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
                page.keyboard.press("Enter")
                choices.first.wait_for()
                seen.add(heard[-1]["seat"])
                assert page.locator("#own li").count()
                if seen == {0, 1}:
                    break
            number = heard[-1]["number"]
            choices.first.click()
            page.wait_for_timeout(50)
            assert number is not None
        assert seen == {0, 1}
        page.reload()
        page.locator("#look").or_(choices).first.wait_for()

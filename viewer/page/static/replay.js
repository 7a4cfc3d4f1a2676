// Plays back the game that stands in this page. Every text of the game is written as text, never as a part of the page.
import { Board } from "board";
import { Analysis } from "analysis";
import { Pieces } from "pieces";

const SHOWN = 80; // steps whose sentences are listed ...
const LINES = 200; // ... as far as there are so many of them
const at = (id) => document.getElementById(id);

async function unpacked() {
  const bytes = Uint8Array.from(atob(at("game").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

// The shapes of every step, by their numbers.
function listsOf(steps) {
  let now = [];
  return steps.map(({ keep, drop, add }) => (now = now.slice(0, keep).concat(add, now.slice(keep + drop))));
}

function signed(pay) {
  return (pay > 0 ? "+" : "") + Number(pay.toFixed(3));
}

class Replay {
  constructor(game) {
    this.game = game;
    this.lists = listsOf(game.steps);
    this.last = game.steps.length - 1;
    let time = "";
    this.times = game.steps.map((step) => (time = step.time ?? time));
    this.turns = game.steps.map((step, k) => (step.begins ? k : -1)).filter((k) => k >= 0);
    this.board = new Board(at("board"), game);
    this.pieces = new Pieces();
    this.pieces.put(0, game.pieces);
    this.timer = 0;
    at("motion").checked = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.analysis = new Analysis(game, (step) => this.jump(step));
    this.describe();
    this.listen();
    this.show(this.wanted());
  }

  describe() {
    const { game } = this;
    at("players").textContent = game.agents.join(" - ");
    const pay = game.sides.map((side, k) => `${side} ${signed(game.pay[k])}`).join(", ");
    const end = [game.ending, game.fault].filter(Boolean).join("; ");
    at("about").textContent = `${game.game}, seed ${game.seed}. ${end ? `${end}: ` : ""}${pay}`;
    at("config").textContent = JSON.stringify(game.config, null, 2);
    at("step").max = this.last;
  }

  // Hands out the replay that stands in the page.
  save() {
    const link = document.createElement("a");
    link.href = `data:application/octet-stream;base64,${this.game.replay}`;
    link.download = this.file();
    link.click();
  }

  file() {
    return `${this.game.game.replace(/[^a-z0-9-]+/gi, "-")}-seed-${this.game.seed}.replay`;
  }

  listen() {
    at("fork").hidden = !this.game.replay;
    at("save").addEventListener("click", () => this.save());
    const go = { first: () => 0, back: () => this.now - 1, on: () => this.now + 1, last: () => this.last };
    go["turn-back"] = () => this.turns.findLast((k) => k < this.now) ?? 0;
    go["turn-on"] = () => this.turns.find((k) => k > this.now) ?? this.last;
    for (const [id, where] of Object.entries(go)) at(id).addEventListener("click", () => this.jump(where()));
    at("play").addEventListener("click", () => this.toggle());
    at("step").addEventListener("input", () => this.jump(Number(at("step").value)));
    at("speed").addEventListener("change", () => this.timer && (this.pause(), this.toggle()));
    at("size").addEventListener("change", () => at("board").parentNode.classList.toggle("full", at("size").value === "full"));
    at("log").addEventListener("click", (event) => {
      const step = event.target.closest("li")?.dataset.step;
      if (step !== undefined) this.jump(Number(step));
    });
    window.addEventListener("hashchange", () => this.jump(this.wanted()));
    const keys = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" };
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select, pre, #log, .sheet")) return;
      if (event.key === " " && !event.target.matches("button, summary, input[type=checkbox]")) this.toggle();
      else if (keys[event.key]) this.jump(go[keys[event.key]]());
      else return;
      event.preventDefault();
    });
  }

  // The step that the page's address names.
  wanted() {
    return Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? 0);
  }

  jump(step) {
    this.pause();
    this.show(step);
    const said = this.game.steps[this.now].says ?? [];
    at("now").textContent = `Step ${this.now}, ${this.times[this.now]}. ${said.join(" ")}`;
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.now === this.last) this.show(0);
    at("play").textContent = "pause";
    this.timer = setInterval(() => {
      this.show(this.now + 1);
      if (this.now === this.last) this.pause();
    }, 1000 / Number(at("speed").value));
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    at("play").textContent = "play";
  }

  show(step) {
    const before = this.now;
    this.now = Math.min(this.last, Math.max(0, step));
    const moves = at("motion").checked && this.now === before + 1 && Number(at("speed").value) < 10;
    if (moves) this.board.glide(this.lists[before], this.lists[this.now], undefined, this.game.steps[this.now].blows, this.timer ? 900 / Number(at("speed").value) : undefined);
    else this.board.paint(this.lists[this.now]);
    at("board").setAttribute("aria-label", `The board after step ${this.now} of ${this.last}; the log tells what happened`);
    at("step").value = this.now;
    at("number").textContent = `${this.now} of ${this.last}`;
    at("time").textContent = this.times[this.now];
    for (const id of ["first", "turn-back", "back"]) at(id).disabled = this.now === 0;
    for (const id of ["on", "turn-on", "last"]) at(id).disabled = this.now === this.last;
    at("commands").textContent = `swarmzoo play --fork ${this.file()} --step ${this.now} --seat 0 --against random\nswarmzoo replay ${this.file()} --step ${this.now} --fork start.yaml  # as text: edit rules, cards, units`;
    this.tell();
    this.analysis.show(this.now);
    history.replaceState(null, "", `#step=${this.now}`);
  }

  tell() {
    const { steps } = this.game;
    let first = this.now;
    for (let count = 0; first > 0 && this.now - first + 1 < SHOWN; first--) {
      count += (steps[first].acts?.length ?? 0) + (steps[first].says?.length ?? 0);
      if (count >= LINES) break;
    }
    const log = at("log"), [from, to] = this.told ?? [0, -1];
    this.told = [first, this.now];
    if (first > to || this.now < from) log.replaceChildren(...this.lines(first, this.now));
    else {
      while (Number(log.firstChild?.dataset.step) < first) log.firstChild.remove();
      while (Number(log.lastChild?.dataset.step) > this.now) log.lastChild.remove();
      log.prepend(...this.lines(first, from - 1));
      log.append(...this.lines(to + 1, this.now));
    }
    for (const item of log.querySelectorAll(".now")) item.classList.remove("now");
    for (const item of log.querySelectorAll(`[data-step="${this.now}"]`)) item.classList.add("now");
    log.scrollTop = log.scrollHeight;
  }

  // The lines of some steps: what was done, and what happened.
  lines(first, last) {
    const lines = [], { steps, names } = this.game;
    const line = (text, kind, step, shown) => {
      const item = document.createElement("li");
      item.textContent = text;
      item.className = kind;
      item.dataset.step = step;
      if (shown) item.append(" ", this.pieces.row(shown));
      lines.push(item);
    };
    for (let k = first; k <= last; k++) {
      const { acts = [], says = [], shows = [] } = steps[k], shown = new Map(shows);
      for (const [agent, name] of acts) line(`${names[agent]}: ${name}`, "acts", k);
      says.forEach((text, number) => line(text, "says", k, shown.get(number)));
    }
    return lines;
  }
}

unpacked().then(
  (game) => (window.shown = new Replay(game)),
  (error) => {
    at("trouble").hidden = false;
    at("trouble").textContent = `This page cannot be read: ${error.message}. A current browser is needed, and the whole file.`;
  },
);

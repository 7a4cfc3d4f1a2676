// A person's table: what the seat sees, what it may choose, and what happened. The server holds the game.
import { html, render, Component } from "./preact.js";
import { Board } from "./board.js";
import { choicesOf, fitting, spotsOf } from "./choices.js";
import { toChoices, walkedTo } from "./keys.js";
import { behind, ended, handOf, inWords, told } from "./parts.js";
import { Pieces } from "./pieces.js";

const createRef = () => ({ current: null });
const PACE = 250; // milliseconds between steps that the others took
const STRUCK = 450; // and after one in which somebody was attacked
const SAID = 12; // sentences of the news that are read out
const ANEW = { filter: "", chosen: [], at: null, pointed: null, current: null, hint: null, asking: false, refused: null, leaving: false }; // when something else is asked
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Table extends Component {
  constructor() {
    super();
    this.state = { motion: !still.matches, full: false, joined: false, thinking: false, said: "", bad: false, shown: 0, spoken: null, ...ANEW };
    this.game = null;
    this.steps = [];
    this.lists = [];
    this.shapes = [];
    this.pieces = new Pieces();
    this.canvas = createRef();
    this.above = createRef();
    this.log = createRef();
    this.find = createRef();
  }

  componentDidMount() {
    this.connect();
    document.addEventListener("keydown", (event) => this.key(event));
  }

  connect() {
    const link = new WebSocket(new URL("game", location.href.replace(/^http/, "ws")));
    this.link = link;
    this.steps = [];
    this.shapes = [];
    this.lists = [];
    link.onmessage = (event) => this.hear(JSON.parse(event.data));
    link.onclose = () => {
      this.setState({ joined: false, said: "The table is gone. Trying again.", bad: true });
      setTimeout(() => this.connect(), 1500);
    };
  }

  hear(message) {
    if (message.type === "refused") return this.setState({ said: message.sentence, bad: true, thinking: false, asking: false, chosen: [] });
    if (message.type === "why") return this.setState({ refused: message });
    if (message.type === "spoken") return this.setState({ spoken: message.headings });
    if (message.type === "hint") return this.setState({ hint: message, asking: false, said: "", bad: false });
    if (message.type === "thinking") return this.setState({ thinking: true, said: "The others think.", bad: false });
    if (message.type === "curtain") return this.draw(message);
    this.curtain = null;
    this.shapes.length = message.first_shape;
    this.shapes.push(...message.shapes);
    this.pieces.put(message.first_piece, message.pieces);
    this.steps.length = this.lists.length = message.first;
    for (const step of message.steps) {
      const now = this.lists.at(-1) ?? [];
      this.lists.push(now.slice(0, step.keep).concat(step.add, now.slice(step.keep + step.drop)));
      this.steps.push(step);
    }
    this.holds = message.hand.length > 0 || (this.holds && message.first > 0); // an empty hand keeps its room
    this.many ||= message.question?.agents.length > 1; // the button for all of them keeps its room
    const first = this.game === null;
    this.game = message;
    if (message.first <= this.drawn) this.drawn = null; // other steps stand there now
    if (!this.board || this.board.width !== message.width || this.board.height !== message.height || message.first === 0)
      this.board = null;
    document.title = `${message.players.join(" - ")}, ${message.game}`;
    const last = this.steps.length - 1;
    const shown = first || !this.state.motion || message.first === 0 ? last : Math.min(Math.max(message.first, last - 40), last);
    this.fresh = true;
    this.news = this.newsOf(first ? [] : message.steps);
    this.setState({ joined: true, thinking: false, said: "", bad: false, ...ANEW, shown }, () => this.walk());
    if (this.speaks) this.send({ type: "spoken", number: message.number });
  }

  // Draws the curtain: nothing stays on the page of what somebody else was shown.
  draw(message) {
    clearTimeout(this.timer);
    this.curtain = message;
    this.game = this.board = null;
    this.steps = [];
    this.lists = [];
    this.shapes = [];
    this.pieces.put(0, []);
    this.holds = this.speaks = false;
    document.title = `${message.sides[message.seat]} is next, ${message.game}`;
    this.setState({ joined: true, thinking: false, said: "", bad: false, ...ANEW, shown: 0, spoken: null }, () => document.getElementById("look")?.focus());
  }

  // What a screen reader is told when something has happened: what, and what is asked now.
  newsOf(steps) {
    const lines = steps.flatMap(({ acts = [], says = [] }) => [...acts.map(([agent, name]) => `${this.game.names[agent]}: ${name}.`), ...says.map((text) => `${text}.`)]);
    return [...lines.slice(-SAID), this.game.question?.agents[0].prompt ?? ""].join(" ");
  }

  // Shows the steps that the others took, one after the other.
  walk() {
    clearTimeout(this.timer);
    const last = this.steps.length - 1;
    const isSeen = ({ acts, says }) => acts || says; // others pass without a trace
    const next = this.steps.findIndex((step, k) => k > this.state.shown && (k === last || isSeen(step)));
    this.from = this.state.shown;
    const pace = this.state.motion && this.steps[this.from]?.blows ? STRUCK : PACE;
    if (next > 0) this.timer = setTimeout(() => this.setState({ shown: next }, () => this.walk()), pace);
  }

  getSnapshotBeforeUpdate() {
    const focused = document.activeElement;
    return { focused, choosing: Boolean(focused?.closest(".choices")) };
  }

  componentDidUpdate(_, __, { focused, choosing }) {
    const asksAnew = this.fresh && choosing, lost = focused && !focused.isConnected;
    if (asksAnew || lost) toChoices();
    this.fresh = false;
    if (!this.canvas.current || !this.lists.length) return;
    this.board ??= new Board(this.canvas.current, { ...this.game, shapes: this.shapes }, this.above.current);
    const shown = Math.min(this.state.shown, this.lists.length - 1);
    const rings = () => this.ring();
    if (this.state.motion && this.drawn === this.from && this.drawn < shown && this.drawing === this.board) {
      const blows = this.steps.slice(this.drawn + 1, shown + 1).flatMap((step) => step.blows ?? []);
      this.board.glide(this.lists[this.drawn], this.lists[shown], rings, blows);
    } else if (this.drawn !== shown || this.drawing !== this.board || !this.board.gliding) this.board.paint(this.lists[shown]), rings();
    this.drawn = shown;
    this.drawing = this.board;
    const log = this.log.current;
    if (log) log.scrollTop = log.scrollHeight;
  }

  // Rings what can be chosen, once the board stands still.
  ring() {
    const chooses = this.state.shown === this.lists.length - 1 && !this.state.thinking;
    this.board.ring(chooses ? this.spots() : [], this.state.pointed ?? this.state.at);
  }

  send(message) {
    if (this.link.readyState === WebSocket.OPEN) this.link.send(JSON.stringify(message));
  }

  // Chooses for the agent that is asked; what was chosen for all is sent.
  choose(action) {
    if (this.state.thinking || !this.game?.question) return;
    const chosen = [...this.state.chosen, action];
    if (chosen.length < this.game.question.agents.length) return this.askNext(chosen);
    this.act(chosen);
  }

  // Asks for the next agent, or again for one before.
  askNext(chosen) {
    this.fresh = true;
    this.news = this.game.question.agents[chosen.length].prompt;
    this.setState({ chosen, filter: "", at: null, current: null });
  }

  act(actions) {
    this.from = null;
    this.setState({ filter: "", at: null, pointed: null, thinking: true, shown: this.steps.length - 1 });
    this.send({ type: "act", number: this.game.number, seat: this.game.seat, actions });
  }

  // Chooses for all agents that are left the first thing that each may do: to stay, or to carry on.
  chooseRest() {
    if (this.state.thinking || !this.asked()) return;
    const left = this.game.question.agents.slice(this.state.chosen.length);
    this.act([...this.state.chosen, ...left.map((agent) => agent.actions[0].action)]);
  }

  canUndo() {
    return Boolean(this.game && (this.state.at || this.state.chosen.length || this.game.can_undo));
  }

  undo() {
    if (!this.canUndo() || this.state.thinking) return;
    if (this.state.at) this.setState({ at: null });
    else if (this.state.chosen.length) this.askNext(this.state.chosen.slice(0, -1));
    else this.send({ type: "undo", number: this.game.number });
  }

  ask() {
    if (!this.game?.has_hints || !this.game.question || this.state.thinking || this.state.asking) return;
    this.setState({ asking: true, said: "Looking at your choices.", bad: false });
    this.send({ type: "hint", number: this.game.number });
  }

  // What is held of an action of the agent that is asked, in words.
  held(action) {
    const found = this.state.hint?.agents[this.state.chosen.length]?.find((one) => one.action === action);
    if (!found) return "";
    const percent = (share) => `${Math.round(100 * share)}%`;
    return found.value === null ? percent(found.share) : `${percent(found.share)}, wins ${percent(found.value)}`;
  }

  // Asks once at a step why other actions are not allowed, when somebody looks for one.
  wonder() {
    if (!this.game?.question || this.state.refused || this.wondered === this.game) return;
    this.wondered = this.game;
    this.send({ type: "why", number: this.game.number });
  }

  // Tells the board in words, from now on or no longer.
  speak(speaks) {
    this.speaks = speaks;
    if (speaks) this.send({ type: "spoken", number: this.game.number });
  }

  // Begins a new game; one that goes on is left by a second press, since nobody could take that back.
  anew() {
    if (!this.game.over && this.steps.length > 1 && !this.state.leaving)
      return this.setState({ leaving: true, said: "This game would be lost. Press again to leave it.", bad: false });
    const seed = Math.floor(Math.random() * 2 ** 31);
    this.send({ type: "new", seed });
  }

  // Goes on with the game that was to be left.
  stay() {
    if (this.state.leaving) this.setState({ leaving: false, said: "" });
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
    const { key, target } = event;
    const typing = target.matches("input[type=search]");
    const next = walkedTo(event);
    if (next) {
      next.focus();
      event.preventDefault();
    } else if (event.repeat && (key === "Enter" || key === " ") && target.matches("button, input")) event.preventDefault(); // a key that is held down chooses once
    else if (key === "/" && !typing) {
      this.find.current?.focus();
      event.preventDefault();
    } else if (key === "u" && !typing) this.undo();
    else if (key === "h" && !typing) this.ask();
    else if (key === "r" && !typing && this.left() > 1) this.chooseRest();
    else if (key === "Escape") this.setState({ filter: "", at: null }, toChoices);
    else if (key === "Enter" && typing) {
      const first = this.fitting()[0];
      if (first) this.choose(first.action);
    }
  }

  look(found) {
    if (found.filter || found.at) this.wonder();
    this.setState(found);
  }

  asked() {
    return this.game?.question?.agents[this.state.chosen.length];
  }

  // How many agents are still to be chosen for, the one that is asked included.
  left() {
    return this.asked() ? this.game.question.agents.length - this.state.chosen.length : 0;
  }

  fitting() {
    return fitting(this.asked(), this.state);
  }

  spots() {
    return spotsOf(this.asked());
  }

  spotAt(event) {
    if (!this.board) return null;
    const [x, y] = this.board.place(event);
    return this.spots().find(([a, b, radius]) => Math.hypot(a - x, b - y) <= radius) ?? null;
  }

  point(event) {
    const pointed = this.spotAt(event);
    this.canvas.current.style.cursor = pointed ? "pointer" : "";
    if (String(pointed) !== String(this.state.pointed)) this.setState({ pointed });
  }

  // A click on the board takes the one action that aims there, or lists those that do, and why others cannot.
  click(event) {
    if (!this.asked()) return;
    const at = this.spotAt(event);
    if (!at) return this.look({ at: this.state.at ? null : [...this.board.place(event), 0], filter: "" });
    const there = this.asked().actions.filter((one) => one.at && one.at[0] === at[0] && one.at[1] === at[1]);
    if (there.length === 1) this.choose(there[0].action);
    else this.look({ at, filter: "" });
  }

  render() {
    const { game } = this;
    if (this.curtain) return behind(this);
    if (!game) return html`<p role="status">${this.state.said || "Looking for the table."}</p>`;
    return html`
      <header>
        <h1>${game.players.join(" - ")}</h1>
        <p>${game.game}, seed ${game.seed}. ${game.persons.length > 1 ? `${game.sides[game.seat]} is shown the board.` : `You play ${game.sides[game.seat]}.`}</p>
      </header>
      <main>
        <section class="table" aria-label="Board">
          <div class=${this.state.full ? "sheet full" : "sheet"} tabindex="0" aria-label="The board"><canvas ref=${this.canvas} id="board" role="img" onClick=${(event) => this.click(event)} onMouseMove=${(event) => this.point(event)} onMouseLeave=${() => this.setState({ pointed: null })} aria-label=${`The board after step ${this.state.shown}; the board in words stands below, the log tells what happened`}></canvas><canvas ref=${this.above} id="rings" aria-hidden="true"></canvas></div>
          ${inWords(this)}
        </section>
        <section class="desk" aria-label="What you can do">
          ${game.over ? ended(this) : choicesOf(this)}
          <p class=${this.state.bad || (game.unkept && !this.state.said) ? "said bad" : "said"} role="status">${this.state.said || game.unkept}</p>
          <p class="unseen" id="news" aria-live="polite">${this.news}</p>
          <div class="controls">
            <button id="undo" aria-disabled=${!this.canUndo()} onClick=${() => this.undo()} title="Take back (u)">take back</button>
            ${game.has_hints && html`<button id="hint" aria-disabled=${!game.question || this.state.thinking || this.state.asking} onClick=${() => this.ask()} title="What a search holds of your choices (h)">hint</button>`}
            <label><input type="checkbox" id="motion" checked=${this.state.motion} onChange=${(event) => this.setState({ motion: event.target.checked })} /> motion</label>
            <label><input type="checkbox" id="full" checked=${this.state.full} onChange=${(event) => this.setState({ full: event.target.checked })} /> large</label>
            <button id="new" onClick=${() => this.anew()} onBlur=${() => this.stay()}>new game</button>
          </div>
          ${game.own.length > 0 && html`<h2>What you alone know</h2>${this.holds && handOf(game.hand)}<ul id="own" tabindex="0" aria-label="What you alone know">${game.own.map((line) => html`<li>${line.trim()}</li>`)}</ul>`}
          <h2>Log</h2>
          <ol id="log" tabindex="0" ref=${this.log} aria-label="What happened">${told(this)}</ol>
        </section>
      </main>`;
  }

}

render(html`<${Table} />`, document.getElementById("root"));

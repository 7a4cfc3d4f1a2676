// A person's table: what the seat sees, what it may choose, and what happened. The server holds the game.
import { html, render, Component } from "./preact.js";
import { Board } from "./board.js";

const createRef = () => ({ current: null });
const SHOWN = 60; // steps whose sentences are listed
const NAMED = 8; // actions that are named for one reason
const PACE = 250; // milliseconds between steps that the others took
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Table extends Component {
  constructor() {
    super();
    this.state = { motion: !still.matches, joined: false, thinking: false, said: "", bad: false, shown: 0, filter: "", chosen: [], at: null, pointed: null };
    this.game = null;
    this.steps = [];
    this.lists = [];
    this.shapes = [];
    this.canvas = createRef();
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
    if (message.type === "hint") return this.setState({ hint: message, asking: false, said: "", bad: false });
    if (message.type === "thinking") return this.setState({ thinking: true, said: "The others think.", bad: false });
    if (message.type === "curtain") return this.draw(message);
    this.curtain = null;
    this.shapes.length = message.first_shape;
    this.shapes.push(...message.shapes);
    this.steps.length = this.lists.length = message.first;
    for (const step of message.steps) {
      const now = this.lists.at(-1) ?? [];
      this.lists.push(now.slice(0, step.keep).concat(step.add, now.slice(step.keep + step.drop)));
      this.steps.push(step);
    }
    const first = this.game === null;
    this.game = message;
    if (message.first <= this.drawn) this.drawn = null; // other steps stand there now
    if (!this.board || this.board.width !== message.width || this.board.height !== message.height || message.first === 0)
      this.board = null;
    document.title = `${message.players.join(" - ")}, ${message.game}`;
    const last = this.steps.length - 1;
    const shown = first || !this.state.motion || message.first === 0 ? last : Math.min(Math.max(message.first, last - 40), last);
    this.setState({ joined: true, thinking: false, said: "", bad: false, chosen: [], filter: "", at: null, pointed: null, hint: null, asking: false, refused: null, shown }, () => this.walk());
  }

  // Draws the curtain: nothing stays on the page of what somebody else was shown.
  draw(message) {
    clearTimeout(this.timer);
    this.curtain = message;
    this.game = this.board = null;
    this.steps = [];
    this.lists = [];
    this.shapes = [];
    document.title = `${message.sides[message.seat]} is next, ${message.game}`;
    this.setState({ joined: true, thinking: false, said: "", bad: false, chosen: [], filter: "", at: null, pointed: null, hint: null, asking: false, refused: null, shown: 0 }, () => document.getElementById("look")?.focus());
  }

  // Shows the steps that the others took, one after the other.
  walk() {
    clearTimeout(this.timer);
    const last = this.steps.length - 1;
    if (this.state.shown < last) this.timer = setTimeout(() => this.setState({ shown: this.state.shown + 1 }, () => this.walk()), PACE);
  }

  componentDidUpdate() {
    if (!this.canvas.current || !this.lists.length) return;
    this.board ??= new Board(this.canvas.current, { ...this.game, shapes: this.shapes });
    const shown = Math.min(this.state.shown, this.lists.length - 1);
    const rings = () => this.ring();
    if (this.state.motion && this.drawn === shown - 1 && this.drawing === this.board) this.board.glide(this.lists[shown - 1], this.lists[shown], rings);
    else if (this.drawn !== shown || this.drawing !== this.board || !this.board.gliding) this.board.paint(this.lists[shown]), rings();
    this.drawn = shown;
    this.drawing = this.board;
    const log = this.log.current;
    if (log) log.scrollTop = log.scrollHeight;
  }

  // Rings what can be chosen, once the board stands still.
  ring() {
    if (this.state.shown === this.lists.length - 1 && !this.state.thinking) this.board.ring(this.spots(), this.state.pointed ?? this.state.at);
  }

  send(message) {
    if (this.link.readyState === WebSocket.OPEN) this.link.send(JSON.stringify(message));
  }

  // Chooses for the agent that is asked; what was chosen for all is sent.
  choose(action) {
    if (this.state.thinking || !this.game?.question) return;
    const chosen = [...this.state.chosen, action];
    if (chosen.length < this.game.question.agents.length) return this.setState({ chosen, filter: "", at: null });
    this.setState({ chosen: [], filter: "", at: null, pointed: null, shown: this.steps.length - 1 });
    this.send({ type: "act", number: this.game.number, seat: this.game.seat, actions: chosen });
  }

  // Chooses for all agents that are left the first thing that each may do: to stay, or to carry on.
  chooseRest() {
    if (this.state.thinking || !this.asked()) return;
    const left = this.game.question.agents.slice(this.state.chosen.length);
    const chosen = [...this.state.chosen, ...left.map((agent) => agent.actions[0].action)];
    this.setState({ chosen: [], filter: "", at: null, pointed: null, shown: this.steps.length - 1 });
    this.send({ type: "act", number: this.game.number, seat: this.game.seat, actions: chosen });
  }

  undo() {
    if (this.state.at) return this.setState({ at: null });
    if (this.state.chosen.length) return this.setState({ at: null, chosen: this.state.chosen.slice(0, -1) });
    if (this.game.can_undo) this.send({ type: "undo", number: this.game.number });
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
    if (this.game?.question && !this.state.refused) this.send({ type: "why", number: this.game.number });
  }

  anew() {
    const seed = Math.floor(Math.random() * 2 ** 31);
    this.send({ type: "new", seed });
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const typing = event.target.matches("input[type=search]");
    if (event.key === "/" && !typing) {
      this.find.current?.focus();
      event.preventDefault();
    } else if (event.key === "u" && !typing) this.undo();
    else if (event.key === "h" && !typing) this.ask();
    else if (event.key === "r" && !typing && this.left() > 1) this.chooseRest();
    else if (event.key === "Escape") this.setState({ filter: "", at: null });
    else if (event.key === "Enter" && typing) {
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
    const words = this.state.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const actions = this.asked()?.actions ?? [];
    const near = ({ at }) => !this.state.at || (at && at[0] === this.state.at[0] && at[1] === this.state.at[1]);
    return actions.filter((one) => near(one) && words.every((word) => `${one.part} ${one.name}`.toLowerCase().includes(word)));
  }

  // Why the actions that are looked for, by words or at a place of the board, are not allowed.
  refused() {
    const { filter, at, chosen, refused } = this.state;
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    if (!refused || (!words.length && !at)) return [];
    const sought = (one) => (!at || (one.at && Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) <= one.at[2])) && words.every((word) => `${one.part} ${one.name}`.toLowerCase().includes(word));
    const groups = (refused.agents[chosen.length] ?? []).map(({ reason, actions }) => ({ reason, names: actions.filter(sought).map((one) => one.name) }));
    return groups.filter(({ names }) => names.length);
  }

  // The spots of the board at which the listed actions aim, each once.
  spots() {
    const found = new Map();
    for (const { at } of this.asked()?.actions ?? []) if (at) found.set(`${at[0]} ${at[1]}`, at);
    return [...found.values()];
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
    if (this.curtain) return this.behind(this.curtain);
    if (!game) return html`<p role="status">${this.state.said || "Looking for the table."}</p>`;
    return html`
      <header>
        <h1>${game.players.join(" - ")}</h1>
        <p>${game.game}, seed ${game.seed}. ${game.persons.length > 1 ? `${game.sides[game.seat]} is shown the board.` : `You play ${game.sides[game.seat]}.`}</p>
      </header>
      <main>
        <section class="table" aria-label="Board">
          <div class="sheet" tabindex="0" aria-label="The board"><canvas ref=${this.canvas} id="board" role="img" onClick=${(event) => this.click(event)} onMouseMove=${(event) => this.point(event)} onMouseLeave=${() => this.setState({ pointed: null })} aria-label=${`The board after step ${this.state.shown}; the log tells what happened`}></canvas></div>
        </section>
        <section class="desk" aria-label="What you can do">
          ${game.over ? this.end() : this.choices()}
          <p class=${this.state.bad || (game.unkept && !this.state.said) ? "said bad" : "said"} role="status">${this.state.said || game.unkept}</p>
          <div class="controls">
            <button id="undo" disabled=${!game.can_undo && !this.state.chosen.length && !this.state.at} onClick=${() => this.undo()} title="Take back (u)">take back</button>
            ${game.has_hints && html`<button id="hint" disabled=${!game.question || this.state.thinking || this.state.asking} onClick=${() => this.ask()} title="What a search holds of your choices (h)">hint</button>`}
            <label><input type="checkbox" id="motion" checked=${this.state.motion} onChange=${(event) => this.setState({ motion: event.target.checked })} /> motion</label>
            <button id="new" onClick=${() => this.anew()}>new game</button>
          </div>
          ${game.own.length > 0 && html`<h2>What you alone know</h2><ul id="own">${game.own.map((line) => html`<li>${line.trim()}</li>`)}</ul>`}
          <h2>Log</h2>
          <ol id="log" tabindex="0" ref=${this.log} aria-label="What happened">${this.told()}</ol>
        </section>
      </main>`;
  }

  behind({ players, game, seed, sides, seat, number }) {
    return html`
      <header><h1>${players.join(" - ")}</h1><p>${game}, seed ${seed}. It is ${sides[seat]}'s turn.</p></header>
      <main class="curtain">
        <p>Only who plays ${sides[seat]} should look now.</p>
        <p><button id="look" onClick=${() => this.send({ type: "look", number, seat })}>I play ${sides[seat]}: show the board</button></p>
        <p class=${this.state.bad ? "said bad" : "said"} role="status">${this.state.said}</p>
      </main>`;
  }

  end() {
    const { game } = this;
    const pay = game.sides.map((side, k) => `${side} ${game.pay[k] > 0 ? "+" : ""}${game.pay[k]}`).join(", ");
    const best = Math.max(...game.pay), mine = game.pay[game.seat];
    const shared = game.pay.filter((pay) => pay === best).length > 1;
    const winners = game.sides.filter((_, k) => game.pay[k] === best).join(" and ");
    const result = game.persons.length > 1 ? `${winners} ${shared ? "share first place" : "won"}.` : mine < best ? "You lost." : shared ? "A draw." : "You won.";
    return html`<p class="end" id="end"><strong>${result}</strong> ${game.fault || game.ending}: ${pay}</p>${game.stand_ins.length ? this.standIns() : null}`;
  }

  // Who goes on for an agent that failed.
  standIns() {
    const { stand_ins: names, number } = this.game;
    const agent = names.includes(this.state.standIn) ? this.state.standIn : names[0];
    return html`<div class="stand-ins">
      <label>Go on from here, in its place <select id="stand-in" value=${agent} onChange=${(event) => this.setState({ standIn: event.target.value })}>${names.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>
      <button id="go-on" disabled=${this.state.thinking} onClick=${() => this.send({ type: "replace", number, agent })}>go on</button>
    </div>`;
  }

  choices() {
    const asked = this.asked();
    if (!asked) return null;
    const parts = new Map();
    for (const action of this.fitting()) parts.set(action.part, [...(parts.get(action.part) ?? []), action]);
    return html`
      <h2 class="prompt" id="prompt">${asked.prompt}</h2>
      ${this.left() > 1 && html`<p><button id="rest" disabled=${this.state.thinking} onClick=${() => this.chooseRest()} title="For each the first of its choices (r)">all ${this.left()} that are left: ${asked.actions[0].name}</button></p>`}
      ${this.state.hint && html`<p class="hint" id="hinted">${this.state.hint.by}: its share of visits, and how often it wins after them</p>`}
      <input type="search" ref=${this.find} value=${this.state.filter} onInput=${(event) => this.look({ filter: event.target.value })}
        placeholder="find an action (/), Enter takes the first" aria-label="Find an action" autocomplete="off" />
      <div class="choices" tabindex="0" role="group" aria-label="Actions">
        ${[...parts].map(
          ([part, actions]) => html`<h3>${part}</h3>
            <div>${actions.map(({ action, name, at }) => html`<button key=${action} data-action=${action} disabled=${this.state.thinking} onMouseEnter=${() => this.setState({ pointed: at })} onMouseLeave=${() => this.setState({ pointed: null })} onFocus=${() => this.setState({ pointed: at })} onClick=${() => this.choose(action)}>${name}${this.held(action) && html` <span class="held">${this.held(action)}</span>`}</button>`)}</div>`,
        )}
        ${this.notAllowed(parts.size)}
      </div>`;
  }

  notAllowed(legal) {
    const { at, filter, refused } = this.state;
    const found = this.refused();
    if (!found.length) return refused && !legal && (at || filter) ? html`<p id="refused" role="status">Nothing that can be chosen is ${at ? "aimed there" : "called so"}.</p>` : null;
    return html`<section id="refused" role="status"><h3>Not allowed now</h3>
      <ul>${found.map(({ reason, names }) => html`<li><strong>${reason}</strong>: ${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? `, and ${names.length - NAMED} more` : ""}</li>`)}</ul></section>`;
  }

  told() {
    const { shown } = this.state;
    const lines = [];
    for (let k = Math.max(0, shown - SHOWN + 1); k <= shown; k++) {
      const { acts = [], says = [] } = this.steps[k] ?? {};
      for (const [agent, name] of acts) lines.push(html`<li class=${k === shown ? "acts now" : "acts"}>${this.game.names[agent]}: ${name}</li>`);
      for (const text of says) lines.push(html`<li class=${k === shown ? "says now" : "says"}>${text}</li>`);
    }
    return lines;
  }
}

render(html`<${Table} />`, document.getElementById("root"));

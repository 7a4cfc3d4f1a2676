// What is held of a game: the chances as a curve, what the players think, what a search that looked at it again holds
// best at a step, and the greatest losses.

const DASHES = ["", "6 4", "2 3", "10 3 2 3", "12 6", "1 5"]; // of the sides' curves, so that they need no colours
const at = (id) => document.getElementById(id);
const percent = (share) => (share === null ? "?" : `${Math.round(100 * share)}%`);

function drawn(name, attributes) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  return found;
}

function line(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

// The chances of all sides at every step, as the agent of a side thinks whenever it is asked.
function worthsOf(game, side) {
  let last = game.sides.map(() => null);
  return game.steps.map(({ thoughts = [] }) => {
    const told = thoughts.find((one) => game.side_of_agent[one.agent] === side && one.worth !== null);
    if (told) last = game.sides.map((_, k) => (k === side ? told.worth : game.sides.length === 2 ? 1 - told.worth : null));
    return last;
  });
}

export class Analysis {
  constructor(game, jump) {
    this.game = game;
    this.last = Math.max(1, game.steps.length - 1);
    this.sources = game.analysis ? [{ name: game.analysis, worths: game.steps.map(({ worth }) => worth) }] : [];
    (game.thinkers ?? []).forEach((name, side) => {
      const worths = name === null ? [] : worthsOf(game, side);
      if (worths.some((all) => all.some((chance) => chance !== null))) this.sources.push({ name: `${name} (${game.sides[side]})`, worths });
    });
    at("review").hidden = !game.analysis;
    at("minds").hidden = !game.thinkers;
    at("mask").hidden = !game.actions;
    if (game.analysis) {
      at("losses").replaceChildren(...game.losses.map((loss) => this.loss(loss, jump)));
      if (!game.losses.length) at("losses").previousElementSibling.hidden = true;
    }
    if (!this.sources.length) return;
    at("analysis").hidden = false;
    at("by").replaceChildren(...this.sources.map(({ name }) => new Option(name)));
    at("by").parentNode.hidden = this.sources.length < 2;
    at("by").addEventListener("change", () => this.choose());
    at("curve").addEventListener("click", (event) => {
      const box = at("curve").getBoundingClientRect();
      jump(Math.round(((event.clientX - box.left) / box.width) * this.last));
    });
    this.choose();
  }

  // Shows the curve of the agent that is chosen.
  choose() {
    this.source = this.sources[at("by").selectedIndex];
    at("curve").setAttribute("aria-label", `The chances to win, as ${this.source.name} holds them; the line below tells them`);
    this.curves();
    if (this.now !== undefined) this.show(this.now);
  }

  // Of two sides the first one's curve says all.
  curves() {
    const { sides } = this.game;
    const lines = sides.length === 2 ? [0] : sides.keys();
    const shapes = [drawn("path", { class: "even", d: "M0 50H1000" })];
    for (const side of lines) {
      const points = this.source.worths.map((worth, k) => [k, worth[side]]).filter(([, chance]) => chance !== null);
      const d = points.map(([k, chance], n) => `${n ? "L" : "M"}${((1000 * k) / this.last).toFixed(1)} ${(100 - 100 * chance).toFixed(1)}`).join("");
      shapes.push(drawn("path", { d, "stroke-dasharray": DASHES[side] }));
    }
    this.here = drawn("path", { class: "here" });
    at("curve").replaceChildren(...shapes, this.here);
  }

  // How the curve of a side is drawn, if it has one.
  sample(side) {
    if (this.game.sides.length === 2 && side) return [];
    const found = drawn("svg", { class: "sample", viewBox: "0 0 32 8", "aria-hidden": "true" });
    found.append(drawn("path", { d: "M0 4H32", "stroke-dasharray": DASHES[side] }));
    return [found, " "];
  }

  // A loss leads to the position in which it was chosen, where the better choice is listed. Where all move at once it is
  // what a side did for some steps.
  loss({ step, until, agent, side, chosen, better }, jump) {
    const item = document.createElement("li"), button = document.createElement("button");
    const { names, sides } = this.game, best = `better ${better[0]} (${percent(better[1])})`;
    button.textContent = side === undefined
      ? `At step ${step - 1} ${names[agent]} chose ${chosen[0]} (${percent(chosen[1])}); ${best}`
      : `From step ${step - 1} to ${until} ${sides[side]} wins ${percent(chosen[1])} by what it did; ${best}`;
    button.addEventListener("click", () => jump(step - 1));
    item.append(button);
    return item;
  }

  show(step) {
    this.now = step;
    const { sides, steps, analysis, names, thinkers, actions } = this.game;
    const { best, thoughts = [], legal = [] } = steps[step];
    if (this.source) {
      const worth = this.source.worths[step];
      this.here.setAttribute("d", `M${(1000 * step) / this.last} 0V100`);
      const by = this.sources.length > 1 ? "" : `, by ${this.source.name}`;
      at("chances").replaceChildren(`Chances${by}: `, ...sides.flatMap((side, k) => [...this.sample(k), `${side} ${percent(worth[k])}${k + 1 < sides.length ? ", " : ""}`]));
    }
    if (analysis) {
      at("legal").textContent = best ? `${best.agent === undefined ? `${sides[best.side]} can give one order of` : `${names[best.agent]} can choose among`} ${best.legal}:` : "nobody is asked here";
      at("best").replaceChildren(...(best?.choices ?? []).map(([name, share, chance]) => line(`${name}: ${percent(share)} of its visits, wins ${percent(chance)}`)));
    }
    if (thinkers) at("thoughts").replaceChildren(...(thoughts.length ? thoughts.flatMap((one) => this.mind(one)) : [this.text("nobody who is asked here tells what it thinks")]));
    if (actions) {
      at("mask").firstElementChild.textContent = legal.length ? `Legal actions: ${legal.map(([agent, all]) => `${names[agent]} ${all.length}`).join(", ")}` : "Legal actions: not listed here";
      at("every").replaceChildren(...legal.map(([agent, all]) => this.text(`${names[agent]}: ${all.map((k) => actions[k]).join(" \u00b7 ")}`)));
    }
  }

  text(words) {
    const found = document.createElement("p");
    found.textContent = words;
    return found;
  }

  // What an agent thinks of a decision of its own.
  mind({ agent, chosen, worth, choices, words }) {
    const { names, sides, thinkers, side_of_agent: sideOf } = this.game;
    const who = chosen === undefined ? sides[sideOf[agent]] : names[agent];
    const head = `${who}, by ${thinkers[sideOf[agent]]}${worth === null ? "" : `, wins ${percent(worth)}`}${chosen === undefined ? "" : `: ${chosen}`}`;
    const list = document.createElement("ol");
    for (const [name, share, chance] of choices) {
      const item = line(`${percent(share)} ${name}${chance === null ? "" : `, wins ${percent(chance)}`}`);
      if (name === chosen) item.className = "chosen";
      list.append(item);
    }
    return [this.text(head), ...(words ? [this.text(words)] : []), list];
  }
}

// What a search found in a game: the chances as a curve, the best choices at a step, the greatest losses.

const DASHES = ["", "6 4", "2 3", "10 3 2 3", "12 6", "1 5"]; // of the sides' curves, so that they need no colours
const at = (id) => document.getElementById(id);
const percent = (share) => (share === null ? "?" : `${Math.round(100 * share)}%`);

function drawn(name, attributes) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  return found;
}

export class Analysis {
  constructor(game, jump) {
    this.game = game;
    if (!game.analysis) return;
    this.last = Math.max(1, game.steps.length - 1);
    at("analysis").hidden = at("review").hidden = false;
    at("curve").setAttribute("aria-label", `The chances to win, as ${game.analysis} holds them; the line below tells them`);
    this.curves();
    at("curve").addEventListener("click", (event) => {
      const box = at("curve").getBoundingClientRect();
      jump(Math.round(((event.clientX - box.left) / box.width) * this.last));
    });
    at("losses").replaceChildren(...game.losses.map((loss) => this.loss(loss, jump)));
    if (!game.losses.length) at("losses").previousElementSibling.hidden = true;
  }

  // Of two sides the first one's curve says all.
  curves() {
    const { sides, steps } = this.game;
    const lines = sides.length === 2 ? [0] : sides.keys();
    const shapes = [drawn("path", { class: "even", d: "M0 50H1000" })];
    for (const side of lines) {
      const points = steps.map(({ worth }, k) => [k, worth[side]]).filter(([, chance]) => chance !== null);
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

  // A loss leads to the position in which it was chosen, where the better choice is listed.
  loss({ step, agent, chosen, better }, jump) {
    const item = document.createElement("li"), button = document.createElement("button");
    button.textContent = `At step ${step - 1} ${this.game.names[agent]} chose ${chosen[0]} (${percent(chosen[1])}); better ${better[0]} (${percent(better[1])})`;
    button.addEventListener("click", () => jump(step - 1));
    item.append(button);
    return item;
  }

  show(step) {
    if (!this.game.analysis) return;
    const { sides, steps, analysis, names } = this.game;
    const { worth, best } = steps[step];
    const x = (1000 * step) / this.last;
    this.here.setAttribute("d", `M${x} 0V100`);
    at("chances").replaceChildren(`Chances, by ${analysis}: `, ...sides.flatMap((side, k) => [...this.sample(k), `${side} ${percent(worth[k])}${k + 1 < sides.length ? ", " : ""}`]));
    const lines = (best?.choices ?? []).map(([name, share, chance]) => {
      const item = document.createElement("li");
      item.textContent = `${name}: ${percent(share)} of its visits, wins ${percent(chance)}`;
      return item;
    });
    at("legal").textContent = best ? `${names[best.agent]} can choose among ${best.legal}:` : "nobody is asked here, or all at once";
    at("best").replaceChildren(...lines);
  }
}

// Parts of the page beside the choices: the curtain, the end, the log.
import { html } from "./preact.js";
import { partOf, viewOf } from "./pieces.js";

const SHOWN = 60; // steps whose sentences are listed ...
const LINES = 300; // and lines, but those of the last step: so many that all of them are quickly there

// The curtain between two persons.
export function behind(table) {
  const { players, game, seed, sides, seat, number } = table.curtain;
  return html`
    <header><h1>${players.join(" - ")}</h1><p>${game}, seed ${seed}. It is ${sides[seat]}'s turn.</p></header>
    <main class="curtain">
      <p>Only who plays ${sides[seat]} should look now.</p>
      <p><button id="look" onClick=${() => table.send({ type: "look", number, seat })}>I play ${sides[seat]}: show the board</button></p>
      <p class=${table.state.bad ? "said bad" : "said"} role="status">${table.state.said}</p>
    </main>`;
}

// What came of the game, and who goes on for an agent that failed.
export function ended(table) {
  const { game } = table;
  const pay = game.sides.map((side, k) => `${side} ${game.pay[k] > 0 ? "+" : ""}${Number(game.pay[k].toFixed(3))}`).join(", ");
  const best = Math.max(...game.pay), mine = game.pay[game.seat];
  const shared = game.pay.filter((pay) => pay === best).length > 1;
  const winners = game.sides.filter((_, k) => game.pay[k] === best).join(" and ");
  const result = game.persons.length > 1 ? `${winners} ${shared ? "share first place" : "won"}.` : mine < best ? "You lost." : shared ? "A draw." : "You won.";
  return html`<p class="end" id="end" tabindex="-1"><strong>${result}</strong> ${game.fault || game.ending}: ${pay}</p>${game.stand_ins.length ? standIns(table) : null}`;
}

function standIns(table) {
  const { stand_ins: names, number } = table.game;
  const agent = names.includes(table.state.standIn) ? table.state.standIn : names[0];
  return html`<div class="stand-ins">
    <label>Go on from here, in its place <select id="stand-in" value=${agent} onChange=${(event) => table.setState({ standIn: event.target.value })}>${names.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>
    <button id="go-on" aria-disabled=${table.state.thinking} onClick=${() => table.state.thinking || table.send({ type: "replace", number, agent })}>go on</button>
  </div>`;
}

// The dice and cards of a sentence.
function row(pieces, numbers) {
  const one = (number) => html`<svg width=${pieces.list[number].width} height=${pieces.list[number].height}><use href=${`#piece-${number}`} /></svg>`;
  return html` <span class="pieces" role="img" aria-label=${pieces.words(numbers)}>${numbers.map(one)}</span>`;
}

// The cards of the seat's own hand.
export function handOf(cards) {
  const card = ({ words, width, height, shapes }) => html`<svg role="img" aria-label=${words} width=${width} height=${height} viewBox=${viewOf({ width, height })}>${shapes.map((shape) => drawn(...partOf(shape)))}</svg>`;
  return html`<div id="hand" role="group" tabindex="0" aria-label=${cards.length ? "Your cards" : "You have no cards"}>${cards.map(card)}</div>`;
}

const drawn = (tag, attributes, text) => html`<${tag} ...${attributes}>${text}<//>`;

// The last lines of the log; they are made once for a step, and are the same while it is shown.
export function told(table) {
  const { shown } = table.state, last = table.steps[shown];
  if (table.lines?.of !== last) table.lines = { of: last, list: linesOf(table, shown) };
  return table.lines.list;
}

function linesOf(table, shown) {
  const lines = [], countOf = ({ acts = [], says = [] }) => acts.length + says.length;
  let first = shown;
  for (let count = countOf(table.steps[shown]); first > 0 && shown - first + 1 < SHOWN; first--) {
    count += countOf(table.steps[first - 1]);
    if (count > LINES) break;
  }
  for (let k = first; k <= shown; k++) {
    const { acts = [], says = [], shows = [] } = table.steps[k], beside = new Map(shows), now = k === shown ? " now" : "";
    acts.forEach(([agent, name], number) => lines.push(html`<li key=${`${k} ${number} acts`} class=${`acts${now}`}>${table.game.names[agent]}: ${name}</li>`));
    says.forEach((text, number) => lines.push(html`<li key=${`${k} ${number}`} class=${`says${now}`}>${text}${beside.has(number) && row(table.pieces, beside.get(number))}</li>`));
  }
  return lines;
}

// The board in words, for people who cannot see it.
export function inWords(table) {
  const { spoken } = table.state;
  return html`<details id="spoken" onToggle=${(event) => table.speak(event.target.open)}>
    <summary>The board in words</summary>
    ${spoken ? spoken.map(({ title, lines }) => html`<h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`) : html`<p>Looking at the board.</p>`}
  </details>`;
}

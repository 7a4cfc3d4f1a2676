// The choices: which are meant, by words and by a place of the board, and how they are listed.
import { html } from "./preact.js";

const NAMED = 8; // actions that are named for one reason
const wordsOf = (filter) => filter.toLowerCase().split(/\s+/).filter(Boolean);
const isCalled = (one, words) => words.every((word) => `${one.part} ${one.name}`.toLowerCase().includes(word));

// The actions of an agent that fit the words, and aim at the place, if one is given.
export function fitting(agent, { filter, at }) {
  const words = wordsOf(filter);
  const near = (one) => !at || (one.at && one.at[0] === at[0] && one.at[1] === at[1]);
  return (agent?.actions ?? []).filter((one) => near(one) && isCalled(one, words));
}

// Why the actions that are looked for are not allowed: the reasons, and the names of what each forbids.
export function refusedOf(groups, { filter, at }) {
  const words = wordsOf(filter);
  if (!groups || (!words.length && !at)) return [];
  const near = (one) => !at || (one.at && Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) <= one.at[2]);
  const found = groups.map(({ reason, actions }) => ({ reason, names: actions.filter((one) => near(one) && isCalled(one, words)).map((one) => one.name) }));
  return found.filter(({ names }) => names.length);
}

// The spots of the board at which an agent's actions aim, each once.
export function spotsOf(agent) {
  const found = new Map();
  for (const { at } of agent?.actions ?? []) if (at) found.set(`${at[0]} ${at[1]}`, at);
  return [...found.values()];
}

// What the agent that is asked can choose, and why what is looked for cannot be.
export function choicesOf(table) {
  const asked = table.asked();
  if (!asked) return null;
  const fits = fitting(asked, table.state), parts = new Map();
  for (const action of fits) parts.set(action.part, [...(parts.get(action.part) ?? []), action]);
  const entered = (fits.find(({ action }) => action === table.state.current) ?? fits[0])?.action; // where Tab leads
  return html`
    <h2 class="prompt" id="prompt">${asked.prompt}</h2>
    ${table.many && html`<p><button id="rest" hidden=${table.left() < 2} aria-disabled=${table.state.thinking} onClick=${() => table.chooseRest()} title="For each the first of its choices (r)">all ${table.left()} that are left: ${asked.actions[0].name}</button></p>`}
    <input type="search" ref=${table.find} value=${table.state.filter} onInput=${(event) => table.look({ filter: event.target.value })}
      placeholder="find an action (/), Enter takes the first" aria-label="Find an action" autocomplete="off" />
    <div class="choices" tabindex=${fits.length ? undefined : 0} role="group" aria-labelledby="prompt" aria-describedby="ways">
      <p class="unseen" id="ways">Arrows lead from choice to choice, Enter takes one.</p>
      ${table.state.hint && html`<p class="hint" id="hinted">${table.state.hint.by}: its share of visits, and how often it wins after them</p>`}
      ${[...parts].map(([part, actions]) => html`<h3>${part}</h3><div>${actions.map((one) => choice(table, one, entered))}</div>`)}
      ${notAllowed(table, parts.size)}
    </div>`;
}

function choice(table, { action, name, at }, entered) {
  const point = (event) => table.setState({ current: action, pointed: event.target.matches(":focus-visible") ? at : null });
  const leave = () => table.setState({ pointed: null });
  return html`<button key=${action} data-action=${action} tabindex=${action === entered ? 0 : -1} aria-disabled=${table.state.thinking} onMouseEnter=${() => table.setState({ pointed: at })} onMouseLeave=${leave} onFocus=${point} onBlur=${leave} onClick=${() => table.choose(action)}>${name}${table.held(action) && html` <span class="held">${table.held(action)}</span>`}</button>`;
}

function notAllowed(table, legal) {
  const { at, filter, refused, chosen } = table.state;
  const found = refusedOf(refused?.agents[chosen.length], table.state);
  if (!found.length) return refused && !legal && (at || filter) ? html`<p id="refused" role="status">Nothing that can be chosen is ${at ? "aimed there" : "called so"}.</p>` : null;
  return html`<section id="refused" role="status"><h3>Not allowed now</h3>
    <ul>${found.map(({ reason, names }) => html`<li><strong>${reason}</strong>: ${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? `, and ${names.length - NAMED} more` : ""}</li>`)}</ul></section>`;
}

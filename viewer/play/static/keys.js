// Where keys lead: arrows go from choice to choice, and the focus that is lost by a new drawing comes back.

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const ROWS = { ArrowUp: -1, ArrowDown: 1 };

// Goes to the choices, or to what stands in their place.
export function toChoices() {
  const found = document.querySelector(".choices button[tabindex='0'], .choices[tabindex='0'], #end, #look");
  found?.focus({ preventScroll: !document.activeElement?.matches(":focus-visible, body") });
}

// The choice to which a key leads from the one, or the search field, that has the focus; null: none.
export function walkedTo({ key, target }) {
  const all = [...document.querySelectorAll(".choices button")];
  if (target.matches("input[type=search]")) return key === "ArrowDown" ? all[0] : null;
  const from = all.indexOf(target);
  if (from < 0) return null;
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key in STEPS) return all[from + STEPS[key]] ?? target;
  return key in ROWS ? inNextRow(target, all, ROWS[key]) : null;
}

// The nearest choice of the row above (-1) or below (1); where there is none, the same.
function inNextRow(from, all, way) {
  const box = from.getBoundingClientRect();
  let found = from, least = [Infinity, Infinity];
  for (const one of all) {
    const other = one.getBoundingClientRect();
    const down = way > 0 ? other.top - box.bottom : box.top - other.bottom;
    const aside = Math.max(0, other.left - box.right, box.left - other.right) || Math.abs(other.left - box.left) / 1e4;
    if (down > -1 && (down < least[0] - 1 || (down < least[0] + 1 && aside < least[1]))) [found, least] = [one, [down, aside]];
  }
  return found;
}

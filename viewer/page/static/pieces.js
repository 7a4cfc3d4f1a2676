// Dice and cards beside sentences: each is drawn once, as a symbol, which every line that shows it uses.

const SVG = "http://www.w3.org/2000/svg";
const FINE = 100; // lengths are in hundredths of a pixel
const DROP = 0.35; // how far below its middle a text's baseline lies, in sizes

const look = (fill, edge, thickness) => ({ fill: fill || "none", ...(edge && { stroke: edge, "stroke-width": thickness, "stroke-linejoin": "round" }) });
const pairs = (numbers) => numbers.map((number, k) => (k % 2 ? `${number} ` : `${number},`)).join("").trim();

// The element of a shape, as viewer/page/shapes.py writes it: its tag, its attributes, its text.
export function partOf(shape) {
  const [kind, first] = shape;
  if (kind === "p") return ["polygon", { points: pairs(first), ...look(...shape.slice(2)) }, ""];
  if (kind === "d") return ["circle", { cx: first, cy: shape[2], r: shape[3], ...look(...shape.slice(4)) }, ""];
  if (kind === "l") {
    const [, ways, colour, thickness] = shape;
    return ["path", { d: ways.map((way) => `M${pairs(way)}`).join(""), fill: "none", stroke: colour, "stroke-width": thickness, "stroke-linecap": "round", "stroke-linejoin": "round" }, ""];
  }
  const [, x, y, text, size, colour, centred, width] = shape;
  const fits = text.length > 1 ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};
  return ["text", { x, y: y + DROP * FINE * size, "font-size": FINE * size, fill: colour, "text-anchor": centred ? "middle" : "start", ...fits }, text];
}

export const viewOf = ({ width, height }) => `0 0 ${FINE * width} ${FINE * height}`;

function made(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

export class Pieces {
  constructor() {
    this.list = [];
    this.sheet = made("svg", { class: "symbols", "aria-hidden": "true" });
    document.body.append(this.sheet);
  }

  // Keeps the first of the pieces that there are, and puts others behind them.
  put(first, pieces) {
    while (this.sheet.childNodes.length > first) this.sheet.lastChild.remove();
    this.list.length = first;
    for (const piece of pieces) {
      const symbol = made("symbol", { id: `piece-${this.list.length}`, viewBox: viewOf(piece) });
      symbol.append(...piece.shapes.map((shape) => made(...partOf(shape))));
      this.sheet.append(symbol);
      this.list.push(piece);
    }
  }

  words(numbers) {
    return numbers.map((number) => this.list[number].words).join(", ");
  }

  // The pieces of a sentence, in a row.
  row(numbers) {
    const row = document.createElement("span");
    row.className = "pieces";
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", this.words(numbers));
    for (const number of numbers) {
      const { width, height } = this.list[number];
      const one = made("svg", { width, height });
      one.append(made("use", { href: `#piece-${number}` }));
      row.append(one);
    }
    return row;
  }
}

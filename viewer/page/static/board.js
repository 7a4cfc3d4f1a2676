// Draws the shapes of a game, as viewer/page/shapes.py writes them, on a canvas.

const FINE = 100; // lengths are in hundredths of a pixel
const DROP = 0.35; // how far below its middle a text's baseline lies, in sizes
const FONT = "Aileron, Helvetica, Arial, sans-serif";

function along(path, numbers, dx = 0, dy = 0) {
  for (let k = 0; k < numbers.length; k += 2) {
    const x = (numbers[k] + dx) / FINE, y = (numbers[k + 1] + dy) / FINE;
    if (k === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
}

const TILES = 64; // of a path: a browser needs much longer for one path of thousands than for many of some

// The paths of a shape: one, but many where there are many tiles.
function pathsOf(shape) {
  if (shape[0] !== "t") return [pathOf(shape)];
  const [, outline, places] = shape, paths = [];
  for (let first = 0; first < places.length; first += 2 * TILES) {
    const path = new Path2D();
    for (let k = first; k < Math.min(first + 2 * TILES, places.length); k += 2) {
      along(path, outline, places[k], places[k + 1]);
      path.closePath();
    }
    paths.push(path);
  }
  return paths;
}

function pathOf(shape) {
  const path = new Path2D();
  if (shape[0] === "p") {
    along(path, shape[1]);
    path.closePath();
  } else if (shape[0] === "l") {
    for (const way of shape[1]) along(path, way);
  } else {
    path.arc(shape[1] / FINE, shape[2] / FINE, shape[3] / FINE, 0, 2 * Math.PI);
  }
  return path;
}

const GLIDE = 220; // milliseconds in which shapes move to where they stand next
const BLOW = 420; // and in which an attack is seen
const MOST = 600; // shapes that change at once up to which they are moved

// What a shape looks like, wherever it stands, and where it stands.
function lookOf(shape) {
  const [kind, first] = shape;
  if (kind === "d") return [`d ${shape.slice(3)}`, shape.slice(1, 3)];
  if (kind === "w") return [`w ${shape.slice(3)}`, shape.slice(1, 3)];
  const points = kind === "l" ? first[0] : kind === "p" ? first : shape[2];
  const [x, y] = points;
  const moved = (numbers) => numbers.map((number, k) => number - (k % 2 ? y : x));
  const rest = kind === "l" ? first.map(moved) : kind === "p" ? moved(first) : [first, moved(shape[2])];
  return [`${kind} ${rest} ${shape.slice(kind === "t" ? 3 : 2)}`, [x, y]];
}

// Which shapes of one drawing go to which of another, and which come and go.
export function changes(shapes, before, after) {
  const was = new Set(before), is = new Set(after);
  const gone = before.filter((number) => !is.has(number)), come = after.filter((number) => !was.has(number));
  const found = { moved: new Map(), come: new Set(), gone: [] };
  if (gone.length + come.length > MOST) return null;
  const waiting = new Map();
  for (const number of gone) {
    const [look, at] = lookOf(shapes[number]);
    waiting.set(look, [...(waiting.get(look) ?? []), { number, at }]);
  }
  for (const number of come) {
    const [look, [x, y]] = lookOf(shapes[number]);
    const near = (waiting.get(look) ?? []).sort((a, b) => Math.hypot(a.at[0] - x, a.at[1] - y) - Math.hypot(b.at[0] - x, b.at[1] - y));
    const one = near.shift();
    if (one) found.moved.set(number, [(one.at[0] - x) / FINE, (one.at[1] - y) / FINE]);
    else found.come.add(number);
  }
  for (const left of waiting.values()) found.gone.push(...left.map(({ number }) => number));
  return found;
}

export class Board {
  // `above`: a canvas that lies on the other one, for the rings; a board without it has none.
  constructor(canvas, { width, height, paper, shapes }, above = null) {
    this.canvas = canvas;
    this.paper = paper;
    this.shapes = shapes;
    this.width = width;
    this.height = height;
    this.paths = new Map();
    const sharp = Math.min(2, Math.max(1, window.devicePixelRatio || 1));
    for (const one of above ? [canvas, above] : [canvas]) {
      one.width = width * sharp;
      one.height = height * sharp;
      one.style.setProperty("--width", `${width}px`);
      one.getContext("2d", { alpha: one === above }).scale(sharp, sharp);
    }
    this.context = canvas.getContext("2d");
    this.above = above?.getContext("2d");
  }

  // Goes from one drawing to the next: what looks the same moves, the rest fades, attacks are seen; `end` is called when
  // it is there.
  glide(before, after, end = () => {}, blows = [], most = BLOW) {
    const found = changes(this.shapes, before, after);
    if (!found) return this.paint(after), end();
    cancelAnimationFrame(this.frame);
    this.gliding = true;
    this.stands = null;
    if (this.above) this.ring([]);
    const began = performance.now(), takes = blows.length ? Math.min(BLOW, most) : GLIDE;
    const draw = (now) => {
      const spent = Math.max(0, now - began), done = Math.min(1, spent / GLIDE), left = 1 - done;
      if (spent >= takes) return this.paint(after), end();
      const context = this.clear();
      for (const number of after) {
        const [dx, dy] = found.moved.get(number) ?? [0, 0];
        context.globalAlpha = found.come.has(number) ? done : 1;
        context.translate(dx * left, dy * left);
        this.draw(context, number);
        context.translate(-dx * left, -dy * left);
      }
      context.globalAlpha = left;
      for (const number of found.gone) this.draw(context, number);
      context.globalAlpha = 1;
      this.strike(context, blows, spent / takes);
      this.frame = requestAnimationFrame(draw);
    };
    this.frame = requestAnimationFrame(draw);
  }

  // Draws attacks, some share of their time after they began: a line that reaches out, and a ring where it lands.
  strike(context, blows, share) {
    const reach = Math.min(1, 2 * share), landed = Math.max(0, 2 * share - 1);
    const draw = (colour, thickness) => {
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      context.stroke();
    };
    context.globalAlpha = 1 - landed;
    for (const blow of blows) {
      const [x, y] = blow.slice(-2), [fromX, fromY] = blow;
      context.beginPath();
      if (blow.length === 4) {
        context.moveTo(fromX, fromY);
        context.lineTo(fromX + (x - fromX) * reach, fromY + (y - fromY) * reach);
      }
      if (landed || blow.length === 2) {
        const radius = 4 + 12 * (blow.length === 2 ? share : landed);
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, 2 * Math.PI);
      }
      draw("#ffffff", 4);
      draw("#b3261e", 2);
    }
    context.globalAlpha = 1;
  }

  // Draws shapes, by their numbers, in their order; a list that stands there is not drawn again.
  paint(numbers) {
    cancelAnimationFrame(this.frame);
    this.gliding = false;
    if (this.stands === numbers) return;
    this.stands = numbers;
    const context = this.clear();
    for (const number of numbers) this.draw(context, number);
  }

  clear() {
    const context = this.context;
    context.fillStyle = this.paper;
    context.fillRect(0, 0, this.width, this.height);
    context.lineJoin = "round";
    context.lineCap = "round";
    return context;
  }

  // Rings the spots that can be chosen, and no others; those that are pointed at are filled.
  ring(spots, pointed) {
    const context = this.above;
    context.clearRect(0, 0, this.width, this.height);
    for (const [x, y, radius] of spots) {
      context.beginPath();
      context.arc(x, y, 0.8 * radius, 0, 2 * Math.PI);
      context.lineWidth = 3.5;
      context.strokeStyle = "#ffffff";
      context.stroke();
      context.lineWidth = 1.8;
      context.strokeStyle = "#7a1fa2";
      context.stroke();
      if (pointed && pointed[0] === x && pointed[1] === y) {
        context.fillStyle = "#7a1fa255";
        context.fill();
      }
    }
  }

  // The place on the sheet at which the mouse points.
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [((event.clientX - box.left) * this.width) / box.width, ((event.clientY - box.top) * this.height) / box.height];
  }

  draw(context, number) {
    const shape = this.shapes[number];
    if (shape[0] === "w") {
      const [, x, y, text, size, colour, centred, width] = shape;
      context.font = `${size}px ${FONT}`;
      context.textAlign = centred ? "center" : "left";
      context.fillStyle = colour;
      context.fillText(text, x / FINE, y / FINE + DROP * size, width / FINE + 1);
      return;
    }
    let paths = this.paths.get(number);
    if (paths === undefined) this.paths.set(number, (paths = pathsOf(shape)));
    const [fill, edge, thickness] = shape[0] === "l" ? ["", ...shape.slice(-2)] : shape.slice(-3);
    if (fill) {
      context.fillStyle = fill;
      for (const path of paths) context.fill(path);
    }
    if (edge) {
      context.strokeStyle = edge;
      context.lineWidth = thickness / FINE;
      for (const path of paths) context.stroke(path);
    }
  }
}

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

function pathOf(shape) {
  const path = new Path2D();
  if (shape[0] === "p") {
    along(path, shape[1]);
    path.closePath();
  } else if (shape[0] === "l") {
    for (const way of shape[1]) along(path, way);
  } else if (shape[0] === "d") {
    path.arc(shape[1] / FINE, shape[2] / FINE, shape[3] / FINE, 0, 2 * Math.PI);
  } else {
    for (let k = 0; k < shape[2].length; k += 2) {
      along(path, shape[1], shape[2][k], shape[2][k + 1]);
      path.closePath();
    }
  }
  return path;
}

export class Board {
  constructor(canvas, { width, height, paper, shapes }) {
    this.canvas = canvas;
    this.paper = paper;
    this.shapes = shapes;
    this.width = width;
    this.height = height;
    this.paths = new Map();
    const sharp = Math.min(2, Math.max(1, window.devicePixelRatio || 1));
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    canvas.style.setProperty("--width", `${width}px`);
    this.context = canvas.getContext("2d", { alpha: false });
    this.context.scale(sharp, sharp);
  }

  // Draws shapes, by their numbers, in their order.
  paint(numbers) {
    const context = this.context;
    context.fillStyle = this.paper;
    context.fillRect(0, 0, this.width, this.height);
    context.lineJoin = "round";
    context.lineCap = "round";
    for (const number of numbers) this.draw(context, number);
  }

  // Rings the spots that can be chosen; those that are pointed at are filled.
  ring(spots, pointed) {
    const context = this.context;
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
    let path = this.paths.get(number);
    if (path === undefined) this.paths.set(number, (path = pathOf(shape)));
    const [fill, edge, thickness] = shape[0] === "l" ? ["", ...shape.slice(-2)] : shape.slice(-3);
    if (fill) {
      context.fillStyle = fill;
      context.fill(path);
    }
    if (edge) {
      context.strokeStyle = edge;
      context.lineWidth = thickness / FINE;
      context.stroke(path);
    }
  }
}

// What is visible of a map: the point in its middle, and how large a cell is. Cells are those of the main map; x
// grows to the east and y to the south, as pixels do to the right and downwards. Pixels are CSS pixels from the view's
// upper left corner. `MapView` in canvas.js has two: of the view, and of the picture that it drew last.

export class Camera {
  /** The point in the middle, in cells. */
  x = 0
  y = 0
  /** CSS pixels for each cell. */
  scale = 1
  /** The size of the view in CSS pixels. */
  width = 1
  height = 1
  /** The least and the most that `scale` may be. */
  least = 0
  most = Infinity

  /** @param {import('./map.js').CellBox} box @param {number} [margin] in pixels */
  fit(box, margin = 24) {
    this.x = box.west + box.width / 2
    this.y = box.north + box.height / 2
    const wide = Math.max(this.width - 2 * margin, 40) / Math.max(box.width, 1)
    const high = Math.max(this.height - 2 * margin, 40) / Math.max(box.height, 1)
    this.scale = this.#bounded(Math.min(wide, high))
  }

  /** @param {number} factor @param {number} px the pixel that stays where it is @param {number} py */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const [x, y] = [this.cellX(px), this.cellY(py)]
    this.scale = this.#bounded(this.scale * factor)
    this.x = x - (px - this.width / 2) / this.scale
    this.y = y - (py - this.height / 2) / this.scale
  }

  /** @param {number} dx in pixels @param {number} dy */
  move(dx, dy) {
    this.x -= dx / this.scale
    this.y -= dy / this.scale
  }

  /** @param {import('./map.js').CellBox} box is moved into the view, if it has room there @param {number} margin in pixels */
  reveal({ west, north, width, height }, margin) {
    const beyond = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ size) => (
      to - from > size - 2 * margin ? 0 : Math.max(0, to - size + margin) + Math.min(0, from - margin))
    this.move(-beyond(this.pixelX(west), this.pixelX(west + width), this.width), -beyond(this.pixelY(north), this.pixelY(north + height), this.height))
  }

  /** @param {number} px */
  cellX(px) {
    return this.x + (px - this.width / 2) / this.scale
  }

  /** @param {number} py */
  cellY(py) {
    return this.y + (py - this.height / 2) / this.scale
  }

  /** @param {number} x in cells */
  pixelX(x) {
    return (x - this.x) * this.scale + this.width / 2
  }

  /** @param {number} y in cells */
  pixelY(y) {
    return (y - this.y) * this.scale + this.height / 2
  }

  /** @param {number} scale */
  #bounded(scale) {
    return Math.min(Math.max(scale, this.least), this.most)
  }
}

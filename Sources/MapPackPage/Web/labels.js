// Names on the map: the more important a region is, the sooner its name gets room. Where names may stand and how wide they
// are comes from the command, so that the page and pictures in SVG have the same. `MapView` in canvas.js draws them.

/** @typedef {import('./map.js').DrawnMap} DrawnMap */
/** @typedef {import('./layers.js').Placing} Placing */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{index: number, lines: string[], size: number, x: number, y: number}} PlacedName its middle, in pixels */

/**
 * A name that may stand somewhere: sizes are in pixels, places in cells of the map, widths in sizes.
 *
 * @typedef {object} Label
 * @property {number} index of the region
 * @property {string[][]} variants lines of the name
 * @property {number[]} widths of the variants
 * @property {number[]} stands of areas: x, y, the largest size in cells and the variant of each
 * @property {number} area of the region's largest part, in square cells
 * @property {number} least the smallest size
 * @property {number[]} sizes that are tried, if not the area says them
 * @property {Point[]} places beside which the name of a line or point may stand; of areas the label point
 */

/**
 * The names of regions in an order of importance.
 *
 * @param {DrawnMap} map
 * @param {string} field whose numbers say how important a region is; empty for its area or length
 * @returns {Label[]}
 */
export function rankedLabels(map, field) {
  const { regions, sizes } = map.rankings.find((ranking) => ranking.field === field) ?? map.rankings[0]
  const { lines, widths, least, areas, stands } = map.labels
  return regions.map((index, i) => ({
    index, variants: lines[index], widths: widths[index], stands: stands[index], area: areas[index], least: least[index], sizes: sizes[i] ?? [],
    places: [map.regions[index].labelPoint, ...(map.kind === 'lines' ? map.pointsAlong(index) : [])],
  })).filter(({ variants }) => variants.length > 0)
}

/**
 * Boxes that are found by the squares that they lie in.
 *
 * @template {Box} B
 */
class Boxes {
  static #side = 32
  /** @type {Map<string, B[]>} */
  #bySquare = new Map()

  /** @param {Box} box */
  #squares({ left, top, right, bottom }) {
    const keys = []
    for (let x = Math.floor(left / Boxes.#side); x <= Math.floor(right / Boxes.#side); x++) {
      for (let y = Math.floor(top / Boxes.#side); y <= Math.floor(bottom / Boxes.#side); y++) keys.push(`${x},${y}`)
    }
    return keys
  }

  /** @param {B} box */
  add(box) {
    for (const key of this.#squares(box)) {
      const found = this.#bySquare.get(key)
      found ? found.push(box) : this.#bySquare.set(key, [box])
    }
  }

  /** @param {Box} box @returns {boolean} whether one of the boxes lies over it */
  overlaps(box) {
    return this.#squares(box).some((key) => this.#bySquare.get(key)?.some((other) => (
      box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)))
  }
}

/** @param {Point} point in cells @param {Placing} at @returns {Point} in pixels */
const onView = ({ x, y }, at) => ({ x: x * at.factor + at.x, y: y * at.factor + at.y })

/** @param {Box} box @param {Box} seen whether it crosses the edge of what is seen */
function crosses(box, seen) {
  const isSeen = box.left < seen.right && box.right > seen.left && box.top < seen.bottom && box.bottom > seen.top
  return isSeen && (box.left < seen.left || box.right > seen.right || box.top < seen.top || box.bottom > seen.bottom)
}

/**
 * Where a name may stand in a copy of the map, the best first: of an area as `RegionNames` in Swift says it, of a line or a
 * point beside it.
 *
 * @param {Label} label @param {DrawnMap} map @param {Placing} at @param {boolean} isRanked
 * @returns {(PlacedName & {width: number})[]}
 */
function attempts({ index, variants, widths, stands, area, least, sizes, places }, map, at, isRanked) {
  const name = (/** @type {number} */ variant, /** @type {number} */ size, /** @type {Point} */ point) => (
    { index, lines: variants[variant], size, width: widths[variant] * size, ...point })
  if (map.kind !== 'areas') {
    return places.flatMap((place) => {
      const { x, y } = onView(place, at)
      const size = sizes[0]
      const [across, down] = [(widths[0] * size) / 2 + 7, size / 2 + 6]
      const sides = [[0, down], [across, 0], [-across, 0], [0, -down]]
      if (map.kind === 'lines') sides.push([across, down], [-across, down], [across, -down], [-across, -down])
      return sides.map(([right, below]) => name(0, size, { x: x + right, y: y + below }))
    })
  }
  const standing = (/** @type {number} */ size) => {
    const found = []
    for (let i = 0; i < stands.length; i += 4) {
      if (stands[i + 2] * at.factor >= size) found.push(name(stands[i + 3], size, onView({ x: stands[i], y: stands[i + 1] }, at)))
    }
    return found
  }
  if (!isRanked) {
    const { steps } = map.labels
    const first = steps.findIndex(([from]) => area * at.factor ** 2 >= from)
    return first < 0 ? [] : steps.slice(first).filter(([, size]) => size >= least).flatMap(([, size]) => standing(size))
  }
  // A name whose size a field says may be larger than its region.
  const point = onView(places[0], at)
  const all = sizes.flatMap((size) => [...standing(size), ...variants.map((_, variant) => name(variant, size, point))])
  const smallest = name(0, sizes[sizes.length - 1], point)
  const { leading, gap } = map.labels
  const [across, down] = [(smallest.width + gap) / 2, (smallest.size * leading + gap) / 2]
  return [...all, ...[[0, down], [0, -down], [across, 0], [-across, 0]].map(([right, below]) => (
    { ...smallest, x: point.x + right, y: point.y + below }))]
}

/**
 * Places the names that have room, the important ones first, in each copy of the map.
 *
 * @param {Label[]} labels
 * @param {DrawnMap} map
 * @param {Placing[]} copies
 * @param {object} view
 * @param {number} view.width of the picture, in pixels
 * @param {number} view.height
 * @param {Box} view.seen the part of the picture that is seen; no name crosses its edge
 * @param {Box[]} view.kept where no name may lie
 * @param {boolean} isRanked whether a field says how important regions are
 * @param {import('./map.js').Lines | null} [strokes] lines that no name may cover, in cells
 * @returns {PlacedName[]}
 */
export function placedNames(labels, map, copies, { width, height, seen, kept }, isRanked, strokes) {
  const isAreas = map.kind === 'areas'
  const { leading } = map.labels
  // Half of what is free between names is round each.
  const free = (isAreas ? map.labels.gap : 3) / 2
  const taken = /** @type {Boxes<Box>} */ (new Boxes())
  for (const box of kept) taken.add(box)
  const dots = /** @type {Boxes<Box>} */ (new Boxes())
  const isInside = (/** @type {Point} */ { x, y }) => x >= 0 && y >= 0 && x <= width && y <= height
  const addDot = (/** @type {Point} */ { x, y }) => {
    if (isInside({ x, y })) dots.add({ left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 })
  }
  for (const at of isAreas ? [] : copies) {
    if (strokes) addStrokes(strokes, at, { width, height }, addDot)
    else for (const { places } of labels) addDot(onView(places[0], at))
  }
  /** @type {PlacedName[]} */
  const placed = []
  for (const label of labels) {
    for (const at of copies) {
      /** @type {{name: PlacedName, box: Box} | undefined} */
      let second
      let isPlaced = false
      for (const name of attempts(label, map, at, isRanked)) {
        const [wide, high] = [name.width / 2 + free, (name.lines.length * name.size * leading) / 2 + free]
        const box = { left: name.x - wide, right: name.x + wide, top: name.y - high, bottom: name.y + high }
        if (!isInside(name) || crosses(box, seen) || taken.overlaps(box)) continue
        if (isAreas || !dots.overlaps(box)) {
          placed.push(name)
          taken.add(box)
          isPlaced = true
          break
        }
        second ??= { name, box }
      }
      // A name covers another's dot only if somebody has said which names are important; it never covers a line.
      if (isPlaced || !second || !isRanked || map.kind !== 'points') continue
      placed.push(second.name)
      taken.add(second.box)
    }
  }
  return placed
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {PlacedName[]} names
 * @param {DrawnMap} map
 * @param {import('./colors.js').PageColors} colors
 */
export function drawNames(context, names, map, colors) {
  const isAreas = map.kind === 'areas'
  const [fills, inks] = [colors.ofRegions(map), colors.inks(map)]
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.direction = 'ltr'
  for (const { index, lines, size, x, y } of names) {
    const step = size * map.labels.leading
    const middles = lines.map((_, line) => y + (line - (lines.length - 1) / 2) * step)
    context.font = `500 ${size}px system-ui, sans-serif`
    context.lineWidth = colors.rim.width
    context.strokeStyle = colors.rim.color ?? (isAreas ? fills[index] : colors.beyond)
    lines.forEach((line, i) => context.strokeText(line, x, middles[i]))
    context.fillStyle = isAreas ? inks[index] : colors.ink
    lines.forEach((line, i) => context.fillText(line, x, middles[i]))
  }
}

/**
 * Calls a function with points of the lines in a view, so near to each other that no name has room between them.
 *
 * @param {{starts: ArrayLike<number>, points: ArrayLike<number>}} strokes
 * @param {Placing} at
 * @param {{width: number, height: number}} view
 * @param {(point: {x: number, y: number}) => void} add
 */
function addStrokes({ starts, points }, at, view, add) {
  const step = 4
  for (let line = 0; line + 1 < starts.length; line++) {
    for (let vertex = starts[line]; vertex + 1 < starts[line + 1]; vertex++) {
      const a = onView({ x: points[2 * vertex], y: points[2 * vertex + 1] }, at)
      const b = onView({ x: points[2 * vertex + 2], y: points[2 * vertex + 3] }, at)
      // The part of the edge that lies in the view, as shares of its length.
      let [from, to] = [0, 1]
      for (const [start, length, size] of [[a.x, b.x - a.x, view.width], [a.y, b.y - a.y, view.height]]) {
        if (length === 0 && (start < 0 || start > size)) to = -1
        if (length === 0) continue
        const [enter, leave] = [-start / length, (size - start) / length].sort((p, q) => p - q)
        from = Math.max(from, enter)
        to = Math.min(to, leave)
      }
      if (from > to) continue
      const steps = Math.ceil(((to - from) * Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y))) / step)
      for (let i = 0; i <= steps; i++) {
        const share = from + ((to - from) * i) / Math.max(steps, 1)
        add({ x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) })
      }
    }
  }
}

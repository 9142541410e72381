// Names on the map: the more important a region is, the larger its name is, and the sooner it gets room. `MapView` in
// canvas.js draws them.

/** @typedef {import('./map.js').DrawnMap} DrawnMap */

/**
 * The names of regions in an order of importance. Sizes are in pixels; places are in cells of the map.
 *
 * @param {DrawnMap} map
 * @param {string} field whose numbers say how important a region is; empty for its area or length
 */
export function rankedLabels(map, field) {
  const { regions, sizes } = map.rankings.find((ranking) => ranking.field === field) ?? map.rankings[0]
  return regions.map((index, i) => {
    const { label: text, labelPoint, box: land } = map.regions[index]
    return {
      text, land, size: sizes[i], width: 0, isBeside: map.kind !== 'areas', mayCover: field !== '' && map.kind === 'points',
      places: [labelPoint, ...(map.kind === 'lines' ? map.pointsAlong(index) : [])],
    }
  })
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels */

/** @param {Box} box @param {Box} seen whether it crosses the edge of what is seen */
function isSeenInPart(box, seen) {
  const isSeen = box.left < seen.right && box.right > seen.left && box.top < seen.bottom && box.bottom > seen.top
  return isSeen && (box.left < seen.left || box.right > seen.right || box.top < seen.top || box.bottom > seen.bottom)
}

/**
 * Where a name stands that would cross the edge of what is seen: inside, beside the edge, if its region is seen there
 * too. A name that lies outside as a whole stays where it is.
 *
 * @param {{x: number, y: number}} position the middle of the name, in pixels
 * @param {{width: number, height: number}} half of the name, with what is free round it
 * @param {Box} seen what is seen
 * @param {Box} land the region
 */
export function movedInside({ x, y }, half, seen, land) {
  const isOutside = x + half.width <= seen.left || x - half.width >= seen.right
    || y + half.height <= seen.top || y - half.height >= seen.bottom
  const between = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => (
    least > most ? value : Math.min(Math.max(value, least), most))
  const moved = {
    x: between(x, seen.left + half.width, seen.right - half.width), y: between(y, seen.top + half.height, seen.bottom - half.height),
  }
  const isOnLand = moved.x + half.width > land.left && moved.x - half.width < land.right
    && moved.y + half.height > land.top && moved.y - half.height < land.bottom
  return isOutside || !isOnLand ? { x, y } : moved
}

/**
 * Draws the names that have room, the important ones first. Names of points and lines go beside them.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ReturnType<typeof rankedLabels>} labels
 * @param {import('./layers.js').Placing} at
 * @param {{width: number, height: number}} view
 * @param {Box} seen the part of the view that is seen
 * @param {import('./colors.js').PageColors} colors
 * @param {{starts: ArrayLike<number>, points: ArrayLike<number>} | null} strokes lines that no name may cover, in cells
 * @returns how many were drawn
 */
export function drawLabels(context, labels, at, view, seen, colors, strokes) {
  const cell = 32
  /** @type {Map<string, Box[]>} */
  const taken = new Map()
  const squares = (/** @type {Box} */ box) => {
    const keys = []
    for (let x = Math.floor(box.left / cell); x <= Math.floor(box.right / cell); x++) {
      for (let y = Math.floor(box.top / cell); y <= Math.floor(box.bottom / cell); y++) keys.push(`${x},${y}`)
    }
    return keys
  }
  /** @type {Map<string, {x: number, y: number}[]>} */
  const dots = new Map()
  const isOverDot = (/** @type {Box} */ box) => squares(box).some((key) => dots.get(key)?.some(({ x, y }) => (
    x > box.left - 3 && x < box.right + 3 && y > box.top - 3 && y < box.bottom + 3)))
  const collides = (/** @type {Box} */ box) => squares(box).some((key) => taken.get(key)?.some((other) => (
    box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)))
  const take = (/** @type {Box} */ box) => {
    for (const key of squares(box)) taken.set(key, [...taken.get(key) ?? [], box])
  }
  const boxAt = (/** @type {{width: number, size: number}} */ { width, size }, /** @type {{x: number, y: number}} */ { x, y }) => (
    { left: x - width / 2 - 2, right: x + width / 2 + 2, top: y - size / 2 - 1, bottom: y + size / 2 + 1 })
  /**
   * Where a name may stand, as offsets from its point.
   *
   * @param {{width: number, size: number, isBeside: boolean}} label
   */
  const offsets = ({ width, size, isBeside }) => {
    if (!isBeside) return [[0, 0]]
    const [across, down] = [width / 2 + 7, size / 2 + 6]
    const sides = [[0, down], [across, 0], [-across, 0], [0, -down]]
    return strokes ? [...sides, [across, down], [-across, down], [across, -down], [-across, -down]] : sides
  }
  const isSeen = (/** @type {{x: number, y: number}} */ { x, y }) => x >= 0 && y >= 0 && x <= view.width && y <= view.height
  const onView = (/** @type {{x: number, y: number}} */ { x, y }) => ({ x: x * at.factor + at.x, y: y * at.factor + at.y })
  const addDot = (/** @type {{x: number, y: number}} */ dot) => {
    if (!isSeen(dot)) return
    const key = `${Math.floor(dot.x / cell)},${Math.floor(dot.y / cell)}`
    dots.set(key, [...dots.get(key) ?? [], dot])
  }
  if (strokes) addStrokes(strokes, onView, view, addDot)
  else for (const { isBeside, places } of labels) if (isBeside) addDot(onView(places[0]))
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.direction = 'ltr'
  let drawn = 0
  for (const label of labels) {
    const places = label.places.map(onView).filter(isSeen)
    if (places.length === 0) continue
    context.font = `${label.size}px system-ui, sans-serif`
    label.width ||= context.measureText(label.text).width
    const half = { width: label.width / 2 + 2, height: label.size / 2 + 1 }
    const land = {
      left: label.land.west * at.factor + at.x, right: (label.land.west + label.land.width) * at.factor + at.x,
      top: label.land.north * at.factor + at.y, bottom: (label.land.north + label.land.height) * at.factor + at.y,
    }
    const free = places.flatMap(({ x, y }) => offsets(label).map(([right, down]) => ({ x: x + right, y: y + down })))
      .map((position) => (label.isBeside ? position : movedInside(position, half, seen, land)))
      .filter((position) => !collides(boxAt(label, position)))
    if (label.isBeside) {
      // Beside a dot, a place that is seen as a whole is better than one that crosses the edge.
      const crossing = (/** @type {{x: number, y: number}} */ place) => Number(isSeenInPart(boxAt(label, place), seen))
      free.sort((a, b) => crossing(a) - crossing(b))
    }
    // A name covers another's dot only if somebody has said which names are important; it never covers a line.
    const position = free.find((found) => !label.isBeside || !isOverDot(boxAt(label, found))) ?? (label.mayCover ? free[0] : undefined)
    if (!position) continue
    take(boxAt(label, position))
    context.lineWidth = 3
    context.strokeStyle = colors.halo
    context.strokeText(label.text, position.x, position.y)
    context.fillStyle = colors.text
    context.fillText(label.text, position.x, position.y)
    drawn++
  }
  return drawn
}

/**
 * Calls a function with points of the lines in a view, so near to each other that no name has room between them.
 *
 * @param {{starts: ArrayLike<number>, points: ArrayLike<number>}} strokes
 * @param {(point: {x: number, y: number}) => {x: number, y: number}} onView
 * @param {{width: number, height: number}} view
 * @param {(point: {x: number, y: number}) => void} add
 */
function addStrokes({ starts, points }, onView, view, add) {
  const step = 4
  for (let line = 0; line + 1 < starts.length; line++) {
    for (let vertex = starts[line]; vertex + 1 < starts[line + 1]; vertex++) {
      const a = onView({ x: points[2 * vertex], y: points[2 * vertex + 1] })
      const b = onView({ x: points[2 * vertex + 2], y: points[2 * vertex + 3] })
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

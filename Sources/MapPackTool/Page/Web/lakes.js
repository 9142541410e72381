// Which lines of a map are the shores of lakes. `layers.js` draws them in a color of their own.

/**
 * @typedef {object} LineGroup lines that meet
 * @property {number[]} lines
 * @property {number} area twice the area within the lines, in cells; below zero if land lies round it
 * @property {boolean} isClosed
 */

/**
 * Per line of a level whether it is the shore of a lake, that is of water that land of the map encloses, or of an island in
 * one. `LakeShores` in Swift does the same, and says how.
 *
 * @param {import('./pack.js').Borders} borders
 */
export function lakeShores({ starts, points, left, right }) {
  const isShore = new Uint8Array(left.length)
  const groups = groupsOfLines({ starts, points, left, right })
  const lakes = groups.filter(({ isClosed, area }) => isClosed && area < 0)
  const mark = (/** @type {LineGroup} */ { lines }) => lines.forEach((line) => (isShore[line] = 1))
  lakes.forEach(mark)
  // An island in a lake: its first vertex lies within the lake's lines, by the even-odd rule.
  for (const group of lakes.length > 0 ? groups : []) {
    if (!group.isClosed || group.area <= 0) continue
    const vertex = 2 * starts[group.lines[0]]
    if (lakes.some(({ lines }) => isWithin(points[vertex], points[vertex + 1], lines, starts, points))) mark(group)
  }
  return isShore
}

/** @param {import('./pack.js').Borders} borders @returns {LineGroup[]} */
function groupsOfLines({ starts, points, left, right }) {
  /** By end: a group, and how many lines end there. @type {Map<string, {line: number, count: number}>} */
  const ends = new Map()
  // Groups that turned out to be one; each points to an older one, the oldest to itself.
  const older = Int32Array.from(left, (_, line) => line)
  const oldest = (/** @type {number} */ line) => {
    while (older[line] !== line) line = older[line]
    return line
  }
  const isOuter = (/** @type {number} */ line) => left[line] < 0 || right[line] < 0
  for (let line = 0; line < left.length; line++) {
    if (!isOuter(line)) continue
    for (const vertex of [starts[line], starts[line + 1] - 1]) {
      const key = `${points[2 * vertex]},${points[2 * vertex + 1]}`
      const end = ends.get(key) ?? { line, count: 0 }
      end.count++
      ends.set(key, end)
      const [a, b] = [oldest(line), oldest(end.line)]
      older[Math.max(a, b)] = Math.min(a, b)
    }
  }
  /** @type {Map<number, LineGroup>} */
  const groups = new Map()
  for (let line = 0; line < left.length; line++) {
    if (!isOuter(line)) continue
    const first = oldest(line)
    const group = groups.get(first) ?? { lines: [], area: 0, isClosed: true }
    groups.set(first, group)
    group.lines.push(line)
    group.area += (left[line] < 0 ? -1 : 1) * areaBeside(points, starts[line], starts[line + 1], 2 * starts[first])
  }
  for (const { line, count } of ends.values()) {
    const group = groups.get(oldest(line))
    if (count % 2 === 1 && group) group.isClosed = false
  }
  return [...groups.values()]
}

/**
 * Twice the area between a line and a point, above zero where the line runs counterclockwise with y drawn upwards.
 *
 * @param {ArrayLike<number>} points @param {number} start @param {number} end @param {number} origin
 */
function areaBeside(points, start, end, origin) {
  let area = 0
  for (let vertex = start; vertex + 1 < end; vertex++) {
    const [ax, ay] = [points[2 * vertex] - points[origin], points[2 * vertex + 1] - points[origin + 1]]
    const [bx, by] = [points[2 * vertex + 2] - points[origin], points[2 * vertex + 3] - points[origin + 1]]
    area += ax * by - bx * ay
  }
  return area
}

/**
 * @param {number} x @param {number} y @param {number[]} lines
 * @param {ArrayLike<number>} starts @param {ArrayLike<number>} points
 */
function isWithin(x, y, lines, starts, points) {
  let isInside = false
  for (const line of lines) {
    for (let i = 2 * starts[line]; i + 3 < 2 * starts[line + 1]; i += 2) {
      const [ax, ay, bx, by] = [points[i], points[i + 1], points[i + 2], points[i + 3]]
      if ((ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    }
  }
  return isInside
}

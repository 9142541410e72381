// The colors of a map, for `canvas.js` and `layers.js`.

/**
 * The colors that the page's style sheet, page.css, names in light or dark. `--land` and `--lines` list as many as
 * `DrawnMap` asks `landColors` for.
 */
export function pageColors() {
  const style = getComputedStyle(document.documentElement)
  const color = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim()
  return {
    sea: color('sea'), coast: color('coast'), border: color('border'), beyond: color('beyond'), outer: color('outer'), ink: color('ink'), halo: color('halo'),
    chosen: color('chosen'), before: color('before'), paper: color('paper'),
    error: color('error'), warning: color('warning'), note: color('note'),
    land: color('land').split(' '), lines: color('lines').split(' '),
    classes: Array.from({ length: classCount + 1 }, (_, index) => color(`class-${index}`)),
  }
}

/** How many classes a number's values are divided into. page.css has a color for each, and one for no value. */
const classCount = 5

/**
 * The colors that `map.colors` has the indices of.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @param {ReturnType<typeof pageColors>} colors
 */
export function fillColors(map, colors) {
  return map.classes ? colors.classes : map.kind === 'areas' ? colors.land : colors.lines
}

/**
 * Divides regions into classes by the quantiles of a number, so that each class has about as many regions as another; equal
 * values are in one class. The last class has the regions without a value.
 *
 * @param {import('./pack.js').Pack} pack
 * @param {Float64Array} values by raw value; NaN stands for no value
 * @returns {{indices: Map<number, number>, ranges: {index: number, range: [number, number] | null}[]}} by raw value the
 *   index of its class; of each class that has a region, its least value and its largest, null if they have none
 */
export function numberClasses(pack, values) {
  const known = pack.regions.map(({ rawValue }) => values[rawValue]).filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b)
  const limits = Array.from({ length: classCount - 1 }, (_, i) => known[Math.floor(((i + 1) * known.length) / classCount)])
  /** @type {Map<number, number>} */
  const indices = new Map()
  /** @type {({index: number, range: [number, number] | null} | undefined)[]} */
  const ranges = []
  for (const { rawValue } of pack.regions) {
    const value = values[rawValue]
    const isKnown = !Number.isNaN(value)
    const index = isKnown ? limits.filter((limit) => limit <= value).length : classCount
    indices.set(rawValue, index)
    const range = ranges[index]?.range ?? [value, value]
    ranges[index] = { index, range: isKnown ? [Math.min(range[0], value), Math.max(range[1], value)] : null }
  }
  return { indices, ranges: ranges.flatMap((range) => range ?? []) }
}

/**
 * The index of a color for each region, by raw value: a color that no neighbor has, or the least used if they have all.
 * Regions get their colors in the order of the pack's list, so the same map always looks the same.
 *
 * @param {import('./pack.js').Pack} pack
 * @param {number} count how many colors there are
 */
export function landColors(pack, count) {
  /** @type {Map<number, number>} */
  const colors = new Map()
  pack.regions.forEach((region, index) => {
    const uses = new Array(count).fill(0)
    for (const neighbor of region.neighbors) {
      const color = colors.get(neighbor.rawValue)
      if (color !== undefined) uses[color]++
    }
    let best = index % count
    for (let step = 1; step < count; step++) {
      const color = (index + step) % count
      if (uses[color] < uses[best]) best = color
    }
    colors.set(region.rawValue, best)
  })
  return colors
}

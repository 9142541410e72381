// The colors of a map, for `canvas.js`, `layers.js` and `gallery.js`.

/** How strong the rims of names are, as the last digits of a color. */
const haloStrength = 'bf'

/**
 * The colors of a palette, with those that were chosen instead, and the page's own, which page.css names; in light or dark.
 *
 * @param {any[]} palettes those that the command tells of, from `MapPalette` in Swift
 * @param {{palette: string, water?: string, land?: string}} look the name of a palette; the color of water and of all land, if
 *   they are not the palette's
 */
export function pageColors(palettes, look) {
  const style = getComputedStyle(document.documentElement)
  const own = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim()
  const { light, dark } = palettes.find(({ name }) => name === look.palette) ?? palettes[0]
  /** @type {Record<'water' | 'coast' | 'lake' | 'border' | 'beyond' | 'outer' | 'text' | 'halo', string> & Record<'land' | 'lines' | 'classes', string[]>} */
  const palette = matchMedia('(prefers-color-scheme: dark)').matches ? dark : light
  return {
    ...palette, water: look.water ?? palette.water, halo: palette.halo + haloStrength,
    // Borders in land of one color are as strong as coasts, because that color may be that of the palette's borders.
    border: look.land ? palette.coast : palette.border, allLand: look.land,
    chosen: own('chosen'), before: own('before'), paper: own('paper'),
    error: own('error'), warning: own('warning'), note: own('note'),
  }
}

/** How many classes a number's values are divided into. Palettes have a color for each, and one for no value. */
const classCount = 5

/**
 * The color of each region, in the order of the pack's list.
 *
 * @param {import('./layers.js').DrawnMap} map
 * @param {ReturnType<typeof pageColors>} colors
 * @returns {string[]}
 */
export function regionColors(map, colors) {
  const { classes, pack } = map
  if (classes) return pack.regions.map(({ rawValue }) => colors.classes[classes.indices.get(rawValue) ?? classCount])
  const { allLand } = colors
  if (allLand && map.kind === 'areas') return pack.regions.map(() => allLand)
  const list = map.kind === 'areas' ? colors.land : colors.lines
  return map.colorIndices(list.length).map((index) => shade(index, list))
}

/**
 * A color of a list. Beyond the list's end it begins anew, a shade darker each time, as `MapPalette.Colors.shade` in Swift.
 *
 * @param {number} index @param {string[]} list
 */
export function shade(index, list) {
  const color = list[index % list.length]
  let channels = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16))
  for (let round = Math.floor(index / list.length); round > 0; round--) {
    channels = channels.map((channel) => Math.floor((channel * 95) / 100))
  }
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
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
 * The index of a color for each region, in the order of the pack's list, such that no two neighbors have the same. It is
 * `count` or more only if neighbors have all colors. `RegionColors` in Swift does the same, and says how.
 *
 * @param {import('./pack.js').Pack} pack
 * @param {number} count how many colors there are
 */
export function landColors(pack, count) {
  const regions = pack.regionsByCode
  const places = new Map(regions.map(({ rawValue }, index) => [rawValue, index]))
  const place = (/** @type {{rawValue: number}} */ { rawValue }) => places.get(rawValue) ?? 0
  const neighbors = regions.map((region) => region.neighbors.map(place))
  let colors = coloredBySaturation(neighbors, count, true)
  if (colors.some((color) => color >= count)) colors = coloredBySaturation(neighbors, count, false)
  return pack.regions.map((region) => colors[place(region)])
}

/** @param {number[][]} neighbors @param {number} count @param {boolean} evenly */
function coloredBySaturation(neighbors, count, evenly) {
  const regions = neighbors.length
  const order = neighbors.map((_, region) => region)
    .sort((a, b) => neighbors[b].length - neighbors[a].length || a - b)
  const rank = new Array(regions)
  order.forEach((region, index) => (rank[region] = index))
  // A tree whose nodes have the larger key of their two children.
  const first = Math.max(regions, 1)
  const keys = new Array(2 * first).fill(-1)
  const setKey = (/** @type {number} */ region, /** @type {number} */ key) => {
    let node = first + rank[region]
    keys[node] = key
    while (node > 1) {
      node >>= 1
      keys[node] = Math.max(keys[2 * node], keys[2 * node + 1])
    }
  }
  order.forEach((region, index) => setKey(region, regions - 1 - index))
  const colors = new Array(regions).fill(-1)
  const beside = neighbors.map(() => new Set())
  const uses = new Array(count).fill(0)
  for (let step = 0; step < regions; step++) {
    const region = order[regions - 1 - (keys[1] % regions)]
    let color = count
    for (let free = count - 1; free >= 0; free--) {
      if (!beside[region].has(free) && (color === count || !evenly || uses[free] <= uses[color])) color = free
    }
    while (beside[region].has(color)) color++
    colors[region] = color
    if (color < count) uses[color]++
    setKey(region, -1)
    for (const neighbor of neighbors[region]) {
      if (beside[neighbor].has(color)) continue
      beside[neighbor].add(color)
      if (colors[neighbor] < 0) setKey(neighbor, keys[first + rank[neighbor]] + regions)
    }
  }
  return colors
}

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
  /** @type {Record<'water' | 'coast' | 'lake' | 'border' | 'beyond' | 'outer' | 'text' | 'halo', string> & Record<'land' | 'lines', {count: number, shades: string[]}> & {classes: string[]}} */
  const palette = matchMedia('(prefers-color-scheme: dark)').matches ? dark : light
  return {
    ...palette, water: look.water ?? palette.water, halo: palette.halo + haloStrength,
    // Borders in land of one color are as strong as coasts, because that color may be that of the palette's borders.
    border: look.land ? palette.coast : palette.border, allLand: look.land,
    chosen: own('chosen'), before: own('before'), paper: own('paper'),
    error: own('error'), warning: own('warning'), note: own('note'),
  }
}

/** @typedef {ReturnType<typeof pageColors>} PageColors */

/**
 * The color of each region.
 *
 * @param {import('./map.js').DrawnMap} map
 * @param {PageColors} colors
 * @returns {string[]}
 */
export function regionColors(map, colors) {
  if (map.number) return map.number.classes.map((index) => colors.classes[index])
  const { allLand } = colors
  if (allLand && map.kind === 'areas') return map.regions.map(() => allLand)
  const { count, shades } = map.kind === 'areas' ? colors.land : colors.lines
  return map.colors[count].map((index) => shades[index % shades.length])
}

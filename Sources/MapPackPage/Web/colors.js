// The colors of a map, for `canvas.js`, `layers.js` and the parts of the page that show them.

/**
 * The colors of a palette, with those that were chosen instead, and the page's own, which page.css names; in light or dark.
 *
 * @param {any} state what the command tells: palettes and ramps, each in light and dark
 * @param {Record<string, any>} look how the map is drawn, as a pipeline file says it
 * @param {any} coloring the classes of a number; `null` if regions are not colored by one
 * @param {boolean} isDark
 */
export function pageColors(state, look, coloring, isDark) {
  const style = getComputedStyle(document.documentElement)
  const own = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim()
  const scheme = isDark ? 'dark' : 'light'
  /** @type {Record<'water' | 'coast' | 'beyond' | 'outer' | 'ink', string> & Record<'land' | 'lines', {count: number, shades: string[]}> & {border: Stroke, halo: {color?: string, opacity: number, width: number}}} */
  const palette = (state.palettes.find((/** @type {any} */ { name }) => name === look.palette) ?? state.palettes[0])[scheme]
  /** @type {{fills: string[], inks: string[], borders: Stroke[], borderOfFill: number[]} | undefined} */
  const ramp = coloring?.[scheme]
  const fits = (/** @type {import('./map.js').DrawnMap} */ map) => ramp && coloring.classes.length === map.regions.length
  return {
    ...palette, paletteWater: palette.water, water: look.water ?? palette.water, isDark,
    /** The fills of the classes, and of regions without a number. */
    classes: ramp?.fills ?? [],
    chosen: own('accent'), before: own('error'), paper: own('bg'), mark: own('warn'), beside: own('beside'),
    /** The index of the region that alone has its color; its neighbors are gray. */
    only: -1,
    /**
     * The color of each region.
     *
     * @param {import('./map.js').DrawnMap} map
     * @returns {string[]}
     */
    ofRegions(map) {
      if (ramp && fits(map)) return coloring.classes.map((/** @type {number} */ index) => ramp.fills[index])
      if (look.land && map.kind === 'areas') return map.regions.map(() => look.land)
      const { shades } = map.kind === 'areas' ? palette.land : palette.lines
      return map.colors.map((index) => shades[index % shades.length])
    },
    /**
     * How borders are drawn, and which one each region asks for; the greater of two neighbors counts.
     *
     * @param {import('./map.js').DrawnMap} map
     * @returns {{strokes: string[], ofRegions: number[] | null}}
     */
    borders(map) {
      if (!ramp || !fits(map)) return { strokes: [look.land ? palette.coast : color8(palette.border)], ofRegions: null }
      return { strokes: ramp.borders.map(color8), ofRegions: coloring.classes.map((/** @type {number} */ index) => ramp.borderOfFill[index]) }
    },
    /**
     * The color of each region's name.
     *
     * @param {import('./map.js').DrawnMap} map
     * @returns {string[]}
     */
    inks(map) {
      return ramp && fits(map) ? coloring.classes.map((/** @type {number} */ index) => ramp.inks[index]) : map.regions.map(() => palette.ink)
    },
    /** The rim of names: its color, if it is not that of the region, with its opacity, and its width. */
    rim: ramp ? { color: undefined, width: 3 } : { color: palette.halo.color && color8(palette.halo), width: palette.halo.width },
  }
}

/** @typedef {{color: string, opacity: number}} Stroke */

/** @param {{color?: string, opacity: number}} stroke @returns {string} its color with its opacity */
function color8({ color, opacity }) {
  return color + Math.round(opacity * 255).toString(16).padStart(2, '0')
}

/** @typedef {ReturnType<typeof pageColors>} PageColors */

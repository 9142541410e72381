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
  }
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

// What a pack holds in the form of the conformance suite, as far as the page's reader asks for it:
//
//     node Tests/PageTests/Page/dump.mjs X.mappack > X.json

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { Arcs, readBounds, Rings } from '../../../Sources/MapPackTool/Page/Web/arcs.js'
import { Container } from '../../../Sources/MapPackTool/Page/Web/container.js'
import { Pack } from '../../../Sources/MapPackTool/Page/Web/pack.js'

/**
 * @param {Uint8Array} bytes
 * @param {[number, number][]} locations in cells
 */
export function dump(bytes, locations) {
  const pack = new Pack(bytes)
  return {
    map: pack.name,
    identity: pack.identity,
    contentDigest: pack.contentDigest,
    cell: pack.cell,
    origin: [pack.origin.x, pack.origin.y],
    tolerances: pack.levels.map((level) => level.tolerance),
    kinds: pack.kinds,
    groups: pack.groups,
    sources: pack.sources.map(({ publisher, license, edition, attribution }) => (
      { publisher, license, edition, attribution })),
    numbers: pack.numbers.size === 0 ? undefined : [...pack.numbers.keys()],
    kind: pack.kind === 'areas' ? undefined : pack.kind,
    bounds: numbers(pack.bounds),
    mainBounds: numbers(pack.mainBounds),
    byCode: pack.regionsByCode.map((region) => region.rawValue),
    regions: pack.regions.map((region) => ({
      rawValue: region.rawValue,
      texts: [...region.texts.values()],
      bounds: numbers(region.bounds),
      mainBounds: numbers(region.mainBounds),
      labelPoint: [...pack.mapPoints([region.labelPoint.x, region.labelPoint.y])],
      area: region.area,
      length: region.length ?? undefined,
      numbers: pack.numbers.size === 0
        ? undefined : [...region.numbers.values()].map((number) => (Number.isNaN(number) ? null : number)),
      group: region.group,
      levels: pack.levels.map((level) => (
        pack.kind === 'areas' ? nested(region.shape(level.index)) : unclosed(region.lines(level.index)))),
    })),
    arcs: arcs(bytes),
    places: locations.map(([x, y]) => [x, y, regionAt(pack, x, y)?.rawValue ?? null]),
  }
}

function numbers({ west, north, width, height }) {
  return [west, north, width, height]
}

function nested({ polygons, rings, points }) {
  const ring = (i) => [...points.subarray(2 * rings[i], 2 * rings[i + 1])]
  return [...polygons.subarray(0, -1)].map((first, i) => (
    Array.from({ length: polygons[i + 1] - first }, (_, k) => ring(first + k))))
}

// Each line as a polygon of one ring, without the first vertex at the end of one that is closed.
function unclosed({ starts, points }) {
  return [...starts.subarray(0, -1)].map((first, i) => {
    const line = [...points.subarray(2 * first, 2 * starts[i + 1])]
    const isClosed = line.length > 2 && line[0] === line.at(-2) && line[1] === line.at(-1)
    return [isClosed ? line.slice(0, -2) : line]
  })
}

// Of a map of lines or points the nearest one.
function regionAt(pack, x, y) {
  return pack.kind === 'areas' ? pack.regionAtCell(x, y) : pack.nearestAtCell(x, y)?.region
}

// With the level of each vertex, which nobody else asks for.
function arcs(bytes) {
  const container = new Container(bytes)
  const arcs = new Arcs(container, new Rings(container), readBounds(container))
  return Array.from(arcs.left, (left, arc) => {
    const vertices = []
    for (let vertex = arcs.starts[arc]; vertex < arcs.starts[arc + 1]; vertex++) {
      vertices.push(arcs.points[2 * vertex], arcs.points[2 * vertex + 1], arcs.levels[vertex])
    }
    return {
      left, right: arcs.right[arc] === -1 ? null : arcs.right[arc], seam: arcs.seam[arc] === 1,
      closed: arcs.closed[arc] === 1, vertices,
    }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const path of process.argv.slice(2)) console.log(JSON.stringify(dump(readFileSync(path), [])))
}

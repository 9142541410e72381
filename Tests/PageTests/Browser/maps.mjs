// Maps as the page has them, for tests that ask its scripts without a browser.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrawnMap } from '../../../Sources/MapPackPage/Web/map.js'
import { madeMap } from '../../../Sources/MapPackPage/Web/server.js'
import { mappack } from './preview.mjs'

/** Exports a map, and gives the text. */
export function exported(path, ending, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'mappack-export-'))
  const file = join(folder, `map.${ending}`)
  const run = spawnSync(mappack, ['export', path, '-o', file, '-q', ...options])
  assert.equal(run.status, 0, String(run.stderr))
  const text = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return text
}

/** A block of data in a page. */
export const block = (html, id) => new RegExp(`id="data-${id}">(.*?)</script>`, 's').exec(html)[1]

/** The map in the page of a pack. */
export function drawnMap(path) {
  return new DrawnMap(madeMap(new Uint8Array(Buffer.from(block(exported(path, 'html'), 'map'), 'base64'))))
}

/** The points of a region's first line, or its first point. */
export function firstLine(map, code) {
  const { starts, points } = map.lines(0)
  let found
  map.forEachRing(map.regions.findIndex((region) => region.code === code), 0, (arcs, from) => {
    found ??= points.subarray(2 * starts[arcs[from]], 2 * starts[arcs[from] + 1])
  })
  return found
}

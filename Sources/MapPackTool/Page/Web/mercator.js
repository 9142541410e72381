// The plane of packs, and the two other planes that maps are drawn in. A map point is the unit of Web Mercator as MapKit
// counts it: the world is 2²⁸ of them wide and high, x grows to the east from 180° W, y to the south.
// `pack.js` uses it. `DrawnMap.cellsAt` in layers.js has the same formula.

/** How many map points the world is wide and high. */
export const worldSize = 2 ** 28

/** The radius of the sphere that EPSG:3857 takes, in meters. */
const radius = 6378137

/**
 * @param {number} longitude in degrees
 * @param {number} latitude in degrees
 * @returns {[number, number]} x and y in map points; at the poles, y is infinite
 */
export function mapPoint(longitude, latitude) {
  const north = Math.atanh(Math.sin((latitude * Math.PI) / 180)) / Math.PI
  return [((longitude + 180) / 360) * worldSize, ((1 - north) / 2) * worldSize]
}

/**
 * @param {number} x in map points; the longitude is not brought back to -180 … 180
 * @param {number} y in map points
 * @returns {[number, number]} longitude and latitude in degrees
 */
export function longitudeLatitude(x, y) {
  const north = Math.PI * (1 - (2 * y) / worldSize)
  return [(x / worldSize) * 360 - 180, (Math.atan(Math.sinh(north)) * 180) / Math.PI]
}

/**
 * @param {number} x in map points
 * @param {number} y in map points
 * @returns {[number, number]} x to the east and y to the north in the meters of EPSG:3857
 */
export function meters(x, y) {
  const half = worldSize / 2
  return [(x / half - 1) * Math.PI * radius, (1 - y / half) * Math.PI * radius]
}

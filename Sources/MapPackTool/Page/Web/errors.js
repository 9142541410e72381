// Why bytes are no pack.

/**
 * Why a pack is refused. All but two are the names that Format.md gives in "What a reader must refuse". The others are
 * `identity`, for a pack with another identity than was asked for, and `damaged`, for what the page has no name for.
 *
 * @typedef {'magic' | 'major-version' | 'header-checksum' | 'file-shorter' | 'file-longer' | 'plane' | 'cell' |
 *   'levels-none' | 'levels-seventeen' | 'label-bits' | 'rice-parameter' | 'slots' | 'origin' | 'section-count' |
 *   'uses' | 'vertices' | 'lines-and-points' | 'line-parts' | 'point-levels' | 'directory-checksum' |
 *   'section-outside' | 'section-in-directory' | 'section-overlap' |
 *   'section-missing' | 'section-unknown' | 'columns-missing' | 'columns-too-many' | 'column-outside' | 'column-kind' |
 *   'column-of-another-kind' | 'column-width' | 'column-of-bytes' | 'column-count' | 'column-high-bits' |
 *   'text-kinds' | 'section-checksum' | 'information-count' | 'text-encoding' | 'text-starts' | 'code-order' |
 *   'code-twice' | 'order-of-nobody' | 'level-ranks' | 'label-outside' | 'group' | 'main-bounds' | 'ring-starts' |
 *   'polygon-firsts' | 'polygon-twice' | 'use-firsts' | 'arc-uses' | 'polygon-level' | 'arc-of-others' |
 *   'arc-unused' | 'ring-open' | 'arc-starts' | 'arc-end' | 'arc-rank' | 'arc-padding' | 'arc-plane' | 'seam' |
 *   'vertex-count' | 'restart-elsewhere' | 'restart-between-codes' | 'restart-at-beginning' | 'grid-size' |
 *   'grid-starts' | 'grid-region' | 'grid-piece' | 'line-length' | 'line-area' | 'line-seam' | 'line-corner' |
 *   'point-vertices' | 'number-count' | 'number-form' | 'number-names' | 'number-infinite' | 'identity' | 'damaged'} PackErrorCode
 */

/** The one error that bytes from a file lead to. */
export class PackError extends Error {
  /**
   * @param {PackErrorCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message)
    this.name = 'PackError'
    /** @type {PackErrorCode} Why, for programs. The message is for people. */
    this.code = code
  }
}

/**
 * Throws a `PackError` if the condition does not hold. Checks of each value of a column throw by themselves instead, so
 * that no message is made in vain.
 *
 * @param {unknown} condition
 * @param {PackErrorCode} code
 * @param {string} message
 * @returns {asserts condition}
 */
export function require(condition, code, message) {
  if (!condition) throw new PackError(code, message)
}

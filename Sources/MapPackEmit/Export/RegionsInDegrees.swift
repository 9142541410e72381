import MapPack
import MapPackFeatures
import MapPackMerge

/// The regions of a map of areas as in an export in degrees, in the order of the codes: each number is the Double that
/// a reader makes of the digits.
package struct RegionsInDegrees: Sendable {
  /// The rings of a region, the shell of each polygon first. The first vertex is not repeated at the end. Rings keep
  /// the direction that they have in cells, so the shells of a map on Web Mercator run clockwise in degrees.
  package struct Rings: Sendable {
    /// Per vertex: its longitude and latitude in degrees.
    package fileprivate(set) var longitude: ContiguousArray<Double> = []
    package fileprivate(set) var latitude: ContiguousArray<Double> = []
    /// Ring r owns the vertices `ringStart[r] ..< ringStart[r + 1]`.
    package fileprivate(set) var ringStart: ContiguousArray<Int> = [0]
    /// Polygon p owns the rings `polygonStart[p] ..< polygonStart[p + 1]`.
    package fileprivate(set) var polygonStart: ContiguousArray<Int> = [0]
  }

  package let regions: [Region]
  private let coverage: Coverage
  private let level: Int
  private let degrees: DecimalDegrees
  private let clip: ClipEdges?

  /// The regions of a coverage at a level; 0 is the finest.
  /// - Precondition: the coverage has the level.
  package init(_ coverage: Coverage, level: Int) {
    self.coverage = coverage
    self.level = level
    regions = coverage.regions
    degrees = DecimalDegrees(coverage.plane)
    clip = ClipEdges(coverage.plane)
  }

  /// The rings of a region, by its index, in degrees.
  /// - Complexity: O(vertices of the region)
  package func rings(of region: Int) -> Rings {
    let cells = coverage.gridRings(of: region, level: level).filled(by: clip)
    return Rings(
      longitude: ContiguousArray(cells.x.map { degrees.longitude(x: $0).value }),
      latitude: ContiguousArray(cells.y.map { degrees.latitude(y: $0).value }), ringStart: cells.ringStart,
      polygonStart: cells.polygonStart)
  }
}

/// Checks that a map has a level.
/// - Throws: `usage` if it does not.
package func checkLevel(_ level: Int, of count: Int) throws(StageError) {
  guard level >= 0 && level < count else {
    throw StageError(
      .usage, "level \(level) is asked for, the map has \(count == 1 ? "only level 0" : "levels 0 to \(count - 1)")",
      remedy: "ask for one of these with --level")
  }
}

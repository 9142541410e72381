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

  private enum Source: Sendable {
    case coverage(Coverage)
    case pack([RegionShape])
  }

  private let source: Source
  private let level: Int
  private let degrees: DecimalDegrees
  private let clip: ClipEdges?

  /// The regions of a coverage at a level; 0 is the finest.
  /// - Precondition: the coverage has the level.
  package init(_ coverage: Coverage, level: Int) {
    self.init(.coverage(coverage), coverage.plane, level)
  }

  /// The regions of a pack at a level; 0 is the finest.
  /// - Precondition: the pack has the level.
  package init(_ pack: Pack, level: Int) {
    self.init(.pack(Array(pack.shapes)), .mercator(pack.grid), level)
  }

  private init(_ source: Source, _ plane: Plane, _ level: Int) {
    self.source = source
    self.level = level
    degrees = DecimalDegrees(plane)
    clip = ClipEdges(plane)
  }

  package var count: Int {
    switch source {
    case .coverage(let coverage): coverage.regions.count
    case .pack(let shapes): shapes.count
    }
  }

  /// The code and the name of a region, by its index.
  package func label(of region: Int) -> (code: String, name: String) {
    switch source {
    case .coverage(let coverage): (coverage.regions[region].code, coverage.regions[region].name)
    case .pack(let shapes): (shapes[region].code, shapes[region].name)
    }
  }

  /// The rings of a region, by its index, in degrees.
  /// - Complexity: O(vertices of the region)
  package func rings(of region: Int) -> Rings {
    var cells = GridRings()
    switch source {
    case .coverage(let coverage): coverage.appendRings(of: region, level: level, to: &cells)
    case .pack(let shapes): shapes[region].appendGridRings(level: level, to: &cells)
    }
    if let clip { cells = cells.filled(by: clip) }
    return Rings(
      longitude: ContiguousArray(cells.x.map { degrees.longitude(x: $0).value }),
      latitude: ContiguousArray(cells.y.map { degrees.latitude(y: $0).value }), ringStart: cells.ringStart,
      polygonStart: cells.polygonStart)
  }
}

extension Coverage {
  /// Appends the rings of those polygons of a region that are present at a level, with the vertices that are present
  /// there, in cells. The shell of a polygon comes first. Rings do not repeat their first vertex. Lines and points are
  /// polygons of one ring each.
  func appendRings(of region: Int, level: Int, to rings: inout GridRings) {
    for polygon in polygons(of: region) where Int(polygonLevel[polygon]) >= level {
      for ring in self.rings(of: polygon) {
        forEachVertex(ofRing: ring, level: level) { rings.append(x: $0.x, y: $0.y) }
        rings.endRing()
      }
      rings.endPolygon()
    }
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

/// The numbers of an export.
package enum ExportCoordinates: String, Hashable, Sendable, CaseIterable {
  /// Longitude and latitude in degrees, with the digits that lead back to the grid point.
  case lonlat
  /// The coordinates of the map's lattice in cells from its origin. y grows to the south on the plane of Web Mercator,
  /// to the north in longitude and latitude.
  case grid
}

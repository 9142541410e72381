import MapPack
import MapPackCoverage
import MapPackGeometry

/// A region as an export in degrees has it. Each number is the Double that a reader makes of the digits.
package struct RegionInDegrees {
  /// One number per vertex.
  package var longitude, latitude: ContiguousArray<Double>
  /// Offsets into the vertices, one more at the end; rings do not repeat their first vertex.
  package var ringStart: ContiguousArray<Int>
  /// Offsets into the rings, one more at the end; the shell of each polygon comes first.
  package var polygonStart: ContiguousArray<Int>

  /// - Precondition: the coverage is of areas, and has the level.
  package init(_ region: Int, of coverage: Coverage, level: Int) {
    let degrees = DecimalDegrees(coverage.plane)
    let cells = coverage.gridRings(of: region, level: level).filled(by: ClipEdges(coverage.plane))
    longitude = ContiguousArray(cells.x.map { degrees.longitude(x: $0).value })
    latitude = ContiguousArray(cells.y.map { degrees.latitude(y: $0).value })
    (ringStart, polygonStart) = (cells.ringStart, cells.polygonStart)
  }
}

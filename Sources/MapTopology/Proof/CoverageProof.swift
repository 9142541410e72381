import MapArrangement
import MapFeatures
import MapGeometry

/// Proves that a coverage keeps its promises, at every level, from the integers alone.
///
/// At each level, of what is present there:
/// - no two segments cross, overlap or touch but in end points of arcs, and no point is a vertex twice but as a node;
/// - every ring is closed and simple, has three vertices or more, and shells run counter-clockwise, holes clockwise;
/// - each side of an arc belongs to the one ring whose region is claimed there, and the regions on an arc's two sides
///   differ;
/// - each polygon is one face of the drawing, and each face is one polygon or nobody's: round every boundary of a
///   face, and across from what lies within it (located by a ray), the same polygon is found. So polygons do not
///   overlap, holes and islands lie in the face that they should, and no polygon's inside is cut in two;
/// - each region has a polygon.
/// For lines see `lineFaults`.
///
/// `validate` lists all that it finds: see `Coverage.faults(level:jobs:)`.
/// - Complexity: O(n log n) per level for n vertices present.
/// - Throws: `.findings`, an error of this program and not of its user: what was found first, where.
package func prove(_ coverage: Coverage, jobs: Int) throws(StageError) {
  for level in coverage.levels.indices {
    guard let fault = coverage.faults(level: level, jobs: jobs).first else { continue }
    let place = fault.point.map { point -> String in
      let (longitude, latitude) = coverage.plane.degrees(of: point)
      return ", at \(Figures.decimal(longitude, places: 6)), \(Figures.decimal(latitude, places: 6))"
    }
    var error = StageError(
      .findings, "the map failed its proof at level \(level): \(fault.rule.rawValue), \(fault.message + (place ?? ""))",
      remedy: "nothing was written; please report this with the input")
    error.feature = fault.region.map { coverage.regions[$0].code }
    error.polygon = fault.polygon
    error.ring = fault.ring
    throw error
  }
}

import MapPackFeatures
import MapPackGeometry

/// Proves that a coverage keeps its promises at every level. All checks are exact, on the integers of the plane.
/// `simplify` ends with it; what `merge` makes is not proved until then.
///
/// At each level, the following holds for what is present there:
/// - Segments meet in end points of arcs only. No point is a vertex twice, except as a node.
/// - Every ring is closed and simple and has at least three vertices. Shells run counter-clockwise, holes clockwise.
/// - The two sides of an arc differ. Each side that names a region belongs to exactly one ring, of that region.
/// - Each polygon is one face of the drawing, and each face belongs to one polygon or to nobody. This is proved by
///   finding the same polygon along each boundary of a face and, by a ray, across from everything that lies within the
///   face. So polygons do not overlap, holes and islands lie in the right face, and no polygon's inside is cut in two.
/// - Each region has a polygon.
///
/// For lines and points see `Coverage.lineFaults(level:)`. `Coverage.faults(level:jobs:)` lists all faults instead of
/// throwing the first.
/// - Throws: `findings`, with the first fault and its location. It is a fault of this program, not of its user.
/// - Complexity: O(n log n) per level for n vertices present.
package func prove(_ coverage: Coverage, jobs: Int) throws(StageError) {
  for level in coverage.levels.indices {
    guard let fault = coverage.faults(level: level, jobs: jobs).first else { continue }
    let degrees = fault.point.map(coverage.plane.degrees(of:))
    let place = degrees.map {
      ", at \(Figures.decimal($0.longitude, places: 6)), \(Figures.decimal($0.latitude, places: 6))"
    }
    throw StageError(
      .findings,
      at: Location(
        code: fault.region.map { coverage.regions[$0].code }, polygon: fault.polygon, ring: fault.ring,
        longitude: degrees?.longitude, latitude: degrees?.latitude),
      "the map failed its proof at level \(level): \(fault.rule.rawValue), \(fault.message)\(place ?? "")",
      remedy: "nothing was written; please report this with the input")
  }
}

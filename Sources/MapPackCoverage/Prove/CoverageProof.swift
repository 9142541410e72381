import MapPack
import MapPackFeatures
import MapPackGeometry

/// Proves that a coverage keeps its promises at every level. All checks are exact, on the integers of the plane.
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
/// For lines and points see `Coverage.lineFaults(level:)`. `Coverage.faults(level:jobs:)` lists all faults.
/// - Throws: `findings`, with the first fault and its location. It is a fault of this program, not of its user.
/// - Complexity: O(n log n) per level for n vertices present.
package func prove(_ coverage: Coverage, jobs: Int) throws(StageError) {
  for level in coverage.levels.indices {
    guard let fault = coverage.faults(level: level, jobs: jobs).first else { continue }
    let location = coverage.location(of: fault)
    let degrees = [location.longitude, location.latitude].compactMap(\.self).map { Figures.decimal($0, places: 6) }
    let place = degrees.isEmpty ? "" : ", at " + degrees.joined(separator: ", ")
    throw StageError(
      .findings, at: location,
      "the map failed its proof at level \(level): \(fault.rule.rawValue), \(fault.message)\(place)",
      remedy: "nothing was written; please report this with the input")
  }
}

/// A broken promise of a coverage, at one of its levels.
package struct LevelFault: Hashable, Sendable {
  /// The rule that names the promise.
  package var rule: Rule
  /// One sentence without a full stop.
  package var message: String
  /// Where it is on the coverage's plane, in cells; `nil` if it has no location.
  package var point: GridPoint?
  /// The region with the fault; `nil` if several have it.
  package var region: Int?
  /// The polygon with the fault, counted from 0 within the region.
  package var polygon: Int?
  /// The ring with the fault, counted from 0 within the polygon.
  package var ring: Int?
}

extension Coverage {
  /// Where a fault is, without the name of its region.
  package func location(of fault: LevelFault) -> Location {
    let degrees = fault.point.map(plane.degrees(of:))
    return Location(
      code: fault.region.map { regions[$0].code }, polygon: fault.polygon, ring: fault.ring,
      longitude: degrees?.longitude, latitude: degrees?.latitude)
  }

  /// All broken promises at a level; see `prove(_:jobs:)` for what is promised.
  ///
  /// The promises on which others rest come first. If arcs meet outside nodes, faces are not checked, because there are
  /// none.
  /// - Complexity: O(n log n) for n vertices present. The result does not depend on `jobs`.
  package func faults(level: Int, jobs: Int) -> [LevelFault] {
    kind == .areas ? LevelProof(self, level: level, jobs: jobs).faults : lineFaults(level: level)
  }
}

extension Plane {
  /// The longitude and the latitude of a point of the plane, in degrees.
  package func degrees(of point: GridPoint) -> (longitude: Double, latitude: Double) {
    switch self {
    case .lonlat(let grid): (grid.longitude(x: point.x), grid.latitude(y: point.y))
    case .mercator(let grid):
      (WebMercator.longitude(x: grid.x(point.x)), WebMercator.latitude(y: grid.y(point.y)))
    }
  }
}

extension Coverage {
  /// All broken promises of a coverage of lines or points at a level: that every line has its two ends and no vertex
  /// twice in a row, that every point has its vertex, and that every region has a line or a point.
  func lineFaults(level: Int) -> [LevelFault] {
    var faults: [LevelFault] = []
    for region in regions.indices {
      let lines = polygons(of: region)
      var isThere = false
      for line in lines where Int(polygonLevel[line]) >= level {
        isThere = true
        let index = line - lines.lowerBound
        let vertices = arcs.vertices(of: line)
        let present = vertices.filter { Int(arcs.vertexLevel[$0]) >= level }
        if present.first != vertices.first || present.last != vertices.last || present.count < kind.leastVertices {
          faults.append(
            LevelFault(
              rule: .tooFewPoints, message: kind == .lines ? "a line lacks an end" : "a point lacks its vertex",
              point: vertices.first.map(arcs.point),
              region: region, polygon: index))
        }
        for (a, b) in zip(present, present.dropFirst()) where arcs.point(a) == arcs.point(b) {
          faults.append(
            LevelFault(
              rule: .repeatedVertex, message: "a line has a vertex twice in a row", point: arcs.point(a),
              region: region, polygon: index))
        }
      }
      if !isThere {
        faults.append(LevelFault(rule: .noShape, message: "the region has no \(kind.part)", region: region))
      }
    }
    return faults
  }
}

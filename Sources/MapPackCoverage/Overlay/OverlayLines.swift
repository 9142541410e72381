import MapPackFeatures
import MapPackGeometry

/// The arcs of a coverage of areas in longitude and latitude, whichever plane it lies on. All vertices count, as at
/// level 0.
struct OverlayLines {
  private let coverage: Coverage
  private let locations: ContiguousArray<(longitude: Double, latitude: Double)>

  init(_ coverage: Coverage) {
    self.coverage = coverage
    locations = ContiguousArray(
      (0..<coverage.arcs.vertexCount).map { coverage.plane.degrees(of: coverage.arcs.point($0)) })
  }

  /// The bounding box in degrees; `nil` if there are no arcs.
  var box: Bounds? {
    let box = locations.reduce(into: Bounds()) { $0.extend(longitude: $1.longitude, latitude: $1.latitude) }
    return box.isEmpty ? nil : box
  }

  /// Adds the arcs, rounded to the grid, with the polygons on their two sides as claims, or `ClaimedPaths.none`.
  ///
  /// Rounding may make lines cross and overlap. Arcs that separate nothing any more are left out.
  /// - Parameters:
  ///   - grid: a grid that was made for an extent that contains the bounding box. Points beyond its extent would wrap.
  ///   - firstClaim: the claim of polygon 0. Polygon p has the claim `firstClaim` + p.
  func append(to paths: inout ClaimedPaths, on grid: NodingGrid, firstClaim: Int32) {
    let arcs = coverage.arcs
    var (left, right) = coverage.polygonSides()
    // A coverage counts left and right with y drawn upwards. On the Mercator plane y grows to the south, so what it
    // calls left is on the right in longitude and latitude.
    if case .mercator = coverage.plane { swap(&left, &right) }
    var lines = ClaimedPaths()
    for arc in 0..<arcs.count {
      lines.append(
        rounded: locations[arcs.vertices(of: arc)].lazy.map {
          grid.point(longitude: $0.longitude, latitude: $0.latitude)
        },
        isClosed: arcs.isClosed[arc], left: left[arc], right: right[arc])
    }
    paths.append(lines.claimed(from: firstClaim))
  }
}

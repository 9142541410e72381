import MapArrangement
import MapGeometry
import MapPack

/// A coverage in longitude and latitude, whichever plane it lies on: what two editions of a map are laid over each
/// other in.
struct OverlayLines {
  private let coverage: Coverage
  /// West, south, east and north in degrees; empty where there are no arcs.
  private(set) var west = Double.infinity
  private(set) var south = Double.infinity
  private(set) var east = -Double.infinity
  private(set) var north = -Double.infinity
  private let longitude: ContiguousArray<Double>
  private let latitude: ContiguousArray<Double>

  init(_ coverage: Coverage) {
    self.coverage = coverage
    let arcs = coverage.arcs
    switch coverage.plane {
    case .lonlat(let grid):
      longitude = ContiguousArray(arcs.x.map { grid.longitude(x: $0) })
      latitude = ContiguousArray(arcs.y.map { grid.latitude(y: $0) })
    case .mercator(let grid):
      longitude = ContiguousArray(arcs.x.map { WebMercator.longitude(x: grid.x($0)) })
      latitude = ContiguousArray(arcs.y.map { WebMercator.latitude(y: grid.y($0)) })
    }
    for value in longitude {
      west = min(west, value)
      east = max(east, value)
    }
    for value in latitude {
      south = min(south, value)
      north = max(north, value)
    }
  }

  /// Adds the arcs, rounded, each claimed by the polygons on its two sides, which are numbered from `firstClaim` on.
  func append(to paths: inout ClaimedPaths, on grid: NodingGrid, firstClaim: Int) {
    let arcs = coverage.arcs
    var left = ContiguousArray<Int32>(repeating: ClaimedPaths.none, count: arcs.count)
    var right = left
    for polygon in 0..<coverage.polygonCount {
      let rings = coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]
      let claim = Int32(truncatingIfNeeded: firstClaim + polygon)
      for index in coverage.referenceStart[rings.lowerBound]..<coverage.referenceStart[rings.upperBound] {
        let reference = coverage.references[index]
        if reference.isReversed { right[reference.arc] = claim } else { left[reference.arc] = claim }
      }
    }
    // The drawing plane's y grows to the south: its left side is the right one here.
    if case .mercator = coverage.plane { swap(&left, &right) }
    for arc in 0..<arcs.count {
      let begin = paths.paths.vertexCount
      for vertex in arcs.vertices(of: arc) {
        let point = grid.point(longitude: longitude[vertex], latitude: latitude[vertex])
        if paths.paths.vertexCount == begin || paths.paths.point(paths.paths.vertexCount - 1) != point {
          paths.paths.append(point)
        }
      }
      let isClosed = arcs.isClosed[arc]
      if isClosed { paths.removeRepeatedEnd(from: begin) }
      // What rounding has left nothing of separates nothing.
      guard paths.paths.vertexCount - begin >= (isClosed ? 3 : 2) else {
        paths.removeVertices(from: begin)
        continue
      }
      paths.endPath(isClosed: isClosed, left: left[arc], right: right[arc])
    }
  }
}

extension ClaimedPaths {
  fileprivate mutating func removeRepeatedEnd(from begin: Int) {
    while paths.vertexCount > begin + 1, paths.point(paths.vertexCount - 1) == paths.point(begin) {
      removeVertices(from: paths.vertexCount - 1)
    }
  }

  fileprivate mutating func removeVertices(from begin: Int) {
    paths.x.removeSubrange(begin...)
    paths.y.removeSubrange(begin...)
  }
}

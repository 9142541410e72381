import MapPackFeatures

/// The part of `FeatureTableBuilder` that cuts lines at the antimeridian; `appendLines(_:)` calls it. `AntimeridianCut`
/// cuts areas.
extension FeatureTableBuilder {
  /// The lines of the current feature, laid within ±180° and cut where they cross the antimeridian.
  ///
  /// An edge runs the short way round the globe; one of 180° does not cross. The latitude of a crossing is that of the
  /// straight line in longitude and latitude. The part after a crossing is a line of its own that follows directly
  /// after the part before it, so the lines after it have greater indices than before. A line with coordinates that are
  /// not on the globe stays as it is, and is a fault later. A point is laid within ±180° only. Findings say what was
  /// done; they name the line by its index before.
  /// - Parameter geometry: lines or points in degrees, which may reach to ±360°.
  /// - Complexity: O(n) for n vertices.
  mutating func linesCutAtAntimeridian(_ geometry: borrowing FeatureGeometry) -> FeatureGeometry {
    var result = FeatureGeometry()
    for line in geometry.polygons.indices {
      let ring = geometry.ringOrder[geometry.polygons[line].lowerBound]
      let vertices = geometry.rings[ring]
      var cut = CutLine()
      let needsCut = geometry.isWide(ring: ring) && geometry.isOnGlobe(ring: ring)
      for vertex in vertices {
        if needsCut {
          cut.go(to: geometry.x[vertex], geometry.y[vertex])
        } else {
          cut.append(geometry.x[vertex], geometry.y[vertex])
        }
      }
      for piece in cut.pieces { result.append(line: cut.x[piece], cut.y[piece]) }
      if let latitude = cut.crossing {
        note(.antimeridianCut) { finding in
          finding.polygon = line
          finding.longitude = 180
          finding.latitude = latitude
        }
      }
      if needsCut, let vertex = vertices.first(where: { geometry.x[$0].magnitude > 180 + UnwrappedRing.hair }) {
        let (x, y) = (geometry.x[vertex], geometry.y[vertex])
        note(.longitudeWrapped) { finding in
          finding.polygon = line
          finding.vertex = vertex - vertices.lowerBound
          finding.longitude = x < 0 ? x + 360 : x - 360
          finding.latitude = y
        }
      }
    }
    return result
  }
}

/// A line that is cut at the antimeridian while vertices are added.
private struct CutLine {
  private(set) var x: ContiguousArray<Double> = []
  private(set) var y: ContiguousArray<Double> = []
  /// The index of the first vertex of each piece.
  private var starts: [Int] = [0]
  /// The latitude in degrees at which the line first crosses the antimeridian; `nil` if it does not.
  private(set) var crossing: Double?

  /// The ranges of the vertices of the pieces, which lie within ±180°. A piece of a single vertex is left out if there
  /// are others.
  var pieces: [Range<Int>] {
    zip(starts, starts.dropFirst() + [x.count]).map { $0..<$1 }.filter { $0.count != 1 || starts.count == 1 }
  }

  /// Adds a vertex as it is.
  mutating func append(_ longitude: Double, _ latitude: Double) {
    x.append(longitude)
    y.append(latitude)
  }

  /// Adds a vertex, and a cut if the edge to it crosses the antimeridian.
  ///
  /// - Precondition: the longitude is within ±360°.
  mutating func go(to longitude: Double, _ latitude: Double) {
    let own = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    guard let before = x.last, let latitudeBefore = y.last else { return append(own, latitude) }
    // The edge crosses the antimeridian, to the east or to the west, if that is the shorter way.
    guard (own - before).magnitude > 180 else { return append(own, latitude) }
    let edge = own < before ? 180.0 : -180.0
    if own == -edge { return append(edge, latitude) }
    if before != edge {
      let share = (edge - before) / (own + 2 * edge - before)
      append(edge, latitudeBefore + (latitude - latitudeBefore) * share)
    }
    let cut = y[y.count - 1]
    crossing = crossing ?? cut
    starts.append(x.count)
    append(-edge, cut)
    append(own, latitude)
  }
}

extension FeatureGeometry {
  /// Adds a line as a polygon of one ring that does not close.
  fileprivate mutating func append(line x: ArraySlice<Double>, _ y: ArraySlice<Double>) {
    let begin = self.x.count
    self.x.append(contentsOf: x)
    self.y.append(contentsOf: y)
    rings.append(begin..<self.x.count)
    ringOrder.append(rings.count - 1)
    polygons.append(ringOrder.count - 1..<ringOrder.count)
  }
}

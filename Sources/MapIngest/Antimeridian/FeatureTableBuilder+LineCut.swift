import MapFeatures

extension FeatureTableBuilder {
  /// The lines of the feature that was begun, laid within ±180° and cut where they cross the antimeridian.
  ///
  /// An edge goes the short way round the globe; where it crosses, its latitude is taken from the straight line in longitude
  /// and latitude. What follows the cut is a line of its own, right behind the one before it. Lines with coordinates that
  /// are not those of places on the globe stay as they are. What was done is noted.
  /// - Complexity: O(vertices)
  mutating func linesCutAtAntimeridian(_ geometry: borrowing FeatureGeometry) -> FeatureGeometry {
    var result = FeatureGeometry()
    for line in geometry.polygons.indices {
      let ring = geometry.ringOrder[geometry.polygons[line].lowerBound]
      let vertices = geometry.rings[ring]
      var course = LineCourse()
      let needsCut = geometry.isWide(ring: ring) && geometry.isOnGlobe(ring: ring)
      for vertex in vertices {
        if needsCut {
          course.go(to: geometry.x[vertex], geometry.y[vertex])
        } else {
          course.append(geometry.x[vertex], geometry.y[vertex])
        }
      }
      for piece in course.pieces { result.append(line: course.x[piece], course.y[piece]) }
      if let latitude = course.crossing {
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

/// A line on its way round the globe.
private struct LineCourse {
  private(set) var x: ContiguousArray<Double> = []
  private(set) var y: ContiguousArray<Double> = []
  /// Where pieces begin.
  private var starts: [Int] = [0]
  /// The latitude at which it first crosses the antimeridian.
  private(set) var crossing: Double?

  /// The pieces; one without a vertex only if there is nothing.
  var pieces: [Range<Int>] {
    zip(starts, starts.dropFirst() + [x.count]).map { $0..<$1 }.filter { $0.count != 1 || starts.count == 1 }
  }

  mutating func append(_ longitude: Double, _ latitude: Double) {
    x.append(longitude)
    y.append(latitude)
  }

  /// Goes on to a place, whose longitude is within ±360°.
  mutating func go(to longitude: Double, _ latitude: Double) {
    let own = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    guard let before = x.last, let latitudeBefore = y.last else { return append(own, latitude) }
    // To the east or to the west over the antimeridian, if that is shorter.
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
  /// Adds a line: a polygon of one ring that does not close.
  fileprivate mutating func append(line x: ArraySlice<Double>, _ y: ArraySlice<Double>) {
    let begin = self.x.count
    self.x.append(contentsOf: x)
    self.y.append(contentsOf: y)
    rings.append(begin..<self.x.count)
    ringOrder.append(rings.count - 1)
    polygons.append(ringOrder.count - 1..<ringOrder.count)
  }
}

/// What one walk along a ring measures. `RingDepths`, `AntimeridianCut` and `FeatureTableBuilder` take areas and
/// boxes from here.
struct RingMeasures: Sendable {
  /// The box of the vertices. Coordinates that are not numbers are ignored.
  var box = CoordinateBox()
  /// Twice the signed area in squares of the unit of the coordinates, positive if the ring runs counter-clockwise (x to
  /// the east, y to the north), whether it is closed or not.
  var doubledArea = 0.0
  /// Whether the last vertex repeats the first one.
  var isClosed = false
  /// Whether the ring can be kept as it is, without its closing vertex: it has at least three different vertices, none
  /// repeats the one before it, and all are within ±180° of longitude and ±90° of latitude. It means nothing before the
  /// coordinates are in degrees.
  var isClean = false

  /// Measures a ring. One without a vertex has an empty box, no area and is not clean.
  ///
  /// For the area, coordinates are taken relative to the first vertex, so that no digits are lost far from the origin.
  /// - Complexity: O(n) for n vertices of the ring.
  init(_ geometry: borrowing FeatureGeometry, ring: Int) {
    let whole = geometry.rings[ring]
    guard let first = whole.first else { return }
    let x = geometry.x.span
    let y = geometry.y.span
    let (originX, originY) = (x[first], y[first])
    let end = whole.upperBound - 1
    isClosed = first < end && x[end] == originX && y[end] == originY
    let range = isClosed ? first..<end : whole

    var (runX, runY) = (0.0, 0.0)
    // The last vertex is a neighbor of the first one: a second closing vertex is a repeat.
    var (previousX, previousY) = (x[range.upperBound - 1], y[range.upperBound - 1])
    var isWithoutFault = range.count >= 3
    for vertex in range {
      let (nextX, nextY) = (x[vertex], y[vertex])
      box.minX = min(box.minX, nextX)
      box.maxX = max(box.maxX, nextX)
      box.minY = min(box.minY, nextY)
      box.maxY = max(box.maxY, nextY)
      isWithoutFault =
        isWithoutFault && abs(nextX) <= 180 && abs(nextY) <= 90 && (nextX != previousX || nextY != previousY)
      (previousX, previousY) = (nextX, nextY)
      let (toX, toY) = (nextX - originX, nextY - originY)
      doubledArea += runX * toY - toX * runY
      (runX, runY) = (toX, toY)
    }
    isClean = isWithoutFault && Self.hasThreeDifferentVertices(x, y, range)
  }

  /// Whether a ring has three different vertices.
  ///
  /// - Precondition: consecutive vertices differ.
  static func hasThreeDifferentVertices(_ x: Span<Double>, _ y: Span<Double>, _ range: Range<Int>) -> Bool {
    // Consecutive vertices differ, so only a third one has to be found.
    guard range.count >= 3 else { return false }
    let a = range.lowerBound
    let b = a + 1
    for vertex in range.dropFirst(2)
    where (x[vertex] != x[a] || y[vertex] != y[a]) && (x[vertex] != x[b] || y[vertex] != y[b]) {
      return true
    }
    return false
  }
}

extension FeatureGeometry {
  /// Measures all rings, so that whoever asks for their measures next need not walk along them. The measures become
  /// wrong if coordinates change.
  mutating func measureRings() {
    measures.removeAll(keepingCapacity: true)
    for ring in rings.indices { measures.append(RingMeasures(self, ring: ring)) }
  }

  /// The measures of a ring.
  /// - Complexity: O(1) if `measureRings()` was called for these rings, else O(n) for n vertices of the ring.
  func measures(ofRing ring: Int) -> RingMeasures {
    measures.count == rings.count ? measures[ring] : RingMeasures(self, ring: ring)
  }
}

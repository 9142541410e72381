import MapPackFeatures

extension FeatureTableBuilder {
  /// The geometry of the current feature with its polygons laid within ±180° and cut at the antimeridian; `nil` if no
  /// polygon had to be cut.
  ///
  /// A polygon with coordinates that are not on the globe stays as it is, and is a fault later. The first piece of a
  /// polygon, which is the largest, replaces it; its other pieces follow after all polygons. So the index of a polygon
  /// is the same as before. Rings of pieces are closed and keep their windings. The rings of a polygon that was cut
  /// stay in the geometry, in no polygon. Findings say what was done.
  /// - Parameters:
  ///   - geometry: areas in degrees. Their rings may be open or closed, and reach to ±360°.
  ///   - asWritten: the polygons that stay as they are, whose wide edges run as they are written.
  mutating func cutAtAntimeridian(
    _ geometry: borrowing FeatureGeometry, except asWritten: Set<Int>
  ) -> FeatureGeometry? {
    var cut = copy geometry
    var pieces: [(polygon: Int, pieces: [[Int]])] = []
    for (polygon, members) in geometry.polygons.enumerated() where !asWritten.contains(polygon) {
      guard let unwrappedRings = geometry.unwrappedRings(ofPolygon: polygon),
        unwrappedRings.contains(where: \.needsCut)
      else { continue }
      let result = AntimeridianCut(unwrappedRings)
      guard !result.pieces.polygons.isEmpty else { continue }
      note(result, unwrappedRings, polygon: polygon, of: geometry, members)
      let (vertices, firstRing) = (cut.x.count, cut.rings.count)
      cut.x += result.pieces.x
      cut.y += result.pieces.y
      for ring in result.pieces.rings { cut.rings.append(ring.lowerBound + vertices..<ring.upperBound + vertices) }
      let order = result.pieces.ringOrder
      pieces.append((polygon, result.pieces.polygons.map { members in members.map { order[$0] + firstRing } }))
    }
    guard !pieces.isEmpty else { return nil }
    cut.replacePolygons(pieces)
    return cut
  }

  private mutating func note(
    _ result: AntimeridianCut, _ unwrappedRings: [UnwrappedRing], polygon: Int, of geometry: borrowing FeatureGeometry,
    _ members: Range<Int>
  ) {
    if let latitude = result.crossing {
      note(.antimeridianCut, at: Location(polygon: polygon, longitude: 180, latitude: latitude))
    }
    if let pole = result.pole {
      let ring = unwrappedRings.firstIndex { $0.winding != 0 }
      note(.poleClosed, at: Location(polygon: polygon, ring: ring, longitude: 180, latitude: pole))
    }
    for (ring, member) in members.enumerated() {
      let position = RingPosition(polygon: polygon, ring: ring)
      if !unwrappedRings[ring].isClosed { note(.ringUnclosed, at: position.location()) }
      let vertices = geometry.rings[geometry.ringOrder[member]]
      for vertex in vertices where abs(geometry.x[vertex]) > 180 && abs(geometry.x[vertex]) <= 180 + UnwrappedRing.hair
      {
        note(.coordinateClamped, at: position.location(x: geometry.x[vertex] < 0 ? -180 : 180, y: geometry.y[vertex]))
      }
    }
    noteWrapped(geometry, members, polygon: polygon)
  }

  /// Notes the first vertex of some rings that lies beyond ±180°.
  private mutating func noteWrapped(_ geometry: borrowing FeatureGeometry, _ members: Range<Int>, polygon: Int) {
    for (ring, member) in members.enumerated() {
      let vertices = geometry.rings[geometry.ringOrder[member]]
      guard let vertex = vertices.first(where: { abs(geometry.x[$0]) > 180 + UnwrappedRing.hair }) else { continue }
      let (x, y) = (geometry.x[vertex], geometry.y[vertex])
      let location = Location(
        polygon: polygon, ring: kind == .areas ? ring : nil, vertex: vertex - vertices.lowerBound,
        longitude: x < 0 ? x + 360 : x - 360, latitude: y)
      return note(.longitudeWrapped, at: location)
    }
  }
}

extension FeatureTableBuilder {
  /// The lines of the current feature, laid within ±180° and cut where they cross the antimeridian.
  ///
  /// An edge runs the short way round the globe; one of 180° does not cross. The latitude of a crossing is that of the
  /// straight line in longitude and latitude. The part after a crossing is a line of its own that follows directly
  /// after the part before it, so the lines after it have greater indices than before. A line with coordinates that are
  /// not on the globe stays as it is, and is a fault later. A point is laid within ±180° only. Findings say what was
  /// done; they name the line by its index before.
  /// - Parameter geometry: lines or points in degrees, which may reach to ±360°.
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
      for piece in cut.pieces {
        let begin = result.x.count
        result.x += cut.x[piece]
        result.y += cut.y[piece]
        result.endLine(from: begin)
      }
      if let latitude = cut.crossing {
        note(.antimeridianCut, at: Location(polygon: line, longitude: 180, latitude: latitude))
      }
      if needsCut { noteWrapped(geometry, geometry.polygons[line], polygon: line) }
    }
    return result
  }
}

private struct CutLine {
  private(set) var x: ContiguousArray<Double> = []
  private(set) var y: ContiguousArray<Double> = []
  private var starts: [Int] = [0]
  /// The latitude in degrees at which the line first crosses the antimeridian; `nil` if it does not.
  private(set) var crossing: Double?

  /// The ranges of the vertices of the pieces, which lie within ±180°. A piece of a single vertex is left out if there
  /// are others.
  var pieces: [Range<Int>] {
    zip(starts, starts.dropFirst() + [x.count]).map { $0..<$1 }.filter { $0.count != 1 || starts.count == 1 }
  }

  mutating func append(_ longitude: Double, _ latitude: Double) {
    x.append(longitude)
    y.append(latitude)
  }

  /// Adds a vertex, and a cut if the edge to it crosses the antimeridian.
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

extension CoordinateTransformation {
  /// How far on the wrong side of the antimeridian a vertex may lie because of rounding, in degrees: about a tenth of a
  /// meter.
  private static let seamWidth = 1e-6

  /// Makes the longitudes of a ring say what the ring does at the antimeridian. A ring without an edge wider than 180°
  /// stays as it is.
  ///
  /// A projection has one antimeridian; in longitude and latitude it is both 180 and -180. A vertex on it gets the sign
  /// of the vertex before it. An edge that crosses it stays as it is: the ring is cut there, by the rule for edges
  /// wider than 180° (`UnwrappedRing`). An edge that is as wide but does not cross it, as on a map of the world, gets a
  /// vertex at its middle, so that it is not mistaken for a crossing. An edge from one end of the world to the other
  /// does not need one.
  /// - Parameters:
  ///   - closes: whether an edge leads from the last vertex to the first one, as in areas but not in lines.
  ///   - settled: gets the locations of vertices that were moved onto the antimeridian, in degrees.
  /// - Precondition: `sourceX` and `sourceY` have the coordinates of all vertices of the geometry before they were
  ///   transformed.
  mutating func settleAntimeridian(
    ring: Int, of geometry: inout FeatureGeometry, closes: Bool, settled: inout [Location]
  ) {
    let whole = geometry.rings[ring]
    // The edge from the last vertex to the first one counts too.
    let isWide = whole.contains { vertex in
      let previous = vertex == whole.lowerBound ? whole.upperBound - 1 : vertex - 1
      return abs(geometry.x[vertex] - geometry.x[previous]) > 180
    }
    guard isWide else { return }
    // The walk starts at a vertex off the antimeridian, so that the sign of each vertex on it can follow that of the
    // vertex before.
    let start = whole.first { abs(geometry.x[$0]) < 180 - Self.seamWidth } ?? whole.lowerBound
    var drawn: [(after: Int, x: Double, y: Double)] = []
    for (a, b) in Self.edges(of: whole, from: start, closes: closes) {
      guard let (middle, crosses) = wideEdge(a, b, geometry) else { continue }
      guard crosses else {
        if !UnwrappedRing.isWholeRound(geometry.x[a] - geometry.x[b]) {
          drawn.append((closes ? a : min(a, b), middle.x, middle.y))
        }
        continue
      }
      guard abs(geometry.x[b]) >= 180 - Self.seamWidth, b != start else { continue }
      let side = geometry.x[a] < 0 ? -180.0 : 180.0
      if abs(geometry.x[b]) != 180 { settled.append(Location(longitude: side, latitude: geometry.y[b])) }
      geometry.x[b] = side
    }
    for (after, x, y) in drawn.sorted(by: { $0.after > $1.after }) { insert(x, y, after: after, in: &geometry) }
  }

  /// The edges of a ring in the order of a walk round it from a vertex; of an open line those from the vertex to its end,
  /// then those from the vertex back to its start.
  private static func edges(of whole: Range<Int>, from start: Int, closes: Bool) -> [(Int, Int)] {
    let forwards = (start..<whole.upperBound - 1).map { ($0, $0 + 1) }
    guard closes else { return forwards + (whole.lowerBound..<start).reversed().map { ($0 + 1, $0) } }
    return forwards + [(whole.upperBound - 1, whole.lowerBound)] + (whole.lowerBound..<start).map { ($0, $0 + 1) }
  }

  /// The location of the middle of an edge that is wider than 180°, and whether the edge crosses the antimeridian,
  /// judging by it; `nil` for other edges.
  private func wideEdge(
    _ a: Int, _ b: Int, _ geometry: borrowing FeatureGeometry
  ) -> (middle: (x: Double, y: Double), crosses: Bool)? {
    let (west, east) = (min(geometry.x[a], geometry.x[b]), max(geometry.x[a], geometry.x[b]))
    guard east - west > 180 else { return nil }
    var x: ContiguousArray = [(sourceX[a] + sourceX[b]) / 2]
    var y: ContiguousArray = [(sourceY[a] + sourceY[b]) / 2]
    transform(&x, &y)
    return ((x[0], y[0]), !(x[0] - west <= 180 && east - x[0] <= 180))
  }

  private mutating func insert(_ x: Double, _ y: Double, after vertex: Int, in geometry: inout FeatureGeometry) {
    let next = vertex + 1
    geometry.x.insert(x, at: next)
    geometry.y.insert(y, at: next)
    // Its coordinates in the source's system are not used any more.
    sourceX.insert(.nan, at: next)
    sourceY.insert(.nan, at: next)
    for ring in geometry.rings.indices {
      let range = geometry.rings[ring]
      if range.lowerBound > vertex {
        geometry.rings[ring] = range.lowerBound + 1..<range.upperBound + 1
      } else if range.contains(vertex) {
        geometry.rings[ring] = range.lowerBound..<range.upperBound + 1
      }
    }
  }
}

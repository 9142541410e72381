import MapFeatures
import MapGeometry

/// What of a feature's verdict depends on less than a cell of the grid: how its edges meet in the coordinates as
/// published, where they come within two cells of each other.
///
/// Rounding moves no vertex by more than half a cell each way, so edges can only meet otherwise on the grid than in
/// the published doubles where an end of one comes that close to the other. There both are compared, the doubles
/// exactly.
struct GridVerdict {
  /// Where two edges meet in one of the two, and in the other do not.
  struct Contact {
    var place: GridPoint
    /// Vertex of the table: the first of the edge that is told.
    var vertex: Int
    /// A ring crosses or touches itself, or two rings cross, and on the grid they do not: a defect of the published
    /// coordinates alone.
    var isHidden: Bool
  }

  private let table: FeatureTable
  private let grid: NodingGrid
  private let feature: Int
  private let rings: Range<Int>
  private let firstVertex: Int
  /// Meetings that the published coordinates have.
  private(set) var real: [Contact] = []
  /// Meetings on the grid that the published coordinates do not have.
  private(set) var apparent: [Contact] = []

  /// - Parameter close: the pairs of segments that come within two cells of each other without a common end, by the
  ///   table's vertices, sorted. Without it they are looked for, and those with a common end too: where two vertices of
  ///   the feature are one on the grid, what meets in it may have missed each other.
  init(_ table: FeatureTable, feature: Int, grid: NodingGrid, close: [(first: Int, second: Int)]? = nil) {
    self.table = table
    self.grid = grid
    self.feature = feature
    rings = table.ringStart[table.polygonStart[feature]]..<table.ringStart[table.polygonStart[feature + 1]]
    firstVertex = table.vertexStart[rings.lowerBound]
    if let close {
      for pair in close { compare(pair.first - firstVertex, pair.second - firstVertex) }
    } else {
      let meetings = ChainIndex(roundedRings()).meetings(jobs: 1, countsSharedEnds: true)
      for pair in meetings.near { compare(pair.first, pair.second) }
    }
  }

  private func roundedRings() -> Paths {
    var paths = Paths()
    for ring in rings {
      for vertex in table.vertexStart[ring]..<table.vertexStart[ring + 1] {
        paths.append(gridPoint(vertex - firstVertex))
      }
      paths.endPath(isClosed: true)
    }
    return paths
  }

  // Vertices are counted from the feature's first. Of a large feature two edges may be all that is looked at.

  private func point(_ vertex: Int) -> SIMD2<Double> {
    SIMD2(table.longitude[firstVertex + vertex], table.latitude[firstVertex + vertex])
  }

  private func gridPoint(_ vertex: Int) -> GridPoint {
    grid.point(longitude: table.longitude[firstVertex + vertex], latitude: table.latitude[firstVertex + vertex])
  }

  private func ring(of vertex: Int) -> Int {
    var (low, high) = (rings.lowerBound, rings.upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      if table.vertexStart[middle] <= firstVertex + vertex { low = middle } else { high = middle }
    }
    return low
  }

  private func next(_ vertex: Int) -> Int {
    let ring = ring(of: vertex)
    let end = table.vertexStart[ring + 1] - firstVertex
    return vertex + 1 == end ? table.vertexStart[ring] - firstVertex : vertex + 1
  }

  private func previous(_ vertex: Int) -> Int {
    let ring = ring(of: vertex)
    let start = table.vertexStart[ring] - firstVertex
    return vertex == start ? table.vertexStart[ring + 1] - firstVertex - 1 : vertex - 1
  }

  private mutating func compare(_ s: Int, _ t: Int) {
    let (b, d) = (next(s), next(t))
    let isSameRing = ring(of: s) == ring(of: t)
    let isConsecutive = b == t || d == s
    if isConsecutive, b == t ? goesOn(s, b, d) : goesOn(t, s, b) { return }
    let exact = relation(point(s), point(b), point(t), point(d))
    let rounded = relation(gridPoint(s), gridPoint(b), gridPoint(t), gridPoint(d))
    let sharesEnd = [s, b].contains { one in [t, d].contains { one != $0 && point(one) == point($0) } }
    let sharesCell = [s, b].contains { one in [t, d].contains { one != $0 && gridPoint(one) == gridPoint($0) } }
    let isReal = exact != .clean || (sharesEnd && !isConsecutive)
    let isApparent = rounded != .clean || (sharesCell && !isConsecutive)
    guard isReal || isApparent else { return }
    var contact = Contact(place: place(s, b, t, d), vertex: firstVertex + s, isHidden: false)
    if isReal {
      let isDefect =
        exact == .crossing || isAlong(s, b, t, d) || (isSameRing && (exact == .touching || !isConsecutive))
        || crossesAtVertex(s, b, t, d)
      let isTouchOnGrid = !isSameRing && exact == .crossing && rounded != .crossing
      contact.isHidden = isDefect && (!isApparent || isTouchOnGrid)
      real.append(contact)
    } else {
      apparent.append(contact)
    }
  }

  /// Whether the ring turns by less than a right angle between two edges longer than four cells: then they meet in their
  /// common vertex alone, on the grid and as published.
  private func goesOn(_ a: Int, _ b: Int, _ c: Int) -> Bool {
    let (a, b, c) = (gridPoint(a), gridPoint(b), gridPoint(c))
    let (ux, uy) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    let (vx, vy) = (Int64(c.x) - Int64(b.x), Int64(c.y) - Int64(b.y))
    return ux * vx + uy * vy > 0 && abs(ux) + abs(uy) > 6 && abs(vx) + abs(vy) > 6
  }

  /// Where the two come closest: an end of one that is on, or near, the other.
  private func place(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> GridPoint {
    func reach(_ p: Int, _ q: Int, _ r: Int) -> Double {
      let (p, q, r) = (gridPoint(p), gridPoint(q), gridPoint(r))
      let length = Double((Int64(r.x) - Int64(q.x)).magnitude + (Int64(r.y) - Int64(q.y)).magnitude)
      let box = GridBox(q, r)
      let outside =
        max(0, Int64(box.minX) - Int64(p.x), Int64(p.x) - Int64(box.maxX))
        + max(0, Int64(box.minY) - Int64(p.y), Int64(p.y) - Int64(box.maxY))
      return Double(orientation(q, r, p).magnitude) / max(1, length) + Double(outside)
    }
    let ends = [(a, reach(a, c, d)), (b, reach(b, c, d)), (c, reach(c, a, b)), (d, reach(d, a, b))]
    return gridPoint(ends.min { $0.1 < $1.1 }?.0 ?? a)
  }

  private func isAlong(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
    let (p, q, r, s) = (point(a), point(b), point(c), point(d))
    guard orientation(p, q, r) == 0, orientation(p, q, s) == 0 else { return false }
    let across = p.x != q.x ? (p.x, q.x, r.x, s.x) : (p.y, q.y, r.y, s.y)
    return max(min(across.0, across.1), min(across.2, across.3)) < min(max(across.0, across.1), max(across.2, across.3))
  }

  /// Whether a ring passes to the other side of an edge in a vertex that lies inside the edge.
  private func crossesAtVertex(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
    func passes(_ p: Int, _ q: Int, _ r: Int) -> Bool {
      guard orientation(point(q), point(r), point(p)) == 0, point(p) != point(q), point(p) != point(r) else {
        return false
      }
      let before = orientation(point(q), point(r), point(previous(p)))
      let after = orientation(point(q), point(r), point(next(p)))
      return (before > 0 && after < 0) || (before < 0 && after > 0)
    }
    return passes(a, c, d) || passes(b, c, d) || passes(c, a, b) || passes(d, a, b)
  }

  // MARK: Verdicts

  private static func isNear(_ a: GridPoint, _ b: GridPoint) -> Bool {
    (Int64(a.x) - Int64(b.x)).magnitude <= 3 && (Int64(a.y) - Int64(b.y)).magnitude <= 3
  }

  /// Whether a defect that was found on the grid is one of the grid alone.
  func isApparent(_ defect: Defect) -> Bool {
    let ring = table.ringStart[table.polygonStart[feature] + defect.polygon] + defect.ring
    switch defect.rule {
    case .tooFewPoints:
      return hasArea(ring)
    case .holeOutsideShell, .nestedHoles, .nestedShells:
      var box = GridBox()
      for vertex in table.vertexStart[ring]..<table.vertexStart[ring + 1] {
        box.extend(to: gridPoint(vertex - firstVertex))
      }
      return Int64(box.maxX) - Int64(box.minX) <= 2 && Int64(box.maxY) - Int64(box.minY) <= 2
    default:
      return apparent.contains { Self.isNear($0.place, defect.place) }
        && !real.contains { Self.isNear($0.place, defect.place) }
    }
  }

  /// Whether a contact is of the edges beside those of a defect: a line in common is told once.
  private func isBeside(_ contact: Contact, _ defect: Defect) -> Bool {
    let ring = ring(of: contact.vertex - firstVertex)
    guard ring == table.ringStart[table.polygonStart[feature] + defect.polygon] + defect.ring else { return false }
    return (contact.vertex - table.vertexStart[ring] - defect.vertex).magnitude <= 2
  }

  private func hasArea(_ ring: Int) -> Bool {
    let vertices = table.vertexStart[ring] - firstVertex..<table.vertexStart[ring + 1] - firstVertex
    let (a, b) = (point(vertices.lowerBound), point(vertices.lowerBound + 1))
    return vertices.contains { orientation(a, b, point($0)) != 0 }
  }

  /// Defects of the published coordinates that are none on the grid, one for each place.
  func hidden(besides defects: [Defect]) -> [Contact] {
    var found: [Contact] = []
    for contact in real where contact.isHidden {
      let isSaid =
        defects.contains { Self.isNear($0.place, contact.place) || isBeside(contact, $0) }
        || found.contains { Self.isNear($0.place, contact.place) }
      if !isSaid { found.append(contact) }
    }
    return found
  }
}

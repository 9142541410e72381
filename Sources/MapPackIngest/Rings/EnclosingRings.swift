import MapPackFeatures

/// A tree of rings that finds the smallest ring that contains another one, by boxes and areas and a test that the
/// caller gives.
///
/// Leaves are sorted by the middles of the rings' boxes along a Z-order curve, and smaller rings come first among those
/// with the same middle. Each node has the box of the rings below it, and their smallest and largest area.
struct EnclosingRings {
  private struct Node {
    var box = CoordinateBox()
    var leastArea = Double.infinity
    var mostArea = -Double.infinity

    mutating func formUnion(_ other: Node) {
      box.formUnion(other.box)
      leastArea = min(leastArea, other.leastArea)
      mostArea = max(mostArea, other.mostArea)
    }
  }

  /// The numbers of the rings, in the order of the leaves.
  private var rings: ContiguousArray<Int> = []
  private let tree: UnionTree<Node>
  /// How many nodes all searches have visited, for tests of their cost.
  private(set) var examined = 0

  /// - Parameters:
  ///   - boxes: those of all rings, also of those that are not searched, by number.
  ///   - areas: the areas of the same rings, by number; not negative. Any factor will do, if it is the same for all. A
  ///     ring whose area is not a number contains no other ring.
  init(_ rings: some Collection<Int>, boxes: ContiguousArray<CoordinateBox>, areas: ContiguousArray<Double>) {
    let rings = rings.filter { !areas[$0].isNaN }
    var whole = CoordinateBox()
    for ring in rings { whole.formUnion(boxes[ring]) }
    /// The middle of an interval, relative to the whole range, in 65,535ths.
    func middle(_ low: Double, _ high: Double, _ least: Double, _ most: Double) -> UInt32 {
      let share = ((low - least) + (high - least)) / 2 / (most - least)
      // Intervals with NaN, and ranges without a width, count as the start.
      return share >= 0 && share <= 1 ? UInt32(share * 0xFFFF) : 0
    }
    let sorted = rings.map { ring in
      let box = boxes[ring]
      let x = middle(box.minX, box.maxX, whole.minX, whole.maxX)
      let y = middle(box.minY, box.maxY, whole.minY, whole.maxY)
      return (order: Self.spread(x) | Self.spread(y) << 1, area: areas[ring], ring: ring)
    }.sorted { ($0.order, $0.area, $0.ring) < ($1.order, $1.area, $1.ring) }
    self.rings = ContiguousArray(sorted.map(\.ring))
    tree = UnionTree(
      sorted.map { Node(box: boxes[$0.ring], leastArea: $0.area, mostArea: $0.area) }, empty: Node()
    ) { $0.formUnion($1) }
  }

  /// The lower 16 bits with a zero bit inserted after each.
  private static func spread(_ bits: UInt32) -> UInt32 {
    var spread = bits & 0xFFFF
    spread = (spread | spread << 8) & 0x00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F
    spread = (spread | spread << 2) & 0x3333_3333
    return (spread | spread << 1) & 0x5555_5555
  }

  /// Finds the smallest ring that contains another one; of equally large rings the one with the smallest number.
  /// - Parameters:
  ///   - box: that of the other ring.
  ///   - shift: by how much the other ring is moved in x before it is compared; 360 degrees or 0.
  ///   - area: the area that the result has to exceed; that of the other ring, if it is among the rings itself.
  ///   - contains: whether the ring with a number contains the other one. It is only called for rings whose boxes
  ///     contain `box`.
  /// - Returns: the number and the area of the ring; `nil` if there is none.
  /// - Complexity: O(log n) box tests if the boxes of few rings contain `box`; O(n) at worst.
  mutating func smallest(
    around box: CoordinateBox, shiftedBy shift: Double = 0, withMoreThan area: Double, _ contains: (Int) -> Bool
  ) -> (area: Double, ring: Int)? {
    var best: (area: Double, ring: Int)?
    var pending = [1]
    while let number = pending.popLast() {
      let node = tree.nodes[number]
      examined += 1
      guard node.mostArea > area, node.box.contains(box, shiftedBy: shift) else { continue }
      if let best, node.leastArea > best.area { continue }
      if number < tree.firstLeaf {
        // The child with the smaller rings is visited first.
        let isSecondSmaller = tree.nodes[2 * number + 1].leastArea < tree.nodes[2 * number].leastArea
        pending.append(isSecondSmaller ? 2 * number : 2 * number + 1)
        pending.append(isSecondSmaller ? 2 * number + 1 : 2 * number)
        continue
      }
      let ring = rings[number - tree.firstLeaf]
      if let best, (best.area, best.ring) < (node.leastArea, ring) { continue }
      if contains(ring) { best = (node.leastArea, ring) }
    }
    return best
  }
}

/// A complete binary tree with its root at 1. Leaf n is node `firstLeaf + n`; a node n has the children 2n and 2n + 1, and
/// says what both say together.
struct UnionTree<Node> {
  private(set) var nodes: ContiguousArray<Node>
  private(set) var firstLeaf = 1

  /// - Parameter empty: the nodes without leaves.
  init(_ leaves: [Node], empty: Node, _ formUnion: (inout Node, Node) -> Void) {
    while firstLeaf < leaves.count { firstLeaf *= 2 }
    nodes = ContiguousArray(repeating: empty, count: 2 * firstLeaf)
    nodes.replaceSubrange(firstLeaf..<firstLeaf + leaves.count, with: leaves)
    for node in (1..<firstLeaf).reversed() {
      nodes[node] = nodes[2 * node]
      formUnion(&nodes[node], nodes[2 * node + 1])
    }
  }
}

/// A ring with a tree of the boxes of its edges, so that a point is tested against few edges only.
///
/// It does not keep the vertices. Every call takes the geometry from which the ring was made, whose vertices must be
/// the same. The ring may repeat its first vertex at the end. An empty ring has no inside. Coordinates are compared as
/// they are, in the unit of the geometry, without regard to the antimeridian.
struct IndexedRing {
  enum Side {
    case inside, outside, on
  }

  /// How many edges a leaf has at most.
  private static let edgesPerLeaf = 32
  private let ring: Range<Int>
  private let tree: UnionTree<CoordinateBox>

  init(_ geometry: borrowing FeatureGeometry, ring number: Int) {
    let (ring, x, y) = (geometry.rings[number], geometry.x, geometry.y)
    let leaves = stride(from: ring.lowerBound, to: ring.upperBound, by: Self.edgesPerLeaf).map { first in
      var box = CoordinateBox()
      for vertex in first...min(first + Self.edgesPerLeaf, ring.upperBound) {
        let vertex = vertex == ring.upperBound ? ring.lowerBound : vertex
        box.formUnion(x[vertex], y[vertex])
      }
      return box
    }
    tree = UnionTree(leaves, empty: CoordinateBox()) { $0.formUnion($1) }
    self.ring = ring
  }

  /// The side on which a point lies, by the number of edges that a ray to the east crosses.
  ///
  /// The result is exact for points on vertices and on horizontal edges. It may be wrong for points so close to another
  /// edge that rounding decides.
  /// - Complexity: O(log n + k) for n edges of the ring, k of them in leaves that reach the point's y.
  func side(of x: Double, _ y: Double, in geometry: borrowing FeatureGeometry) -> Side {
    var isInside = false
    var node = 1
    repeat {
      let box = tree.nodes[node]
      let isNear = box.minY <= y && y <= box.maxY && x <= box.maxX
      if isNear, node < tree.firstLeaf {
        node *= 2
        continue
      }
      let first = ring.lowerBound + (node - tree.firstLeaf) * Self.edgesPerLeaf
      for edge in isNear ? first..<min(first + Self.edgesPerLeaf, ring.upperBound) : 0..<0 {
        let end = edge + 1 == ring.upperBound ? ring.lowerBound : edge + 1
        let (ax, ay) = (geometry.x[edge], geometry.y[edge])
        let (bx, by) = (geometry.x[end], geometry.y[end])
        if (ax == x && ay == y) || (bx == x && by == y) { return .on }
        if ay == y && by == y && min(ax, bx) <= x && x <= max(ax, bx) { return .on }
        guard (ay > y) != (by > y) else { continue }
        // Twice the signed area of (a, b, point): positive if the point is on the left of a → b.
        let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 { return .on }
        if (turn > 0) == (by > ay) { isInside.toggle() }
      }
      // The next node that is not below this one; after the last one, the root.
      while node & 1 == 1 { node >>= 1 }
      node += 1
    } while node > 1
    return isInside ? .inside : .outside
  }

  /// Whether another ring lies inside this one.
  ///
  /// The first vertex of the other ring that does not lie on this ring decides; if all lie on it, the first midpoint of
  /// an edge that does not. If there is none, the answer is no. Rings that cross each other are not noticed.
  /// - Parameter shift: by how much the other ring is moved in x.
  /// - Complexity: as `side(of:_:in:)`, for each vertex up to the one that decides.
  func contains(_ ring: Range<Int>, shiftedBy shift: Double = 0, in geometry: borrowing FeatureGeometry) -> Bool {
    for vertex in ring {
      let side = side(of: geometry.x[vertex] + shift, geometry.y[vertex], in: geometry)
      if side != .on { return side == .inside }
    }
    for (vertex, next) in zip(ring, ring.dropFirst()) {
      let middleX = (geometry.x[vertex] + geometry.x[next]) / 2
      let middleY = (geometry.y[vertex] + geometry.y[next]) / 2
      let side = side(of: middleX + shift, middleY, in: geometry)
      if side != .on { return side == .inside }
    }
    return false
  }
}

extension FeatureTableBuilder {
  /// The geometry with shells and holes as they lie; `nil` if all are as the file says.
  ///
  /// The first of the polygons that one becomes replaces it, and the others follow after all polygons, so the index of a
  /// polygon is the same as before. Vertices and rings stay as they are; a ring that is left out is in no polygon.
  /// Findings say what differs, with the numbers of polygon and ring in the file.
  /// - Parameter unwrapped: the same rings, unwrapped, if any passes ±180°.
  mutating func readByDepth(
    _ geometry: FeatureGeometry, _ unwrapped: FeatureGeometry?, winding: Winding
  ) -> FeatureGeometry? {
    var pieces: [(polygon: Int, pieces: [[Int]])] = []
    for (polygon, members) in geometry.polygons.enumerated() where members.count > 1 {
      let rings = members.map { geometry.ringOrder[$0] }
      let depths = RingDepths(
        unwrapped ?? geometry, rings, isWinding: winding == .clockwise, mayShift: unwrapped != nil)
      guard depths.polygons != [Array(rings.indices)] else { continue }
      if let difference = depths.difference {
        let vertex = geometry.rings[rings[difference.ring]].first
        let position = RingPosition(polygon: polygon, ring: difference.ring)
        note(
          .ringsByDepth, at: position.location(x: vertex.map { geometry.x[$0] }, y: vertex.map { geometry.y[$0] }),
          difference.words)
      }
      pieces.append((polygon, depths.polygons.map { members in members.map { rings[$0] } }))
    }
    guard !pieces.isEmpty else { return nil }
    var read = geometry
    read.replacePolygons(pieces)
    return read
  }
}

extension FeatureGeometry {
  /// What these rings enclose in the polygons of another geometry that has the same rings: the shells less their holes,
  /// in square units of the coordinates, whatever the directions of rings.
  func enclosedArea(of polygons: borrowing FeatureGeometry) -> Double {
    var doubled = 0.0
    for members in polygons.polygons {
      for (index, member) in members.enumerated() {
        let size = measures(ofRing: polygons.ringOrder[member]).doubledArea.magnitude
        doubled += index == 0 ? size : -size
      }
    }
    return doubled / 2
  }
}

extension RingDepths.Difference {
  /// What differs, as a sentence without a full stop.
  fileprivate var words: String {
    var sentences: [String] = []
    if changed > 0 {
      sentences.append(
        changed == 1
          ? "a ring does not lie as the file says and is read by how deep it lies"
          : "\(Figures.grouped(changed)) rings do not lie as the file says and are read by how deep they lie")
    }
    if copies > 0 {
      sentences.append(
        copies == 1
          ? "a ring encloses the same land as another one and counts once"
          : "\(Figures.grouped(copies)) rings enclose the same land as others and count once")
    }
    let areas = [(becameLand, "land"), (becameHole, "hole")].filter { $0.0 > 0 }
      .map { "\(Quantity.area(squareMeters: $0.0).words) became \($0.1)" }
    return sentences.joined(separator: ", and ") + ": "
      + (areas.isEmpty ? "the land is the same" : areas.joined(separator: ", "))
  }
}

/// The direction in which a format wants shells to run, with x to the east and y to the north. Holes run the other way.
package enum Winding: Sendable {
  /// The rule of Shapefiles.
  case clockwise
  /// The rule of GeoJSON.
  case counterClockwise
  /// The format has no rule: KML, TopoJSON, GPX.
  case free
}

/// What one walk along a ring measures.
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
      box.formUnion(nextX, nextY)
      isWithoutFault =
        isWithoutFault && abs(nextX) <= 180 && abs(nextY) <= 90 && (nextX != previousX || nextY != previousY)
      (previousX, previousY) = (nextX, nextY)
      let (toX, toY) = (nextX - originX, nextY - originY)
      doubledArea += runX * toY - toX * runY
      (runX, runY) = (toX, toY)
    }
    isClean = isWithoutFault && Self.hasThreeDifferentVertices(x, y, range)
  }

  /// - Precondition: consecutive vertices differ.
  static func hasThreeDifferentVertices(_ x: Span<Double>, _ y: Span<Double>, _ range: Range<Int>) -> Bool {
    // Consecutive vertices differ, so only a third one has to be found.
    let (a, b) = (range.lowerBound, range.lowerBound + 1)
    return range.dropFirst(2).contains { vertex in
      (x[vertex] != x[a] || y[vertex] != y[a]) && (x[vertex] != x[b] || y[vertex] != y[b])
    }
  }
}

extension FeatureGeometry {
  /// Measures all rings, for `measures(ofRing:)`. The measures become wrong if coordinates change.
  mutating func measureRings() {
    measures.removeAll(keepingCapacity: true)
    for ring in rings.indices { measures.append(RingMeasures(self, ring: ring)) }
  }

  /// The measures of a ring, from `measureRings()` if it was called, else by a walk along the ring.
  func measures(ofRing ring: Int) -> RingMeasures {
    measures.count == rings.count ? measures[ring] : RingMeasures(self, ring: ring)
  }
}

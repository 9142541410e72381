import MapPackGeometry

/// Finds the vertex of a part of a line that is farthest from the chord between the part's ends, for
/// `RamerDouglasPeucker`.
///
/// Call `reset` with a line, then `find` for any of its parts. A position is an index in `points`. The distance is that
/// from the segment between the ends, not from the endless line through them.
///
/// Long parts are searched through a tree of boxes. The distance from a segment is a convex function of the point, so
/// no point of a box is farther away than its farthest corner. A box is passed over if a vertex has been found that is
/// farther away than that. The result is the same as if all vertices were looked at. Boxes lie along the line, so that
/// they are narrow even if it runs aslant. If it winds, the corners of its hull are a better bound (`CornerHulls`).
///
/// Distances are computed in exact integers as far as possible, and compared as Doubles. If several vertices are
/// equally far away, the one nearest to the middle of the part is taken, counted in vertices; of two such vertices, the
/// one with the larger (y, x). So the result does not depend on the line's direction. Parts of equally distant
/// vertices, such as the steps along a raster's edge, are halved and not peeled off from one end.
struct FarthestVertex {
  /// The line's vertices.
  private(set) var points: ContiguousArray<GridPoint> = []
  /// How many distances have been computed so far, of vertices and of corners.
  private(set) var examined = 0

  // A binary tree with its root at 1 over the boxes of blocks of `blockSize` vertices, if the line is long.

  /// Per node of the tree: its box.
  private var boxes: ContiguousArray<OrientedBox> = []
  /// Per node: its hull.
  private var hulls = CornerHulls()
  /// The node of the first block.
  private var firstLeaf = 0
  /// The nodes to look into, with upper bounds of the squared distances of their vertices, in cells².
  private var pending: ContiguousArray<(node: Int, bound: Double)> = []

  private static let blockSize = 16
  /// In shorter parts, vertices are looked at one by one.
  private static let shortPart = 64

  /// Takes another line, and builds its tree.
  ///
  /// - Parameter body: appends the line's vertices, in cells. They have to lie in a square of 2³⁰ cells.
  /// - Complexity: O(n) for n vertices.
  mutating func reset(_ body: (inout ContiguousArray<GridPoint>) -> Void) {
    points.removeAll(keepingCapacity: true)
    body(&points)
    guard points.count >= Self.shortPart else { return }
    let blocks = points.count / Self.blockSize
    firstLeaf = 1
    while firstLeaf < blocks { firstLeaf *= 2 }
    let none = OrientedBox(from: (0, 0), to: (0, 0))
    boxes.removeAll(keepingCapacity: true)
    boxes.append(contentsOf: repeatElement(none, count: firstLeaf + blocks))
    hulls.reset(count: boxes.count)
    for block in 0..<blocks {
      boxes[firstLeaf + block] = box(ofBlock: block)
      hulls.set(firstLeaf + block, to: points[block * Self.blockSize..<(block + 1) * Self.blockSize])
    }
    // The last node of a row may have fewer than two children. Such a node is never looked into.
    for node in (1..<firstLeaf).reversed() where 2 * node + 1 < boxes.count {
      boxes[node] = OrientedBox(boxes[2 * node], boxes[2 * node + 1])
      hulls.set(node, toThoseOf: 2 * node, and: 2 * node + 1)
    }
  }

  private func box(ofBlock block: Int) -> OrientedBox {
    let begin = block * Self.blockSize
    let half = begin + Self.blockSize / 2
    let end = begin + Self.blockSize
    var box = OrientedBox(from: middle(of: begin..<half), to: middle(of: half..<end))
    for position in begin..<end { box.extend(toX: Double(points[position].x), y: Double(points[position].y)) }
    return box
  }

  /// The mean of some vertices, in cells.
  private func middle(of positions: Range<Int>) -> (x: Double, y: Double) {
    var sum = (x: 0.0, y: 0.0)
    for position in positions {
      sum.x += Double(points[position].x)
      sum.y += Double(points[position].y)
    }
    return (sum.x / Double(positions.count), sum.y / Double(positions.count))
  }

  /// Finds the farthest of the vertices between two positions.
  ///
  /// - Returns: the vertex, and its squared distance from the chord in cells².
  /// - Precondition: at least one vertex lies between them.
  /// - Complexity: O(log n) for n vertices between them, if the bounds are good; O(n) at worst.
  mutating func find(between first: Int, and last: Int) -> (position: Int, squaredDistance: Double) {
    var search = Search(first: first, last: last, chord: Chord(points[first], points[last]))
    guard last - first > Self.shortPart else {
      look(at: first + 1..<last, &search)
      return (search.position, search.squaredDistance)
    }
    let firstBlock = first / Self.blockSize + 1
    let lastBlock = last / Self.blockSize
    look(at: first + 1..<firstBlock * Self.blockSize, &search)
    look(at: lastBlock * Self.blockSize..<last, &search)

    // Covers the blocks in between by the largest possible nodes. The largest ones come out first.
    var low = firstLeaf + firstBlock
    var high = firstLeaf + lastBlock
    while low < high {
      if low & 1 == 1 {
        consider(low, search)
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        consider(high, search)
      }
      low /= 2
      high /= 2
    }
    while let (node, bound) = pending.popLast() {
      if bound < search.squaredDistance { continue }
      if node >= firstLeaf {
        let begin = (node - firstLeaf) * Self.blockSize
        look(at: begin..<begin + Self.blockSize, &search)
      } else {
        let rest = pending.count
        consider(2 * node, search)
        consider(2 * node + 1, search)
        // The child with the larger bound comes out first.
        if pending.count == rest + 2, pending[rest].bound > pending[rest + 1].bound { pending.swapAt(rest, rest + 1) }
      }
    }
    return (search.position, search.squaredDistance)
  }

  /// Puts a node on the list of those to look into, unless its bound is too low.
  @inline(__always)
  private mutating func consider(_ node: Int, _ search: Search) {
    examined += 4
    var bound = search.chord.squaredDistance(ofFarthestCornerOf: boxes[node])
    guard bound >= search.squaredDistance else { return }
    let corners = hulls.ofPiece(node)
    if !corners.isEmpty {
      examined += corners.count
      var farthest = 0.0
      for corner in corners { farthest = max(farthest, search.chord.squaredDistance(of: hulls[corner])) }
      // The factor exceeds all rounding errors of a vertex's distance.
      bound = min(bound, farthest * (1 + 0x1p-48))
      guard bound >= search.squaredDistance else { return }
    }
    pending.append((node, bound))
  }

  /// Looks at vertices one by one.
  @inline(__always)
  private mutating func look(at positions: Range<Int>, _ search: inout Search) {
    for position in positions {
      let squared = search.chord.squaredDistance(of: points[position])
      if squared >= search.squaredDistance { take(position, squared, &search) }
    }
    examined += positions.count
  }

  /// Makes a vertex the farthest one, unless the farthest so far is as far away and comes before it among equals.
  private func take(_ position: Int, _ squared: Double, _ search: inout Search) {
    if squared == search.squaredDistance {
      let fromMiddle = search.distanceFromMiddle(position)
      let bestFromMiddle = search.distanceFromMiddle(search.position)
      if fromMiddle > bestFromMiddle { return }
      let (point, best) = (points[position], points[search.position])
      if fromMiddle == bestFromMiddle && (point.y, point.x) < (best.y, best.x) { return }
    }
    search.position = position
    search.squaredDistance = squared
  }
}

/// A search between two positions, with the farthest vertex so far.
private struct Search {
  let first: Int
  let last: Int
  let chord: Chord
  var position = 0
  var squaredDistance = -1.0

  init(first: Int, last: Int, chord: Chord) {
    self.first = first
    self.last = last
    self.chord = chord
  }

  /// Twice the distance of a position from the middle of the part, in vertices.
  func distanceFromMiddle(_ position: Int) -> UInt { (2 * position - first - last).magnitude }
}

/// A segment; a point if both ends are equal.
private struct Chord {
  private let a: GridPoint
  private let b: GridPoint
  private let abX: Int64
  private let abY: Int64
  private let squaredLength: Int64

  init(_ a: GridPoint, _ b: GridPoint) {
    self.a = a
    self.b = b
    abX = Int64(b.x) &- Int64(a.x)
    abY = Int64(b.y) &- Int64(a.y)
    squaredLength = abX &* abX &+ abY &* abY
  }

  /// The squared distance of a vertex in cells², whatever the direction of the chord. Products of differences have at
  /// most 60 bits, so nothing wraps.
  @inline(__always)
  func squaredDistance(of p: GridPoint) -> Double {
    let apX = Int64(p.x) &- Int64(a.x)
    let apY = Int64(p.y) &- Int64(a.y)
    let along = apX &* abX &+ apY &* abY
    if along <= 0 { return Double(apX &* apX &+ apY &* apY) }
    if along >= squaredLength {
      let bpX = Int64(p.x) &- Int64(b.x)
      let bpY = Int64(p.y) &- Int64(b.y)
      return Double(bpX &* bpX &+ bpY &* bpY)
    }
    let across = Double(abX &* apY &- abY &* apX)
    return across * across / Double(squaredLength)
  }

  /// The squared distance of a box's farthest corner, in cells².
  @inline(__always)
  func squaredDistance(ofFarthestCornerOf box: OrientedBox) -> Double {
    var farthest = 0.0
    box.forEachCorner { x, y in farthest = max(farthest, squaredDistance(x: x, y: y)) }
    return farthest
  }

  @inline(__always)
  private func squaredDistance(x: Double, y: Double) -> Double {
    let (apX, apY) = (x - Double(a.x), y - Double(a.y))
    let along = Double(abX) * apX + Double(abY) * apY
    if along <= 0 { return apX * apX + apY * apY }
    if along >= Double(squaredLength) {
      let (bpX, bpY) = (x - Double(b.x), y - Double(b.y))
      return bpX * bpX + bpY * bpY
    }
    let across = Double(abX) * apY - Double(abY) * apX
    return across * across / Double(squaredLength)
  }
}

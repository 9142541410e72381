import MapGeometry

/// Finds the vertex between two of a line that lies farthest from the chord between these two.
///
/// Long parts are searched through a tree of boxes. The distance from a segment is a convex function of the place, so
/// no point of a box lies farther away than the farthest of its corners: a box is left out when a vertex has been
/// found that is farther away than these. The result is that of looking at all vertices.
///
/// Differences and products are exact integers; only finished distances become Doubles to be compared. Of vertices
/// equally far away the one nearest to the middle of the part is taken, counted in vertices, of two such the one with
/// the larger (y, x). So the result does not depend on the line's direction, and parts that are all ties (steps of a
/// raster's outline) are halved, not peeled from one end.
struct FarthestVertex {
  /// The line's vertices.
  private(set) var points: ContiguousArray<GridPoint> = []
  /// How many distances have been taken so far, of vertices and of corners.
  private(set) var examined = 0

  // A binary tree with its root at 1 over boxes of `blockSize` vertices each, where the line is long.
  private var boxes: ContiguousArray<GridBox> = []
  private var firstLeaf = 0
  /// Nodes to look into, with the squared distance of their farthest corner.
  private var pending: ContiguousArray<(node: Int, bound: Double)> = []

  private static let blockSize = 16
  /// Parts of fewer vertices are looked at one by one.
  private static let shortPart = 64
  /// Room for the rounding of two distances that are compared, many times what it can be.
  private static let room = 1 - 0x1p-40

  /// Takes another line: `body` appends its vertices.
  /// - Complexity: O(n).
  mutating func reset(_ body: (inout ContiguousArray<GridPoint>) -> Void) {
    points.removeAll(keepingCapacity: true)
    body(&points)
    guard points.count >= Self.shortPart else { return }
    let blocks = points.count / Self.blockSize
    firstLeaf = 1
    while firstLeaf < blocks { firstLeaf *= 2 }
    boxes.removeAll(keepingCapacity: true)
    boxes.append(contentsOf: repeatElement(GridBox(), count: firstLeaf + blocks))
    for position in 0..<blocks * Self.blockSize {
      boxes[firstLeaf + position / Self.blockSize].extend(to: points[position])
    }
    for child in (2..<boxes.count).reversed() { boxes[child / 2].extend(to: boxes[child]) }
  }

  /// The farthest of the vertices between two positions, and its squared distance from the chord, in cells².
  ///
  /// - Precondition: at least one vertex lies between them.
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

    // The largest nodes that cover the blocks in between; the largest are looked into first.
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
      if bound < search.squaredDistance * Self.room { continue }
      if node >= firstLeaf {
        let begin = (node - firstLeaf) * Self.blockSize
        look(at: begin..<begin + Self.blockSize, &search)
      } else {
        consider(2 * node, search)
        consider(2 * node + 1, search)
        // The more promising one comes out first.
        let count = pending.count
        if pending[count - 2].bound > pending[count - 1].bound { pending.swapAt(count - 2, count - 1) }
      }
    }
    return (search.position, search.squaredDistance)
  }

  @inline(__always)
  private mutating func consider(_ node: Int, _ search: Search) {
    pending.append((node, search.chord.squaredDistance(ofFarthestCornerOf: boxes[node])))
    examined += 4
  }

  @inline(__always)
  private mutating func look(at positions: Range<Int>, _ search: inout Search) {
    for position in positions {
      let squared = search.chord.squaredDistance(of: points[position])
      if squared >= search.squaredDistance { take(position, squared, &search) }
    }
    examined += positions.count
  }

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

/// What has been found between two positions so far.
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

  /// Twice as many vertices as lie between a position and the middle.
  func distanceFromMiddle(_ position: Int) -> UInt { (2 * position - first - last).magnitude }
}

/// A segment, or a point where both ends are one.
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

  /// The same from either end. Products of differences have at most 60 bits, so nothing wraps.
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

  @inline(__always)
  func squaredDistance(ofFarthestCornerOf box: GridBox) -> Double {
    max(
      max(
        squaredDistance(of: GridPoint(x: box.minX, y: box.minY)),
        squaredDistance(of: GridPoint(x: box.maxX, y: box.minY))),
      max(
        squaredDistance(of: GridPoint(x: box.minX, y: box.maxY)),
        squaredDistance(of: GridPoint(x: box.maxX, y: box.maxY))))
  }
}

/// The place inside a polygon that is farthest from its edge, and how far that is: the largest circle in it.
package struct PoleOfInaccessibility: Hashable, Sendable {
  /// In cells; between them too.
  package var x: Double
  package var y: Double
  /// The distance to the nearest edge, in cells; at least 99 % of the largest that a place of the polygon has.
  package var radius: Double

  package init(x: Double, y: Double, radius: Double) {
    self.x = x
    self.y = y
    self.radius = radius
  }
}

/// The pole of inaccessibility of the polygon that these rings are the edge of, shell and holes alike.
///
/// - Which places are inside is decided by the even-odd rule, so the rings may run either way.
/// - The place is inside, and its radius within 1 % of the largest. Two exceptions: a polygon hundreds of times
///   longer than wide may be given up on, with the best place so far; and where one is narrower than Doubles tell
///   apart (2⁻²² cells far from the origin), the radius is 0.
/// - The same rings give the same bits anywhere: + − × ÷ √ on Doubles alone.
///
/// Source: V. Agafonkin, "A new algorithm for finding a visual center of a polygon" (2016): squares are searched best
/// first, by the distance that a place in them can have at most, and quartered. Here a square also knows which chains
/// of segments can be the nearest to a place in it, so that most squares look at few.
/// - Precondition: there is a ring, and it encloses an area; all rings are closed.
/// - Complexity: O(n log n) for the index, then O(n): what a search may cost is bounded.
package func poleOfInaccessibility(of rings: Paths) -> PoleOfInaccessibility {
  var search = PoleSearch(rings)
  return search.pole()
}

private struct PoleSearch {
  private let index: ChainIndex
  private let box: GridBox
  private var best = PoleOfInaccessibility(x: 0, y: 0, radius: -.infinity)
  private var queue = SquareQueue()

  /// How many boxes and segments have been looked at, and how many may be before the search is given up; real coasts
  /// take less than half of it.
  private var work = 0
  private var mostWork: Int { (1 << 22) + 256 * index.chains.count }
  private static let precision = 0.01

  init(_ rings: Paths) {
    index = ChainIndex(rings)
    box = index.chains.reduce(into: GridBox()) { $0.extend(to: $1.box) }
    precondition(!box.isEmpty, "A polygon without edges has no inside")
  }

  mutating func pole() -> PoleOfInaccessibility {
    let all = ContiguousArray(Int32(0)..<Int32(index.chains.count))
    for fraction in [0.5, 0.25, 0.75] {
      seed(onLineAt: fraction, upright: false, all)
      seed(onLineAt: fraction, upright: true, all)
    }
    let half = max(Double(box.maxX) - Double(box.minX), Double(box.maxY) - Double(box.minY)) / 2
    let x = Double(box.minX) + half
    let y = Double(box.minY) + half
    add(Square(x: x, y: y, half: half, distance: distance(x, y, among: all), chains: all))
    while let square = queue.popFirst(), square.potential > threshold, work < mostWork {
      let nearest = square.distance.magnitude
      let reach = nearest + 2 * square.halfDiagonal
      var chains = ContiguousArray<Int32>()
      for chain in square.chains
      where squaredDistance(square.x, square.y, index.chains[Int(chain)].box) <= reach * reach {
        chains.append(chain)
      }
      let half = square.half / 2
      for (across, up) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
        let x = square.x + across
        let y = square.y + up
        // No place is farther from an edge than its neighbour, and the way there.
        let distance = distance(x, y, among: chains, atMost: nearest + square.halfDiagonal)
        add(Square(x: x, y: y, half: half, distance: distance, chains: chains))
      }
    }
    best.radius = max(0, best.radius)
    return best
  }

  /// What a square must be able to beat.
  private var threshold: Double { best.radius * (1 + Self.precision) }

  private mutating func add(_ square: Square) {
    take(square.x, square.y, square.distance)
    if square.potential > threshold { queue.append(square) }
  }

  private mutating func take(_ x: Double, _ y: Double, _ distance: Double) {
    if distance > best.radius { best = PoleOfInaccessibility(x: x, y: y, radius: distance) }
  }

  /// Tries the middle of the widest stretch of a line across the box that lies inside. However thin the polygon is,
  /// this is a place in it.
  private mutating func seed(onLineAt fraction: Double, upright: Bool, _ all: ContiguousArray<Int32>) {
    let low = Double(upright ? box.minX : box.minY)
    let high = Double(upright ? box.maxX : box.maxY)
    let line = low + (high - low) * fraction
    var crossings: [Double] = []
    forEachSegment(among: all) { a, b in
      let (fromLine, from) = upright ? (Double(a.x), Double(a.y)) : (Double(a.y), Double(a.x))
      let (toLine, to) = upright ? (Double(b.x), Double(b.y)) : (Double(b.y), Double(b.x))
      if fromLine <= line && line < toLine || toLine <= line && line < fromLine {
        crossings.append(from + (to - from) * ((line - fromLine) / (toLine - fromLine)))
      }
    }
    crossings.sort()
    var widest = (width: -1.0, middle: 0.0)
    for place in stride(from: 1, to: crossings.count, by: 2) {
      let width = crossings[place] - crossings[place - 1]
      if width > widest.width { widest = (width, crossings[place - 1] + width / 2) }
    }
    let (x, y) = upright ? (line, widest.middle) : (widest.middle, line)
    if widest.width >= 0 { take(x, y, distance(x, y, among: all)) }
  }

  /// The distance of a place from the nearest segment of some chains, negative outside of the polygon.
  /// - Parameter bound: a number that the distance is known not to exceed.
  private mutating func distance(
    _ x: Double, _ y: Double, among chains: ContiguousArray<Int32>, atMost bound: Double = .infinity
  ) -> Double {
    var least = bound * bound
    for number in chains {
      let chain = index.chains[Int(number)]
      guard squaredDistance(x, y, chain.box) < least else { continue }
      work += Int(chain.count)
      for offset in 0..<chain.count {
        let a = index.paths.point(Int(chain.first + offset))
        let b = index.paths.point(index.end(ofSegment: offset, in: chain))
        least = min(least, squaredDistance(x, y, a, b))
      }
    }
    // A place costs something by itself.
    work += chains.count + 32
    return index.contains(x: x, y: y, work: &work) ? least.squareRoot() : -least.squareRoot()
  }

  private func forEachSegment(among chains: ContiguousArray<Int32>, _ body: (GridPoint, GridPoint) -> Void) {
    for number in chains {
      let chain = index.chains[Int(number)]
      for offset in 0..<chain.count {
        body(
          index.paths.point(Int(chain.first + offset)), index.paths.point(index.end(ofSegment: offset, in: chain)))
      }
    }
  }
}

extension ChainIndex {
  /// Whether a place is inside, by the segments that a ray towards falling y meets. Rounding can decide wrongly within
  /// 2⁻²⁰ cells of a segment, where the distance is nothing to speak of either way.
  /// - Parameter work: counts the boxes that were looked at.
  fileprivate func contains(x: Double, y: Double, work: inout Int) -> Bool {
    var isInside = false
    let column = column(ofX: Int64(x.rounded(.down)))
    defer { work += columnStart[column + 1] - columnStart[column] }
    for entry in columnStart[column]..<columnStart[column + 1] {
      let chain = chains[Int(columnChains[entry])]
      if Double(chain.box.minY) > y { break }
      guard Double(chain.box.minX) <= x, x < Double(chain.box.maxX) else { continue }
      for offset in 0..<chain.count {
        let first = paths.point(Int(chain.first + offset))
        let last = paths.point(end(ofSegment: offset, in: chain))
        let (a, b) = first.x < last.x ? (first, last) : (last, first)
        guard Double(a.x) <= x, x < Double(b.x) else { continue }
        let run = Double(b.x) - Double(a.x)
        let rise = Double(b.y) - Double(a.y)
        if run * (y - Double(a.y)) > rise * (x - Double(a.x)) { isInside.toggle() }
      }
    }
    return isInside
  }
}

/// A square of the search.
private struct Square {
  /// Its centre.
  var x: Double
  var y: Double
  /// Half its side.
  var half: Double
  /// The centre's distance from the edge.
  var distance: Double
  /// The chains that can be the nearest to a place in it, and perhaps others.
  var chains: ContiguousArray<Int32>

  var halfDiagonal: Double { half * 1.4142135623730951 }
  /// No place in the square is farther from the edge.
  var potential: Double { distance + halfDiagonal }
}

/// The squares that are still to be searched, the one with the largest potential first; of equal ones the older.
private struct SquareQueue {
  private var heap: [(potential: Double, number: Int)] = []
  private var squares: [Square?] = []

  private static func precedes(_ a: (potential: Double, number: Int), _ b: (potential: Double, number: Int)) -> Bool {
    a.potential != b.potential ? a.potential > b.potential : a.number < b.number
  }

  mutating func append(_ square: Square) {
    heap.append((square.potential, squares.count))
    squares.append(square)
    var place = heap.count - 1
    while place > 0, Self.precedes(heap[place], heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func popFirst() -> Square? {
    guard let first = heap.first else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, Self.precedes(heap[child + 1], heap[child]) { child += 1 }
      guard Self.precedes(heap[child], heap[place]) else { break }
      heap.swapAt(place, child)
      place = child
    }
    // Taken out, so that its chains are freed.
    defer { squares[first.number] = nil }
    return squares[first.number]
  }
}

/// The square of a place's distance from a box.
@inline(__always)
private func squaredDistance(_ x: Double, _ y: Double, _ box: GridBox) -> Double {
  let across = max(0, Double(box.minX) - x, x - Double(box.maxX))
  let up = max(0, Double(box.minY) - y, y - Double(box.maxY))
  return across * across + up * up
}

/// The square of a place's distance from a segment.
@inline(__always)
private func squaredDistance(_ x: Double, _ y: Double, _ a: GridPoint, _ b: GridPoint) -> Double {
  let runX = Double(b.x) - Double(a.x)
  let runY = Double(b.y) - Double(a.y)
  let toX = x - Double(a.x)
  let toY = y - Double(a.y)
  let length = runX * runX + runY * runY
  // Where the nearest place of the segment's line lies: 0 at a, 1 at b.
  let share = length > 0 ? min(1, max(0, (toX * runX + toY * runY) / length)) : 0
  let restX = toX - share * runX
  let restY = toY - share * runY
  return restX * restX + restY * restY
}

extension Paths {
  /// Per vertex: the first vertex at the same point, of all paths. It says which lines have vertices in common.
  ///
  /// Consecutive vertices in one square of the plane are a **run**. Runs are dealt out by their squares, so that all
  /// visits to a point lie in one deal. The table of a deal's points fits into a cache. Deals have no points in common,
  /// so several threads work through them.
  /// - Precondition: there are fewer than 2³¹ vertices.
  /// - Complexity: O(n) expected for n vertices.
  package func firstVertices(jobs: Int) -> ContiguousArray<Int32> {
    let deals = RunDeals(self, jobs: jobs)
    return ContiguousArray(count: vertexCount) { first in
      _ = concurrentMap(deals.count, jobs: jobs) { deal in
        let runs = deals.runs(ofDeal: deal)
        var table = PointSlots(capacity: runs.reduce(0) { $0 + $1.count })
        for run in runs { table.find(run, of: self, into: first) }
      }
    }
  }
}

private struct PointSlots {
  private var slots: ContiguousArray<Int32>
  private let shift: UInt64
  private let mask: Int

  init(capacity: Int) {
    var bits = 4
    while (1 << bits) < 2 * capacity { bits += 1 }
    slots = ContiguousArray(repeating: -1, count: 1 << bits)
    shift = UInt64(64 - bits)
    mask = (1 << bits) - 1
  }

  /// Writes, for each vertex of a run, the first vertex at its point.
  /// - Precondition: all earlier visits to these points have been written.
  mutating func find(_ run: Range<Int>, of paths: Paths, into first: DisjointSlots<Int32>) {
    // A border is drawn twice, so the next point is likely beside the vertex that was found last.
    var found = -1
    for vertex in run {
      let point = paths.point(vertex)
      if found >= 0 {
        if found + 1 < vertex, paths.point(found + 1) == point {
          found = Int(first[found + 1])
          first[vertex] = Int32(truncatingIfNeeded: found)
          continue
        }
        if found > 0, paths.point(found - 1) == point {
          found = Int(first[found - 1])
          first[vertex] = Int32(truncatingIfNeeded: found)
          continue
        }
      }
      let earliest = insert(vertex, point, paths)
      found = earliest == vertex ? -1 : earliest
      first[vertex] = Int32(truncatingIfNeeded: earliest)
    }
  }

  /// The first vertex at a point, which is this one if the point is new.
  @inline(__always)
  private mutating func insert(_ vertex: Int, _ point: GridPoint, _ paths: Paths) -> Int {
    var slot = Int(truncatingIfNeeded: scattered(point.key) >> shift)
    while true {
      let first = Int(slots[slot])
      if first < 0 {
        slots[slot] = Int32(truncatingIfNeeded: vertex)
        return vertex
      }
      if paths.point(first) == point { return first }
      slot = (slot + 1) & mask
    }
  }
}

/// Runs of consecutive vertices in one square of the plane, dealt out by their squares.
private struct RunDeals {
  private let runs: ContiguousArray<Run>
  private let deals: Grouping

  var count: Int { deals.start.count - 1 }

  /// The vertices of the runs of a deal, ascending.
  func runs(ofDeal deal: Int) -> some Collection<Range<Int>> {
    deals[deal].lazy.map { [runs] in
      let run = runs[Int($0)]
      return Int(run.first)..<Int(run.first) + Int(run.length)
    }
  }

  /// About how many vertices a deal has: the table of their points takes 128 kB.
  private static let verticesPerDeal = 1 << 14
  /// About how many vertices a run has.
  private static let verticesPerRun = 16
  private static let verticesPerChunk = 1 << 16

  private struct Run {
    var first: Int32
    var length: Int32
    var deal: Int32
  }

  init(_ paths: Paths, jobs: Int) {
    let vertexCount = paths.vertexCount
    let dealBits = (0..<12).first { vertexCount >> $0 <= Self.verticesPerDeal } ?? 12
    let squareBits = Self.squareBits(paths)
    let dealCount = 1 << dealBits
    let chunks = (vertexCount + Self.verticesPerChunk - 1) / Self.verticesPerChunk
    let found = concurrentMap(chunks, jobs: jobs) { chunk in
      let begin = chunk * Self.verticesPerChunk
      return Self.runs(
        begin..<min(begin + Self.verticesPerChunk, vertexCount), of: paths, squareBits: squareBits, dealBits: dealBits)
    }

    runs = ContiguousArray(joining: found, jobs: jobs)
    deals = Grouping(runs.lazy.map { Int($0.deal) }, count: dealCount)
  }

  private static func runs(
    _ range: Range<Int>, of paths: Paths, squareBits: Int32, dealBits: Int
  ) -> ContiguousArray<Run> {
    var runs = ContiguousArray<Run>()
    runs.reserveCapacity(range.count / 8)
    var begin = range.lowerBound
    var squareX = paths.point(begin).x >> squareBits
    var squareY = paths.point(begin).y >> squareBits
    func deal() -> Int32 {
      let square = UInt64(UInt32(bitPattern: squareX)) << 32 | UInt64(UInt32(bitPattern: squareY))
      return Int32(truncatingIfNeeded: scattered(square) >> UInt64(64 - dealBits))
    }
    func end(_ vertex: Int) {
      runs.append(
        Run(first: Int32(truncatingIfNeeded: begin), length: Int32(truncatingIfNeeded: vertex - begin), deal: deal()))
    }
    for vertex in range {
      let point = paths.point(vertex)
      let (x, y) = (point.x >> squareBits, point.y >> squareBits)
      if x == squareX && y == squareY { continue }
      end(vertex)
      (begin, squareX, squareY) = (vertex, x, y)
    }
    end(range.upperBound)
    return runs
  }

  /// The width of the squares, as a power of two: a line crosses a square in about `verticesPerRun` steps. Looks at
  /// every 64th segment.
  private static func squareBits(_ paths: Paths) -> Int32 {
    var sum: Int64 = 0
    var count: Int64 = 0
    for vertex in stride(from: 0, to: paths.vertexCount - 1, by: 64) {
      let (a, b) = (paths.point(vertex), paths.point(vertex + 1))
      let dx = abs(Int64(a.x) - Int64(b.x))
      let dy = abs(Int64(a.y) - Int64(b.y))
      sum += min(max(dx, dy), 1 << 24)
      count += 1
    }
    let width = max(1, sum / max(1, count)) * Int64(verticesPerRun)
    var bits: Int32 = 0
    while bits < 30, (1 as Int64) << Int64(bits) < width { bits += 1 }
    return bits
  }
}

import MapFeatures
import MapGeometry

/// A division of the plane into squares, neighbourhoods, and of these into shares, by chance: what lies at one point is
/// in one share, and each share can be looked after by itself, in the cache.
struct Neighbourhoods: Sendable {
  /// A square is 2^cell cells wide.
  private let cell: Int32
  private let shareBits: UInt64

  var shares: Int { 1 << Int(shareBits) }

  /// The number of no square.
  static let none = UInt64.max

  /// Squares over which more than a hundred consecutive vertices reach, in the middle of the rings: each time that a line
  /// enters another square, its share goes on elsewhere in memory. Shares of some 4,096 vertices.
  init(_ table: FeatureTable, _ vertices: Range<Int>, grid: NodingGrid) {
    var counts = [Int](repeating: 0, count: 33)
    var total = 0
    for vertex in stride(from: vertices.lowerBound + 1, to: vertices.upperBound, by: max(1, vertices.count / 4_096)) {
      let a = grid.point(longitude: table.longitude[vertex - 1], latitude: table.latitude[vertex - 1])
      let b = grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
      let reach = max(abs(Int64(b.x) - Int64(a.x)), abs(Int64(b.y) - Int64(a.y)))
      counts[64 - reach.leadingZeroBitCount] += 1
      total += 1
    }
    var bits = 0
    var below = 0
    while bits < 23, 2 * (below + counts[bits]) < total {
      below += counts[bits]
      bits += 1
    }
    cell = Int32(bits + 8)
    shareBits = UInt64(min(16, 64 - (vertices.count / 4_096).leadingZeroBitCount))
  }

  @inline(__always)
  func number(of point: GridPoint) -> UInt64 {
    UInt64(UInt32(bitPattern: point.x &>> cell)) << 32 | UInt64(UInt32(bitPattern: point.y &>> cell))
  }

  func share(of number: UInt64) -> Int32 {
    // Fibonacci hashing: the upper bits of a product with 2⁶⁴ over the golden ratio.
    Int32(truncatingIfNeeded: ((number ^ number >> 29) &* 0x9E37_79B9_7F4A_7C15) >> (64 - shareBits))
  }
}

/// The vertices of rings by the share in which they lie: runs of consecutive vertices of a ring in one neighbourhood.
struct Neighbours: Sendable {
  struct Run: Sendable {
    var share: Int32
    var ring: Int32
    var first: Int32
    var count: Int32 = 0

    var vertices: Range<Int> { Int(first)..<Int(first + count) }
  }

  /// By share, in each by vertices.
  private var runs: ContiguousArray<Run> = []
  private var start: ContiguousArray<Int>

  /// - Parameter parts: runs by vertices, one part behind the other.
  init(_ parts: [ContiguousArray<Run>], shares: Int) {
    start = ContiguousArray(repeating: 0, count: shares + 1)
    for part in parts {
      for run in part { start[Int(run.share) + 1] += 1 }
    }
    for share in 0..<shares { start[share + 1] += start[share] }
    var next = start
    runs = ContiguousArray(repeating: Run(share: 0, ring: 0, first: 0), count: start[shares])
    for part in parts {
      for run in part {
        runs[next[Int(run.share)]] = run
        next[Int(run.share)] += 1
      }
    }
  }

  var shares: Int { start.count - 1 }

  subscript(share: Int) -> ContiguousArray<Run>.SubSequence { runs[start[share]..<start[share + 1]] }
}

/// A spatial index over the segments of paths.
///
/// Each path is cut into **chains** of up to eight consecutive segments. Only the chains' boxes go into the
/// index: the plane is divided into columns of equal width, and each column holds the chains that reach into it,
/// sorted by their lowest y. Whatever is asked is asked of few boxes first and of segments last; that is what
/// makes an exact check of a whole map several times cheaper than an index of single segments.
///
/// - Complexity: O(n log n) to make; memory about 30 bytes per chain and column entry. Entries are held to four
///   per chain by making the columns wider.
package struct ChainIndex: Sendable {
  package let paths: Paths
  let chains: ContiguousArray<Chain>
  let origin: Int64
  /// Columns are 2^shift cells wide.
  let shift: Int
  let columnStart: ContiguousArray<Int>
  let columnChains: ContiguousArray<Int32>

  struct Chain: Sendable {
    var box: GridBox
    /// The first segment.
    var first: Int32
    /// How many segments.
    var count: Int32
    /// The vertex in which the last segment ends: not the next one where a closed path closes.
    var last: Int32
  }

  static let segmentsPerChain = 8

  package init(_ paths: Paths) {
    self.paths = paths
    let chains = Self.cut(paths)
    self.chains = chains

    var minX = Int64(Int32.max)
    var maxX = Int64(Int32.min)
    for chain in chains {
      minX = min(minX, Int64(chain.box.minX))
      maxX = max(maxX, Int64(chain.box.maxX))
    }
    origin = chains.isEmpty ? 0 : minX
    let width = chains.isEmpty ? 1 : maxX - minX + 1

    // One column for eight chains, made wider until there are at most four entries a chain.
    var shift = 0
    while (width >> Int64(shift)) > Int64(max(1, chains.count / 8)) { shift += 1 }
    while shift < 31 {
      var entries = 0
      for chain in chains {
        entries +=
          Int((Int64(chain.box.maxX) - minX) >> Int64(shift) - (Int64(chain.box.minX) - minX) >> Int64(shift)) + 1
      }
      if entries <= 4 * chains.count { break }
      shift += 1
    }
    self.shift = shift

    let columnCount = Int((width - 1) >> Int64(shift)) + 1
    var start = ContiguousArray<Int>(repeating: 0, count: columnCount + 1)
    func columns(_ chain: Chain) -> ClosedRange<Int> {
      Int((Int64(chain.box.minX) - minX) >> Int64(shift))...Int((Int64(chain.box.maxX) - minX) >> Int64(shift))
    }
    for chain in chains {
      for column in columns(chain) { start[column + 1] += 1 }
    }
    for column in 0..<columnCount { start[column + 1] += start[column] }
    // Filling in ascending order of minY leaves each column sorted.
    var words = ContiguousArray<UInt64>()
    words.reserveCapacity(chains.count)
    for (index, chain) in chains.enumerated() {
      words.append(UInt64(UInt32(bitPattern: chain.box.minY) ^ 0x8000_0000) << 32 | UInt64(index))
    }
    var next = start
    var filled = ContiguousArray<Int32>(repeating: 0, count: start[columnCount])
    for word in sortedByUpperHalf(words) {
      let index = Int32(truncatingIfNeeded: word)
      for column in columns(chains[Int(index)]) {
        filled[next[column]] = index
        next[column] += 1
      }
    }
    columnStart = start
    columnChains = filled
  }

  private static func cut(_ paths: Paths) -> ContiguousArray<Chain> {
    var chains = ContiguousArray<Chain>()
    chains.reserveCapacity(paths.vertexCount / segmentsPerChain + paths.count)
    for path in 0..<paths.count {
      let begin = paths.start[path]
      let end = paths.start[path + 1]
      guard end - begin > 1 else { continue }
      // One past the last segment.
      let segmentEnd = paths.isClosed[path] ? end : end - 1
      var first = begin
      while first < segmentEnd {
        let next = min(first + segmentsPerChain, segmentEnd)
        var box = GridBox()
        for vertex in first..<next { box.extend(to: paths.point(vertex)) }
        let last = next == end ? begin : next
        box.extend(to: paths.point(last))
        chains.append(Chain(box: box, first: Int32(first), count: Int32(next - first), last: Int32(last)))
        first = next
      }
    }
    return chains
  }

  package var columnCount: Int { columnStart.count - 1 }

  /// The column of an x, held inside the index.
  func column(ofX x: Int64) -> Int {
    max(0, min(columnCount - 1, Int((x - origin) >> Int64(shift))))
  }

  @inline(__always)
  func end(ofSegment offset: Int32, in chain: Chain) -> Int {
    Int(offset + 1 == chain.count ? chain.last : chain.first + offset + 1)
  }
}

/// A spatial index over the segments of paths.
///
/// Each path is cut into **chains** of up to eight consecutive segments. Only the chains' boxes go into the
/// index: the plane is divided into columns of equal width, and each column holds the chains that reach into it,
/// sorted by their lowest y. Whatever is asked is asked of few boxes first and of segments last; that is what
/// makes an exact check of a whole map several times cheaper than an index of single segments.
///
/// A class, because it never changes and is handed to many closures: a copy of a structure would count references for each
/// of its columns.
/// - Complexity: O(n log n) to make; memory about 30 bytes per chain and 20 per column entry. Entries are held to four
///   per chain by making the columns wider.
package final class ChainIndex: Sendable {
  package let paths: Paths
  let chains: ContiguousArray<Chain>
  let origin: Int64
  /// Columns are 2^shift cells wide.
  let shift: Int64
  let columnStart: ContiguousArray<Int>
  let columnChains: ContiguousArray<Int32>
  /// Per entry of a column: the chain's box once more, for whoever goes through a column looks at one after the other.
  let columnBoxes: ContiguousArray<GridBox>
  /// Per column: the height of its highest box.
  let tallest: ContiguousArray<Int64>

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

  /// - Parameter edges: per segment the one that stands for its edge, or −1; only those that stand for themselves are
  ///   in the index, so that an edge that several paths draw is there once. Without it all segments are.
  package init(_ paths: Paths, edges: ContiguousArray<Int32>? = nil, jobs: Int = 1) {
    self.paths = paths
    let chains = Self.cut(paths, edges, jobs: jobs)
    self.chains = chains

    let box = chains.reduce(into: GridBox()) { $0.extend(to: $1.box) }
    let origin = chains.isEmpty ? 0 : Int64(box.minX)
    let width = chains.isEmpty ? 1 : Int64(box.maxX) - origin + 1
    let shift = Self.columnShift(chains, origin: origin, width: width)
    self.origin = origin
    self.shift = shift
    func columns(_ chain: Chain) -> ClosedRange<Int> {
      Int((Int64(chain.box.minX) - origin) >> shift)...Int((Int64(chain.box.maxX) - origin) >> shift)
    }

    let columnCount = Int((width - 1) >> shift) + 1
    var start = ContiguousArray<Int>(repeating: 0, count: columnCount + 1)
    for chain in chains {
      for column in columns(chain) { start[column + 1] += 1 }
    }
    for column in 0..<columnCount { start[column + 1] += start[column] }
    let columnStart = start
    // Each column's chains by their lowest y, the earlier one first of equals.
    let words = ContiguousArray<UInt64>(count: columnStart[columnCount]) { words in
      var next = columnStart
      for (index, chain) in chains.enumerated() {
        let word = UInt64(UInt32(bitPattern: chain.box.minY) ^ 0x8000_0000) << 32 | UInt64(index)
        for column in columns(chain) {
          words[next[column]] = word
          next[column] += 1
        }
      }
      let groups = Self.groups(ofColumns: columnCount)
      _ = concurrentMap(groups.count, jobs: jobs) { group in
        for column in groups[group] { words.sort(columnStart[column]..<columnStart[column + 1]) }
      }
    }
    self.columnStart = columnStart
    columnChains = ContiguousArray(words.lazy.map { Int32(truncatingIfNeeded: $0) })
    let entries = columnChains.indices.chunks(of: 1 << 16) { _ in 1 }
    let boxes = ContiguousArray<GridBox>(count: words.count) { boxes in
      _ = concurrentMap(entries.count, jobs: jobs) { chunk in
        for entry in entries[chunk] { boxes[entry] = chains[Int(truncatingIfNeeded: words[entry] & 0xFFFF_FFFF)].box }
      }
    }
    columnBoxes = boxes
    tallest = ContiguousArray(
      (0..<columnCount).map { column in
        boxes[columnStart[column]..<columnStart[column + 1]].reduce(0) { max($0, Int64($1.maxY) - Int64($1.minY)) }
      })
  }

  /// How wide columns are, as a power of two: one for eight chains, made wider until there are at most four entries a
  /// chain. Of at least four cells: what comes within two cells of a chain is in its columns or in the next ones.
  private static func columnShift(_ chains: ContiguousArray<Chain>, origin: Int64, width: Int64) -> Int64 {
    var shift: Int64 = 2
    while width >> shift > Int64(max(1, chains.count / 8)) { shift += 1 }
    while shift < 31 {
      var entries: Int64 = 0
      for chain in chains {
        entries += (Int64(chain.box.maxX) - origin) >> shift - (Int64(chain.box.minX) - origin) >> shift + 1
      }
      if entries <= Int64(4 * chains.count) { break }
      shift += 1
    }
    return shift
  }

  /// Consecutive columns in groups: few, so that there are few to gather, and enough to keep all threads at work.
  static func groups(ofColumns count: Int) -> [Range<Int>] {
    let groups = min(count, 256)
    return (0..<groups).map { count * $0 / groups..<count * ($0 + 1) / groups }
  }

  static func cut(_ paths: Paths, _ edges: ContiguousArray<Int32>?, jobs: Int) -> ContiguousArray<Chain> {
    let groups = paths.groups(ofVertices: 16_384)
    let parts = concurrentMap(groups.count, jobs: jobs) { group in
      var chains = ContiguousArray<Chain>()
      for path in groups[group] {
        let vertices = paths.start[path]..<paths.start[path + 1]
        guard vertices.count > 1 else { continue }
        let segments = vertices.lowerBound..<(paths.isClosed[path] ? vertices.upperBound : vertices.upperBound - 1)
        guard let edges else {
          append(segments, of: path, in: paths, to: &chains)
          continue
        }
        var first = segments.lowerBound
        while first < segments.upperBound {
          var end = first
          while end < segments.upperBound, Int(edges[end]) == end { end += 1 }
          append(first..<end, of: path, in: paths, to: &chains)
          first = end + 1
        }
      }
      return chains
    }
    if parts.count == 1 { return parts[0] }
    var chains = ContiguousArray<Chain>()
    chains.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { chains += part }
    return chains
  }

  /// Cuts consecutive segments of a path into chains.
  @inline(__always)
  private static func append(
    _ segments: Range<Int>, of path: Int, in paths: Paths, to chains: inout ContiguousArray<Chain>
  ) {
    let end = paths.start[path + 1]
    var first = segments.lowerBound
    while first < segments.upperBound {
      let next = min(first + segmentsPerChain, segments.upperBound)
      var box = GridBox()
      for vertex in first..<next { box.extend(to: paths.point(vertex)) }
      let last = next == end ? paths.start[path] : next
      box.extend(to: paths.point(last))
      chains.append(Chain(box: box, first: Int32(first), count: Int32(next - first), last: Int32(last)))
      first = next
    }
  }

  package var columnCount: Int { columnStart.count - 1 }

  /// The column of an x, held inside the index.
  func column(ofX x: Int64) -> Int {
    max(0, min(columnCount - 1, Int((x - origin) >> shift)))
  }

  /// The first entry of a column that begins above a y.
  func firstEntry(ofColumn column: Int, beginningAbove y: Int64) -> Int {
    var low = columnStart[column]
    var high = columnStart[column + 1]
    while low < high {
      let middle = (low + high) / 2
      if Int64(columnBoxes[middle].minY) <= y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  func end(ofSegment offset: Int32, in chain: Chain) -> Int {
    Int(offset + 1 == chain.count ? chain.last : chain.first + offset + 1)
  }
}

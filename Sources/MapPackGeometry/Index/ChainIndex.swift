/// A spatial index over the segments of paths.
///
/// Each path is cut into **chains** of up to eight consecutive segments. Only the boxes of chains go into the index:
/// the plane is divided into columns of equal width, and each column holds the chains that reach into it, sorted by
/// their lowest y. A query looks at few boxes first and at segments last. That makes an exact check of a whole map
/// several times cheaper than an index of single segments.
///
/// This is a class, because it never changes and many closures hold it: a copy of a structure would count references
/// for each of its arrays.
/// - Complexity: O(n log n) to make for n segments; memory about 30 bytes per chain and 20 per column entry. Columns
///   are made wider until there are at most four entries per chain.
package final class ChainIndex: Sendable {
  /// The paths whose segments are indexed.
  package let paths: Paths
  let chains: ContiguousArray<Chain>
  /// The x at which column 0 begins.
  let origin: Int64
  /// Columns are 2^shift cells wide.
  let shift: Int64
  /// Column c has the entries `columnStart[c] ..< columnStart[c + 1]`.
  let columnStart: ContiguousArray<Int>
  /// Per entry: its chain.
  let columnChains: ContiguousArray<Int32>
  /// Per entry: a copy of its chain's box, because a search reads the boxes of a column one after the other.
  let columnBoxes: ContiguousArray<GridBox>
  /// Per column: the height of its tallest box, in cells.
  let tallest: ContiguousArray<Int64>

  struct Chain: Sendable, BitwiseCopyable {
    var box: GridBox
    var first: Int32
    var count: Int32
    /// The vertex at which the last segment ends: the next one, or the path's first vertex if a closed path closes
    /// here.
    var last: Int32
  }

  /// At most 64, because `segments(of:within:of:)` has a bit for each segment of a chain.
  static let segmentsPerChain = 8

  /// Makes the index. An index without segments answers every query with nothing.
  /// - Precondition: there are fewer than 2³¹ vertices.
  package init(_ paths: Paths, jobs: Int = 1) {
    let chains = Self.cut(paths, jobs: jobs)
    let box = chains.reduce(into: GridBox()) { $0.extend(to: $1.box) }
    let origin = chains.isEmpty ? 0 : Int64(box.minX)
    let width = chains.isEmpty ? 1 : Int64(box.maxX) - origin + 1
    let shift = Self.columnShift(chains, origin: origin, width: width)
    @Sendable func columns(_ chain: Chain) -> ClosedRange<Int> {
      Int((Int64(chain.box.minX) - origin) >> shift)...Int((Int64(chain.box.maxX) - origin) >> shift)
    }

    let columnCount = Int((width - 1) >> shift) + 1
    let groups = Self.groups(ofColumns: columnCount)
    // Each thread deals some of the chains out to groups of columns; then it fills some of the groups.
    let parts = chains.indices.chunks(of: 1 << 15)
    let deals = concurrentMap(parts.count, jobs: jobs) { part in
      var deals = [ContiguousArray<Int32>](repeating: [], count: groups.count)
      for index in parts[part] {
        let columns = columns(chains[index])
        var group = columns.lowerBound * groups.count / columnCount
        while group < groups.count, groups[group].lowerBound <= columns.upperBound {
          if groups[group].upperBound > columns.lowerBound { deals[group].append(Int32(truncatingIfNeeded: index)) }
          group += 1
        }
      }
      return deals
    }
    @Sendable func forEachEntry(ofGroup group: Int, _ body: (_ column: Int, _ chain: Int) -> Void) {
      let all = groups[group].lowerBound...groups[group].upperBound - 1
      for deal in deals {
        for chain in deal[group] {
          for column in columns(chains[Int(chain)]).clamped(to: all) { body(column, Int(chain)) }
        }
      }
    }
    let columnStart = ContiguousArray(
      joiningStarts: concurrentMap(groups.count, jobs: jobs) { group in
        var start = ContiguousArray<Int>(repeating: 0, count: groups[group].count + 1)
        forEachEntry(ofGroup: group) { column, _ in start[column - groups[group].lowerBound + 1] += 1 }
        start.accumulate()
        return start
      })
    let words = ContiguousArray<UInt64>(count: columnStart[columnCount]) { words in
      _ = concurrentMap(groups.count, jobs: jobs) { group in
        var next = ContiguousArray(columnStart[groups[group]])
        forEachEntry(ofGroup: group) { column, chain in
          let entry = next[column - groups[group].lowerBound]
          words[entry] = Self.word(ofChain: chain, chains[chain].box)
          next[column - groups[group].lowerBound] = entry + 1
        }
        for column in groups[group] { words.sort(columnStart[column]..<columnStart[column + 1]) }
      }
    }
    let entries = words.indices.chunks(of: 1 << 14)
    let columnChains = ContiguousArray(entries, jobs: jobs) { Int32(truncatingIfNeeded: words[$0]) }
    let boxes = ContiguousArray(entries, jobs: jobs) { chains[Int(columnChains[$0])].box }
    tallest = ContiguousArray(groups, jobs: jobs) { column in
      boxes[columnStart[column]..<columnStart[column + 1]].reduce(0) { max($0, Int64($1.maxY) - Int64($1.minY)) }
    }
    (self.paths, self.chains, self.origin, self.shift) = (paths, chains, origin, shift)
    (self.columnStart, self.columnChains, columnBoxes) = (columnStart, columnChains, boxes)
  }

  /// Orders the chains of a column by their lowest y, then by their index.
  private static func word(ofChain index: Int, _ box: GridBox) -> UInt64 {
    UInt64(UInt32(bitPattern: box.minY) ^ 0x8000_0000) << 32 | UInt64(truncatingIfNeeded: index)
  }

  /// The width of columns, as a power of two. Begins with one column for eight chains, and doubles the width until
  /// there are at most four entries per chain. Columns are at least four cells wide.
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

  /// Groups of consecutive columns: few, so that there are few results to gather, and enough to keep all threads at
  /// work.
  static func groups(ofColumns count: Int) -> [Range<Int>] {
    let groups = min(count, 256)
    return (0..<groups).map { count * $0 / groups..<count * ($0 + 1) / groups }
  }

  static func cut(_ paths: Paths, jobs: Int) -> ContiguousArray<Chain> {
    let groups = paths.groups(ofVertices: 16_384)
    let parts = concurrentMap(groups.count, jobs: jobs) { group in
      var chains = ContiguousArray<Chain>()
      for path in groups[group] {
        let vertices = paths.start[path]..<paths.start[path + 1]
        guard vertices.count > 1 else { continue }
        append(paths.isClosed[path] ? vertices : vertices.dropLast(), of: path, in: paths, to: &chains)
      }
      return chains
    }
    return ContiguousArray(joining: parts, jobs: jobs)
  }

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

  /// The column of an x, clamped to the columns of the index.
  func column(ofX x: Int64) -> Int {
    max(0, min(columnCount - 1, Int((x - origin) >> shift)))
  }

  /// The first entry of a column whose box begins above a y.
  func firstEntry(ofColumn column: Int, beginningAbove y: Int64) -> Int {
    (columnStart[column]..<columnStart[column + 1]).partitioningIndex { Int64(columnBoxes[$0].minY) > y }
  }

  @inline(__always)
  func end(ofSegment offset: Int32, in chain: Chain) -> Int {
    Int(offset + 1 == chain.count ? chain.last : chain.first + offset + 1)
  }
}

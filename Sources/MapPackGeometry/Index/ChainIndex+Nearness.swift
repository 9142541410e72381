extension ChainIndex {
  package var chainCount: Int { chains.count }

  /// The vertices of a chain: those at which its segments begin, and the one at which the last segment ends.
  package func vertices(ofChain chain: Int) -> (first: Range<Int>, last: Int) {
    let chain = chains[chain]
    return (Int(chain.first)..<Int(chain.first + chain.count), Int(chain.last))
  }

  /// The path to which a chain belongs.
  package func path(ofChain chain: Int) -> Int { paths.path(ofVertex: Int(chains[chain].first)) }

  package func box(ofChain chain: Int) -> GridBox { chains[chain].box }

  /// Calls `body` with each chain whose box meets a box; once each, in no particular order. Boxes that touch meet.
  /// - Complexity: O(log n + k) for each column that the box reaches, for n chains of which k are in the column and not
  ///   farther below the box than the column's tallest box is high.
  package func forEachChain(meeting box: GridBox, _ body: (_ chain: Int) -> Void) {
    _ = containsChain(meeting: box) {
      body($0)
      return false
    }
  }

  /// Whether a chain satisfies a condition, among those whose boxes meet a box; they are tried in no particular order.
  @inline(__always)
  private func containsChain(meeting box: GridBox, where isWanted: (_ chain: Int) -> Bool) -> Bool {
    guard !box.isEmpty, columnCount > 0 else { return false }
    let columns = column(ofX: Int64(box.minX))...column(ofX: Int64(box.maxX))
    for column in columns {
      // All entries before this one end below the box.
      let first = firstEntry(ofColumn: column, beginningAbove: Int64(box.minY) - tallest[column] - 1)
      for entry in first..<columnStart[column + 1] {
        let found = columnBoxes[entry]
        if found.minY > box.maxY { break }
        guard found.intersects(box) else { continue }
        // A chain in several columns is examined in the first of them.
        guard max(columns.lowerBound, self.column(ofX: Int64(found.minX))) == column else { continue }
        if isWanted(Int(columnChains[entry])) { return true }
      }
    }
    return false
  }

  /// The chains whose boxes meet the box of a chain of another index, as open lines, each once. Only chains of paths
  /// that `isWanted` count.
  package func chains(near other: ChainIndex, ofPaths isWanted: (_ path: Int) -> Bool) -> Paths {
    var isNear = ContiguousArray<Bool>(repeating: false, count: chains.count)
    for chain in other.chains { forEachChain(meeting: chain.box) { isNear[$0] = true } }
    var near = Paths()
    for chain in chains.indices where isNear[chain] && isWanted(path(ofChain: chain)) {
      near.append(chains[chain], of: paths)
    }
    return near
  }

  /// The chains of other paths, which are not in this index, whose boxes meet the box of a chain of it, as open lines.
  package func neighbors(of paths: Paths, jobs: Int) -> Paths {
    var near = Paths()
    for chain in Self.cut(paths, jobs: jobs) where containsChain(meeting: chain.box, where: { _ in true }) {
      near.append(chain, of: paths)
    }
    return near
  }

  /// Calls `body` with the first and the last vertex of each segment of a chain.
  package func forEachSegment(ofChain chain: Int, _ body: (_ first: Int, _ last: Int) -> Void) {
    let chain = chains[chain]
    for offset in 0..<chain.count { body(Int(chain.first + offset), end(ofSegment: offset, in: chain)) }
  }
}

extension Paths {
  fileprivate mutating func append(_ chain: ChainIndex.Chain, of other: Paths) {
    append(vertices: Int(chain.first)..<Int(chain.first + chain.count), of: other)
    append(other.point(Int(chain.last)))
    endPath(isClosed: false)
  }
}

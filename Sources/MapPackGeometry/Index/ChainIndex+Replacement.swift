extension ChainIndex {
  /// The chains and columns of an index over changed paths, without the paths themselves, so that their owner can
  /// change them in place before `index(over:jobs:)`.
  package struct Replacement {
    fileprivate let chains: ContiguousArray<Chain>
    fileprivate let origin: Int64
    fileprivate let shift: Int64
    fileprivate let columnStart: ContiguousArray<Int>
    fileprivate let columnChains: ContiguousArray<Int32>

    /// The index over the changed paths: those that are left, in their order, then the added ones.
    package func index(over paths: Paths, jobs: Int) -> ChainIndex {
      ChainIndex(
        paths, chains, origin: origin, shift: shift, columnStart: columnStart, columnChains: columnChains, jobs: jobs)
    }
  }

  /// Replaces some paths by others, which lie within the box of all paths.
  ///
  /// The columns stay as they are, and so does the order in them, so nothing that is left has to be sorted again.
  /// - Parameters:
  ///   - isReplaced: per path, whether it is taken out.
  ///   - added: the paths that follow after those that are left.
  /// - Precondition: the index has all segments of its paths.
  /// - Complexity: O(n + m log m) for n chains in the index and m new ones.
  package func replacing(_ isReplaced: ContiguousArray<Bool>, by added: Paths, jobs: Int) -> Replacement {
    var left = ContiguousArray<Chain>()
    left.reserveCapacity(chains.count)
    /// Per chain: its new index, or −1 if it is taken out.
    var moved = ContiguousArray<Int32>(repeating: -1, count: chains.count)
    var path = 0
    /// How many vertices before the current path are taken out.
    var removed = 0
    for (index, chain) in chains.enumerated() {
      while Int(chain.first) >= paths.start[path + 1] {
        if isReplaced[path] { removed += paths.vertices(of: path).count }
        path += 1
      }
      if isReplaced[path] { continue }
      moved[index] = Int32(truncatingIfNeeded: left.count)
      left.append(chain.moved(by: -removed))
    }
    let base = isReplaced.indices.reduce(0) { isReplaced[$1] ? $0 : $0 + paths.vertices(of: $1).count }
    let firstAdded = left.count
    left += Self.cut(added, nil, jobs: jobs).lazy.map { $0.moved(by: base) }

    // The columns of the new chains, and their order there.
    var entries: [(column: Int, word: UInt64)] = []
    for index in firstAdded..<left.count {
      let box = left[index].box
      for column in column(ofX: Int64(box.minX))...column(ofX: Int64(box.maxX)) {
        entries.append((column, Self.word(ofChain: index, box)))
      }
    }
    entries.sort { ($0.column, $0.word) < ($1.column, $1.word) }
    var addedStart = ContiguousArray<Int>(repeating: 0, count: columnCount + 1)
    for entry in entries { addedStart[entry.column + 1] += 1 }
    for column in 0..<columnCount { addedStart[column + 1] += addedStart[column] }

    let groups = Self.groups(ofColumns: columnCount)
    var start = ContiguousArray<Int>(count: columnCount + 1) { [moved, addedStart] counts in
      counts[0] = 0
      _ = concurrentMap(groups.count, jobs: jobs) { group in
        for column in groups[group] {
          let kept = columnStart[column]..<columnStart[column + 1]
          let count = kept.reduce(0) { moved[Int(columnChains[$1])] < 0 ? $0 : $0 + 1 }
          counts[column + 1] = count + addedStart[column + 1] - addedStart[column]
        }
      }
    }
    for column in 0..<columnCount { start[column + 1] += start[column] }
    let merged = ContiguousArray<Int32>(count: start[columnCount]) { [moved, addedStart, start, left, entries] merged in
      _ = concurrentMap(groups.count, jobs: jobs) { group in
        for column in groups[group] {
          var next = start[column]
          var added = entries[addedStart[column]..<addedStart[column + 1]]
          for entry in columnStart[column]..<columnStart[column + 1] {
            let chain = moved[Int(columnChains[entry])]
            if chain < 0 { continue }
            let word = Self.word(ofChain: Int(chain), left[Int(chain)].box)
            while let first = added.first, first.word < word {
              merged[next] = Int32(truncatingIfNeeded: first.word & 0xFFFF_FFFF)
              next += 1
              added.removeFirst()
            }
            merged[next] = chain
            next += 1
          }
          for entry in added {
            merged[next] = Int32(truncatingIfNeeded: entry.word & 0xFFFF_FFFF)
            next += 1
          }
        }
      }
    }
    return Replacement(chains: left, origin: origin, shift: shift, columnStart: start, columnChains: merged)
  }
}

extension ChainIndex.Chain {
  fileprivate func moved(by vertices: Int) -> Self {
    var chain = self
    chain.first += Int32(truncatingIfNeeded: vertices)
    chain.last += Int32(truncatingIfNeeded: vertices)
    return chain
  }
}

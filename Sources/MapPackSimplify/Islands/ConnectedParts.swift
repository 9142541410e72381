import MapPackGeometry
import MapPackMerge

/// The connected parts of paths that meet in end points only, for `SideCheck`. A closed path is a part by itself.
struct ConnectedParts {
  /// Per path: its part, numbered from 0 in the order of the paths.
  let partByPath: ContiguousArray<Int32>
  let count: Int

  /// Joins the paths that have an end point in common.
  ///
  /// - Precondition: each open path has a vertex.
  /// - Complexity: O(p log p) for p paths.
  init(_ paths: Paths) {
    var ends: ContiguousArray<(key: UInt64, path: Int32)> = []
    for path in 0..<paths.count where !paths.isClosed[path] {
      ends.append((paths.point(paths.start[path]).key, Int32(truncatingIfNeeded: path)))
      ends.append((paths.point(paths.start[path + 1] - 1).key, Int32(truncatingIfNeeded: path)))
    }
    ends.sort { $0.key < $1.key }

    var sets = DisjointSets(count: paths.count)
    for index in ends.indices.dropFirst() where ends[index].key == ends[index - 1].key {
      sets.unite(Int(ends[index].path), Int(ends[index - 1].path))
    }

    var numbers = ContiguousArray<Int32>(repeating: -1, count: paths.count)
    var count: Int32 = 0
    // A set is named by its smallest member, so its first path is the one that names it.
    for path in 0..<paths.count {
      let first = sets.find(path)
      if first == path {
        numbers[path] = count
        count += 1
      } else {
        numbers[path] = numbers[first]
      }
    }
    partByPath = numbers
    self.count = Int(count)
  }
}

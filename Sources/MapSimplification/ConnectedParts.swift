import MapGeometry

/// The connected parts of a drawing whose paths meet in end points only.
struct ConnectedParts {
  /// Per path: its part, numbered from 0 in the order of the paths.
  let partByPath: ContiguousArray<Int32>
  let count: Int

  /// - Complexity: O(p log p) for p paths.
  init(_ paths: Paths) {
    var ends: ContiguousArray<(key: UInt64, path: Int32)> = []
    for path in 0..<paths.count where !paths.isClosed[path] {
      ends.append((paths.point(paths.start[path]).key, Int32(truncatingIfNeeded: path)))
      ends.append((paths.point(paths.start[path + 1] - 1).key, Int32(truncatingIfNeeded: path)))
    }
    ends.sort { $0.key < $1.key }

    // Each path points to one of its part with a smaller number, the smallest to itself.
    var parent = ContiguousArray<Int32>(0..<Int32(truncatingIfNeeded: paths.count))
    func root(_ path: Int32) -> Int32 {
      var path = path
      while parent[Int(path)] != path {
        parent[Int(path)] = parent[Int(parent[Int(path)])]
        path = parent[Int(path)]
      }
      return path
    }
    for index in ends.indices.dropFirst() where ends[index].key == ends[index - 1].key {
      let a = root(ends[index].path)
      let b = root(ends[index - 1].path)
      parent[Int(max(a, b))] = min(a, b)
    }

    var numbers = ContiguousArray<Int32>(repeating: -1, count: paths.count)
    var count: Int32 = 0
    for path in 0..<Int32(truncatingIfNeeded: paths.count) {
      let root = root(path)
      if root == path {
        numbers[Int(path)] = count
        count += 1
      } else {
        numbers[Int(path)] = numbers[Int(root)]
      }
    }
    partByPath = numbers
    self.count = Int(count)
  }
}

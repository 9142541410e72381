import MapPackCoverage

/// The colors of regions as indices, such that no two neighbors have the same.
///
/// Regions are colored by saturation degree (D. Brélaz, New methods to color the vertices of a graph, Communications of
/// the ACM 22, 1979): next comes the region whose neighbors have the most colors, then the one with the most neighbors,
/// then the first. It gets the color that the fewest regions have, so that a map shows all colors. If that takes more
/// colors than there are, each region gets the first color that its neighbors do not have, which takes the fewest.
struct RegionColors {
  /// Per region, from 0; beyond `count` only if neighbors have all colors.
  private(set) var indices: [Int] = []
  private let neighbors: [[Int]]
  private let count: Int

  /// - Parameter count: how many colors there are, above zero.
  init(_ coverage: Coverage, count: Int) {
    var neighbors = [[Int]](repeating: [], count: coverage.regions.count)
    for (a, b) in coverage.neighbors {
      neighbors[Int(a)].append(Int(b))
      neighbors[Int(b)].append(Int(a))
    }
    self.init(neighbors: neighbors, count: count)
  }

  /// - Parameter neighbors: of each region, each once.
  /// - Complexity: O((n + borders × colors) log n) for n regions
  init(neighbors: [[Int]], count: Int) {
    self.neighbors = neighbors
    self.count = count
    indices = colored(evenly: true)
    if indices.contains(where: { $0 >= count }) { indices = colored(evenly: false) }
  }

  private func colored(evenly: Bool) -> [Int] {
    let regions = neighbors.count
    let order = neighbors.indices.sorted { a, b in
      neighbors[a].count != neighbors[b].count ? neighbors[a].count > neighbors[b].count : a < b
    }
    var rank = [Int](repeating: 0, count: regions)
    for (index, region) in order.enumerated() { rank[region] = index }
    var queue = LargestKey(count: regions)
    for region in neighbors.indices { queue[rank[region]] = regions - 1 - rank[region] }
    var colors = [Int](repeating: -1, count: regions)
    var colorsBeside = [Set<Int>](repeating: [], count: regions)
    var uses = [Int](repeating: 0, count: count)
    for _ in neighbors.indices {
      let region = order[regions - 1 - queue.largest % regions]
      let free = uses.indices.filter { !colorsBeside[region].contains($0) }
      var color = (evenly ? free.min { uses[$0] < uses[$1] } : free.first) ?? count
      while colorsBeside[region].contains(color) { color += 1 }
      colors[region] = color
      if color < count { uses[color] += 1 }
      queue[rank[region]] = -1
      for neighbor in neighbors[region] where colorsBeside[neighbor].insert(color).inserted && colors[neighbor] < 0 {
        queue[rank[neighbor]] += regions
      }
    }
    return colors
  }
}

/// Keys of which the largest is known: a tree whose nodes have the larger key of their two children.
private struct LargestKey {
  private var keys: [Int]
  private let first: Int

  init(count: Int) {
    first = max(count, 1)
    keys = [Int](repeating: -1, count: 2 * first)
  }

  var largest: Int { keys[1] }

  subscript(index: Int) -> Int {
    get { keys[first + index] }
    set {
      var node = first + index
      keys[node] = newValue
      while node > 1 {
        node /= 2
        keys[node] = max(keys[2 * node], keys[2 * node + 1])
      }
    }
  }
}

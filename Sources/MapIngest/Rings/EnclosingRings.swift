/// Rings in a tree, to find the smallest of them that contains another.
///
/// Neighbours in the tree are near each other, and of those with one middle the smaller one comes first; each node knows
/// the reach of the rings below it, and the least and the largest of their areas.
struct EnclosingRings {
  private struct Node {
    var box = CoordinateBox()
    var leastArea = Double.infinity
    var mostArea = -Double.infinity

    mutating func formUnion(_ other: Node) {
      box.minX = min(box.minX, other.box.minX)
      box.minY = min(box.minY, other.box.minY)
      box.maxX = max(box.maxX, other.box.maxX)
      box.maxY = max(box.maxY, other.box.maxY)
      leastArea = min(leastArea, other.leastArea)
      mostArea = max(mostArea, other.mostArea)
    }
  }

  private var rings: ContiguousArray<Int> = []
  /// A binary tree with its root at 1; the leaf of `rings[n]` is `firstLeaf + n`.
  private var nodes: ContiguousArray<Node> = []
  private var firstLeaf = 1
  /// How many nodes have been looked at.
  private(set) var examined = 0

  /// - Parameters:
  ///   - rings: their numbers.
  ///   - boxes: of all rings, by number.
  ///   - areas: of all rings, by number; not negative. Rings whose areas are not numbers contain no other.
  /// - Complexity: O(n log n) for n rings.
  init(_ rings: some Collection<Int>, boxes: ContiguousArray<CoordinateBox>, areas: ContiguousArray<Double>) {
    let rings = rings.filter { !areas[$0].isNaN }
    var whole = CoordinateBox()
    for ring in rings {
      whole.minX = min(whole.minX, boxes[ring].minX)
      whole.minY = min(whole.minY, boxes[ring].minY)
      whole.maxX = max(whole.maxX, boxes[ring].maxX)
      whole.maxY = max(whole.maxY, boxes[ring].maxY)
    }
    /// The middle of an extent as a share of the whole in 65,536ths.
    func place(_ low: Double, _ high: Double, _ least: Double, _ most: Double) -> UInt32 {
      let share = ((low - least) + (high - least)) / 2 / (most - least)
      // An extent without a number in it, or without width, is at the start.
      return share >= 0 && share <= 1 ? UInt32(share * 0xFFFF) : 0
    }
    let sorted = rings.map { ring in
      let box = boxes[ring]
      let x = place(box.minX, box.maxX, whole.minX, whole.maxX)
      let y = place(box.minY, box.maxY, whole.minY, whole.maxY)
      return (place: Self.spread(x) | Self.spread(y) << 1, area: areas[ring], ring: ring)
    }.sorted { ($0.place, $0.area, $0.ring) < ($1.place, $1.area, $1.ring) }
    self.rings = ContiguousArray(sorted.map(\.ring))
    while firstLeaf < sorted.count { firstLeaf *= 2 }
    nodes = ContiguousArray(repeating: Node(), count: 2 * firstLeaf)
    for (leaf, entry) in sorted.enumerated() {
      nodes[firstLeaf + leaf] = Node(box: boxes[entry.ring], leastArea: entry.area, mostArea: entry.area)
    }
    for node in (1..<firstLeaf).reversed() {
      nodes[node] = nodes[2 * node]
      nodes[node].formUnion(nodes[2 * node + 1])
    }
  }

  /// Sixteen bits with a zero between each two.
  private static func spread(_ bits: UInt32) -> UInt32 {
    var spread = bits & 0xFFFF
    spread = (spread | spread << 8) & 0x00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F
    spread = (spread | spread << 2) & 0x3333_3333
    return (spread | spread << 1) & 0x5555_5555
  }

  /// The smallest ring that contains another, of equal ones the first.
  /// - Parameters:
  ///   - box: of the other.
  ///   - shift: by how much the other is moved in x.
  ///   - area: what it must have more of than this.
  ///   - contains: whether a ring contains the other; asked only where its box contains the other's.
  /// - Complexity: O(log n) box tests, and more where the boxes of many rings contain the other's.
  mutating func smallest(
    around box: CoordinateBox, shiftedBy shift: Double = 0, withMoreThan area: Double, _ contains: (Int) -> Bool
  ) -> (area: Double, ring: Int)? {
    var best: (area: Double, ring: Int)?
    var pending = [1]
    while let number = pending.popLast() {
      let node = nodes[number]
      examined += 1
      guard node.mostArea > area, node.box.contains(box, shiftedBy: shift) else { continue }
      if let best, node.leastArea > best.area { continue }
      if number < firstLeaf {
        // The one with the smaller rings comes out first.
        let isSecondSmaller = nodes[2 * number + 1].leastArea < nodes[2 * number].leastArea
        pending.append(isSecondSmaller ? 2 * number : 2 * number + 1)
        pending.append(isSecondSmaller ? 2 * number + 1 : 2 * number)
        continue
      }
      let ring = rings[number - firstLeaf]
      if let best, (best.area, best.ring) < (node.leastArea, ring) { continue }
      if contains(ring) { best = (node.leastArea, ring) }
    }
    return best
  }
}

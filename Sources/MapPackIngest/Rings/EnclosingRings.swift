/// A tree of rings that finds the smallest ring that contains another one, by boxes and areas and a test that the
/// caller gives. `RingDepths` and `AntimeridianCut` find the shells of holes with it.
///
/// Leaves are sorted by the middles of the rings' boxes along a Z-order curve, and smaller rings come first among those
/// with the same middle. Each node has the box of the rings below it, and their smallest and largest area.
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

  /// The numbers of the rings, in the order of the leaves.
  private var rings: ContiguousArray<Int> = []
  /// A complete binary tree with its root at 1. The leaf of `rings[n]` is node `firstLeaf + n`.
  private var nodes: ContiguousArray<Node> = []
  private var firstLeaf = 1
  /// How many nodes all searches have visited. A test reads it.
  private(set) var examined = 0

  /// - Parameters:
  ///   - rings: the numbers of the rings to search.
  ///   - boxes: the boxes of all rings, also of those that are not searched, by number.
  ///   - areas: the areas of the same rings, by number; not negative. Any factor will do, if it is the same for all. A
  ///     ring whose area is not a number contains no other ring.
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
    /// The middle of an interval, relative to the whole range, in 65,535ths.
    func middle(_ low: Double, _ high: Double, _ least: Double, _ most: Double) -> UInt32 {
      let share = ((low - least) + (high - least)) / 2 / (most - least)
      // Intervals with NaN, and ranges without a width, count as the start.
      return share >= 0 && share <= 1 ? UInt32(share * 0xFFFF) : 0
    }
    let sorted = rings.map { ring in
      let box = boxes[ring]
      let x = middle(box.minX, box.maxX, whole.minX, whole.maxX)
      let y = middle(box.minY, box.maxY, whole.minY, whole.maxY)
      return (order: Self.spread(x) | Self.spread(y) << 1, area: areas[ring], ring: ring)
    }.sorted { ($0.order, $0.area, $0.ring) < ($1.order, $1.area, $1.ring) }
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

  /// The lower 16 bits with a zero bit inserted after each.
  private static func spread(_ bits: UInt32) -> UInt32 {
    var spread = bits & 0xFFFF
    spread = (spread | spread << 8) & 0x00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F
    spread = (spread | spread << 2) & 0x3333_3333
    return (spread | spread << 1) & 0x5555_5555
  }

  /// Finds the smallest ring that contains another one; of equally large rings the one with the smallest number.
  /// - Parameters:
  ///   - box: the box of the other ring.
  ///   - shift: by how much the other ring is moved in x before it is compared; 360 degrees or 0.
  ///   - area: the area that the result has to exceed; that of the other ring, if it is among the rings itself.
  ///   - contains: whether the ring with a number contains the other one. It is only called for rings whose boxes
  ///     contain `box`.
  /// - Returns: the number and the area of the ring; `nil` if there is none.
  /// - Complexity: O(log n) box tests if the boxes of few rings contain `box`; O(n) at worst.
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
        // The child with the smaller rings is visited first.
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

/// Boxes from south to north, with a tree by which those at some latitudes are found.
struct LatitudeOrder {
  /// The numbers of the boxes, in the order of the leaves. It does not depend on the order in which they were given,
  /// except for boxes that are the same.
  private let order: [Int]
  private let tree: UnionTree<CoordinateBox>

  init(_ boxes: [CoordinateBox]) {
    order = boxes.indices.sorted { a, b in
      let (p, q) = (boxes[a], boxes[b])
      return p.minY != q.minY
        ? p.minY < q.minY : (p.minX, p.maxY, p.maxX, a) < (q.minX, q.maxY, q.maxX, b)
    }
    tree = UnionTree(order.map { boxes[$0] }, empty: CoordinateBox()) { $0.formUnion($1) }
  }

  /// Calls `body` with the numbers of the boxes that meet one of some others, from south to north, until it returns false.
  /// - Complexity: O(log n + k) for k boxes at the latitudes of the others, if these lie at few latitudes.
  func forEach(meeting others: [CoordinateBox], _ body: (Int) -> Bool) {
    var pending = [1]
    while let number = pending.popLast() {
      let box = tree.nodes[number]
      guard others.contains(where: box.meets) else { continue }
      if number < tree.firstLeaf {
        pending.append(2 * number + 1)
        pending.append(2 * number)
      } else if !body(order[number - tree.firstLeaf]) {
        return
      }
    }
  }
}

/// Boxes of the grid, found by the points that they contain.
package struct GridBoxTree: Sendable {
  private static let fan = 8
  /// The numbers of the boxes, in the order of the leaves.
  private let order: [Int]
  /// Per level: the boxes themselves, then the boxes round eight of those each, up to one round all.
  private var levels: [[GridBox]]

  package init(_ boxes: [GridBox]) {
    order = boxes.indices.sorted { a, b in
      let (p, q) = (boxes[a], boxes[b])
      return (p.minX, p.minY, p.maxX, p.maxY, a) < (q.minX, q.minY, q.maxX, q.maxY, b)
    }
    levels = [order.map { boxes[$0] }]
    while let level = levels.last, level.count > 1 {
      levels.append(
        stride(from: 0, to: level.count, by: Self.fan).map { first in
          level[first..<min(first + Self.fan, level.count)].dropFirst().reduce(level[first]) { box, other in
            var box = box
            box.extend(to: other)
            return box
          }
        })
    }
  }

  /// Whether `body` holds for a box that contains a point; it is called with their numbers until it does.
  package func contains(_ point: GridPoint, where body: (Int) -> Bool) -> Bool {
    guard let top = levels.last, !top.isEmpty else { return false }
    var pending = [(level: levels.count - 1, index: 0)]
    while let (level, index) = pending.popLast() {
      guard levels[level][index].contains(point) else { continue }
      if level == 0 {
        if body(order[index]) { return true }
      } else {
        for child in index * Self.fan..<min((index + 1) * Self.fan, levels[level - 1].count) {
          pending.append((level - 1, child))
        }
      }
    }
    return false
  }
}

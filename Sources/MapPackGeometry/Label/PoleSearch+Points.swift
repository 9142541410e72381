extension PoleSearch {
  mutating func distance(_ x: Double, _ y: Double) -> Double { nearest(x, y).squared.squareRoot() }

  /// The distance of a point from the edge, in cells; negative if the point is certainly outside.
  ///
  /// The side of the nearest segment tells. If its end is nearest, the point is outside if the edge turns left there,
  /// because a point inside such a corner is nearer to one of the sides.
  mutating func clearance(_ x: Double, _ y: Double) -> Double {
    let (begin, squared) = nearest(x, y)
    let distance = squared.squareRoot()
    let paths = tree.paths
    let end = Int(tree.end[begin])
    let (a, b) = (paths.point(begin), paths.point(end))
    let (runX, runY) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    let (toX, toY) = (x - Double(a.x), y - Double(a.y))
    let (along, length) = (toX * runX + toY * runY, runX * runX + runY * runY)
    if along > 0 && along < length {
      return runX * toY - runY * toX < 0 ? -distance : distance
    }
    let range = paths.vertices(of: paths.path(ofVertex: begin))
    let isAtEnd = along > 0
    let before = isAtEnd ? begin : begin == range.lowerBound ? range.upperBound - 1 : begin - 1
    guard tree.end[before] >= 0 else { return distance }
    let vertex = isAtEnd ? end : begin
    let after = Int(tree.end[vertex])
    guard after >= 0 else { return distance }
    return orientation(paths.point(before), paths.point(vertex), paths.point(after)) > 0 ? -distance : distance
  }

  /// The segment that is nearest to a point, by its first vertex, and the square of its distance in cells.
  private mutating func nearest(_ x: Double, _ y: Double) -> (segment: Int, squared: Double) {
    let paths = tree.paths
    var nearest = (segment: 0, squared: Double.infinity)
    pending.append((1, 0))
    while let (node, squared) = pending.popLast() {
      examined += 1
      guard squared < nearest.squared else { continue }
      if node < tree.firstLeaf {
        push(childrenOf: node, nearestTo: x, y)
      } else if node - tree.firstLeaf < tree.segments.count {
        let begin = Int(tree.segments[node - tree.firstLeaf])
        let squared = squaredDistance(x, y, paths.point(begin), paths.point(Int(tree.end[begin])))
        if squared < nearest.squared { nearest = (begin, squared) }
      }
    }
    return nearest
  }

  /// Whether a point is inside, by the segments below it. It looks at all segments, so it is asked only of a circle
  /// that is better by 1 % than all before.
  func isInside(_ x: Double, _ y: Double) -> Bool {
    let paths = tree.paths
    var isInside = false
    for (begin, end) in tree.end.enumerated() where end >= 0 {
      let (first, last) = (paths.point(begin), paths.point(Int(end)))
      let (a, b) = first.x < last.x ? (first, last) : (last, first)
      guard Double(a.x) <= x, x < Double(b.x) else { continue }
      let (run, rise) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
      if run * (y - Double(a.y)) > rise * (x - Double(a.x)) { isInside.toggle() }
    }
    return isInside
  }

  /// Sets the children of a node aside, with the squares of their distances from a point; the nearer one comes out
  /// first.
  mutating func push(childrenOf node: Int, nearestTo x: Double, _ y: Double) {
    let first = (node: 2 * node, squared: tree.box(of: 2 * node).squaredDistance(fromX: x, y: y))
    let second = (node: 2 * node + 1, squared: tree.box(of: 2 * node + 1).squaredDistance(fromX: x, y: y))
    pending.append(first.squared < second.squared ? second : first)
    pending.append(first.squared < second.squared ? first : second)
  }

  /// Tries the middle of the widest stretch inside the polygon, on a line across the box. However thin the polygon is,
  /// this is a point in it.
  mutating func seed(onLineAt fraction: Double, upright: Bool) {
    let box = tree.box
    let paths = tree.paths
    let low = Double(upright ? box.minX : box.minY)
    let high = Double(upright ? box.maxX : box.maxY)
    let line = low + (high - low) * fraction
    var crossings: [Double] = []
    for path in 0..<paths.count {
      Self.forEachSegment(of: path, paths) { segment in
        let (a, b) = (paths.point(segment.begin), paths.point(segment.end))
        let (fromLine, from) = upright ? (Double(a.x), Double(a.y)) : (Double(a.y), Double(a.x))
        let (toLine, to) = upright ? (Double(b.x), Double(b.y)) : (Double(b.y), Double(b.x))
        if fromLine <= line && line < toLine || toLine <= line && line < fromLine {
          crossings.append(from + (to - from) * ((line - fromLine) / (toLine - fromLine)))
        }
      }
    }
    crossings.sort()
    var widest = (width: -1.0, middle: 0.0)
    for index in stride(from: 1, to: crossings.count, by: 2) {
      let width = crossings[index] - crossings[index - 1]
      if width > widest.width { widest = (width, crossings[index - 1] + width / 2) }
    }
    guard widest.width >= 0 else { return }
    let (x, y) = upright ? (line, widest.middle) : (widest.middle, line)
    let radius = distance(x, y)
    if radius > best.radius || best.radius == 0 { best = PoleOfInaccessibility(x: x, y: y, radius: radius) }
  }
}

@inline(__always)
private func squaredDistance(_ x: Double, _ y: Double, _ a: GridPoint, _ b: GridPoint) -> Double {
  let runX = Double(b.x) - Double(a.x)
  let runY = Double(b.y) - Double(a.y)
  let toX = x - Double(a.x)
  let toY = y - Double(a.y)
  let length = runX * runX + runY * runY
  // The position of the nearest point along the segment: 0 at a, 1 at b.
  let share = length > 0 ? min(1, max(0, (toX * runX + toY * runY) / length)) : 0
  let restX = toX - share * runX
  let restY = toY - share * runY
  return restX * restX + restY * restY
}

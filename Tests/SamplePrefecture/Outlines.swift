import TestSupport

/// The borders between the parts of a lattice, drawn as rough lines.
///
/// A border crosses an edge of the lattice once, between 0.3 and 0.7 of its length. A triangle is crossed by one line
/// between two such crossings, or by three that meet in its middle. The rhombus of such a line lies in the triangle, and
/// two of them meet in their ends alone: so the borders are a valid coverage, and both parts beside one have the same
/// points to the last bit.
struct Outlines {
  /// A line with all its points, and the part on either side. Its ends are numbers of crossings and middles.
  private struct Line {
    var from: Int
    var to: Int
    var left: Int
    var right: Int
    var points: [Position]
  }

  private struct Station: Hashable {
    var part: Int
    var end: Int
  }

  private var lines: [Line] = []

  /// - Parameters:
  ///   - parts: the part of each node; nodes on the edge of the lattice, and beside them, are of one part.
  ///   - crossing: where the border between two neighbors is, as a share of the way from the first.
  ///   - depth: how rough a line between two parts may be.
  init(
    of parts: [Int], on lattice: Lattice, crossing: (Int, Int) -> Double, depth: (Int, Int) -> Int,
    using random: inout SplitMix64
  ) {
    for node in parts.indices where !lattice.isOnEdge(node) {
      for (number, corners) in lattice.triangles(above: node).enumerated() {
        let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).filter { parts[$0] != parts[$1] }
        let crossings = sides.map { first, second in
          let (low, high) = (min(first, second), max(first, second))
          let share = min(max(crossing(low, high), 0.3), 0.7)
          let (from, to) = (lattice.position(of: low), lattice.position(of: high))
          return (number: lattice.edge(low, high), position: from.moved(share, to: to))
        }
        let isJunction = sides.count == 3
        let middle = lattice.position(of: corners[0]).moved(0.5, to: lattice.position(of: corners[1]))
          .moved(1 / 3, to: lattice.position(of: corners[2]))
        let junction = (number: 3 * lattice.count + 2 * node + number, position: middle)
        // Walked inward from a side, a line has the part of the side's first corner on its left.
        for (side, start) in zip(sides, crossings).prefix(isJunction ? 3 : 1) {
          let end = isJunction ? junction : crossings[1]
          let (left, right) = (parts[side.0], parts[side.1])
          let depth = Int(random.next() % UInt64(depth(left, right) + 1))
          let points = RoughLine.points(from: start.position, to: end.position, depth: depth, using: &random)
          lines.append(Line(from: start.number, to: end.number, left: left, right: right, points: points))
        }
      }
    }
  }

  /// The rings round each part, without closing point: the shell first, counter-clockwise, then holes, clockwise.
  /// The part outside has holes alone.
  func rings(parts: Int) -> [[[Position]]] {
    // Each part has one line that leaves an end, forwards or (~) backwards.
    var leaving: [Station: Int] = [:]
    for (number, line) in lines.enumerated() {
      leaving[Station(part: line.left, end: line.from)] = number
      leaving[Station(part: line.right, end: line.to)] = ~number
    }
    var rings = [[[Position]]](repeating: [], count: parts)
    for line in lines {
      for start in [Station(part: line.left, end: line.from), Station(part: line.right, end: line.to)] {
        var ring: [Position] = []
        var station = start
        while let next = leaving.removeValue(forKey: station) {
          let line = lines[next < 0 ? ~next : next]
          ring += next < 0 ? line.points.reversed().dropLast() : line.points.dropLast()
          station.end = next < 0 ? line.from : line.to
        }
        guard !ring.isEmpty else { continue }
        rings[start.part].insert(ring, at: ring.signedArea > 0 ? 0 : rings[start.part].count)
      }
    }
    return rings
  }
}

extension [Position] {
  /// The area within a ring, in square kilometers; below 0 if the ring runs clockwise.
  var signedArea: Double {
    var doubled = 0.0
    for (a, b) in zip(self, dropFirst() + prefix(1)) { doubled += a.x * b.y - b.x * a.y }
    return doubled / 2
  }
}

import MapPackGeometry
import TestSupport
import Testing

/// A motion of the plane that leads its cells onto themselves.
struct Motion: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var point: @Sendable (GridPoint) -> GridPoint
  /// Whether left and right are swapped.
  var isMirrored = false

  private static let size: Int32 = 1 << 30 - 1

  static let all = [
    Motion(testDescription: "moved") { GridPoint(x: $0.x + 12_345, y: $0.y + 678) },
    Motion(testDescription: "transposed", point: { GridPoint(x: $0.y, y: $0.x) }, isMirrored: true),
    Motion(testDescription: "mirrored", point: { GridPoint(x: size - $0.x, y: $0.y) }, isMirrored: true),
    Motion(testDescription: "turned by a quarter") { GridPoint(x: size - $0.y, y: $0.x) },
    Motion(testDescription: "turned by a half") { GridPoint(x: size - $0.x, y: size - $0.y) },
  ]

  func callAsFunction(_ lines: ClaimedPaths) -> ClaimedPaths {
    var moved = ClaimedPaths()
    for path in 0..<lines.count {
      for use in lines.useStart[path]..<lines.useStart[path + 1] {
        let (left, right) = (lines.left[use], lines.right[use])
        for vertex in lines.paths.vertices(of: path) { moved.paths.append(point(lines.paths.point(vertex))) }
        moved.endPath(
          isClosed: lines.paths.isClosed[path], left: isMirrored ? right : left, right: isMirrored ? left : right)
      }
    }
    return moved
  }
}

/// A drawing whose crossings lie at no corner of a cell, where rounding has to prefer a side.
private struct Drawing: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var lines: @Sendable () -> ClaimedPaths

  static let all = [
    Drawing(testDescription: "a ring of 40 random chords") { AdversarialLines.star(chords: 40) },
    Drawing(testDescription: "20 triangles over each other") { AdversarialLines.triangles(20) },
    Drawing(testDescription: "another 20") { AdversarialLines.triangles(20, seed: 7) },
    Drawing(testDescription: "combs across each other") { AdversarialLines.combs(teeth: 8) },
    Drawing(testDescription: "60 wedges that meet in a point") { AdversarialLines.wedges(60) },
    Drawing(testDescription: "50 squares stacked in each other") { AdversarialLines.stackedSquares(50) },
  ]
}

/// A line's ends in order, and what one ring claims on its two sides, as seen from the first to the second.
private struct Edge: Hashable {
  var from: GridPoint
  var to: GridPoint
  var left: Int32
  var right: Int32

  init(_ a: GridPoint, _ b: GridPoint, left: Int32, right: Int32) {
    let isForward = a < b
    (from, to) = isForward ? (a, b) : (b, a)
    (self.left, self.right) = isForward ? (left, right) : (right, left)
  }

  /// All edges of some arcs.
  static func all(of lines: ClaimedPaths) -> Set<Edge> {
    var edges: Set<Edge> = []
    for path in 0..<lines.count {
      let range = lines.paths.vertices(of: path)
      for vertex in lines.paths.isClosed[path] ? range : range.dropLast() {
        let next = vertex + 1 < range.upperBound ? vertex + 1 : range.lowerBound
        for use in lines.useStart[path]..<lines.useStart[path + 1] {
          edges.insert(
            Edge(
              lines.paths.point(vertex), lines.paths.point(next), left: lines.left[use], right: lines.right[use]))
        }
      }
    }
    return edges
  }
}

@Suite struct `Noding in any direction` {
  /// A drawing at half its size, so that there is room to move it.
  private func small(_ drawing: Drawing) -> ClaimedPaths {
    Motion(testDescription: "half", point: { GridPoint(x: $0.x / 2, y: $0.y / 2) })(drawing.lines())
  }

  @Test(arguments: Drawing.all, Motion.all)
  private func `a drawing that is moved, mirrored or turned is noded as it was`(drawing: Drawing, motion: Motion) {
    let lines = small(drawing)
    let noded = node(lines, jobs: 1)
    let moved = node(motion(lines), jobs: 1)
    #expect(!Edge.all(of: noded.arcs).isEmpty)
    let differ = Edge.all(of: moved.arcs) != Edge.all(of: motion(noded.arcs))
    #expect(!differ)
    #expect(Set(moved.record.crossings) == Set(noded.record.crossings.map(motion.point)))
    #expect(Set(moved.record.touches) == Set(noded.record.touches.map(motion.point)))
    #expect(moved.record.rounds == noded.record.rounds)
  }

  @Test(arguments: Drawing.all, Motion.all)
  private func `a drawing that is moved, mirrored or turned has faces of the same areas`(
    drawing: Drawing, motion: Motion
  ) {
    let lines = small(drawing)
    let areas = { (lines: ClaimedPaths) in PlaneDivision(lines, jobs: 1).doubledArea.sorted() }
    #expect(areas(motion(lines)) == areas(lines))
  }
}

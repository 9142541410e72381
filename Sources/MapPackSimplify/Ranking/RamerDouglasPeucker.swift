import MapPackGeometry
import MapPackMerge

/// The weights of an arc's vertices by the method of Ramer, Douglas and Peucker, for `VertexRanking`.
/// `LineSimplification` in `MapPack` has the method for the lines of apps.
///
/// A line is split between two **anchors**, which stay, at the vertex that is farthest in the plane from the segment
/// between them. Both halves are split again, with this vertex as an anchor. A vertex weighs the square of its distance
/// on the ground, but never more than the vertex that made its part. So the vertices that weigh more than the square of
/// a tolerance are those that the published method keeps at this tolerance, and the sets for different tolerances nest.
///
/// The first anchors weigh `infinity`: the ends of an arc, its pinned vertices, and for a closed arc its smallest
/// vertex and the vertex farthest from that one. The two ends of a loop are one point, and distances are taken from it.
/// If a ring would keep fewer than three vertices, its most important ones weigh `infinity` too.
///
/// Sources: U. Ramer, "An iterative procedure for the polygonal approximation of plane curves", Computer Graphics and
/// Image Processing 1 (1972); D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points
/// required to represent a digitized line or its caricature", Cartographica 10 (1973).
package struct RamerDouglasPeucker {
  private let arcs: ArcTable
  private let isPinned: ContiguousArray<Bool>
  private let scale: GroundScale

  /// The current arc. A closed one runs from its smallest vertex to that vertex again.
  private var line = FarthestVertex()
  /// The parts of the arc that are still to be split.
  private var parts: ContiguousArray<Part> = []

  private struct Part {
    var first: Int
    var last: Int
    /// The weight of the vertex that made the part, which its vertices cannot exceed.
    var limit: Double
  }

  /// Prepares to rank arcs of a table, one after the other.
  ///
  /// - Parameters:
  ///   - isPinned: per vertex, whether it must stay.
  ///   - scale: the size of the grid's cells on the ground.
  package init(_ arcs: ArcTable, isPinned: ContiguousArray<Bool>, scale: GroundScale) {
    self.arcs = arcs
    self.isPinned = isPinned
    self.scale = scale
  }

  /// How many distances have been computed so far.
  package var examined: Int { line.examined }

  /// Writes the weights of an arc's vertices, in m² on the ground.
  ///
  /// - Parameters:
  ///   - arc: the arc.
  ///   - weights: the weights of the vertices from `base` on. Those of the arc must be `infinity`.
  ///   - base: the vertex of the first weight.
  /// - Complexity: O(n log n) for n vertices of tracks, borders, coasts, edges of rasters, spirals with few corners a
  ///   turn, and teeth that shrink from one end to the other: half a second for a million vertices. O(n²) at worst.
  package mutating func rank(_ arc: Int, into weights: inout ContiguousArray<Double>, base: Int) {
    let arcs = arcs
    let range = arcs.vertices(of: arc)
    let minimum = arcs.leastVertices(of: arc)
    guard range.count > minimum else { return }
    let isClosed = arcs.isClosed[arc]
    let begin = isClosed ? range.min { arcs.point($0) < arcs.point($1) } ?? range.lowerBound : range.lowerBound
    let last = isClosed ? range.count : range.count - 1
    func vertex(_ position: Int) -> Int {
      let vertex = begin + position
      return vertex < range.upperBound ? vertex : vertex - range.count
    }
    line.reset { points in
      for position in 0...last { points.append(arcs.point(vertex(position))) }
    }

    let opposite = isClosed ? line.find(between: 0, and: last).position : last
    var anchor = 0
    for position in 1...last where position == opposite || position == last || isPinned[vertex(position)] {
      parts.append(Part(first: anchor, last: position, limit: .infinity))
      anchor = position
    }
    while let part = parts.popLast() {
      guard part.last - part.first > 1 else { continue }
      let (split, squaredDistance) = line.find(between: part.first, and: part.last)
      let onGround = 2 * squaredDistance * scale.squareMetersPerDoubledCell(y: line.points[split].y)
      let weight = min(part.limit, onGround)
      guard weight > 0 else {
        // The whole part lies on the chord.
        for position in part.first + 1..<part.last { weights[vertex(position) - base] = 0 }
        continue
      }
      weights[vertex(split) - base] = weight
      parts.append(Part(first: part.first, last: split, limit: weight))
      parts.append(Part(first: split, last: part.last, limit: weight))
    }
    keep(minimum, of: range, &weights, base)
  }

  /// Makes the most important vertices stay, until at least `minimum` do.
  private func keep(_ minimum: Int, of range: Range<Int>, _ weights: inout ContiguousArray<Double>, _ base: Int) {
    var staying = range.count { weights[$0 - base] == .infinity }
    while staying < minimum {
      var best: Int?
      for vertex in range where weights[vertex - base] < .infinity {
        if let current = best {
          let isLess =
            (weights[vertex - base], arcs.y[vertex], arcs.x[vertex])
            < (weights[current - base], arcs.y[current], arcs.x[current])
          if isLess { continue }
        }
        best = vertex
      }
      guard let best else { return }
      weights[best - base] = .infinity
      staying += 1
    }
  }
}

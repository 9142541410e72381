import MapPack
import MapPackGeometry

/// An arc of which the corners that displace the least area go first, plain or weighted.
///
/// Visvalingam and Whyatt take the area of the triangle of a vertex with its two neighbors, T. If other vertices have
/// gone before, T is too large: an area Q between the line and the source may already lie in the triangle, on the inner
/// side of the corner, and the new segment puts it back. So the displaced area grows by T − 2 min(T, Q) only. For this,
/// each segment keeps two sums, of the area between it and the source on its left and on its right. The sums are
/// estimates: they assume that the whole area on the inner side of a corner lies in its triangle. At equal numbers of
/// vertices, this leaves about a twelfth less area between a map and its source than T alone.
///
/// The **weighted** area is T times 1 − 0.7 cos θ, for the angle θ between the two segments: 1.7 T if the line hardly
/// turns, 1 T at a right angle, 0.3 T at the tip of a spike. So spikes go sooner than with the area alone, and wide
/// bends stay longer.
///
/// Source of the weighting and its coefficient: M. Bloch, mapshaper's documentation, "Guides: Simplification" and "Some
/// weighting functions for Visvalingam simplification".
struct ArcCorners: CornerLine {
  private let arcs: ArcTable
  private let scale: GroundScale
  private let isWeighted: Bool
  /// The vertices of the current arc, with all that ranks them side by side.
  private var vertices: ContiguousArray<Vertex> = []

  private struct Vertex {
    var point: GridPoint
    /// The m² on the ground per doubled cell² here.
    var squareMeters: Double
    /// The area in m² between the segment that begins here and the source, on either side of the segment. Left and right
    /// are meant with y drawn upward, as in `orientation`.
    var left = 0.0
    var right = 0.0
  }

  /// How much the angle counts in the weighted area. At 0 it would not count.
  private static let coefficient = 0.7

  /// - Parameter isWeighted: whether the weighted area counts.
  init(_ arcs: ArcTable, scale: GroundScale, isWeighted: Bool) {
    self.arcs = arcs
    self.scale = scale
    self.isWeighted = isWeighted
  }

  /// Takes another arc.
  mutating func reset(arc: Int) {
    vertices.removeAll(keepingCapacity: true)
    for vertex in arcs.vertices(of: arc) {
      let point = arcs.point(vertex)
      vertices.append(Vertex(point: point, squareMeters: scale.squareMetersPerDoubledCell(y: point.y)))
    }
  }

  @inline(__always)
  func area(at position: Int, between previous: Int, and next: Int) -> Double {
    let (vertex, before, after) = (vertices[position], vertices[previous], vertices[next].point)
    let triangle = Self.triangle(vertex, before.point, after)
    if isWeighted {
      return triangle.area * (1 - Self.coefficient * Self.cosine(before.point, vertex.point, after))
    }
    let inner = triangle.isRight ? before.left + vertex.left : before.right + vertex.right
    return triangle.area - 2 * min(triangle.area, inner)
  }

  @inline(__always)
  mutating func remove(_ position: Int, between previous: Int, and next: Int) {
    let (vertex, before) = (vertices[position], vertices[previous])
    let triangle = Self.triangle(vertex, before.point, vertices[next].point)
    let (left, right) = (before.left + vertex.left, before.right + vertex.right)
    let regained = min(triangle.area, triangle.isRight ? left : right)
    let added = triangle.area - regained
    vertices[previous].left = triangle.isRight ? left - regained : left + added
    vertices[previous].right = triangle.isRight ? right + added : right - regained
  }

  /// The area in m² of the triangle of a vertex and its neighbors, and whether the vertex lies right of the segment
  /// from the one before it to the one behind it.
  @inline(__always)
  private static func triangle(
    _ vertex: Vertex, _ before: GridPoint, _ after: GridPoint
  ) -> (area: Double, isRight: Bool) {
    let turn = orientation(before, vertex.point, after)
    return (Double(turn.magnitude) * vertex.squareMeters, turn > 0)
  }

  /// The cosine of the angle at b, whatever the order of a and c. The plane is conformal, so the angle is that on the
  /// ground.
  @inline(__always)
  private static func cosine(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Double {
    let baX = Int64(a.x) &- Int64(b.x)
    let baY = Int64(a.y) &- Int64(b.y)
    let bcX = Int64(c.x) &- Int64(b.x)
    let bcY = Int64(c.y) &- Int64(b.y)
    // Products of differences have at most 60 bits, so nothing wraps.
    let squares = Double(baX &* baX &+ baY &* baY) * Double(bcX &* bcX &+ bcY &* bcY)
    return Double(baX &* bcX &+ baY &* bcY) / squares.squareRoot()
  }
}

import MapPackGeometry

/// A box round a piece of a line, along the direction of the piece instead of along the axes. So it is narrow, whatever
/// the direction of the line. `FarthestVertex` keeps a tree of them.
///
/// It is larger than its content by a margin that exceeds all rounding errors, so that the distance to its farthest
/// corner is an upper bound. Coordinates are below 2³⁰ cells, errors below 2⁻²⁰ cells, and the margin is 2⁻⁶ cells.
struct OrientedBox {
  /// A point in the middle of the piece, in cells.
  let middle: (x: Double, y: Double)
  /// The direction of the piece, as a vector of length 1.
  private let direction: (x: Double, y: Double)
  private var minAlong = Double.infinity
  private var maxAlong = -Double.infinity
  private var minAcross = Double.infinity
  private var maxAcross = -Double.infinity

  private static let margin = 0x1p-6

  /// An empty box for a piece. It has no corners before the first `extend`.
  ///
  /// If both points are equal, the box lies along the axes.
  ///
  /// - Parameters:
  ///   - first: the middle of its first half.
  ///   - second: the middle of its second half.
  init(from first: (x: Double, y: Double), to second: (x: Double, y: Double)) {
    middle = ((first.x + second.x) / 2, (first.y + second.y) / 2)
    let (x, y) = (second.x - first.x, second.y - first.y)
    let length = (x * x + y * y).squareRoot()
    direction = length > 0 ? (x / length, y / length) : (1, 0)
  }

  /// The box round two consecutive pieces.
  init(_ first: OrientedBox, _ second: OrientedBox) {
    self.init(from: first.middle, to: second.middle)
    first.forEachCorner { extend(toX: $0, y: $1) }
    second.forEachCorner { extend(toX: $0, y: $1) }
  }

  /// Makes the box hold a point.
  mutating func extend(toX x: Double, y: Double) {
    let (dx, dy) = (x - middle.x, y - middle.y)
    let along = dx * direction.x + dy * direction.y
    let across = dy * direction.x - dx * direction.y
    minAlong = min(minAlong, along - Self.margin)
    maxAlong = max(maxAlong, along + Self.margin)
    minAcross = min(minAcross, across - Self.margin)
    maxAcross = max(maxAcross, across + Self.margin)
  }

  /// Calls `body` with the four corners, in cells.
  @inline(__always)
  func forEachCorner(_ body: (_ x: Double, _ y: Double) -> Void) {
    corner(minAlong, minAcross, body)
    corner(maxAlong, minAcross, body)
    corner(minAlong, maxAcross, body)
    corner(maxAlong, maxAcross, body)
  }

  @inline(__always)
  private func corner(_ along: Double, _ across: Double, _ body: (_ x: Double, _ y: Double) -> Void) {
    body(
      middle.x + along * direction.x - across * direction.y, middle.y + along * direction.y + across * direction.x)
  }
}

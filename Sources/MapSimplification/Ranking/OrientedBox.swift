import MapGeometry

/// A box along the run of a piece of a line instead of along the axes: it is narrow however the line lies.
///
/// It is larger than what it holds by more than the rounding of all that is computed from it, so that a distance
/// taken to its corners is a bound: coordinates are below 2³⁰, errors below 2⁻²⁰, the margin is 2⁻⁶ cells.
struct OrientedBox {
  /// A place in the midst of the piece.
  let middle: (x: Double, y: Double)
  /// Of length 1: the way the piece runs.
  private let direction: (x: Double, y: Double)
  private var minAlong = Double.infinity
  private var maxAlong = -Double.infinity
  private var minAcross = Double.infinity
  private var maxAcross = -Double.infinity

  private static let margin = 0x1p-6

  /// An empty box of a piece that runs from the midst of one half to the midst of the other.
  init(from first: (x: Double, y: Double), to second: (x: Double, y: Double)) {
    middle = ((first.x + second.x) / 2, (first.y + second.y) / 2)
    let (x, y) = (second.x - first.x, second.y - first.y)
    let length = (x * x + y * y).squareRoot()
    direction = length > 0 ? (x / length, y / length) : (1, 0)
  }

  /// The box round two pieces of which one goes on where the other ends.
  init(_ first: OrientedBox, _ second: OrientedBox) {
    self.init(from: first.middle, to: second.middle)
    first.forEachCorner { extend(toX: $0, y: $1) }
    second.forEachCorner { extend(toX: $0, y: $1) }
  }

  mutating func extend(toX x: Double, y: Double) {
    let (dx, dy) = (x - middle.x, y - middle.y)
    let along = dx * direction.x + dy * direction.y
    let across = dy * direction.x - dx * direction.y
    minAlong = min(minAlong, along - Self.margin)
    maxAlong = max(maxAlong, along + Self.margin)
    minAcross = min(minAcross, across - Self.margin)
    maxAcross = max(maxAcross, across + Self.margin)
  }

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

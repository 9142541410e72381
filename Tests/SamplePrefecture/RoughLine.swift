import TestSupport

/// Coasts and borders between two of their points: straight pieces and teeth, on the teeth smaller teeth.
///
/// A line stays within a rhombus round its chord, 0.4 as high as long.
/// Source: midpoint displacement on the generator of H. von Koch's curve (1904).
enum RoughLine {
  /// The height of a tooth, in lengths of what it stands on.
  private static let teeth = 0.06...0.19

  /// The points from `a` to `b`, both included.
  static func points(from a: Position, to b: Position, depth: Int, using random: inout SplitMix64) -> [Position] {
    guard depth > 0 else { return [a, b] }
    let side = random.next().isMultiple(of: 2) ? 1.0 : -1
    let height = side * random.share(in: teeth)
    let middle = a.moved(0.5, to: b)
    let tip = Position(x: middle.x - height * (b.y - a.y), y: middle.y + height * (b.x - a.x))
    let stops = [a, a.moved(1 / 3, to: b), tip, b.moved(1 / 3, to: a), b]
    var points = [a]
    for (from, to) in zip(stops, stops.dropFirst()) {
      points += Self.points(from: from, to: to, depth: depth - 1, using: &random).dropFirst()
    }
    return points
  }
}

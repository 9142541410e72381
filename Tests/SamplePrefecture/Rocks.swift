import TestSupport

/// Islets that the lattice is too coarse for: pentagons with rough sides.
enum Rocks {
  /// Radii in kilometers. Half of the rocks have less than twice the smallest.
  private static let radii = 0.011...0.14
  private static let pentagon = [(1.0, 0.0), (0.309, 0.951), (-0.809, 0.588), (-0.809, -0.588), (0.309, -0.951)]

  /// A ring round a position, counter-clockwise, without closing point; less than 0.15 km away from the position.
  static func ring(around center: Position, using random: inout SplitMix64) -> [Position] {
    let radius = min(radii.upperBound, radii.lowerBound / random.share(in: 0.05...1))
    let corners = pentagon.map { east, north in
      let distance = radius * random.share(in: 0.6...1)
      return Position(x: center.x + distance * east, y: center.y + distance * north)
    }
    let depth = radius < 0.03 ? 0 : radius < 0.09 ? 1 : 2
    return zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { from, to in
      RoughLine.points(from: from, to: to, depth: depth, using: &random).dropLast()
    }
  }
}

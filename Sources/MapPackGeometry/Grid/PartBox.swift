/// The box of a part of something on a plane. Whole numbers below 2⁵³ stay exact in it.
package struct PartBox: Hashable, Sendable {
  package private(set) var minX, minY, maxX, maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// - Precondition: there is a box.
  package init(joining boxes: [PartBox]) {
    self = boxes[0]
    for box in boxes { extend(to: box) }
  }

  /// The box of the main part, which leaves out what lies far from the first part for its size.
  ///
  /// It begins as that of the first part. Each other part joins if it does not reach far beyond the box so far: at most
  /// twice its diagonal, times the root of its size as a share of the first part's. A part that joins makes the box larger
  /// and its own reach nothing, so it does not matter in which order parts are tried, until none joins. Then those join
  /// that reach beyond by at most a thirty-second of the diagonal, whatever their size.
  ///
  /// Source: none; the numbers were chosen by the countries of the world and the municipalities of Japan.
  /// - Parameter sizes: the area of each part, or the length of lines.
  /// - Precondition: there is a part.
  /// - Complexity: O(n²) for n parts at worst; a few times O(n) in practice
  package init(ofMain parts: [PartBox], sizes: [Double]) {
    var main = parts[0]
    var others = Array(parts.indices.dropFirst())
    var count = 0
    while others.count != count {
      count = others.count
      others.removeAll { index in
        let (reach, size) = (main.squaredReach(of: parts[index]), min(sizes[index], sizes[0]))
        guard reach * sizes[0] <= 4 * main.squaredDiagonal * size else { return false }
        main.extend(to: parts[index])
        return true
      }
    }
    let near = main.squaredDiagonal / (32 * 32)
    self.init(joining: [main] + others.map { parts[$0] }.filter { main.squaredReach(of: $0) <= near })
  }

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }

  package var squaredDiagonal: Double { Self.square(width, height) }

  /// How far another box reaches beyond this one, squared: along both axes, on both sides together.
  private func squaredReach(of other: PartBox) -> Double {
    Self.square(
      max(0, other.maxX - maxX) + max(0, minX - other.minX), max(0, other.maxY - maxY) + max(0, minY - other.minY))
  }

  private static func square(_ x: Double, _ y: Double) -> Double { x * x + y * y }

  private mutating func extend(to other: PartBox) {
    (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
    (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
  }
}

import Foundation

/// Thins labels where they would lie over each other.
package enum LabelLayout {
  /// The labels that can stand, ascending: each that collides with none of those before it that stand.
  ///
  /// - Parameters:
  ///   - boxes: where the labels would be on the screen, the most important first; empty ones do not stand.
  ///   - bounds: labels that do not lie in it whole do not stand.
  ///   - gap: how far apart two labels are at least.
  /// - Complexity: O(n · k) for n labels, of which k stand side by side in a row of the screen
  package static func standing(_ boxes: [CGRect], in bounds: CGRect, gap: Double = 2) -> [Int] {
    // Labels that collide begin in the same row or in rows next to each other.
    let row = max(1, (boxes.map(\.height).max() ?? 0) + gap)
    var boxesByRow: [Int: [CGRect]] = [:]
    var standing: [Int] = []
    for (index, box) in boxes.enumerated() where !box.isEmpty && bounds.contains(box) {
      let number = Int((box.minY / row).rounded(.down))
      let room = box.insetBy(dx: -gap, dy: -gap)
      let isFree = (number - 1...number + 1).allSatisfy { row in
        boxesByRow[row, default: []].allSatisfy { !$0.intersects(room) }
      }
      guard isFree else { continue }
      boxesByRow[number, default: []].append(box)
      standing.append(index)
    }
    return standing
  }
}

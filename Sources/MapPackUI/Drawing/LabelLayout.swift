import Foundation
import MapPack

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// Chooses labels that do not overlap.
enum LabelLayout {
  /// The indices of the labels to draw, ascending. A label is drawn if it collides with no earlier one that is drawn.
  ///
  /// - Parameters:
  ///   - boxes: the labels' boxes on the screen, the most important first. Labels with empty boxes are not drawn.
  ///   - bounds: the visible rectangle. Labels that are not completely in it are not drawn.
  ///   - gap: the smallest distance between two labels, in the screen's unit.
  /// - Complexity: O(n · k) for n labels, of which k are drawn side by side in a row of the screen
  static func standing(_ boxes: [CGRect], in bounds: CGRect, gap: Double = 2) -> [Int] {
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

/// Where labels were drawn last. While a map is moved at one scale, they are not drawn again: their picture moves.
struct LabelAnchor {
  private var frame: MapFrame?

  /// The frame in which labels are drawn, and how far their picture is moved from there.
  ///
  /// It is the same frame as before, moved, if a gesture moves the map and has not magnified it. Else it is the frame of
  /// the map.
  /// - Parameters:
  ///   - frame: where the map lies on the screen.
  ///   - isMoving: whether a gesture or an animation moves the map.
  mutating func follow(_ frame: MapFrame, isMoving: Bool) -> (frame: MapFrame, shift: CGSize) {
    guard isMoving, let drawn = self.frame, drawn.scale == frame.scale else {
      self.frame = frame
      return (frame, .zero)
    }
    return (
      drawn,
      CGSize(
        width: (drawn.bounds.minX - frame.bounds.minX) * frame.scale + frame.originX - drawn.originX,
        height: (drawn.bounds.minY - frame.bounds.minY) * frame.scale + frame.originY - drawn.originY)
    )
  }
}

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

/// The labels of a layer, as they stand on the screen.
///
/// They are chosen anew when the map is at rest. While a gesture moves it, the same ones move with it: none flickers, and
/// no size of a text is asked for.
struct MapLabels {
  /// A label and the middle of it on the screen.
  struct Standing: Equatable, Sendable {
    /// The index of its region among the layer's areas.
    var area: Int
    var point: CGPoint
  }

  /// The regions whose labels stand: their indices, the largest first.
  private(set) var standing: [Int] = []

  /// The regions whose labels may stand on a screen, the one with the largest `mainBounds` first: their label point lies
  /// on the screen, and their `mainBounds` are at least as wide or as high as the least size. At most 300, because far
  /// fewer find room.
  /// - Complexity: O(n log n) for n regions
  static func candidates(
    in layer: MapLayer, _ placing: MapPlacing, on screen: CGRect, leastSize: Double
  ) -> [Int] {
    let candidates = layer.visible(in: placing.layerRect(screen)).filter { index in
      let area = layer.areas[index]
      return screen.contains(placing.point(area.labelPoint))
        && max(area.mainBounds.width, area.mainBounds.height) * placing.scale >= leastSize
    }
    // The sort is stable.
    let extent = candidates.map { layer.areas[$0].mainBounds.width * layer.areas[$0].mainBounds.height }
    return candidates.indices.sorted { extent[$0] > extent[$1] }.prefix(300).map { candidates[$0] }
  }

  /// The labels to draw: those that lie on the screen as a whole and do not collide. If two collide, the one in the region
  /// with the larger `mainBounds` stands.
  /// - Parameters:
  ///   - layer: the map at a level of detail.
  ///   - placing: where it lies on the screen.
  ///   - candidates: the regions with labels, the most important first; nil if a gesture moves the map.
  ///   - size: returns the size of the label of a region. It is asked once a candidate.
  mutating func place(
    in layer: MapLayer, _ placing: MapPlacing, on screen: CGRect, candidates: [Int]?, size: (Int) -> CGSize
  ) -> [Standing] {
    let point = { (area: Int) in placing.point(layer.areas[area].labelPoint) }
    if let candidates {
      let boxes = candidates.map { area in
        let (middle, size) = (point(area), size(area))
        return CGRect(
          x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
      }
      standing = LabelLayout.standing(boxes, in: screen).map { candidates[$0] }
    }
    return standing.filter { layer.areas.indices.contains($0) }.map { Standing(area: $0, point: point($0)) }
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

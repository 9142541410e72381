import Foundation
import MapPack

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

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
    return largest(candidates, in: layer)
  }

  /// Of some regions, the 300 with the largest `mainBounds`, the largest first.
  static func largest(_ regions: [Int], in layer: MapLayer) -> [Int] {
    // The sort is stable.
    let extent = regions.map { layer.areas[$0].mainBounds.width * layer.areas[$0].mainBounds.height }
    return regions.indices.sorted { extent[$0] > extent[$1] }.prefix(300).map { regions[$0] }
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

#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// What a view remembers of its last pictures, to draw the next one with less work. Nothing here is state of the app.
  @MainActor
  final class MapMemory {
    /// By the number of the layer.
    private var shelves: [Int: LayerShelf] = [:]
    /// The numbers of the layers of which one is being made.
    private var making: Set<Int> = []
    var pictures: [Int: KeptPicture<Path, Color>] = [:]
    var labels: [Int: MapLabels] = [:]
    /// The regions that may have a label, from when the map was at rest.
    var candidates: [Int: [Int]] = [:]
    var labelAnchor = LabelAnchor()
    /// The photos of the regions that the view shows, as they were cut last.
    var photos: [RegionID: PhotoCut] = [:]
    /// Nil if nothing was drawn.
    var drawn: DrawnPart?
    /// The region under the pointer.
    var hovered: [Int: RegionShape] = [:]

    /// The layer that a frame draws; nil if there is nothing to draw.
    ///
    /// The first one is made at once. Later, the nearest one is drawn until the one that fits has been made, away from the
    /// main thread.
    /// - Parameters:
    ///   - number: that of the look.
    ///   - room: the rectangle of the screen that shows the map.
    ///   - onMade: is called when another layer is there.
    func layer(
      _ look: LayerLook, number: Int, _ frame: MapFrame, in room: CGRect, displayScale: CGFloat,
      onMade: @escaping @MainActor () -> Void
    ) -> MapLayer? {
      guard case .pack(let pack) = look.source else { return look.lines }
      let placing = frame.placing(look.bounds)
      guard placing.scale > 0 else { return nil }
      let rect = placing.layerRect(room)
      let level = pack.level(in: frame, displayScale: displayScale)
      var shelf: LayerShelf
      if let kept = shelves[number], kept.regions.pack == pack {
        shelf = kept
      } else {
        shelf = LayerShelf(LayerStore.shared.regions(of: pack))
      }
      defer { shelves[number] = shelf }
      guard let layer = shelf.layer(level: level, showing: rect) else {
        let order = shelf.firstOrder(level: level, showing: rect)
        let layer = LayerStore.shared.layer(order) ?? order.made()
        LayerStore.shared.keep(layer)
        shelf.keep(layer)
        return layer
      }
      guard let order = shelf.order(level: level, showing: rect) else { return layer }
      if let kept = LayerStore.shared.layer(order) {
        shelf.keep(kept)
        return kept
      }
      if making.insert(number).inserted {
        Task {
          let layer = await LayerStore.made(order)
          LayerStore.shared.keep(layer)
          // Meanwhile, the look may show another pack.
          if shelves[number]?.regions === order.regions { shelves[number]?.keep(layer) }
          making.remove(number)
          onMade()
        }
      }
      return layer
    }
  }
#endif

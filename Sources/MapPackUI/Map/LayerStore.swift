#if canImport(SwiftUI)
  import Foundation
  import MapPack

  /// The layers of whole maps on the screen and of those shown before, for all views: a view that shows a map again does
  /// not decode it again.
  ///
  /// The system empties it if memory is short. A view keeps the layers that it draws.
  @MainActor
  final class LayerStore {
    static let shared = LayerStore()

    private final class Key: NSObject {
      private let value: [AnyHashable]

      init(_ pack: Pack, _ level: Int) { value = [pack, level] }

      override var hash: Int { value.hashValue }
      override func isEqual(_ object: Any?) -> Bool { (object as? Key)?.value == value }
    }

    private let regions = NSCache<Key, PlaneRegions>()
    private let layers = NSCache<Key, MapLayer>()

    private init() { layers.totalCostLimit = 24 << 20 }

    /// The regions of a pack in the plane of its layers.
    func regions(of pack: Pack) -> PlaneRegions {
      if let regions = regions.object(forKey: Key(pack, 0)) { return regions }
      let made = PlaneRegions(pack)
      regions.setObject(made, forKey: Key(pack, 0))
      return made
    }

    /// The layer that an order asks for; nil if it is not kept.
    func layer(_ order: LayerShelf.Order) -> MapLayer? {
      order.window == nil ? layers.object(forKey: Key(order.regions.pack, order.level)) : nil
    }

    /// Keeps a layer if it is of a whole map.
    func keep(_ layer: MapLayer) {
      guard let pack = layer.pack, layer.window == .everywhere else { return }
      layers.setObject(layer, forKey: Key(pack, layer.level), cost: layer.byteCount)
    }

    /// Makes a layer, away from the main thread.
    @concurrent
    nonisolated static func made(_ order: LayerShelf.Order) async -> MapLayer { order.made() }
  }
#endif

#if canImport(SwiftUI)
  import Foundation
  import MapPack

  /// The layers of all maps on the screen and of those shown before, for all views: a view that shows a map again does not
  /// decode it again.
  ///
  /// The system empties it if memory is short. A view keeps the layers that it draws.
  @MainActor
  final class LayerStore {
    static let shared = LayerStore()

    private final class Key: NSObject {
      let pack: Pack
      let level: Int

      init(_ pack: Pack, _ level: Int) { (self.pack, self.level) = (pack, level) }

      override var hash: Int {
        var hasher = Hasher()
        hasher.combine(pack)
        hasher.combine(level)
        return hasher.finalize()
      }

      override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Key else { return false }
        return pack == other.pack && level == other.level
      }
    }

    private let layers = NSCache<Key, MapLayer>()

    private init() { layers.totalCostLimit = 128 << 20 }

    /// The layer of a level; nil if it is not made and takes too long to be made for the next picture.
    /// - Complexity: O(1), or O(vertices of the map at the finest level) of a small map
    func layer(of pack: Pack, level: Int) -> MapLayer? {
      if let layer = layers.object(forKey: Key(pack, level)) { return layer }
      guard pack.isDrawnAtOnce else { return nil }
      let layer = MapLayer(pack, level: level)
      keep(layer, of: pack)
      return layer
    }

    /// The layer of the level nearest to one; nil if none of the pack's is made.
    func layer(of pack: Pack, nearest level: Int) -> MapLayer? {
      (0..<pack.levelCount).sorted { abs($0 - level) < abs($1 - level) }.lazy
        .compactMap { self.layers.object(forKey: Key(pack, $0)) }.first
    }

    func keep(_ layer: MapLayer, of pack: Pack) {
      layers.setObject(layer, forKey: Key(pack, layer.level), cost: layer.byteCount)
    }

    /// Makes a layer, away from the main thread.
    @concurrent
    nonisolated static func made(of pack: Pack, level: Int) async -> MapLayer { MapLayer(pack, level: level) }
  }
#endif

#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The paths of a map by level of detail: made as they are wanted, away from the main thread, and kept.
  struct MapLayers<Region: MapRegion> {
    /// What has to be there: another one is made when it changes.
    struct Key: Hashable, Sendable {
      var map: RegionMap<Region>
      var level: Int
    }

    private var map: RegionMap<Region>?
    private var layers: [Int: MapLayer<Region, Path>] = [:]

    /// The layer of the level, or until that is made the one nearest to it.
    func layer(of map: RegionMap<Region>, nearest level: Int) -> MapLayer<Region, Path>? {
      guard self.map == map else { return nil }
      return layers[level] ?? layers.min { abs($0.key - level) < abs($1.key - level) }?.value
    }

    /// Whether a layer has still to be made.
    func lacks(_ key: Key) -> Bool { map != key.map || layers[key.level] == nil }

    /// Keeps a layer, and forgets those of another map.
    mutating func keep(_ layer: MapLayer<Region, Path>, _ key: Key) {
      if map != key.map { (map, layers) = (key.map, [:]) }
      layers[key.level] = layer
    }

    @concurrent
    static func made(_ key: Key) async -> MapLayer<Region, Path> {
      MapLayer(key.map, level: key.level, empty: Path())
    }
  }
#endif

#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The paths of a map by level of detail. They are made when they are needed, off the main thread.
  ///
  /// `PackMap` asks for a layer when its level changes, and draws the nearest one until it is made. All layers are kept
  /// until the view shows another map.
  struct MapLayers<Region: MapRegion> {
    /// The map and level of a layer. When it changes, another layer is needed.
    struct Key: Hashable, Sendable {
      var map: RegionMap<Region>
      var level: Int
    }

    private var map: RegionMap<Region>?
    private var layers: [Int: MapLayer<Region, Path>] = [:]

    /// The layer of a level; until it is made, the layer of the nearest level. Nil if no layer of this map is made.
    func layer(of map: RegionMap<Region>, nearest level: Int) -> MapLayer<Region, Path>? {
      guard self.map == map else { return nil }
      return layers[level] ?? layers.min { abs($0.key - level) < abs($1.key - level) }?.value
    }

    /// Whether a layer still has to be made.
    func lacks(_ key: Key) -> Bool { map != key.map || layers[key.level] == nil }

    /// Keeps a layer, and removes those of other maps.
    mutating func keep(_ layer: MapLayer<Region, Path>, _ key: Key) {
      if map != key.map { (map, layers) = (key.map, [:]) }
      layers[key.level] = layer
    }

    /// Makes a layer, off the main thread.
    /// - Complexity: O(vertices of the map at the finest level)
    @concurrent
    static func made(_ key: Key) async -> MapLayer<Region, Path> {
      MapLayer(key.map, level: key.level, empty: Path())
    }
  }
#endif

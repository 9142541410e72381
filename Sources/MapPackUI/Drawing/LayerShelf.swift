import MapPack

/// The layers of a pack that a view has, of which it draws one in each frame, and what is to be made next.
///
/// A layer of the whole map serves wherever the map is moved; it is made if that takes a few milliseconds. Else a layer has
/// what the screen shows and as much again round it, and is made anew when the map is moved.
struct LayerShelf {
  /// A layer that is to be made: what `MapLayer` is made from.
  struct Order: Sendable {
    var regions: PlaneRegions
    var level: Int
    /// In the layer's plane; nil for the whole map.
    var window: MapRect?

    func made() -> MapLayer { MapLayer(regions, level: level, in: window) }
  }

  let regions: PlaneRegions
  /// Those of the whole map.
  private var whole: [MapLayer] = []
  /// Those of windows, the one that was made last at the end.
  private var parts: [MapLayer] = []

  /// How many vertices are decoded between two pictures. It takes about a tenth of a microsecond a vertex.
  static let quick = 250_000
  /// Of how many windows layers are kept. More than one, so that a movement back or between two levels finds them.
  private static let partCount = 3

  init(_ regions: PlaneRegions) { self.regions = regions }

  /// All layers that are kept.
  var layers: [MapLayer] { whole + parts }

  /// The layer that a frame draws: of those that have what the screen shows, the one whose level is nearest to the wanted
  /// one, and of two the coarser. If none has all of it, it is the one that was made last; nil if there is none.
  /// - Parameters:
  ///   - level: the level that the scale of the frame asks for.
  ///   - rect: what the screen shows, in the layer's plane.
  func layer(level: Int, showing rect: MapRect) -> MapLayer? {
    (whole + parts.filter { $0.window.holds(rect) }).min {
      (abs($0.level - level), -$0.level) < (abs($1.level - level), -$1.level)
    } ?? parts.last
  }

  /// What is to be made for a frame; nil if there is a layer of its level for what the screen shows and a quarter of it
  /// more on each side.
  func order(level: Int, showing rect: MapRect) -> Order? {
    let fits = layers.contains { $0.fits(level: level, showing: rect.grown(by: 0.25)) }
    return fits ? nil : order(level: level, window: rect.grown(by: 0.5))
  }

  /// What is made before the first picture: the level that its scale asks for, and no more of it than the screen shows.
  func firstOrder(level: Int, showing rect: MapRect) -> Order { order(level: level, window: rect) }

  private func order(level: Int, window: MapRect) -> Order {
    let isQuick = regions.pack.decodedVertexCount(level: level) <= Self.quick
    return Order(regions: regions, level: level, window: isQuick ? nil : window)
  }

  mutating func keep(_ layer: MapLayer) {
    if layer.window == .everywhere {
      whole.append(layer)
    } else {
      parts.append(layer)
      if parts.count > Self.partCount { parts.removeFirst() }
    }
  }
}

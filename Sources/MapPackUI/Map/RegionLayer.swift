#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// What a `RegionMapView` shows: a `RegionLayer`, a `RouteLayer`, or several of them.
  @MainActor
  public protocol RegionMapContent {
    /// The layers, from the lowest up. The view asks for them.
    var layers: RegionMapLayers { get }
  }

  /// Layers of a `RegionMapView`, from the lowest up, as `RegionMapBuilder` makes them.
  public struct RegionMapLayers: RegionMapContent {
    /// What each layer looks like now. The view asks for it once a change, not once a frame.
    let looks: [@MainActor () -> LayerLook]

    /// Itself.
    public var layers: RegionMapLayers { self }
  }

  /// Puts layers on each other, the first one lowest.
  @MainActor @resultBuilder
  public enum RegionMapBuilder {
    /// A layer, or several.
    public static func buildExpression(_ content: some RegionMapContent) -> RegionMapLayers { content.layers }
    /// Layers on each other.
    public static func buildBlock(_ layers: RegionMapLayers...) -> RegionMapLayers { buildArray(layers) }
    /// The layers of a loop, on each other.
    public static func buildArray(_ layers: [RegionMapLayers]) -> RegionMapLayers {
      RegionMapLayers(looks: layers.flatMap(\.looks))
    }
    /// The layers of an `if`; none if it does not hold.
    public static func buildOptional(_ layers: RegionMapLayers?) -> RegionMapLayers {
      layers ?? RegionMapLayers(looks: [])
    }
    /// The layers of an `if` with `else`.
    public static func buildEither(first layers: RegionMapLayers) -> RegionMapLayers { layers }
    /// The layers of an `else`.
    public static func buildEither(second layers: RegionMapLayers) -> RegionMapLayers { layers }
  }

  /// The regions of a map on a `RegionMapView`: areas, lines or points.
  ///
  /// The map is a `RegionMap`, or a `Pack` without an enum, such as one that was downloaded or the floor of a building.
  /// Regions are then cases of the enum, or the pack's shapes.
  ///
  /// ```swift
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// struct FloorMap: View {
  ///   var rooms: Pack
  ///   var doors: Pack
  ///   @State private var room: RegionShape?
  ///
  ///   var body: some View {
  ///     RegionMapView {
  ///       RegionLayer(rooms, selection: $room) { .color($0 == room ? .orange : .gray) }.labels { Text($0.name) }
  ///       RegionLayer(doors) { _ in .stroke(.brown, width: 3) }
  ///     }
  ///   }
  /// }
  /// ```
  public struct RegionLayer<Region: Hashable & Sendable>: RegionMapContent, RegionLayered {
    let pack: Pack
    /// The enum of the regions; that of shapes if there is none.
    private let region: (RegionShape) -> Region?
    /// In the user's language, if the pack has it.
    private let name: (Region) -> String
    private let style: (Region) -> RegionStyle
    var options = RegionOptions<Region>()

    private init(
      _ pack: Pack, region: @escaping (RegionShape) -> Region?, name: @escaping (Region) -> String,
      style: @escaping (Region) -> RegionStyle
    ) {
      (self.pack, self.region, self.name, self.style) = (pack, region, name, style)
    }

    /// The regions of a map, with thin borders in the color of the ground: white, or black in dark mode.
    /// - Parameters:
    ///   - map: the map.
    ///   - style: returns how a region is drawn. It is called once for each region when the view's state changes.
    public init(_ map: RegionMap<Region>, style: @escaping (Region) -> RegionStyle) where Region: MapRegion {
      self.init(
        map.pack, region: { Region(rawValue: $0.rawValue) }, name: { map.name(of: $0) }, style: style)
    }

    /// The regions of a map, one of which can be selected. A tap selects a region, and a tap beside all regions none.
    public init(
      _ map: RegionMap<Region>, selection: Binding<Region?>, style: @escaping (Region) -> RegionStyle
    ) where Region: MapRegion {
      self.init(map, style: style)
      options.select(selection)
    }

    /// The regions of a map, of which any number can be selected. A tap on a region selects it or no longer selects it.
    public init(
      _ map: RegionMap<Region>, selection: Binding<Set<Region>>, style: @escaping (Region) -> RegionStyle
    ) where Region: MapRegion {
      self.init(map, style: style)
      options.select(selection)
    }

    /// The regions of a pack without an enum, with thin borders in the color of the ground.
    /// - Parameters:
    ///   - pack: the pack.
    ///   - style: returns how a region is drawn. It is called once for each region when the view's state changes.
    public init(_ pack: Pack, style: @escaping (RegionShape) -> RegionStyle) where Region == RegionShape {
      self.init(pack, region: { $0 }, name: { $0.name(in: .current) ?? $0.name }, style: style)
    }

    /// The regions of a pack without an enum, one of which can be selected. A tap selects a region, and a tap beside all
    /// regions none.
    public init(
      _ pack: Pack, selection: Binding<RegionShape?>, style: @escaping (RegionShape) -> RegionStyle
    ) where Region == RegionShape {
      self.init(pack, style: style)
      options.select(selection)
    }

    /// Itself, for modifiers.
    public var layer: RegionLayer {
      get { self }
      set { self = newValue }
    }

    /// This layer alone.
    public var layers: RegionMapLayers { RegionMapLayers(looks: [look]) }

    /// The look of each region, by raw value.
    private func look() -> LayerLook {
      let shapes = pack.shapesByRawValue
      let regions = shapes.map(region)
      let styles = regions.map { $0.map(style) ?? .clear }
      var look = LayerLook(source: .pack(pack), bounds: pack.bounds)
      look.enumeration = ObjectIdentifier(Region.self)
      look.paints = styles.map(\.paint)
      look.own = styles.map(\.own)
      look.borders = options.borders
      look.hasPlainBorders = options.hasPlainBorders
      look.labels = options.labels.map { labels in
        LayerLook.Labels(
          texts: regions.map { $0.flatMap(labels.text) }, leastSize: labels.leastSize, halo: labels.halo,
          hasPlainHalo: labels.hasPlainHalo)
      }
      look.name = { index in regions[index].map(name) ?? "" }
      look.isSelected = { index in regions[index].map(options.isSelected) ?? false }
      /// The region of a shape, for an action that takes any.
      let found = { (shape: RegionShape?) in shape.flatMap(region) }
      look.reach = options.reach
      if options.tap != nil || options.select != nil {
        look.tap = { shape in
          options.select?(found(shape))
          options.tap?(found(shape))
        }
      }
      look.longPress = options.longPress.map { action in { shape in if let region = region(shape) { action(region) } } }
      look.hover = options.hover.map { action in { shape in action(found(shape)) } }
      look.menu = options.menu.map { menu in { shape in region(shape).map(menu) } }
      return look
    }
  }
#endif

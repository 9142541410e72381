#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// What the modifiers of a `RegionLayer` have set.
  struct RegionOptions<Region: Hashable & Sendable> {
    struct Labels {
      var text: (Region) -> Text?
      var leastSize: Double
      var halo: Color?
      /// Whether the halo takes the color of the ground.
      var hasPlainHalo = false
    }

    var borders = BorderPaint<Color>()
    /// Whether the borders between regions are those of every map: thin, in the color of the ground.
    var hasPlainBorders = true
    var labels: Labels?
    var isSelected: (Region) -> Bool = { _ in false }
    var reach = MapFrame.fingerReach
    var select: ((Region?) -> Void)?
    var tap: ((Region?) -> Void)?
    var longPress: ((Region) -> Void)?
    var hover: ((Region?) -> Void)?
    var menu: ((Region) -> AnyView)?

    mutating func select(_ selection: Binding<Region?>) {
      isSelected = { selection.wrappedValue == $0 }
      select = { selection.wrappedValue = $0 }
    }

    mutating func select(_ selection: Binding<Set<Region>>) {
      isSelected = { selection.wrappedValue.contains($0) }
      select = { region in if let region { selection.wrappedValue.formSymmetricDifference([region]) } }
    }
  }

  /// A layer as it looks until the app's state changes: what its closures have said about each region.
  ///
  /// Regions are known here by the index of their area, or by their shape. So the view that draws the layer has nothing to
  /// do with enums.
  struct LayerLook {
    enum Source {
      case pack(Pack)
      /// Lines that are no map.
      case lines(MapLayer)
    }

    struct Labels {
      var texts: [Text?]
      /// How large a region has to be on the screen to have a label, in points.
      var leastSize: Double
      var halo: Color?
      /// Whether the halo takes the color of the ground.
      var hasPlainHalo: Bool
    }

    let source: Source
    /// Of the whole layer, in map points; its north-western corner is the origin of the layer's plane.
    let bounds: MapRect
    /// The enum of its regions.
    var enumeration: ObjectIdentifier?
    var paints: [AreaPaint<Color>] = []
    var own: [RegionStyle.Own?] = []
    var borders = BorderPaint<Color>()
    /// Whether borders between regions take the color of the ground.
    var hasPlainBorders = false
    var labels: Labels?
    var name: (Int) -> String = { _ in "" }
    var isSelected: (Int) -> Bool = { _ in false }
    var reach = 0.0
    var tap: ((RegionShape?) -> Void)?
    var longPress: ((RegionShape) -> Void)?
    var hover: ((RegionShape?) -> Void)?
    var menu: ((RegionShape) -> AnyView?)?

    init(source: Source, bounds: MapRect) {
      self.source = source
      self.bounds = bounds
    }

    /// Takes what the user's system says about colors: its ground is white or black, and strong contrast has wide lines.
    mutating func adapt(to scheme: ColorScheme, _ contrast: ColorSchemeContrast) {
      let ground: Color = scheme == .dark ? .black : .white
      if hasPlainBorders { borders.regions = LinePaint(color: ground, width: 0.5) }
      if labels?.hasPlainHalo == true { labels?.halo = ground }
      guard contrast == .increased else { return }
      borders.regions?.width *= 2
      borders.groups?.width *= 2
      borders.coast?.width *= 2
    }

    /// Whether a region has a photo that is loaded and cut away from the main thread.
    var hasPhotos: Bool {
      own.contains { if case .photo? = $0 { true } else { false } }
    }

    /// The layer of lines that are no map.
    var lines: MapLayer? {
      if case .lines(let layer) = source { layer } else { nil }
    }

    var pack: Pack? {
      if case .pack(let pack) = source { pack } else { nil }
    }

    /// The region under a finger; nil if there is none within reach.
    func shape(under position: CGPoint, in frame: MapFrame) -> RegionShape? {
      guard let pack, frame.scale > 0 else { return nil }
      return pack.shape(nearest: frame.mapPoint(position), withinMapPoints: reach / frame.scale)?.shape
    }
  }

  extension [LayerLook] {
    /// What shows a position of these layers.
    /// - Parameter maximumZoom: nil for one at which the smallest region takes a third of the view.
    @MainActor
    func viewport(_ position: MapPosition, maximumZoom: Double?) -> MapViewport {
      // A route does not change what a map begins with.
      let maps = compactMap { $0.pack?.mainBounds }
      let first = union(maps.isEmpty ? map(\.bounds) : maps)
      let most =
        maximumZoom
        ?? compactMap(\.pack).compactMap { LayerStore.shared.regions(of: $0).smallest }
        .map { MapViewport.zoom(showingThirdOf: $0, first: first) }.max().map { Swift.max(8, $0) }
      return MapViewport(
        home: union(map(\.bounds)).union(first), first: first, part: part(position),
        maximumZoom: most ?? MapViewport.defaultMaximumZoom)
    }

    private func union(_ rects: [MapRect]) -> MapRect {
      // A route that is not there yet has no bounds.
      let nowhere = MapRect(minX: 0, minY: 0, width: 0, height: 0)
      let rects = rects.filter { $0 != nowhere }
      return rects.dropFirst().reduce(rects.first ?? nowhere) { $0.union($1) }
    }

    /// The rectangle that a position names; nil for what is shown first.
    private func part(_ position: MapPosition) -> MapRect? {
      switch position.place {
      case .automatic: nil
      case .rect(let rect): rect
      case .region(let enumeration, let rawValue):
        lazy.filter { $0.enumeration == enumeration }.compactMap { $0.pack?[rawValue: rawValue] }.first?.mainBounds
      }
    }
  }
#endif

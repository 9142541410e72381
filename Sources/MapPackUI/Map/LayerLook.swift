#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// What the modifiers of a `RegionLayer` have set.
  struct RegionOptions<Region: Hashable & Sendable> {
    struct Labels {
      var text: (Region) -> Text?
      var leastSize: Double
      var halo: Color?
    }

    var borders = BorderPaint<Color>()
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
    }

    let source: Source
    /// Of the whole layer, in map points; its north-western corner is the origin of the layer's plane.
    let bounds: MapRect
    /// The enum of its regions.
    var enumeration: ObjectIdentifier?
    var paints: [AreaPaint<Color>] = []
    var own: [RegionStyle.Own?] = []
    var borders = BorderPaint<Color>()
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

    /// Whether a region has a photo that is cut away from the main thread.
    var hasPictures: Bool {
      own.contains { if case .picture? = $0 { true } else { false } }
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
#endif

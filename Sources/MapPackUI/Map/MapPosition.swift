#if canImport(SwiftUI)
  import MapPack

  /// What a `RegionMapView` shows: the whole map, a region, a group, or a rectangle.
  ///
  /// Bind it to move the map; a change within `withAnimation` is animated, and ends what a gesture does. At the beginning and
  /// the end of a gesture, the map sets it to the rectangle that is visible then.
  public struct MapPosition: Hashable, Sendable {
    enum Place: Hashable, Sendable {
      case automatic
      /// A case of an enum; the layer with this enum knows where it lies.
      case region(ObjectIdentifier, UInt16)
      case rect(MapRect)
    }

    let place: Place

    /// All layers as a whole.
    public static var automatic: MapPosition { MapPosition(place: .automatic) }

    /// What makes up most of a region to the eye (`RegionShape.mainBounds`), and as much round it as there is room for.
    ///
    /// If no layer has the region, it is the whole map.
    public static func region<Region: MapRegion>(_ region: Region) -> MapPosition {
      MapPosition(place: .region(ObjectIdentifier(Region.self), region.rawValue))
    }

    /// What makes up most of a shape to the eye, such as a region of a pack without an enum.
    public static func region(_ shape: RegionShape) -> MapPosition { rect(shape.mainBounds) }

    /// A group of regions, and as much round it as there is room for.
    public static func group<Region>(_ group: RegionGroup<Region>) -> MapPosition { rect(group.mainBounds) }

    /// A rectangle of the map, in map points, and as much round it as there is room for. A rectangle that is too small is
    /// shown with more round it.
    public static func rect(_ rect: MapRect) -> MapPosition { MapPosition(place: .rect(rect)) }

    /// The rectangle, in map points; nil if the position is the whole map or a region of an enum.
    public var rect: MapRect? {
      if case .rect(let rect) = place { rect } else { nil }
    }
  }
#endif

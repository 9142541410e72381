#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// How a region is filled on a `PackMap`.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public enum RegionFill {
    /// The background is seen.
    case clear
    /// An opaque color: neighbors overlap by half a point, so that no background shines through between them.
    case color(Color)
    /// A picture that fills the region's bounds and is cut to its shape.
    case photo(Image)
  }

  /// A map that shows the regions of a pack, takes taps and zooms.
  ///
  /// ```swift
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// struct SelectedState: View {
  ///   var map: RegionMap<NewEngland>
  ///   @Binding var selection: NewEngland?
  ///
  ///   var body: some View {
  ///     PackMap(map) { region in .color(region == selection ? .orange : .green) }
  ///       .borders(.white)
  ///       .coast(.brown)
  ///       .zoomed(to: selection)
  ///       .onTapRegion { region in withAnimation { selection = region } }
  ///   }
  /// }
  /// ```
  ///
  /// - Each border is stroked once, and what lies on the cut at the 180th meridian is not.
  /// - All regions have the same level of detail, so that they fit: the coarsest whose tolerance is at most a pixel.
  /// - What the view shows past the 180th meridian is drawn there.
  /// - A tap means the region under it and, where there is none, the nearest within a finger's reach.
  /// - Paths are kept from one drawing to the next and made again where the view's size or what it shows has changed.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public struct PackMap<Region: MapRegion>: View {
    private var canvas: MapCanvas<Region>

    /// Shows the whole map, with thin white borders.
    /// - Parameter fill: how a region is filled; asked at each drawing.
    public init(_ map: RegionMap<Region>, fill: @escaping (Region) -> RegionFill) {
      canvas = MapCanvas(map: map, fill: fill, part: map.bounds)
    }

    public var body: some View { canvas }

    /// Strokes the borders between regions, over their fills; not at all where the width is 0.
    public func borders(_ color: Color, width: CGFloat = 0.5) -> PackMap {
      with { $0.borders = MapLine(color: color, width: width) }
    }

    /// Strokes the borders between regions and what is no region's; not at all where the width is 0.
    public func coast(_ color: Color, width: CGFloat = 0.5) -> PackMap {
      with { $0.coast = MapLine(color: color, width: width) }
    }

    /// Shows what makes up most of a region to the eye (its `mainBounds`), and as much round it as there is room for;
    /// the whole map where it is nil or retired. A change of it within `withAnimation` is animated.
    public func zoomed(to region: Region?) -> PackMap {
      with { canvas in
        guard let region, canvas.map.contains(region) else {
          canvas.part = canvas.map.bounds
          return
        }
        canvas.part = canvas.map[region].mainBounds
      }
    }

    /// Calls a function when the map is tapped.
    /// - Parameters:
    ///   - reach: how far from a tap that hits no region the nearest one may be, in points.
    ///   - action: gets the region, or nil where there is none.
    public func onTapRegion(reach: CGFloat = 22, perform action: @escaping (Region?) -> Void) -> PackMap {
      with { canvas in
        canvas.reach = reach
        canvas.action = action
      }
    }

    private func with(_ change: (inout MapCanvas<Region>) -> Void) -> PackMap {
      var map = self
      change(&map.canvas)
      return map
    }
  }
#endif

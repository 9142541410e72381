#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// A `RegionLayer`, or a `RegionMapView` of one: what the modifiers of layers change.
  @MainActor
  public protocol RegionLayered {
    /// What a region is: a case of an enum, or a shape of a pack without one.
    associatedtype Region: Hashable & Sendable
    /// The layer that is changed.
    var layer: RegionLayer<Region> { get set }
  }

  extension RegionLayered {
    /// Strokes the borders between regions, over their fills.
    /// - Parameters:
    ///   - color: the color of the borders.
    ///   - width: the width of the borders on the screen, in points, at any zoom. If it is 0, they are not stroked.
    public func borders(_ color: Color, width: CGFloat = 0.5) -> Self {
      with { options in
        options.borders.regions = LinePaint(color: color, width: width)
        options.hasPlainBorders = false
      }
    }

    /// Strokes the borders between regions of different groups, over those between regions: thick lines round prefectures
    /// over thin ones round municipalities. Without it, they look like other borders.
    /// - Parameters:
    ///   - color: the color of the borders.
    ///   - width: the width of the borders on the screen, in points, at any zoom.
    public func groupBorders(_ color: Color, width: CGFloat = 1.5) -> Self {
      with { $0.borders.groups = LinePaint(color: color, width: width) }
    }

    /// Strokes the borders between regions and what belongs to no region. Without it, they are not stroked.
    /// - Parameters:
    ///   - color: the color of the coast.
    ///   - width: the width of the coast on the screen, in points, at any zoom.
    public func coast(_ color: Color, width: CGFloat = 0.5) -> Self {
      with { $0.borders.coast = LinePaint(color: color, width: width) }
    }

    /// Writes a text in each region, as far as there is room, with a glow round it that is white, or black in dark mode. If
    /// two texts would collide, the one in the larger region stays. While a gesture moves the map, the same texts stay.
    /// - Parameters:
    ///   - leastSize: how wide or high a region has to be on the screen to have a label, in points.
    ///   - text: returns a region's text; nil for a region without a label.
    public func labels(leastSize: CGFloat = 16, _ text: @escaping (Region) -> Text?) -> Self {
      with { $0.labels = RegionOptions.Labels(text: text, leastSize: leastSize, hasPlainHalo: true) }
    }

    /// Writes a text in each region, with a glow of a color of the app's own. All else is as in `labels(leastSize:_:)`.
    /// - Parameters:
    ///   - halo: the color of the glow; none if nil.
    ///   - leastSize: how wide or high a region has to be on the screen to have a label, in points.
    ///   - text: returns a region's text; nil for a region without a label.
    public func labels(halo: Color?, leastSize: CGFloat = 16, _ text: @escaping (Region) -> Text?) -> Self {
      with { $0.labels = RegionOptions.Labels(text: text, leastSize: leastSize, halo: halo) }
    }

    /// Calls a function when the map is tapped, after the selection has changed.
    /// - Parameters:
    ///   - reach: the largest distance, in points, from a tap that hits no region to the nearest region.
    ///   - action: gets the region; nil if there is none within reach.
    public func onTapRegion(
      reach: CGFloat = MapFrame.fingerReach, perform action: @escaping (Region?) -> Void
    ) -> Self {
      with { options in
        options.reach = reach
        options.tap = action
      }
    }

    /// Calls a function when a region is pressed for half a second.
    public func onLongPressRegion(perform action: @escaping (Region) -> Void) -> Self {
      with { $0.longPress = action }
    }

    /// Calls a function when the pointer comes to another region; with nil when it leaves all of them.
    public func onHoverRegion(perform action: @escaping (Region?) -> Void) -> Self { with { $0.hover = action } }

    /// Shows a menu for the region under the pointer, or under a finger that stays. Not on watchOS.
    public func regionMenu<Menu: View>(@ViewBuilder _ menu: @escaping (Region) -> Menu) -> Self {
      with { $0.menu = { region in AnyView(menu(region)) } }
    }

    private func with(_ change: (inout RegionOptions<Region>) -> Void) -> Self {
      var changed = self
      change(&changed.layer.options)
      return changed
    }
  }
#endif

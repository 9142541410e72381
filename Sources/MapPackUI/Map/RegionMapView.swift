#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// A map that shows regions, takes taps, and is moved and magnified with fingers, pointer or keys.
  ///
  /// ```swift
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// struct StateMap: View {
  ///   var map: RegionMap<NewEngland>
  ///   @State private var selection: NewEngland?
  ///   @State private var position = MapPosition.automatic
  ///
  ///   var body: some View {
  ///     RegionMapView(map, selection: $selection, position: $position.animation()) {
  ///       $0 == selection ? .color(.orange).stroke(.brown, width: 2) : .color(.green)
  ///     }
  ///     .labels { Text($0.name) }
  ///   }
  /// }
  /// ```
  ///
  /// It shows one map, or several layers on each other: areas, lines, points and an app's own lines.
  ///
  /// ```swift
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// struct TripMap: View {
  ///   var map: RegionMap<NewEngland>
  ///   var railways: Pack
  ///   var trip: LineBuffer
  ///
  ///   var body: some View {
  ///     RegionMapView {
  ///       RegionLayer(map) { _ in .color(.green) }
  ///       RegionLayer(railways) { _ in .stroke(.brown) }
  ///       RouteLayer(trip, color: .orange, width: 3)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - The closures of the app are called once a change of its state, not once a frame. Regions that are painted alike are
  ///   drawn as one path, so thousands of them take a handful of calls.
  /// - The map is there in the first picture, also in a widget and in `ImageRenderer`. Later, all is decoded away from the
  ///   main thread, and of a large map no more than what is seen, at the level of its scale.
  /// - All views of a pack share what is decoded of it as a whole. It goes if the system runs out of memory.
  /// - Each border is stroked once. Of the cut at the 180th meridian, only borders between regions are stroked.
  /// - All regions have the same level of detail, so that they fit together: the coarsest whose tolerance is at most a
  ///   pixel.
  /// - A tap means the region under it; if there is none, the nearest one within a finger's reach. Of several layers, the
  ///   uppermost one with a region there takes it.
  /// - It begins with what makes up most of the map (`Pack.mainBounds`); two fingers show all the rest. They magnify it
  ///   until the smallest region takes a third of it.
  /// - What lies under the fingers stays there. After a drag, the map slides on. A double tap magnifies it, and a second tap
  ///   that stays and moves magnifies it as far as one likes.
  /// - VoiceOver, Voice Control, Switch Control, keyboards and tests of the user interface find each region at its position,
  ///   by its name in the user's language if the pack has it, and which one is selected.
  /// - It is never mirrored. Labels and menus keep the app's direction; a pin sets that of its text within `position`.
  /// - Fingers move the map only if it is magnified, so a list round it still scrolls. tvOS and watchOS have no such
  ///   gestures.
  public struct RegionMapView<Content: RegionMapContent>: View {
    private var content: Content
    private let position: Binding<MapPosition>?
    private var options = MapOptions()
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.colorSchemeContrast) private var contrast

    /// Shows layers on each other, the first one lowest.
    /// - Parameters:
    ///   - position: what is visible; nil if the app does not want to know.
    ///   - content: the layers.
    public init(
      position: Binding<MapPosition>? = nil, @RegionMapBuilder content: () -> RegionMapLayers
    ) where Content == RegionMapLayers {
      self.content = content()
      self.position = position
    }

    /// Shows a map, with thin borders in the color of the ground: white, or black in dark mode.
    /// - Parameters:
    ///   - map: the map.
    ///   - position: what is visible; nil if the app does not want to know.
    ///   - style: returns how a region is drawn. It is called once for each region when the view's state changes.
    public init<Region: MapRegion>(
      _ map: RegionMap<Region>, position: Binding<MapPosition>? = nil, style: @escaping (Region) -> RegionStyle
    ) where Content == RegionLayer<Region> {
      content = RegionLayer(map, style: style)
      self.position = position
    }

    /// Shows a map, one region of which can be selected. A tap selects a region, and a tap beside all regions none.
    public init<Region: MapRegion>(
      _ map: RegionMap<Region>, selection: Binding<Region?>, position: Binding<MapPosition>? = nil,
      style: @escaping (Region) -> RegionStyle
    ) where Content == RegionLayer<Region> {
      content = RegionLayer(map, selection: selection, style: style)
      self.position = position
    }

    /// Shows a map, any number of regions of which can be selected. A tap on a region selects it or no longer selects it.
    public init<Region: MapRegion>(
      _ map: RegionMap<Region>, selection: Binding<Set<Region>>, position: Binding<MapPosition>? = nil,
      style: @escaping (Region) -> RegionStyle
    ) where Content == RegionLayer<Region> {
      content = RegionLayer(map, selection: selection, style: style)
      self.position = position
    }

    public var body: some View {
      // Here the app's closures are called, so that SwiftUI sees which state they read.
      let looks = content.layers.looks.map { look in
        var look = look()
        look.adapt(to: colorScheme, contrast)
        return look
      }
      let main = MapStage(looks: looks, binding: position, options: options)
      if options.insets.isEmpty {
        main
      } else {
        GeometryReader { geometry in
          VStack(spacing: 8) {
            main
            HStack(spacing: 8) { ForEach(options.insets, id: \.self) { inset(looks, $0) } }
              .frame(height: geometry.size.height / 5)
          }
        }
      }
    }

    /// A part of the map in a box: it takes taps, and is not moved.
    private func inset(_ looks: [LayerLook], _ position: MapPosition) -> some View {
      var still = options
      still.takesGestures = false
      (still.pins, still.onFrame) = (nil, nil)
      return MapStage(looks: looks, binding: .constant(position), options: still).clipped().border(.gray)
    }
  }

  extension RegionMapView {
    /// Lays views over the map. They get a `MapFrame`, which says where map points are, and move with the map. Give those that
    /// are no buttons `allowsHitTesting(false)`, so that taps and pinches on them are the map's.
    ///
    /// ```swift
    /// struct Pins: View {
    ///   var map: RegionMap<NewEngland>
    ///
    ///   var body: some View {
    ///     RegionMapView(map) { _ in .color(.green) }
    ///       .pins { frame in Text("Home").position(frame.point(MapPoint(longitude: -72.57, latitude: 44.26))) }
    ///   }
    /// }
    /// ```
    public func pins<Pins: View>(@ViewBuilder _ content: @escaping (MapFrame) -> Pins) -> RegionMapView {
      with(self) { $0.options.pins = { frame in AnyView(content(frame)) } }
    }

    /// Sets whether fingers, pointer and keys move and magnify the map.
    /// - Parameters:
    ///   - isEnabled: whether they do. Taps are taken anyway.
    ///   - maximumZoom: how many times larger than at first they may show it; at least 1. If nil, so much that the smallest
    ///     region takes a third of the view. It does not limit what the app shows by its position.
    public func gestures(_ isEnabled: Bool = true, maximumZoom: Double? = nil) -> RegionMapView {
      with(self) { view in
        view.options.takesGestures = isEnabled
        view.options.maximumZoom = maximumZoom
      }
    }

    /// Shows parts that lie far away, such as islands, in boxes in a row below the map. Taps and styles are those of the map.
    ///
    /// ```swift
    /// import MapPackUI
    /// import SwiftUI
    ///
    /// func atlas(_ map: RegionMap<NewEngland>) -> some View {
    ///   RegionMapView(map) { _ in .color(.green) }.insets([.region(NewEngland.rhodeIsland)])
    /// }
    /// ```
    public func insets(_ parts: [MapPosition]) -> RegionMapView { with(self) { $0.options.insets = parts } }

    /// Calls a function with where the map lies on the view, at first and whenever it has moved: also while fingers move it,
    /// and for each picture of an animation.
    ///
    /// The frame says which map point is where: `frame.point(_:)`, `frame.mapPoint(_:)`. What it shows is
    /// `map.regions(in: frame.mapRect(CGRect(origin: .zero, size: size)))`.
    public func onFrameChange(perform action: @escaping (MapFrame) -> Void) -> RegionMapView {
      with(self) { $0.options.onFrame = action }
    }

    /// Sets what VoiceOver calls the map. Without it, it is the name of the map.
    public func accessibilityTitle(_ title: Text) -> RegionMapView { with(self) { $0.options.title = title } }
  }

  extension RegionMapView: RegionLayered where Content: RegionLayered {
    /// The layer of the only map, for modifiers.
    public var layer: RegionLayer<Content.Region> {
      get { content.layer }
      set { content.layer = newValue }
    }
  }
#endif

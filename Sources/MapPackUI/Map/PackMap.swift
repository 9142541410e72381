#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// A map that shows its regions, takes taps, and is moved and magnified with fingers, pointer or keys.
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
  ///     PackMap(map) { $0 == selection ? .color(.orange).stroke(.brown, width: 2) : .color(.green) }
  ///       .labels { Text($0.name) }
  ///       .zoomed(to: selection)
  ///       .onTapRegion { region in withAnimation { selection = region } }
  ///   }
  /// }
  /// ```
  ///
  /// - Paths are made once for each level of detail, off the main thread. From then on they are moved and scaled.
  /// - Each border is stroked once. Of the cut at the 180th meridian, only borders between regions are stroked.
  /// - All regions have the same level of detail, so that they fit together: the coarsest whose tolerance is at most a
  ///   pixel.
  /// - A tap means the region under it; if there is none, the nearest one within a finger's reach.
  /// - VoiceOver finds each region at its position, by its name, and says which one is selected.
  /// - Fingers move the map only if it is magnified, so a list round it still scrolls. tvOS and watchOS have no such
  ///   gestures.
  public struct PackMap<Region: MapRegion>: View {
    private let map: RegionMap<Region>
    private var look: MapLook<Region>
    private var target: MapRect
    private var visible: Binding<MapRect>?
    private var maximumZoom = 64.0
    private var takesGestures = true

    /// What gestures have made of a target. It is ignored as soon as there is another target. It is not used if the app
    /// binds the visible rectangle.
    @State private var moved: (target: MapRect, viewport: MapViewport)?
    /// Where the map lay when the current gesture began.
    @State private var start: MapFrame?
    @State private var layers = MapLayers<Region>()
    @Environment(\.displayScale) private var displayScale

    /// Shows the whole map, with thin white borders.
    /// - Parameters:
    ///   - map: the map.
    ///   - style: returns how a region is drawn. It is called each time the map is drawn.
    public init(_ map: RegionMap<Region>, style: @escaping (Region) -> RegionStyle) {
      self.map = map
      look = MapLook(style: style)
      target = map.bounds
    }

    public var body: some View {
      GeometryReader { geometry in
        let rect = CGRect(origin: .zero, size: geometry.size)
        let room = rect.insetBy(dx: look.margin, dy: look.margin)
        let frame = MapFrame(viewport.part, in: room)
        let level = map.level(metersPerPixel: frame.metersPerUnit / displayScale)
        canvas(level: level, room: room)
          .contentShape(Rectangle())
          .mapGestures(
            isOn: takesGestures, isMagnified: viewport.zoom > 1,
            onDrag: { drag in change(frame) { $0.pan(by: drag, in: $1) } },
            onMagnify: { factor in change(frame) { $0.magnify(by: factor, around: room.middle, in: $1) } },
            onEnd: { start = nil },
            onDoubleTap: { position in
              withAnimation { change(frame) { $0.magnify(by: 2, around: position, in: $1) } }
              start = nil
            },
            onTap: { position in look.action?(map.region(under: position, in: frame, reach: look.reach)) },
            onMove: { direction in
              let step = CGSize(width: -direction.width * room.width / 4, height: -direction.height * room.height / 4)
              withAnimation { change(frame) { $0.pan(by: step, in: $1) } }
              start = nil
            }
          )
          .task(id: MapLayers<Region>.Key(map: map, level: level)) {
            let key = MapLayers<Region>.Key(map: map, level: level)
            guard layers.lacks(key) else { return }
            let layer = await MapLayers<Region>.made(key)
            layers.keep(layer, key)
          }
      }
    }

    private func canvas(level: Int, room: CGRect) -> MapCanvas<Region> {
      MapCanvas(map: map, look: look, layer: layers.layer(of: map, nearest: level), room: room, part: viewport.part)
    }

    private var viewport: MapViewport {
      if let visible { return MapViewport(home: map.bounds, part: visible.wrappedValue, maximumZoom: maximumZoom) }
      if let moved, moved.target == target { return moved.viewport }
      return MapViewport(home: map.bounds, part: target, maximumZoom: maximumZoom)
    }

    /// Changes the visible rectangle by a gesture, whose amounts count from where it began.
    /// - Parameters:
    ///   - frame: where the map lies now; it is kept as the beginning if no gesture is going on.
    ///   - gesture: changes the viewport, given the frame in which the gesture began.
    private func change(_ frame: MapFrame, _ gesture: (inout MapViewport, MapFrame) -> Void) {
      let began = start ?? frame
      start = began
      var viewport = viewport
      gesture(&viewport, began)
      if let visible { visible.wrappedValue = viewport.part } else { moved = (target, viewport) }
    }
  }

  extension PackMap {
    /// Strokes the borders between regions, over their fills.
    /// - Parameters:
    ///   - color: the color of the borders.
    ///   - width: the width of the borders on the screen, in points, at any zoom. If it is 0, they are not stroked.
    public func borders(_ color: Color, width: CGFloat = 0.5) -> PackMap {
      // `MapLook.borders` has the same width, for apps that do not call this.
      with { $0.look.borders = MapLine(color: color, width: width) }
    }

    /// Strokes the borders between regions and what belongs to no region. Without it, they are not stroked.
    ///
    /// In a map of lines or points, these are the lines or points themselves, so without it none of them is seen.
    /// - Parameters:
    ///   - color: the color of the coast.
    ///   - width: the width of the coast on the screen, in points, at any zoom. If it is 0, it is not stroked.
    public func coast(_ color: Color, width: CGFloat = 0.5) -> PackMap {
      with { $0.look.coast = MapLine(color: color, width: width) }
    }

    /// Writes a text in each region, as far as there is room. If two texts would collide, the one in the larger region
    /// stays.
    /// - Parameter text: returns a region's text; nil for a region without a label.
    public func labels(_ text: @escaping (Region) -> Text?) -> PackMap { with { $0.look.label = text } }

    /// Lays views over the map. They get a `MapFrame`, which says where map points are, and move with the map.
    ///
    /// ```swift
    /// struct Pins: View {
    ///   var map: RegionMap<NewEngland>
    ///
    ///   var body: some View {
    ///     PackMap(map) { _ in .color(.green) }
    ///       .pins { frame in Text("Home").position(frame.point(MapPoint(longitude: -72.57, latitude: 44.26))) }
    ///   }
    /// }
    /// ```
    public func pins<Content: View>(@ViewBuilder _ content: @escaping (MapFrame) -> Content) -> PackMap {
      with { $0.look.overlay = { frame in AnyView(content(frame)) } }
    }

    /// Shows what makes up most of a region to the eye (`RegionShape.mainBounds`), and as much round it as there is
    /// room for.
    ///
    /// It shows the whole map if the region is nil or not in the pack. A change within `withAnimation` is animated. It
    /// discards what gestures have changed before.
    public func zoomed(to region: Region?) -> PackMap {
      zoomed(to: region.flatMap { map.contains($0) ? map[$0].mainBounds : nil })
    }

    /// Shows a group of regions, and as much round it as there is room for; the whole map if the group is nil.
    public func zoomed(to group: RegionGroup<Region>?) -> PackMap { zoomed(to: group?.mainBounds) }

    /// Shows a rectangle of the map, in map points, and as much round it as there is room for; the whole map if the
    /// rectangle is nil. A rectangle that is too small is shown with more round it (`gestures(_:maximumZoom:)`).
    public func zoomed(to part: MapRect?) -> PackMap { with { $0.target = part ?? map.bounds } }

    /// Binds the visible rectangle of the map, in map points: gestures change it, and a change of it moves the map.
    /// Then `zoomed(to:)` has no effect.
    public func visible(_ part: Binding<MapRect>) -> PackMap { with { $0.visible = part } }

    /// Tells VoiceOver which regions are selected.
    public func selected(_ isSelected: @escaping (Region) -> Bool) -> PackMap {
      with { $0.look.isSelected = isSelected }
    }

    /// Sets whether fingers, pointer and keys move and magnify the map.
    /// - Parameters:
    ///   - isEnabled: whether they do. Taps are taken anyway.
    ///   - maximumZoom: how many times larger than the whole map a rectangle of it may be shown; at least 1.
    public func gestures(_ isEnabled: Bool = true, maximumZoom: Double = 64) -> PackMap {
      // The property `maximumZoom` has the same value, for apps that do not call this; `MapViewport` has it too.
      with { map in
        map.takesGestures = isEnabled
        map.maximumZoom = maximumZoom
      }
    }

    /// Calls a function when the map is tapped.
    /// - Parameters:
    ///   - reach: the largest distance, in points, from a tap that hits no region to the nearest region.
    ///   - action: gets the region; nil if there is none within reach.
    public func onTapRegion(reach: CGFloat = 22, perform action: @escaping (Region?) -> Void) -> PackMap {
      // `RegionMap.region(under:in:reach:)` has the same default, for apps that draw the map themselves.
      with { map in
        map.look.reach = reach
        map.look.action = action
      }
    }

    private func with(_ change: (inout PackMap) -> Void) -> PackMap {
      var map = self
      change(&map)
      return map
    }
  }

  extension CGRect {
    fileprivate var middle: CGPoint { CGPoint(x: midX, y: midY) }
  }
#endif

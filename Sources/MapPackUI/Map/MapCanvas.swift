#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// How a kind of lines is stroked.
  struct MapLine {
    var color: Color
    /// In points on the screen, at any zoom. If it is 0, the lines are not stroked.
    var width: CGFloat
  }

  /// What an app has set for the drawing of a map, with the modifiers of `PackMap`.
  ///
  /// The values here hold for an app that does not call a modifier. The modifiers have default arguments of their own:
  /// those of `PackMap.borders(_:width:)` and `onTapRegion(reach:perform:)` have the same values. Change both.
  struct MapLook<Region: MapRegion> {
    var style: (Region) -> RegionStyle
    /// The borders between regions.
    var borders = MapLine(color: .white, width: 0.5)
    /// The borders between regions and what belongs to no region. They are not stroked unless an app asks for it.
    var coast = MapLine(color: .white, width: 0)
    var label: ((Region) -> Text?)?
    var overlay: ((MapFrame) -> AnyView)?
    var isSelected: (Region) -> Bool = { _ in false }
    /// How far a tap may be from the nearest region, in points.
    var reach: CGFloat = 22
    var action: ((Region?) -> Void)?

    init(style: @escaping (Region) -> RegionStyle) { self.style = style }

    /// The margin round the map, in which the outer halves of the lines at its edge are drawn, in points.
    var margin: CGFloat { max(borders.width, coast.width, 1) }
  }

  /// The content of a `PackMap`: a canvas that draws the visible rectangle of the map. A change of the rectangle can be
  /// animated; then SwiftUI sets `part` for each picture on the way.
  struct MapCanvas<Region: MapRegion>: View, Animatable {
    let map: RegionMap<Region>
    let look: MapLook<Region>
    /// The paths to draw, in map points from the north-western corner of the map's bounds. `MapLayers` makes them off
    /// the main thread. Until it has made the first layer, this is nil and no region is drawn.
    let layer: MapLayer<Region, Path>?
    /// The rectangle of the view, in points, in whose middle `part` lies, as large as it can be there.
    let room: CGRect
    /// The visible rectangle of the map, in map points, as in `MapViewport`; not a part of a region. What lies round it
    /// is drawn as well, as far as the view has room.
    var part: MapRect

    nonisolated var animatableData: AnimatablePair<AnimatablePair<Double, Double>, AnimatablePair<Double, Double>> {
      get { AnimatablePair(AnimatablePair(part.minX, part.minY), AnimatablePair(part.width, part.height)) }
      set {
        part = MapRect(
          minX: newValue.first.first, minY: newValue.first.second, width: newValue.second.first,
          height: newValue.second.second)
      }
    }

    var body: some View {
      let frame = MapFrame(part, in: room)
      let drawing = MapDrawing(look: look, layer: layer, placing: frame.placing(map.bounds))
      Canvas { context, size in drawing.draw(in: context, screen: CGRect(origin: .zero, size: size)) }
        .overlay { if let overlay = look.overlay { overlay(frame) } }
        .accessibilityLabel(Text(verbatim: map.pack.mapName))
        .accessibilityChildren {
          ForEach(drawing.elements(on: room)) { element in
            Button(element.region.name) { look.action?(element.region) }
              .frame(width: element.rect.width, height: element.rect.height)
              .position(x: element.rect.midX, y: element.rect.midY)
              .accessibilityAddTraits(look.isSelected(element.region) ? .isSelected : [])
          }
        }
    }
  }

  /// Draws a layer where it lies on the screen, for `MapCanvas`. Its paths are moved and scaled; none is made.
  struct MapDrawing<Region: MapRegion> {
    let look: MapLook<Region>
    /// If it is nil, nothing is drawn.
    let layer: MapLayer<Region, Path>?
    /// Where the layer's plane lies on the screen. If its scale is 0, nothing is drawn.
    let placing: MapPlacing

    /// A region for VoiceOver.
    struct Element: Identifiable {
      var region: Region
      var rect: CGRect
      var id: String { region.code }
    }

    /// The regions whose bounds meet the screen, by raw value, for VoiceOver. Each has the rectangle round what makes
    /// up most of it (`mainBounds`), cut at the screen.
    func elements(on screen: CGRect) -> [Element] {
      visible(on: screen).map { Element(region: $0.region, rect: placing.rect($0.mainBounds).intersection(screen)) }
    }

    /// Draws fills, photos, borders, strokes and labels, in this order.
    func draw(in context: GraphicsContext, screen: CGRect) {
      guard let layer, placing.scale > 0 else { return }
      let areas = visible(on: screen).map { (area: $0, style: look.style($0.region)) }
      var plane = context
      plane.translateBy(x: placing.originX, y: placing.originY)
      plane.scaleBy(x: placing.scale, y: placing.scale)
      for (area, style) in areas {
        guard case .style(let fill) = style.fill else { continue }
        var faded = plane
        faded.opacity = style.opacity
        faded.fill(area.path, with: .style(fill), style: FillStyle(eoFill: true))
        // However exact their border is, two neighbors let the background shine through, because each covers only a
        // part of the border's pixels. So opaque areas are drawn slightly larger, and borders are drawn over them.
        // `CGContext.fillRegion` does the same for pictures.
        if style.opacity == 1 { faded.stroke(area.path, with: .style(fill), lineWidth: 1 / placing.scale) }
      }
      for (area, style) in areas {
        guard case .photo(let image) = style.fill else { continue }
        var clipped = plane
        clipped.opacity = style.opacity
        clipped.clip(to: area.path, style: FillStyle(eoFill: true))
        let photo = clipped.resolve(image)
        let bounds = CGRect(
          x: area.mainBounds.minX, y: area.mainBounds.minY, width: area.mainBounds.width,
          height: area.mainBounds.height)
        clipped.draw(photo, in: bounds.covered(inProportionsOf: photo.size))
      }
      for (line, path) in [(look.borders, layer.borders), (look.coast, layer.coast)] where line.width > 0 {
        plane.stroke(path, with: .color(line.color), style: stroke(line.width))
      }
      for (area, style) in areas {
        if let line = style.stroke { plane.stroke(area.path, with: .color(line.color), style: stroke(line.width)) }
      }
      drawLabels(of: areas.map(\.area), in: context, screen: screen)
    }

    /// A stroke of a width in points of the screen, whatever the scale.
    private func stroke(_ width: CGFloat) -> StrokeStyle {
      StrokeStyle(lineWidth: width / placing.scale, lineCap: .round, lineJoin: .round)
    }

    /// Draws the labels that lie on the screen as a whole and do not collide. If two collide, the one in the region
    /// with the larger `mainBounds` is drawn.
    private func drawLabels(of areas: [MapLayer<Region, Path>.Area], in context: GraphicsContext, screen: CGRect) {
      guard let label = look.label else { return }
      let labels = areas.sorted {
        $0.mainBounds.width * $0.mainBounds.height > $1.mainBounds.width * $1.mainBounds.height
      }
      .compactMap { area in
        label(area.region).map { (text: context.resolve($0), point: placing.point(area.labelPoint)) }
      }
      let boxes = labels.map { label in
        let size = label.text.measure(in: screen.size)
        return CGRect(
          x: label.point.x - size.width / 2, y: label.point.y - size.height / 2, width: size.width, height: size.height)
      }
      for index in LabelLayout.standing(boxes, in: screen) { context.draw(labels[index].text, in: boxes[index]) }
    }

    /// The areas whose bounds meet the screen, by raw value.
    private func visible(on screen: CGRect) -> [MapLayer<Region, Path>.Area] {
      guard let layer else { return [] }
      var indices: [Int] = []
      layer.collectVisible(in: placing.layerRect(screen), into: &indices)
      return indices.map { layer.areas[$0] }
    }
  }
#endif

#if canImport(SwiftUI)
  import SwiftUI

  extension View {
    /// Adds the gestures of fingers, pointer and keys to a map. On watchOS a map only takes taps, and on tvOS it takes
    /// neither gestures nor taps. `PackMap` says what each of them does, and how far keys and double taps go.
    /// - Parameters:
    ///   - isOn: whether the map can be moved and magnified; single taps are taken anyway.
    ///   - isMagnified: whether dragging moves the map.
    ///   - onDrag: gets how far the finger has moved since the gesture began, in points.
    ///   - onMagnify: gets the factor since the gesture began; above 1, the map becomes larger.
    ///   - onEnd: is called at the end of a drag or a pinch.
    ///   - onDoubleTap: gets the position in the view.
    ///   - onTap: gets the position in the view.
    ///   - onMove: gets the direction of an arrow key, by its name: the right arrow is (1, 0), the down arrow (0, 1).
    @ViewBuilder
    func mapGestures(
      isOn: Bool, isMagnified: Bool, onDrag: @escaping (CGSize) -> Void, onMagnify: @escaping (CGFloat) -> Void,
      onEnd: @escaping () -> Void, onDoubleTap: @escaping (CGPoint) -> Void, onTap: @escaping (CGPoint) -> Void,
      onMove: @escaping (CGSize) -> Void
    ) -> some View {
      #if os(tvOS)
        self
      #elseif os(watchOS)
        onTapGesture { position in onTap(position) }
      #else
        let drag = DragGesture(minimumDistance: 8)
          .onChanged { onDrag($0.translation) }
          .onEnded { _ in onEnd() }
        let pinch = MagnificationGesture()
          .onChanged { onMagnify($0) }
          .onEnded { _ in onEnd() }
        // Gestures that are off are not added. So taps do not wait for a second one, and a list round the map scrolls.
        if isOn {
          onTapGesture(count: 2) { position in onDoubleTap(position) }
            .onTapGesture { position in onTap(position) }
            .gesture(drag, including: isMagnified ? .all : .subviews)
            .simultaneousGesture(pinch)
            .mapKeys(onMove: onMove)
        } else {
          onTapGesture { position in onTap(position) }
        }
      #endif
    }

    @ViewBuilder
    private func mapKeys(onMove: @escaping (CGSize) -> Void) -> some View {
      #if os(macOS)
        focusable()
          .onMoveCommand { direction in
            switch direction {
            case .up: onMove(CGSize(width: 0, height: -1))
            case .down: onMove(CGSize(width: 0, height: 1))
            case .left: onMove(CGSize(width: -1, height: 0))
            case .right: onMove(CGSize(width: 1, height: 0))
            @unknown default: break
            }
          }
      #elseif os(iOS) || os(visionOS)
        if #available(iOS 17, *) {
          focusable()
            .onKeyPress(keys: [.upArrow, .downArrow, .leftArrow, .rightArrow]) { press in
              switch press.key {
              case .upArrow: onMove(CGSize(width: 0, height: -1))
              case .downArrow: onMove(CGSize(width: 0, height: 1))
              case .leftArrow: onMove(CGSize(width: -1, height: 0))
              default: onMove(CGSize(width: 1, height: 0))
              }
              return .handled
            }
        } else {
          self
        }
      #else
        self
      #endif
    }
  }
#endif

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

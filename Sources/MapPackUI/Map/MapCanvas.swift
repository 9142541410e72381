#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The content of a `RegionMapView`: a canvas that draws the visible rectangle of the map. A change of the rectangle can
  /// be animated; then SwiftUI sets `part` for each picture on the way.
  struct MapCanvas: View, Animatable {
    let looks: [LayerLook]
    let memory: MapMemory
    /// The rectangle of the view, in points, in whose middle `part` lies, as large as it can be there.
    let room: CGRect
    /// Whether a gesture moves the map.
    let isMoving: Bool
    /// Where `part` is going if it is animated.
    let target: MapRect
    let options: MapOptions
    let actions: MapActions
    /// That of the app, for its texts and pins.
    let direction: LayoutDirection
    /// Is called when a layer was made away from the main thread.
    let onMade: @MainActor () -> Void
    /// Another number draws the map again.
    let finished: Int
    /// The visible rectangle of the map, in map points, as in `MapViewport`; not a part of a region. What lies round it
    /// is drawn as well, as far as the view has room.
    var part: MapRect

    @Environment(\.displayScale) private var displayScale

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
      let drawings = drawings(frame)
      let isAtRest = !isMoving && part == target
      let labels = memory.labelAnchor.follow(frame, isMoving: !isAtRest)
      Canvas { context, _ in
        for drawing in drawings { drawing.draw(in: context) }
      }
      .overlay {
        LabelCanvas(
          labels: self.labels(drawings, labels.frame, isAtRest: isAtRest), memory: memory, direction: direction
        )
        .equatable()
        .offset(x: labels.shift.width, y: labels.shift.height)
      }
      .accessibilityLabel(title)
      .accessibilityChildren {
        ForEach(isAtRest ? elements(drawings) : []) { ElementView(element: $0, direction: direction) }
      }
      .contentShape(Rectangle())
      .mapActions(actions)
      .overlay { if let pins = options.pins { pins(frame) } }
      // Here the frame is that of each picture on the way.
      .onNew(frame) { options.onFrame?($0) }
      .onAppear { options.onFrame?(frame) }
    }

    private var title: Text {
      options.title ?? Text(verbatim: looks.compactMap(\.pack?.mapName).joined(separator: ", "))
    }

    private func drawings(_ frame: MapFrame) -> [LayerDrawing] {
      memory.drawn = DrawnPart(part: part, target: target)
      return looks.indices.compactMap { number in
        let look = looks[number]
        // Each frame of an animation has the level of its own scale.
        guard
          let layer = memory.layer(
            look, number: number, frame, in: room, displayScale: displayScale, onMade: onMade)
        else { return nil }
        let placing = frame.placing(look.bounds)
        guard placing.scale > 0 else { return nil }
        let picture = memory.pictures[number, default: KeptPicture()].picture(
          of: layer, paints: look.paints, lines: look.borders, in: placing.layerRect(room), empty: Path())
        return LayerDrawing(
          number: number, look: look, layer: layer, placing: placing, picture: picture, memory: memory,
          displayScale: displayScale)
      }
    }

    /// The labels of all layers. While the map moves, they stay which they are.
    private func labels(_ drawings: [LayerDrawing], _ frame: MapFrame, isAtRest: Bool) -> [LayerLabels] {
      drawings.compactMap { drawing in
        let (number, layer) = (drawing.number, drawing.layer)
        guard let labels = drawing.look.labels else { return nil }
        let placing = frame.placing(drawing.look.bounds)
        guard placing.scale > 0 else { return nil }
        if isAtRest {
          memory.candidates[number] = MapLabels.candidates(in: layer, placing, on: room, leastSize: labels.leastSize)
            .filter { labels.texts[$0] != nil }
        }
        return LayerLabels(
          number: number, layer: layer, labels: labels, placing: placing, candidates: memory.candidates[number] ?? [],
          isAtRest: isAtRest)
      }
    }

    /// The regions that the view shows, for VoiceOver, Voice Control, Switch Control, keyboards and tests of the user
    /// interface: the 300 largest. Each has the rectangle round what makes up most of it (`mainBounds`), cut at the view.
    private func elements(_ drawings: [LayerDrawing]) -> [ElementView.Element] {
      drawings.flatMap { drawing in
        MapLabels.largest(drawing.layer.visible(in: drawing.placing.layerRect(room)), in: drawing.layer).map { index in
          let area = drawing.layer.areas[index]
          return ElementView.Element(
            id: RegionID(layer: drawing.number, area: index), name: drawing.look.name(index),
            rect: drawing.placing.rect(area.mainBounds).intersection(room),
            isSelected: drawing.look.isSelected(index),
            tap: drawing.look.tap.map { tap in { tap(area.shape) } })
        }
      }
    }
  }

  /// A region of a layer.
  struct RegionID: Hashable, Sendable {
    /// The number of the layer.
    var layer: Int
    /// The index of the region among the layer's areas.
    var area: Int
  }

  /// A region for VoiceOver: a button if a tap does something.
  private struct ElementView: View {
    struct Element: Identifiable {
      var id: RegionID
      var name: String
      var rect: CGRect
      var isSelected: Bool
      var tap: (() -> Void)?
    }

    let element: Element
    let direction: LayoutDirection

    var body: some View {
      content
        .environment(\.layoutDirection, direction)
        .frame(width: element.rect.width, height: element.rect.height)
        .position(x: element.rect.midX, y: element.rect.midY)
        .accessibilityAddTraits(element.isSelected ? .isSelected : [])
    }

    @ViewBuilder private var content: some View {
      if let tap = element.tap {
        Button(element.name) { tap() }
      } else {
        Text(verbatim: element.name)
      }
    }
  }

  /// Draws a layer where it lies on the screen. Its paths are moved and scaled; none is made.
  @MainActor
  private struct LayerDrawing {
    /// Of the layer, from the lowest up.
    let number: Int
    let look: LayerLook
    let layer: MapLayer
    /// Where the layer's plane lies on the screen; its scale is not 0.
    let placing: MapPlacing
    let picture: MapPicture<Path, Color>
    let memory: MapMemory
    let displayScale: CGFloat

    func draw(in context: GraphicsContext) {
      var plane = context
      plane.translateBy(x: placing.originX, y: placing.originY)
      plane.scaleBy(x: placing.scale, y: placing.scale)
      picture.draw(into: ContextSink(screen: context, plane: plane, drawing: self))
    }
  }

  /// SwiftUI's context, into which a picture is drawn.
  @MainActor
  private struct ContextSink: @MainActor MapSink {
    let screen: GraphicsContext
    /// The context, moved and scaled to the layer's plane.
    let plane: GraphicsContext
    let drawing: LayerDrawing

    private var scale: Double { drawing.placing.scale }

    func fill(_ path: Path, _ color: Color, opacity: Double) {
      var faded = plane
      faded.opacity = opacity
      faded.fill(path, with: .color(color), style: FillStyle(eoFill: true))
    }

    func stroke(_ path: Path, _ paint: LinePaint<Color>) {
      plane.stroke(
        path, with: .color(paint.color),
        style: StrokeStyle(
          lineWidth: paint.width / scale, lineCap: paint.dash.isEmpty ? .round : .butt, lineJoin: .round,
          dash: paint.dash.map { $0 / scale }))
    }

    func drawArea(_ area: Int, _ path: Path) {
      guard let own = drawing.look.own[area] else { return }
      let opacity = drawing.look.paints[area].opacity
      switch own {
      case .style(let style): draw(style, path, opacity: opacity)
      case .photo(let photo): draw(photo, area, path, opacity: opacity)
      }
    }

    /// Draws a photo as it was cut, or cuts one that is too large for that. The shape is half a point larger on all sides,
    /// as that of a color.
    private func draw(_ photo: RegionPhoto, _ area: Int, _ path: Path, opacity: Double) {
      let cut = drawing.memory.photos[RegionID(layer: drawing.number, area: area)]
      if let placeholder = photo.placeholder, cut?.image == nil || photo.placement.contentMode == .fit {
        fill(path, placeholder, opacity: opacity)
      }
      guard let cut, let image = cut.image else { return }
      var faded = plane
      faded.opacity = opacity
      let mainBounds = drawing.layer.areas[area].mainBounds
      if cut.isCut {
        // While the map is magnified, the cut of the size before is magnified with it.
        faded.draw(
          faded.resolve(Image(decorative: image, scale: 1)),
          in: PhotoCut.rect(mainBounds, mapPointsPerPixel: exp2(-Double(cut.key.exponent))))
      } else {
        faded.clipToLayer { mask in
          mask.fill(path, with: .color(.white), style: FillStyle(eoFill: true))
          mask.stroke(path, with: .color(.white), lineWidth: MapPicture<Path, Color>.growth / scale)
        }
        let rect = PhotoCut.rect(mainBounds, mapPointsPerPixel: 1 / scale)
        faded.draw(
          faded.resolve(Image(decorative: image, scale: 1)),
          in: photo.placement.rect(of: CGSize(width: image.width, height: image.height), in: rect))
      }
    }

    /// Fills a region in the coordinates of the screen, in which the lengths of a style are.
    private func draw(_ style: AnyShapeStyle, _ path: Path, opacity: Double) {
      let onScreen = path.applying(
        CGAffineTransform(
          a: scale, b: 0, c: 0, d: scale, tx: drawing.placing.originX, ty: drawing.placing.originY))
      var faded = screen
      faded.opacity = opacity
      faded.fill(onScreen, with: .style(style), style: FillStyle(eoFill: true))
      if opacity == 1 {
        faded.stroke(onScreen, with: .style(style), lineWidth: MapPicture<Path, Color>.growth)
      }
    }
  }
#endif

#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// What the modifiers of a `RegionMapView` have set.
  struct MapOptions {
    var takesGestures = true
    /// Nil for one at which the smallest region takes a third of the view.
    var maximumZoom: Double?
    var pins: ((MapFrame) -> AnyView)?
    var onFrame: ((MapFrame) -> Void)?
    /// What VoiceOver calls the map; its name if nil.
    var title: Text?
    /// What is shown in boxes below the map.
    var insets: [MapPosition] = []
  }

  /// The inside of a `RegionMapView`: it turns gestures into the visible rectangle. While they last, only this view
  /// changes: the app's closures have been called before, and are not called again.
  struct MapStage: View {
    let looks: [LayerLook]
    /// What the app binds.
    let binding: Binding<MapPosition>?
    let options: MapOptions

    /// What is visible if the app binds nothing.
    @State private var moved = MapPosition.automatic
    /// What the gestures do; it and `moving` change together.
    @State private var hand = MapHand()
    /// What is visible while the map is moved; nil if `position` says it.
    @State private var moving: MapViewport?
    /// Counts scrolls. The map is at rest a little after the last one.
    @State private var scrolls = 0
    /// What the menu is for.
    @State private var menuTarget: MenuTarget?
    /// Counts layers and photos that were made away from the main thread, so that the map is drawn again.
    @State private var finished = 0
    @State private var memory = MapMemory()
    @Environment(\.displayScale) private var displayScale
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @Environment(\.layoutDirection) private var direction

    /// A region for which a layer has a menu.
    private struct MenuTarget: Equatable {
      /// The number of the layer.
      var layer: Int
      var shape: RegionShape
    }

    var body: some View {
      GeometryReader { geometry in
        let room = CGRect(origin: .zero, size: geometry.size)
          .insetBy(dx: min(margin, geometry.size.width / 2), dy: min(margin, geometry.size.height / 2))
        let frame = MapFrame(viewport.part, in: room)
        let orders = orders(frame, room)
        MapCanvas(
          looks: looks, memory: memory, room: room, isMoving: moving != nil, target: viewport.part, options: options,
          actions: actions(frame, room), direction: direction, onMade: { finished += 1 }, finished: finished,
          part: viewport.part
        )
        .mapMenu(menu, isOn: looks.contains { $0.menu != nil }, preview: menuPreview)
        .mapKeys(isOn: options.takesGestures) { direction in
          let before = viewport.part
          let step = CGSize(width: -direction.width * room.width / 4, height: -direction.height * room.height / 4)
          shift(room) { $0.pan(by: step, in: $1) }
          return viewport.part != before
        }
        .mapZoomAction(isOn: options.takesGestures) { factor in
          shift(room) { $0.magnify(by: factor, around: room.middle, in: $1) }
        }
        .onNew(position) { _ in
          // What the app asks for ends what the hand does.
          guard moving != nil else { return }
          moving = nil
          hand.letGo()
        }
        .onNew(frame) { options.onFrame?($0) }
        .onAppear { options.onFrame?(frame) }
        .task(id: scrolls) {
          guard scrolls > 0, (try? await Task.sleep(nanoseconds: 200_000_000)) != nil, !hand.isMoving else { return }
          settle()
        }
        .task(id: orders.map(\.id)) { await load(orders) }
      }
      // A map is never mirrored.
      .environment(\.layoutDirection, .leftToRight)
    }

    /// The margin round the map, in which the outer halves of the lines at its edge are drawn, in points.
    private var margin: CGFloat {
      let lines = looks.flatMap { [$0.borders.regions, $0.borders.groups, $0.borders.coast] }
      return max(1, lines.compactMap { $0?.width }.max() ?? 1)
    }

    // MARK: What is visible

    private var position: MapPosition {
      get { binding?.wrappedValue ?? moved }
      nonmutating set {
        if let binding { binding.wrappedValue = newValue } else { moved = newValue }
      }
    }

    private var viewport: MapViewport { moving ?? looks.viewport(position, maximumZoom: options.maximumZoom) }

    /// Ends a movement: from now on, `position` says what is visible.
    private func settle() {
      guard let moved = moving else { return }
      // In this order: a binding may animate its change, and what was moved must not be seen where it began.
      position = .rect(moved.part)
      moving = nil
    }

    /// Moves the map at once, with an animation unless the user does not want any.
    private func shift(_ room: CGRect, _ change: (inout MapViewport, MapFrame) -> Void) {
      // Several events may come before the view is drawn again, so the frame is that of now.
      var moved = viewport
      change(&moved, MapFrame(moved.part, in: room))
      guard moved.part != viewport.part || moving != nil else { return }
      withAnimation(reducesMotion ? nil : .easeOut) {
        position = .rect(moved.part)
        moving = nil
      }
    }

    private func scroll(_ pointer: CGPoint, _ distance: CGSize, _ isWheel: Bool, _ room: CGRect) -> Bool {
      guard isWheel || viewport.zoom > 1 else { return false }
      var moved = viewport
      let frame = MapFrame(moved.part, in: room)
      if isWheel {
        moved.magnify(by: MapViewport.factor(ofWheel: distance.height), around: pointer, in: frame)
      } else {
        moved.pan(by: distance, in: frame)
      }
      // What does not move the map scrolls the page.
      guard moved.part != viewport.part else { return false }
      moving = moved
      scrolls += 1
      return true
    }

    // MARK: What is under a finger

    private func actions(_ frame: MapFrame, _ room: CGRect) -> MapActions {
      let now = { ProcessInfo.processInfo.systemUptime }
      let wantsPoint = looks.contains { $0.hover != nil || $0.menu != nil }
      return MapActions(
        isOn: options.takesGestures, isMagnified: viewport.zoom > 1, middle: room.middle,
        move: { input in
          let moved = hand.move(to: input, from: viewport, in: room, at: now())
          if input.isEmpty { settle() } else { moving = moved }
        },
        slide: { distance in
          guard !reducesMotion, hand.slidesOn(at: now()) else { return }
          shift(room) { $0.pan(by: distance, in: $1) }
        },
        magnify: { position in
          if options.takesGestures { shift(room) { $0.magnify(by: 2, around: position, in: $1) } }
        },
        tap: looks.contains { $0.tap != nil } ? { tap($0, frame) } : nil, longPress: longPress(frame),
        point: wantsPoint ? { point($0, isFinger: $1, frame) } : nil,
        scroll: { position, distance, isWheel in scroll(position, distance, isWheel, room) })
    }

    /// The uppermost layer that takes an action and has a region under a position: its number, and the region.
    private func hit<Action>(
      _ position: CGPoint, _ frame: MapFrame, _ action: (LayerLook) -> Action?
    ) -> (layer: Int, shape: RegionShape)? {
      for (number, look) in looks.enumerated().reversed() where action(look) != nil {
        if let shape = look.shape(under: position, in: frame) { return (number, shape) }
      }
      return nil
    }

    private func tap(_ position: CGPoint, _ frame: MapFrame) {
      if let hit = hit(position, frame, \.tap) {
        looks[hit.layer].tap?(hit.shape)
      } else {
        for look in looks { look.tap?(nil) }
      }
    }

    private func longPress(_ frame: MapFrame) -> ((CGPoint) -> Void)? {
      guard looks.contains(where: { $0.longPress != nil }) else { return nil }
      return { position in
        if let hit = hit(position, frame, \.longPress) { looks[hit.layer].longPress?(hit.shape) }
      }
    }

    /// Takes where the pointer is, or a finger went down.
    private func point(_ position: CGPoint?, isFinger: Bool, _ frame: MapFrame) {
      let hovered = position.flatMap { hit($0, frame, \.hover) }
      for (number, look) in looks.enumerated() where !isFinger {
        let shape = hovered?.layer == number ? hovered?.shape : nil
        guard memory.hovered[number] != shape else { continue }
        memory.hovered[number] = shape
        look.hover?(shape)
      }
      // The menu of a Mac opens where the pointer was last.
      guard let position else { return }
      let target = hit(position, frame, \.menu).map { MenuTarget(layer: $0.layer, shape: $0.shape) }
      if target != menuTarget { menuTarget = target }
    }

    private var menu: AnyView? {
      guard let menuTarget, looks.indices.contains(menuTarget.layer) else { return nil }
      return looks[menuTarget.layer].menu?(menuTarget.shape).map {
        AnyView($0.environment(\.layoutDirection, direction))
      }
    }

    /// The region that the menu is for, as it is lifted.
    private var menuPreview: AnyView {
      guard let shape = menuTarget?.shape else { return AnyView(EmptyView()) }
      return AnyView(RegionArea(shape, bounds: shape.mainBounds).fill(Color.accentColor).frame(width: 200, height: 200))
    }

    // MARK: Photos

    /// The photos that the view shows while the map is at rest, as they are to be cut.
    private func orders(_ frame: MapFrame, _ room: CGRect) -> [PhotoCut.Order] {
      guard moving == nil else { return [] }
      return looks.enumerated().flatMap { number, look -> [PhotoCut.Order] in
        guard look.hasPhotos,
          let layer = memory.layer(
            look, number: number, frame, in: room, displayScale: displayScale, onMade: { finished += 1 })
        else { return [] }
        let placing = frame.placing(look.bounds)
        let exponent = PhotoCut.exponent(pixelsPerMapPoint: placing.scale * displayScale)
        return layer.visible(in: placing.layerRect(room)).compactMap { area in
          // Until a layer has a region, its photo could only be cut to nothing.
          guard !layer.paths(of: area).isEmpty, case .photo(let photo)? = look.own[area] else { return nil }
          let key = PhotoCut.Key(
            pack: layer.pack, photo: photo.id, placement: photo.placement, level: layer.level, exponent: exponent)
          return PhotoCut.Order(
            id: .init(region: RegionID(layer: number, area: area), key: key), layer: layer, photo: photo)
        }
      }
    }

    /// Loads and cuts the photos that are not cut yet as they are to be, four at a time. Those that the view does not show
    /// go.
    private func load(_ orders: [PhotoCut.Order]) async {
      guard moving == nil else { return }
      var waiting = memory.photos.lacking(orders)[...]
      var shown = ContinuousClock.now
      await withTaskGroup(of: (RegionID, PhotoCut).self) { group in
        func begin() {
          guard let order = waiting.popFirst() else { return }
          group.addTask { (order.id.region, await PhotoCut.made(order)) }
        }
        for _ in 0..<4 { begin() }
        for await (region, cut) in group {
          guard !Task.isCancelled else { return }
          memory.photos.keep(cut, for: region)
          begin()
          // Many photos are drawn together.
          guard waiting.isEmpty || .now - shown > .milliseconds(100) else { continue }
          finished += 1
          shown = .now
        }
      }
    }
  }

  extension View {
    /// Lets VoiceOver magnify the map.
    @ViewBuilder
    fileprivate func mapZoomAction(isOn: Bool, onZoom: @escaping (Double) -> Void) -> some View {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), isOn {
        accessibilityZoomAction { action in onZoom(action.direction == .zoomIn ? 2 : 0.5) }
      } else {
        self
      }
    }
  }
#endif

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
  /// changes: the app's closures are called when the position is set at their beginning and end, and not between.
  struct MapStage: View {
    let looks: [LayerLook]
    /// What the app binds.
    let binding: Binding<MapPosition>?
    let options: MapOptions

    /// What is visible if the app binds nothing.
    @State private var moved = MapPosition.automatic
    /// What the gestures do; it and `moving` change together.
    @State private var hand = MapHand()
    /// Nil if nothing moves the map.
    @State private var moving: Movement?
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

    /// What gestures have made of a position.
    private struct Movement: Equatable {
      var viewport: MapViewport
      /// What the position has been since it began: what it was set to, and what the app's binding made of that. Another one
      /// is what the app has asked for.
      let positions: Set<MapPosition>
    }

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
          looks: looks, memory: memory, room: room, isMoving: held != nil, target: viewport.part, options: options,
          actions: actions(room), direction: direction, onMade: { finished += 1 }, finished: finished,
          part: viewport.part
        )
        .mapMenu(menu, isOn: looks.contains { $0.menu != nil }, preview: menuPreview)
        .mapKeys(isOn: options.takesGestures) { direction in
          let before = viewport.part
          let step = CGSize(width: -direction.width * room.width / 4, height: -direction.height * room.height / 4)
          shift(room, from: viewport) { $0.pan(by: step, in: $1) }
          return viewport.part != before
        }
        .mapZoomAction(isOn: options.takesGestures) { factor in
          shift(room, from: viewport) { $0.magnify(by: factor, around: room.middle, in: $1) }
        }
        .onNew(position) { _ in
          if moving != nil, held == nil { moving = nil }
        }
        .task(id: scrolls) {
          guard scrolls > 0, (try? await Task.sleep(nanoseconds: 200_000_000)) != nil, !hand.isMoving else { return }
          settle()
        }
        .task(id: orders?.map(\.key)) { await load(orders) }
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

    /// What is visible while the map is moved; nil if `position` says it. What the app asks for ends what the hand does, in
    /// the very picture in which it begins.
    private var held: MapViewport? { moving?.positions.contains(position) == true ? moving?.viewport : nil }

    private var viewport: MapViewport { held ?? looks.viewport(position, maximumZoom: options.maximumZoom) }

    /// What is seen: on the way of an animation, that is not yet `viewport`.
    private var seen: MapViewport { viewport.seen(memory.drawn) }

    /// Moves the map until `settle`.
    /// - Parameter seen: what is seen. An animation ends there.
    private func hold(_ moved: MapViewport, from seen: MapViewport) {
      if held == nil {
        // So whatever the app asks for from now on is another position.
        position = .rect(seen.part)
        moving = Movement(viewport: seen, positions: [position, .rect(seen.part)])
      }
      moving?.viewport = moved
    }

    /// Ends a movement: from now on, `position` says what is visible.
    private func settle() {
      guard let held else { return }
      // In this order: a binding may animate its change, and what was moved must not be seen where it began.
      position = .rect(held.part)
      moving = nil
    }

    /// Moves the map at once, with an animation unless the user does not want any.
    /// - Parameter start: `viewport` if steps add up however fast they come; `seen` if a finger is on what is seen.
    private func shift(_ room: CGRect, from start: MapViewport, _ change: (inout MapViewport, MapFrame) -> Void) {
      // Several events may come before the view is drawn again, so the frame is that of now.
      var moved = start
      change(&moved, MapFrame(moved.part, in: room))
      guard moved.part != viewport.part || moving != nil else { return }
      withAnimation(reducesMotion ? nil : .easeOut) {
        position = .rect(moved.part)
        moving = nil
      }
    }

    private func scroll(_ pointer: CGPoint, _ distance: CGSize, _ kind: MapScroll.Kind, _ room: CGRect) -> Bool {
      let seen = seen
      // The momentum of a scroll moves nothing on that has come to rest or goes elsewhere.
      guard kind == .wheel || seen.zoom > 1, kind != .momentum || held != nil else { return false }
      var moved = seen
      let frame = MapFrame(moved.part, in: room)
      if kind == .wheel {
        moved.magnify(by: MapViewport.factor(ofWheel: distance.height), around: pointer, in: frame)
      } else {
        moved.pan(by: distance, in: frame)
      }
      // What does not move the map scrolls the page.
      guard moved.part != seen.part else { return false }
      hold(moved, from: seen)
      scrolls += 1
      return true
    }

    // MARK: What is under a finger

    private func actions(_ room: CGRect) -> MapActions {
      let now = { ProcessInfo.processInfo.systemUptime }
      let wantsPoint = looks.contains { $0.hover != nil || $0.menu != nil }
      return MapActions(
        isOn: options.takesGestures, isMagnified: viewport.zoom > 1, middle: room.middle,
        move: { input in
          if held == nil { hand.letGo() }
          let seen = seen
          let moved = hand.move(to: input, from: seen, in: room, at: now())
          if input.isEmpty { settle() } else { hold(moved, from: seen) }
        },
        slide: { distance in
          guard !reducesMotion, hand.slidesOn(at: now()) else { return }
          shift(room, from: seen) { $0.pan(by: distance, in: $1) }
        },
        magnify: { position in shift(room, from: seen) { $0.magnify(by: 2, around: position, in: $1) } },
        tap: looks.contains { $0.tap != nil } ? { tap($0, room) } : nil,
        longPress: looks.contains { $0.longPress != nil } ? { longPress($0, room) } : nil,
        point: wantsPoint ? { point($0, isFinger: $1, room) } : nil,
        scroll: { position, distance, kind in scroll(position, distance, kind, room) })
    }

    /// The uppermost layer that takes an action and has a region under a position: its number, and the region.
    private func hit<Action>(
      _ position: CGPoint, _ room: CGRect, _ action: (LayerLook) -> Action?
    ) -> (layer: Int, shape: RegionShape)? {
      let frame = MapFrame(seen.part, in: room)
      for (number, look) in looks.enumerated().reversed() where action(look) != nil {
        if let shape = look.shape(under: position, in: frame) { return (number, shape) }
      }
      return nil
    }

    private func tap(_ position: CGPoint, _ room: CGRect) {
      if let hit = hit(position, room, \.tap) {
        looks[hit.layer].tap?(hit.shape)
      } else {
        for look in looks { look.tap?(nil) }
      }
    }

    private func longPress(_ position: CGPoint, _ room: CGRect) {
      if let hit = hit(position, room, \.longPress) { looks[hit.layer].longPress?(hit.shape) }
    }

    /// Takes where the pointer is, or a finger went down.
    private func point(_ position: CGPoint?, isFinger: Bool, _ room: CGRect) {
      let hovered = position.flatMap { hit($0, room, \.hover) }
      for (number, look) in looks.enumerated() where !isFinger {
        let shape = hovered?.layer == number ? hovered?.shape : nil
        guard memory.hovered[number] != shape else { continue }
        memory.hovered[number] = shape
        look.hover?(shape)
      }
      // The menu of a Mac opens where the pointer was last.
      guard let position else { return }
      let target = hit(position, room, \.menu).map { MenuTarget(layer: $0.layer, shape: $0.shape) }
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

    /// The photos that the view shows, as they are to be cut. Nil while the map is moved or draws a layer that stands in for
    /// one that is being made: a photo is loaded and cut once.
    private func orders(_ frame: MapFrame, _ room: CGRect) -> [PhotoCut.Order]? {
      guard held == nil else { return nil }
      var orders: [PhotoCut.Order] = []
      for (number, look) in looks.enumerated() where look.hasPhotos {
        let placing = frame.placing(look.bounds)
        let rect = placing.layerRect(room)
        let layer = memory.layer(
          look, number: number, frame, in: room, displayScale: displayScale, onMade: { finished += 1 })
        guard let layer, let pack = layer.pack,
          layer.fits(level: pack.level(in: frame, displayScale: displayScale), showing: rect)
        else { return nil }
        let exponent = PhotoCut.exponent(pixelsPerMapPoint: placing.scale * displayScale)
        for area in layer.visible(in: rect) {
          // What a level lacks could only be cut to nothing.
          guard !layer.paths(of: area).isEmpty, case .photo(let photo)? = look.own[area] else { continue }
          let key = PhotoCut.Key(
            region: RegionID(layer: number, area: area), pack: pack, photo: photo.id, placement: photo.placement,
            level: layer.level, exponent: exponent)
          orders.append(PhotoCut.Order(key: key, layer: layer, photo: photo))
        }
      }
      return orders
    }

    /// Loads and cuts the photos that are not cut yet as they are to be, four at a time. Those that the view does not show
    /// go.
    private func load(_ orders: [PhotoCut.Order]?) async {
      guard let orders else { return }
      let regions = Set(orders.map(\.key.region))
      memory.photos = memory.photos.filter { regions.contains($0.key) }
      var waiting = orders.filter { memory.photos[$0.key.region]?.key != $0.key }[...]
      var shown = ContinuousClock.now
      await withTaskGroup(of: PhotoCut.self) { group in
        func begin() {
          guard let order = waiting.popFirst() else { return }
          group.addTask { await PhotoCut.made(order) }
        }
        for _ in 0..<4 { begin() }
        for await cut in group {
          guard !Task.isCancelled else { return }
          memory.photos[cut.key.region] = cut
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

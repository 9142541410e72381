#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// What the modifiers of a `RegionMapView` have set.
  struct MapOptions {
    var takesGestures = true
    var doubleTapZooms = false
    var maximumZoom = MapViewport.defaultMaximumZoom
    var pins: ((MapFrame) -> AnyView)?
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

    @GestureState private var drag: CGSize? = nil
    @GestureState private var pinch: MapHand.Pinch? = nil
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

    /// A region for which a layer has a menu.
    private struct MenuTarget: Equatable {
      /// The number of the layer.
      var layer: Int
      var shape: RegionShape
    }

    var body: some View {
      GeometryReader { geometry in
        let room = CGRect(origin: .zero, size: geometry.size).insetBy(dx: margin, dy: margin)
        let frame = MapFrame(viewport.part, in: room)
        let input = MapHand.Input(drag: drag, pinch: pinch)
        let layers = layers(frame)
        MapCanvas(
          looks: looks, layers: layers, memory: memory, room: room, isMoving: moving != nil, target: viewport.part,
          pins: options.pins, part: viewport.part
        )
        .contentShape(Rectangle())
        .mapTaps(
          onDoubleTap: options.doubleTapZooms && options.takesGestures
            ? { position in shift(room) { $0.magnify(by: 2, around: position, in: $1) } } : nil,
          onTap: { position in tap(position, frame) }
        )
        .mapLongPress(longPress(frame))
        .mapPointer(
          isOn: looks.contains { $0.hover != nil || $0.menu != nil || $0.longPress != nil },
          touches: looks.contains { $0.menu != nil || $0.longPress != nil }
        ) { position in point(position, frame) }
        .mapMenu(isOn: looks.contains { $0.menu != nil }, menu)
        .mapHand(
          isOn: options.takesGestures, isMagnified: viewport.zoom > 1, drag: $drag, pinch: $pinch, middle: room.middle,
          onFling: { distance in shift(room) { $0.pan(by: distance, in: $1) } }
        )
        .mapKeys(isOn: options.takesGestures) { direction in
          let step = CGSize(width: -direction.width * room.width / 4, height: -direction.height * room.height / 4)
          shift(room) { $0.pan(by: step, in: $1) }
        }
        .mapScroll { position, distance, isWheel in scroll(position, distance, isWheel, room) }
        .onChange(of: input) { input in
          let moved = hand.move(to: input, from: viewport, in: room)
          if input.isEmpty { settle() } else { moving = moved }
        }
        .task(id: scrolls) {
          guard scrolls > 0, (try? await Task.sleep(nanoseconds: 200_000_000)) != nil, !hand.isMoving else { return }
          settle()
        }
        .task(id: lacking(layers, frame)) { await makeLayers(lacking(layers, frame)) }
        .task(id: orders(layers, frame).map(\.id)) { await cut(orders(layers, frame)) }
      }
    }

    /// The margin round the map, in which the outer halves of the lines at its edge are drawn, in points.
    private var margin: CGFloat {
      let lines = looks.flatMap { [$0.borders.regions, $0.borders.groups, $0.borders.coast] }
      return max(1, lines.compactMap { $0?.width }.max() ?? 1)
    }

    // MARK: What is visible

    /// All layers together, in map points.
    private var home: MapRect {
      let bounds = looks.map(\.bounds)
      return bounds.dropFirst().reduce(bounds.first ?? MapRect(minX: 0, minY: 0, width: 0, height: 0)) { $0.union($1) }
    }

    private var position: MapPosition {
      get { binding?.wrappedValue ?? moved }
      nonmutating set {
        if let binding { binding.wrappedValue = newValue } else { moved = newValue }
      }
    }

    private var viewport: MapViewport {
      moving ?? MapViewport(home: home, part: part, maximumZoom: options.maximumZoom)
    }

    /// The rectangle that `position` names; nil for the whole map.
    private var part: MapRect? {
      switch position.place {
      case .automatic: nil
      case .rect(let rect): rect
      case .region(let enumeration, let rawValue):
        looks.lazy.filter { $0.enumeration == enumeration }.compactMap { $0.pack?[rawValue: rawValue] }.first?
          .mainBounds
      }
    }

    /// Ends a movement: from now on, `position` says what is visible.
    private func settle() {
      guard let moved = moving else { return }
      moving = nil
      position = .rect(moved.part)
    }

    /// Moves the map at once, with an animation.
    private func shift(_ room: CGRect, _ change: (inout MapViewport, MapFrame) -> Void) {
      // Several events may come before the view is drawn again, so the frame is that of now.
      var moved = viewport
      change(&moved, MapFrame(moved.part, in: room))
      withAnimation(.easeOut) {
        moving = nil
        position = .rect(moved.part)
      }
    }

    private func scroll(_ pointer: CGPoint, _ distance: CGSize, _ isWheel: Bool, _ room: CGRect) -> Bool {
      guard options.takesGestures, isWheel || viewport.zoom > 1 else { return false }
      var moved = viewport
      let frame = MapFrame(moved.part, in: room)
      if isWheel {
        moved.magnify(by: MapViewport.factor(ofWheel: distance.height), around: pointer, in: frame)
      } else {
        moved.pan(by: distance, in: frame)
      }
      moving = moved
      scrolls += 1
      return true
    }

    // MARK: What is under a finger

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

    private func longPress(_ frame: MapFrame) -> (() -> Void)? {
      guard looks.contains(where: { $0.longPress != nil }) else { return nil }
      return {
        guard let pointer = memory.pointer, let hit = hit(pointer, frame, \.longPress) else { return }
        looks[hit.layer].longPress?(hit.shape)
      }
    }

    /// Takes where the pointer is, or a finger went down.
    private func point(_ position: CGPoint?, _ frame: MapFrame) {
      memory.pointer = position
      let hovered = position.flatMap { hit($0, frame, \.hover) }
      for (number, look) in looks.enumerated() {
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
      return looks[menuTarget.layer].menu?(menuTarget.shape)
    }

    // MARK: What is made before it can be drawn

    private func level(_ pack: Pack, _ frame: MapFrame) -> Int {
      pack.level(metersPerPixel: frame.metersPerUnit / displayScale)
    }

    /// The layer of each look: the one of the level that the scale asks for, or the nearest one until that is made.
    private func layers(_ frame: MapFrame) -> [MapLayer?] {
      _ = finished
      return looks.enumerated().map { number, look in
        switch look.source {
        case .lines(let layer): return layer
        case .pack(let pack):
          let level = level(pack, frame)
          let last = memory.layers[number].flatMap { $0.pack == pack ? $0 : nil }
          if last?.level == level { return last }
          let store = LayerStore.shared
          let layer = store.layer(of: pack, level: level) ?? last ?? store.layer(of: pack, nearest: level)
          memory.layers[number] = layer
          return layer
        }
      }
    }

    /// A layer that is yet to be made.
    private struct Lacking: Hashable, Sendable {
      var pack: Pack
      var level: Int
    }

    private func lacking(_ layers: [MapLayer?], _ frame: MapFrame) -> [Lacking] {
      zip(looks, layers).compactMap { look, layer in
        guard let pack = look.pack else { return nil }
        let level = level(pack, frame)
        return layer?.level == level ? nil : Lacking(pack: pack, level: level)
      }
    }

    private func makeLayers(_ lacking: [Lacking]) async {
      for wanted in lacking {
        let layer = await LayerStore.made(of: wanted.pack, level: wanted.level)
        LayerStore.shared.keep(layer, of: wanted.pack)
        // The store may not keep what is very large.
        for (number, look) in looks.enumerated() where look.pack == wanted.pack { memory.layers[number] = layer }
        finished += 1
      }
    }

    /// The photos that the view shows while the map is at rest, as they are to be cut.
    private func orders(_ layers: [MapLayer?], _ frame: MapFrame) -> [PhotoCut.Order] {
      guard moving == nil else { return [] }
      return zip(looks, layers).flatMap { look, layer -> [PhotoCut.Order] in
        guard let layer, look.hasPictures else { return [] }
        let placing = frame.placing(look.bounds)
        let exponent = PhotoCut.exponent(pixelsPerMapPoint: placing.scale * displayScale)
        return layer.visible(in: placing.layerRect(frame.rect(frame.bounds))).compactMap { area in
          guard case .picture(let photo)? = look.own[area] else { return nil }
          return PhotoCut.Order(
            key: PhotoCut.Key(pack: layer.pack, area: area, photo: ObjectIdentifier(photo)), level: layer.level,
            exponent: exponent, layer: layer, photo: photo)
        }
      }
    }

    /// Cuts the photos that are not cut yet as they are to be. Those that the view does not show go.
    private func cut(_ orders: [PhotoCut.Order]) async {
      guard moving == nil else { return }
      let keys = Set(orders.map(\.key))
      memory.cuts = memory.cuts.filter { keys.contains($0.key) }
      for order in orders where !(memory.cuts[order.key]?.fits(order) ?? false) {
        memory.cuts[order.key] = await PhotoCut.made(order)
        finished += 1
        guard !Task.isCancelled else { return }
      }
    }
  }
#endif

#if canImport(SwiftUI) && os(macOS)
  import AppKit
  import MapPack
  import SwiftUI

  /// Pointer, trackpad and wheel on a map of a Mac.
  struct PointerHands: ViewModifier {
    let actions: MapActions
    @GestureState private var drag: CGSize? = nil
    @GestureState private var pinch: MapHand.Pinch? = nil
    @State private var monitor = ScrollMonitor()

    func body(content: Content) -> some View {
      // The view as it is now takes the next scroll.
      monitor.onScroll = actions.isOn ? actions.scroll : { _, _, _ in false }
      return moved(
        content
          .gesture(
            SpatialTapGesture(count: 2).onEnded { actions.magnify($0.location) },
            including: actions.isOn ? .all : .subviews
          )
          .onTapGesture { actions.tap?($0) }
      )
      .onNew(MapHand.Input(drag: drag, pinch: pinch), perform: actions.move)
      .onContinuousHover { phase in
        switch phase {
        case .active(let position): monitor.watch(position)
        case .ended: monitor.stop()
        }
      }
      .onDisappear { monitor.stop() }
    }

    @ViewBuilder
    private func moved(_ content: some View) -> some View {
      let dragging = DragGesture(minimumDistance: 8)
        .updating($drag) { value, state, _ in state = value.translation }
        .onEnded { value in
          actions.slide(
            CGSize(
              width: value.predictedEndTranslation.width - value.translation.width,
              height: value.predictedEndTranslation.height - value.translation.height))
        }
      let dragged = content.gesture(dragging, including: actions.isOn && actions.isMagnified ? .all : .subviews)
      if #available(macOS 14, *) {
        dragged.simultaneousGesture(
          MagnifyGesture().updating($pinch) { value, state, _ in
            state = MapHand.Pinch(factor: value.magnification, anchor: value.startLocation)
          }, including: actions.isOn ? .all : .subviews)
      } else {
        dragged.simultaneousGesture(
          MagnificationGesture().updating($pinch) { factor, state, _ in
            state = MapHand.Pinch(factor: factor, anchor: actions.middle)
          }, including: actions.isOn ? .all : .subviews)
      }
    }
  }

  /// Takes the scrolling of a Mac while the pointer is over a view. SwiftUI has no gesture for it.
  @MainActor
  private final class ScrollMonitor {
    var onScroll: (CGPoint, CGSize, MapScroll.Kind) -> Bool = { _, _, _ in false }
    /// Where the pointer is in the view.
    private var pointer = CGPoint.zero
    private var scroll = MapScroll()
    private var monitor: Any?

    func watch(_ position: CGPoint) {
      pointer = position
      guard monitor == nil else { return }
      monitor = NSEvent.addLocalMonitorForEvents(matching: .scrollWheel) { [weak self] event in
        let delta = CGSize(width: event.scrollingDeltaX, height: event.scrollingDeltaY)
        let kind: MapScroll.Kind =
          !event.hasPreciseScrollingDeltas ? .wheel : event.momentumPhase.isEmpty ? .fingers : .momentum
        // A sheet or a popover over the map scrolls by itself. The last event of a scroll has no length.
        guard delta != .zero, event.window == NSApp.keyWindow, event.window?.attachedSheet == nil else { return event }
        // Monitors are called on the main thread.
        let isTaken = MainActor.assumeIsolated { self?.takes(delta, kind) ?? false }
        return isTaken ? nil : event
      }
    }

    private func takes(_ distance: CGSize, _ kind: MapScroll.Kind) -> Bool {
      scroll.isTaken(kind) { onScroll(pointer, distance, kind) }
    }

    func stop() {
      if let monitor { NSEvent.removeMonitor(monitor) }
      monitor = nil
    }
  }
#endif

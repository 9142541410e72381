#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  // The gestures of fingers, pointer and keys on a map. On watchOS a map only takes taps, and on tvOS it takes neither
  // gestures nor taps. Each of these only tells what happens; `MapStage` makes a viewport of it.
  extension View {
    /// Takes taps at once, or after it is sure that no second one follows if double taps are taken too.
    /// - Parameters:
    ///   - onDoubleTap: gets the position in the view; nil if double taps are not taken.
    ///   - onTap: gets the position in the view.
    @ViewBuilder
    func mapTaps(onDoubleTap: ((CGPoint) -> Void)?, onTap: @escaping (CGPoint) -> Void) -> some View {
      #if os(tvOS)
        self
      #else
        if let onDoubleTap {
          onTapGesture(count: 2, perform: onDoubleTap).onTapGesture(perform: onTap)
        } else {
          onTapGesture(perform: onTap)
        }
      #endif
    }

    /// Tells how far a drag and a pinch have come since they began. When they end or are cancelled, SwiftUI makes both
    /// nil.
    /// - Parameters:
    ///   - isOn: whether there are such gestures. If not, none is added, so that a list round the map scrolls.
    ///   - isMagnified: whether dragging moves the map.
    ///   - middle: the middle of the map, about which it is magnified if the system does not say where the fingers are.
    ///   - onFling: gets how much farther the map would slide after a drag, in points.
    @ViewBuilder
    func mapHand(
      isOn: Bool, isMagnified: Bool, drag: GestureState<CGSize?>, pinch: GestureState<MapHand.Pinch?>, middle: CGPoint,
      onFling: @escaping (CGSize) -> Void
    ) -> some View {
      #if os(tvOS) || os(watchOS)
        self
      #else
        if isOn {
          let dragging = DragGesture(minimumDistance: 8)
            .updating(drag) { value, state, _ in state = value.translation }
            .onEnded { value in
              onFling(
                CGSize(
                  width: value.predictedEndTranslation.width - value.translation.width,
                  height: value.predictedEndTranslation.height - value.translation.height))
            }
          let dragged = gesture(dragging, including: isMagnified ? .all : .subviews)
          if #available(iOS 17, macOS 14, *) {
            dragged.simultaneousGesture(
              MagnifyGesture().updating(pinch) { value, state, _ in
                state = MapHand.Pinch(factor: value.magnification, anchor: value.startLocation)
              })
          } else {
            dragged.simultaneousGesture(
              MagnificationGesture().updating(pinch) { factor, state, _ in
                state = MapHand.Pinch(factor: factor, anchor: middle)
              })
          }
        } else {
          self
        }
      #endif
    }

    /// Tells where the pointer is, or where a finger went down; nil if the pointer has left.
    /// - Parameters:
    ///   - isOn: whether anybody wants to know.
    ///   - touches: whether fingers count. Then a list round the map does not scroll under them.
    @ViewBuilder
    func mapPointer(isOn: Bool, touches: Bool, onPoint: @escaping (CGPoint?) -> Void) -> some View {
      #if os(tvOS) || os(watchOS)
        self
      #else
        if isOn {
          onContinuousHover { phase in
            switch phase {
            case .active(let position): onPoint(position)
            case .ended: onPoint(nil)
            }
          }
          .simultaneousGesture(
            DragGesture(minimumDistance: 0).onChanged { onPoint($0.startLocation) },
            including: touches ? .all : .subviews)
        } else {
          self
        }
      #endif
    }

    /// Takes long presses.
    @ViewBuilder
    func mapLongPress(_ action: (() -> Void)?) -> some View {
      #if os(tvOS)
        self
      #else
        if let action { onLongPressGesture(perform: action) } else { self }
      #endif
    }

    /// Shows a menu for what lies under the pointer or the finger.
    @ViewBuilder
    func mapMenu(isOn: Bool, _ menu: AnyView?) -> some View {
      #if os(watchOS)
        self
      #else
        if isOn { contextMenu { menu } } else { self }
      #endif
    }

    /// Tells which arrow key was pressed: the right arrow is (1, 0), the down arrow (0, 1). The map has no focus ring.
    @ViewBuilder
    func mapKeys(isOn: Bool, onMove: @escaping (CGSize) -> Void) -> some View {
      #if os(macOS) || os(iOS) || os(visionOS)
        if #available(macOS 14, iOS 17, *), isOn {
          focusable()
            .focusEffectDisabled()
            .onKeyPress(keys: [.upArrow, .downArrow, .leftArrow, .rightArrow]) { press in
              switch press.key {
              case .upArrow: onMove(CGSize(width: 0, height: -1))
              case .downArrow: onMove(CGSize(width: 0, height: 1))
              case .leftArrow: onMove(CGSize(width: -1, height: 0))
              default: onMove(CGSize(width: 1, height: 0))
              }
              return .handled
            }
        } else if isOn {
          mapKeysBefore(onMove: onMove)
        } else {
          self
        }
      #else
        self
      #endif
    }

    /// The arrow keys of a Mac before macOS 14; an iPad before iOS 17 has none.
    private func mapKeysBefore(onMove: @escaping (CGSize) -> Void) -> some View {
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
      #else
        self
      #endif
    }

    /// Tells on a Mac how far two fingers or a wheel have scrolled over the map.
    /// - Parameter onScroll: gets the pointer's position, how far the map is scrolled in points, and whether it is a
    ///   wheel. Returns whether the map takes it; if not, what lies round the map scrolls.
    func mapScroll(onScroll: @escaping @MainActor (CGPoint, CGSize, _ isWheel: Bool) -> Bool) -> some View {
      #if os(macOS)
        modifier(ScrollWatch(onScroll: onScroll))
      #else
        self
      #endif
    }
  }
#endif

#if canImport(SwiftUI) && os(macOS)
  import AppKit
  import SwiftUI

  /// Takes the scrolling of a Mac while the pointer is over a view. SwiftUI has no gesture for it.
  private struct ScrollWatch: ViewModifier {
    let onScroll: @MainActor (CGPoint, CGSize, Bool) -> Bool
    @State private var monitor = ScrollMonitor()

    func body(content: Content) -> some View {
      // The view as it is now takes the next scroll.
      monitor.onScroll = onScroll
      return
        content
        .onContinuousHover { phase in
          switch phase {
          case .active(let position): monitor.watch(position)
          case .ended: monitor.stop()
          }
        }
        .onDisappear { monitor.stop() }
    }
  }

  @MainActor
  private final class ScrollMonitor {
    var onScroll: (CGPoint, CGSize, Bool) -> Bool = { _, _, _ in false }
    /// Where the pointer is in the view.
    private var pointer = CGPoint.zero
    private var monitor: Any?

    func watch(_ position: CGPoint) {
      pointer = position
      guard monitor == nil else { return }
      monitor = NSEvent.addLocalMonitorForEvents(matching: .scrollWheel) { [weak self] event in
        let delta = CGSize(width: event.scrollingDeltaX, height: event.scrollingDeltaY)
        let isWheel = !event.hasPreciseScrollingDeltas
        // Monitors are called on the main thread.
        let isTaken = MainActor.assumeIsolated { self.map { $0.onScroll($0.pointer, delta, isWheel) } ?? false }
        return isTaken ? nil : event
      }
    }

    func stop() {
      if let monitor { NSEvent.removeMonitor(monitor) }
      monitor = nil
    }
  }
#endif

#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// What fingers, pointer and keys tell. `MapStage` makes a viewport of it.
  struct MapActions {
    /// Whether the map is moved; taps are taken anyway.
    var isOn: Bool
    /// Whether one finger moves the map. If not, a list round it scrolls.
    var isMagnified: Bool
    /// The middle of the map, about which it is magnified if the system does not say where the fingers are.
    var middle: CGPoint
    /// Gets how far drag and pinch have come since they began; an empty input when they end or are cancelled.
    var move: (MapHand.Input) -> Void
    /// Gets how much farther the map slides after a drag.
    var slide: (CGSize) -> Void
    /// Gets a double tap.
    var magnify: (CGPoint) -> Void
    /// Nil if nobody wants to know.
    var tap: ((CGPoint) -> Void)?
    /// Nil if nobody wants to know.
    var longPress: ((CGPoint) -> Void)?
    /// Gets where the pointer is, or nil if it has left; or where a finger went down. Nil if nobody wants to know.
    var point: ((CGPoint?, _ isFinger: Bool) -> Void)?
    /// Gets where the pointer is, how far something has scrolled, and what. Returns whether that has moved the map; if not,
    /// what lies round the map scrolls.
    var scroll: (CGPoint, CGSize, MapScroll.Kind) -> Bool

    /// Whether anybody wants to know anything.
    var isAny: Bool { isOn || tap != nil || longPress != nil || point != nil }
  }

  // On watchOS a map only takes taps, and on tvOS it takes neither gestures nor taps.
  extension View {
    /// Tells what fingers and pointer do on this view.
    @ViewBuilder
    func mapActions(_ actions: MapActions) -> some View {
      #if os(iOS) || os(visionOS)
        modifier(TouchLayer(actions: actions)).mapHover(actions.point)
      #elseif os(macOS)
        modifier(PointerHands(actions: actions)).mapHover(actions.point)
      #elseif os(watchOS)
        onTapGesture { actions.tap?($0) }
      #else
        self
      #endif
    }

    #if os(macOS) || os(iOS) || os(visionOS)
      @ViewBuilder
      private func mapHover(_ onPoint: ((CGPoint?, Bool) -> Void)?) -> some View {
        if let onPoint {
          onContinuousHover { phase in
            switch phase {
            case .active(let position): onPoint(position, false)
            case .ended: onPoint(nil, false)
            }
          }
        } else {
          self
        }
      }
    #endif

    /// Shows a menu for what lies under the pointer or the finger, and lifts a view of it.
    @ViewBuilder
    func mapMenu(_ menu: AnyView?, isOn: Bool, preview: AnyView) -> some View {
      #if os(watchOS)
        self
      #else
        if isOn {
          contextMenu {
            menu
          } preview: {
            preview
          }
        } else {
          self
        }
      #endif
    }

    /// Tells which arrow key was pressed: the right arrow is (1, 0), the down arrow (0, 1). The map has no focus ring.
    /// - Parameter onMove: returns whether the map has moved. If not, the key is the app's.
    @ViewBuilder
    func mapKeys(isOn: Bool, onMove: @escaping (CGSize) -> Bool) -> some View {
      #if os(macOS) || os(iOS) || os(visionOS)
        if #available(macOS 14, iOS 17, *), isOn {
          focusable()
            .focusEffectDisabled()
            .onKeyPress(keys: [.upArrow, .downArrow, .leftArrow, .rightArrow]) { press in
              let way: CGSize =
                switch press.key {
                case .upArrow: CGSize(width: 0, height: -1)
                case .downArrow: CGSize(width: 0, height: 1)
                case .leftArrow: CGSize(width: -1, height: 0)
                default: CGSize(width: 1, height: 0)
                }
              return onMove(way) ? .handled : .ignored
            }
        } else {
          self
        }
      #else
        self
      #endif
    }

    /// Calls a function when a value changes.
    @ViewBuilder
    func onNew<Value: Equatable>(_ value: Value, perform action: @escaping (Value) -> Void) -> some View {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
        onChange(of: value) { _, new in action(new) }
      } else {
        onChange(of: value, perform: action)
      }
    }
  }
#endif

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

import Foundation

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

extension CGRect {
  /// A rectangle of these proportions that covers this one, or lies in it as large as it can.
  ///
  /// One that covers it lies so that its focus is as near to this one's middle as it still covers it; one that lies in it
  /// has the same middle. A size without extent gives this rectangle.
  /// - Parameter focus: as a share of the rectangle's width and height, from its upper left corner.
  func placing(_ size: CGSize, covers: Bool, focus: CGPoint = CGPoint(x: 0.5, y: 0.5)) -> CGRect {
    guard size.width > 0, size.height > 0 else { return self }
    let factors = [width / size.width, height / size.height]
    let scale = (covers ? factors.max() : factors.min()) ?? 1
    let (wide, high) = (size.width * scale, size.height * scale)
    guard covers else { return CGRect(x: midX - wide / 2, y: midY - high / 2, width: wide, height: high) }
    return CGRect(
      x: min(minX, max(maxX - wide, midX - focus.x * wide)), y: min(minY, max(maxY - high, midY - focus.y * high)),
      width: wide, height: high)
  }
}

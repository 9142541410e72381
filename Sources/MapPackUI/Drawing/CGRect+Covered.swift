import Foundation

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

extension CGRect {
  /// The smallest rectangle of these proportions that covers this one and has the same middle. A photo that is drawn
  /// there fills this rectangle. A size without extent gives this rectangle.
  func covered(inProportionsOf size: CGSize) -> CGRect {
    guard size.width > 0, size.height > 0 else { return self }
    let scale = max(width / size.width, height / size.height)
    return insetBy(dx: (width - size.width * scale) / 2, dy: (height - size.height * scale) / 2)
  }
}

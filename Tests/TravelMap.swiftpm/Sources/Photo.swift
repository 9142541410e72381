import Foundation
import ImageIO
import MapPack

/// The photos in the app's folder, each by the code of its state. Codes stay the same in every edition of the map.
enum Photo {
  private static func url(_ state: NewEngland) -> URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("\(state.code).photo")
  }

  static func write(_ data: Data?, _ state: NewEngland) {
    if let data {
      try? data.write(to: url(state))
    } else {
      try? FileManager.default.removeItem(at: url(state))
    }
  }

  /// When the photo was changed last; nil if there is none.
  static func date(_ state: NewEngland) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: url(state).path))?[.modificationDate] as? Date
  }

  /// A picture that is not larger than it is drawn.
  static func read(_ state: NewEngland, atMost pixels: CGFloat) -> CGImage? {
    let options: [CFString: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
      kCGImageSourceThumbnailMaxPixelSize: pixels,
    ]
    guard let source = CGImageSourceCreateWithURL(url(state) as CFURL, nil) else { return nil }
    return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
  }
}

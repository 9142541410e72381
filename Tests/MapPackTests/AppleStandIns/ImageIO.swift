// Pages of developer.apple.com/documentation/imageio: cgimagedestination, cgimagesource and their functions. Signatures and versions were written
// down from memory. Core Foundation's types stand for those of Foundation to which they are bridged.

extension AppleStandIns {
  static let imageIO = """
    @_exported import CoreGraphics

    public typealias CFMutableData = NSMutableData
    public typealias CFString = NSString
    public typealias CFURL = NSURL
    public typealias CFDictionary = NSDictionary

    @available(macOS 10.4, iOS 4, tvOS 9, watchOS 2, visionOS 1, *)
    public final class CGImageDestination {}
    @available(macOS 10.4, iOS 4, tvOS 9, watchOS 2, visionOS 1, *)
    public func CGImageDestinationCreateWithData(
      _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
    ) -> CGImageDestination? { nil }
    @available(macOS 10.4, iOS 4, tvOS 9, watchOS 2, visionOS 1, *)
    public func CGImageDestinationAddImage(
      _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
    ) {}
    @available(macOS 10.4, iOS 4, tvOS 9, watchOS 2, visionOS 1, *)
    public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { false }

    @available(macOS 10.4, iOS 4, tvOS 9, watchOS 2, visionOS 1, *)
    public final class CGImageSource {}
    @available(macOS 10.4, iOS 4, tvOS 9, watchOS 2, visionOS 1, *)
    public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? { nil }
    @available(macOS 10.4, iOS 4, tvOS 9, watchOS 2, visionOS 1, *)
    public func CGImageSourceCreateThumbnailAtIndex(
      _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
    ) -> CGImage? { nil }
    // Constants of C; computed here because NSString is not Sendable.
    public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "" }
    public var kCGImageSourceCreateThumbnailWithTransform: CFString { "" }
    public var kCGImageSourceThumbnailMaxPixelSize: CFString { "" }
    """
}

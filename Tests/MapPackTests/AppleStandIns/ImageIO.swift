// Pages of developer.apple.com/documentation/imageio: cgimagedestination and its functions. Signatures and versions were written
// down from memory. Core Foundation's types stand for those of Foundation to which they are bridged.

extension AppleStandIns {
  static let imageIO = """
    @_exported import CoreGraphics

    public typealias CFMutableData = NSMutableData
    public typealias CFString = NSString
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
    """
}

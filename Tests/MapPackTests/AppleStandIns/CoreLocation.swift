// Page of developer.apple.com/documentation/corelocation: cllocationcoordinate2d. From memory.

extension AppleStandIns {
  static let coreLocation = """
    @_exported import Foundation

    @available(macOS 10.6, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public struct CLLocationCoordinate2D: Sendable {
      public var latitude: Double
      public var longitude: Double
      public init() { self.init(latitude: 0, longitude: 0) }
      public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
      }
    }
    """
}

import Foundation

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct SHA256: Sendable {
  public init() {}
  public mutating func update(data: some DataProtocol) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct SHA256Digest: Sequence, Sendable {
  public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
}

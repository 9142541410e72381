/// Says which pack belongs to a generated enum: where to look for it, and what it has to mean.
///
/// A pack opens only under a reference with its identity. The identity covers the map's name and every live
/// region's raw value and code, but no shape: newer or coarser shapes open under the same enum, shapes numbered
/// for another enum do not.
public struct PackReference: Hashable, Sendable {
  /// The pack's file name without the extension `mappack`, as it lies among an app's resources.
  public let resource: String
  /// The first eight bytes, read big-endian, of SHA-256 over the map's name and its live regions' raw values and
  /// codes. Written by the tools into the enum and into the pack.
  public let identity: UInt64

  public init(resource: String, identity: UInt64) {
    self.resource = resource
    self.identity = identity
  }
}

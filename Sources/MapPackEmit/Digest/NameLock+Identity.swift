import Foundation
import MapPackNames

extension NameLock {
  /// The identity that ties a generated enum to the packs that it can open. If it were computed in another way, the
  /// enums and packs of today would not fit those of tomorrow.
  ///
  /// The first eight bytes, read big-endian, of SHA-256 over these bytes, integers little-endian:
  /// - the map's name: its length in bytes (4 bytes), then its UTF-8 bytes;
  /// - the number of live regions (4 bytes);
  /// - for each live region by raw value: the raw value (2 bytes), the code's length in bytes (4 bytes), its UTF-8
  ///   bytes.
  ///
  /// Every length comes before what it counts, so different maps have different bytes. Names, cases and retired regions
  /// do not matter.
  package func identity(map: String) -> UInt64 {
    var bytes = Data()
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    func append(_ text: String) {
      append(UInt32(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    let live = live
    append(map)
    append(UInt32(live.count))
    for region in live {
      append(region.rawValue)
      append(region.code)
    }
    return SHA256Digest.of(bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

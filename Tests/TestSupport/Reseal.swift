import Foundation
import MapFeatures
import MapPack

/// Makes checksums fit again after a stage file was changed, so that tests reach what lies behind them.
public enum Reseal {
  /// Renews the header's own checksum.
  public static func header(of data: inout Data) {
    let bytes = ContiguousArray(data.prefix(60))
    let checksum = CRC32.checksum(bytes.span.bytes)
    data.replaceSubrange(60..<64, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
  }

  /// The file with the bytes of one section changed.
  package static func section(
    _ name: String, of data: Data, kind: StageFile.Kind, change: (inout ContiguousArray<UInt8>) -> Void
  ) throws -> Data {
    let file = try StageFile(data, kind: kind, file: "original")
    var writer = StageFileWriter(kind: kind)
    for section in file.sectionNames {
      var bytes = try file.bytes(section)
      if section == name { change(&bytes) }
      writer.add(section, bytes)
    }
    return writer.finish().data
  }

  /// Files that differ from this one in one byte of a section, each byte once, by these masks in turn; checksums fit.
  package static func eachDamaged(
    _ data: Data, kind: StageFile.Kind, masks: [UInt8], body: (Data, _ section: String, _ place: Int) throws -> Void
  ) throws {
    let file = try StageFile(data, kind: kind, file: "original")
    for section in file.sectionNames {
      for place in try file.bytes(section).indices {
        let mask = masks[place % masks.count]
        try body(try self.section(section, of: data, kind: kind) { $0[place] ^= mask }, section, place)
      }
    }
  }
}

import Foundation
import MapPack
import MapPackFeatures

/// Makes checksums fit again after a change to a stage file, so that tests reach the code behind the checks.
public enum Reseal {
  /// Renews the header's own checksum.
  public static func header(of data: inout Data) {
    let bytes = ContiguousArray(data.prefix(60))
    let checksum = CRC32.checksum(bytes.span.bytes)
    data.replaceSubrange(60..<64, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
  }

  /// A copy of the file with the bytes of one section changed.
  package static func section(
    _ name: String, of data: Data, kind: StageFile.Kind, change: (inout ContiguousArray<UInt8>) -> Void
  ) throws -> Data {
    let file = try StageFile(data, kind: kind, file: "original")
    var writer = StageFileWriter(kind: kind)
    for section in file.sectionNames {
      var bytes: ContiguousArray<UInt8> = try file.column(section)
      if section == name { change(&bytes) }
      writer.add(section, bytes)
    }
    return writer.finish().data
  }

  /// Calls a closure with copies of the file that each differ in one byte of a section. Checksums fit.
  ///
  /// - Parameters:
  ///   - masks: the bits that are flipped; byte i of a section gets mask i modulo their number.
  ///   - body: gets the copy, the section's name and the index of the byte there.
  package static func eachDamaged(
    _ data: Data, kind: StageFile.Kind, masks: [UInt8], body: (Data, _ section: String, _ index: Int) throws -> Void
  ) throws {
    let file = try StageFile(data, kind: kind, file: "original")
    for section in file.sectionNames {
      let bytes: ContiguousArray<UInt8> = try file.column(section)
      for index in bytes.indices {
        let mask = masks[index % masks.count]
        try body(try self.section(section, of: data, kind: kind) { $0[index] ^= mask }, section, index)
      }
    }
  }
}

/// The files of a Shapefile in one piece, as the fuzzer keeps them:
///
///     0  10  five lengths in two bytes, little-endian: .shp, .shx, .dbf, .prj, .cpg
///     10     their bytes
///
/// Any bytes are such a piece: if bytes are missing at the end, the last files are shorter; surplus bytes are not read.
package struct ShapefileInput {
  package static let extensions = ["shp", "shx", "dbf", "prj", "cpg"]
  private static let headerLength = 2 * extensions.count

  /// The bytes of each file, in the order of `extensions`; empty if there is no such file.
  package var parts: [[UInt8]]

  package init(_ bytes: [UInt8]) {
    let header = bytes.prefix(Self.headerLength) + repeatElement(0, count: max(0, Self.headerLength - bytes.count))
    var rest = bytes.dropFirst(Self.headerLength)
    parts = []
    for part in Self.extensions.indices {
      let length = Int(header[2 * part]) | Int(header[2 * part + 1]) << 8
      parts.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }

  /// A .shp without a record: file code, length in words, version and type.
  package static let shapesWithoutRecord: [UInt8] = {
    var header = [UInt8](repeating: 0, count: 100)
    header.replaceSubrange(0..<4, with: [0, 0, 0x27, 0x0A])
    header[27] = 50
    header.replaceSubrange(28..<30, with: [0xE8, 0x03])
    header[32] = 5
    return header
  }()

  /// A coordinate system that needs PROJ, to read the input in: longitude and latitude on another datum if there is a
  /// .prj, else a plane of Japan.
  package var projectedSystem: String { parts[3].isEmpty ? "EPSG:6677" : "EPSG:4301" }

  /// The piece. Of a file of 64 KiB or more, it has the first 65,535 bytes.
  package var bytes: [UInt8] {
    let lengths = parts.map { min($0.count, Int(UInt16.max)) }
    return lengths.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      + zip(parts, lengths).flatMap { $0.prefix($1) }
  }
}

/// The files of a Shapefile as the fuzzer keeps them: `JoinedFiles` of .shp, .shx, .dbf, .prj and .cpg.
package struct ShapefileInput {
  package static let extensions = ["shp", "shx", "dbf", "prj", "cpg"]

  private var files: JoinedFiles

  /// One for each of `extensions`; empty if there is no such file.
  package var parts: [[UInt8]] {
    get { files.parts }
    set { files.parts = newValue }
  }

  package init(_ bytes: [UInt8]) { files = JoinedFiles(bytes, count: Self.extensions.count) }

  /// The piece.
  package var bytes: [UInt8] { files.bytes }

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
}

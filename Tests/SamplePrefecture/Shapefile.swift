import CMapPackShapelib
import Foundation

/// Writes a Shapefile by shapelib, as the publisher of the real ones does: longitude and latitude, text in CP932, and nothing
/// that says so.
struct Shapefile {
  struct Record {
    /// Rings or lines, as they are written.
    var parts: [[Position]]
    /// By field; null is blank.
    var values: [String?]
  }

  /// Of shapelib: `SHPT_POLYGON` or `SHPT_ARC`.
  let type: Int32
  /// The columns of the table, with widths in bytes.
  let fields: [(name: String, width: Int32)]
  let records: [Record]

  /// JGD2011 in ESRI's words, for the `.prj`.
  static let coordinateSystem = """
    GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],\
    UNIT["Degree",0.0174532925199433]]
    """

  /// The files .shp, .shx, .dbf and .prj, called `stem`.
  func files(stem: String) throws -> [Member] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent(stem)
    try writeShapes(path.path)
    try writeTable(path.path)
    return try ["shp", "shx", "dbf"].map { type in
      Member(name: "\(stem).\(type)", bytes: Array(try Data(contentsOf: path.appendingPathExtension(type))))
    } + [Member(name: "\(stem).prj", bytes: Array(Self.coordinateSystem.utf8))]
  }

  private func writeShapes(_ path: String) throws {
    guard let file = SHPCreate(path, type) else { throw CannotMake("\(path).shp cannot be written") }
    defer { SHPClose(file) }
    for record in records {
      let points = record.parts.joined()
      var starts: [Int32] = []
      var start: Int32 = 0
      for part in record.parts {
        starts.append(start)
        start += Int32(part.count)
      }
      let shape = SHPCreateObject(
        type, -1, Int32(record.parts.count), starts, nil, start, points.map(\.longitude), points.map(\.latitude), nil,
        nil)
      defer { SHPDestroyObject(shape) }
      guard SHPWriteObject(file, -1, shape) >= 0 else { throw CannotMake("\(path).shp cannot be written") }
    }
  }

  private func writeTable(_ path: String) throws {
    let encoder = try CP932Encoder()
    // Language id 0 says nothing of the encoding, and nothing is written into a .cpg.
    guard let file = DBFCreateEx(path, "LDID/0") else { throw CannotMake("\(path).dbf cannot be written") }
    defer { DBFClose(file) }
    DBFSetLastModifiedDate(file, 124, 1, 1)
    for field in fields { DBFAddField(file, field.name, FTString, field.width, 0) }
    for (number, record) in records.enumerated() {
      for (column, value) in record.values.enumerated() {
        let bytes = try encoder.encode(value ?? "")
        guard bytes.count <= fields[column].width else {
          throw CannotMake("\(value ?? "") is longer than field \(fields[column].name)")
        }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        guard DBFWriteStringAttribute(file, Int32(number), Int32(column), text) != 0 else {
          throw CannotMake("\(path).dbf cannot be written")
        }
      }
    }
  }
}

extension Position {
  // The sheet's middle is 147° east, 32° north: open sea. A degree is as many kilometers there.
  var longitude: Double { 147 + x / 94.5 }
  var latitude: Double { 32 + y / 110.9 }
}

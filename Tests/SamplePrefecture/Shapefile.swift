import CShapelib
import Foundation

/// Writes features as a Shapefile of the N03 schema by shapelib.
///
/// As the publisher does: longitude and latitude, shells clockwise, text in CP932, and nothing that says so.
struct Shapefile {
  /// The columns of the table, with widths in bytes.
  private static let fields: [(name: String, width: Int32)] = [
    ("N03_001", 10), ("N03_002", 20), ("N03_003", 20), ("N03_004", 20), ("N03_007", 5),
  ]

  let prefecture: String
  let features: [Feature]

  /// Writes `stem`.shp, .shx and .dbf.
  func write(to folder: URL, stem: String) throws {
    let path = folder.appendingPathComponent(stem).path
    try writeShapes(path)
    try writeTable(path)
  }

  private func writeShapes(_ path: String) throws {
    guard let file = SHPCreate(path, SHPT_POLYGON) else { throw CannotMake("\(path).shp cannot be written") }
    defer { SHPClose(file) }
    for feature in features {
      // The other way round, and closed.
      let rings = feature.rings.map { [$0[0]] + $0.reversed() }
      let points = rings.joined()
      var starts: [Int32] = []
      var start: Int32 = 0
      for ring in rings {
        starts.append(start)
        start += Int32(ring.count)
      }
      let shape = SHPCreateObject(
        SHPT_POLYGON, -1, Int32(rings.count), starts, nil, start, points.map(\.longitude), points.map(\.latitude), nil,
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
    for field in Self.fields { DBFAddField(file, field.name, FTString, field.width, 0) }
    for (record, feature) in features.enumerated() {
      let values = [prefecture, nil, feature.district, feature.name, feature.code]
      for (column, value) in values.enumerated() {
        // Null is blank.
        let bytes = try encoder.encode(value ?? "")
        guard bytes.count <= Self.fields[column].width else {
          throw CannotMake("\(value ?? "") is longer than field \(Self.fields[column].name)")
        }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        guard DBFWriteStringAttribute(file, Int32(record), Int32(column), text) != 0 else {
          throw CannotMake("\(path).dbf cannot be written")
        }
      }
    }
  }
}

extension Position {
  // The sheet's middle is 147° east, 32° north: open sea. A degree is as many kilometres there.
  fileprivate var longitude: Double { 147 + x / 94.5 }
  fileprivate var latitude: Double { 32 + y / 110.9 }
}

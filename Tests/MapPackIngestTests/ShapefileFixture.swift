import CMapPackShapelib
import Foundation

/// Writes Shapefiles for the tests, with shapelib's own writer.
struct ShapefileFixture {
  struct Shape {
    var type = SHPT_POLYGON
    /// Rings as they are to stand, closing vertex included.
    var rings: [[(Double, Double)]] = []
    /// Per field the bytes of its text; `nil`: null.
    var values: [[UInt8]?] = []

    init(_ rings: [[(Double, Double)]], _ values: [String?] = [], type: Int32 = SHPT_POLYGON) {
      self.type = type
      self.rings = rings
      self.values = values.map { $0.map { Array($0.utf8) } }
    }

    init(_ rings: [[(Double, Double)]], bytes: [[UInt8]?]) {
      self.rings = rings
      self.values = bytes
    }
  }

  struct Field {
    var name: String
    var type: CChar
    var width: Int32 = 20
    var decimals: Int32 = 0

    static func text(_ name: String, width: Int32 = 20) -> Field {
      Field(name: name, type: CChar(bitPattern: UInt8(ascii: "C")), width: width)
    }
    static func number(_ name: String, decimals: Int32 = 0) -> Field {
      Field(name: name, type: CChar(bitPattern: UInt8(ascii: "N")), width: 18, decimals: decimals)
    }
    static func logical(_ name: String) -> Field {
      Field(name: name, type: CChar(bitPattern: UInt8(ascii: "L")), width: 1)
    }
    static func date(_ name: String) -> Field {
      Field(name: name, type: CChar(bitPattern: UInt8(ascii: "D")), width: 8)
    }
  }

  struct CannotWrite: Error {}

  var type = SHPT_POLYGON
  var fields: [Field] = []
  var shapes: [Shape] = []
  /// LDID/0 says nothing.
  var languageDriver = "LDID/0"

  /// Writes `stem`.shp, .shx and .dbf; the answer is the path of the .shp.
  @discardableResult
  func write(to folder: TemporaryFolder, stem: String = "map") throws -> String {
    let path = folder.path(stem)
    guard let shp = SHPCreate(path, type) else { throw CannotWrite() }
    defer { SHPClose(shp) }
    guard let dbf = DBFCreateEx(path, languageDriver) else { throw CannotWrite() }
    defer { DBFClose(dbf) }
    for field in fields {
      guard DBFAddNativeFieldType(dbf, field.name, field.type, field.width, field.decimals) >= 0 else {
        throw CannotWrite()
      }
    }
    for (number, shape) in shapes.enumerated() {
      let points = shape.rings.flatMap { $0 }
      let starts = shape.rings.indices.map { Int32(shape.rings[..<$0].reduce(0) { $0 + $1.count }) }
      let object = SHPCreateObject(
        shape.type, -1, Int32(starts.count), starts, nil, Int32(points.count), points.map(\.0), points.map(\.1), nil,
        nil)
      defer { SHPDestroyObject(object) }
      guard SHPWriteObject(shp, -1, object) >= 0 else { throw CannotWrite() }
      for (field, value) in shape.values.enumerated() {
        if let value {
          // The bytes as they are, padded by the writer.
          var padded =
            value + Array(repeating: UInt8(ascii: " "), count: max(0, Int(fields[field].width) - value.count))
          padded.append(0)
          DBFWriteAttributeDirectly(dbf, Int32(number), Int32(field), &padded)
        } else {
          DBFWriteNULLAttribute(dbf, Int32(number), Int32(field))
        }
      }
    }
    return path + ".shp"
  }
}

/// A square, clockwise as shells are in a Shapefile, closed.
func square(_ x: Double, _ y: Double, side: Double = 1, isClockwise: Bool = true) -> [(Double, Double)] {
  let ring = [(x, y), (x, y + side), (x + side, y + side), (x + side, y), (x, y)]
  return isClockwise ? ring : ring.reversed()
}

import Foundation

/// The files of a Shapefile of polygons of one ring each, with fields of text.
struct ShapefileBytes {
  var fields: [String]
  /// A ring, with its closing vertex and clockwise; `nil` if the record has no shape. A value has at most 40 bytes.
  var records: [(ring: [(Double, Double)]?, values: [String])]
  var encoding = String.Encoding.utf8

  private static let width = 40

  /// By extension: shp, shx and dbf.
  var files: [String: Data] {
    var shapes = Data()
    var index = Data()
    for (number, record) in records.enumerated() {
      var content = Data()
      if let ring = record.ring {
        content.append(little: Int32(5))
        content.append(box(of: ring))
        for number in [1, Int32(ring.count), 0] { content.append(little: number) }
        for (x, y) in ring { for value in [x, y] { content.append(little: value.bitPattern) } }
      } else {
        content.append(little: Int32(0))
      }
      for value in [Int32(50 + shapes.count / 2), Int32(content.count / 2)] { index.append(big: value) }
      for value in [Int32(number + 1), Int32(content.count / 2)] { shapes.append(big: value) }
      shapes.append(content)
    }
    return ["shp": header(shapes.count) + shapes, "shx": header(index.count) + index, "dbf": table]
  }

  private func box(of ring: [(Double, Double)]) -> Data {
    var box = Data()
    let (x, y) = (ring.map(\.0), ring.map(\.1))
    for value in [x.min(), y.min(), x.max(), y.max()] { box.append(little: (value ?? 0).bitPattern) }
    return box
  }

  private func header(_ count: Int) -> Data {
    var header = Data()
    for value in [9994, 0, 0, 0, 0, 0, Int32(50 + count / 2)] { header.append(big: value) }
    for value in [1000, Int32(5)] { header.append(little: value) }
    header.append(box(of: records.flatMap { $0.ring ?? [] }))
    return header + Data(count: 32)
  }

  private var table: Data {
    var table = Data([3, 126, 1, 1])
    table.append(little: Int32(records.count))
    table.append(little: Int16(33 + 32 * fields.count))
    table.append(little: Int16(1 + Self.width * fields.count))
    table.append(Data(count: 20))
    for field in fields {
      table.append(padded(field, 11, with: 0) + Data("C".utf8) + Data(count: 4) + Data([UInt8(Self.width)]))
      table.append(Data(count: 15))
    }
    table.append(13)
    for record in records {
      table.append(32)
      for value in record.values { table.append(padded(value, Self.width, with: 32)) }
    }
    return table
  }

  private func padded(_ text: String, _ count: Int, with byte: UInt8) -> Data {
    ((text.data(using: encoding) ?? Data()) + Data(repeating: byte, count: count)).prefix(count)
  }
}

extension Data {
  fileprivate mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(big value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}

import Foundation
import MapFeatures

/// Reads the polygons of a Shapefile and their attributes.
struct ShapefileReader {
  private let request: SourceRequest
  private let parts: ShapefileParts
  private var organizer = RingOrganizer()

  init(_ request: SourceRequest, shapes path: String) {
    self.request = request
    parts = ShapefileParts(shapes: path)
  }

  private func shown(_ path: String) -> String { ShapefileParts.shown(path, beside: request.source.path) }

  /// Reads all features into `builder`. With `checkFields` the fields that the filter names are looked for first.
  ///
  /// Throws where a part cannot be read, rows are missing, the coordinate system is not read, the encoding cannot be
  /// told, or the builder refuses a feature.
  mutating func read(
    into builder: inout FeatureTableBuilder, checkFields: ([String]) throws(StageError) -> Void,
    progress: inout ReadingProgress
  ) throws(StageError) {
    let file = request.source.path
    let system = try coordinateSystem()
    builder.amendSource { $0.coordinateSystem = system }

    let shapes = try InputFile(path: parts.shapes, shownAs: file)
    guard let tablePath = parts.table else {
      let index = try ShapefileIndex(of: shapes, index: parts.index, rows: nil)
      if index.isRebuilt { builder.note(.indexWrong) }
      builder.note(.attributesMissing)
      try checkFields([])
      try readRecords(index, path: parts.shapes, into: &builder, progress: &progress) { _, _ in false }
      return
    }
    let table = try DBaseTable(path: tablePath, shownAs: shown(tablePath))
    let index = try ShapefileIndex(of: shapes, index: parts.index, rows: table.rowCount)
    if index.isRebuilt { builder.note(.indexWrong) }
    guard table.rowCount >= index.count else {
      throw StageError(
        .unreadableData, file: shown(tablePath),
        "the .dbf has \(table.rowCount) rows and the .shp \(index.count) shapes: attributes are missing",
        remedy: "get both files again, of the same edition")
    }

    let encoding = try encoding(of: table, index: index, shapes: shapes, tablePath: tablePath, builder: &builder)
    builder.amendSource { $0.encoding = encoding.name }
    var attributes = try DBaseAttributes(table, encoding: encoding, file: shown(tablePath), builder: &builder)
    try checkFields(attributes.names)
    try readRecords(index, path: parts.shapes, into: &builder, progress: &progress) {
      (record: Int, builder: inout FeatureTableBuilder) throws(StageError) in
      if table.isDeleted(row: record) {
        builder.reject(.rowDeleted)
        return true
      }
      try attributes.read(row: record, of: table, into: &builder)
      return false
    }
    // A row beyond the last shape is a feature without one.
    for row in index.count..<table.rowCount {
      builder.beginFeature(record: row + 1)
      if table.isDeleted(row: row) {
        builder.reject(.rowDeleted)
        continue
      }
      try attributes.read(row: row, of: table, into: &builder)
      if builder.isWanted() { try builder.keepWithoutShape() }
    }
  }

  private mutating func readRecords(
    _ index: ShapefileIndex, path: String, into builder: inout FeatureTableBuilder, progress: inout ReadingProgress,
    attributes: (_ record: Int, inout FeatureTableBuilder) throws(StageError) -> Bool
  ) throws(StageError) {
    let file = request.source.path
    guard index.count > 0 else { return }
    let sequence = try ShapeSequence(path: path, shownAs: file, index: index)
    // Two doubles a vertex, beside 44 bytes of each record; memory that is not used is not touched.
    builder.reserveVertices(max(0, index.length.reduce(0, +) - 44 * index.count) / 16)
    var geometry = FeatureGeometry()
    for record in 0..<index.count {
      builder.beginFeature(record: record + 1)
      let isDone = try attributes(record, &builder)
      progress.advance(to: index.offset[record])
      if isDone || !builder.isWanted() { continue }
      switch sequence.read(record, into: &geometry) {
      case nil:
        let words = sequence.message
        throw builder.featureError(
          "the record is corrupt" + (words.isEmpty ? "" : ": " + words),
          remedy: "get the file again, or drop the feature")
      case .nothing:
        try builder.keepWithoutShape()
      case .other:
        builder.reject(.notAPolygon)
      case .rings:
        if !organizer.organize(&geometry) { builder.note(.holeWithoutShell) }
        try builder.keep(geometry, winding: .clockwise)
      }
    }
  }

  // MARK: What the parts beside it say

  private func coordinateSystem() throws(StageError) -> String {
    if let name = request.coordinateSystem {
      return try CoordinateSystem.named(name, file: request.source.path, status: .usage)
    }
    guard let path = parts.projection else { return "WGS 84 (nothing says so)" }
    return try CoordinateSystem.wellKnown(try text(of: path), file: shown(path))
  }

  /// A small part's text. Its bytes are ASCII but for names in it, which decide nothing.
  private func text(of path: String) throws(StageError) -> String {
    let file = try InputFile(path: path, shownAs: shown(path))
    return String(decoding: try file.bytes(at: 0, count: 65_536), as: UTF8.self)
  }

  private func encoding(
    of table: borrowing DBaseTable, index: ShapefileIndex, shapes: borrowing InputFile, tablePath: String,
    builder: inout FeatureTableBuilder
  ) throws(StageError) -> TextEncoding {
    if let label = request.encoding {
      guard let encoding = TextEncoding(label: label) else {
        throw StageError(
          .usage, file: request.source.path, "the encoding “\(label)” is not known",
          remedy: "write UTF-8, CP932, CP1252 or another code page as CP and its number")
      }
      return encoding
    }
    if let path = parts.codePage {
      let label = try text(of: path).prefix { !$0.isNewline }
      if let encoding = TextEncoding(label: String(label)) { return encoding }
      builder.note(.encodingUnknown)
    }
    if let encoding = TextEncoding(languageDriver: table.languageDriver) { return encoding }

    var evidence = try EncodingEvidence(file: shown(tablePath))
    for (field, description) in table.fields.enumerated() {
      description.name.withUnsafeBytes { evidence.add($0, row: -1, field: field) }
    }
    for row in 0..<table.rowCount where !table.isDeleted(row: row) {
      for (field, description) in table.fields.enumerated() where description.type == UInt8(ascii: "C") {
        table.withValue(row: row, field: field) { bytes in
          if let bytes { evidence.add(bytes, row: row, field: field) }
        }
      }
    }
    let names = table.fields.map { String(decoding: $0.name, as: UTF8.self) }
    return try evidence.verdict(
      meetsJapan: { () throws(StageError) in
        index.box.maxX >= 122 && index.box.minX <= 154 && index.box.maxY >= 20 && index.box.minY <= 46
      },
      fieldName: { names[$0] })
  }
}

import Foundation
import MapPackFeatures

/// Reads the polygons, lines or points of a Shapefile and their attributes.
///
/// Only the .shp is necessary. Without a .dbf, features have no attributes; without a .shx, the .shp is walked; both
/// have a finding. If neither the user nor a .prj says the system, it is WGS 84. A row that is marked as deleted is
/// left out, and a row after the last shape is a feature without a shape. A feature's number is that of its record,
/// from 1. All rings of a record are one polygon, whose shells should run clockwise: `FeatureTableBuilder` reads
/// them by how deep they lie, and turns them as the table promises.
struct ShapefileReader {
  private let request: SourceRequest
  private let parts: ShapefileParts
  private let jobs: Int
  private let staysOnDisk: Bool

  /// - Parameter staysOnDisk: whether the files are still there after reading.
  init(_ request: SourceRequest, shapes path: String, jobs: Int, staysOnDisk: Bool) {
    self.request = request
    self.jobs = jobs
    self.staysOnDisk = staysOnDisk
    parts = ShapefileParts(shapes: path)
  }

  private func shown(_ path: String) -> String { ShapefileParts.shown(path, beside: request.source.path) }

  /// - Parameter filters: their fields are checked before the first shape is kept.
  /// - Throws: if a file is damaged or does not fit the request. Only faults of shapes can be reported instead
  ///   (`Faults`).
  /// - Complexity: O(n) for n bytes of the files. All shapes are read once more if the transformation depends on where
  ///   they lie, and once more if the encoding does.
  func read(
    into builder: inout FeatureTableBuilder, filters: [FeatureFilter], progress: inout ReadingProgress
  ) throws(StageError) {
    let system = try coordinateSystem()
    let shapes = try InputFile(path: parts.shapes, shownAs: request.source.path)
    var table: DBaseTable?
    let tableFile = parts.table.map(shown) ?? ""
    if let path = parts.table {
      try ForeignFormat.check(path, shownAs: tableFile)
      table = try DBaseTable(path: path, shownAs: tableFile)
    } else {
      builder.note(.attributesMissing)
    }
    let index = try ShapefileIndex(of: shapes, index: parts.index, rows: table?.rowCount)
    if index.isRebuilt { builder.note(.indexWrong) }
    let rows = table?.rowCount ?? index.count
    guard rows >= index.count else {
      throw .unreadable(
        tableFile,
        "the .dbf has \(Figures.grouped(rows)) rows and the .shp \(Figures.grouped(index.count)) shapes: attributes are missing",
        remedy: "get both files again, of the same edition")
    }

    var known: CoordinateBox?
    let transformation = try transformation(from: system, builder: &builder) { () throws(StageError) in
      let box = try box(of: index)
      known = box
      return box
    }
    if staysOnDisk {
      builder.canReadAgain { [self, known] records, builder throws(StageError) in
        try readAgain(records, index: index, box: known, into: &builder)
      }
    }
    var attributes: DBaseAttributes?
    if let table {
      let encoding = try encoding(of: table, file: tableFile, builder: &builder) { () throws(StageError) in
        if known == nil { known = try self.box(of: index) }
        return known.flatMap { transformation.extent(of: $0) }
      }
      builder.amendSource { $0.encoding = encoding.name }
      let land = known.flatMap { transformation.extent(of: $0) }
      attributes = try DBaseAttributes(
        table, encoding: encoding, file: tableFile, extent: land, builder: &builder)
    }
    for filter in filters { try filter.checkFields(among: attributes?.names ?? [], file: request.source.path) }

    var stream: ShapeStream?
    if index.count > 0 {
      // Features that are left out are not read at all, so nothing is read ahead if there is a filter.
      stream = try ShapeStream(
        path: parts.shapes, index: index, through: transformation, request,
        jobs: builder.filters ? 1 : jobs)
    }
    // A vertex takes two doubles, beside 52 bytes per record. Reserved memory that is not used costs nothing.
    builder.reserveVertices(max(0, index.records.reduce(0) { $0 + $1.count - 52 }) / 16)
    for record in 0..<rows {
      builder.beginFeature(record: record + 1)
      let isDeleted = table?.isDeleted(row: record) ?? false
      if isDeleted { builder.reject(.rowDeleted) } else { try attributes?.read(row: record, into: &builder) }
      if record < index.count { progress.advance(to: index.records[record].lowerBound) }
      guard !isDeleted, try builder.isWanted() else { continue }
      // A row after the last shape is a feature without a shape.
      let shape = (record < index.count ? stream?.shape(record) : nil) ?? ShapeReader.Outcome()
      if let words = shape.failure {
        throw builder.featureError(
          "the record is corrupt" + (words.isEmpty ? "" : ": " + words),
          remedy: "get the file again, or drop the feature")
      }
      try builder.keep(shape.geometry, shape.transformed, winding: .clockwise)
    }
  }

  /// Keeps the shapes of some records once more, without attributes.
  /// - Parameters:
  ///   - records: numbers of records that have shapes without faults, from 1.
  ///   - box: that of all vertices, if the transformation depends on it.
  private func readAgain(
    _ records: [Int], index: ShapefileIndex, box: CoordinateBox?, into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    let system = try coordinateSystem()
    let transformation = try transformation(from: system, builder: &builder) { () throws(StageError) in
      if let box { return box }
      return try self.box(of: index)
    }
    let reader = try ShapeReader(path: parts.shapes, index: index, request, through: transformation)
    for record in records {
      builder.beginFeature(record: record)
      let shape = reader.read(record - 1)
      try builder.keep(shape.geometry, shape.transformed, winding: .clockwise)
    }
  }

  // MARK: What the parts beside it say

  /// The coordinate system, and the file that declares it as messages show it; `nil` if nothing declares one.
  private func coordinateSystem() throws(StageError) -> (CoordinateSystem, file: String)? {
    let file = request.source.path
    if let name = request.coordinateSystem {
      return (try CoordinateSystem.named(name, file: file, status: .usage), file)
    }
    guard let path = parts.projection else { return nil }
    return (CoordinateSystem.described(by: try text(of: path)), shown(path))
  }

  /// The transformation from a coordinate system, which is noted in `builder`. WGS 84 is assumed if none is declared.
  private func transformation(
    from said: (system: CoordinateSystem, file: String)?, builder: inout FeatureTableBuilder,
    box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) -> CoordinateTransformation {
    let transformation = try CoordinateTransformation(
      from: said?.system ?? .wgs84, file: said?.file,
      status: request.coordinateSystem == nil ? .unreadableData : .usage, box: box)
    builder.note(transformation, words: transformation.words + (said == nil ? " (nothing says so)" : ""))
    return transformation
  }

  /// The box of the vertices of all records, whatever their kind. The box in the header may be out of date.
  private func box(of index: ShapefileIndex) throws(StageError) -> CoordinateBox {
    var box = CoordinateBox()
    guard index.count > 0 else { return box }
    let reader = try ShapeReader(path: parts.shapes, index: index, request)
    for record in 0..<index.count {
      let shape = reader.read(record)
      if shape.failure == nil { box.formUnion(shape.geometry) }
    }
    return box
  }

  /// The text of a small file; what follows the first 64 KiB is not read. All bytes that matter are ASCII; names in it
  /// may be in another encoding.
  private func text(of path: String) throws(StageError) -> String {
    try ForeignFormat.check(path, shownAs: shown(path))
    let file = try InputFile(path: path, shownAs: shown(path))
    return String(decoding: try file.bytes(at: 0, count: 65_536), as: UTF8.self)
  }

  /// The encoding of the table's text: the one that the user names, else that of the .cpg, else that of the language
  /// driver, else the one that the text suggests.
  /// - Parameter extent: where the shapes lie; only called if the choice depends on it.
  private func encoding(
    of table: DBaseTable, file: String, builder: inout FeatureTableBuilder,
    extent: () throws(StageError) -> Bounds?
  ) throws(StageError) -> TextEncoding {
    if let (encoding, who) = try declaredEncoding(of: table, file: file, builder: &builder) {
      if encoding != .utf8,
        let doubt = try EncodingDoubt(table.textsBeyondASCII(), in: encoding, file: file, extent: extent)
      {
        builder.note(
          .suspiciousEncoding, doubt.message(who), remedy: doubt.remedy(.encoding))
      }
      return encoding
    }

    var evidence = try EncodingEvidence(file: file)
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
      extent: extent,
      fieldName: { names[$0] })
  }

  /// The encoding that somebody says, and who does; `nil` if nobody says one that is known.
  private func declaredEncoding(
    of table: DBaseTable, file: String, builder: inout FeatureTableBuilder
  ) throws(StageError) -> (encoding: TextEncoding, who: String)? {
    if let label = request.encoding {
      return (try TextEncoding(named: label, file: request.source.path), "`encoding`")
    }
    if let path = parts.codePage {
      let label = try text(of: path).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      if let encoding = TextEncoding(label: label) {
        return (try seenThrough(encoding, "the .cpg", of: table, file: file, builder: &builder), "the .cpg")
      }
      guard !TextEncoding.isWide(label: label) else { throw wideText(label, codePage: path) }
      builder.note(
        .encodingUnknown,
        "the .cpg says “\(label.trimmingWhitespace.prefix(40))”, which no encoding is called: it was passed over")
    }
    guard let encoding = TextEncoding(languageDriver: table.languageDriver) else { return nil }
    let who = "the language id"
    return (try seenThrough(encoding, who, of: table, file: file, builder: &builder), who)
  }

  /// The encoding that a table declares, or UTF-8 if it declares one of Western letters and all text is UTF-8, which no
  /// text of these is by chance.
  private func seenThrough(
    _ encoding: TextEncoding, _ who: String, of table: DBaseTable, file: String, builder: inout FeatureTableBuilder
  ) throws(StageError) -> TextEncoding {
    guard encoding.isWestern, table.isUTF8(try TextDecoder(.utf8, file: file)) else { return encoding }
    let (message, remedy) = encoding.seenThrough(by: who)
    builder.note(.suspiciousEncoding, message, remedy: remedy)
    return .utf8
  }

  private func wideText(_ label: String, codePage: String) -> StageError {
    .unreadable(
      shown(codePage),
      "the .cpg names “\(label.trimmingWhitespace)”, and no text of a .dbf can be in an encoding with zero bytes",
      remedy: "say what its text is in, as in \(.encoding, "UTF-8")")
  }
}

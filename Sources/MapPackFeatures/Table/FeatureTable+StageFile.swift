import Foundation

/// A new member has to be added to `stageFile()` and to `init(encoded:file:)`.
extension FeatureTable {
  private struct Description: Codable {
    /// What the polygons are; `nil` for areas.
    var kind: GeometryKind?
    var map: String?
    var sources: [Source]
    var inputs: [InputFile]
    var fields: [String]
    var findings: [Finding]
  }

  /// The numbers by which the types of values are stored.
  private enum Code {
    static let null: UInt8 = 0
    static let text: UInt8 = 1
    static let integer: UInt8 = 2
    static let real: UInt8 = 3
    static let boolean: UInt8 = 4
  }

  /// The table as a stage file. Equal tables have equal bytes. Numbers and texts are read again bit by bit as they are.
  /// - Precondition: there is a column of values for each field, with a value for each feature.
  package func encoded() -> Data { stageFile().data }

  /// The same file as `encoded()`, without a copy of the columns.
  package func stageFile() -> StageFileContents {
    var writer = StageFileWriter(kind: .features)
    writer.add(
      "description",
      json: Description(
        kind: kind == .areas ? nil : kind, map: map, sources: sources, inputs: inputs, fields: fields,
        findings: findings))

    var pool = TextPool()
    writer.add("feature.source", ContiguousArray(source))
    writer.add("feature.record", ContiguousArray(record))
    writer.add("feature.identifier", ContiguousArray(identifier.map { $0.map { pool.index(of: $0) } ?? -1 }))
    writer.add("polygon.start", polygonStart)
    writer.add("ring.start", ringStart)
    writer.add("vertex.start", vertexStart)
    writer.add("longitude", longitude)
    writer.add("latitude", latitude)

    precondition(values.count == fields.count, "\(values.count) columns of \(fields.count) attributes")
    var type = ContiguousArray<UInt8>()
    var bits = ContiguousArray<Int64>()
    for column in values {
      precondition(column.count == featureCount, "\(column.count) values of \(featureCount) features")
      for value in column {
        let (code, content): (UInt8, Int64) =
          switch value {
          case .null: (Code.null, 0)
          case .text(let text): (Code.text, pool.index(of: text))
          case .integer(let integer): (Code.integer, integer)
          case .real(let real): (Code.real, Int64(bitPattern: real.bitPattern))
          case .boolean(let boolean): (Code.boolean, boolean ? 1 : 0)
          }
        type.append(code)
        bits.append(content)
      }
    }
    writer.add("value.type", type)
    writer.add("value.bits", bits)
    pool.write(to: &writer, name: "texts")
    ledger.write(to: &writer)
    return writer.finish()
  }

  /// Reads a stage file of features.
  ///
  /// Bytes are not trusted. Every count, offset and index is checked. Two promises of the type are checked as well:
  /// coordinates are in range, and rings have three vertices (lines two, points one) and no two equal consecutive ones.
  /// The direction of rings is not checked.
  /// - Throws: `unreadableData` if the data is no stage file of features of this version, or if a check fails.
  package init(encoded data: Data, file: String) throws(StageError) {
    let stage = try StageFile(data, kind: .features, file: file)
    let description = try stage.value("description", as: Description.self)
    self.init()
    kind = description.kind ?? .areas
    map = description.map
    sources = description.sources
    inputs = description.inputs
    fields = description.fields
    findings = description.findings
    guard Set(fields).count == fields.count else { throw stage.damage("description", "a field stands twice") }

    source = Array(try stage.column("feature.source"))
    let featureCount = source.count
    guard source.allSatisfy({ sources.indices.contains(Int($0)) }) else {
      throw stage.damage("feature.source", "a feature names none of the \(sources.count) sources")
    }
    record = Array(try stage.column("feature.record", count: featureCount))
    longitude = try stage.column("longitude")
    latitude = try stage.column("latitude", count: longitude.count)
    vertexStart = try stage.starts("vertex.start", owned: longitude.count, minimum: kind.leastVertices)
    ringStart = try stage.starts("ring.start", owned: vertexStart.count - 1, minimum: 1)
    polygonStart = try stage.starts("polygon.start", owners: featureCount, owned: ringStart.count - 1)
    try checkCoordinates(stage)

    let texts = try stage.texts("texts")
    identifier = []
    let indices: ContiguousArray<Int> = try stage.column("feature.identifier", count: featureCount)
    for index in indices {
      guard (-1..<texts.count).contains(index) else {
        throw stage.damage("feature.identifier", "it names text \(index) of \(texts.count)")
      }
      identifier.append(index < 0 ? nil : texts[index])
    }
    values = try Self.values(stage, fields: fields.count, features: featureCount, texts: texts)
    ledger = try Ledger(from: stage, sourceCount: sources.count)
  }

  private func checkCoordinates(_ stage: StageFile) throws(StageError) {
    // NaN fails both comparisons.
    guard longitude.allSatisfy({ $0.magnitude <= 180 }) else {
      throw stage.damage("longitude", "a longitude is not within ±180")
    }
    guard latitude.allSatisfy({ $0.magnitude <= 90 }) else {
      throw stage.damage("latitude", "a latitude is not within ±90")
    }
    guard kind == .areas || ringCount == polygonCount else {
      throw stage.damage("ring.start", "a \(kind.part) has several rings")
    }
    for ring in 0..<ringCount {
      var vertices = vertexStart[ring]..<vertexStart[ring + 1]
      // In a ring, the last vertex comes before the first one.
      var previous = kind == .areas ? vertices.upperBound - 1 : vertices.removeFirst()
      for vertex in vertices {
        guard
          coordinates.longitude[vertex] != coordinates.longitude[previous]
            || coordinates.latitude[vertex] != coordinates.latitude[previous]
        else {
          throw stage.damage("longitude", "ring \(ring) has a vertex twice in a row")
        }
        previous = vertex
      }
    }
  }

  private static func values(
    _ stage: StageFile, fields: Int, features: Int, texts: [String]
  ) throws(StageError) -> [[AttributeValue]] {
    let (count, overflow) = fields.multipliedReportingOverflow(by: features)
    guard !overflow else { throw stage.damage("value.type", "\(fields) fields of \(features) features") }
    let type: ContiguousArray<UInt8> = try stage.column("value.type", count: count)
    let bits: ContiguousArray<Int64> = try stage.column("value.bits", count: count)
    var values: [[AttributeValue]] = []
    for field in 0..<fields {
      var column: [AttributeValue] = []
      column.reserveCapacity(features)
      for index in field * features..<(field + 1) * features {
        switch (type[index], bits[index]) {
        case (Code.null, 0): column.append(.null)
        case (Code.text, 0..<Int64(texts.count)): column.append(.text(texts[Int(truncatingIfNeeded: bits[index])]))
        case (Code.integer, let integer): column.append(.integer(integer))
        case (Code.real, let real): column.append(.real(Double(bitPattern: UInt64(bitPattern: real))))
        case (Code.boolean, 0): column.append(.boolean(false))
        case (Code.boolean, 1): column.append(.boolean(true))
        default: throw stage.damage("value.type", "value \(index) has type \(type[index]), bits \(bits[index])")
        }
      }
      values.append(column)
    }
    return values
  }
}

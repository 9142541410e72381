import MapPackFeatures

/// Builds a `FeatureTable` feature by feature, and keeps its promises: no closing vertices, no repeated vertices,
/// shells counter-clockwise, holes clockwise, coordinates in range, nothing across the antimeridian.
///
/// Whatever it mends becomes a finding. Whatever it cannot mend is an error. Every feature has an entry in the ledger,
/// kept or not.
///
/// `beginSource(_:)` precedes the features of a source, and `finish()` ends the table. For each feature call
/// `beginFeature(record:identifier:)`; `set(_:inColumn:)` for its attributes; `isWanted()`; and, if the answer is yes,
/// one of the `reject` and `keep` methods. `reject` may be called without asking. Columns come from `column(named:)`.
package struct FeatureTableBuilder {
  var table = FeatureTable()
  /// The filters, and whether a feature that matches is kept or left out.
  private var conditions: [(filter: FeatureFilter, rule: Rule, keeps: Bool)]
  private let faults: Faults
  private var columnByName: [String: Int] = [:]

  private var tally: FindingTally?
  private var record = 0
  private var identifier: String?
  private var row: [AttributeValue] = []
  private var sourceStart = 0
  /// Features of the current source that are kept at its end.
  var waiting: [WaitingFeature] = []
  /// Whether a feature of any source was kept at its end, so that its shape depends on others.
  private var hasWaited = false
  private var failure: StageError?
  /// Per source: reads records again and keeps their shapes; `nil` if that takes long.
  private var recordsAgain: [RecordsAgain?] = []
  /// Whether the coordinates of the current source are transformed. Then each edge runs the short way round the globe.
  var isTransformed = false
  /// The number of values set, in all features.
  private var setValues = 0
  /// Whether a column was refused because the table would be too sparse.
  private var isTooSparse = false

  /// How many cells a table may have whatever is in them.
  private static let cellsWithoutShare = 5_000_000
  /// Beyond that, how many cells it may have for each value.
  private static let cellsPerValue = 200

  /// Creates a table without features.
  /// - Parameters:
  ///   - select: the features to keep; `nil` keeps all.
  ///   - drop: the features to leave out.
  ///   - faults: what happens to a feature that cannot be kept.
  package init(
    _ kind: GeometryKind = .areas, select: FeatureFilter? = nil, drop: FeatureFilter? = nil, faults: Faults = .fail
  ) {
    table.kind = kind
    let conditions = [(select, Rule.select, true), (drop, .drop, false)]
    self.conditions = conditions.compactMap { filter, rule, keeps in filter.map { ($0, rule, keeps) } }
    self.faults = faults
  }

  // MARK: Sources

  /// Starts a source. The features that follow belong to it.
  package mutating func beginSource(_ source: Source) {
    endSource()
    table.sources.append(source)
    recordsAgain.append(nil)
    tally = FindingTally(faults)
    record = 0
    sourceStart = table.featureCount
    isTransformed = false
  }

  mutating func amendSource(_ amend: (inout Source) -> Void) {
    amend(&table.sources[table.sources.count - 1])
  }

  private mutating func endSource() {
    do throws(StageError) {
      try keepWaiting(sourceStart: sourceStart)
    } catch {
      failure = failure ?? error
    }
    if tally != nil { noteNullIslands(sourceStart: sourceStart) }
    if let tally { table.findings += tally.findings }
    tally = nil
  }

  var kind: GeometryKind { table.kind }

  /// Reads records of a source again.
  private struct RecordsAgain: Sendable {
    typealias Read = @Sendable (_ records: [Int], _ builder: inout FeatureTableBuilder) throws(StageError) -> Void

    let read: Read
  }

  /// Says how records of the current source are read again. The file has to stay, and a shape must not depend on other
  /// features.
  mutating func canReadAgain(
    _ read: @escaping @Sendable (_ records: [Int], _ builder: inout FeatureTableBuilder) throws(StageError) -> Void
  ) {
    recordsAgain[recordsAgain.count - 1] = RecordsAgain(read: read)
  }

  /// How shapes of the table are read again; `nil` if it takes long for one of the sources.
  private var sourceShapes: SourceShapes? {
    let readers = recordsAgain.compactMap(\.self)
    guard !hasWaited, readers.count == table.sources.count else { return nil }
    return SourceShapes { [kind, sources = table.sources] features throws(StageError) in
      var builder = FeatureTableBuilder(kind)
      for (source, read) in readers.enumerated() {
        let records = features.filter { $0.source == source }.map(\.record)
        guard !records.isEmpty else { continue }
        builder.beginSource(sources[source])
        try read.read(records, &builder)
      }
      return try builder.finish()
    }
  }

  private var file: String? { table.sources.last?.path }

  /// The names of all fields so far, by column.
  package var fields: [String] { table.fields }

  /// The column of the field with a name. It is added if it is new, with null for all features so far.
  package mutating func column(named name: String) -> Int {
    if let column = columnByName[name] { return column }
    let column = table.fields.count
    // Any column will do: the feature is refused before its values are kept (see `isWanted()`).
    guard column == 0 || !isEmpty(fields: column + 1) else {
      isTooSparse = true
      return 0
    }
    columnByName[name] = column
    table.fields.append(name)
    table.values.append(Array(repeating: .null, count: table.featureCount))
    row.append(.null)
    return column
  }

  mutating func reserveVertices(_ count: Int) {
    table.coordinates.longitude.reserveCapacity(table.coordinates.longitude.count + count)
    table.coordinates.latitude.reserveCapacity(table.coordinates.latitude.count + count)
  }

  // MARK: Features

  /// Starts a feature.
  /// - Parameters:
  ///   - record: its number in the source, from 1.
  ///   - identifier: its id in the source; `nil` if it has none.
  package mutating func beginFeature(record: Int, identifier: String? = nil) {
    self.record = record
    self.identifier = identifier
    for column in row.indices { row[column] = .null }
  }

  /// Makes a feature of the table the current one again.
  mutating func resume(_ feature: Int) {
    beginFeature(record: Int(table.record[feature]), identifier: table.identifier[feature])
    row = table.values.map { $0[feature] }
  }

  /// Sets an attribute of the current feature.
  package mutating func set(_ value: AttributeValue, inColumn column: Int) {
    row[column] = value
    setValues += 1
  }

  var filters: Bool { !conditions.isEmpty }

  /// Whether the filters keep the current feature. If they do not, its entry in the ledger is written and the feature
  /// is done.
  package mutating func isWanted() throws(StageError) -> Bool {
    try checkCells()
    // The filters note what they have met while the builder is read, so they stand beside it meanwhile. Neither is copied.
    var filters: [(filter: FeatureFilter, rule: Rule, keeps: Bool)] = []
    swap(&filters, &conditions)
    let failing = filters.indices.first { filters[$0].filter.matches { value(of: $0) } != filters[$0].keeps }
    swap(&filters, &conditions)
    guard let failing else { return true }
    enter(.dropped(rule: conditions[failing].rule))
    return false
  }

  /// A table has a cell for each field of each feature, whether the feature has the field or not. A small file must not
  /// need more memory than there is.
  private func checkCells() throws(StageError) {
    guard isTooSparse || isEmpty(fields: table.fields.count) else { return }
    throw featureError(
      "the features have more than \(table.fields.count - 1) different fields, and hardly one has a value for a feature",
      remedy: "leave out of the source what is not a field, such as an object with a key for each feature")
  }

  private func isEmpty(fields: Int) -> Bool {
    let (cells, overflow) = fields.multipliedReportingOverflow(by: table.featureCount + 1)
    return overflow || cells > Self.cellsWithoutShare && cells / Self.cellsPerValue > setValues
  }

  /// The value of a field for the filters, or of an implied field if no source so far has a field of that name.
  private func value(of field: String) -> AttributeValue {
    if let column = columnByName[field] { return row[column] }
    guard let implied = ImpliedField(rawValue: field), let source = table.sources.last else { return .null }
    return implied.text(of: source, identifier: identifier, record: record).map { .text($0) } ?? .null
  }

  mutating func reject(_ rule: Rule) {
    note(rule)
    enter(.dropped(rule: rule))
  }

  /// Adds to the findings about the current feature; about the source if no feature was begun.
  /// - Parameters:
  ///   - location: where in the feature the occurrence is.
  ///   - message: what was found, if the rule does not say it; the remedy likewise.
  mutating func note(
    _ rule: Rule, severity: Finding.Severity? = nil, count: Int = 1, isOfFeature: Bool = true,
    at location: @autoclosure () -> Location = Location(),
    _ message: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil
  ) {
    // Finding the label takes time proportional to the number of fields, so it is only done for a listed finding.
    guard tally?.lists(rule) == true else {
      tally?.count(rule, count)
      return
    }
    var place = isOfFeature ? inFeature(location()) : Location(file: file, kind: kind)
    place.layer = table.sources.last?.layer
    tally?.list(
      Finding(
        rule, severity: severity, at: place, message() ?? rule.readingMessage,
        remedy: remedy() ?? rule.remedy, count: count))
  }

  /// A location in the current feature, with the file, the feature's label and its number.
  func inFeature(_ location: Location) -> Location {
    var location = location
    (location.file, location.layer, location.kind) = (file, table.sources.last?.layer, kind)
    if record > 0 { (location.name, location.record) = (label, record) }
    return location
  }

  private mutating func enter(_ outcome: Ledger.Outcome, published: Double = 0) {
    table.ledger.entries.append(
      Ledger.Entry(source: table.sources.count - 1, record: record, outcome: outcome, published: published))
  }

  /// What messages call the current feature: its first attribute whose field is called a name, else its id, else its
  /// first text.
  private var label: String? {
    for (column, field) in table.fields.enumerated() where field.lowercased().contains("name") {
      if let text = row[column].displayText { return text }
    }
    if let identifier { return identifier }
    for case .text(let text) in row where !text.trimmingWhitespace.isEmpty { return text.trimmingWhitespace }
    return nil
  }

  func featureError(
    rule: Rule? = nil, at location: Location = Location(), _ message: String, remedy: Remedy? = nil
  ) -> StageError {
    StageError(.unreadableData, at: inFeature(location), rule: rule, message, remedy: remedy)
  }

  /// Keeps the current feature with its polygons, lines or points, cut at ±180° where they cross it. The rings of a
  /// polygon are read by how deep they lie.
  ///
  /// If faults are reported, a feature with a fault is kept without its shape. Then each ring of an area with a fault
  /// has a finding; of lines and points, the first fault has one.
  /// - Parameters:
  ///   - published: the geometry as the reader found it, in degrees, of the kind of the table. A feature that has only
  ///     geometries of other kinds is left out; one that has none is kept without its shape.
  ///   - transformed: the outcome of transforming its vertices.
  ///   - winding: the rule of the format. Rings that break it are counted. If shells run clockwise, all rings of a
  ///     feature are one polygon, and windings say which rings are shells. Lines and points have none.
  /// - Throws: `unreadableData` if there are more than `Int32.max` features, or if the feature has a fault and faults
  ///   end the reading.
  package mutating func keep(
    _ published: borrowing FeatureGeometry, _ transformed: Result<[Location], StageError> = .success([]),
    winding: Winding
  ) throws(StageError) {
    guard !published.polygons.isEmpty else {
      if published.others > 0 { return reject(kind.rulesOfOthers.alone) }
      note(.noGeometry)
      return try keepRow(broken: .noGeometry)
    }
    if published.others > 0 { note(kind.rulesOfOthers.beside, count: published.others) }
    let winding = published.hasLineAreas ? Winding.free : winding
    switch transformed {
    case .success(let settled):
      for location in settled { note(.coordinateClamped, at: location) }
    case .failure(var fault):
      fault.location = inFeature(fault.location)
      return try keepWithoutShape(for: fault)
    }
    guard table.kind == .areas else { return try keepRow(broken: try appendShape(published, winding: winding)) }
    let unwrapped = published.unwrapped(isWinding: winding == .clockwise)
    let read = readByDepth(copy published, unwrapped, winding: winding) ?? copy published
    let wide = isTransformed ? [] : read.widePolygons()
    guard wide.contains(where: { $0.reading == nil }) else {
      let broken = try appendShape(read, winding: winding, asWritten: wide.asWritten)
      // Where rings pass ±180° or go round a pole, what they enclose depends on how they are closed.
      return try keepRow(broken: broken, area: unwrapped == nil ? published.enclosedArea(of: read) : 0)
    }
    hasWaited = true
    waiting.append(
      WaitingFeature(
        feature: table.featureCount, entry: table.ledger.entries.count, geometry: read, winding: winding,
        polygons: wide))
    try keepRow()
  }

  /// Appends the shape of the current feature, without its row.
  /// - Parameters:
  ///   - read: the geometry; of areas, with the rings of each polygon as they lie.
  ///   - asWritten: the polygons that are not cut, because their wide edges run as they are written.
  ///
  /// A polygon whose shell has fewer than 3 different vertices is left out with a finding if the feature has others, and
  /// is a fault if it has none.
  /// - Returns: the rule of the first fault; nothing is appended then. `nil` if there is none.
  /// - Throws: the first fault, if faults end the reading.
  mutating func appendShape(
    _ read: borrowing FeatureGeometry, winding: Winding, asWritten: Set<Int> = []
  ) throws(StageError) -> Rule? {
    let polygons = table.polygonCount
    let rings = table.ringCount
    let vertices = table.vertexCount
    var broken: Rule?
    var geometry = FeatureGeometry()
    if table.kind == .areas {
      geometry = cutAtAntimeridian(read, except: asWritten) ?? copy read
    } else {
      broken = try appendLines(read)
    }
    var tooShort: [StageError] = []
    for (polygon, members) in geometry.polygons.enumerated() where !members.isEmpty {
      var isLeftOut = false
      for (ring, member) in members.enumerated() where !isLeftOut {
        do throws(StageError) {
          try append(
            geometry, ring: geometry.ringOrder[member], as: RingPosition(polygon: polygon, ring: ring), winding: winding
          )
        } catch {
          // What such a shell has for holes goes with it.
          if error.rule == .tooFewPoints {
            isLeftOut = true
            tooShort.append(error)
            continue
          }
          let rule = try noteFault(error)
          broken = broken ?? rule
          noteFurtherFaults(geometry, ring: geometry.ringOrder[member], after: error)
        }
      }
      if !isLeftOut { table.ringStart.append(table.vertexStart.count - 1) }
    }
    if table.kind == .areas, broken == nil || !tooShort.isEmpty {
      let isAll = broken != nil || table.polygonCount == polygons
      let rule = try leaveOut(tooShort, as: .tooFewPoints, isAll: isAll)
      broken = broken ?? rule
    }
    if broken != nil {
      table.ringStart.removeSubrange((polygons + 1)...)
      table.vertexStart.removeSubrange((rings + 1)...)
      table.coordinates.longitude.removeSubrange(vertices...)
      table.coordinates.latitude.removeSubrange(vertices...)
    }
    return broken
  }

  /// Keeps the current feature without its shape, or throws the fault if faults end the reading or if it is not about a
  /// single feature.
  mutating func keepWithoutShape(for fault: StageError) throws(StageError) {
    try keepRow(broken: try noteFault(fault))
  }

  /// Leaves the current feature out because its attributes cannot be read either, or throws as
  /// `keepWithoutShape(for:)`.
  mutating func reject(for fault: StageError) throws(StageError) {
    enter(.dropped(rule: try noteFault(fault)))
  }

  /// Adds a finding for a fault and returns its rule; throws it if faults end the reading, or if it has no rule.
  mutating func noteFault(_ fault: StageError) throws(StageError) -> Rule {
    guard faults == .report, let rule = fault.rule else { throw fault }
    var location = fault.location
    location.line = nil
    note(rule, severity: .error, at: location, fault.message, remedy: fault.remedy)
    return rule
  }

  /// Adds findings for coordinates of a ring that break other rules than its fault; one for each rule.
  private mutating func noteFurtherFaults(
    _ geometry: borrowing FeatureGeometry, ring: Int, after fault: StageError
  ) {
    guard let polygon = fault.polygon, let ringIndex = fault.ring, fault.vertex != nil else { return }
    var said: Set = [fault.rule]
    for (vertex, index) in geometry.rings[ring].enumerated() {
      guard let rule = Self.fault(geometry.x[index], geometry.y[index]), said.insert(rule).inserted
      else { continue }
      let other = outOfRange(
        geometry.x[index], geometry.y[index], vertex: vertex, position: RingPosition(polygon: polygon, ring: ringIndex))
      // The error has a rule and faults are reported, so nothing is thrown.
      _ = try? noteFault(other)
    }
  }

  /// Ends the current feature, whose shape has been appended if there is one.
  /// - Parameters:
  ///   - broken: why it has no shape; `nil` if it has one.
  ///   - area: what its rings enclose, in square degrees; 0 if that is not known.
  private mutating func keepRow(broken: Rule? = nil, area: Double = 0) throws(StageError) {
    guard let record = Int32(exactly: record) else {
      throw featureError("there are more than \(Int32.max) features", remedy: "split the source")
    }
    table.polygonStart.append(table.ringStart.count - 1)
    table.source.append(Int32(table.sources.count - 1))
    table.record.append(record)
    table.identifier.append(identifier)
    for column in row.indices { table.values[column].append(row[column]) }
    if let broken { enter(.dropped(rule: broken)) } else { enter(.pending, published: area) }
  }

  /// Ends the table.
  /// - Throws: `usage` if a filter names a field that no source has.
  package consuming func finish() throws(StageError) -> FeatureTable { try finishWithShapes().table }

  /// Ends the table. The shapes in its sources are `nil` if they cannot be read again, or if that takes long.
  /// - Throws: `usage` if a filter names a field that no source has.
  package consuming func finishWithShapes() throws(StageError) -> (table: FeatureTable, shapes: SourceShapes?) {
    for (filter, _, _) in conditions {
      try filter.checkFields(among: table.fields, file: table.sources.count == 1 ? file : nil)
    }
    endSource()
    if let failure { throw failure }
    for (filter, rule, _) in conditions where !filter.unmet.isEmpty {
      let words = filter.unmet.map { terms in
        terms.map { term in
          let values = term.values.map { $0.map { $0.isEmpty ? "\"\"" : $0 } ?? "null" }
          return "\(term.field): \(values.joined(separator: ", "))"
        }.joined(separator: " and ")
      }
      table.findings.append(
        Finding(
          .conditionWithoutEffect, at: Location(file: table.sources.first?.path),
          "no feature meets \(words.count == 1 ? "a condition" : "conditions") of `\(rule.rawValue)`: "
            + words.listed(atMost: 10), remedy: Rule.conditionWithoutEffect.remedy, count: words.count))
    }
    return (table, sourceShapes)
  }
}

extension GeometryKind {
  /// The rules for features with geometries of other kinds alone, and beside those of this kind.
  fileprivate var rulesOfOthers: (alone: Rule, beside: Rule) {
    switch self {
    case .areas: (.notAPolygon, .polygonBesideOthers)
    case .lines: (.notALine, .lineBesideOthers)
    case .points: (.notAPoint, .pointBesideOthers)
    }
  }
}

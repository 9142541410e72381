import MapFeatures

/// Builds a `FeatureTable` feature by feature, and keeps its promises: closing vertices and repeats left out,
/// shells counter-clockwise and holes clockwise, coordinates in range. What it mends is a finding; what it cannot
/// mend is an error. Every feature begun is in the ledger, kept or not.
///
/// A reader calls `beginSource`, then for each feature `beginFeature`, `set` for its attributes, and one of
/// `reject` and `keep`; at the end `finish`.
package struct FeatureTableBuilder {
  private var table = FeatureTable()
  private let select: FeatureFilter?
  private let drop: FeatureFilter?
  private let faults: Faults
  private var columnByName: [String: Int] = [:]

  private var tally: FindingTally?
  private var record = 0
  private var identifier: String?
  private var row: [AttributeValue] = []
  /// How many values have been set, in all features.
  private var setValues = 0
  private var isTooSparse = false

  /// How many cells a table may have whatever is in them, and how many for each value beyond that.
  private static let cellsWithoutShare = 5_000_000
  private static let cellsPerValue = 200

  package init(
    _ kind: GeometryKind = .areas, select: FeatureFilter? = nil, drop: FeatureFilter? = nil, faults: Faults = .fail
  ) {
    table.kind = kind
    self.select = select
    self.drop = drop
    self.faults = faults
  }

  // MARK: Sources

  /// The features that follow are of this source.
  package mutating func beginSource(_ source: Source) {
    endSource()
    table.sources.append(source)
    tally = FindingTally(source: source, faults: faults)
    record = 0
  }

  /// What became known of the source while it was read.
  mutating func amendSource(_ amend: (inout Source) -> Void) {
    amend(&table.sources[table.sources.count - 1])
  }

  private mutating func endSource() {
    if let tally { table.findings += tally.findings }
    tally = nil
  }

  /// What is taken in.
  var kind: GeometryKind { table.kind }

  private var file: String? { table.sources.last?.path }

  /// The names of all fields met so far.
  package var fields: [String] { table.fields }

  /// The column of the field with this name, made where it is new.
  package mutating func column(named name: String) -> Int {
    if let column = columnByName[name] { return column }
    let column = table.fields.count
    // The feature is refused before its values are kept (`isWanted`): any column will do.
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

  /// Makes room for so many vertices more.
  mutating func reserveVertices(_ count: Int) {
    table.longitude.reserveCapacity(table.longitude.count + count)
    table.latitude.reserveCapacity(table.latitude.count + count)
  }

  // MARK: Features

  /// Starts the feature with this number in its source, from 1.
  package mutating func beginFeature(record: Int, identifier: String? = nil) {
    self.record = record
    self.identifier = identifier
    for column in row.indices { row[column] = .null }
  }

  package mutating func set(_ value: AttributeValue, inColumn column: Int) {
    row[column] = value
    setValues += 1
  }

  /// Whether select or drop may leave features out.
  var filters: Bool { select != nil || drop != nil }

  /// Whether select and drop leave the feature in; where not, it is in the ledger under the rule and done with.
  ///
  /// Throws where the features have so many different fields that a table of them would be all but empty.
  package mutating func isWanted() throws(StageError) -> Bool {
    try checkCells()
    if let select, !select.matches(value) {
      enter(.dropped(rule: .select))
      return false
    }
    if let drop, drop.matches(value) {
      enter(.dropped(rule: .drop))
      return false
    }
    return true
  }

  /// A table has a cell for each field of each feature, whatever the features have: what is small in the file must not
  /// become more than memory has.
  private func checkCells() throws(StageError) {
    guard isTooSparse || isEmpty(fields: table.fields.count) else { return }
    throw featureError(
      "the features have more than \(table.fields.count - 1) different fields, and hardly one has a value for a feature",
      remedy: "leave out of the source what is no field, such as an object with a key for each feature")
  }

  /// Whether a table with so many fields would be all but empty, and large.
  private func isEmpty(fields: Int) -> Bool {
    let (cells, overflow) = fields.multipliedReportingOverflow(by: table.featureCount + 1)
    return overflow || cells > Self.cellsWithoutShare && cells / Self.cellsPerValue > setValues
  }

  private func value(of field: String) -> AttributeValue { columnByName[field].map { row[$0] } ?? .null }

  /// Leaves the feature out because it is of another kind than is asked for.
  mutating func rejectOtherKind() {
    switch table.kind {
    case .areas: reject(.notAPolygon)
    case .lines: reject(.notALine)
    case .points: reject(.notAPoint)
    }
  }

  /// What geometries of another kind beside those that are asked for are noted under.
  var besideOthers: Rule {
    switch table.kind {
    case .areas: .polygonBesideOthers
    case .lines: .lineBesideOthers
    case .points: .pointBesideOthers
    }
  }

  /// Leaves the feature out under a rule.
  mutating func reject(_ rule: Rule) {
    note(rule)
    enter(.dropped(rule: rule))
  }

  /// Counts something noticed about the feature, or about the source where no feature was begun.
  mutating func note(_ rule: Rule, count: Int = 1, place: (inout Finding) -> Void = { _ in }) {
    let record = record
    // The label is looked for among all fields.
    let label = tally?.lists(rule) == true ? label : nil
    tally?.add(rule, count: count) { finding in
      if record > 0 {
        finding.record = record
        finding.name = label
      }
      place(&finding)
    }
  }

  private mutating func enter(_ outcome: Ledger.Outcome) {
    table.ledger.entries.append(Ledger.Entry(source: table.sources.count - 1, record: record, outcome: outcome))
  }

  /// What to call the feature in a message: its id, else its first attribute that is called a name, else its
  /// first text.
  private var label: String? {
    if let identifier { return identifier }
    for (column, field) in table.fields.enumerated() where field.lowercased().contains("name") {
      if let text = row[column].displayText { return text }
    }
    for case .text(let text) in row where !text.trimmingWhitespace.isEmpty { return text.trimmingWhitespace }
    return nil
  }

  /// An error about the feature that was begun.
  func featureError(_ message: String, remedy: String? = nil) -> StageError {
    var error = StageError(.unreadableData, file: file, message, remedy: remedy)
    if record > 0 {
      error.feature = label
      error.record = record
    }
    return error
  }

  /// Takes the feature in with its polygons or its lines or points, of which there is at least one, cut at ±180° where they cross it. `winding`
  /// is the rule of its format: rings against it are counted.
  ///
  /// Throws where a shell has fewer than 3 different vertices, or a coordinate is no longitude or latitude; where faults
  /// are reported the feature is left without its shape instead, and every such ring is a finding.
  /// - Complexity: O(vertices).
  package mutating func keep(_ published: borrowing FeatureGeometry, winding: Winding) throws(StageError) {
    guard let record = Int32(exactly: record) else { throw tooManyFeatures }
    let polygons = table.polygonCount
    let rings = table.ringCount
    let vertices = table.vertexCount
    var broken: Rule?
    if table.kind != .areas { broken = try appendLines(published) }
    let geometry = table.kind == .areas ? cutAtAntimeridian(published) ?? copy published : FeatureGeometry()
    for (polygon, members) in geometry.polygons.enumerated() {
      for (ring, member) in members.enumerated() {
        do throws(StageError) {
          try append(
            geometry, ring: geometry.ringOrder[member], as: RingPlace(polygon: polygon, ring: ring), winding: winding)
        } catch {
          let rule = try noteFault(error)
          broken = broken ?? rule
          noteFurtherFaults(geometry, ring: geometry.ringOrder[member], after: error)
        }
      }
      table.ringStart.append(table.vertexStart.count - 1)
    }
    if let broken {
      table.ringStart.removeSubrange((polygons + 1)...)
      table.vertexStart.removeSubrange((rings + 1)...)
      table.longitude.removeSubrange(vertices...)
      table.latitude.removeSubrange(vertices...)
      appendRow(record)
      enter(.dropped(rule: broken))
      return
    }
    appendRow(record)
    enter(.pending)
  }

  /// Leaves the feature that was begun without its shape for a fault that its reader found. Throws the fault where faults
  /// end the reading, or where it is not of one feature alone.
  mutating func keepWithoutShape(for fault: StageError) throws(StageError) {
    guard let record = Int32(exactly: record) else { throw tooManyFeatures }
    let rule = try noteFault(fault)
    appendRow(record)
    enter(.dropped(rule: rule))
  }

  /// Leaves the feature that was begun out for a fault that keeps its attributes from being read as well. Throws as
  /// `keepWithoutShape(for:)`.
  mutating func reject(for fault: StageError) throws(StageError) {
    enter(.dropped(rule: try noteFault(fault)))
  }

  /// Notes a fault of the feature that was begun as a finding, or throws it.
  private mutating func noteFault(_ fault: StageError) throws(StageError) -> Rule {
    guard faults == .report, let rule = fault.rule else { throw fault }
    note(rule) { finding in
      finding.polygon = fault.polygon
      finding.ring = fault.ring
      finding.vertex = fault.vertex
      finding.longitude = fault.longitude
      finding.latitude = fault.latitude
      finding.message = fault.message
      finding.remedy = fault.remedy
    }
    return rule
  }

  /// Notes the coordinates of a ring that break another rule than the one that its fault names.
  private mutating func noteFurtherFaults(
    _ geometry: borrowing FeatureGeometry, ring: Int, after fault: StageError
  ) {
    guard let polygon = fault.polygon, let place = fault.ring, fault.vertex != nil else { return }
    var said: Set = [fault.rule]
    for (vertex, index) in geometry.rings[ring].enumerated() {
      guard let rule = Self.fault(geometry.x[index], geometry.y[index]), said.insert(rule).inserted
      else { continue }
      let other = outOfRange(
        geometry.x[index], geometry.y[index], vertex: vertex, place: RingPlace(polygon: polygon, ring: place))
      // Its rule is one of the faults', so that nothing is thrown.
      _ = try? noteFault(other)
    }
  }

  /// Keeps the attributes of a feature that has no geometry: its key must not get lost unnoticed.
  mutating func keepWithoutShape() throws(StageError) {
    guard let record = Int32(exactly: record) else { throw tooManyFeatures }
    note(.noGeometry)
    appendRow(record)
    enter(.dropped(rule: Rule.noGeometry))
  }

  private var tooManyFeatures: StageError {
    featureError("there are more than \(Int32.max) features", remedy: "split the source")
  }

  private mutating func appendRow(_ record: Int32) {
    table.polygonStart.append(table.ringStart.count - 1)
    table.source.append(Int32(table.sources.count - 1))
    table.record.append(record)
    table.identifier.append(identifier)
    for column in row.indices { table.values[column].append(row[column]) }
  }

  /// The table. Throws (usage) where a field of select or drop is in none of the sources.
  package consuming func finish() throws(StageError) -> FeatureTable {
    try select?.checkFields(among: table.fields, file: table.sources.count == 1 ? file : nil)
    try drop?.checkFields(among: table.fields, file: table.sources.count == 1 ? file : nil)
    endSource()
    return table
  }

  // MARK: Lines

  /// Takes the lines or points of a feature in. A line without a vertex is none: recorders write tracks without a position.
  /// A line that is a point is left out if there are others. The answer is the rule of the first fault, if there is one, or
  /// that there is no geometry.
  private mutating func appendLines(_ published: borrowing FeatureGeometry) throws(StageError) -> Rule? {
    let lines = linesCutAtAntimeridian(published)
    let before = table.polygonCount
    var tooShort: [StageError] = []
    for line in lines.polygons.indices where !lines.rings[lines.ringOrder[lines.polygons[line].lowerBound]].isEmpty {
      do throws(StageError) {
        try append(lines, line: line)
        table.ringStart.append(table.vertexStart.count - 1)
      } catch {
        guard error.rule == .tooFewPoints else { return try noteFault(error) }
        tooShort.append(error)
      }
    }
    if table.polygonCount == before {
      if let first = tooShort.first { return try noteFault(first) }
      note(.noGeometry)
      return .noGeometry
    }
    guard let first = tooShort.first else { return nil }
    note(.lineTooShort, count: tooShort.count) { finding in
      finding.polygon = first.polygon
      finding.longitude = first.longitude
      finding.latitude = first.latitude
    }
    return nil
  }

  /// Takes a line or a point in, which is a polygon of one ring: repeats left out, coordinates a hair beyond the limits set to them.
  private mutating func append(_ geometry: borrowing FeatureGeometry, line: Int) throws(StageError) {
    let range = geometry.rings[geometry.ringOrder[geometry.polygons[line].lowerBound]]
    let place = RingPlace(polygon: line, ring: 0)
    var mended = FeatureGeometry()
    let repeated = try mend(geometry, range, of: place, closes: false, into: &mended)
    guard mended.x.count >= table.kind.leastVertices else {
      var error = featureError(
        "the line has 1 vertex where a line needs at least 2 different ones",
        remedy: "drop the feature or mend the source")
      error.rule = .tooFewPoints
      error.polygon = line
      error.longitude = mended.x.first
      error.latitude = mended.y.first
      throw error
    }
    appendVertices(mended, mended.rings[0], isReversed: false)
    if repeated > 0 { note(.repeatedVertex, count: repeated) { finding in place.fill(&finding, x: nil, y: nil) } }
  }

  // MARK: Rings

  private struct RingPlace {
    var polygon: Int
    var ring: Int
    var isShell: Bool { ring == 0 }

    func fill(_ finding: inout Finding, x: Double?, y: Double?) {
      finding.polygon = polygon
      finding.ring = ring
      if let x, let y {
        finding.longitude = x
        finding.latitude = y
      }
    }
  }

  private mutating func append(
    _ geometry: borrowing FeatureGeometry, ring: Int, as place: RingPlace, winding: Winding
  ) throws(StageError) {
    let whole = geometry.rings[ring]
    let x = geometry.x.span
    let y = geometry.y.span
    var range = whole
    let isClosed =
      whole.count > 1 && x[whole.lowerBound] == x[whole.upperBound - 1]
      && y[whole.lowerBound] == y[whole.upperBound - 1]
    if isClosed { range = whole.lowerBound..<whole.upperBound - 1 }

    var isClean = range.count >= 3
    if let first = range.first {
      // The last vertex is the first one's neighbour: a closing that stands twice is a repeat.
      var previousX = x[range.upperBound - 1]
      var previousY = y[range.upperBound - 1]
      for vertex in first..<range.upperBound {
        let nextX = x[vertex]
        let nextY = y[vertex]
        isClean = isClean && abs(nextX) <= 180 && abs(nextY) <= 90 && (nextX != previousX || nextY != previousY)
        previousX = nextX
        previousY = nextY
      }
    }
    if isClean && hasThreeDifferentVertices(x, y, range) {
      let isReversed = (geometry.doubledArea(ofRing: ring) < 0) == place.isShell
      appendVertices(geometry, range, isReversed: isReversed)
      noteMends(place, isClosed ? nil : (x[range.lowerBound], y[range.lowerBound]), isReversed: isReversed, winding)
      return
    }

    var mended = FeatureGeometry()
    let repeated = try mend(geometry, range, of: place, into: &mended)
    guard hasThreeDifferentVertices(mended.x.span, mended.y.span, mended.rings[0]) else {
      if place.isShell {
        var error = ringTooShort(different: differentVertices(mended), place: place)
        error.longitude = mended.x.first
        error.latitude = mended.y.first
        throw error
      }
      note(.holeTooShort) { finding in place.fill(&finding, x: mended.x.first, y: mended.y.first) }
      return
    }
    let isReversed = (mended.doubledArea(ofRing: 0) < 0) == place.isShell
    appendVertices(mended, mended.rings[0], isReversed: isReversed)
    noteMends(place, isClosed ? nil : (mended.x[0], mended.y[0]), isReversed: isReversed, winding)
    if repeated > 0 {
      note(.repeatedVertex, count: repeated) { finding in place.fill(&finding, x: nil, y: nil) }
    }
  }

  /// Copies a ring with coordinates a hair beyond the limits set to them and repeats left out; says how many.
  private mutating func mend(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, of place: RingPlace, closes: Bool = true,
    into mended: inout FeatureGeometry
  ) throws(StageError) -> Int {
    var repeated = 0
    for vertex in range {
      var x = geometry.x[vertex]
      var y = geometry.y[vertex]
      if !(abs(x) <= 180 && abs(y) <= 90) {
        // Longitudes to ±360 are wrong only beside one that is (`cutAtAntimeridian`).
        if Self.fault(x, y) != nil { throw outOfRange(x, y, vertex: vertex - range.lowerBound, place: place) }
        x = min(max(x, -180), 180)
        y = min(max(y, -90), 90)
        note(.coordinateClamped) { finding in place.fill(&finding, x: x, y: y) }
      }
      if x == mended.x.last && y == mended.y.last {
        repeated += 1
      } else {
        mended.x.append(x)
        mended.y.append(y)
      }
    }
    while closes, mended.x.count > 1, mended.x.first == mended.x.last, mended.y.first == mended.y.last {
      mended.x.removeLast()
      mended.y.removeLast()
      repeated += 1
    }
    mended.rings = [0..<mended.x.count]
    return repeated
  }

  /// How far beyond a limit a coordinate may be for want of digits: about a tenth of a millimetre.
  private static let overshoot = 1e-9

  private func hasThreeDifferentVertices(_ x: Span<Double>, _ y: Span<Double>, _ range: Range<Int>) -> Bool {
    // Neighbours differ, so that a third one is looked for.
    guard range.count >= 3 else { return false }
    let a = range.lowerBound
    let b = a + 1
    for vertex in range.dropFirst(2)
    where (x[vertex] != x[a] || y[vertex] != y[a]) && (x[vertex] != x[b] || y[vertex] != y[b]) {
      return true
    }
    return false
  }

  /// At most 2: asked where there are not 3.
  private func differentVertices(_ ring: borrowing FeatureGeometry) -> Int { min(ring.x.count, 2) }

  private mutating func appendVertices(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, isReversed: Bool
  ) {
    if isReversed {
      table.longitude.append(contentsOf: geometry.x[range].reversed())
      table.latitude.append(contentsOf: geometry.y[range].reversed())
    } else {
      table.longitude.append(contentsOf: geometry.x[range])
      table.latitude.append(contentsOf: geometry.y[range])
    }
    table.vertexStart.append(table.longitude.count)
  }

  /// - Parameter open: the first vertex of a ring that is not closed.
  private mutating func noteMends(
    _ place: RingPlace, _ open: (x: Double, y: Double)?, isReversed: Bool, _ winding: Winding
  ) {
    if let open { note(.ringUnclosed) { finding in place.fill(&finding, x: open.x, y: open.y) } }
    // Reversed to become counter-clockwise (a shell): it ran clockwise.
    if winding != .free, isReversed != (winding == .clockwise) {
      note(.ringWinding) { finding in place.fill(&finding, x: nil, y: nil) }
    }
  }

  // MARK: Errors

  private func ringTooShort(different count: Int, place: RingPlace) -> StageError {
    let vertices = count == 1 ? "1 vertex" : "\(count) different vertices"
    var error = featureError(
      "the ring has \(vertices) where a polygon needs at least 3",
      remedy: "drop the feature or mend the source")
    error.rule = .tooFewPoints
    error.polygon = place.polygon
    error.ring = place.ring
    return error
  }

  /// The rule that coordinates break; `nil` where they are a longitude and a latitude, give or take a hair.
  private static func fault(_ x: Double, _ y: Double) -> Rule? {
    if abs(x) <= 360 + overshoot && abs(y) <= 90 + overshoot { return nil }
    if !x.isFinite || !y.isFinite { return .nonFinite }
    if abs(x) > 360 && abs(y) > 360 { return .projectedCoordinates }
    return abs(x) <= 90 && abs(y) > 90 && abs(y) <= 180 ? .swappedCoordinates : .outOfRange
  }

  /// - Precondition: they have a `fault`.
  private func outOfRange(_ x: Double, _ y: Double, vertex: Int, place: RingPlace) -> StageError {
    let rule = Self.fault(x, y) ?? .outOfRange
    let message: String
    let remedy: String
    switch rule {
    case .nonFinite:
      message = "the coordinates (\(x), \(y)) are not numbers"
      remedy = "drop the feature or mend the source"
    case .projectedCoordinates:
      message = "the coordinates (\(x), \(y)) are no degrees: they look projected"
      remedy = "name the system that they are in, as in --crs EPSG:6677 for zone IX of Japan"
    case .swappedCoordinates:
      message = "the coordinates (\(x), \(y)) look swapped: latitude stands before longitude"
      remedy = "write longitude first in the source"
    default:
      message = "the coordinates (\(x), \(y)) are out of range: longitude is within ±180 and latitude within ±90"
      remedy = "drop the feature or mend the source"
    }
    var error = featureError(message, remedy: remedy)
    error.rule = rule
    error.polygon = place.polygon
    error.ring = place.ring
    error.vertex = vertex
    if rule != .nonFinite {
      error.longitude = x
      error.latitude = y
    }
    return error
  }
}

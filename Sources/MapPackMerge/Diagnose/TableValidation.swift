import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// The settings by which a table of features is judged.
package struct TableValidation: Sendable {
  /// The template of a feature's code; without it the code is the feature's id, if it has one.
  package var key: Template?
  /// The template of a feature's name; without it the name comes from a field that looks like one with names.
  package var name: Template?
  /// Codes to use instead of those that the key gives.
  package var codes: [String: String]
  /// The regions that the map has to have, if they are known.
  package var expected: ExpectedRegions?
  /// What is mended before borders are judged: `snap`, `fillGaps` and `places` of these options. Without any, borders are
  /// judged as published. If `clean` allows no repair, what needs one is an error.
  package var repairs = MergeOptions()
  /// Whether findings on overlaps and gaps have the land that they are about.
  package var describesLand = false
  /// How many threads may be used.
  package var jobs: Int

  package init(
    key: Template? = nil, name: Template? = nil, codes: [String: String] = [:], expected: ExpectedRegions? = nil,
    jobs: Int = 1
  ) {
    self.key = key
    self.name = name
    self.codes = codes
    self.expected = expected
    self.jobs = jobs
  }

  /// All findings on a table: those of its reader, then those on single features, on the borders between them, and on
  /// codes, names and texts.
  ///
  /// - Areas are judged by a `Diagnosis` on the finest noding grid of the table, the one to which `merge` rounds it. With
  ///   near misses, and features that look swapped.
  /// - The location of a finding is that of a vertex as published, if it lies at one, else a point of the grid.
  /// - Lines are judged by `lineFindings`. Points have no rules on shapes.
  /// - Throws: `usage` if a template names a field that the table does not have; `unreadableData` if areas lie on one another
  ///   too often.
  /// - Complexity: O(n log n) for n vertices, if few segments meet. The result does not depend on `jobs`.
  package func findings(of table: FeatureTable, progress: ProgressHandler? = nil) throws(StageError) -> [Finding] {
    var options = MergeOptions(jobs: jobs)
    (options.clean, options.snap, options.fillGaps, options.places) = (
      repairs.clean, repairs.snap, repairs.fillGaps, repairs.places
    )
    let labels = try FeatureLabels(table, key: key, name: name, recode: codes)
    progress?(ProgressEvent(activity: "validating", done: 0, total: table.vertexCount, unit: "vertices"))
    let shapes =
      switch table.kind {
      case .areas: try areaFindings(of: table, labels, options, describesLand: describesLand)
      case .lines: lineFindings(of: table, labels, jobs: jobs)
      case .points: [Finding]()
      }
    let keys = KeyFindings(table, labels, expected: expected)
    var findings =
      labels.relabeled(table.findings.map { options.judged($0, $0.isGeometryRepair) }, of: table) + shapes
      + keys.findings
      + encodingFindings(of: table, labels)
    findings = Self.withoutRepeats(findings)
    progress?(
      ProgressEvent(activity: "validating", done: table.vertexCount, total: table.vertexCount, unit: "vertices"))
    return findings
  }

  /// The findings without those of a feature without geometry whose code is reported to have no shape, which says more.
  private static func withoutRepeats(_ findings: [Finding]) -> [Finding] {
    let shapeless = Set(findings.filter { $0.rule == .noShape }.map(\.location.ofRecord))
    guard !shapeless.isEmpty else { return findings }
    return findings.filter {
      $0.rule != .noGeometry || $0.count > 1 || !shapeless.contains($0.location.ofRecord)
    }
  }
}

/// The faults of the rings of a table of areas, each feature looked at by itself, as `Diagnosis.shapes`.
/// - Throws: `usage` if a template names a field that the table does not have.
package func structuralFindings(
  of table: FeatureTable, key: Template? = nil, name: Template? = nil, jobs: Int = 1
) throws(StageError) -> [Finding] {
  let labels = try FeatureLabels(table, key: key, name: name)
  guard let division = try RegionDivision(table, labels, MergeOptions(jobs: jobs)) else { return [] }
  return try labels.relabeled(Diagnosis(table, division, judgesAll: true, jobs: jobs).shapes, of: table)
}

/// A defect of polygons in longitude and latitude.
package struct PublishedDefect: Hashable, Sendable {
  /// The rule that is broken.
  package var rule: Rule
  package var longitude: Double
  package var latitude: Double
}

/// The first defect of the polygons of one feature, by polygon, ring and vertex; `nil` if they are valid.
/// - Parameters:
///   - longitude: in degrees, one number per vertex.
///   - latitude: in degrees, one number per vertex.
///   - ringStart: offsets into the vertices, one more at the end; rings do not repeat their first vertex.
///   - polygonStart: offsets into the rings, one more at the end; the shell of each polygon comes first.
package func publishedDefect(
  longitude: ContiguousArray<Double>, latitude: ContiguousArray<Double>, ringStart: ContiguousArray<Int>,
  polygonStart: ContiguousArray<Int>
) -> PublishedDefect? {
  var table = FeatureTable()
  table.sources = [Source(path: "")]
  (table.source, table.record, table.identifier) = ([0], [1], [nil])
  (table.longitude, table.latitude) = (longitude, latitude)
  (table.vertexStart, table.ringStart) = (ringStart, polygonStart)
  table.polygonStart = [0, polygonStart.count - 1]
  let first = try? structuralFindings(of: table).first { $0.severity > .note }
  return first.flatMap {
    PublishedDefect(rule: $0.rule, longitude: $0.longitude ?? 0, latitude: $0.latitude ?? 0)
  }
}

extension RegionDivision {
  /// The plane as the features of a table divide it; `nil` if they have no vertex.
  /// - Throws: `unreadableData` if the features lie on one another too often.
  fileprivate init?(_ table: FeatureTable, _ labels: FeatureLabels, _ options: MergeOptions) throws(StageError) {
    let grouping = RegionGrouping(
      codes: labels.code, names: labels.name, records: table.record, hasKey: labels.hasKey)
    do {
      self = try RegionDivision(table, grouping, options: options)
    } catch {
      guard error.status == .findings else { throw error }
      return nil
    }
  }
}

extension MergeOptions {
  /// A finding as a merge with these options takes it: what it may not repair ends it.
  fileprivate func judged(_ finding: Finding, _ isRepair: Bool) -> Finding {
    guard clean == .none, isRepair else { return finding }
    var finding = finding
    (finding.severity, finding.remedy) = (.error, "mend the source, or allow repairs with \(.cleaning, "repair")")
    return finding
  }
}

/// The findings on the shapes of a table's features, which are areas.
private func areaFindings(
  of table: FeatureTable, _ labels: FeatureLabels, _ options: MergeOptions, describesLand: Bool
) throws(StageError) -> [Finding] {
  let jobs = options.jobs
  let boxes = table.boxes(jobs: jobs)
  var findings = swappedFindings(in: table, labels, boxes)
  if let division = try RegionDivision(table, labels, options) {
    // The search for near misses takes as long as all the rest and does not depend on it, so both run at once.
    let misses = Deferred(jobs: jobs) { NearMisses(division, jobs: jobs) }
    let diagnosis = try Diagnosis(table, division, judgesAll: true, describesLand: describesLand, jobs: jobs)
    findings +=
      labels.relabeled(
        (diagnosis.shapes + diagnosis.borders).map { options.judged($0, $0.isRepair) } + diagnosis.gaps
          + misses.value.findings(beside: diagnosis)
          + diagnosis.filled + division.snapFindings(table.records), of: table) + division.idlePlaces
  }
  return findings
}

private func swappedFindings(in table: FeatureTable, _ labels: FeatureLabels, _ boxes: [Bounds?]) -> [Finding] {
  let swapped = SwappedCoordinates(table, boxes: boxes)
  let sources = swapped.sources.map { source in
    Finding(
      .swappedCoordinates, severity: .warning,
      at: Location(file: table.sources[source].path, layer: table.sources[source].layer),
      "the whole source looks swapped, latitude before longitude: "
        + "with the two exchanged, it lies where the others are",
      remedy: Rule.swappedCoordinates.remedy)
  }
  return sources
    + swapped.features.map { feature, words in
      labels.finding(
        .swappedCoordinates, severity: .warning, of: feature, in: table, at: table.vertices(ofFeature: feature).first,
        "the feature looks swapped, latitude before longitude: it lies \(words), "
          + "and with the two exchanged it lies among them")
    }
}

extension FeatureTable {
  /// Per feature: its box in degrees; `nil` if it has no shape.
  fileprivate func boxes(jobs: Int) -> [Bounds?] {
    let chunks = (0..<featureCount).chunks(of: 65_536) { vertices(ofFeature: $0).count }
    return concurrentMap(chunks.count, jobs: jobs) { chunk in
      chunks[chunk].map { box(of: vertices(ofFeature: $0)) }
    }.flatMap { $0 }
  }
}

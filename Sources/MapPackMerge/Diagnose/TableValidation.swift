import MapPackFeatures
import MapPackGeometry

/// The settings by which a table of features is judged. `ValidateStage` makes them for sources and feature tables.
package struct TableValidation: Sendable {
  /// The template of a feature's code; without it the code is the feature's id, if it has one.
  package var key: Template?
  /// The template of a feature's name; without it the name comes from a field that looks like one with names.
  package var name: Template?
  /// Codes to use instead of those that the key gives.
  package var codes: [String: String]
  /// The regions that the map has to have, if they are known.
  package var expected: ExpectedRegions?
  /// The number of threads.
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
  /// codes, names and texts. `ValidationReport` sorts them.
  ///
  /// - Single features are judged exactly, in the coordinates as published. A defect that they have only on the finest
  ///   noding grid of their source, to which `merge` would round the source by itself, is a note.
  /// - Borders between features are judged on the finest noding grid of the table.
  /// - The location of a finding is that of a vertex as published, if it lies at one, else a point of the grid.
  /// - Lines are judged by `lineFindings`. Points have no rules on shapes.
  /// - Throws: `StageError` (usage) if a template names a field that the table does not have.
  /// - Complexity: O(n log n) for n vertices, if few segments meet. The result does not depend on `jobs`.
  package func findings(of table: FeatureTable, progress: ProgressHandler? = nil) throws(StageError) -> [Finding] {
    let labels = try FeatureLabels(table, key: key, name: name, recode: codes)
    progress?(ProgressEvent(activity: "validating", done: 0, total: table.vertexCount, unit: "vertices"))
    let shapes =
      switch table.kind {
      case .areas: ShapeFindings(table, labels, jobs: jobs).findings
      case .lines: lineFindings(of: table, labels, jobs: jobs)
      case .points: [Finding]()
      }
    let keys = KeyFindings(table, labels, expected: expected)
    var findings =
      labels.relabeled(table.findings, of: table) + shapes + keys.findings
      + encodingFindings(of: table, labels)
    findings = Self.withoutRepeats(findings)
    progress?(
      ProgressEvent(activity: "validating", done: table.vertexCount, total: table.vertexCount, unit: "vertices"))
    return findings
  }

  /// The findings without those of a feature without geometry whose code is reported to have no shape, which says more.
  private static func withoutRepeats(_ findings: [Finding]) -> [Finding] {
    struct Record: Hashable {
      var file: String?
      var layer: String?
      var record: Int?
    }
    let shapeless = Set(
      findings.filter { $0.rule == .noShape }.map {
        Record(file: $0.file, layer: $0.layer, record: $0.record)
      })
    guard !shapeless.isEmpty else { return findings }
    return findings.filter {
      $0.rule != .noGeometry || $0.count > 1
        || !shapeless.contains(Record(file: $0.file, layer: $0.layer, record: $0.record))
    }
  }
}

/// The findings on the features of a table of areas, each judged by itself. `TableValidation` judges more. By it, a
/// merge names the features whose faults it mended.
///
/// - Parameter features: the indices of the features to judge, ascending; `nil` for all.
/// - Throws: `StageError` (usage) if a template names a field that the table does not have.
/// - Complexity: O(n log n) for n vertices, if few segments meet. The result does not depend on `jobs`.
package func structuralFindings(
  of table: FeatureTable, features: [Int]? = nil, key: Template? = nil, name: Template? = nil, jobs: Int = 1
) throws(StageError) -> [Finding] {
  let labels = try FeatureLabels(table, key: key, name: name)
  return ShapeFindings(table, labels, judging: features, jobs: jobs).findings
}

/// The findings on the shapes of a table's features, which are areas: single features source by source, each on the
/// finest noding grid of its source, then the borders of the whole table, then what looks swapped.
struct ShapeFindings {
  private let table: FeatureTable
  private let labels: FeatureLabels
  private let jobs: Int
  private(set) var findings: [Finding] = []

  /// Judges single features.
  /// - Parameter features: the indices of the features to judge, ascending; `nil` for all.
  init(_ table: FeatureTable, _ labels: FeatureLabels, judging features: [Int]?, jobs: Int) {
    self.init(table, labels, jobs)
    let boxes = boxes()
    for source in sourceRuns() {
      guard let grid = Self.grid(of: boxes[source]) else { continue }
      guard let features else {
        judge(BorderDrawing(table, source, grid: grid, jobs: jobs).suspects, grid)
        continue
      }
      judge(features.filter(source.contains), grid)
    }
  }

  /// Judges all features, the borders between them, and whether some look swapped.
  init(_ table: FeatureTable, _ labels: FeatureLabels, jobs: Int) {
    self.init(table, labels, jobs)
    let boxes = boxes()
    let sources = sourceRuns()
    let whole = 0..<table.featureCount
    for source in sources {
      guard let grid = Self.grid(of: boxes[source]) else { continue }
      let drawing = BorderDrawing(table, source, grid: grid, jobs: jobs)
      judge(drawing.suspects, grid)
      if source == whole { findBorders(drawing, boxes) }
    }
    if sources.count > 1, let common = Self.grid(of: boxes[...]) {
      findBorders(BorderDrawing(table, whole, grid: common, jobs: jobs), boxes)
    }
    findSwapped(boxes)
  }

  private init(_ table: FeatureTable, _ labels: FeatureLabels, _ jobs: Int) {
    self.table = table
    self.labels = labels
    self.jobs = jobs
  }

  // MARK: Extents

  /// Per feature: its box in degrees; `nil` if it has no shape.
  private func boxes() -> [DegreeBox?] {
    let table = table
    let chunks = (0..<table.featureCount).chunks(of: 65_536) { table.vertices(ofFeature: $0).count }
    return concurrentMap(chunks.count, jobs: jobs) { chunk in
      chunks[chunk].map { feature -> DegreeBox? in
        let vertices = table.vertices(ofFeature: feature)
        guard let first = vertices.first else { return nil }
        var west = table.longitude[first]
        var south = table.latitude[first]
        var east = west
        var north = south
        for vertex in vertices {
          west = min(west, table.longitude[vertex])
          east = max(east, table.longitude[vertex])
          south = min(south, table.latitude[vertex])
          north = max(north, table.latitude[vertex])
        }
        return DegreeBox(west: west, south: south, east: east, north: north)
      }
    }.flatMap { $0 }
  }

  /// The finest noding grid that holds some features; `nil` if they have no vertex.
  private static func grid(of boxes: ArraySlice<DegreeBox?>) -> NodingGrid? {
    let known = boxes.compactMap { $0 }
    guard let first = known.first else { return nil }
    let box = known.dropFirst().reduce(first) { $0.union($1) }
    return NodingGrid(west: box.west, south: box.south, east: box.east, north: box.north)
  }

  /// The ranges of features of the sources. Features of one source that do not follow each other are several ranges.
  private func sourceRuns() -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var begin = 0
    for feature in 0..<table.featureCount
    where feature + 1 == table.featureCount
      || table.source[feature + 1] != table.source[feature]
    {
      runs.append(begin..<feature + 1)
      begin = feature + 1
    }
    return runs
  }

  // MARK: Single features

  private mutating func judge(_ features: [Int], _ grid: NodingGrid) {
    let (table, labels) = (table, labels)
    let chunks = (0..<features.count).chunks(of: 16_384) { table.vertices(ofFeature: features[$0]).count }
    findings += concurrentMap(chunks.count, jobs: jobs) { chunk -> [Finding] in
      features[chunks[chunk]].flatMap { feature -> [Finding] in
        FeatureVerdicts(table, feature, grid).verdicts.map { verdict in
          var finding = Self.finding(of: verdict.defect, in: table, feature: feature, grid, labels)
          if verdict.isOfGridAlone {
            finding.severity = .note
            finding.message += " on the noding grid, and not in the coordinates as published: within the grid"
          }
          return finding
        }
      }
    }.flatMap { $0 }
  }

  private static func finding(
    of defect: Defect, in table: FeatureTable, feature: Int, _ grid: NodingGrid, _ labels: FeatureLabels
  ) -> Finding {
    var finding = defect.finding
    labels.fill(&finding, feature: feature, of: table)
    finding.longitude = grid.longitude(x: defect.point.x)
    finding.latitude = grid.latitude(y: defect.point.y)
    let ring = table.shell(of: table.polygons(of: feature).lowerBound + defect.polygon) + defect.ring
    let vertex = table.vertexStart[ring] + defect.vertex
    if grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex]) == defect.point {
      finding.point(at: vertex, of: table)
    }
    return finding
  }

  // MARK: Features beside each other

  private mutating func findBorders(_ drawing: BorderDrawing, _ boxes: [DegreeBox?]) {
    let duplicates = DuplicateFeatures(table, labels, boxes: boxes)
    for pair in duplicates.pairs {
      let source =
        table.source[pair.earlier] == table.source[pair.later]
        ? "" : " of \(table.sources[Int(table.source[pair.earlier])].path)"
      var finding = labels.finding(
        .duplicateFeature, of: pair.later, in: table,
        "the feature has the shape of record \(table.record[pair.earlier])\(source)")
      finding.point(at: table.firstVertex(of: pair.later), of: table)
      findings.append(finding)
    }
    let regions = BorderRegions(labels, except: Set(duplicates.pairs.map(\.later)))
    findings += BorderFindings(table, drawing, labels, regions, jobs: jobs).findings
  }

  private mutating func findSwapped(_ boxes: [DegreeBox?]) {
    let swapped = SwappedCoordinates(table, boxes: boxes)
    for source in swapped.sources {
      let rule = Rule.swappedCoordinates
      var finding = Finding(
        rule, severity: .warning,
        "the whole source looks swapped, latitude before longitude: "
          + "with the two exchanged, it lies where the others are")
      finding.file = table.sources[source].path
      finding.layer = table.sources[source].layer
      finding.remedy = rule.remedy
      findings.append(finding)
    }
    for (feature, words) in swapped.features {
      var finding = labels.finding(
        .swappedCoordinates, of: feature, in: table,
        "the feature looks swapped, latitude before longitude: it lies \(words), "
          + "and with the two exchanged it lies among them")
      finding.severity = .warning
      finding.point(at: table.firstVertex(of: feature), of: table)
      findings.append(finding)
    }
  }
}

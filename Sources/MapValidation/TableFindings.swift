import MapFeatures
import MapGeometry

/// What is to be judged of a table of features, and by what they are called.
package struct TableValidation: Sendable {
  /// The template of a feature's code; without it the code is the feature's id, where it has one.
  package var key: Template?
  /// The template of a feature's name; without it a field that looks like one with names.
  package var name: Template?
  /// Codes to use instead of those that the key gives.
  package var codes: [String: String]
  package var expected: ExpectedRegions?
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

  /// Everything that is wrong with a table, after what its reader noticed: single features, the borders between them,
  /// codes, names and texts.
  ///
  /// Single features are judged exactly, on the coordinates as published. What is wrong with them only once they are
  /// rounded to the finest noding grid of their source, the one to which `merge` would round it alone, is a note. The
  /// borders between features are judged on the noding grid of all. A place is given as published where it is a vertex,
  /// else on that grid. Of lines see `lineFindings`.
  /// - Complexity: O(n log n) for n vertices where few edges meet. The result does not depend on `jobs`.
  /// - Throws: `StageError` (usage) where a template names a field that there is not.
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

  /// A code without a shape says more than that its feature has no geometry.
  private static func withoutRepeats(_ findings: [Finding]) -> [Finding] {
    struct Place: Hashable {
      var file: String?
      var layer: String?
      var record: Int?
    }
    let said = Set(
      findings.filter { $0.rule == .noShape }.map {
        Place(file: $0.file, layer: $0.layer, record: $0.record)
      })
    guard !said.isEmpty else { return findings }
    return findings.filter {
      $0.rule != .noGeometry || $0.count > 1
        || !said.contains(Place(file: $0.file, layer: $0.layer, record: $0.record))
    }
  }
}

/// What is wrong with the features of a table, each judged for itself, by `Rule`.
///
/// See `TableValidation`, which judges more.
/// - Parameter features: which to judge, ascending; all where it is `nil`.
package func structuralFindings(
  of table: FeatureTable, features: [Int]? = nil, key: Template? = nil, name: Template? = nil, jobs: Int = 1
) throws(StageError) -> [Finding] {
  let labels = try FeatureLabels(table, key: key, name: name)
  return ShapeFindings(table, labels, judging: features, jobs: jobs).findings
}

/// What is wrong with the shapes of a table's features.
struct ShapeFindings {
  private let table: FeatureTable
  private let labels: FeatureLabels
  private let jobs: Int
  private(set) var findings: [Finding] = []

  /// - Parameter features: which to judge, ascending; all where it is `nil`.
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

  /// All features, the borders between them, and whether some look swapped.
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

  /// Per feature: its box; `nil` where it has no shape.
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

  /// The finest grid for some features; `nil` where they have no vertex.
  private static func grid(of boxes: ArraySlice<DegreeBox?>) -> NodingGrid? {
    let known = boxes.compactMap { $0 }
    guard let first = known.first else { return nil }
    let box = known.dropFirst().reduce(first) { $0.union($1) }
    return NodingGrid(west: box.west, south: box.south, east: box.east, north: box.north)
  }

  /// The features of each source.
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
    finding.longitude = grid.longitude(x: defect.place.x)
    finding.latitude = grid.latitude(y: defect.place.y)
    let ring = table.ringStart[table.polygonStart[feature] + defect.polygon] + defect.ring
    let vertex = table.vertexStart[ring] + defect.vertex
    if grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex]) == defect.place {
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
        rule: rule, severity: .warning,
        message: "the whole source looks swapped, latitude before longitude: exchanged, it lies where the others are")
      finding.file = table.sources[source].path
      finding.layer = table.sources[source].layer
      finding.remedy = rule.remedy
      findings.append(finding)
    }
    for (feature, words) in swapped.features {
      var finding = labels.finding(
        .swappedCoordinates, of: feature, in: table,
        "the feature looks swapped, latitude before longitude: it lies \(words), and exchanged among them")
      finding.severity = .warning
      finding.point(at: table.firstVertex(of: feature), of: table)
      findings.append(finding)
    }
  }
}

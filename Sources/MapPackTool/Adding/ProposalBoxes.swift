import Foundation
import MapPack
import MapPackFeatures
import MapPackIngest
import MapPackMerge

/// The boxes of a proposal: ±180° is an edge like any other, so land on both sides of it counts as far apart.
extension DegreeBox {
  /// An empty box.
  init() { self.init(west: .infinity, south: .infinity, east: -.infinity, north: -.infinity) }

  init(of feature: Int, in table: FeatureTable) {
    self.init()
    extend(to: feature, of: table)
  }

  /// The boxes of the polygons, lines or points of some features. Vertices at longitude 0 and latitude 0 do not count
  /// if everything else lies far from there: devices and programs write zeros where they know no location.
  static func boxes(of features: [Int], in table: FeatureTable) -> [DegreeBox] {
    var boxes: [DegreeBox] = []
    var zero = DegreeBox()
    for feature in features {
      for polygon in table.polygons(of: feature) {
        var box = DegreeBox()
        for vertex in table.vertices(ofRing: table.shell(of: polygon)) {
          let (longitude, latitude) = (table.longitude[vertex], table.latitude[vertex])
          if max(abs(longitude), abs(latitude)) <= Self.zeroReach {
            zero.extend(longitude: longitude, latitude: latitude)
          } else {
            box.extend(longitude: longitude, latitude: latitude)
          }
        }
        if !box.isEmpty { boxes.append(box) }
      }
    }
    var all = DegreeBox()
    for box in boxes { all.extend(to: box) }
    guard !zero.isEmpty else { return boxes }
    let isFar = !all.isEmpty && all.gap(to: zero) > Self.farFromZero && !boxes.contains { $0.isNear(zero) }
    return isFar ? boxes : boxes + [zero]
  }

  /// How near to longitude 0 and latitude 0 a vertex counts as lying there, in degrees: about a kilometer.
  private static let zeroReach = 0.01
  /// How far from there, in degrees, a map lies that has no vertex there in earnest.
  private static let farFromZero = 5.0

  var isEmpty: Bool { west > east }

  mutating func extend(longitude: Double, latitude: Double) {
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
  }

  /// By all vertices of a feature.
  mutating func extend(to feature: Int, of table: FeatureTable) {
    let rings = table.rings(ofAll: table.polygons(of: feature))
    for vertex in table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound] {
      extend(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
    }
  }

  func meets(_ other: DegreeBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  func contains(_ other: DegreeBox) -> Bool {
    west <= other.west && other.east <= east && south <= other.south && other.north <= north
  }

  /// - Precondition: the other box is not empty.
  mutating func extend(to box: DegreeBox) {
    extend(longitude: box.west, latitude: box.south)
    extend(longitude: box.east, latitude: box.north)
  }

  /// The largest box, extended by those near it: from the larger to the smaller ones, by each whose gap to the extended
  /// box is at most half of its diagonal. Empty if there are no boxes.
  static func main(of boxes: [DegreeBox]) -> DegreeBox {
    let sorted = boxes.sorted { ($0.area, $0.west, $0.south) > ($1.area, $1.west, $1.south) }
    guard var main = sorted.first else { return DegreeBox() }
    for box in sorted.dropFirst() where main.isNear(box) { main.extend(to: box) }
    return main
  }

  /// The longer side in meters on the ground, to about 1 % up to 70° of latitude; 0 for an empty box.
  var longerSide: Double {
    guard !isEmpty else { return 0 }
    return max((east - west) * cosine, north - south) * WebMercator.metersPerDegreeAtEquator
  }

  var text: String { ExpectedBounds(west: west, south: south, east: east, north: north).text }

  /// Whether another box is this one with longitude and latitude exchanged, to a twentieth of its longer side.
  func isSwapped(_ other: DegreeBox) -> Bool {
    let reach = max(east - west, north - south) / 20
    return [other.west - south, other.south - west, other.east - north, other.north - east].allSatisfy {
      abs($0) <= reach
    }
  }

  /// In square degrees of latitude.
  private var area: Double { isEmpty ? 0 : (east - west) * cosine * (north - south) }

  /// The cosine of the middle latitude, computed by its series, so that every machine proposes the same.
  private var cosine: Double {
    let middle = (south + north) / 2 * .pi / 180
    return max(0.05, 1 - middle * middle / 2 + middle * middle * middle * middle / 24)
  }

  /// How far apart two boxes are, in degrees of latitude; 0 if they meet.
  private func gap(to other: DegreeBox) -> Double {
    let x = max(0, other.west - east, west - other.east) * cosine
    let y = max(0, other.south - north, south - other.north)
    return (x * x + y * y).squareRoot()
  }

  func isNear(_ other: DegreeBox) -> Bool {
    let (width, height) = ((east - west) * cosine, north - south)
    return 2 * gap(to: other) <= (width * width + height * height).squareRoot()
  }
}

enum ProposalRefusal {
  /// The error for features that cannot be kept with their shapes. Without them it would be another map. A feature that
  /// has lost a part of too few vertices is kept.
  static func unsound(_ table: FeatureTable) -> StageError? {
    let short = Set(table.ledger.entries.filter { $0.outcome == .dropped(rule: .tooFewPoints) }.map(\.record))
    let faults = table.findings.filter { finding in
      finding.rule.isFault && (finding.rule != .tooFewPoints || finding.record.map(short.contains) ?? true)
    }
    guard let first = faults.first else { return nil }
    var error = StageError(first, status: .unreadableData)
    error.kind = table.kind
    var named: Set<String> = []
    let others = faults.map(Self.feature).filter { named.insert($0).inserted }.dropFirst()
    if !others.isEmpty {
      // Beyond the faults that are listed one by one, a finding counts for several.
      let isAll = others.count <= Self.named && faults.allSatisfy { $0.count == 1 }
      error.message +=
        " (further faults: \(others.prefix(Self.named).joined(separator: ", "))"
        + (isAll ? ")" : " and more: mappack validate lists them)")
    }
    let projected = faults.filter { $0.rule == .projectedCoordinates }
    if first.rule == .projectedCoordinates {
      let points = projected.compactMap { fault in
        fault.longitude.flatMap { x in fault.latitude.map { (x: x, y: $0) } }
      }
      let lines = SystemCandidates.lines(for: points, of: table)
      if !lines.isEmpty {
        error.remedy =
          "name the system that they are in with \(.coordinateSystem). These fit:\n  \(lines.joined(separator: "\n  "))"
      }
    }
    return error
  }

  private static let named = 12

  private static func feature(of finding: Finding) -> String {
    let record = finding.record.map { "record \($0)" }
    return [finding.label, record].compactMap(\.self).joined(separator: ", ")
  }

  /// The error if no feature with a shape is selected. It says why if a cause is known.
  static func withoutShape(_ table: FeatureTable) -> StageError {
    if let error = unsound(table) { return error }
    let part = table.kind.part
    let causes: [Rule] = [.networkLink, .notAPolygon, .notALine, .notAPoint, .positionLeftOut, .noGeometry]
    let findings = causes.lazy.map { rule in table.findings.filter { $0.rule == rule } }
    if let found = findings.first(where: { !$0.isEmpty }), let cause = found.first {
      let others = cause.rule == .notAPolygon || cause.rule == .notALine || cause.rule == .notAPoint
      let count = found.reduce(0) { $0 + $1.count }
      return StageError(
        .findings, file: cause.file,
        "there is no feature with a \(part): \(cause.message)" + (count == 1 ? "" : " (\(count) in all)"),
        remedy: others ? "leave out \(.geometry), or name what the source has" : cause.remedy)
    }
    return StageError(
      .findings, file: table.sources.first?.path,
      table.featureCount == 0
        ? "there is no feature with a \(part): the source has no feature that can be read"
        : "there is no feature with a \(part)",
      remedy: "name a source with areas, lines or points")
  }
}

/// The first run of maps whose pipeline files `mappack init` has written. If it fails, everything is as it was before.
struct FirstRun {
  private let pipelines: [String]
  /// The files that are written beside the pipeline files, with their old contents.
  private let others: [(path: String, old: Data?)]
  private let newFolders: [String]

  /// - Parameters:
  ///   - others: the paths of other files that are written with the pipeline files.
  ///   - folders: the folders that may have to be made, an outer one before those in it.
  init(pipelines: [String], others: [String], folders: [String]) {
    self.pipelines = pipelines
    self.others = others.map { ($0, try? Data(contentsOf: URL(fileURLWithPath: $0))) }
    newFolders = folders.filter { !FileManager.default.fileExists(atPath: $0) }
  }

  /// Runs the pipeline files, which are there now. An interruption takes them back too.
  func run(_ settings: MapTask.Settings) -> ExitStatus {
    let outputs = pipelines.compactMap { try? PipelineFile(contentsOf: $0) }.flatMap { pipeline in
      pipeline.outputNames.map { pipeline.location(ofOutput: $0, in: nil) }
    }
    let newOutputs = outputs.filter { !FileManager.default.fileExists(atPath: $0) }
    for path in pipelines { TemporaryFiles.shared.add(path) }
    let status = Runner(settings: settings).run(pipelines)
    guard status != .success else {
      for path in pipelines { TemporaryFiles.shared.forget(path) }
      return status
    }
    for path in newOutputs + pipelines { TemporaryFiles.shared.remove(path) }
    for (path, old) in others {
      let url = URL(fileURLWithPath: path)
      if let old { try? old.write(to: url, options: .atomic) } else { try? FileManager.default.removeItem(at: url) }
    }
    // Only those that are empty go.
    for folder in newFolders.reversed() { rmdir(folder) }
    return status
  }
}

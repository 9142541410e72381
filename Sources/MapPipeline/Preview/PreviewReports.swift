import Foundation
import MapEmission
import MapFeatures
import MapTopology

/// What the page is told once: the map, its settings, and what can be done with it.
struct PreviewState: Encodable {
  var map: String
  /// What the regions are: `areas`, `lines` or `points`.
  var kind: String
  var isFinished: Bool
  /// The pipeline file that Save writes; without one there is nothing to save to.
  var saves: String?
  /// The settings to begin with: the value of `simplify:`, every text as it is written.
  var simplify = PreviewValue.mapping([])
  var credits: [String]
  /// Vertices of the merged map, each counted once.
  var vertices: Int
  /// Whether there is an edition to compare with.
  var hasFormer = false
  /// Whether it can be said in words what has changed since then.
  var hasChanges = false
  /// The words of the command that makes a pipeline file, if there is none.
  var advice: String?
  /// How large the map is, in meters: a slider of tolerances runs over parts of it.
  var side: Double
  /// The level to begin with.
  var level = 0
  /// The field whose number says how large a region's name is; else its area does.
  var importance: String?
  /// What the outer line is at first: `coast` or `border`.
  var outline = PictureOptions.Outline.coast.rawValue

  init(_ coverage: Coverage, map: String) {
    self.map = map
    kind = coverage.kind.rawValue
    if case .mercator = coverage.plane { isFinished = true } else { isFinished = false }
    credits = Attribution.lines(of: coverage.sources)
    vertices = coverage.arcs.distinctVertexCount
    side = coverage.side
  }
}

extension Coverage {
  /// The side of a square as large as all land, or the length of the region with the longest lines, in meters.
  var side: Double {
    kind == .areas
      ? regions.reduce(0) { $0 + $1.area }.squareRoot() : regions.reduce(0) { max($0, $1.length ?? 0) }
  }

  /// How many vertices a region's lines have; one where a line begins and ends counts once.
  fileprivate func lineVertices(of region: Int) -> Int {
    (polygonStart[region]..<polygonStart[region + 1]).reduce(0) { count, line in
      let vertices = arcs.vertices(of: references[referenceStart[ringStart[line]]].arc)
      let isLoop = vertices.count > 1 && arcs.point(vertices.lowerBound) == arcs.point(vertices.upperBound - 1)
      return count + vertices.count - (isLoop ? 1 : 0)
    }
  }
}

/// What the page is told of a map that was made.
struct PreviewFigures: Encodable {
  struct Smallest: Encodable {
    var code: String
    var name: String
    var vertices: Int
  }

  var verticesIn: Int
  var vertices: Int
  var packBytes: Int
  var regions: Int
  var polygons: Int
  /// How many polygons each rule has left out.
  var dropped: [String: Int]
  /// The region with the fewest vertices.
  var smallest: Smallest?
  /// Vertices of each level, the finest first.
  var levels: [Int]
  var findings: [PreviewFinding]
  /// What `simplify` says in a pipeline file with these settings, if there is no file that has them.
  var simplify: String?
  /// How long the making took, in milliseconds; a page that is a file does not say.
  var milliseconds: Double?

  /// - Parameter verticesIn: of the map before it was simplified.
  init(of map: Coverage, verticesIn: Int, packBytes: Int) {
    self.verticesIn = verticesIn
    self.packBytes = packBytes
    vertices = map.arcs.distinctVertexCount
    polygons = map.polygonCount
    let live = map.regions.indices.filter { map.polygonStart[$0] < map.polygonStart[$0 + 1] }
    regions = live.count
    dropped = [:]
    for (rule, count) in map.ledger.droppedPolygons { dropped[rule.rawValue] = count }
    let edition = Edition(name: "", coverage: map)
    let vertices = { map.kind == .areas ? edition.ringVertices(of: $0) : map.lineVertices(of: $0) }
    smallest = live.map { (region: map.regions[$0], vertices: vertices($0)) }
      .min { $0.vertices < $1.vertices }
      .map { Smallest(code: $0.region.code, name: $0.region.name, vertices: $0.vertices) }
    levels = map.levels.indices.map(map.arcs.distinctVertexCount(level:))
    findings = map.findings.map(PreviewFinding.init)
  }
}

/// A finding in the words that the commands print.
struct PreviewFinding: Encodable {
  var rule: String
  var severity: String
  /// Where, in words.
  var place: String
  var message: String
  var remedy: String?
  var longitude: Double?
  var latitude: Double?
  var code: String?
  var count: Int

  init(_ finding: Finding) {
    rule = finding.rule.rawValue
    severity = finding.severity.rawValue
    place = [
      finding.file, finding.label, finding.record.map { "record \($0)" }, finding.polygon.map { "polygon \($0)" },
      finding.ring.map { "ring \($0)" }, finding.vertex.map { "vertex \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
    message = finding.message
    remedy = finding.remedy
    longitude = finding.longitude
    latitude = finding.latitude
    code = finding.code
    count = finding.count
  }
}

/// What is in the sources and not in the map as it was: a polygon that was left out, land that went to another region, a
/// gap that was filled.
struct PreviewDropped: Encodable {
  var rule: String
  var code: String
  var name: String
  /// In m², as published, of a line its length in m; `nil` if `message` says it.
  var area: Double?
  /// What merging says of it; `nil` of a polygon.
  var message: String?
  /// Longitudes and latitudes of its shell, one behind the other; of a place alone the two.
  var shell: [Double]

  /// What merging took away or gave, if the finding says it and has a place.
  init?(_ finding: Finding) {
    guard [.overlap, .gapFilled, .drawnTwice, .spike, .zeroArea].contains(finding.rule),
      let longitude = finding.longitude, let latitude = finding.latitude
    else { return nil }
    rule = finding.rule.rawValue
    code = finding.code ?? ""
    name = finding.name ?? ""
    message = finding.message
    shell = [longitude, latitude]
  }

  init(rule: Rule, code: String, name: String, area: Double, shell: [Double]) {
    self.rule = rule.rawValue
    self.code = code
    self.name = name
    self.area = area
    self.shell = shell
  }
}

/// A value of a pipeline file as JSON; every text as it is written.
indirect enum PreviewValue: Encodable {
  case text(String)
  case list([PreviewValue])
  case mapping([(key: String, value: PreviewValue)])

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .list(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .mapping(let pairs):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in pairs { try container.encode(value, forKey: Key(key)) }
    }
  }
}

extension YAMLValue {
  /// The value with every text as it is written.
  func previewValue() throws(StageError) -> PreviewValue {
    if isList {
      var values: [PreviewValue] = []
      for value in try list() { values.append(try value.previewValue()) }
      return .list(values)
    }
    if let pairs = try? pairs() {
      var values: [(key: String, value: PreviewValue)] = []
      for (key, value) in pairs { values.append((key, try value.previewValue())) }
      return .mapping(values)
    }
    return .text(isMissing ? "" : try textOrEmpty())
  }
}

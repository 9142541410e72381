import Foundation
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackSimplify

/// What the page is told once: the map, its settings, and what the page can do.
///
/// The names of properties in this file are keys of JSON, which the scripts in `Page/Web` read under the same names.
struct PreviewState: Encodable {
  var map: String
  /// `areas`, `lines` or `points`.
  var kind: String
  /// Whether the map is simplified, so that there is nothing to set.
  var isFinished: Bool
  /// `nil` if there is no pipeline file.
  var saves: String?
  /// The settings at first: the value of `simplify:`, with every text as it is written.
  var simplify = JSON.members([])
  var credits: [String]
  /// Those of the merged map, each counted once.
  var vertices: Int
  /// Whether there is a former edition to compare with.
  var hasFormer = false
  var hasChanges = false
  /// The command that makes a pipeline file, if there is none.
  var advice: String?
  /// The size of the map in meters, from which the range of tolerances is derived.
  var side: Double
  var level = 0
  /// The field whose number says how large a region's name is; `nil` if its area does.
  var importance: String?
  /// How the outer line is drawn at first: as `coast` or `border`.
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
  /// In meters on the ground: the side of a square with the area of all land, or the length of the region with the
  /// longest lines; 0 for points.
  var side: Double {
    kind == .areas
      ? regions.reduce(0) { $0 + $1.area }.squareRoot() : regions.reduce(0) { max($0, $1.length ?? 0) }
  }

  /// A vertex in which a line begins and ends counts once.
  fileprivate func lineVertices(of region: Int) -> Int {
    polygons(of: region).reduce(0) { count, line in
      let vertices = arcs.vertices(of: arc(ofLine: line))
      let isLoop = vertices.count > 1 && arcs.point(vertices.lowerBound) == arcs.point(vertices.upperBound - 1)
      return count + vertices.count - (isLoop ? 1 : 0)
    }
  }
}

/// What the page is told about a map that was made.
struct PreviewFigures: Encodable {
  struct Smallest: Encodable {
    var code: String
    var name: String
    var vertices: Int
  }

  /// Before the map was simplified.
  var verticesIn: Int
  /// Each counted once.
  var vertices: Int
  var packBytes: Int
  /// Those that have a shape.
  var regions: Int
  /// Polygons, lines or points at the finest level.
  var polygons: Int
  /// By rule: how many polygons were left out after the merge.
  var dropped: [String: Int]
  /// The first of several; `nil` if no region has a shape.
  var smallest: Smallest?
  /// Per level, from the finest: the number of its vertices.
  var levels: [Int]
  var findings: [PreviewFinding]
  /// The line `simplify: …` for a pipeline file with these settings, if there is no pipeline file.
  var simplify: String?
  /// How long it took to make the map, in milliseconds; `nil` in an exported page.
  var milliseconds: Double?

  /// - Parameter verticesIn: the number of the finished map's vertices before it was simplified.
  init(of map: Coverage, verticesIn: Int, packBytes: Int) {
    self.verticesIn = verticesIn
    self.packBytes = packBytes
    vertices = map.arcs.distinctVertexCount
    polygons = map.polygonCount
    let live = map.regions.indices.filter { !map.polygons(of: $0).isEmpty }
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

struct PreviewFinding: Encodable {
  var rule: String
  var severity: String
  /// The file, the feature and the vertex, as far as they are known.
  var place: String
  var message: String
  var remedy: String?
  /// In degrees, like the latitude; `nil` if the finding has no location.
  var longitude: Double?
  var latitude: Double?
  var code: String?
  var count: Int

  init(_ finding: Finding) {
    rule = finding.rule.rawValue
    severity = finding.severity.rawValue
    place = finding.location.text(withDegrees: false)
    message = finding.message
    remedy = finding.remedy
    longitude = finding.longitude
    latitude = finding.latitude
    code = finding.code
    count = finding.count
  }
}

/// A polygon that was left out, land that went to another region, or a gap that was filled.
struct PreviewDropped: Encodable {
  var rule: String
  var code: String
  var name: String
  /// The area of a polygon in m², before simplification, or the length of a line in m; `nil` if there is a `message`.
  var area: Double?
  /// `nil` for a polygon that was left out.
  var message: String?
  /// The longitudes and latitudes of its shell in degrees, alternating; of a change by merging, one of each.
  var shell: [Double]

  /// `nil` for findings of rules that are not listed here, and for findings without a location.
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

extension YAMLValue {
  /// A value that is missing or `null` becomes an empty text.
  func previewValue() throws(StageError) -> JSON {
    if isList {
      var values: [JSON] = []
      for value in try list() { values.append(try value.previewValue()) }
      return .list(values)
    }
    if let pairs = try? pairs() {
      var values: [(key: String, value: JSON)] = []
      for (key, value) in pairs { values.append((key, try value.previewValue())) }
      return .members(values)
    }
    return .text(isMissing ? "" : try textOrEmpty())
  }
}

/// A finished map as one page in HTML that needs no server, without findings of the sources.
struct MapPage {
  /// On the pack grid.
  var coverage: Coverage
  var pack: Data
  /// Before the map was simplified, if it is known.
  var verticesIn: Int?
  var level = 0
  var options = PictureOptions()

  /// - Parameters:
  ///   - pack: its pack, which the page draws. The coverage only gives figures and texts.
  ///   - verticesIn: those of the map before it was simplified; if `nil`, those of the map itself.
  init(_ coverage: Coverage, pack: Data, verticesIn: Int? = nil, level: Int = 0) throws(StageError) {
    try checkLevel(level, of: coverage.levels.count)
    self.coverage = coverage
    self.pack = pack
    self.verticesIn = verticesIn
    self.level = level
  }

  /// Makes the pack of a map. A map that was merged and not simplified is shown in full detail. Cases and raw values
  /// are those of a map without a name lock.
  init(_ coverage: Coverage, level: Int = 0, jobs: Int = 1) throws(StageError) {
    var finished = coverage
    if case .lonlat = coverage.plane {
      try checkLevel(level, of: coverage.levels.count)
      var options = SimplifyOptions()
      options.jobs = jobs
      finished = try Simplifier(coverage, options: options).simplified()
    }
    let map = coverage.map ?? "Map"
    let emit = EmitStage(map: map, typeName: map, resource: map, jobs: jobs)
    try self.init(finished, pack: try emit.pack(of: finished, try emit.naming(of: finished)), level: level)
  }

  /// The page. It is the same for the same map, and loads no other resource.
  func data() throws(StageError) -> Data {
    var state = PreviewState(coverage, map: coverage.map ?? "Map")
    state.level = level
    state.importance = options.importance
    state.outline = options.outline.rawValue
    var figures = PreviewFigures(
      of: coverage, verticesIn: verticesIn ?? coverage.arcs.distinctVertexCount, packBytes: pack.count)
    // Notes are left out, because some are about the run before: a map that is made again has the same page.
    figures.findings.removeAll { $0.severity == Finding.Severity.note.rawValue }
    let page = try PreviewPage(
      title: state.map,
      blocks: [
        ("state", .json(SortedJSON.encoded(state, isForReaders: false))),
        ("figures", .json(SortedJSON.encoded(figures, isForReaders: false))),
        ("map", .bytes(pack)),
      ])
    return page.html { Data(SHA256Digest.of($0)) }
  }
}

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
  /// The methods of simplification: what users write, and a title. The first is the default.
  var methods = SimplifyOptions.Method.allCases.map { [$0.rawValue, $0.title] }
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
  /// The colors that can be chosen, and those that are shown at first.
  var palettes = MapPalette.all
  var palette = MapPalette.Name.paper
  /// The color of water and that of all land at first; `nil` for the palette's.
  var water: String?
  var land: String?

  init(_ coverage: Coverage, map: String) {
    self.map = map
    kind = coverage.kind.rawValue
    if case .mercator = coverage.plane { isFinished = true } else { isFinished = false }
    credits = Attribution.lines(of: coverage.sources)
    vertices = coverage.arcs.distinctVertexCount
    side = coverage.side
  }

  /// Takes how the map is drawn at first.
  mutating func take(_ options: PictureOptions) {
    (importance, outline) = (options.importance, options.outline.rawValue)
    (palette, water, land) = (options.palette, options.water, options.land)
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
  var smallest: JSON?
  /// Per level, from the finest: the number of its vertices.
  var levels: [Int]
  var findings: [JSON]
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
    dropped = Dictionary(uniqueKeysWithValues: map.ledger.droppedPolygons.map { ($0.rawValue, $1) })
    let edition = Edition(name: "", coverage: map)
    regions = edition.liveRegions.count
    let vertices = { map.kind == .areas ? edition.ringVertices(of: $0) : map.lineVertices(of: $0) }
    smallest = edition.liveRegions.map { (region: map.regions[$0], vertices: vertices($0)) }
      .min { $0.vertices < $1.vertices }
      .map { ["code": .text($0.region.code), "name": .text($0.region.name), "vertices": .integer($0.vertices)] }
    levels = map.levels.indices.map(map.arcs.distinctVertexCount(level:))
    findings = map.findings.map(\.preview)
  }
}

extension Finding {
  /// With the file, the feature and the vertex as its `place`, as far as they are known.
  var preview: JSON {
    [
      "rule": .text(rule.rawValue), "severity": .text(severity.rawValue),
      "place": .text(location.text(withDegrees: false)), "message": .text(message), "remedy": JSON(remedy),
      "longitude": JSON(location.longitude), "latitude": JSON(location.latitude), "code": JSON(location.code),
      "count": .integer(count),
    ]
  }

  /// Land that went to another region, or a gap that was filled, at a longitude and latitude; `nil` for findings of
  /// other rules, and for findings without a location.
  var previewOfMending: JSON? {
    guard [.overlap, .gapFilled, .drawnTwice, .spike, .zeroArea].contains(rule), !coordinates.isNull else { return nil }
    return [
      "rule": .text(rule.rawValue), "code": .text(location.code ?? ""), "name": .text(location.name ?? ""),
      "message": .text(message), "shell": coordinates,
    ]
  }
}

extension YAMLValue {
  /// A value that is missing or `null` becomes an empty text.
  func previewValue() throws(StageError) -> JSON {
    if isList { return .list(try list().map { value throws(StageError) in try value.previewValue() }) }
    guard let pairs = try? pairs() else { return .text(isMissing ? "" : try textOrEmpty()) }
    return .members(try pairs.map { pair throws(StageError) in (pair.key, try pair.value.previewValue()) })
  }
}

/// A finished map as one page in HTML that needs no server, without findings of the sources. It is the same for the
/// same map, and loads no other resource.
enum MapPage {
  /// - Parameters:
  ///   - coverage: on the pack grid. It only gives figures and texts.
  ///   - pack: its pack, which the page draws.
  ///   - verticesIn: those of the map before it was simplified; if `nil`, those of the map itself.
  static func html(
    _ coverage: Coverage, pack: Data, verticesIn: Int? = nil, level: Int = 0, options: PictureOptions = PictureOptions()
  ) throws(StageError) -> Data {
    try checkLevel(level, of: coverage.levels.count)
    var state = PreviewState(coverage, map: coverage.map ?? "Map")
    state.level = level
    state.take(options)
    var figures = PreviewFigures(
      of: coverage, verticesIn: verticesIn ?? coverage.arcs.distinctVertexCount, packBytes: pack.count)
    // Notes are left out, because some are about the run before: a map that is made again has the same page.
    figures.findings = coverage.findings.filter { $0.severity != .note }.map(\.preview)
    return try PreviewPage.html(
      titled: state.map,
      blocks: [
        ("state", .json(SortedJSON.encoded(state, isForReaders: false))),
        ("figures", .json(SortedJSON.encoded(figures, isForReaders: false))), ("map", .bytes(pack)),
      ])
  }

  /// Makes the pack of a map. A map that was merged and not simplified is shown in full detail. Cases and raw values
  /// are those of a map without a name lock.
  static func html(_ coverage: Coverage, level: Int, options: PictureOptions) throws(StageError) -> Data {
    var finished = coverage
    if case .lonlat = coverage.plane { finished = try Simplifier(coverage, options: SimplifyOptions()).simplified() }
    let map = coverage.map ?? "Map"
    let emit = EmitStage(map: map, typeName: map, resource: map)
    return try html(
      finished, pack: try emit.pack(of: finished, try emit.naming(of: finished)), level: level, options: options)
  }
}

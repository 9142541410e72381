import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackSimplify

/// What the page is told once: the map, its settings, and what the page can do.
///
/// The properties are keys of JSON, which the scripts of the page read under the same names.
struct PreviewState: Encodable {
  var map = ""
  /// Whether nothing was dropped on the page yet; then the rest says nothing.
  var isEmpty = true
  /// `areas`, `lines` or `points`.
  var kind = GeometryKind.areas.rawValue
  /// Whether the map is simplified, so that there is nothing to set.
  var isFinished = false
  /// The pipeline file that is saved to; `nil` if there is none.
  var saves: String?
  /// Whether Save makes a pipeline file, and asks for the name of the map.
  var isDraft = false
  /// Whether features were read, so that their fields can be chosen from.
  var hasTable = false
  /// What the pipeline file says, as an object in JSON with every text as it is written: those of its keys that the
  /// page can change.
  var values = "{}"
  /// The methods of simplification: what users write, and a title. The first is the default.
  var methods = SimplifyOptions.Method.allCases.map { [$0.rawValue, $0.title] }
  var credits: [String] = []
  /// Those of the merged map, each counted once.
  var vertices = 0
  /// Whether there is a former edition to compare with.
  var hasFormer = false
  var hasChanges = false
  /// The size of the map in meters, from which the range of tolerances is derived.
  var side = 0.0
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

  /// An empty page.
  init() {}

  init(_ coverage: Coverage, map: String) {
    self.map = map.line(atMost: 80)
    isEmpty = false
    kind = coverage.kind.rawValue
    if case .mercator = coverage.plane { isFinished = true } else { isFinished = false }
    credits = Attribution.lines(of: coverage.sources).map { $0.line(atMost: 500) }
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
  var packWords: String
  /// Those that have a shape.
  var regions: Int
  /// Polygons, lines or points at the finest level.
  var polygons: Int
  /// By rule: how many polygons were left out after the merge.
  var dropped: [String: Int]
  /// The first of several; `nil` if no region has a shape.
  var smallest: Smallest?
  var findings: [PreviewFinding]
  /// The number of the merged map: as long as it is the same, so are the findings of the sources and the ladder.
  var revision = 0
  /// The field whose value is the code of a region; `nil` if codes are not the values of one field.
  var keyField: String?
  /// How long it took to make the map, in milliseconds; `nil` in an exported page.
  var milliseconds: Double?

  /// The region with the fewest vertices.
  struct Smallest: Encodable {
    var name: String
    var vertices: Int
  }

  /// - Parameter verticesIn: the number of the finished map's vertices before it was simplified.
  init(of map: Coverage, verticesIn: Int, packBytes: Int) {
    self.verticesIn = verticesIn
    self.packBytes = packBytes
    packWords =
      packBytes < 10_000
      ? "\(Figures.grouped(packBytes)) bytes" : "\(Figures.grouped((packBytes + 500) / 1000)) kB"
    vertices = map.arcs.distinctVertexCount
    polygons = map.polygonCount
    dropped = Dictionary(uniqueKeysWithValues: map.ledger.droppedPolygons.map { ($0.rawValue, $1) })
    let edition = Edition(name: "", coverage: map)
    regions = edition.liveRegions.count
    let vertices = { map.kind == .areas ? edition.ringVertices(of: $0) : map.lineVertices(of: $0) }
    smallest = edition.liveRegions.map { (region: map.regions[$0], vertices: vertices($0)) }
      .min { $0.vertices < $1.vertices }
      .map { Smallest(name: $0.region.name.line(atMost: 60), vertices: $0.vertices) }
    findings = map.findings.map(PreviewFinding.init)
  }
}

/// What the page is told about how far its settings can go.
struct PreviewLimits: Encodable {
  struct Span: Encodable {
    var least: Double
    var most: Double
  }

  /// The share of the vertices that may go. Below the least, nothing changes.
  var keep: Span
  /// In bytes.
  var size: Span
  /// How many vertices stay if all that may go are to go.
  var floor: Int
  /// How many vertices may go.
  var removable: Int

  init(_ limits: SimplifyLimits) {
    keep = Span(least: limits.leastShare, most: 1)
    size = Span(least: Double(limits.bytes.lowerBound), most: Double(limits.bytes.upperBound))
    floor = limits.floor
    removable = limits.removable
  }
}

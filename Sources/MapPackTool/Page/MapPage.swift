import Foundation
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackSimplify

/// A finished map as one page in HTML that needs no server. It shows what `preview` shows, and no findings of the
/// sources. `mappack export` writes it, and a run whose `output.preview` ends in `.html`. `PreviewPage` makes the HTML;
/// `PreviewState` and `PreviewFigures` say what the page is told.
struct MapPage {
  /// The map, on the pack grid.
  var coverage: Coverage
  var pack: Data
  /// The number of vertices of the map before it was simplified, if it is known.
  var verticesIn: Int?
  /// The level that is shown at first.
  var level = 0
  /// How the map is drawn at first.
  var options = PictureOptions()

  /// - Parameters:
  ///   - coverage: a finished map, on the pack grid.
  ///   - pack: its pack, which the page draws. The coverage only gives figures and texts.
  ///   - verticesIn: the number of vertices of the map before it was simplified; if `nil`, that of the map itself.
  /// - Throws: `usage` if the map does not have the level.
  init(_ coverage: Coverage, pack: Data, verticesIn: Int? = nil, level: Int = 0) throws(StageError) {
    try checkLevel(level, of: coverage.levels.count)
    self.coverage = coverage
    self.pack = pack
    self.verticesIn = verticesIn
    self.level = level
  }

  /// Makes the pack of a map. A map that was merged and not simplified is shown in full detail. Cases and raw values
  /// are those of a map without a name lock.
  ///
  /// - Throws: `usage` if the map does not have the level or does not fit into a pack; `findings` if a region would
  ///   have no shape, if the map has no region, or if a code has two regions.
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
  ///
  /// - Throws: `unreadableData` if a number is not finite.
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

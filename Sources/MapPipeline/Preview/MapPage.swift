import Foundation
import MapEmission
import MapFeatures
import MapPreview
import MapSimplification
import MapTopology

/// A finished map as one page in HTML: what `preview` shows, with the map in it and without a server.
struct MapPage {
  /// On the drawing plane.
  var coverage: Coverage
  var pack: Data
  /// Vertices of the map before it was simplified, if they are known.
  var verticesIn: Int?
  /// The level to begin with.
  var level = 0
  /// How it is drawn at first.
  var options = PictureOptions()

  init(_ coverage: Coverage, pack: Data, verticesIn: Int? = nil, level: Int = 0) throws(StageError) {
    try checkLevel(level, of: coverage.levels.count)
    self.coverage = coverage
    self.pack = pack
    self.verticesIn = verticesIn
    self.level = level
  }

  /// A map that has no pack yet; one that was merged and not simplified is shown in full detail.
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

  /// The page. It is the same for the same map, and asks for no other resource.
  func data() throws(StageError) -> Data {
    var state = PreviewState(coverage, map: coverage.map ?? "Map")
    state.level = level
    state.importance = options.importance
    state.outline = options.outline.rawValue
    var figures = PreviewFigures(
      of: coverage, verticesIn: verticesIn ?? coverage.arcs.distinctVertexCount, packBytes: pack.count)
    // Some notes are about the run before; a map that is made again has the same page.
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

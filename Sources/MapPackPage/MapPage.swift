import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackSimplify

/// A finished map as one page in HTML that needs no server, without findings of the sources. It is the same for the same
/// map, and loads no other resource.
package enum MapPage {
  /// - Parameters:
  ///   - coverage: on the pack grid.
  ///   - pack: its pack.
  ///   - verticesIn: those of the map before it was simplified; if `nil`, those of the map itself.
  package static func html(
    _ coverage: Coverage, pack: Data, verticesIn: Int? = nil, level: Int = 0, options: PictureOptions = PictureOptions()
  ) throws(StageError) -> Data {
    try checkLevel(level, of: coverage.levels.count)
    var state = PreviewState(coverage, map: coverage.map ?? "Map")
    state.level = level
    state.take(options)
    var figures = PreviewFigures(
      of: coverage, verticesIn: verticesIn ?? coverage.arcs.distinctVertexCount, packBytes: pack.count)
    // Notes are left out, because some are about the run before: a map that is made again has the same page.
    let mended = MendedFaults(coverage)
    figures.findings = coverage.findings.filter { $0.severity != .note }.map { PreviewFinding($0, mended) }
    var blocks: [(id: String, block: PreviewPage.Block)] = [
      ("state", .json(try SortedJSON.encoded(state, isForReaders: false))),
      ("map", .bytes(try PreviewMap(map: PageMap(OpenPack.made(pack), of: coverage), figures: figures).bytes)),
    ]
    if let coloring = try PageColoring(coverage, options: options) {
      blocks.append(("coloring", .json(try SortedJSON.encoded(coloring, isForReaders: false))))
    }
    return PreviewPage.html(titled: state.map, blocks: blocks)
  }
}

import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackSimplify

/// What the page is told about a map that was made.
package struct PreviewFigures: Encodable {
  /// Before the map was simplified.
  package var verticesIn: Int
  /// Each counted once.
  package var vertices: Int
  package var packBytes: Int
  var packWords: String
  /// Polygons, lines or points at the finest level.
  package var polygons: Int
  /// By rule: how many polygons were left out after the merge.
  package var dropped: [String: Int]
  package var findings: [PreviewFinding]
  /// The number of the merged map: as long as it is the same, so are the findings of the sources and the ladder.
  package var revision = 0
  /// The field whose value is the code of a region; `nil` if codes are not the values of one field.
  package var keyField: String?
  /// What the features were read from; `nil` without them.
  package var source: PreviewOrigin?

  /// - Parameter verticesIn: the number of the finished map's vertices before it was simplified.
  package init(of map: Coverage, verticesIn: Int, packBytes: Int) {
    self.verticesIn = verticesIn
    self.packBytes = packBytes
    packWords =
      packBytes < 10_000
      ? "\(Figures.grouped(packBytes)) bytes" : "\(Figures.grouped((packBytes + 500) / 1000)) kB"
    vertices = map.arcs.distinctVertexCount
    polygons = map.polygonCount
    dropped = Dictionary(uniqueKeysWithValues: map.ledger.droppedPolygons.map { ($0.rawValue, $1) })
    let mended = MendedFaults(map)
    findings = map.findings.map { PreviewFinding($0, mended) }
  }
}

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
  /// Those that have a shape.
  package var regions: Int
  /// Polygons, lines or points at the finest level.
  package var polygons: Int
  /// By rule: how many polygons were left out after the merge.
  package var dropped: [String: Int]
  /// The first of several; `nil` if no region has a shape.
  package var smallest: Smallest?
  package var findings: [PreviewFinding]
  /// The number of the merged map: as long as it is the same, so are the findings of the sources and the ladder.
  package var revision = 0
  /// The field whose value is the code of a region; `nil` if codes are not the values of one field.
  package var keyField: String?
  /// What the features were read from; `nil` without them.
  package var source: PreviewOrigin?
  /// How long it took to make the map, in milliseconds; `nil` in an exported page.
  package var milliseconds: Double?

  /// The region with the fewest vertices.
  package struct Smallest: Encodable {
    var name: String
    var vertices: Int
  }

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
    regions = map.liveRegions.count
    let vertices = { map.kind == .areas ? map.ringVertices(of: $0) : map.lineVertices(of: $0) }
    smallest = map.liveRegions.map { (region: map.regions[$0], vertices: vertices($0)) }
      .min { $0.vertices < $1.vertices }
      .map { Smallest(name: $0.region.name.line(atMost: 60), vertices: $0.vertices) }
    let mended = MendedFaults(map)
    findings = map.findings.map { PreviewFinding($0, mended) }
  }
}

extension Coverage {
  /// A vertex in which a line begins and ends counts once.
  fileprivate func lineVertices(of region: Int) -> Int {
    polygons(of: region).reduce(0) { count, line in
      let vertices = arcs.vertices(of: arc(ofLine: line))
      let isLoop = vertices.count > 1 && arcs.point(vertices.lowerBound) == arcs.point(vertices.upperBound - 1)
      return count + vertices.count - (isLoop ? 1 : 0)
    }
  }
}

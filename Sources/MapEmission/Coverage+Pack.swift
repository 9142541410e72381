import MapFeatures
import MapGeometry
import MapPack
import MapTopology

extension Coverage {
  /// The coverage that a pack was made of: all arcs, polygons and levels. What a pack does not hold is left out:
  /// ledger, findings, and the areas of single polygons, which are 0.
  /// - Precondition: the pack has been verified.
  /// - Complexity: O(vertices × levels)
  package init(_ pack: Pack) {
    self.init(plane: .mercator(pack.grid))
    map = pack.mapName
    levels = (0..<pack.levelCount).map { Level(tolerance: pack.tolerance(level: $0)) }
    sources = pack.sources.map { published in
      var source = Source(path: pack.mapName)
      source.publisher = Self.known(published.publisher)
      source.licence = Self.known(published.licence)
      source.edition = Self.known(published.edition)
      source.attribution = Self.known(published.attribution)
      return source
    }
    var indexByRawValue: [UInt16: Int32] = [:]
    for shape in pack.shapes {
      indexByRawValue[shape.rawValue] = Int32(regions.count)
      var region = Region(code: shape.code, name: shape.name)
      region.area = shape.area
      regions.append(region)
      appendPolygons(pack.polygons(of: shape))
    }
    for arc in 0..<pack.arcCount { appendArc(arc, of: pack, indexByRawValue) }
  }

  /// A pack has an empty text for what is not known.
  private static func known(_ text: String) -> String? { text.isEmpty ? nil : text }

  private mutating func appendPolygons(_ polygons: [Pack.Polygon]) {
    for polygon in polygons {
      for ring in polygon.rings {
        references.append(contentsOf: ring.map(ArcReference.init(rawValue:)))
        referenceStart.append(references.count)
      }
      ringStart.append(referenceStart.count - 1)
      polygonLevel.append(UInt8(truncatingIfNeeded: polygon.level))
      polygonArea.append(0)
    }
    polygonStart.append(ringStart.count - 1)
  }

  private mutating func appendArc(_ index: Int, of pack: Pack, _ indexByRawValue: [UInt16: Int32]) {
    let arc = pack.arc(index)
    var vertices = GridRings()
    pack.appendVertices(ofArc: index, level: 0, to: &vertices)
    let first = arcs.x.count
    arcs.x.append(contentsOf: vertices.x)
    arcs.y.append(contentsOf: vertices.y)
    arcs.start.append(arcs.x.count)
    arcs.left.append(arc.left.flatMap { indexByRawValue[$0] } ?? ArcTable.none)
    arcs.right.append(arc.right.flatMap { indexByRawValue[$0] } ?? ArcTable.none)
    arcs.isClosed.append(arc.isClosed)
    arcs.isSeam.append(arc.isSeam)
    arcs.vertexLevel.append(contentsOf: repeatElement(0, count: vertices.x.count))
    // The vertices of a coarser level are some of level 0's, in the same order.
    for level in levels.indices.dropFirst() {
      var kept = GridRings()
      pack.appendVertices(ofArc: index, level: level, to: &kept)
      var next = 0
      for vertex in first..<arcs.x.count where next < kept.x.count {
        guard arcs.x[vertex] == kept.x[next], arcs.y[vertex] == kept.y[next] else { continue }
        arcs.vertexLevel[vertex] = UInt8(truncatingIfNeeded: level)
        next += 1
      }
    }
  }
}

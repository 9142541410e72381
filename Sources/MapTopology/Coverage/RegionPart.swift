import MapArrangement
import MapGeometry
import MapPack

/// A polygon of a region as the globe has it: one stored polygon, or several that meet along the cut at ±180°.
package struct RegionPart: Hashable, Sendable {
  /// The coverage's polygons, ascending.
  package var polygons: [Int]
  /// Whether it ends at the plane's edge where nothing of the region goes on beyond: at a pole or a clip, or at the cut
  /// with no piece, or a shorter one, on the other side.
  package var isCutOff: Bool

  package init(polygons: [Int], isCutOff: Bool) {
    self.polygons = polygons
    self.isCutOff = isCutOff
  }
}

extension Coverage {
  /// A region's parts, in the order of their first polygons.
  ///
  /// Two polygons are one part where they have a stretch of the cut in common, one at its western and one at its eastern
  /// end.
  /// - Complexity: O(n log n) for n vertices along the cut, plus the region's arc references.
  package func parts(of region: Int) -> [RegionPart] {
    let polygons = polygonStart[region]..<polygonStart[region + 1]
    var edges = SeamEdges(plane)
    for polygon in polygons {
      for reference in references[referenceStart[ringStart[polygon]]..<referenceStart[ringStart[polygon + 1]]]
      where arcs.isSeam[reference.arc] {
        edges.add(arcs, reference.arc, of: polygon - polygons.lowerBound)
      }
    }
    if edges.isEmpty { return polygons.map { RegionPart(polygons: [$0], isCutOff: false) } }

    var sets = DisjointSets(count: polygons.count)
    let matched = edges.match { sets.unite($0, $1) }
    var partOfSet: [Int: Int] = [:]
    var parts: [RegionPart] = []
    for polygon in polygons {
      let set = sets.find(polygon - polygons.lowerBound)
      let isCutOff = edges.length[polygon - polygons.lowerBound] != matched[polygon - polygons.lowerBound]
      if let part = partOfSet[set] {
        parts[part].polygons.append(polygon)
        parts[part].isCutOff = parts[part].isCutOff || isCutOff
      } else {
        partOfSet[set] = parts.count
        parts.append(RegionPart(polygons: [polygon], isCutOff: isCutOff))
      }
    }
    return parts
  }
}

/// What a region's polygons have along the plane's edges.
private struct SeamEdges {
  private let seams: SeamLines
  private var stretches = CutStretches()
  /// Per polygon: how long its stretches are together, in cells.
  private(set) var length: [Int: Int64] = [:]

  init(_ plane: Plane) { seams = SeamLines(plane) }

  var isEmpty: Bool { length.isEmpty }

  mutating func add(_ arcs: ArcTable, _ arc: Int, of polygon: Int) {
    let range = arcs.vertices(of: arc)
    for vertex in range {
      let next = vertex + 1 < range.upperBound ? vertex + 1 : arcs.isClosed[arc] ? range.lowerBound : vertex
      let (a, b) = (arcs.point(vertex), arcs.point(next))
      guard a != b else { continue }
      if let cut = seams.cut(a, b) {
        stretches.add(polygon, between: a.y, b.y, isAtWest: cut == seams.west)
      } else {
        // Along a pole or a clip: never matched.
        length[polygon, default: 0] += 1
      }
      length[polygon, default: 0] += abs(Int64(a.y) - Int64(b.y))
    }
  }

  /// Calls `body` with the polygons of stretches that lie at one latitude on both sides; the answer is how much of each
  /// polygon's stretches has a counterpart.
  func match(_ body: (Int, Int) -> Void) -> [Int: Int64] {
    var matched = length.mapValues { _ in 0 as Int64 }
    for meeting in stretches.meetings() {
      body(meeting.atWest, meeting.atEast)
      let common = Int64(meeting.to) - Int64(meeting.from)
      matched[meeting.atWest, default: 0] += common
      matched[meeting.atEast, default: 0] += common
    }
    return matched
  }
}

extension SeamLines {
  /// The edges of a coverage's plane.
  package init(_ plane: Plane) {
    switch plane {
    case .lonlat(let grid): self.init(grid)
    case .mercator(let grid): self.init(grid)
    }
  }
}

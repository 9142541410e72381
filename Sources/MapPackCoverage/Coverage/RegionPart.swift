import MapPack
import MapPackGeometry

/// A polygon of a region on the globe: one stored polygon, or several that meet along the cut at ±180°.
package struct RegionPart: Hashable, Sendable {
  /// The indices of the coverage's polygons, ascending.
  package var polygons: [Int]
  /// Whether a stretch of its boundary lies on the plane's edge and the region does not go on beyond: at a pole or a
  /// clip, or at the cut, if the piece on the other side is missing or shorter.
  package var isCutOff: Bool

  package init(polygons: [Int], isCutOff: Bool) {
    self.polygons = polygons
    self.isCutOff = isCutOff
  }
}

extension Coverage {
  /// A region's parts, in the order of their first polygons.
  ///
  /// Two polygons belong to one part if they share a stretch of the cut: one lies at the western end of the plane, the
  /// other at the eastern end. A line or a point is a part of its own.
  /// - Complexity: O(r + n log n) for r arc references of the region and n vertices along the cut.
  package func parts(of region: Int) -> [RegionPart] {
    let polygons = polygons(of: region)
    var edges = SeamEdges(plane)
    for polygon in polygons {
      for reference in references(ofPolygon: polygon)
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

private struct SeamEdges {
  private let seams: SeamLines
  private var stretches = CutStretches()
  /// Per polygon: the total length of its stretches, in cells.
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
        // A pole or a clip has no other side, so the length must never equal what is matched.
        length[polygon, default: 0] += 1
      }
      length[polygon, default: 0] += abs(Int64(a.y) - Int64(b.y))
    }
  }

  /// Calls `body` with each two polygons that have stretches at the same latitudes on both sides of the cut.
  /// - Returns: per polygon, how many cells of its stretches have a counterpart.
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

extension Coverage {
  /// The borders between different regions that meet along the cut at ±180°; regions are named by their indices.
  ///
  /// The plane ends at the cut, so each of two such regions has an arc of its own there, which is a seam. The border is
  /// the stretch that both seams have in common, from one y to another in cells of the plane. Borders are sorted by y;
  /// there are none if the map does not reach both ends of the plane. Lines and points have none.
  /// - Complexity: O(a + n log n) for a arcs and n vertices of seams.
  package var cutBorders: [CutStretches.Meeting] {
    let seams = SeamLines(plane)
    var stretches = CutStretches()
    for arc in 0..<arcs.count where arcs.isSeam[arc] {
      // Nobody owns what lies beyond the plane, so one side is −1.
      let region = Int(max(arcs.left[arc], arcs.right[arc]))
      for vertex in arcs.vertices(of: arc).dropLast() {
        let (a, b) = (arcs.point(vertex), arcs.point(vertex + 1))
        guard let cut = seams.cut(a, b) else { continue }
        stretches.add(region, between: a.y, b.y, isAtWest: cut == seams.west)
      }
    }
    return stretches.meetings().borders
  }

  /// The pairs of neighboring regions: those that share a border of positive length, also along the cut at ±180°.
  ///
  /// Each pair comes once, the smaller index first. The pairs are sorted. Regions that only touch in points are no
  /// neighbors. Lines and points have none.
  /// - Complexity: O(n log n) for n arcs and vertices of seams.
  package var neighbors: [(Int32, Int32)] {
    var pairs: [(Int32, Int32)] = []
    func add(_ a: Int32, _ b: Int32) { pairs.append((min(a, b), max(a, b))) }
    for arc in 0..<arcs.count where arcs.left[arc] >= 0 && arcs.right[arc] >= 0 {
      add(arcs.left[arc], arcs.right[arc])
    }
    for border in cutBorders {
      add(Int32(truncatingIfNeeded: border.atWest), Int32(truncatingIfNeeded: border.atEast))
    }
    pairs.sort { $0 < $1 }
    var unique: [(Int32, Int32)] = []
    for pair in pairs where unique.last.map({ $0 != pair }) ?? true { unique.append(pair) }
    return unique
  }
}

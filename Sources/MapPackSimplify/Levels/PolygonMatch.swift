import MapPackGeometry
import MapPackMerge

/// Which polygons of a map survive its rounding, and the published area that each new polygon stands for.
///
/// Nearly every polygon survives by itself and is recognized by its region and box. If rounding has joined or split
/// some, the old and new polygons that have vertices in common form a group. The published area of a group is divided
/// among its new polygons, in proportion to their areas on the grid.
struct PolygonMatch {
  /// Per old polygon: whether a part of it is left.
  private(set) var survives: ContiguousArray<Bool>
  /// Per new polygon: the published area that it stands for, in m²; 0 if no old polygon matches it.
  private(set) var area: ContiguousArray<Double>
  /// Per new polygon: whether it stands for an old one that has to stay. In a group, all do if one does.
  private(set) var isKept: ContiguousArray<Bool>

  fileprivate struct Shell {
    var polygon: Int
    var box: GridBox
    var doubledArea: Int64
  }

  fileprivate struct Part: Sendable {
    var survivors: [Int] = []
    var matches: [(polygon: Int, area: Double, isKept: Bool)] = []
  }

  /// Matches the polygons of two coverages, region by region. `new` has the regions of `old`, in the same order.
  init(
    _ old: Coverage, _ islands: IslandPolicy, _ projected: ProjectedLines, _ rounded: RoundedLines,
    _ grid: PackGrid, new: Coverage, jobs: Int
  ) {
    survives = ContiguousArray(repeating: false, count: old.polygonCount)
    area = ContiguousArray(repeating: 0, count: new.polygonCount)
    isKept = ContiguousArray(repeating: false, count: new.polygonCount)
    // The arcs of present polygons all have a line.
    var lineByArc = ContiguousArray<Int>(repeating: -1, count: old.arcs.count)
    for (line, arc) in projected.arcs.enumerated() { lineByArc[Int(arc)] = line }

    let newPaths = new.arcs.paths
    let newAreas = newPaths.doubledAreas(jobs: jobs)
    let newBoxes = newPaths.boxes(jobs: jobs)

    let chunks = old.regions.indices.chunks(of: 1 << 10) { old.polygons(of: $0).count }
    let parts = concurrentMap(chunks.count, jobs: jobs) { [lineByArc] chunk in
      var part = Part()
      for region in chunks[chunk] {
        let before = old.polygons(of: region).compactMap { polygon -> Shell? in
          guard islands.isPresent[polygon] else { return nil }
          let shell = Self.shell(
            polygon, old, area: { rounded.doubledArea[lineByArc[$0]] },
            box: { rounded.box[lineByArc[$0]] })
          // Old shells are counter-clockwise with y to the north, so their areas are negative with y to the south.
          return shell.doubledArea < 0 ? shell : nil
        }
        let after = new.polygons(of: region).map {
          Self.shell($0, new, area: { newAreas[$0] }, box: { newBoxes[$0] })
        }
        let (restBefore, restAfter) = part.matchBoxes(before, after, old, islands.isKept)
        if !restBefore.isEmpty && !restAfter.isEmpty {
          part.matchVertices(restBefore, restAfter, old, new, islands.isKept) { arc in
            let line = lineByArc[arc]
            return (projected.start[line]..<projected.start[line + 1]).map {
              grid.point(x: projected.x[$0], y: projected.y[$0])
            }
          }
        }
      }
      return part
    }
    for part in parts {
      for polygon in part.survivors { survives[polygon] = true }
      for match in part.matches {
        area[match.polygon] = match.area
        isKept[match.polygon] = match.isKept
      }
    }
  }

  /// Whether the shell of an old polygon that took part still has an area once it is rounded, and runs round it in the
  /// same direction. If not, nothing of the polygon is left.
  static func keepsWinding(
    _ polygon: Int, _ old: Coverage, _ projected: ProjectedLines, _ rounded: RoundedLines
  ) -> Bool {
    var area: Int64 = 0
    let ring = old.shell(of: polygon)
    for reference in old.references(of: ring) {
      guard let line = projected.line(ofArc: reference.arc) else { continue }
      let part = rounded.doubledArea[line]
      area = reference.isReversed ? area &- part : area &+ part
    }
    return area < 0
  }

  private static func shell(
    _ polygon: Int, _ coverage: Coverage, area: (Int) -> Int64, box: (Int) -> GridBox
  ) -> Shell {
    let ring = coverage.shell(of: polygon)
    var result = Shell(polygon: polygon, box: GridBox(), doubledArea: 0)
    for reference in coverage.references(of: ring) {
      result.box.extend(to: box(reference.arc))
      let part = area(reference.arc)
      result.doubledArea = reference.isReversed ? result.doubledArea &- part : result.doubledArea &+ part
    }
    return result
  }

  fileprivate static func shellArcs(_ polygon: Int, _ coverage: Coverage) -> [Int] {
    let ring = coverage.shell(of: polygon)
    return coverage.references(of: ring).map(\.arc)
  }
}

extension PolygonMatch.Part {
  /// Matches each old shell with the new one of the same box, if only one shell of each coverage has that box. Returns
  /// the shells that are not matched.
  fileprivate mutating func matchBoxes(
    _ before: [PolygonMatch.Shell], _ after: [PolygonMatch.Shell], _ old: Coverage, _ isOldKept: ContiguousArray<Bool>
  ) -> (before: [PolygonMatch.Shell], after: [PolygonMatch.Shell]) {
    var newByBox: [GridBox: [Int]] = [:]
    for (index, shell) in after.enumerated() { newByBox[shell.box, default: []].append(index) }
    var oldByBox: [GridBox: Int] = [:]
    for shell in before { oldByBox[shell.box, default: 0] += 1 }
    var isMatched = [Bool](repeating: false, count: after.count)
    var rest: [PolygonMatch.Shell] = []
    for shell in before {
      if oldByBox[shell.box] == 1, let candidates = newByBox[shell.box], candidates.count == 1 {
        survivors.append(shell.polygon)
        matches.append((after[candidates[0]].polygon, old.polygonArea[shell.polygon], isOldKept[shell.polygon]))
        isMatched[candidates[0]] = true
      } else {
        rest.append(shell)
      }
    }
    return (rest, after.indices.filter { !isMatched[$0] }.map { after[$0] })
  }

  /// Groups the shells that have vertices in common, and divides each group's area.
  fileprivate mutating func matchVertices(
    _ before: [PolygonMatch.Shell], _ after: [PolygonMatch.Shell], _ old: Coverage, _ new: Coverage,
    _ isOldKept: ContiguousArray<Bool>,
    oldPoints: (Int) -> [GridPoint]
  ) {
    var newByPoint: [GridPoint: [Int]] = [:]
    for (index, shell) in after.enumerated() {
      for arc in PolygonMatch.shellArcs(shell.polygon, new) {
        for vertex in new.arcs.vertices(of: arc) { newByPoint[new.arcs.point(vertex), default: []].append(index) }
      }
    }
    var sets = DisjointSets(count: before.count + after.count)
    var hasPartner = [Bool](repeating: false, count: before.count)
    for (index, shell) in before.enumerated() {
      for arc in PolygonMatch.shellArcs(shell.polygon, old) {
        for point in oldPoints(arc) {
          for partner in newByPoint[point] ?? [] {
            sets.unite(index, before.count + partner)
            hasPartner[index] = true
          }
        }
      }
    }
    var publishedBySet: [Int: Double] = [:]
    var gridBySet: [Int: Double] = [:]
    var keptSets: Set<Int> = []
    for (index, shell) in before.enumerated() where hasPartner[index] {
      survivors.append(shell.polygon)
      publishedBySet[sets.find(index), default: 0] += old.polygonArea[shell.polygon]
      if isOldKept[shell.polygon] { keptSets.insert(sets.find(index)) }
    }
    for (index, shell) in after.enumerated() {
      gridBySet[sets.find(before.count + index), default: 0] += Double(shell.doubledArea)
    }
    for (index, shell) in after.enumerated() {
      let set = sets.find(before.count + index)
      var area = 0.0
      if let published = publishedBySet[set], let whole = gridBySet[set] {
        area = published * (Double(shell.doubledArea) / whole)
      }
      matches.append((shell.polygon, area, keptSets.contains(set)))
    }
  }
}

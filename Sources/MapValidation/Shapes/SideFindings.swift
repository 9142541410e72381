import MapArrangement
import MapFeatures
import MapGeometry
import MapTopology

/// Places where two arcs of a level do not agree on the region that lies between them.
///
/// Where arcs meet in nodes only, and everywhere agree on what lies between them, each face of the plane has one
/// region or none: no two regions overlap. Two arcs lie beside each other where they follow each other round a node,
/// or where the lowest vertex of a connected part looks down on an arc of another.
/// - Complexity: O(n log n) for n vertices.
struct SideFindings {
  /// A place, and the two regions (`ArcTable.none` for none) that arcs claim there.
  struct Disagreement: Hashable {
    var place: GridPoint
    var one: Int32
    var other: Int32
  }

  private let arcs: ArcTable
  private let paths: Paths
  private let index: ChainIndex
  private(set) var disagreements: [Disagreement] = []

  /// An arc as it leaves one of its ends.
  private struct HalfEdge {
    var arc: Int
    var node: GridPoint
    var next: GridPoint
    var left: Int32
    var right: Int32
  }

  /// - Parameter paths: the arcs' vertices at the level; path a is arc a.
  init(_ arcs: ArcTable, at paths: Paths) {
    self.arcs = arcs
    self.paths = paths
    index = ChainIndex(paths)
    var halves = halfEdges()
    halves.sort { a, b in a.node == b.node ? Self.precedes(a.next, b.next, around: a.node) : a.node < b.node }
    var sets = DisjointSets(count: arcs.count)
    var begin = 0
    while begin < halves.count {
      var end = begin + 1
      while end < halves.count, halves[end].node == halves[begin].node { end += 1 }
      for index in begin..<end {
        let here = halves[index]
        let next = halves[index + 1 == end ? begin : index + 1]
        sets.unite(here.arc, next.arc)
        compare(here.left, next.right, at: here.node)
      }
      begin = end
    }
    compareParts(&sets, halves)
  }

  private mutating func compare(_ one: Int32, _ other: Int32, at place: GridPoint) {
    if one != other {
      disagreements.append(Disagreement(place: place, one: min(one, other), other: max(one, other)))
    }
  }

  private func halfEdges() -> [HalfEdge] {
    var halves: [HalfEdge] = []
    for arc in 0..<arcs.count where !arcs.isClosed[arc] {
      let first = paths.start[arc]
      let last = paths.start[arc + 1] - 1
      guard last > first else { continue }
      halves.append(
        HalfEdge(
          arc: arc, node: paths.point(first), next: paths.point(first + 1), left: arcs.left[arc],
          right: arcs.right[arc]))
      halves.append(
        HalfEdge(
          arc: arc, node: paths.point(last), next: paths.point(last - 1), left: arcs.right[arc],
          right: arcs.left[arc]))
    }
    return halves
  }

  /// Counter-clockwise from the direction of growing x.
  private static func precedes(_ a: GridPoint, _ b: GridPoint, around centre: GridPoint) -> Bool {
    func isLower(_ p: GridPoint) -> Bool { p.y < centre.y || (p.y == centre.y && p.x < centre.x) }
    if isLower(a) != isLower(b) { return isLower(b) }
    return orientation(centre, a, b) > 0
  }

  // MARK: Parts

  /// What a connected part has below its lowest vertex must be what the arc below that says.
  private mutating func compareParts(_ sets: inout DisjointSets, _ halves: [HalfEdge]) {
    var lowest: [Int: (vertex: Int, arc: Int)] = [:]
    for arc in 0..<arcs.count {
      let part = sets.find(arc)
      for vertex in paths.start[arc]..<paths.start[arc + 1] {
        if let known = lowest[part] {
          let (a, b) = (paths.point(vertex), paths.point(known.vertex))
          guard (a.y, a.x) < (b.y, b.x) else { continue }
        }
        lowest[part] = (vertex, arc)
      }
    }
    // By node, for the parts whose lowest vertex is one.
    var firstHalf: [GridPoint: Int] = [:]
    for index in halves.indices.reversed() { firstHalf[halves[index].node] = index }

    let places = lowest.sorted { $0.key < $1.key }.map(\.value).filter { place in
      paths.start[place.arc + 1] - paths.start[place.arc] > 1
    }
    let hits = index.firstSegments(below: places.map { paths.point($0.vertex) })
    for (place, hit) in zip(places, hits) {
      let vertices = paths.start[place.arc]..<paths.start[place.arc + 1]
      let point = paths.point(place.vertex)
      let below: Int32
      if let half = firstHalf[point] {
        // The first half-edge counter-clockwise from growing x: nothing of the part lies between it and what is below.
        below = halves[half].right
      } else {
        let before = place.vertex == vertices.lowerBound ? vertices.upperBound - 1 : place.vertex - 1
        let after = place.vertex + 1 == vertices.upperBound ? vertices.lowerBound : place.vertex + 1
        let turnsLeft = orientation(paths.point(before), point, paths.point(after)) > 0
        below = turnsLeft ? arcs.right[place.arc] : arcs.left[place.arc]
      }
      guard let hit else {
        compare(below, ArcTable.none, at: point)
        continue
      }
      let arc = path(of: hit.segment)
      compare(below, hit.runsTowardsGrowingX ? arcs.left[arc] : arcs.right[arc], at: point)
    }
  }

  /// The path that a vertex belongs to.
  private func path(of vertex: Int) -> Int {
    var low = 0
    var high = paths.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if paths.start[middle] <= vertex { low = middle } else { high = middle }
    }
    return low
  }
}

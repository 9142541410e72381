/// Which polygons of a region meet along the cut at the 180th meridian: those that have a stretch of it in common, one at
/// its western and one at its eastern end of the plane.
struct CutMeeting {
  private struct Stretch {
    var from, to: Int32
    var polygon: Int
  }

  /// By polygon: a smaller one of its part, or itself where it is the smallest.
  private var parent: ContiguousArray<Int>

  /// - Parameters:
  ///   - west: the x of the cut in the west of the plane, in cells; `east` likewise.
  /// - Complexity: O(vertices, plus n log n for n of them on the cut)
  init(_ rings: GridRings, west: Int, east: Int) {
    parent = ContiguousArray(0..<rings.polygonCount)
    var stretches: (west: [Stretch], east: [Stretch]) = ([], [])
    for polygon in 0..<rings.polygonCount {
      for ring in rings.polygonStart[polygon]..<rings.polygonStart[polygon + 1] {
        let vertices = rings.ringStart[ring]..<rings.ringStart[ring + 1]
        guard var previous = vertices.last else { continue }
        for vertex in vertices {
          let (a, b) = (previous, vertex)
          previous = vertex
          guard rings.x[a] == rings.x[b], rings.y[a] != rings.y[b] else { continue }
          let stretch = Stretch(from: min(rings.y[a], rings.y[b]), to: max(rings.y[a], rings.y[b]), polygon: polygon)
          if Int(rings.x[a]) == west { stretches.west.append(stretch) }
          if Int(rings.x[a]) == east { stretches.east.append(stretch) }
        }
      }
    }
    unite(stretches.west, stretches.east)
    // Smaller ones lead to their parts' smallest already.
    for polygon in parent.indices { parent[polygon] = parent[parent[polygon]] }
  }

  /// The smallest polygon of the part in which one lies.
  func first(of polygon: Int) -> Int { parent[polygon] }

  private mutating func unite(_ west: [Stretch], _ east: [Stretch]) {
    let ascending = { (a: Stretch, b: Stretch) in (a.from, a.to, a.polygon) < (b.from, b.to, b.polygon) }
    let west = west.sorted(by: ascending)
    let east = east.sorted(by: ascending)
    // Stretches of one side do not overlap, as the polygons of a region do not.
    var (i, j) = (0, 0)
    while i < west.count && j < east.count {
      if min(west[i].to, east[j].to) > max(west[i].from, east[j].from) { join(west[i].polygon, east[j].polygon) }
      if west[i].to < east[j].to { i += 1 } else { j += 1 }
    }
  }

  private mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    parent[max(a, b)] = min(a, b)
  }

  private mutating func root(of polygon: Int) -> Int {
    var root = polygon
    while parent[root] != root {
      parent[root] = parent[parent[root]]
      root = parent[root]
    }
    return root
  }
}

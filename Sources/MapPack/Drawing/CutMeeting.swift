/// Which polygons of a region meet along the cut at the 180th meridian: those that have a stretch of it in common, one at
/// its western and one at its eastern end of the plane.
struct CutMeeting {
  /// By polygon: a smaller one of its part, or itself where it is the smallest.
  private var parent: ContiguousArray<Int>

  /// - Parameters:
  ///   - west: the x of the cut in the west of the plane, in cells; `east` likewise.
  /// - Complexity: O(vertices, plus n log n for n of them on the cut)
  init(_ rings: GridRings, west: Int, east: Int) {
    parent = ContiguousArray(0..<rings.polygonCount)
    var stretches = CutStretches()
    for polygon in 0..<rings.polygonCount {
      for ring in rings.polygonStart[polygon]..<rings.polygonStart[polygon + 1] {
        let vertices = rings.ringStart[ring]..<rings.ringStart[ring + 1]
        guard var previous = vertices.last else { continue }
        for vertex in vertices {
          let (a, b) = (previous, vertex)
          previous = vertex
          let x = Int(rings.x[a])
          guard rings.x[a] == rings.x[b], x == west || x == east else { continue }
          stretches.add(polygon, between: rings.y[a], rings.y[b], isAtWest: x == west)
        }
      }
    }
    for meeting in stretches.meetings() { join(meeting.atWest, meeting.atEast) }
    // Smaller ones lead to their parts' smallest already.
    for polygon in parent.indices { parent[polygon] = parent[parent[polygon]] }
  }

  /// The smallest polygon of the part in which one lies.
  func first(of polygon: Int) -> Int { parent[polygon] }

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

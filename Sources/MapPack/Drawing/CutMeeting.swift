/// The polygons of a region, united into parts along the cut at the 180th meridian.
///
/// Two polygons meet if they have a stretch of the cut in common, one at the western end of the plane and one at the
/// eastern. `RegionShape.parts` asks it. The tools find the parts of a coverage by `RegionPart` in `MapPackMerge`, with
/// the same rule.
struct CutMeeting {
  /// By polygon: a polygon of its part with a smaller index; itself if it is the first of the part.
  private var parent: ContiguousArray<Int>

  /// Unites the polygons of a region.
  /// - Parameters:
  ///   - rings: the rings of the region at one level, and of no other region.
  ///   - west: the x of the cut at the western end of the plane, in cells.
  ///   - east: the x of the cut at the eastern end of the plane, in cells.
  /// - Complexity: O(v + n log n) for v vertices, n of them on the cut
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
    // Polygons with smaller indices refer to the first of their part already.
    for polygon in parent.indices { parent[polygon] = parent[parent[polygon]] }
  }

  /// The polygon with the smallest index in a polygon's part.
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

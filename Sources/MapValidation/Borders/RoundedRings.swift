import MapFeatures
import MapGeometry

/// The rings of some features on a grid.
///
/// Features have the table's numbers; rings and vertices are counted from the first one here. Consecutive vertices that
/// are one on the grid are taken together: ring r has the vertices `paths.start[r] ..< end[r]`, one that keeps fewer
/// than three has none. Places that are left over repeat the first vertex of their ring, so that the line from a ring's
/// last vertex to the place behind it always closes the ring.
struct RoundedRings: Sendable {
  let grid: NodingGrid
  /// The table's numbers of the first ring and the first vertex here.
  let firstRing: Int
  let firstVertex: Int
  private(set) var paths = Paths()
  private(set) var ringOfVertex: ContiguousArray<Int32>
  /// Per ring.
  private(set) var featureOfRing: ContiguousArray<Int32> = []
  /// Per ring: the first vertex of its feature.
  private(set) var featureStart: ContiguousArray<Int32> = []
  private(set) var end: ContiguousArray<Int> = []
  /// Per ring: its lowest vertex, of several the leftmost, of which the first; meaningful where the ring has vertices.
  private(set) var lowest: ContiguousArray<Int32> = []
  private(set) var leftOver: [Range<Int>] = []
  /// Features in which consecutive vertices are one on the grid, and of them those with a ring that has no vertices
  /// left.
  private(set) var merged: Set<Int> = []
  private(set) var collapsed: Set<Int> = []
  private(set) var neighbours: Neighbours

  /// - Complexity: O(n) for n vertices.
  init(_ table: FeatureTable, _ features: Range<Int>, grid: NodingGrid, jobs: Int) {
    self.grid = grid
    let first = table.ringStart[table.polygonStart[features.lowerBound]]
    let last = table.ringStart[table.polygonStart[features.upperBound]]
    firstRing = first
    let vertices = table.vertexStart[first]..<table.vertexStart[last]
    firstVertex = vertices.lowerBound
    let start = ContiguousArray(table.vertexStart[first...last].map { $0 - vertices.lowerBound })
    for feature in features {
      let rings = table.ringStart[table.polygonStart[feature]]..<table.ringStart[table.polygonStart[feature + 1]]
      let begin = table.vertexStart[rings.lowerBound] - vertices.lowerBound
      featureOfRing.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: feature), count: rings.count))
      featureStart.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: begin), count: rings.count))
    }

    let groups = (0..<last - first).chunks(of: 16_384) { start[$0 + 1] - start[$0] }
    let neighbourhoods = Neighbourhoods(table, vertices, grid: grid)
    var parts: [Part] = []
    var x = ContiguousArray<Int32>()
    var y = ContiguousArray<Int32>()
    ringOfVertex = ContiguousArray(count: vertices.count) { ringOfVertex in
      x = ContiguousArray(count: vertices.count) { x in
        y = ContiguousArray(count: vertices.count) { y in
          let columns = Columns(ringOfVertex: ringOfVertex, x: x, y: y)
          parts = concurrentMap(groups.count, jobs: jobs) { group in
            var part = Part()
            for ring in groups[group] {
              part.round(
                ring, start[ring]..<start[ring + 1], of: table, from: vertices.lowerBound, grid, neighbourhoods, columns
              )
            }
            return part
          }
        }
      }
    }
    let count = last - first
    paths = Paths(x: x, y: y, start: start, isClosed: ContiguousArray(repeating: true, count: count))
    end.reserveCapacity(count)
    lowest.reserveCapacity(count)
    for part in parts {
      end += part.end
      lowest += part.lowest
      leftOver += part.leftOver
      for ring in part.merged { merged.insert(Int(featureOfRing[ring])) }
      for ring in part.collapsed { collapsed.insert(Int(featureOfRing[ring])) }
    }
    neighbours = Neighbours(parts.map(\.runs), shares: neighbourhoods.shares)
  }

  var vertexCount: Int { ringOfVertex.count }

  var ringCount: Int { end.count }

  func point(_ vertex: Int) -> GridPoint { paths.point(vertex) }

  func vertices(ofRing ring: Int) -> Range<Int> { paths.start[ring]..<end[ring] }

  func feature(of vertex: Int) -> Int { Int(featureOfRing[Int(ringOfVertex[vertex])]) }

  @inline(__always)
  func next(_ vertex: Int) -> Int {
    let ring = Int(ringOfVertex[vertex])
    return vertex + 1 == end[ring] ? paths.start[ring] : vertex + 1
  }

  @inline(__always)
  func previous(_ vertex: Int) -> Int {
    let ring = Int(ringOfVertex[vertex])
    return vertex == paths.start[ring] ? end[ring] - 1 : vertex - 1
  }

  // MARK: Rounding

  private struct Columns: Sendable {
    var ringOfVertex: DisjointSlots<Int32>
    var x: DisjointSlots<Int32>
    var y: DisjointSlots<Int32>
  }

  /// What one thread finds out of consecutive rings.
  private struct Part: Sendable {
    /// Per ring.
    var end: ContiguousArray<Int> = []
    var lowest: ContiguousArray<Int32> = []
    var leftOver: [Range<Int>] = []
    /// Rings.
    var merged: [Int] = []
    var collapsed: [Int] = []
    var runs: ContiguousArray<Neighbours.Run> = []

    mutating func round(
      _ ring: Int, _ places: Range<Int>, of table: FeatureTable, from firstVertex: Int, _ grid: NodingGrid,
      _ neighbourhoods: Neighbourhoods, _ columns: Columns
    ) {
      columns.ringOfVertex.fill(places, with: Int32(truncatingIfNeeded: ring))
      var first = GridPoint(x: 0, y: 0)
      var last = first
      var lowestPoint = first
      var lowest = places.lowerBound
      var end = places.lowerBound
      var neighbourhood = Neighbourhoods.none
      let firstRun = runs.count
      for place in places {
        let point = grid.point(
          longitude: table.longitude[firstVertex + place], latitude: table.latitude[firstVertex + place])
        if end == places.lowerBound {
          first = point
          lowestPoint = point
        } else if point == last {
          continue
        }
        if point.y < lowestPoint.y || (point.y == lowestPoint.y && point.x < lowestPoint.x) {
          lowest = end
          lowestPoint = point
        }
        let here = neighbourhoods.number(of: point)
        if here != neighbourhood {
          neighbourhood = here
          runs.append(
            Neighbours.Run(
              share: neighbourhoods.share(of: here), ring: Int32(truncatingIfNeeded: ring),
              first: Int32(truncatingIfNeeded: end)))
        }
        columns.x[end] = point.x
        columns.y[end] = point.y
        last = point
        end += 1
      }
      while end > places.lowerBound + 1, columns.x[end - 1] == first.x, columns.y[end - 1] == first.y { end -= 1 }
      if end < places.upperBound { merged.append(ring) }
      if end < places.lowerBound + 3 {
        end = places.lowerBound
        collapsed.append(ring)
      }
      if end < places.upperBound {
        leftOver.append(end..<places.upperBound)
        columns.x.fill(end..<places.upperBound, with: first.x)
        columns.y.fill(end..<places.upperBound, with: first.y)
      }
      endRuns(from: firstRun, at: Int32(truncatingIfNeeded: end))
      self.end.append(end)
      self.lowest.append(Int32(truncatingIfNeeded: lowest))
    }

    /// Every run ends where the next begins; those behind the end of the ring go.
    private mutating func endRuns(from first: Int, at end: Int32) {
      while runs.count > first, runs[runs.count - 1].first >= end { runs.removeLast() }
      var next = end
      for run in (first..<runs.count).reversed() {
        runs[run].count = next - runs[run].first
        next = runs[run].first
      }
    }
  }
}

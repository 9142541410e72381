/// The rings and polygons that arcs form, in the order that `Coverage` in MapPackCoverage promises. Land without a region
/// gets no rings.
///
/// Shells run counter-clockwise and holes clockwise, so a ring's region is on its left. Regions come in their order.
/// The polygons of a region and the holes of a polygon are sorted by `SizeOrder`. A ring starts at the arc
/// with the smallest first vertex, and passes no node twice.
package struct RingAssembly: Sendable {
  /// Per polygon: its face.
  package private(set) var polygonFace: ContiguousArray<Int32> = []
  package private(set) var polygonStart: ContiguousArray<Int> = [0]
  package private(set) var ringStart: ContiguousArray<Int> = [0]
  package private(set) var referenceStart: ContiguousArray<Int> = [0]
  package private(set) var references: ContiguousArray<ArcReference> = []

  private struct Ring {
    var region: Int32
    var face: Int32
    var doubledArea: Int64
    var smallest: GridPoint
    var references: [ArcReference]
    let order: SizeOrder

    init(region: Int32, face: Int32, doubledArea: Int64, smallest: GridPoint, references: [ArcReference]) {
      (self.region, self.face, self.doubledArea, self.smallest) = (region, face, doubledArea, smallest)
      self.references = references
      order = SizeOrder(doubledArea: doubledArea, smallest: smallest, references: references)
    }
  }

  /// - Parameter face: per half-edge, the united face on its left. A face is one polygon.
  package init(_ arcs: ArcTable, face: ContiguousArray<Int32>, regionCount: Int, jobs: Int) {
    let paths = arcs.paths
    let halves = HalfEdges(paths)
    let areas = paths.doubledAreas(jobs: jobs)
    let smallest = paths.smallestPoints(jobs: jobs)
    var rings: [Ring] = []
    var isDone = ContiguousArray<Bool>(repeating: false, count: halves.count)
    for start in 0..<halves.count where !isDone[start] {
      let region = start & 1 == 0 ? arcs.left[start >> 1] : arcs.right[start >> 1]
      var boundary: [Int] = []
      var half = start
      repeat {
        isDone[half] = true
        boundary.append(half)
        half = Int(halves.next[half])
      } while half != start
      guard region >= 0 else { continue }
      for part in Self.split(boundary, halves) {
        rings.append(Self.ring(part, region, face[part[0]], paths, areas, smallest))
      }
    }
    arrange(rings, regionCount)
  }

  /// Splits a boundary wherever it comes back to a node, so that no ring passes a node twice.
  private static func split(_ boundary: [Int], _ halves: HalfEdges) -> [[Int]] {
    if boundary.count == 1 { return [boundary] }
    var parts: [[Int]] = []
    var stack: [Int] = []
    var positionByNode: [Int32: Int] = [:]
    for half in boundary {
      // `half` begins at this node. If an unfinished half-edge did so before, all half-edges since then are a ring.
      let node = halves.origin[half]
      if let position = positionByNode[node] {
        let part = Array(stack[position...])
        for member in part { positionByNode[halves.origin[member]] = nil }
        stack.removeSubrange(position...)
        parts.append(part)
      }
      positionByNode[node] = stack.count
      stack.append(half)
    }
    parts.append(stack)
    return parts
  }

  private static func ring(
    _ halves: [Int], _ region: Int32, _ face: Int32, _ paths: Paths, _ areas: ContiguousArray<Int64>,
    _ smallestByArc: ContiguousArray<GridPoint>
  ) -> Ring {
    var area: Int64 = 0
    var smallest = GridPoint(x: .max, y: .max)
    var begin = 0
    var beginPoint = GridPoint(x: .max, y: .max)
    for (position, half) in halves.enumerated() {
      let range = paths.start[half >> 1]..<paths.start[(half >> 1) + 1]
      area = half & 1 == 0 ? area &+ areas[half >> 1] : area &- areas[half >> 1]
      smallest = min(smallest, smallestByArc[half >> 1])
      let first = paths.point(half & 1 == 0 || paths.isClosed[half >> 1] ? range.lowerBound : range.upperBound - 1)
      if first < beginPoint {
        beginPoint = first
        begin = position
      }
    }
    let references = (halves[begin...] + halves[..<begin]).map {
      ArcReference(arc: $0 >> 1, reversed: $0 & 1 == 1)
    }
    return Ring(region: region, face: face, doubledArea: area, smallest: smallest, references: references)
  }

  private mutating func arrange(_ rings: [Ring], _ regionCount: Int) {
    // The rings of a polygon side by side, the shell first: it is the only one with a positive area.
    let sorted = rings.sorted { a, b in
      if a.region != b.region { return a.region < b.region }
      if a.face != b.face { return a.face < b.face }
      if (a.doubledArea > 0) != (b.doubledArea > 0) { return a.doubledArea > 0 }
      return a.order < b.order
    }
    struct Polygon {
      var rings: Range<Int>
      var order: SizeOrder
    }
    var polygons: [[Polygon]] = Array(repeating: [], count: regionCount)
    var first = 0
    while first < sorted.count {
      var last = first + 1
      var area = sorted[first].doubledArea
      while last < sorted.count && sorted[last].face == sorted[first].face {
        area += sorted[last].doubledArea
        last += 1
      }
      let shell = sorted[first]
      let order = SizeOrder(doubledArea: area, smallest: shell.smallest, references: shell.references)
      polygons[Int(sorted[first].region)].append(Polygon(rings: first..<last, order: order))
      first = last
    }
    for region in 0..<regionCount {
      for polygon in polygons[region].sorted(by: { $0.order < $1.order }) {
        for ring in polygon.rings {
          references.append(contentsOf: sorted[ring].references)
          referenceStart.append(references.count)
        }
        ringStart.append(referenceStart.count - 1)
        polygonFace.append(sorted[polygon.rings.lowerBound].face)
      }
      polygonStart.append(ringStart.count - 1)
    }
  }
}

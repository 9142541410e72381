import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// The rings of a feature table as claimed paths on the noding grid. Each ring is a claim, in the order of the table,
/// so the claims of a polygon are consecutive.
///
/// Rings of features without a region are left out, and so are those that collapse on the grid. The rings run as they
/// were read, in either direction.
struct RingClaims {
  /// One closed path per claim, with the claim on its left; none any more once they are taken.
  private(set) var paths = ClaimedPaths()
  /// Per claim: its ring in the features.
  private(set) var ring: ContiguousArray<Int32> = []
  /// Per claim: its polygon in the table, and whether the ring is its shell.
  private(set) var roles = RingRoles()
  /// Per polygon of the table: its feature.
  private(set) var featureOfPolygon: ContiguousArray<Int32>
  /// Polygons whose shells have fewer than three vertices left on the grid; all their rings are left out.
  private(set) var collapsedPolygons: ContiguousArray<Int32> = []
  /// Holes that have fewer than three vertices left on the grid, by their rings in the table; they are left out.
  private(set) var collapsedHoles: ContiguousArray<Int32> = []
  /// Per collapsed hole: its polygon.
  private(set) var polygonsOfCollapsedHoles: ContiguousArray<Int32> = []
  /// The vertices at which a ring turns straight back: the claim, and the point.
  private(set) var spikes: [(claim: Int32, tip: GridPoint)] = []
  /// Per region: what its features draw.
  private(set) var drawn: ContiguousArray<DrawnLand> = []

  /// What the rings of a region's features enclose, as they were read.
  struct DrawnLand {
    /// Twice the sum of the signed areas, in 65,536ths of a square cell: coordinates are truncated to a 256th of a
    /// cell.
    var doubledArea = WideInteger()
    /// The length of the edges on the grid, measured along both axes, in cells.
    var length: Int64 = 0
    var vertexCount: Int64 = 0

    static func += (sum: inout DrawnLand, land: DrawnLand) {
      sum.doubledArea = sum.doubledArea + land.doubledArea
      sum.length += land.length
      sum.vertexCount += land.vertexCount
    }
  }

  /// - Parameters:
  ///   - isLastUse: whether the coordinates go as they are rounded, part by part, so that they never lie in memory
  ///     twice.
  ///   - region: per feature, its region, or `ArcTable.none`.
  init(
    _ features: FeatureRecords, _ coordinates: inout DegreeColumns, isLastUse: Bool,
    _ region: ContiguousArray<Int32>, regionCount: Int, _ grid: NodingGrid, jobs: Int
  ) {
    let chunks = (0..<features.featureCount).chunks(of: 1 << 16) { features.vertices(ofFeature: $0).count }
    var parts: [RingClaims] = []
    var points = ContiguousArray<GridPoint>(count: features.vertexCount) { points in
      for part in chunks.indices.chunks(of: isLastUse ? chunks.count / 8 : chunks.count) {
        parts += Self.rounded(chunks[part], of: features, coordinates, region, grid, points, jobs: jobs)
        guard isLastUse else { continue }
        let done = chunks[part.lowerBound].lowerBound..<chunks[part.upperBound - 1].upperBound
        let first = features.vertices(ofFeature: done.lowerBound).lowerBound
        let vertices = first..<features.vertices(ofFeature: done.upperBound - 1).upperBound
        coordinates.longitude.giveBack(vertices)
        coordinates.latitude.giveBack(vertices)
      }
      Self.close(&parts, points)
    }
    if isLastUse { coordinates = DegreeColumns() }
    self.init()
    featureOfPolygon.reserveCapacity(features.polygonCount)
    drawn = ContiguousArray(repeating: DrawnLand(), count: regionCount)
    for (chunk, part) in zip(chunks, parts) {
      for (feature, land) in zip(chunk, part.drawn) where region[feature] >= 0 { drawn[Int(region[feature])] += land }
      append(part)
    }
    let kept = paths.paths.start[paths.paths.count]
    // Swapped, not assigned: a second reference would make the removal below copy the column.
    swap(&paths.paths.points, &points)
    paths.paths.points.removeSubrange(kept...)
  }

  fileprivate init() { featureOfPolygon = [] }

  /// Gives the paths away. They are a fifth of what `merge` holds, and not needed after noding.
  mutating func takePaths() -> ClaimedPaths {
    var taken = ClaimedPaths()
    swap(&taken, &paths)
    return taken
  }

  private static func rounded(
    _ chunks: ArraySlice<Range<Int>>, of features: FeatureRecords, _ coordinates: DegreeColumns,
    _ region: ContiguousArray<Int32>, _ grid: NodingGrid, _ points: DisjointSlots<GridPoint>, jobs: Int
  ) -> [RingClaims] {
    concurrentMap(chunks.count, jobs: jobs) { chunk in
      let range = chunks[chunks.startIndex + chunk]
      var writer = RingWriter(points: points, end: features.vertices(ofFeature: range.lowerBound).lowerBound)
      writer.add(range, of: features, coordinates, region, grid)
      return writer.claims
    }
  }

  /// Closes the gaps between the vertices of consecutive parts, which vertices that were left out have caused.
  private static func close(_ parts: inout [RingClaims], _ points: DisjointSlots<GridPoint>) {
    var end = 0
    for index in parts.indices where parts[index].paths.count > 0 {
      let shift = parts[index].paths.paths.start[0] - end
      if shift > 0 {
        for vertex in end..<parts[index].paths.paths.start[parts[index].paths.count] - shift {
          points[vertex] = points[vertex + shift]
        }
        for path in parts[index].paths.paths.start.indices { parts[index].paths.paths.start[path] -= shift }
      }
      end = parts[index].paths.paths.start[parts[index].paths.count]
    }
  }

  /// Adds the rings of the features that come next; their vertices are in the columns already.
  private mutating func append(_ other: RingClaims) {
    let first = Int32(truncatingIfNeeded: ring.count)
    paths.paths.start.append(contentsOf: other.paths.paths.start.dropFirst())
    for _ in 0..<other.paths.count { endClaim() }
    ring += other.ring
    roles.polygon += other.roles.polygon
    roles.isShell += other.roles.isShell
    featureOfPolygon += other.featureOfPolygon
    collapsedPolygons += other.collapsedPolygons
    collapsedHoles += other.collapsedHoles
    polygonsOfCollapsedHoles += other.polygonsOfCollapsedHoles
    for spike in other.spikes { spikes.append((first + spike.claim, spike.tip)) }
  }

  private mutating func endClaim() {
    paths.paths.isClosed.append(true)
    paths.left.append(Int32(truncatingIfNeeded: paths.left.count))
    paths.right.append(ClaimedPaths.none)
    paths.useStart.append(paths.left.count)
  }

  private struct RingWriter {
    let points: DisjointSlots<GridPoint>
    var end: Int
    /// `drawn` has an entry per feature, not per region. The vertices are in `points`.
    var claims = RingClaims()

    mutating func add(
      _ range: Range<Int>, of features: FeatureRecords, _ coordinates: DegreeColumns,
      _ region: ContiguousArray<Int32>, _ grid: NodingGrid
    ) {
      claims.paths.paths.start[0] = end
      for feature in range {
        var drawn = DrawnLand()
        for polygon in features.polygons(of: feature) {
          claims.featureOfPolygon.append(Int32(truncatingIfNeeded: feature))
          guard region[feature] >= 0 else { continue }
          let rings = features.rings(of: polygon)
          for ring in rings {
            let isShell = ring == rings.lowerBound
            if add(features.vertices(ofRing: ring), of: coordinates, grid, &drawn) {
              claims.endRing(ring, of: polygon, isShell: isShell, at: end)
            } else if isShell {
              claims.collapsedPolygons.append(Int32(truncatingIfNeeded: polygon))
              break
            } else {
              claims.collapsedHoles.append(Int32(truncatingIfNeeded: ring))
              claims.polygonsOfCollapsedHoles.append(Int32(truncatingIfNeeded: polygon))
            }
          }
        }
        claims.drawn.append(drawn)
      }
    }

    private func point(_ vertex: Int) -> GridPoint { points[vertex] }

    /// - Returns: `false`, without writing anything, if fewer than three vertices are left.
    private mutating func add(
      _ range: Range<Int>, of coordinates: DegreeColumns, _ grid: NodingGrid, _ drawn: inout DrawnLand
    ) -> Bool {
      func finePoint(_ vertex: Int) -> NodingGrid.FinePoint {
        grid.finePoint(longitude: coordinates.longitude[vertex], latitude: coordinates.latitude[vertex])
      }
      guard let last = range.last else { return false }
      var land = DrawnLand(vertexCount: Int64(range.count))
      let begin = end
      var next = begin
      let first = finePoint(range.lowerBound)
      var previous = finePoint(last)
      var current = first
      for vertex in range {
        let following = vertex == last ? first : finePoint(vertex + 1)
        // Twice the area is the sum of x times the difference of y between the next vertex and the previous one.
        land.doubledArea.add(current.fineX, times: following.fineY &- previous.fineY)
        land.length += current.point.distance(alongAxesTo: following.point)
        if next == begin || point(next - 1) != current.point {
          points[next] = current.point
          next += 1
        }
        previous = current
        current = following
      }
      drawn += land
      while next > begin + 1 && point(next - 1) == point(begin) { next -= 1 }
      guard next >= begin + 3 else { return false }
      end = next
      findSpikes(in: begin..<end)
      return true
    }

    private mutating func findSpikes(in ring: Range<Int>) {
      var before = point(ring.upperBound - 2)
      var tip = point(ring.upperBound - 1)
      for vertex in ring {
        let after = point(vertex)
        if orientation(before, tip, after) == 0, tip.turnsBack(from: before, to: after) {
          claims.spikes.append((Int32(truncatingIfNeeded: claims.ring.count), tip))
        }
        before = tip
        tip = after
      }
    }
  }

  private mutating func endRing(_ ring: Int, of polygon: Int, isShell: Bool, at end: Int) {
    self.ring.append(Int32(truncatingIfNeeded: ring))
    roles.polygon.append(Int32(truncatingIfNeeded: polygon))
    roles.isShell.append(isShell)
    paths.paths.start.append(end)
    endClaim()
  }

  // MARK: Claims on a face

  /// The regions that claim a face, ascending.
  func claimants(of label: [ClaimCount], _ region: ContiguousArray<Int32>) -> [Int32] {
    // The common case: nearly all faces lie in one ring or in none.
    guard label.count > 1 else {
      return label.first.flatMap { roles.isShell[Int($0.claim)] ? [region[feature(ofClaim: $0.claim)]] : nil } ?? []
    }
    var regions: Set<Int32> = []
    roles.forEachWinding(label) { winding in
      if winding.isClaimed { regions.insert(region[Int(featureOfPolygon[winding.polygon])]) }
    }
    return regions.sorted()
  }

  /// What the rings of one feature make of a face.
  struct FeatureFace {
    var feature: Int
    /// Whether an odd number of its rings enclose the face: it is land of the feature, as published.
    var isLand = false
    var isClaimed = false
    /// Whether the face lies in a hole that reaches beyond its shell.
    var isBeyondShell = false
  }

  /// Calls `body` for each feature that has a ring round a face, ascending.
  func forEachFeature(on label: [ClaimCount], _ body: (FeatureFace) -> Void) {
    var current: FeatureFace?
    roles.forEachWinding(label) { winding in
      let feature = Int(featureOfPolygon[winding.polygon])
      if let ended = current, ended.feature != feature {
        body(ended)
        current = nil
      }
      var face = current ?? FeatureFace(feature: feature)
      if (winding.shell + winding.holes) & 1 == 1 { face.isLand.toggle() }
      if winding.isClaimed { face.isClaimed = true }
      if winding.shell == 0 { face.isBeyondShell = true }
      current = face
    }
    if let current { body(current) }
  }

  /// The features that claim a face, ascending.
  func features(claiming label: [ClaimCount]) -> [Int] {
    var features: [Int] = []
    forEachFeature(on: label) { if $0.isClaimed { features.append($0.feature) } }
    return features
  }

  func feature(ofClaim claim: Int32) -> Int { Int(featureOfPolygon[Int(roles.polygon[Int(claim)])]) }
}

extension GridPoint {
  /// The distance to another point, measured along both axes, in cells.
  func distance(alongAxesTo other: GridPoint) -> Int64 {
    abs(Int64(x) - Int64(other.x)) + abs(Int64(y) - Int64(other.y))
  }
}

/// Which ring is a shell and of which polygon, by the claims that rings make on the faces of a divided plane. The claims
/// of a polygon are consecutive, and so are the polygons of a feature.
///
/// A polygon claims a face that lies in its shell and in none of its holes, by non-zero winding of each ring.
struct RingRoles: Sendable {
  /// Per claim: its polygon.
  var polygon: ContiguousArray<Int32> = []
  /// Per claim: whether the ring is its polygon's shell.
  var isShell: ContiguousArray<Bool> = []

  /// How often the rings of one polygon wind round a face.
  struct Winding {
    var polygon: Int
    var shell: Int64 = 0
    var holes: Int64 = 0
    var isInHole = false

    var isClaimed: Bool { shell != 0 && !isInHole }
  }

  /// Calls `body` for each polygon that has a ring round a face.
  func forEachWinding(_ label: [ClaimCount], _ body: (Winding) -> Void) {
    var next = 0
    while next < label.count {
      var winding = Winding(polygon: Int(polygon[Int(label[next].claim)]))
      while next < label.count, Int(polygon[Int(label[next].claim)]) == winding.polygon {
        let count = Int64(label[next].count)
        if isShell[Int(label[next].claim)] {
          winding.shell += count
        } else {
          winding.holes += count
          winding.isInHole = true
        }
        next += 1
      }
      body(winding)
    }
  }

}

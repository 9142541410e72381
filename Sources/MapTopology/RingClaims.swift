import MapFeatures
import MapGeometry

/// The rings of a feature table as claimed paths on the noding grid: ring by ring a claim of its own.
struct RingClaims {
  private(set) var paths = ClaimedPaths()
  /// Per claim: its polygon, and whether the ring is that polygon's shell.
  private var polygon: ContiguousArray<Int32> = []
  private var isShell: ContiguousArray<Bool> = []
  private var featureOfPolygon: ContiguousArray<Int32>
  /// The features of polygons whose shells have no three distinct vertices left on the grid, once per polygon.
  private(set) var collapsedPolygons: ContiguousArray<Int32> = []

  init(_ table: FeatureTable, _ region: ContiguousArray<Int32>, _ grid: NodingGrid) {
    featureOfPolygon = ContiguousArray(repeating: 0, count: table.polygonCount)
    paths.paths.x.reserveCapacity(table.vertexCount)
    paths.paths.y.reserveCapacity(table.vertexCount)
    for feature in 0..<table.featureCount where region[feature] >= 0 {
      for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
        featureOfPolygon[polygon] = Int32(feature)
        let rings = table.ringStart[polygon]..<table.ringStart[polygon + 1]
        for ring in rings {
          let isShell = ring == rings.lowerBound
          if add(table, ring, grid) {
            self.polygon.append(Int32(polygon))
            self.isShell.append(isShell)
          } else if isShell {
            collapsedPolygons.append(Int32(feature))
            break
          }
        }
      }
    }
  }

  /// Adds a ring, rounded and without repeats; false where fewer than three vertices are left.
  private mutating func add(_ table: FeatureTable, _ ring: Int, _ grid: NodingGrid) -> Bool {
    let begin = paths.paths.vertexCount
    for vertex in table.vertexStart[ring]..<table.vertexStart[ring + 1] {
      let point = grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
      let count = paths.paths.vertexCount
      if count > begin && paths.paths.point(count - 1) == point { continue }
      paths.paths.append(point)
    }
    while paths.paths.vertexCount > begin + 1
      && paths.paths.point(paths.paths.vertexCount - 1) == paths.paths.point(begin)
    {
      paths.paths.x.removeLast()
      paths.paths.y.removeLast()
    }
    guard paths.paths.vertexCount >= begin + 3 else {
      paths.paths.x.removeSubrange(begin...)
      paths.paths.y.removeSubrange(begin...)
      return false
    }
    paths.endPath(isClosed: true, left: Int32(polygon.count), right: ClaimedPaths.none)
    return true
  }

  /// Per claim: the region of its feature.
  func regions(_ region: ContiguousArray<Int32>) -> ContiguousArray<Int32> {
    ContiguousArray(polygon.map { region[Int(featureOfPolygon[Int($0)])] })
  }

  /// The regions that claim a face, ascending.
  func claimants(of label: [ClaimCount], _ region: ContiguousArray<Int32>) -> [Int32] {
    // Nearly all faces lie in one ring or in none.
    guard label.count > 1 else {
      return label.first.flatMap { isShell[Int($0.claim)] ? [region[feature(ofClaim: $0.claim)]] : nil } ?? []
    }
    let regions = Set(claimingPolygons(label).map { region[Int(featureOfPolygon[Int($0)])] })
    return regions.sorted()
  }

  /// The polygons that claim a face: it lies in the shell and in none of the holes.
  private func claimingPolygons(_ label: [ClaimCount]) -> [Int32] {
    let holes = Set(label.lazy.filter { !isShell[Int($0.claim)] }.map { polygon[Int($0.claim)] })
    return label.filter { isShell[Int($0.claim)] }.map { polygon[Int($0.claim)] }.filter { !holes.contains($0) }
  }

  /// The features that claim a face, some perhaps more than once.
  func features(claiming label: [ClaimCount]) -> [Int] {
    claimingPolygons(label).map { Int(featureOfPolygon[Int($0)]) }
  }

  /// The feature whose ring makes a claim.
  func feature(ofClaim claim: Int32) -> Int { Int(featureOfPolygon[Int(polygon[Int(claim)])]) }
}

extension FeatureTable {
  /// The finest noding grid for the features that belong to a region; `nil` where there is none.
  func nodingGrid(of region: ContiguousArray<Int32>) -> NodingGrid? {
    var west = Double.infinity
    var south = Double.infinity
    var east = -Double.infinity
    var north = -Double.infinity
    for feature in 0..<featureCount where region[feature] >= 0 {
      guard let vertices = vertices(of: feature) else { continue }
      for vertex in vertices {
        west = min(west, longitude[vertex])
        east = max(east, longitude[vertex])
        south = min(south, latitude[vertex])
        north = max(north, latitude[vertex])
      }
    }
    return west <= east ? NodingGrid(west: west, south: south, east: east, north: north) : nil
  }

  /// All vertices of a feature; `nil` where it has none.
  private func vertices(of feature: Int) -> Range<Int>? {
    let firstRing = ringStart[polygonStart[feature]]
    let lastRing = ringStart[polygonStart[feature + 1]]
    return firstRing < lastRing ? vertexStart[firstRing]..<vertexStart[lastRing] : nil
  }
}

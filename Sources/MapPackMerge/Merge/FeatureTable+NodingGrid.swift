import MapPack
import MapPackFeatures
import MapPackGeometry

// The grid on which a table is merged: `RegionDivision` asks for that of areas, and `mergeLines` for that of lines and
// points.
extension FeatureTable {
  /// The finest noding grid for the features that belong to a region; `nil` if they have no vertex. How fine it can be
  /// is in `NodingGrid`.
  /// - Parameters:
  ///   - region: per feature, its region, or `ArcTable.none`.
  ///   - snap: how far lines may be moved, in meters on the ground. If features come within this distance of ±180° on
  ///     both sides, the grid reaches ±180°.
  /// - Complexity: O(n) for n vertices. The result does not depend on `jobs`.
  func nodingGrid(of region: ContiguousArray<Int32>, snap: Double? = nil, jobs: Int) -> NodingGrid? {
    let chunks = (0..<featureCount).chunks(of: 1 << 16) { vertices(of: $0)?.count ?? 0 }
    let parts = concurrentMap(chunks.count, jobs: jobs) { chunk in
      extent(of: chunks[chunk].lazy.filter { region[$0] >= 0 }, snap: snap)
    }
    var whole = parts.reduce(into: Extent()) { $0.formUnion($1) }
    if whole.reachesWest && whole.reachesEast { (whole.west, whole.east) = (-180, 180) }
    return whole.west <= whole.east
      ? NodingGrid(west: whole.west, south: whole.south, east: whole.east, north: whole.north) : nil
  }

  private struct Extent {
    var west = Double.infinity
    var south = Double.infinity
    var east = -Double.infinity
    var north = -Double.infinity
    /// Whether a vertex comes so near to ±180° on the west that it may be moved there.
    var reachesWest = false
    /// Whether a vertex comes so near to ±180° on the east that it may be moved there.
    var reachesEast = false

    mutating func formUnion(_ other: Extent) {
      west = min(west, other.west)
      east = max(east, other.east)
      south = min(south, other.south)
      north = max(north, other.north)
      reachesWest = reachesWest || other.reachesWest
      reachesEast = reachesEast || other.reachesEast
    }
  }

  private func extent(of features: some Sequence<Int>, snap: Double?) -> Extent {
    var extent = Extent()
    for feature in features {
      guard let vertices = vertices(of: feature) else { continue }
      for vertex in vertices {
        extent.west = min(extent.west, longitude[vertex])
        extent.east = max(extent.east, longitude[vertex])
        extent.south = min(extent.south, latitude[vertex])
        extent.north = max(extent.north, latitude[vertex])
        // A little more than the distance, because vertices are rounded to cells.
        if let snap, abs(longitude[vertex]) > 90, metersToAntimeridian(from: vertex) <= 1.01 * snap + 0.1 {
          if longitude[vertex] < 0 { extent.reachesWest = true } else { extent.reachesEast = true }
        }
      }
    }
    return extent
  }

  /// The distance of a vertex from ±180° along its parallel, in meters on the ground.
  private func metersToAntimeridian(from vertex: Int) -> Double {
    let degree = WebMercator.metersPerMapPointAtEquator * 0x1p28 / 360
    return (180 - abs(longitude[vertex])) * degree * Series.cosine(Series.radians(degrees: latitude[vertex]))
  }

  /// All vertices of a feature, by their indices; `nil` if it has no ring.
  func vertices(of feature: Int) -> Range<Int>? {
    let rings = rings(ofAll: polygons(of: feature))
    return rings.isEmpty ? nil : vertexStart[rings.lowerBound]..<vertexStart[rings.upperBound]
  }
}

import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// The warning that most of the vertices that stay may not go (the **floor**), with the option that would change that.
///
/// At least three vertices of an island stay. If a map has many islands, nearly all of its vertices may be such
/// vertices, and the map is much larger than the share that was asked for suggests. The remedy is the smallest
/// `minimumIsland` with which the chosen vertices are at least half of all again. If dropping islands is not enough, it
/// is the smallest share that has this effect. If no share has it, there is no remedy. Both are rounded up.
struct FloorShare {
  private(set) var finding: Finding

  private struct Island {
    /// As published, in m².
    var area: Double
    /// How many of its vertices may not go.
    var floor: Int
    /// How many of its vertices may go.
    var removable: Int
  }

  /// - Parameters:
  ///   - kept: how many vertices stay in all, each node counted once.
  ///   - removable: how many of the vertices that may go were asked to stay.
  /// - Precondition: the ranking has a vertex that may go.
  init(
    _ coverage: Coverage, _ ranking: VertexRanking, isKept: ContiguousArray<Bool>, kept: Int, removable: Int
  ) {
    let islands = Self.islands(coverage, ranking, isKept: isKept)
    let floor = kept - removable
    let ofIslands = islands.reduce(0) { $0 + $1.floor }
    let all = ranking.weight.count { $0 < .infinity }
    let share = Double(removable) / Double(all)
    var remedy: Remedy?
    if let minimum = Self.minimum(islands, floor: floor, removable: all, share: share) {
      let least = Quantity.area(squareMeters: minimum).above
      remedy = "drop islands of less than \(least.words): \(.minimumIsland, least.typed)"
    } else if floor < all {
      let share = Quantity.typedShare(above: Double(floor) / Double(all))
      remedy = "keep more: \(.keep, share) or above, or a larger \(.size)"
    }
    finding = Finding(
      .mostlyFloor, severity: .warning,
      "\(floor) of the \(kept) vertices that stay may not go: \(ofIslands) belong to "
        + "\(islands.count) \(islands.count == 1 ? "island" : "islands"), the others to nodes, small parts and the edge "
        + "of the plane",
      remedy: remedy, count: floor)
  }

  /// The islands that may be dropped, the smallest first.
  private static func islands(
    _ coverage: Coverage, _ ranking: VertexRanking, isKept: ContiguousArray<Bool>
  ) -> [Island] {
    let arcs = coverage.arcs
    var islands: [Island] = []
    for part in IslandRule(coverage, isKept: isKept).parts.joined() where part.canGo {
      var island = Island(area: part.area, floor: 0, removable: 0)
      // Two arcs of an island may share a node, which counts once.
      var points: Set<UInt64> = []
      for polygon in part.polygons {
        for arc in coverage.references(ofPolygon: polygon).lazy.map(\.arc)
        where min(arcs.left[arc], arcs.right[arc]) < 0 {
          for vertex in arcs.vertices(of: arc) {
            if ranking.weight[vertex] < .infinity {
              island.removable += 1
            } else if points.insert(arcs.point(vertex).key).inserted {
              island.floor += 1
            }
          }
        }
      }
      islands.append(island)
    }
    // The order of two equally large islands makes no difference: a minimum drops both or neither.
    return islands.sorted { $0.area < $1.area }
  }

  /// The area in m² up to which islands have to go so that the floor is at most `share` of the removable vertices;
  /// `nil` if dropping all of them is not enough.
  private static func minimum(_ islands: [Island], floor: Int, removable: Int, share: Double) -> Double? {
    var (floor, removable) = (floor, removable)
    for (index, island) in islands.enumerated() {
      floor -= island.floor
      removable -= island.removable
      if index + 1 < islands.count, islands[index + 1].area == island.area { continue }
      if Double(floor) <= share * Double(removable) { return island.area }
    }
    return nil
  }
}

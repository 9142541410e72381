import MapFeatures
import MapGeometry

/// What is wrong with a feature: in the coordinates as published, exactly, and what only rounding to the noding grid
/// would make of them.
struct FeatureVerdicts {
  struct Verdict {
    var defect: Defect
    /// The coordinates as published do not have the defect.
    var isOfGridAlone: Bool
  }

  /// Sorted by their defects.
  let verdicts: [Verdict]

  /// A feature is judged by itself: those that share cells of the grid with it are no candidates.
  /// - Complexity: as `PolygonRules`.
  init(_ table: FeatureTable, _ feature: Int, _ grid: NodingGrid) {
    let published = PolygonRules.defects(in: JudgedPolygons(table, feature, grid) { PublishedPoint(x: $0, y: $1) })
    var verdicts = published.map { Verdict(defect: $0, isOfGridAlone: false) }
    // Where not all is known that the coordinates as published have, nothing is known to be the grid's alone.
    if !published.contains(where: \.isLastOfMany) {
      let said = SaidDefects(published)
      let rounded = PolygonRules.defects(
        in: JudgedPolygons(table, feature, grid) { grid.point(longitude: $0, latitude: $1) })
      verdicts += rounded.filter { !said.contain($0) }.map { Verdict(defect: $0, isOfGridAlone: true) }
    }
    self.verdicts = verdicts.sorted { $0.defect < $1.defect }
  }
}

/// The defects of the coordinates as published, for whoever asks whether a defect on the grid is what became of one of
/// them: it is as good as in the same place, or the same thing is wrong with the same ring.
private struct SaidDefects {
  private var places: Set<GridPoint> = []
  private var rules: [RingKey: Set<Rule>] = [:]
  /// Per ring that meets itself or another: the vertices that are as good as those in which it does, as ranges by their
  /// lower bounds; with each the largest upper bound up to it.
  private var meetings: [RingKey: [ClosedRange<Int>]] = [:]

  private struct RingKey: Hashable {
    var polygon: Int
    var ring: Int

    init(_ defect: Defect) { (polygon, ring) = (defect.polygon, defect.ring) }
  }

  init(_ defects: [Defect]) {
    for defect in defects {
      places.insert(defect.place)
      rules[RingKey(defect), default: []].insert(defect.rule)
      // A line in common is told once, where it begins.
      let reach = 2 + (defect.isAlongLine ? defect.count : 0)
      meetings[RingKey(defect), default: []].append(defect.vertex - reach...defect.vertex + reach)
    }
    meetings = meetings.mapValues { ranges in
      var upper = Int.min
      return ranges.sorted { $0.lowerBound < $1.lowerBound }.map { range in
        upper = max(upper, range.upperBound)
        return range.lowerBound...upper
      }
    }
  }

  func contain(_ defect: Defect) -> Bool {
    for dx in -3...3 as ClosedRange<Int32> {
      for dy in -3...3 as ClosedRange<Int32>
      where places.contains(GridPoint(x: defect.place.x &+ dx, y: defect.place.y &+ dy)) {
        return true
      }
    }
    switch defect.rule {
    case .selfIntersection, .ringSelfIntersection:
      let ranges = meetings[RingKey(defect)] ?? []
      // The last range that begins at the vertex or before.
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].lowerBound <= defect.vertex { low = middle + 1 } else { high = middle }
      }
      return low > 0 && ranges[low - 1].upperBound >= defect.vertex
    default: return rules[RingKey(defect)]?.contains(defect.rule) == true
    }
  }
}

extension JudgedPolygons {
  /// A feature of a table, with its points from longitude and latitude.
  fileprivate init(_ table: FeatureTable, _ feature: Int, _ grid: NodingGrid, _ point: (Double, Double) -> Point) {
    self.init()
    for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
      for ring in table.ringStart[polygon]..<table.ringStart[polygon + 1] {
        let begin = table.vertexStart[ring]
        appendRing(count: table.vertexStart[ring + 1] - begin) { index in
          let (longitude, latitude) = (table.longitude[begin + index], table.latitude[begin + index])
          return (point(longitude, latitude), grid.point(longitude: longitude, latitude: latitude))
        }
      }
      endPolygon()
    }
  }
}

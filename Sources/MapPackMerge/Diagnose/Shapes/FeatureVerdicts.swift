import MapPackFeatures
import MapPackGeometry

/// The defects of a feature: those of the coordinates as published, which are exact, and those that only rounding to
/// the noding grid would make. `ShapeFindings` makes findings of them: those of the grid alone are notes.
struct FeatureVerdicts {
  struct Verdict {
    var defect: Defect
    /// Whether only the rounded coordinates have the defect.
    var isOfGridAlone: Bool
  }

  /// The verdicts, sorted by their defects.
  let verdicts: [Verdict]

  /// Judges a feature by itself. Other features do not matter.
  /// - Parameter grid: a noding grid that holds the feature. It gives defects their location too.
  /// - Complexity: O(n log n) for n vertices, if few segments meet; see `PolygonRules`.
  init(_ table: FeatureTable, _ feature: Int, _ grid: NodingGrid) {
    let published = PolygonRules.defects(in: JudgedPolygons(table, feature, grid) { PublishedPoint(x: $0, y: $1) })
    var verdicts = published.map { Verdict(defect: $0, isOfGridAlone: false) }
    // If not all defects of the coordinates as published are known, no defect is known to come from the grid alone.
    if !published.contains(where: \.isLastOfMany) {
      let known = KnownDefects(published)
      let rounded = PolygonRules.defects(
        in: JudgedPolygons(table, feature, grid) { grid.point(longitude: $0, latitude: $1) })
      verdicts += rounded.filter { !known.explain($0) }.map { Verdict(defect: $0, isOfGridAlone: true) }
    }
    self.verdicts = verdicts.sorted { $0.defect < $1.defect }
  }
}

/// The defects of the coordinates as published, which explain those defects on the grid that rounding made of them.
private struct KnownDefects {
  private var points: Set<GridPoint> = []
  private var rules: [RingKey: Set<Rule>] = [:]
  /// Per ring with a defect: ranges of the vertices near its defects, sorted by lower bound. The upper bound of each is
  /// the largest upper bound up to it.
  private var meetings: [RingKey: [ClosedRange<Int>]] = [:]

  private struct RingKey: Hashable {
    var polygon: Int
    var ring: Int

    init(_ defect: Defect) { (polygon, ring) = (defect.polygon, defect.ring) }
  }

  init(_ defects: [Defect]) {
    for defect in defects {
      points.insert(defect.point)
      rules[RingKey(defect), default: []].insert(defect.rule)
      // A line in common is one defect, at the vertex where it begins.
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

  /// Whether a defect on the grid is explained by a known one: a known one lies within three cells of it along each
  /// axis, or its ring meets something near the same vertex, or, for other rules, its ring breaks the same rule.
  func explain(_ defect: Defect) -> Bool {
    for dx in -3...3 as ClosedRange<Int32> {
      for dy in -3...3 as ClosedRange<Int32>
      where points.contains(GridPoint(x: defect.point.x &+ dx, y: defect.point.y &+ dy)) {
        return true
      }
    }
    switch defect.rule {
    case .selfIntersection, .ringSelfIntersection:
      let ranges = meetings[RingKey(defect)] ?? []
      // Find the last range that begins at the vertex or before it.
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
  /// The polygons of a feature of a table.
  /// - Parameter point: makes the point to be judged from longitude and latitude, in degrees.
  fileprivate init(_ table: FeatureTable, _ feature: Int, _ grid: NodingGrid, _ point: (Double, Double) -> Point) {
    self.init()
    for polygon in table.polygons(of: feature) {
      for ring in table.rings(of: polygon) {
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

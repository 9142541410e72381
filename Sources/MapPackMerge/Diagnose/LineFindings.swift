import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Finds what deserves a look in a table of lines: vertices at which a line turns straight back, in the coordinates as
/// published, and lines that cross themselves, on the finest noding grid of the table.
///
/// Each line of a feature is judged by itself, and a feature has at most one finding of each kind, with a count. A line
/// that touches itself does not cross itself. A finding is at the first vertex that turns back, or at the first vertex
/// of the first segment that is crossed.
///
/// A line with too many crossings to find them all within the budget of the search counts as one without crossings.
/// - Complexity: O(n log n) for n vertices, if few segments meet. The result does not depend on `jobs`.
func lineFindings(of table: FeatureTable, _ labels: FeatureLabels, jobs: Int) -> [Finding] {
  var findings: [Finding] = []
  guard let grid = table.box(of: 0..<table.vertexCount).map(NodingGrid.init) else { return [] }
  for feature in 0..<table.featureCount {
    var turns: [Int] = []
    var crossings: [Int] = []
    for line in table.polygons(of: feature) {
      let vertices = table.vertices(ofPolygon: line)
      for vertex in vertices.dropFirst().dropLast()
      where table.coordinates.longitude[vertex - 1] == table.coordinates.longitude[vertex + 1]
        && table.coordinates.latitude[vertex - 1] == table.coordinates.latitude[vertex + 1]
      {
        turns.append(vertex)
      }
      crossings += table.selfCrossings(of: vertices, grid, jobs: jobs)
    }
    func add(_ rule: Rule, _ vertices: [Int], _ one: String, _ several: String) {
      guard let first = vertices.first else { return }
      let words = vertices.count == 1 ? one : several
      findings.append(labels.finding(rule, of: feature, in: table, at: first, words, count: vertices.count))
    }
    add(
      .lineTurnsBack, turns, "a line turns straight back at a vertex",
      "lines turn straight back at \(turns.count) vertices")
    add(
      .lineCrossesItself, crossings.sorted(), "a line crosses itself",
      "lines cross themselves at \(crossings.count) points")
  }
  return findings
}

extension FeatureTable {
  /// The segments of a line that another of its segments crosses, named by their first vertices in the table. Empty if
  /// the search exceeds its budget.
  fileprivate func selfCrossings(of vertices: Range<Int>, _ grid: NodingGrid, jobs: Int) -> [Int] {
    var paths = Paths()
    var vertexOfPoint: [Int] = []
    for vertex in vertices {
      let point = grid.point(longitude: coordinates.longitude[vertex], latitude: coordinates.latitude[vertex])
      if paths.vertexCount > 0, paths.point(paths.vertexCount - 1) == point { continue }
      paths.append(point)
      vertexOfPoint.append(vertex)
    }
    guard paths.vertexCount > 3 else { return [] }
    paths.endPath(isClosed: false)
    let budget = PairBudget(chains: paths.vertexCount)
    let found = ChainIndex(paths, jobs: jobs).interactions(jobs: jobs, within: budget)
    guard !budget.isExceeded else { return [] }
    return found.filter { $0.relation == .crossing }.map { vertexOfPoint[$0.first] }
  }
}

/// Finds where a coverage breaks its promises, at any of its levels.
///
/// These are the faults that the proof of a finished map stops at, at the same locations and in the same words; see
/// `prove(_:jobs:)`. A fault that several levels have is reported for the finest of them. The findings that the
/// coverage carries are not among the result.
/// - Complexity: O(n log n) per level for n vertices. The result does not depend on `jobs`.
package func structuralFindings(
  of coverage: Coverage, file: String? = nil, jobs: Int = 1, progress: ProgressHandler? = nil
) -> [Finding] {
  var reported: Set<LevelFault> = []
  var all: [Finding] = []
  for level in coverage.levels.indices {
    progress?(ProgressEvent(activity: "validating", done: level, total: coverage.levels.count, unit: "levels"))
    for fault in coverage.faults(level: level, jobs: jobs) where reported.insert(fault).inserted {
      var location = coverage.location(of: fault)
      location.file = file
      location.name = fault.region.map { coverage.regions[$0].name }
      let place = coverage.levels.count > 1 ? " at level \(level)" : ""
      all.append(
        Finding(
          fault.rule, severity: .error, at: location, fault.message + place, remedy: Rule.brokenRing.remedy))
    }
  }
  return all
}

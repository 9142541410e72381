import MapPackFeatures
import MapPackGeometry

/// Finds what deserves a look in a table of lines: vertices at which a line turns straight back, in the coordinates as
/// published, and lines that cross themselves, on the finest noding grid of the table.
///
/// Each line of a feature is judged by itself, and a feature has at most one finding of each kind, with a count. A line
/// that touches itself does not cross itself. A finding is at the first vertex that turns back, or at the first vertex
/// of the first segment that is crossed. `TableValidation` asks for the findings; they have the severities of
/// `RuleExplanation`.
///
/// A line with too many crossings to find them all within the budget of the search counts as one without crossings.
/// - Complexity: O(n log n) for n vertices, if few segments meet. The result does not depend on `jobs`.
func lineFindings(of table: FeatureTable, _ labels: FeatureLabels, jobs: Int) -> [Finding] {
  var findings: [Finding] = []
  guard let west = table.longitude.min(), let east = table.longitude.max(), let south = table.latitude.min(),
    let north = table.latitude.max()
  else { return [] }
  let grid = NodingGrid(west: west, south: south, east: east, north: north)
  for feature in 0..<table.featureCount {
    var turns: [Int] = []
    var crossings = 0
    var firstCrossing: Int?
    for line in table.polygons(of: feature) {
      let vertices = table.vertices(ofPolygon: line)
      for vertex in vertices.dropFirst().dropLast()
      where table.longitude[vertex - 1] == table.longitude[vertex + 1]
        && table.latitude[vertex - 1] == table.latitude[vertex + 1]
      {
        turns.append(vertex)
      }
      for crossing in table.selfCrossings(of: vertices, grid, jobs: jobs) {
        crossings += 1
        firstCrossing = min(firstCrossing ?? crossing, crossing)
      }
    }
    if let first = turns.first {
      var finding = labels.finding(
        .lineTurnsBack, of: feature, in: table,
        turns.count == 1
          ? "a line turns straight back at a vertex" : "lines turn straight back at \(turns.count) vertices")
      finding.count = turns.count
      finding.point(at: first, of: table)
      findings.append(finding)
    }
    if let firstCrossing {
      var finding = labels.finding(
        .lineCrossesItself, of: feature, in: table,
        crossings == 1 ? "a line crosses itself" : "lines cross themselves at \(crossings) points")
      finding.count = crossings
      finding.point(at: firstCrossing, of: table)
      findings.append(finding)
    }
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
      let point = grid.point(longitude: longitude[vertex], latitude: latitude[vertex])
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

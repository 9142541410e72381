import Foundation
import MapPack
import MapPackGeometry
import TestSupport
import Testing

@testable import MapPackTool

/// A recorded route from its file to the pack.
@Suite struct RecordedRouteTests {
  private typealias Location = (longitude: Double, latitude: Double)

  /// A route of 23,000 points as a receiver writes it: it wanders and scatters, rests with fixes that repeat, and has spikes
  /// of some hundred meters.
  ///
  /// - Parameter goesEast: whether each point lies east of the one before. Then no line between some of the points crosses
  ///   itself, whichever are left out.
  private static func route(seed: UInt64, goesEast: Bool) -> [Location] {
    var random = SplitMix64(seed: seed)
    var (x, y, heading) = (135.0, 35.0, 0.0)
    var locations: [Location] = []
    while locations.count < 23_000 {
      heading += Double.random(in: -0.5...0.5, using: &random)
      if goesEast { heading = max(-1.3, min(1.3, heading)) }
      (x, y) = (x + 1e-4 * cos(heading), y + 1e-4 * sin(heading) - (goesEast ? (y - 35) * 0.01 : 0))
      let fix = (longitude: x, latitude: y + Double.random(in: -2e-5...2e-5, using: &random))
      switch Int.random(in: 0..<200, using: &random) {
      case 0: locations += Array(repeating: fix, count: 20)
      case 1: locations.append((fix.longitude, fix.latitude + Double.random(in: -4e-3...4e-3, using: &random)))
      default: locations.append(fix)
      }
    }
    return Array(locations.prefix(23_000))
  }

  private static func gpx(_ route: [Location]) -> String {
    let points = route.map { "<trkpt lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"><ele>1</ele></trkpt>" }
    return "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><name>Route</name><trkseg>\n"
      + points.joined(separator: "\n") + "\n</trkseg></trk></gpx>\n"
  }

  /// The route in the pack that `run` makes, in cells of it.
  private static func run(_ route: [Location], simplify: String) throws -> (points: [GridPoint], cell: Double) {
    let workspace = try Workspace()
    try workspace.write(gpx(route), to: "route.gpx")
    let pipeline = try workspace.writePipeline(
      "geometry: lines", "merge: { key: name }", "simplify: \(simplify)", of: "route.gpx", map: "Route")
    CommandOutput.of("run", pipeline, exits: 0)
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Route.mappack")))
    try pack.verify()
    let lines = try #require(pack.shapes.first).lines()
    #expect(pack.regionCount == 1 && lines.lineCount == 1)
    let cell = pack.cell
    let points = lines.points(ofLine: 0).map { point in
      GridPoint(x: Int32((point.x / cell).rounded()), y: Int32((point.y / cell).rounded()))
    }
    return (points, cell)
  }

  /// On the cells that a tolerance of 10 m leads to if a route is long.
  private static let fullDetail = "{ keep: 100 %, grid: 0.6 m }"
  private static let tenMeters = "{ tolerance: 10 m, method: douglas-peucker, grid: 0.6 m }"

  private static func textbook(_ points: [GridPoint], cell: Double) -> [GridPoint] {
    let textbook = TextbookDouglasPeucker(points: points) { y in
      let meters =
        cell * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: Double(y) * cell)
      return meters * meters / 2
    }
    let kept = textbook.kept(Array(points.indices)[...], 10).union([0, points.count - 1])
    return kept.sorted().map { points[$0] }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a route of 23,000 points is in the pack as the textbook simplifies it, vertex for vertex`(seed: UInt64) throws {
    let route = Self.route(seed: seed, goesEast: true)
    let (full, cell) = try Self.run(route, simplify: Self.fullDetail)
    let (simplified, simplifiedCell) = try Self.run(route, simplify: Self.tenMeters)
    #expect(cell == simplifiedCell && full.count > 19_000)
    #expect(simplified == Self.textbook(full, cell: cell))
    #expect(simplified.count > 500 && simplified.count < full.count / 5)
  }

  @Test func `a route that crosses itself keeps what the textbook keeps, and what keeps it from crossing itself anew`()
    throws
  {
    let route = Self.route(seed: 3, goesEast: false)
    let (full, cell) = try Self.run(route, simplify: Self.fullDetail)
    let (simplified, _) = try Self.run(route, simplify: Self.tenMeters)
    let textbook = Self.textbook(full, cell: cell)
    #expect(Self.isSubsequence(textbook, of: simplified) && Self.isSubsequence(simplified, of: full))
    // The few that came back keep crossings as they were: there are no more than before.
    let counts = [full, simplified].map(Self.crossings)
    #expect(textbook.count < simplified.count && simplified.count < textbook.count * 11 / 10)
    #expect(counts[1] <= counts[0], "\(counts)")
  }

  private static func isSubsequence(_ some: [GridPoint], of all: [GridPoint]) -> Bool {
    var rest = all[...]
    for point in some {
      guard let index = rest.firstIndex(of: point) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  /// How many pairs of segments cross, by going from west to east.
  private static func crossings(_ points: [GridPoint]) -> Int {
    let segments = zip(points, points.dropFirst()).map { (a: min($0, $1), b: max($0, $1)) }
    let order = segments.indices.sorted { segments[$0].a.x < segments[$1].a.x }
    var count = 0
    for (position, index) in order.enumerated() {
      let one = segments[index]
      for other in order[(position + 1)...].lazy.map({ segments[$0] }) {
        if other.a.x > one.b.x { break }
        let sides = [(one.a, one.b, other.a, other.b), (other.a, other.b, one.a, one.b)].map { a, b, p, q in
          orientation(a, b, p).signum() * orientation(a, b, q).signum()
        }
        if sides == [-1, -1] { count += 1 }
      }
    }
    return count
  }
}

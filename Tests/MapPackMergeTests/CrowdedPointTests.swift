import Foundation
import MapPackFeatures
import MapPackGeometry
import TestSupport
import Testing

@testable import MapPackMerge

/// Thousands of triangles to the east of a point in which they all touch.
private func fan(_ count: Int) -> [PlainPolygon] {
  (0..<count).map { [[(0, 0), (200_000, 4 * $0 - 2 * count), (200_000, 4 * $0 - 2 * count + 2)]] }
}

private func findings(_ feature: [PlainPolygon]) throws -> [Finding] {
  try structuralFindings(of: plainTable([feature], unit: plainUnit / 1024)).filter { $0.severity == .error }
}

/// Before, each of these took memory and time for all pairs: 8 GB for ten thousand triangles.
@Suite struct `Points at which very many edges meet` {
  @Test func `polygons that only touch are valid`() throws {
    #expect(try findings(fan(6_000)).isEmpty)
  }

  @Test func `a ring that comes back very often is reported once`() throws {
    let ring = fan(6_000).flatMap { $0[0] }
    let found = try findings([[ring]])
    #expect(found.map(\.rule) == [.ringSelfIntersection])
    #expect(found.first?.count == 5_999)
  }

  @Test func `a crossing is found, and the finding says that not all are listed`() throws {
    var polygons = fan(6_000)
    polygons[17][0][1].0 += 1
    polygons[17][0][2] = (200_001, polygons[17][0][2].1 + 3)
    let found = try findings(polygons)
    #expect(found.contains { $0.rule == .selfIntersection && $0.polygon == 17 })
    #expect(found.last?.message.contains("more points") == true)
  }

  @Test func `polygons that cross in the common point only are found`() throws {
    // Two wedges that overlap near the point, the longer one inside the other's gap further on.
    var polygons = fan(300)
    polygons.append([[(0, 0), (-100, 10), (-100, -10)]])
    polygons.append([[(0, 0), (-100, 5), (-150, 200)]])
    let found = try findings(polygons)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.rule == .selfIntersection })
  }

  @Test func `a pile of polygons is reported in part`() throws {
    let found = try findings((0..<400).map { [[($0, 0), ($0 + 5000, $0), ($0 + 5000, 5000), ($0, 5000)]] })
    #expect(found.count > 1_000 && found.count <= 100_001)
    #expect(found.last?.message.contains("more points") == true)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `lines through a point keep apart exactly if no two cross or leave it together`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let point = GridPoint(x: 1000, y: 1000)
    func end() -> GridPoint {
      while true {
        let (x, y) = (Int32.random(in: -9...9, using: &random), Int32.random(in: -9...9, using: &random))
        if x != 0 || y != 0 { return GridPoint(x: 1000 + x, y: 1000 + y) }
      }
    }
    func angle(_ p: GridPoint) -> Double { atan2(Double(p.y - 1000), Double(p.x - 1000)) }
    let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in (before: end(), after: end()) }
    func cross(_ one: Int, _ other: Int) -> Bool {
      let (a, b) = (angle(lines[one].before), angle(lines[one].after))
      let between = [lines[other].before, lines[other].after].filter { min(a, b) < angle($0) && angle($0) < max(a, b) }
      return between.count == 1
    }
    let angles = lines.flatMap { [angle($0.before), angle($0.after)] }
    switch CrowdedPoint(lines, through: point) {
    case .sharedDirection: #expect(Set(angles).count < angles.count)
    case .crossing(let one, let other):
      #expect(Set(angles).count == angles.count)
      #expect(cross(one, other))
    case .apart:
      #expect(Set(angles).count == angles.count)
      for one in lines.indices {
        for other in lines.indices where other != one { #expect(!cross(one, other)) }
      }
    }
  }
}

import MapFeatures
import MapGeometry
import Testing

@testable import MapValidation

/// A table of one polygon each, in cells of the lattice of 2³⁰ round the equator, and parts of them.
private func table(_ rings: [[(Double, Double)]]) -> FeatureTable {
  var table = plainTable(rings.map { _ in [[]] })
  for ring in rings {
    for (x, y) in ring {
      table.longitude.append(x * 360 / 0x1p30)
      table.latitude.append(y * 360 / 0x1p30)
    }
  }
  table.polygonStart = ContiguousArray(0...rings.count)
  table.ringStart = table.polygonStart
  table.vertexStart = [0]
  for ring in rings { table.vertexStart.append(table.vertexStart[table.vertexStart.count - 1] + ring.count) }
  return table
}

@Suite struct `A verdict within the grid` {
  /// So wide that the lattice of 2³⁰ is the finest. The tip of a wedge comes down to the lowest edge.
  private static func ring(tip: Double) -> [(Double, Double)] {
    let far = 9e8
    return [
      (0, 0.4), (1000, 1.4), (far, 2), (far, far), (600, far), (500, tip), (400, far), (0, far),
    ]
  }

  private static let box: [(Double, Double)] = [(0, 9.5e8), (10, 9.5e8), (10, 9.6e8), (0, 9.6e8)]

  /// The edge is at 0.9 where the tip is, and on the grid at 0.5.
  @Test(arguments: [0, 1])
  func `is said of edges that cross in the coordinates as published alone`(before: Int) throws {
    let rings = Array(repeating: Self.box, count: before) + [Self.ring(tip: 0.8)]
    let found = try structuralFindings(of: table(rings))
    #expect(found.map(\.rule) == ["self-intersection"])
    let finding = try #require(found.first)
    #expect(finding.severity == .note && finding.message.hasSuffix("within the grid"))
    #expect(finding.record == before + 1 && finding.ring == 0 && finding.vertex == 0)
  }

  @Test func `is none where edges come as close and do not meet`() throws {
    #expect(try structuralFindings(of: table([Self.ring(tip: 1)])).isEmpty)
  }

  @Test(arguments: [0.8, 1])
  func `is the same from the pairs that come close as from all of the feature`(tip: Double) throws {
    let table = table([Self.box, Self.ring(tip: tip)])
    let grid = NodingGrid(west: 0, south: 0, east: 9e8 * 360 / 0x1p30, north: 9.6e8 * 360 / 0x1p30)
    let drawing = BorderDrawing(table, 0..<2, grid: grid, jobs: 2)
    #expect(drawing.suspects.isEmpty && drawing.close.keys.sorted() == [1])
    let some = GridVerdict(table, feature: 1, grid: grid, close: drawing.close[1])
    let all = GridVerdict(table, feature: 1, grid: grid)
    #expect(some.real.map(\.vertex) == all.real.map(\.vertex))
    #expect(some.real.map(\.isHidden) == all.real.map(\.isHidden))
    #expect(some.apparent.isEmpty && all.apparent.isEmpty)
    #expect(some.real.isEmpty == (tip > 0.9))
  }
}

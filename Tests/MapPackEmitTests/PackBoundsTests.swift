import MapPack
import MapPackGeometry
import TestSupport
import Testing

@testable import MapPackEmit

/// The main bounds of a region. Squares are given by the corner, the side and the area that they count for.
@Suite struct PackBoundsTests {
  private typealias Square = (x: Int32, y: Int32, side: Int32, size: Double)

  private static let grid = PackGrid(cellExponent: 3, originX: 0, originY: 0)

  private func part(_ square: Square) -> PackBounds.Part {
    let corners = [
      GridPoint(x: square.x, y: square.y), GridPoint(x: square.x + square.side, y: square.y + square.side),
    ]
    return .init(boxes: [GridBox(of: corners)], size: square.size)
  }

  /// The main bounds in the plane.
  private func main(_ squares: [Square], _ choice: PackBounds.Main = .found) -> [Int] {
    let bounds = PackBounds(squares.map(part), on: Self.grid, main: choice)
    let (x, y) = (bounds.minX + bounds.mainX, bounds.minY + bounds.mainY)
    return [x, y, x + bounds.mainWidth, y + bounds.mainHeight]
  }

  /// The mainland's diagonal is 5,000.
  private static let mainland: Square = (10_000, 10_000, 3536, 100)

  @Test(arguments: [
    // As large as the mainland: it reaches two diagonals to the east at most. A sixteenth of it: half a diagonal.
    (100.0, 9_990, true), (100, 10_010, false), (6.25, 2_490, true), (6.25, 2_510, false),
    // Larger than the first part, which the grid may have called the largest: it counts as large as that.
    (200, 9_990, true), (200, 10_010, false),
    // Hardly any land: a thirty-second of a diagonal.
    (0.0001, 150, true), (0.0001, 160, false),
  ])
  func `a part belongs to the main bounds if it does not reach far beyond them for its size`(
    size: Double, reach: Int32, belongs: Bool
  ) {
    let island: Square = (13_536 + reach - 100, 11_000, 100, size)
    let east = belongs ? 13_536 + Int(reach) : 13_536
    #expect(main([Self.mainland, island]) == [10_000, 10_000, east, 13_536])
  }

  @Test func `a part that belongs brings others near`() {
    let step: Square = (17_000, 10_000, 1000, 25)
    let far: Square = (24_000, 10_000, 500, 16)
    #expect(main([Self.mainland, far])[2] == 13_536)
    #expect(main([Self.mainland, far, step])[2] == 24_500)
  }

  @Test func `a chain of small islands is not followed`() {
    let chain = (1...40).map { step -> Square in (13_536 + 120 * Int32(step), 11_000, 20, 0.001) }
    #expect(main([Self.mainland] + chain)[2] == 13_536 + 120 + 20)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the order of parts does not count, but for the first`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let islands = (0..<30).map { _ -> Square in
      (
        Int32.random(in: 0...40_000, using: &random), Int32.random(in: 0...40_000, using: &random),
        Int32.random(in: 10...2000, using: &random), Double.random(in: 0...20, using: &random)
      )
    }
    let expected = main([Self.mainland] + islands)
    for _ in 0..<5 { #expect(main([Self.mainland] + islands.shuffled(using: &random)) == expected) }
  }

  @Test func `parts that are named are the main bounds, however far they lie`() {
    let squares: [Square] = [Self.mainland, (90_000, 10_000, 100, 1), (13_600, 13_600, 10, 1)]
    #expect(main(squares, .parts([0, 1])) == [10_000, 10_000, 90_100, 13_536])
    #expect(main(squares, .parts([2])) == [13_600, 13_600, 13_610, 13_610])
  }

  @Test func `what lies beyond the 180th meridian is as near as on the globe`() {
    // The world is 2²⁵ cells wide.
    let world: Int32 = 1 << 25
    #expect(
      main([(world - 5000, 10_000, 5000, 100), (0, 10_000, 1000, 5), (2000, 10_000, 1000, 5), (900_000, 0, 9, 1)])
        == [Int(world) - 5000, 10_000, Int(world) + 3000, 15_000])
  }
}

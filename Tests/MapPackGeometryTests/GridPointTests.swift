import MapPackGeometry
import Testing

@Test func `points are ordered by x, then by y, negative coordinates included`() {
  let ordered = [(-5, 9), (-5, 10), (0, -1), (0, 0), (3, -7)].map { GridPoint(x: $0, y: $1) }
  #expect(ordered.reversed().sorted() == ordered)
  #expect(ordered.map { GridPoint(key: $0.key) } == ordered)
}

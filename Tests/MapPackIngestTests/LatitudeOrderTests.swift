import Testing

@testable import MapPackIngest

@Suite struct LatitudeOrderTests {
  private static func strips(_ count: Int) -> [CoordinateBox] {
    (0..<count).reversed().map { index in
      var box = CoordinateBox()
      box.formUnion(-170, Double(index))
      box.formUnion(170, Double(index) + 0.8)
      return box
    }
  }

  @Test func `boxes that meet others are found from south to north, until it is enough`() {
    let boxes = Self.strips(100)
    let order = LatitudeOrder(boxes)
    var wanted = CoordinateBox()
    wanted.formUnion(0, 10.5)
    wanted.formUnion(1, 13.5)
    func found(_ most: Int) -> [Double] {
      var found: [Double] = []
      order.forEach(meeting: [wanted]) {
        found.append(boxes[$0].minY)
        return found.count < most
      }
      return found
    }
    #expect(found(99) == [10, 11, 12, 13])
    #expect(found(2) == [10, 11])
    order.forEach(meeting: [CoordinateBox()]) { _ in
      Issue.record("an empty box meets nothing")
      return true
    }
  }

  @Test func `polygons with wide edges that lie beside each other are not asked about each other`() {
    let boxes = Self.strips(1000)
    let order = LatitudeOrder(boxes)
    var looks = 0
    for box in boxes {
      order.forEach(meeting: [box]) { _ in
        looks += 1
        return true
      }
    }
    #expect(looks == 1000)
  }
}

import Foundation
import MapPackCoverage
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackEmit

/// Islands in a row, all of one size, with the numbers `people` and `homes`.
private func islands(_ people: [Double?], homes: [Double?] = []) -> Coverage {
  var drawing = CoverageDrawing()
  for index in people.indices {
    let x = Int32(index) * 20
    let arc = drawing.arc([(x, 0), (x + 10, 0), (x + 10, 10), (x, 10)], left: Int32(index), closed: true)
    drawing.region("\(100 + index)", "Island \(index)", area: 2e6, polygons: [[[arc]]])
  }
  drawing.set { coverage in
    for (index, value) in people.enumerated() {
      coverage.regions[index].numbers = value.map { [.init(name: "people", value: $0)] } ?? []
      if index < homes.count, let homes = homes[index] {
        coverage.regions[index].numbers.append(.init(name: "homes", value: homes))
      }
    }
  }
  return drawing.coverage
}

private func classes(
  _ values: [Double?], _ change: (inout NumberLook) -> Void = { _ in }
) throws -> NumberClasses {
  var look = NumberLook("people")
  change(&look)
  return try NumberClasses(look, of: islands(values))
}

@Suite struct `Classes of a number` {
  @Test(arguments: 0..<12 as Range<UInt64>, NumberLook.classCounts)
  func `classes have about as many regions, and begin at numbers with few digits`(seed: UInt64, count: Int) throws {
    var random = SplitMix64(seed: seed)
    let values = (0..<240).map { _ in pow(10, Double.random(in: -1...4, using: &random)) }
    let found = try classes(values) { $0.classes = count }
    #expect(found.count == count && found.breaks == found.breaks.sorted())
    #expect(found.counts.last == 0 && found.counts.reduce(0, +) == 240)
    let size = 240 / Double(count)
    for regions in found.counts.dropLast() {
      #expect((0.5 * size...1.5 * size).contains(Double(regions)), "\(found.counts)")
    }
    for text in found.breaks.map(NumberClasses.words) {
      #expect(text.filter { ("1"..."9").contains($0) }.count <= 2, "\(text)")
    }
    for (value, index) in zip(values, found.classOfRegion) {
      #expect(index == found.breaks.count { $0 <= value })
    }
  }

  @Test func `equal values are in one class, and who has no value in none`() throws {
    let most = try classes([nil] + [Double](repeating: 0, count: 60) + (1...40).map { Double($0 * 10) })
    #expect(most.classOfRegion[0] == most.count && Set(most.classOfRegion[1...60]) == [0])
    #expect(most.counts.first == 60 && most.counts.last == 1)
    let one = try classes([7, 7, nil])
    #expect(one.count == 1 && one.legend.map(\.words) == ["7", "no number"])
    let few = try classes([Double](repeating: 0, count: 29) + [5])
    #expect(few.counts == [29, 1, 0] && few.legend.map(\.words) == ["5 and more", "under 5"])
  }

  @Test(
    arguments: [
      ([0, 130], ["104 and more", "78 to 104", "52 to 78", "26 to 52", "under 26"]),
      ([-1, 1], ["0.6 and more", "0.2 to 0.6", "-0.2 to 0.2", "-0.6 to -0.2", "under -0.6"]),
      (
        [0, 1_234_567],
        ["990,000 and more", "740,000 to 990,000", "490,000 to 740,000", "250,000 to 490,000", "under 250,000"]
      ),
    ] as [([Double], [String])])
  func `equal steps are as wide as each other`(values: [Double], words: [String]) throws {
    #expect(try classes(values) { $0.breaks = .equalSteps }.legend.map(\.words) == words)
  }

  @Test func `own breaks say the number of classes; a break belongs to the class above it`() throws {
    let found = try classes([1, 10, 99, 100, 5000]) { $0.breaks = .own([10, 100, 1000, 10_000]) }
    #expect(found.classOfRegion == [0, 1, 1, 2, 3] && found.counts == [1, 2, 1, 1, 0, 0])
    #expect(
      found.legend.map(\.words) == ["10,000 and more", "1,000 to 10,000", "100 to 1,000", "10 to 100", "under 10"])
  }

  @Test func `a number is divided by the area in km², or by another number`() throws {
    let map = islands([10, 20, 30, nil], homes: [5, 0, nil, 4])
    var look = NumberLook("people")
    look.per = .squareKilometer
    #expect(try NumberClasses(look, of: map).values == [5, 10, 15, nil])
    #expect(try NumberClasses(look, of: map).title == "people per km²")
    look.per = .number("homes")
    #expect(try NumberClasses(look, of: map).values == [2, nil, nil, nil])
    #expect(try NumberClasses(look, of: map).title == "people per homes")
    look.per = .number("HOMES")
    #expect(throws: StageError.self) { try NumberClasses(look, of: map) }
    var lines = map
    lines.kind = .lines
    look.per = .squareKilometer
    #expect(throws: StageError.self) { try NumberClasses(look, of: lines) }
  }

  @Test func `the page draws the classes of the picture`() throws {
    let map = islands([1, 20, 300, nil])
    var options = PictureOptions()
    var look = NumberLook("people")
    look.breaks = .own([10, 100])
    (options.number, options.ramp) = (look, .moss)
    let coloring = try #require(try PageColoring(map, options: options))
    let json = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(coloring)) as? [String: Any])
    #expect(json["classes"] as? [Int] == [0, 1, 2, 3] && json["counts"] as? [Int] == [1, 1, 1, 1])
    #expect(json["breakWords"] as? [String] == ["10", "100"] && json["words"] as? [String] == ["1", "20", "300", ""])
    let fills = try #require((json["light"] as? [String: Any])?["fills"] as? [String])
    let picture = try #require(DrawnPicture(try svg(map, options: options)))
    #expect(picture.regions.map(\.color) == [0, 1, 2, 3].map { fills[$0] })
    let entries = (json["legend"] as? [String: Any])?["entries"] as? [[String: Any]]
    #expect(entries?.compactMap { $0["words"] as? String } == picture.legend.dropFirst().map(\.words))
    options.isDark = true
    let dark = try #require((json["dark"] as? [String: Any])?["fills"] as? [String])
    #expect(DrawnPicture(try svg(map, options: options))?.regions.map(\.color) == [0, 1, 2, 3].map { dark[$0] })
    options.legend = .none
    let plain = try #require(try PageColoring(map, options: options))
    #expect(try JSONSerialization.jsonObject(with: JSONEncoder().encode(plain)) as? [String: Any] != nil)
    #expect(DrawnPicture(try svg(map, options: options))?.legend.isEmpty == true)
    options.number = nil
    #expect(try PageColoring(map, options: options) == nil)
  }
}

@Suite struct `The legend of a picture` {
  /// Land with the number `people`: polygons of x and y from 0 to 1,000.
  private func land(_ polygons: [[(Int32, Int32)]]) -> Coverage {
    var drawing = CoverageDrawing()
    for (index, polygon) in polygons.enumerated() {
      let arc = drawing.arc(polygon, left: Int32(index), closed: true)
      drawing.region("\(index)", "", polygons: [[[arc]]])
    }
    drawing.set { coverage in
      for index in coverage.regions.indices { coverage.regions[index].numbers = [.init(name: "people", value: 7)] }
    }
    return drawing.coverage
  }

  private func drawn(_ polygons: [[(Int32, Int32)]], _ title: String? = nil) throws -> DrawnPicture {
    var options = PictureOptions()
    (options.number, options.title) = (NumberLook("people"), title)
    return try #require(DrawnPicture(try svg(land(polygons), options: options)))
  }

  private func hides(_ picture: DrawnPicture, _ card: DrawnPicture.Box) -> Bool {
    picture.regions.flatMap(\.lines).flatMap(\.points).contains(where: card.contains)
  }

  /// Land with a corner cut off. y grows downward in the plane.
  static let corners: [(free: (left: Bool, top: Bool), polygon: [(Int32, Int32)])] = [
    ((true, true), [(1000, 0), (1000, 1000), (0, 1000), (0, 600), (600, 0)]),
    ((false, true), [(0, 0), (400, 0), (1000, 600), (1000, 1000), (0, 1000)]),
    ((true, false), [(0, 0), (1000, 0), (1000, 1000), (600, 1000), (0, 400)]),
    ((false, false), [(0, 0), (1000, 0), (1000, 400), (400, 1000), (0, 1000)]),
  ]

  @Test(arguments: 0..<4) func `it lies in the corner in which it hides no land`(index: Int) throws {
    let (free, polygon) = Self.corners[index]
    let picture = try drawn([polygon.reversed()])
    let card = try #require(picture.card)
    #expect(picture.width == 1020 && !hides(picture, card))
    #expect((card.left < 51_000) == free.left && (card.top < 51_000) == free.top)
  }

  @Test(arguments: [nil, "Where people live"]) func `where each corner has land, the picture has room beside it`(
    title: String?
  ) throws {
    let picture = try drawn([[(0, 0), (0, 1000), (1000, 1000), (1000, 0)].reversed()], title)
    let card = try #require(picture.card)
    #expect(picture.width > 1020 && !hides(picture, card))
    #expect(card.left > 0 && Double(card.right) < picture.width * 100)
    let top = picture.regions.flatMap(\.lines).flatMap(\.points).map(\.y).min() ?? 0
    #expect(picture.titles == (title.map { [$0] } ?? []) && (title == nil) == (top == 1_000))
    #expect(picture.title == title)
  }

  @Test func `a flat map gets as high as the legend`() throws {
    let picture = try drawn([[(0, 0), (0, 10), (1000, 10), (1000, 0)].reversed()])
    let card = try #require(picture.card)
    #expect(!hides(picture, card) && Double(card.bottom) < picture.height * 100 && card.top > 0)
  }

  @Test func `names are left out if nobody wants them, and lie under no legend`() throws {
    var options = PictureOptions()
    options.hasNames = false
    let map = islands([1, 2, 3])
    #expect(DrawnPicture(try svg(map, options: options))?.names.isEmpty == true)
    options.hasNames = true
    options.number = NumberLook("people")
    let picture = try #require(DrawnPicture(try svg(map, options: options)))
    let card = try #require(picture.card)
    #expect(picture.names.count == 3)
    for name in picture.names {
      #expect(!card.contains(.init(x: Int(name.x * 100), y: Int(name.y * 100))))
    }
  }
}

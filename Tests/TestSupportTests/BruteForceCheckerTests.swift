import TestSupport
import Testing

/// A closed ring from its corners.
private func ring(_ corners: (Int, Int)...) -> [(Int, Int)] { corners + corners.prefix(1) }

/// A counter-clockwise square.
private func square(_ x: Int, _ y: Int, _ size: Int) -> [(Int, Int)] {
  ring((x, y), (x + size, y), (x + size, y + size), (x, y + size))
}

private func hole(_ x: Int, _ y: Int, _ size: Int) -> [(Int, Int)] { square(x, y, size).reversed() }

private func region(_ code: String, _ polygons: [[(Int, Int)]]...) -> BruteForceChecker.Region {
  BruteForceChecker.Region(code: code, polygons: polygons)
}

struct Map: Sendable, CustomTestStringConvertible {
  var name: String
  var regions: [BruteForceChecker.Region]
  /// A part of the sentence that must be among what is found.
  var sentence = ""
  var testDescription: String { name }
}

private let wellMade: [Map] = [
  Map(name: "a square", regions: [region("A", [square(0, 0, 4)])]),
  Map(
    name: "an enclave in an enclave",
    regions: [
      region("A", [square(0, 0, 9), hole(1, 1, 7)], [square(3, 3, 2)]),
      region("B", [square(1, 1, 7), hole(3, 3, 2)]),
    ]),
  Map(
    name: "a hole that touches its shell in one vertex",
    regions: [region("A", [ring((0, 0), (4, 0), (8, 0), (8, 8), (0, 8)), ring((4, 0), (3, 3), (5, 3))])]),
  Map(
    name: "two holes that touch in one vertex",
    regions: [region("A", [square(0, 0, 9), hole(1, 1, 3), hole(4, 4, 3)])]),
  Map(
    name: "four regions at a point",
    regions: [
      region("A", [square(0, 0, 2)]), region("B", [square(2, 0, 2)]), region("C", [square(2, 2, 2)]),
      region("D", [square(0, 2, 2)]),
    ]),
  Map(
    name: "two islands of a region that touch in a point",
    regions: [region("A", [square(0, 0, 2)], [square(2, 2, 2)])]),
  Map(
    name: "an enclave that touches the border of the region round it",
    regions: [
      region("A", [ring((0, 0), (4, 0), (8, 0), (8, 8), (0, 8)), ring((4, 0), (3, 3), (5, 3))]),
      region("B", [ring((4, 0), (5, 3), (3, 3))]),
    ]),
  Map(
    name: "two neighbors with vertices along their border",
    regions: [
      region("A", [ring((0, 0), (3, 0), (3, 1), (3, 4), (0, 4))]),
      region("B", [ring((3, 0), (7, 0), (7, 4), (3, 4), (3, 1))]),
    ]),
  Map(
    name: "coordinates of two to the sixtieth",
    regions: [region("A", [square(-1 << 59, -1 << 59, 1 << 60)], [square((1 << 59) + 1, 0, 1)])]),
  Map(
    name: "a chain of holes from one side of the shell, not to the other",
    regions: [
      region(
        "A",
        [
          ring((0, 0), (4, 0), (8, 0), (8, 8), (0, 8)), ring((4, 0), (3, 2), (4, 4), (5, 2)),
          ring((4, 4), (3, 6), (5, 6)),
        ])
    ]),
]

private let broken: [Map] = [
  Map(
    name: "a ring that is not closed", regions: [region("A", [square(0, 0, 4).dropLast()])],
    sentence: "ring 0 is not closed"),
  Map(name: "a ring of two vertices", regions: [region("A", [ring((0, 0), (4, 0))])], sentence: "only 2 distinct"),
  Map(
    name: "a ring that touches itself in a vertex",
    regions: [region("A", [ring((0, 0), (4, 0), (4, 4), (2, 2), (4, 8), (0, 8), (2, 2), (0, 4))])],
    sentence: "the vertex (2, 2) twice"),
  Map(
    name: "a ring that crosses itself", regions: [region("A", [ring((0, 0), (4, 4), (4, 0), (0, 4))])],
    sentence: "cross: (0, 0)–(4, 4) and (4, 0)–(0, 4)"),
  Map(
    name: "a spike", regions: [region("A", [ring((0, 0), (4, 0), (4, 4), (4, 9), (4, 2), (0, 4))])],
    sentence: "lies inside the edge"),
  Map(
    name: "a ring that touches its own edge",
    regions: [region("A", [ring((0, 0), (8, 0), (8, 8), (4, 0), (0, 8))])],
    sentence: "the vertex (4, 0) lies inside the edge (0, 0)–(8, 0)"),
  Map(name: "a clockwise shell", regions: [region("A", [hole(0, 0, 4)])], sentence: "ring 0 runs clockwise"),
  Map(
    name: "a counter-clockwise hole", regions: [region("A", [square(0, 0, 9), square(2, 2, 2)])],
    sentence: "ring 1 runs counter-clockwise"),
  Map(
    name: "a hole outside its shell", regions: [region("A", [square(0, 0, 4), hole(6, 6, 2)])],
    sentence: "ring 1 is a hole outside its shell"),
  Map(
    name: "a hole that touches its shell from outside",
    regions: [region("A", [square(0, 0, 4), hole(4, 4, 2)])], sentence: "ring 1 is a hole outside its shell"),
  Map(
    name: "a hole in a hole", regions: [region("A", [square(0, 0, 9), hole(1, 1, 7), hole(3, 3, 2)])],
    sentence: "ring 2 lies in the hole"),
  Map(
    name: "a hole with an edge on its shell",
    regions: [
      region("A", [ring((0, 0), (2, 0), (4, 0), (8, 0), (8, 8), (0, 8)), ring((2, 0), (2, 2), (4, 2), (4, 0))])
    ],
    sentence: "of the same region have the edge"),
  Map(
    name: "a hole that touches its shell in two vertices",
    regions: [
      region("A", [ring((0, 0), (4, 0), (8, 0), (8, 8), (4, 8), (0, 8)), ring((4, 0), (3, 4), (4, 8), (5, 4))])
    ],
    sentence: "cut its inside in two"),
  Map(
    name: "three holes that touch in a cycle",
    regions: [
      region(
        "A",
        [
          square(0, 0, 20), ring((4, 4), (6, 6), (10, 4), (6, 3)), ring((10, 4), (9, 7), (7, 10), (11, 7)),
          ring((7, 10), (7, 8), (4, 4), (5, 8)),
        ])
    ],
    sentence: "cut its inside in two"),
  Map(
    name: "a hole that crosses its shell in vertices",
    regions: [
      region(
        "A", [ring((0, 0), (8, 0), (8, 2), (8, 6), (8, 8), (0, 8)), ring((4, 4), (8, 6), (12, 4), (8, 2))])
    ],
    sentence: "at (8, 2)"),
  Map(
    name: "polygons of a region with an edge in common",
    regions: [region("A", [square(0, 0, 2)], [square(2, 0, 2)])], sentence: "of the same region have the edge"),
  Map(
    name: "polygons of a region that overlap",
    regions: [region("A", [square(0, 0, 4)], [square(2, 2, 4)])], sentence: "cross"),
  Map(
    name: "regions that overlap", regions: [region("A", [square(0, 0, 4)]), region("B", [square(2, 2, 4)])],
    sentence: "cross"),
  Map(
    name: "the same region twice", regions: [region("A", [square(0, 0, 4)]), region("B", [square(0, 0, 4)])],
    sentence: "in the same direction"),
  Map(
    name: "a region inside another", regions: [region("A", [square(0, 0, 9)]), region("B", [square(2, 2, 2)])],
    sentence: "region B, polygon 0 lies inside region A, polygon 0"),
  Map(
    name: "a region inside another's enclave",
    regions: [
      region("A", [square(0, 0, 9), hole(1, 1, 7)]), region("B", [square(1, 1, 7)]), region("C", [square(3, 3, 2)]),
    ],
    sentence: "region C, polygon 0 lies inside region B, polygon 0"),
  Map(
    name: "a region that touches another from inside",
    regions: [
      region("A", [ring((0, 0), (4, 0), (8, 0), (8, 8), (0, 8))]), region("B", [ring((4, 0), (5, 3), (3, 3))]),
    ],
    sentence: "overlap at (4, 0)"),
  Map(
    name: "a region across another, through vertices alone",
    regions: [
      region("A", [ring((0, 0), (4, 0), (8, 0), (8, 8), (4, 8), (0, 8))]),
      region("B", [ring((4, 0), (5, 4), (4, 8), (3, 4))]),
    ],
    sentence: "overlap at (4, 0)"),
  Map(
    name: "neighbors of which one lacks a vertex",
    regions: [
      region("A", [ring((0, 0), (3, 0), (3, 1), (3, 4), (0, 4))]), region("B", [square(3, 0, 4)]),
    ],
    sentence: "the vertex (3, 1) lies inside the edge"),
  Map(
    name: "borders that overlap in part",
    regions: [region("A", [square(0, 0, 4)]), region("B", [square(4, 2, 4)])],
    sentence: "lies inside the edge"),
]

@Test(arguments: wellMade)
func `a well-made map passes the checker`(map: Map) {
  #expect(BruteForceChecker.violations(of: map.regions) == [])
}

@Test(arguments: broken)
func `the checker finds each kind of defect`(map: Map) {
  let found = BruteForceChecker.violations(of: map.regions)
  #expect(found.contains { $0.contains(map.sentence) }, "\(found)")
}

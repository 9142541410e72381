import Foundation
import MapPackGeometry
import TestSupport
import Testing

/// The overlay cases of JTS, if MAPPACK_CORPORA names a folder that has them.
private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"].map { URL(fileURLWithPath: $0) }

/// Two drawings laid over each other, and the areas that JTS has written down for what comes of it.
private struct OverlayCase {
  var description: String
  var a: [WKTPolygon]
  var b: [WKTPolygon]
  /// By operation.
  var expectedArea: [String: Double]

  static func all(inFile name: String) throws -> [OverlayCase] {
    let file = try #require(corpora).appendingPathComponent("validity-jts-xml/testxml/general/\(name).xml")
    let text = try String(contentsOf: file, encoding: .utf8)
    return try text.components(separatedBy: "<case>").dropFirst().compactMap { part in
      let a = WKTReader.polygonalGeometries(in: part.between("<a>", "</a>") ?? "").flatMap { $0 }
      let b = WKTReader.polygonalGeometries(in: part.between("<b>", "</b>") ?? "").flatMap { $0 }
      guard !a.isEmpty, !b.isEmpty else { return nil }
      var areas: [String: Double] = [:]
      for test in part.components(separatedBy: "<test>").dropFirst() {
        let operation = try #require(test.between("name=\"", "\""))
        let result = try #require(test.between(">", "</op>")?.between(">", "</op>") ?? test.between("\">", "</op>"))
        areas[operation] = WKTReader.polygonalGeometries(in: result).flatMap { $0 }.reduce(0) { $0 + Self.area(of: $1) }
      }
      let description = part.between("<desc>", "</desc>") ?? ""
      return OverlayCase(description: description, a: a, b: b, expectedArea: areas)
    }
  }

  private static func area(of polygon: WKTPolygon) -> Double {
    polygon.enumerated().reduce(0) { $0 + ($1.offset == 0 ? 1 : -1) * abs(doubledArea(of: $1.element)) / 2 }
  }

  private static func doubledArea(of ring: [(x: Double, y: Double)]) -> Double {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }

  /// The areas after both are noded on a grid with so many cells to a unit, and how far rounding may move each.
  func areas(cellsPerUnit: Double) -> (byOperation: [String: Double], tolerance: Double) {
    let rings = (a + b).joined()
    let west = rings.joined().map(\.x).min() ?? 0
    let south = rings.joined().map(\.y).min() ?? 0
    var paths = ClaimedPaths()
    var length = 0.0
    for (claim, polygons) in [a, b].enumerated() {
      for (index, ring) in polygons.flatMap({ $0.enumerated() }) {
        // The land lies on the left of a shell and of a hole.
        let isForward = (Self.doubledArea(of: ring) > 0) == (index == 0)
        var points: [GridPoint] = []
        for (x, y) in isForward ? ring : ring.reversed() {
          let point = GridPoint(
            x: Int32(((x - west) * cellsPerUnit).rounded()), y: Int32(((y - south) * cellsPerUnit).rounded()))
          if points.last != point { points.append(point) }
        }
        while points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count > 2 else { continue }
        for (p, q) in zip(points, points.dropFirst() + points.prefix(1)) {
          length += hypot(Double(p.x) - Double(q.x), Double(p.y) - Double(q.y))
        }
        for point in points { paths.paths.append(point) }
        paths.endPath(isClosed: true, left: Int32(claim), right: ClaimedPaths.none)
      }
    }
    let arranged = arrange(paths, regionCount: 3, jobs: 1) { label in
      let claims = Set(label.filter { $0.count > 0 }.map(\.claim))
      return claims.isEmpty ? [] : [claims.count == 2 ? 2 : claims.contains(0) ? 0 : 1]
    }
    var doubled: [Double] = [0, 0, 0]
    for (arc, area) in arranged.arcs.paths.doubledAreas().enumerated() {
      if arranged.arcs.left[arc] >= 0 { doubled[Int(arranged.arcs.left[arc])] += Double(area) }
      if arranged.arcs.right[arc] >= 0 { doubled[Int(arranged.arcs.right[arc])] -= Double(area) }
    }
    let area = doubled.map { $0 / 2 / (cellsPerUnit * cellsPerUnit) }
    return (
      [
        "intersection": area[2], "union": area[0] + area[1] + area[2], "difference": area[0],
        "symdifference": area[0] + area[1],
      ], length / (cellsPerUnit * cellsPerUnit)
    )
  }
}

/// Two polygons, and the areas of their intersection, of each without the other, computed by hand.
@Test(
  arguments: [
    ("(0 0, 4 0, 4 4, 0 4, 0 0)", "(2 2, 6 2, 6 6, 2 6, 2 2)", 4, 12, 12),
    ("(0 0, 6 0, 6 6, 0 6, 0 0)", "(2 2, 4 2, 4 4, 2 4, 2 2)", 4, 32, 0),
    ("(0 0, 4 0, 4 4, 0 4, 0 0)", "(4 0, 8 0, 8 4, 4 4, 4 0)", 0, 16, 16),
    ("(0 0, 4 0, 4 4, 0 4, 0 0)", "(5 5, 8 5, 8 8, 5 8, 5 5)", 0, 16, 9),
    ("(0 0, 6 0, 6 6, 0 6, 0 0), (2 2, 2 4, 4 4, 4 2, 2 2)", "(2 2, 4 2, 4 4, 2 4, 2 2)", 0, 32, 4),
    ("(0 0, 6 0, 6 6, 0 6, 0 0), (2 2, 2 4, 4 4, 4 2, 2 2)", "(3 3, 8 3, 8 5, 3 5, 3 3)", 5, 27, 5),
    ("(0 0, 6 0, 0 6, 0 0)", "(6 6, 0 6, 6 0, 6 6)", 0, 18, 18),
    // The corners of what they share are no points of the grid.
    ("(0 0, 3 0, 3 3, 0 3, 0 0)", "(1 -1, 5 1, 1 4, 1 -1)", 35 / 6, 19 / 6, 25 / 6),
    ("(0 0, 7 1, 2 6, 0 0)", "(1 5, 4 -1, 6 5, 1 5)", 10.35, 9.65, 4.65),
  ] as [(String, String, Double, Double, Double)])
func `two polygons laid over each other have the areas that they have by hand`(
  a: String, b: String, both: Double, aAlone: Double, bAlone: Double
) throws {
  let expected = [
    "intersection": both, "union": both + aAlone + bAlone, "difference": aAlone, "symdifference": aAlone + bAlone,
  ]
  let drawings = [a, b].map { WKTReader.polygonalGeometries(in: "POLYGON (\($0))").flatMap { $0 } }
  let (areas, tolerance) = OverlayCase(description: "", a: drawings[0], b: drawings[1], expectedArea: expected)
    .areas(cellsPerUnit: 65_536)
  for (operation, area) in expected { #expect(abs((areas[operation] ?? .nan) - area) <= tolerance, "\(operation)") }
}

@Suite(.enabled(if: corpora != nil)) struct `The overlay cases of JTS` {
  @Test func `overlay cases of JTS have the areas that JTS has written down`() throws {
    var compared = 0
    for example in try OverlayCase.all(inFile: "TestOverlayAA") {
      let (areas, tolerance) = example.areas(cellsPerUnit: 65_536)
      for (operation, expected) in example.expectedArea {
        let area = try #require(areas[operation], "\(operation)")
        #expect(abs(area - expected) <= tolerance, "\(example.description): \(operation)")
        compared += 1
      }
    }
    #expect(compared >= 30)
  }

  @Test func `overlay cases of JTS have its areas on the grid of its precision model`() throws {
    var compared = 0
    for example in try OverlayCase.all(inFile: "TestOverlayAAPrec") {
      let (areas, _) = example.areas(cellsPerUnit: 1)
      for (operation, expected) in example.expectedArea {
        #expect(areas[operation] == expected, "\(example.description): \(operation)")
        compared += 1
      }
    }
    #expect(compared >= 30)
  }
}

import MapGeometry
import MapTopology

/// Lines or points of regions in the units of a zoom.
///
/// Lines have a vertex wherever they cross a side of a tile's box. So cutting makes no vertices, and neighboring tiles
/// have the same lines where they overlap. The lines of a region stand next to each other, and regions ascend.
/// `TilePyramid` makes one for each zoom, of the level that it chooses.
struct TileLines: TileContent {
  private(set) var points: ContiguousArray<GridPoint> = []
  /// Line l owns `points[start[l] ..< start[l + 1]]`: two points or more, or a single one if the map has points.
  private(set) var start: ContiguousArray<Int> = [0]
  /// Per line: the region that it belongs to.
  private(set) var region: ContiguousArray<Int32> = []
  private let arePoints: Bool

  private init(arePoints: Bool) { self.arePoints = arePoints }

  /// Takes the regions of a coverage at a level, rounded to the grid of a zoom.
  ///
  /// A line that collapses to a point of the grid is left out. If several points of a region round to the same point,
  /// one is kept.
  ///
  /// - Precondition: the coverage has lines or points.
  /// - Complexity: O(n + s) for n vertices and s sides of tiles' boxes that the lines cross.
  init(_ coverage: Coverage, on packGrid: PackGrid, level: Int, zoom grid: TileGrid) {
    self.init(arePoints: coverage.kind == .points)
    for region in coverage.regions.indices {
      var seen: Set<GridPoint> = []
      for line in coverage.polygons(of: region)
      where Int(coverage.polygonLevel[line]) >= level {
        coverage.forEachVertex(ofRing: line, level: level) { cell in
          let point = grid.point(cell, of: packGrid)
          if arePoints, !seen.insert(point).inserted { return }
          append(point, isCut: true)
        }
        endLine(of: Int32(truncatingIfNeeded: region))
      }
    }
  }

  var isEmpty: Bool { region.isEmpty }
  var regions: Set<Int32> { Set(region) }

  /// The parts of the lines that lie in a box or on its sides.
  ///
  /// - Complexity: O(n) for n points.
  func clipped(to box: TileBox) -> TileLines {
    var result = TileLines(arePoints: arePoints)
    for line in region.indices {
      // Each segment is wholly inside the box or wholly outside, because lines have a vertex wherever they cross a
      // side.
      for point in points[start[line]..<start[line + 1]] {
        if box.contains(point) { result.append(point, isCut: false) } else { result.endLine(of: region[line]) }
      }
      result.endLine(of: region[line])
    }
    return result
  }

  func layers(of members: [TileMap.Member], x: Int32, y: Int32, _ box: TileBox) -> [TileLayer] {
    var layer = TileLayer(arePoints ? "points" : "lines")
    var line = 0
    while line < region.count {
      let owner = region[line]
      let end = region[line...].firstIndex { $0 != owner } ?? region.count
      var geometry = TileGeometry(tileX: x, tileY: y)
      if arePoints {
        geometry.append(points: points[start[line]..<start[end]])
      } else {
        for line in line..<end { geometry.append(line: points[start[line]..<start[line + 1]]) }
      }
      let member = members[Int(owner)]
      layer.append(arePoints ? .point : .linestring, geometry, id: member.id, member.fields)
      line = end
    }
    return [layer]
  }

  /// Adds a vertex to the line that is being written, unless it repeats the vertex before it.
  ///
  /// - Parameter isCut: whether the line also gets a vertex wherever the segment to this one crosses a side of a tile's
  ///   box.
  private mutating func append(_ point: GridPoint, isCut: Bool) {
    if points.count > start[start.count - 1], let last = points.last {
      if last == point { return }
      if isCut { points += Self.crossings(last, point) }
    }
    points.append(point)
  }

  /// Ends the line that is being written. It is left out if it has too few vertices.
  private mutating func endLine(of owner: Int32) {
    let first = start[start.count - 1]
    guard points.count >= first + (arePoints ? 1 : 2) else { return points.removeLast(points.count - first) }
    start.append(points.count)
    region.append(owner)
  }

  /// The points between a segment's ends at which it crosses sides of tiles' boxes, rounded to the grid, from a to b.
  /// Both directions give the same points.
  ///
  /// Rounding keeps the order along both axes, so no piece between two of these points passes a side.
  private static func crossings(_ a: GridPoint, _ b: GridPoint) -> [GridPoint] {
    var crossings: [GridPoint] = []
    for x in sides(between: a.x, b.x) {
      crossings.append(GridPoint(x: x, y: coordinate(at: x, from: (a.x, a.y), to: (b.x, b.y))))
    }
    for y in sides(between: a.y, b.y) {
      crossings.append(GridPoint(x: coordinate(at: y, from: (a.y, a.x), to: (b.y, b.x)), y: y))
    }
    func isBefore(_ one: Int32, _ other: Int32, _ start: Int32, _ end: Int32) -> Bool {
      start < end ? one < other : one > other
    }
    crossings.sort { $0.x != $1.x ? isBefore($0.x, $1.x, a.x, b.x) : isBefore($0.y, $1.y, a.y, b.y) }
    var distinct: [GridPoint] = []
    for point in crossings where point != (distinct.last ?? a) && point != b { distinct.append(point) }
    return distinct
  }

  /// The coordinates of boxes' sides between two coordinates. Sides lie a buffer before and behind each edge of tiles,
  /// as `TileBox` says.
  private static func sides(between a: Int32, _ b: Int32) -> [Int32] {
    let (low, high) = (min(a, b), max(a, b))
    guard high - low > 1 else { return [] }
    func row(_ coordinate: Int32) -> Int32 { coordinate >> TileGrid.extent.trailingZeroBitCount }
    var sides: [Int32] = []
    for edge in row(low)...row(high) + 1 {
      for side in [edge * TileGrid.extent - TileGrid.buffer, edge * TileGrid.extent + TileGrid.buffer]
      where low < side && side < high {
        sides.append(side)
      }
    }
    return sides
  }

  /// The second coordinate of a segment at a first coordinate, rounded; halves are rounded up.
  private static func coordinate(
    at position: Int32, from a: (Int32, Int32), to b: (Int32, Int32)
  ) -> Int32 {
    // Differences are below 2³⁰, so products fit.
    let (start, end) = a.0 < b.0 ? (a, b) : (b, a)
    let run = Int64(end.0) - Int64(start.0)
    let rise = (Int64(end.1) - Int64(start.1)) * (Int64(position) - Int64(start.0))
    let doubled = 2 * rise + run
    let rounded = doubled >= 0 ? doubled / (2 * run) : (doubled - 2 * run + 1) / (2 * run)
    return Int32(truncatingIfNeeded: Int64(start.1) + rounded)
  }
}

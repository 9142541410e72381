import MapArrangement
import MapGeometry
import MapTopology

/// Rings of regions in the units of a zoom, with the land on the left if y is drawn upwards. `TilePyramid` makes one
/// for each zoom, of the level that it chooses.
struct TileRings: TileContent {
  private(set) var points: ContiguousArray<GridPoint> = []
  /// Ring r owns `points[start[r] ..< start[r + 1]]`.
  private(set) var start: ContiguousArray<Int> = [0]
  /// Per ring: the region that it belongs to.
  private(set) var region: ContiguousArray<Int32> = []

  var count: Int { region.count }
  var isEmpty: Bool { region.isEmpty }
  var regions: Set<Int32> { Set(region) }

  /// The points of a ring, without its first one at the end.
  func ring(_ index: Int) -> ArraySlice<GridPoint> { ArraySlice(points[start[index]..<start[index + 1]]) }

  /// Adds a ring. Repeated points are left out, and so is a ring that then has fewer than three.
  mutating func append(_ ring: some Sequence<GridPoint>, of owner: Int32) {
    let first = points.count
    for point in ring where points.count == first || points[points.count - 1] != point { points.append(point) }
    while points.count > first + 1, points[points.count - 1] == points[first] { points.removeLast() }
    guard points.count >= first + 3 else { return points.removeLast(points.count - first) }
    start.append(points.count)
    region.append(owner)
  }

  /// What lies of the rings in a box. Where a ring leaves the box, it runs along the box's sides instead, so it may
  /// touch itself there. `layers(of:x:y:_:)` makes valid polygons of such rings.
  ///
  /// Each point outside is moved to the nearest point of the box. Of the moved points, only corners of the box are
  /// kept; points of the ring that lie on a side themselves stay.
  ///
  /// This is correct because the rings have a vertex wherever they cross the lines on which the box's sides lie. Each
  /// edge lies on one side of each of these lines, so its ends say where all of it moves. A ring winds round a point
  /// inside the box as often as before, because no moved part passes over the point. Parts that run back and forth
  /// along a side enclose nothing.
  ///
  /// - Complexity: O(n) for n points.
  func clipped(to box: TileBox) -> TileRings {
    var result = TileRings()
    for index in 0..<count {
      let ring = points[start[index]..<start[index + 1]]
      if ring.allSatisfy(box.contains) {
        result.append(ring, of: region[index])
        continue
      }
      guard ring.contains(where: { $0.x > box.west }), ring.contains(where: { $0.x < box.east }),
        ring.contains(where: { $0.y > box.north }), ring.contains(where: { $0.y < box.south })
      else { continue }
      result.append(ring.lazy.compactMap(box.nearest(to:)), of: region[index])
    }
    return result
  }
}

extension TileRings {
  /// The layers `regions` with the polygons and `borders` with the lines between them and round them.
  func layers(of members: [TileMap.Member], x: Int32, y: Int32, _ box: TileBox) -> [TileLayer] {
    let land = arrange(claims, regionCount: members.count, jobs: 1) {
      $0.filter { $0.count > 0 }.map(\.claim)
    }
    var regions = TileLayer("regions")
    var polygons = land.polygons[...]
    while let region = polygons.first?.region {
      var geometry = TileGeometry(tileX: x, tileY: y)
      while let polygon = polygons.first, polygon.region == region {
        for ring in polygon.rings { geometry.append(ring: ring) }
        polygons.removeFirst()
      }
      let member = members[Int(region)]
      regions.append(.polygon, geometry, id: member.id, member.fields)
    }
    return [regions, Self.borders(land.arcs, x: x, y: y, box)]
  }

  private static func borders(_ arcs: ArcTable, x: Int32, y: Int32, _ box: TileBox) -> TileLayer {
    var layer = TileLayer("borders")
    for kind in ["border", "coast"] {
      var geometry = TileGeometry(tileX: x, tileY: y)
      for arc in 0..<arcs.count {
        let isCoast = arcs.left[arc] == ArcTable.none || arcs.right[arc] == ArcTable.none
        guard isCoast == (kind == "coast") else { continue }
        var points = arcs.vertices(of: arc).map(arcs.point)
        if arcs.isClosed[arc], let first = points.first { points.append(first) }
        // Segments along a side of the box are cuts, not borders.
        for line in points.split(between: { box.hasOnSide($0, $1) }) { geometry.append(line: line) }
      }
      guard !geometry.numbers.isEmpty else { continue }
      layer.append(.linestring, geometry, [TileField(key: "kind", value: .text(kind))])
    }
    return layer
  }
}

extension TileRings {
  /// Takes the regions of a coverage at a level, rounded to the grid of a zoom and valid there, with a vertex wherever
  /// a border crosses a side of a tile's box.
  ///
  /// Land that several regions claim after rounding goes to one of them, by the rule of `FaceOwners`. A region that has
  /// no land left is absent.
  ///
  /// - Precondition: the coverage has areas.
  /// - Complexity: O(n log n) for the sum n of the vertices and the crossings of borders and sides.
  init(_ coverage: Coverage, on packGrid: PackGrid, level: Int, zoom grid: TileGrid, jobs: Int) {
    var rounded = TileRings()
    for region in coverage.regions.indices {
      for polygon in coverage.polygons(of: region)
      where Int(coverage.polygonLevel[polygon]) >= level {
        for ring in coverage.rings(of: polygon) {
          var points: [GridPoint] = []
          coverage.forEachVertex(ofRing: ring, level: level) { points.append(grid.point($0, of: packGrid)) }
          rounded.append(points, of: Int32(region))
        }
      }
    }
    var claims = rounded.claims
    let nobody = Int32(coverage.regions.count)
    TouchedTiles(claims.paths).appendSides(to: &claims, claim: nobody)
    let arrangement = arrange(claims, regionCount: coverage.regions.count, jobs: jobs) { claims in
      claims.filter { $0.count > 0 && $0.claim < nobody }.map(\.claim)
    }
    self.init()
    for polygon in arrangement.polygons {
      for ring in polygon.rings { append(ring, of: polygon.region) }
    }
  }

  /// The rings as closed paths that claim the land on their left.
  var claims: ClaimedPaths {
    var claims = ClaimedPaths()
    for index in 0..<count {
      for point in ring(index) { claims.paths.append(point) }
      claims.endPath(isClosed: true, left: region[index], right: ClaimedPaths.none)
    }
    return claims
  }
}

extension Arrangement {
  /// The polygons: their regions, and their rings, the shell first.
  var polygons: [(region: Int32, rings: [[GridPoint]])] {
    var polygons: [(region: Int32, rings: [[GridPoint]])] = []
    for region in 0..<polygonStart.count - 1 {
      for polygon in polygonStart[region]..<polygonStart[region + 1] {
        let rings = (ringStart[polygon]..<ringStart[polygon + 1]).map { ring in
          var points: [GridPoint] = []
          for reference in references[referenceStart[ring]..<referenceStart[ring + 1]] {
            arcs.forEachVertex(of: reference) { points.append(arcs.point($0)) }
          }
          return points
        }
        polygons.append((Int32(truncatingIfNeeded: region), rings))
      }
    }
    return polygons
  }
}

extension Array {
  /// Splits an array between neighboring elements that are apart. Runs of a single element are left out.
  fileprivate func split(between isApart: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var first = startIndex
    for index in indices {
      let isEnd = index + 1 == endIndex || isApart(self[index], self[index + 1])
      guard isEnd else { continue }
      if index > first { runs.append(self[first...index]) }
      first = index + 1
    }
    return runs
  }
}

import MapPack
import MapPackFeatures
import MapPackGeometry

extension Coverage {
  /// Per region: the rectangle of longitude and latitude round all its polygons; `nil` if it has none. A region with
  /// land on both sides of ±180° has a rectangle from one side of the map to the other. All vertices of level 0 count.
  /// - Complexity: O(n + r) for n vertices and r arc references.
  package var extents: [Bounds?] {
    let boxes = arcs.paths.boxes(jobs: 1)
    return regions.indices.map { region in
      let polygons = polygons(of: region)
      guard !polygons.isEmpty else { return nil }
      var box = GridBox()
      for polygon in polygons {
        // The shell is enough, because holes lie within it.
        let shell = shell(of: polygon)
        for reference in references(of: shell) { box.extend(to: boxes[reference.arc]) }
      }
      guard !box.isEmpty else { return nil }
      let (one, other) = (
        plane.degrees(of: GridPoint(x: box.minX, y: box.minY)), plane.degrees(of: GridPoint(x: box.maxX, y: box.maxY))
      )
      return Bounds(
        west: one.longitude, south: min(one.latitude, other.latitude), east: other.longitude,
        north: max(one.latitude, other.latitude))
    }
  }

  /// Whether a location in degrees lies within a region, by the parity of the borders to its east.
  ///
  /// Edges are straight on the coverage's plane, with all vertices of level 0. For a location on a border, the answer
  /// may be either.
  /// - Precondition: the coverage has areas. The location is not beyond ±180°.
  /// - Complexity: O(n) for n vertices of the region.
  package func contains(longitude: Double, latitude: Double, region: Int) -> Bool {
    let (x, y): (Double, Double)
    switch plane {
    case .lonlat(let grid):
      (x, y) = (longitude / grid.unit - Double(grid.originX), latitude / grid.unit - Double(grid.originY))
    case .mercator(let grid):
      let point = MapPoint(longitude: longitude, latitude: latitude)
      (x, y) = (
        (point.x - grid.x(0)) / (grid.x(1) - grid.x(0)), (point.y - grid.y(0)) / (grid.y(1) - grid.y(0))
      )
    }
    var isInside = false
    let polygons = polygons(of: region)
    for ring in rings(ofAll: polygons) {
      for reference in references(of: ring) {
        let vertices = arcs.vertices(of: reference.arc)
        var previous = arcs.isClosed[reference.arc] ? vertices.upperBound - 1 : vertices.lowerBound
        for vertex in arcs.isClosed[reference.arc] ? vertices : vertices.dropFirst() {
          let (a, b) = (arcs.point(previous), arcs.point(vertex))
          previous = vertex
          guard (Double(a.y) > y) != (Double(b.y) > y) else { continue }
          let share = (y - Double(a.y)) / (Double(b.y) - Double(a.y))
          if Double(a.x) + share * (Double(b.x) - Double(a.x)) > x { isInside.toggle() }
        }
      }
    }
    return isInside
  }

  /// A coverage of some of the regions, with their polygons and arcs, in the order in which the regions are given.
  ///
  /// The plane and the levels are kept. Sources, findings and the ledger are empty, and arcs have no regions on their
  /// sides. So it fails its proof, and is only good for what reads rings, such as `ShapeOverlap`.
  /// - Complexity: O(a + n) for a arcs of the whole coverage and n vertices of the chosen regions.
  package func shapes(of chosen: some Sequence<Int>) -> Coverage {
    var result = Coverage(plane: plane)
    result.levels = levels
    var newArc = [Int32](repeating: ArcTable.none, count: arcs.count)
    for region in chosen {
      result.regions.append(regions[region])
      for polygon in polygons(of: region) {
        for ring in rings(of: polygon) {
          for reference in references(of: ring) {
            if newArc[reference.arc] < 0 {
              newArc[reference.arc] = Int32(truncatingIfNeeded: result.arcs.count)
              result.arcs.append(reference.arc, of: arcs)
            }
            result.references.append(
              ArcReference(arc: Int(newArc[reference.arc]), reversed: reference.isReversed))
          }
          result.referenceStart.append(result.references.count)
        }
        result.ringStart.append(result.referenceStart.count - 1)
        result.polygonLevel.append(polygonLevel[polygon])
        result.polygonArea.append(polygonArea[polygon])
      }
      result.polygonStart.append(result.ringStart.count - 1)
    }
    return result
  }
}

extension ArcTable {
  fileprivate mutating func append(_ arc: Int, of other: ArcTable) {
    let vertices = other.vertices(of: arc)
    points.append(contentsOf: other.points[vertices])
    vertexLevel.append(contentsOf: other.vertexLevel[vertices])
    start.append(vertexCount)
    left.append(Self.none)
    right.append(Self.none)
    isClosed.append(other.isClosed[arc])
    isSeam.append(other.isSeam[arc])
  }
}

extension NodingGrid {
  /// The finest lattice for a box.
  package init(_ box: Bounds) { self.init(west: box.west, south: box.south, east: box.east, north: box.north) }
}

extension Bounds {
  /// `extent` is the longer of the two boxes' diagonals, `gap` the distance between the boxes; both in degrees of
  /// latitude. The box of a region on both sides of ±180° is as wide as the map, so its extent can be 360.
  ///
  /// Differences of longitude are scaled by the cosine of the latitude midway between the southern and the northern end
  /// of both boxes. The distance is the shorter one round the world, and 0 if the boxes overlap.
  package func extentAndGap(to other: Bounds) -> (extent: Double, gap: Double) {
    let middle = (min(south, other.south) + max(north, other.north)) / 2
    let shrinking = Series.cosine(Series.radians(degrees: middle))
    func diagonal(_ box: Bounds) -> Double {
      let (x, y) = ((box.east - box.west) * shrinking, box.north - box.south)
      return (x * x + y * y).squareRoot()
    }
    let across = [-360.0, 0, 360].map { max(0, max(west, other.west + $0) - min(east, other.east + $0)) }.min() ?? 0
    let up = max(0, max(south, other.south) - min(north, other.north))
    let gap = ((across * shrinking) * (across * shrinking) + up * up).squareRoot()
    return (max(diagonal(self), diagonal(other)), gap)
  }
}

extension Coverage {
  /// How far a border may stray from the edges that are drawn for it, in meters on the ground.
  ///
  /// It is a quarter of the median distance of a vertex from the line through its two neighbors: on a smooth line,
  /// halving a chord quarters its distance from the line. Generalized maps have a large value, detailed ones a small
  /// one. Two drawings of one border may differ by the sum of both maps' values.
  ///
  /// Only lines between two regions are measured, with all vertices of level 0. The value is 0 if they have too few
  /// vertices for a median to mean anything: a map of a few straight lines is taken as exact.
  /// - Complexity: O(n log n) for n vertices.
  package var lineDetail: Double {
    var heights: [Double] = []
    for arc in 0..<arcs.count where arcs.left[arc] >= 0 && arcs.right[arc] >= 0 && !arcs.isSeam[arc] {
      for vertex in arcs.vertices(of: arc).dropFirst().dropLast() {
        let here = arcs.point(vertex)
        let cell = metersPerCell(at: here)
        let (before, after) = (arcs.point(vertex - 1), arcs.point(vertex + 1))
        func across(_ a: GridPoint, _ b: GridPoint) -> Double { (Double(b.x) - Double(a.x)) * cell.across }
        func up(_ a: GridPoint, _ b: GridPoint) -> Double { (Double(b.y) - Double(a.y)) * cell.up }
        let base = (across(before, after) * across(before, after) + up(before, after) * up(before, after)).squareRoot()
        let doubledArea = across(before, here) * up(before, after) - up(before, here) * across(before, after)
        if base > 0 { heights.append(doubledArea.magnitude / base) }
      }
    }
    guard heights.count >= Self.fewestForDetail else { return 0 }
    heights.sort()
    return heights[heights.count / 2] / 4
  }

  private static let fewestForDetail = 200

  /// The width and the height of a cell at a point, in meters on the ground.
  private func metersPerCell(at point: GridPoint) -> (across: Double, up: Double) {
    switch plane {
    case .lonlat(let grid): return Ground(grid).metersPerCell(y: Double(point.y))
    case .mercator(let grid):
      let meters =
        grid.cell * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: grid.y(point.y))
      return (meters, meters)
    }
  }
}

extension Coverage {
  /// Calls `body` with the vertices of a ring that are present at a level, in the ring's direction.
  ///
  /// The first vertex is not repeated at the end. In a coverage of lines, the vertices are those of the line, from end
  /// to end; in a coverage of points, the one vertex. A polygon that is absent at the level (`polygonLevel`) is not
  /// left out: look at its level first.
  /// - Complexity: O(n) for n vertices of the ring's arcs.
  package func forEachVertex(ofRing ring: Int, level: Int, _ body: (GridPoint) -> Void) {
    for reference in references(of: ring) {
      arcs.forEachVertex(of: reference) { vertex in
        if Int(arcs.vertexLevel[vertex]) >= level { body(arcs.point(vertex)) }
      }
    }
    // Arcs leave out their last vertices, which begin the next arc of a ring. A line's last vertex is present at all
    // levels.
    if kind == .lines, let last = references(of: ring).last {
      body(arcs.point(arcs.start[last.arc + 1] - 1))
    }
  }
}

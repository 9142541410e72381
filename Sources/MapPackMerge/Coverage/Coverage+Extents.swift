import MapPack
import MapPackGeometry

// What `LandCheck` asks of a coverage to find out whether codes still have their land.
extension Coverage {
  /// Per region: the rectangle of longitude and latitude round all its polygons; `nil` if it has none. A region with
  /// land on both sides of ±180° has a rectangle from one side of the map to the other. All vertices of level 0 count.
  /// - Complexity: O(n + r) for n vertices and r arc references.
  package var extents: [DegreeBox?] {
    let boxes = (0..<arcs.count).map { arc in
      var box = GridBox()
      for vertex in arcs.vertices(of: arc) { box.extend(to: arcs.point(vertex)) }
      return box
    }
    return regions.indices.map { region in
      let polygons = polygons(of: region)
      guard !polygons.isEmpty else { return nil }
      var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
      for polygon in polygons {
        // The shell is enough, because holes lie within it.
        let shell = shell(of: polygon)
        for reference in references(of: shell) {
          let box = boxes[reference.arc]
          (minX, minY) = (min(minX, box.minX), min(minY, box.minY))
          (maxX, maxY) = (max(maxX, box.maxX), max(maxY, box.maxY))
        }
      }
      guard minX <= maxX else { return nil }
      switch plane {
      case .lonlat(let grid):
        return DegreeBox(
          west: grid.longitude(x: minX), south: grid.latitude(y: minY), east: grid.longitude(x: maxX),
          north: grid.latitude(y: maxY))
      case .mercator(let grid):
        return DegreeBox(
          west: WebMercator.longitude(x: grid.x(minX)), south: WebMercator.latitude(y: grid.y(maxY)),
          east: WebMercator.longitude(x: grid.x(maxX)), north: WebMercator.latitude(y: grid.y(minY)))
      }
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
    x.append(contentsOf: other.x[vertices])
    y.append(contentsOf: other.y[vertices])
    vertexLevel.append(contentsOf: other.vertexLevel[vertices])
    start.append(x.count)
    left.append(Self.none)
    right.append(Self.none)
    isClosed.append(other.isClosed[arc])
    isSeam.append(other.isSeam[arc])
  }
}

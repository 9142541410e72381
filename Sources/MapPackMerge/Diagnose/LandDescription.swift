import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

extension RegionLabels {
  /// Doubtful land with its measures and its outline.
  /// - Parameter owner: the region that gets it; `nil` if none does.
  func describe(
    _ boundary: Paths, of regions: [Int32], owner: Int32?, isDecided: Bool = false, on ground: Ground
  ) -> DoubtfulLand {
    DoubtfulLand(
      regions: regions.map { number in
        let region = grouping.regions[Int(number)]
        let location = table.location(of: firstFeature[Int(number)])
        return DoubtfulLand.Region(
          code: region.code, name: region.name, file: location.file, record: location.record)
      },
      owner: owner.flatMap(regions.firstIndex), isDecided: isDecided,
      squareMeters: ground.squareMeters(within: boundary).magnitude, width: ground.width(of: boundary),
      place: boundary.place(on: ground), rings: boundary.rings(on: ground.grid))
  }
}

extension Paths {
  /// A place well inside the land that these lines enclose: with the fewest decimal places, from two on, with which it
  /// is at least half as far from the lines as any can be.
  fileprivate func place(on ground: Ground) -> Degrees {
    let grid = ground.grid
    let pole = poleOfInaccessibility(of: self)
    let longitude = (Double(grid.originX) + pole.x) * grid.unit
    let latitude = (Double(grid.originY) + pole.y) * grid.unit
    var scale = 100.0
    while scale < 1e9 {
      let place = Degrees(
        longitude: (longitude * scale).rounded() / scale, latitude: (latitude * scale).rounded() / scale)
      let spot = Spot(
        x: place.longitude / grid.unit - Double(grid.originX), y: place.latitude / grid.unit - Double(grid.originY),
        in: self, across: 1, up: 1)
      if spot.isInside, 2 * spot.distance >= pole.radius { return place }
      scale *= 10
    }
    return Degrees(longitude: (longitude * 1e9).rounded() / 1e9, latitude: (latitude * 1e9).rounded() / 1e9)
  }

  /// The lines, one joined to the other, as rings.
  fileprivate func rings(on grid: NodingGrid) -> [[Degrees]] {
    var rings: [[Degrees]] = []
    var beginning: [GridPoint: [Int]] = [:]
    for path in (0..<count).reversed() where !isClosed[path] { beginning[point(start[path]), default: []].append(path) }
    func degrees(_ vertices: some Sequence<Int>) -> [Degrees] {
      vertices.map { Degrees(longitude: grid.longitude(x: point($0).x), latitude: grid.latitude(y: point($0).y)) }
    }
    for path in 0..<count {
      if isClosed[path] {
        rings.append(degrees(vertices(of: path)))
        continue
      }
      var ring: [Degrees] = []
      let first = point(start[path])
      var here = first
      while let next = beginning[here]?.popLast() {
        ring += degrees(vertices(of: next).dropLast())
        here = point(start[next + 1] - 1)
        if here == first { break }
      }
      if ring.count > 2 { rings.append(ring) }
    }
    return rings
  }
}

import MapArrangement
import MapGeometry
import MapPack

extension Coverage {
  /// Where a region's name goes: the pole of inaccessibility of its largest part at level 0, in the plane's cells, to 1 %
  /// of its radius; nil where it has no polygon.
  ///
  /// The largest part is the one with the largest area as published; of equal areas (all of them, where they are not
  /// known) the one with the largest area on the grid, and of equal ones the first. Pieces that meet at the cut at ±180°
  /// are one part. What `merge.label` names goes before that, if it lies within the region's bounds. The name of lines goes to the middle of the longest one, that of points to one of them.
  /// - Complexity: O(n log n) in the vertices of that part.
  package func labelPoint(of region: Int) -> PoleOfInaccessibility? {
    if let asked = labelAskedFor(of: region) { return asked }
    return foundLabelPoint(of: region)
  }

  /// The place that the source names for a region's label, if it lies in the box of what the region is made of.
  private func labelAskedFor(of region: Int) -> PoleOfInaccessibility? {
    guard let label = regions[region].label, case .mercator(let grid) = plane else { return nil }
    let place = MapPoint(longitude: label.longitude, latitude: label.latitude)
    let point = (x: place.x / grid.cell - Double(grid.originX), y: place.y / grid.cell - Double(grid.originY))
    var box = GridBox()
    for polygon in polygonStart[region]..<polygonStart[region + 1] {
      forEachVertex(ofRing: ringStart[polygon], level: 0) { box.extend(to: $0) }
    }
    guard Double(box.minX)...Double(box.maxX) ~= point.x, Double(box.minY)...Double(box.maxY) ~= point.y else {
      return nil
    }
    let size = Double(max(box.maxX - box.minX, box.maxY - box.minY))
    return PoleOfInaccessibility(x: point.x, y: point.y, radius: size / 20)
  }

  private func foundLabelPoint(of region: Int) -> PoleOfInaccessibility? {
    switch kind {
    case .areas: largestPart(of: region) { polygonArea[$0] }.map { poleOfInaccessibility(of: $0) }
    case .lines: middleOfLongestLine(of: region)
    case .points: middlePoint(of: region)
    }
  }

  /// The point that is nearest to the middle of the box of all points of a region; of equally near ones the first.
  private func middlePoint(of region: Int) -> PoleOfInaccessibility? {
    let points = (polygonStart[region]..<polygonStart[region + 1]).map {
      arcs.point(arcs.start[references[referenceStart[ringStart[$0]]].arc])
    }
    var box = GridBox()
    for point in points { box.extend(to: point) }
    func squaredDistance(_ point: GridPoint) -> Double {
      let x = 2 * Double(point.x) - Double(box.minX) - Double(box.maxX)
      let y = 2 * Double(point.y) - Double(box.minY) - Double(box.maxY)
      return x * x + y * y
    }
    return points.min { squaredDistance($0) < squaredDistance($1) }.map {
      // How far a pack may move it: a thousandth of the way to the farthest.
      PoleOfInaccessibility(
        x: Double($0.x), y: Double($0.y), radius: Double(max(box.maxX - box.minX, box.maxY - box.minY)) / 10)
    }
  }

  private func middleOfLongestLine(of region: Int) -> PoleOfInaccessibility? {
    // Sorted by length.
    let line = polygonStart[region]
    guard line < polygonStart[region + 1] else { return nil }
    let points = arcs.vertices(of: references[referenceStart[ringStart[line]]].arc).map(arcs.point)
    let lengths = zip(points, points.dropFirst()).map { a, b in
      let (x, y) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
      return (x * x + y * y).squareRoot()
    }
    let half = lengths.reduce(0, +) / 2
    var before = 0.0
    for (segment, length) in lengths.enumerated() {
      if before + length >= half, length > 0 {
        let share = (half - before) / length
        let (a, b) = (points[segment], points[segment + 1])
        return PoleOfInaccessibility(
          x: Double(a.x) + (Double(b.x) - Double(a.x)) * share, y: Double(a.y) + (Double(b.y) - Double(a.y)) * share,
          // A thousandth of that is how far a pack may move it.
          radius: half / 10)
      }
      before += length
    }
    return nil
  }

  /// The part of a region with the largest sum of its polygons' areas, which may all be 0; of equal ones the largest on
  /// the grid, then the first.
  /// - Complexity: as `parts`; O(n) in the region's vertices where some of it meets at the cut.
  package func largestPart(of region: Int, by area: (Int) -> Double) -> RegionPart? {
    let parts = parts(of: region)
    guard var largest = parts.first else { return nil }
    var largestArea = largest.polygons.reduce(0) { $0 + area($1) }
    for part in parts.dropFirst() {
      let partArea = part.polygons.reduce(0) { $0 + area($1) }
      if partArea > largestArea || (partArea == largestArea && isLarger(part, largest)) {
        (largest, largestArea) = (part, partArea)
      }
    }
    return largest
  }

  /// Whether a part is larger on the grid than one before it. Single polygons are in the order of their areas.
  private func isLarger(_ part: RegionPart, _ other: RegionPart) -> Bool {
    if part.polygons.count == 1 && other.polygons.count == 1 { return false }
    func area(_ part: RegionPart) -> Int64 { part.polygons.reduce(0) { $0 + doubledArea(ofPolygon: $1) } }
    return area(part) > area(other)
  }

  /// Twice a polygon's area on the grid at level 0.
  /// - Complexity: O(vertices of its arcs)
  package func doubledArea(ofPolygon polygon: Int) -> Int64 {
    var sum: Int64 = 0
    for ring in ringStart[polygon]..<ringStart[polygon + 1] {
      var first: GridPoint?
      var previous = GridPoint(x: 0, y: 0)
      func cross(_ a: GridPoint, _ b: GridPoint) -> Int64 {
        Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
      }
      forEachVertex(ofRing: ring, level: 0) { point in
        // Single sums may wrap, the whole cannot: a ring lies in a square of 2³⁰ cells.
        if first == nil { first = point } else { sum &+= cross(previous, point) }
        previous = point
      }
      if let first { sum &+= cross(previous, first) }
    }
    return sum
  }

  /// The pole of inaccessibility of a part at level 0, in the plane's cells, to 1 % of its radius; its x lies within the
  /// plane.
  ///
  /// Where one piece reaches both ends of the cut it is looked at by itself, the largest of such a part.
  /// - Complexity: O(n log n) in the part's vertices.
  package func poleOfInaccessibility(of part: RegionPart) -> PoleOfInaccessibility {
    if part.polygons.count > 1, let joined = joined(part) { return joined }
    let largest = part.polygons.max { (doubledArea(ofPolygon: $0), $1) < (doubledArea(ofPolygon: $1), $0) }
    var rings = Paths()
    for polygon in part.polygons where polygon == largest {
      for ring in ringStart[polygon]..<ringStart[polygon + 1] {
        forEachVertex(ofRing: ring, level: 0) { rings.append($0) }
        rings.endPath(isClosed: true)
      }
    }
    return MapGeometry.poleOfInaccessibility(of: rings)
  }

  /// The same for the pieces put together across the cut; `nil` where one of them reaches both ends.
  private func joined(_ part: RegionPart) -> PoleOfInaccessibility? {
    let seams = SeamLines(plane)
    var pieces: [(polygon: Int, shift: Int64)] = []
    var (least, most) = (Int64.max, Int64.min)
    for polygon in part.polygons {
      var (low, high) = (Int64.max, Int64.min)
      forEachVertex(ofRing: ringStart[polygon], level: 0) { point in
        low = min(low, Int64(point.x))
        high = max(high, Int64(point.x))
      }
      let (reachesWest, reachesEast) = (low == seams.west, high == seams.east)
      guard reachesWest != reachesEast else { return nil }
      let shift = reachesWest ? seams.world : 0
      pieces.append((polygon, shift))
      (least, most) = (min(least, low + shift), max(most, high + shift))
    }
    guard most - least < Int64(GridPoint.coordinateLimit) else { return nil }

    var claimed = ClaimedPaths()
    for (polygon, shift) in pieces {
      for ring in ringStart[polygon]..<ringStart[polygon + 1] {
        forEachVertex(ofRing: ring, level: 0) { point in
          claimed.paths.append(GridPoint(x: Int32(truncatingIfNeeded: Int64(point.x) + shift - least), y: point.y))
        }
        claimed.endPath(isClosed: true, left: 0, right: ClaimedPaths.none)
      }
    }
    var whole = Coverage(plane: plane)
    let arrangement = arrange(claimed, regionCount: 1, jobs: 1) { $0.isEmpty ? [] : [0] }
    whole.arcs = arrangement.arcs
    whole.polygonStart = arrangement.polygonStart
    whole.ringStart = arrangement.ringStart
    whole.referenceStart = arrangement.referenceStart
    whole.references = arrangement.references
    guard whole.polygonCount > 0 else { return nil }
    var point = whole.poleOfInaccessibility(of: RegionPart(polygons: [0], isCutOff: false))
    point.x += Double(least)
    if point.x >= Double(seams.east) { point.x -= Double(seams.world) }
    return point
  }
}

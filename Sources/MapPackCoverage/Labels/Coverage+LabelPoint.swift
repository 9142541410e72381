import MapPack
import MapPackGeometry

extension Coverage {
  /// The point at which a region's name is drawn, in the plane's cells; `nil` if the region has no polygon.
  ///
  /// On the Mercator plane, the point that `merge.label` names is taken if it lies within the region's bounding box.
  /// Otherwise:
  /// - for areas, it is the pole of inaccessibility of the largest part at level 0, with a radius within 1 % of the
  ///   largest possible. The largest part is the one with the largest published area; if several have it (all do if
  ///   areas are not known), the one with the largest area on the grid, then the first. Pieces that meet at the cut at
  ///   ±180° are one part.
  /// - for lines, it is the middle of the longest line.
  /// - for points, it is the point nearest to the middle of their bounding box, the first of equally near ones.
  ///
  /// Only the radius that was searched for areas is a distance from an edge. The others say how precisely a pack keeps
  /// the point: to a hundredth of the radius.
  /// - Complexity: O(n log n) for n vertices of that part.
  package func labelPoint(of region: Int) -> PoleOfInaccessibility? {
    if let asked = labelAskedFor(of: region) { return asked }
    return foundLabelPoint(of: region)
  }

  /// The point that the source names for a region's label; `nil` if it names none, or one outside the region's bounding
  /// box, or if the plane is not Web Mercator.
  private func labelAskedFor(of region: Int) -> PoleOfInaccessibility? {
    guard let label = regions[region].label, case .mercator(let grid) = plane else { return nil }
    let mapPoint = MapPoint(longitude: label.longitude, latitude: label.latitude)
    let point = (x: mapPoint.x / grid.cell - Double(grid.originX), y: mapPoint.y / grid.cell - Double(grid.originY))
    var box = GridBox()
    for polygon in polygons(of: region) {
      forEachVertex(ofRing: shell(of: polygon), level: 0) { box.extend(to: $0) }
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

  private func middlePoint(of region: Int) -> PoleOfInaccessibility? {
    let points = polygons(of: region).map {
      arcs.point(arcs.start[arc(ofLine: $0)])
    }
    var box = GridBox()
    for point in points { box.extend(to: point) }
    func squaredDistance(_ point: GridPoint) -> Double {
      let x = 2 * Double(point.x) - Double(box.minX) - Double(box.maxX)
      let y = 2 * Double(point.y) - Double(box.minY) - Double(box.maxY)
      return x * x + y * y
    }
    return points.min { squaredDistance($0) < squaredDistance($1) }.map {
      // A pack keeps a label to a hundredth of its radius: here, to a thousandth of the points' extent.
      PoleOfInaccessibility(
        x: Double($0.x), y: Double($0.y), radius: Double(max(box.maxX - box.minX, box.maxY - box.minY)) / 10)
    }
  }

  /// The point halfway along a region's longest line, by length in cells.
  private func middleOfLongestLine(of region: Int) -> PoleOfInaccessibility? {
    // A region's lines are sorted by length, the longest first.
    guard let line = polygons(of: region).first else { return nil }
    let points = arcs.vertices(of: arc(ofLine: line)).map(arcs.point)
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
          // A pack keeps a label to a hundredth of its radius: here, to a thousandth of half the line.
          radius: half / 10)
      }
      before += length
    }
    return nil
  }

  /// The part of a region with the largest sum of its polygons' areas; if several have it, the largest of them on the
  /// grid, then the first; `nil` if the region has no polygon.
  /// - Parameter area: the area of a polygon, by its index; may be 0 for all.
  /// - Complexity: as `parts(of:)`, plus O(n) for n vertices of the region if parts that meet at the cut have to be
  ///   compared on the grid.
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

  private func isLarger(_ part: RegionPart, _ other: RegionPart) -> Bool {
    // A region's polygons are sorted by their areas, the largest first.
    if part.polygons.count == 1 && other.polygons.count == 1 { return false }
    func area(_ part: RegionPart) -> Int64 { part.polygons.reduce(0) { $0 + doubledArea(ofPolygon: $1) } }
    return area(part) > area(other)
  }

  /// Twice a polygon's area on the grid at level 0, holes subtracted, in square cells; positive.
  /// - Precondition: the coverage has areas.
  package func doubledArea(ofPolygon polygon: Int) -> Int64 {
    let paths = arcs.paths
    // Partial sums may wrap; the total does not, because a ring lies in a square of 2³⁰ cells.
    return references(ofPolygon: polygon).reduce(0) {
      $1.isReversed ? $0 &- paths.doubledArea(of: $1.arc) : $0 &+ paths.doubledArea(of: $1.arc)
    }
  }

  /// The pole of inaccessibility of a part at level 0, in the plane's cells, to 1 % of its radius.
  ///
  /// Its x lies within the plane. Pieces that meet at the cut are joined first. If one of them reaches both ends of the
  /// plane, they cannot be joined, and the pole is that of the largest piece.
  /// - Complexity: O(n log n) for n vertices of the part.
  package func poleOfInaccessibility(of part: RegionPart) -> PoleOfInaccessibility {
    if part.polygons.count > 1, let joined = joined(part) { return joined }
    let largest = part.polygons.max { (doubledArea(ofPolygon: $0), $1) < (doubledArea(ofPolygon: $1), $0) }
    var rings = Paths()
    for polygon in part.polygons where polygon == largest {
      for ring in self.rings(of: polygon) {
        forEachVertex(ofRing: ring, level: 0) { rings.append($0) }
        rings.endPath(isClosed: true)
      }
    }
    return MapPackGeometry.poleOfInaccessibility(of: rings)
  }

  /// The pole of inaccessibility of a part's pieces, joined across the cut; `nil` if one of them reaches both ends of
  /// the plane, or the joined part is too wide for the grid.
  private func joined(_ part: RegionPart) -> PoleOfInaccessibility? {
    let seams = SeamLines(plane)
    var pieces: [(polygon: Int, shift: Int64)] = []
    var (least, most) = (Int64.max, Int64.min)
    for polygon in part.polygons {
      var (low, high) = (Int64.max, Int64.min)
      forEachVertex(ofRing: shell(of: polygon), level: 0) { point in
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
      for ring in rings(of: polygon) {
        forEachVertex(ofRing: ring, level: 0) { point in
          claimed.paths.append(GridPoint(x: Int32(truncatingIfNeeded: Int64(point.x) + shift - least), y: point.y))
        }
        claimed.endPath(isClosed: true, left: 0, right: ClaimedPaths.none)
      }
    }
    var whole = Coverage(plane: plane)
    let arrangement = arrange(claimed, regionCount: 1, jobs: 1) { $0.isEmpty ? [] : [0] }
    whole.take(arrangement.arcs, arrangement.rings)
    guard whole.polygonCount > 0 else { return nil }
    var point = whole.poleOfInaccessibility(of: RegionPart(polygons: [0], isCutOff: false))
    point.x += Double(least)
    if point.x >= Double(seams.east) { point.x -= Double(seams.world) }
    return point
  }
}

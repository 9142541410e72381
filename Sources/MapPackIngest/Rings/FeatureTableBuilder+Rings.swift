import MapPackFeatures

extension FeatureTableBuilder {
  struct RingPosition {
    var polygon: Int
    /// The index of the ring in the polygon; 0 is the shell.
    var ring: Int
    var isShell: Bool { ring == 0 }

    func location(vertex: Int? = nil, x: Double? = nil, y: Double? = nil) -> Location {
      Location(polygon: polygon, ring: ring, vertex: vertex, longitude: x, latitude: y)
    }
  }

  /// Appends a ring of an area, with a shell turned counter-clockwise and a hole clockwise.
  ///
  /// Repeated vertices and the closing vertex are left out, and coordinates slightly beyond a limit are moved to it. A
  /// hole with fewer than 3 different vertices is left out. Findings say so, and also if the ring is not closed or
  /// breaks the rule of the format for windings. The polygon is not ended.
  /// - Parameter geometry: in degrees, cut at the antimeridian.
  /// - Throws: `unreadableData` if a coordinate is out of range, or if a shell has fewer than 3 different vertices.
  ///   Nothing is appended then.
  mutating func append(
    _ geometry: borrowing FeatureGeometry, ring: Int, as position: RingPosition, winding: Winding
  ) throws(StageError) {
    let measures = geometry.measures(ofRing: ring)
    var whole = copy geometry
    var range = measures.isClosed ? geometry.rings[ring].dropLast() : geometry.rings[ring]
    var (area, repeated) = (measures.doubledArea, 0)
    if !measures.isClean {
      (whole, repeated) = try mended(geometry, range, of: position)
      range = whole.rings[0]
      let first = position.location(x: whole.x.first, y: whole.y.first)
      guard RingMeasures.hasThreeDifferentVertices(whole.x.span, whole.y.span, range) else {
        guard position.isShell else { return note(.holeTooShort, at: first) }
        let vertices = range.count == 1 ? "1 vertex" : "\(min(range.count, 2)) different vertices"
        throw featureError(
          rule: .tooFewPoints, at: first, "the ring has \(vertices), and a polygon needs at least 3",
          remedy: Self.dropOrMend)
      }
      area = RingMeasures(whole, ring: 0).doubledArea
    }
    let isReversed = (area < 0) == position.isShell
    appendVertices(whole, range, isReversed: isReversed)
    if !measures.isClosed {
      note(.ringUnclosed, at: position.location(x: whole.x[range.lowerBound], y: whole.y[range.lowerBound]))
    }
    // A shell that was reversed to run counter-clockwise ran clockwise; holes likewise.
    if winding != .free, isReversed != (winding == .clockwise) { note(.ringWinding, at: position.location()) }
    if repeated > 0 { note(.repeatedVertex, count: repeated, at: position.location()) }
  }

  /// Copies a ring or a line. Repeated vertices are left out, and coordinates slightly beyond a limit are moved to it.
  /// - Parameters:
  ///   - closes: whether the first vertex follows the last one, so that it may not be repeated at the end.
  /// - Returns: a geometry with one ring, and how many vertices were left out.
  private mutating func mended(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, of position: RingPosition, closes: Bool = true
  ) throws(StageError) -> (FeatureGeometry, repeated: Int) {
    var (mended, repeated) = (FeatureGeometry(), 0)
    for vertex in range {
      var x = geometry.x[vertex]
      var y = geometry.y[vertex]
      if !(abs(x) <= 180 && abs(y) <= 90) {
        // A longitude between 180° and 360° can be left only beside a coordinate that is not on the globe (see
        // `cutAtAntimeridian(_:)`), and the error is about that one.
        if Self.fault(x, y) != nil { throw outOfRange(x, y, vertex: vertex - range.lowerBound, position: position) }
        x = min(max(x, -180), 180)
        y = min(max(y, -90), 90)
        note(.coordinateClamped, at: position.location(x: x, y: y))
      }
      if x == mended.x.last && y == mended.y.last {
        repeated += 1
      } else {
        mended.x.append(x)
        mended.y.append(y)
      }
    }
    while closes, mended.x.count > 1, mended.x.first == mended.x.last, mended.y.first == mended.y.last {
      mended.x.removeLast()
      mended.y.removeLast()
      repeated += 1
    }
    mended.endRing(from: 0)
    return (mended, repeated)
  }

  mutating func appendVertices(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, isReversed: Bool
  ) {
    if isReversed {
      table.coordinates.longitude.append(contentsOf: geometry.x[range].reversed())
      table.coordinates.latitude.append(contentsOf: geometry.y[range].reversed())
    } else {
      table.coordinates.longitude.append(contentsOf: geometry.x[range])
      table.coordinates.latitude.append(contentsOf: geometry.y[range])
    }
    table.vertexStart.append(table.coordinates.longitude.count)
  }
}

extension FeatureTableBuilder {
  /// Appends the lines or points of a feature, cut at the antimeridian.
  ///
  /// A line without a vertex is ignored: recorders write tracks without a position. A line with a single location is
  /// left out with a finding if the feature has other lines, and is a fault if it has none. In findings, `polygon` is
  /// the index of a line after the cut.
  /// - Returns: the rule of the first fault, or `noGeometry` if nothing is left; `nil` if the lines can be kept. What
  ///   was appended before a fault stays in the table, and the caller removes it.
  mutating func appendLines(_ published: borrowing FeatureGeometry) throws(StageError) -> Rule? {
    let lines = linesCutAtAntimeridian(published)
    let before = table.polygonCount
    var tooShort: [StageError] = []
    for line in lines.polygons.indices where !lines.rings[lines.ringOrder[lines.polygons[line].lowerBound]].isEmpty {
      do throws(StageError) {
        try append(lines, line: line)
        table.ringStart.append(table.vertexStart.count - 1)
      } catch {
        guard error.rule == .tooFewPoints else { return try noteFault(error) }
        tooShort.append(error)
      }
    }
    return try leaveOut(tooShort, as: .lineTooShort, isAll: table.polygonCount == before)
  }

  /// Leaves out the parts of the current feature that have too few different vertices. Findings name those that have a
  /// vertex, and the ledger counts them.
  /// - Parameters:
  ///   - parts: the fault of each part.
  ///   - isAll: whether nothing else is left of the feature.
  /// - Returns: the rule of the first fault, or `noGeometry` without one, if nothing is left; `nil` if the feature is
  ///   kept.
  /// - Throws: the first fault, if nothing is left and faults end the reading.
  mutating func leaveOut(_ parts: [StageError], as rule: Rule, isAll: Bool) throws(StageError) -> Rule? {
    if isAll {
      for fault in parts { _ = try noteFault(fault) }
      guard parts.isEmpty else { return .tooFewPoints }
      note(.noGeometry)
      return .noGeometry
    }
    // A part without a vertex says nothing, and nothing is lost with it.
    let parts = parts.filter { $0.longitude != nil }
    for part in parts {
      let location = Location(
        polygon: part.polygon, ring: part.ring, longitude: part.longitude, latitude: part.latitude)
      note(rule, at: location, "\(part.message): it was left out")
    }
    table.ledger.polygons.read += parts.count
    if !parts.isEmpty { table.ledger.polygons.dropped[rule, default: 0] += parts.count }
    return nil
  }

  private mutating func append(_ geometry: borrowing FeatureGeometry, line: Int) throws(StageError) {
    let range = geometry.rings[geometry.ringOrder[geometry.polygons[line].lowerBound]]
    let position = RingPosition(polygon: line, ring: 0)
    let (mended, repeated) = try mended(geometry, range, of: position, closes: false)
    guard mended.x.count >= table.kind.leastVertices else {
      throw featureError(
        rule: .tooFewPoints, at: position.location(x: mended.x.first, y: mended.y.first),
        "the line has 1 vertex, and a line needs at least 2 different ones", remedy: Self.dropOrMend)
    }
    appendVertices(mended, mended.rings[0], isReversed: false)
    if repeated > 0 { note(.repeatedVertex, count: repeated, at: position.location()) }
  }
}

/// Notices positions at exactly (0, 0) that are far from all others: devices and programs write them for a position
/// that they do not know. They are kept, with a finding for each feature.
extension FeatureTableBuilder {
  /// How far from (0, 0) the rest of a feature is at least, in degrees, if the position is to be told from a vertex of a
  /// shape there. The rest must be farther away than it is large, too.
  private static let leastDistance = 1.0
  /// How far from (0, 0) all other positions of the source are at least, in degrees, if a feature has no other one. The
  /// nearest land is 5° away.
  private static let leastDistanceInSource = 3.0

  mutating func noteNullIslands(sourceStart: Int) {
    let rings = table.rings(ofAll: table.polygonStart[sourceStart]..<table.polygonCount)
    let vertices = table.vertexStart[rings.lowerBound]..<table.vertexCount
    guard vertices.contains(where: isNullIsland) else { return }
    let nearest = distance(toRestOf: vertices)
    for feature in sourceStart..<table.featureCount {
      let polygons = table.polygons(of: feature)
      let rings = table.rings(ofAll: polygons)
      let vertices = table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound]
      let others = vertices.filter { !isNullIsland($0) }
      let count = vertices.count - others.count
      guard count > 0 else { continue }
      var box = CoordinateBox()
      for vertex in others { box.formUnion(table.coordinates.longitude[vertex], table.coordinates.latitude[vertex]) }
      let size = Self.length(max(0, box.maxX - box.minX), max(0, box.maxY - box.minY))
      let own = distance(toRestOf: vertices)
      let isOfSource = size == 0
      let distance = isOfSource ? nearest : own
      guard let distance, distance > (isOfSource ? Self.leastDistanceInSource : max(Self.leastDistance, size)) else {
        continue
      }
      resume(feature)
      let whose = isOfSource ? "any other position of the source" : "the rest of the feature"
      let positions = count == 1 ? "a position is" : "\(Figures.grouped(count)) positions are"
      let remedy = remedy(isWhole: count == vertices.count)
      note(
        .nullIsland, at: Location(longitude: 0, latitude: 0),
        "\(positions) exactly (0, 0), \(Figures.grouped(Int(distance.rounded())))° from \(whose)",
        remedy: remedy)
    }
  }

  private func isNullIsland(_ vertex: Int) -> Bool {
    table.coordinates.longitude[vertex] == 0 && table.coordinates.latitude[vertex] == 0
  }

  /// The distance from (0, 0) to the nearest other vertex, in degrees as on a plane; `nil` if there is none.
  private func distance(toRestOf vertices: Range<Int>) -> Double? {
    let others = vertices.lazy.filter { !isNullIsland($0) }
    return others.map { Self.length(table.coordinates.longitude[$0], table.coordinates.latitude[$0]) }.min()
  }

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  private func remedy(isWhole: Bool) -> Remedy {
    if isWhole { return "drop the feature, or give it its position in the source" }
    return table.kind == .lines
      ? "delete the point of the track in the source: a device writes it while it does not know where it is"
      : "give the vertex its position in the source, or delete it there"
  }
}

extension FeatureTableBuilder {
  /// How far beyond a limit a coordinate may be because of rounding, in degrees: about a tenth of a millimeter.
  private static let overshoot = 1e-9

  static let dropOrMend: Remedy = "mend the source, or leave the feature out by its number, as in \(.drop, "record=88")"

  /// The rule that coordinates break; `nil` if they are a longitude within ±360° and a latitude within ±90°, up to
  /// rounding. Longitudes beyond ±180° are no fault, because the cut at the antimeridian lays them within.
  static func fault(_ x: Double, _ y: Double) -> Rule? {
    if abs(x) <= 360 + overshoot && abs(y) <= 90 + overshoot { return nil }
    if !x.isFinite || !y.isFinite { return .nonFinite }
    if abs(x) > 360 && abs(y) > 360 { return .projectedCoordinates }
    return abs(x) <= 90 && abs(y) > 90 && abs(y) <= 180 ? .swappedCoordinates : .outOfRange
  }

  /// - Precondition: `fault(_:_:)` finds a rule that they break.
  func outOfRange(_ x: Double, _ y: Double, vertex: Int, position: RingPosition) -> StageError {
    let rule = Self.fault(x, y) ?? .outOfRange
    let (what, remedy): (String, Remedy) =
      switch rule {
      case .nonFinite: ("are not numbers", Self.dropOrMend)
      case .projectedCoordinates:
        (
          "are not degrees: they look projected",
          "name the system that they are in, as in \(.coordinateSystem, "EPSG:6677") for zone IX of Japan"
        )
      case .swappedCoordinates:
        ("look swapped: latitude stands before longitude", "write longitude first in the source")
      default: ("are out of range: longitude is within ±180 and latitude within ±90", Self.dropOrMend)
      }
    let isNumber = rule != .nonFinite
    return featureError(
      rule: rule, at: position.location(vertex: vertex, x: isNumber ? x : nil, y: isNumber ? y : nil),
      "the coordinates (\(x), \(y)) \(what)", remedy: remedy)
  }
}

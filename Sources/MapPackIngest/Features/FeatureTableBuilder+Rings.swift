import MapPackFeatures

extension FeatureTableBuilder {
  struct RingPosition {
    var polygon: Int
    /// The index of the ring in the polygon; 0 is the shell.
    var ring: Int
    var isShell: Bool { ring == 0 }

    func fill(_ finding: inout Finding, x: Double?, y: Double?) {
      finding.polygon = polygon
      finding.ring = ring
      if let x, let y {
        finding.longitude = x
        finding.latitude = y
      }
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
    let range = measures.isClosed ? geometry.rings[ring].dropLast() : geometry.rings[ring]
    if measures.isClean {
      let isReversed = (measures.doubledArea < 0) == position.isShell
      appendVertices(geometry, range, isReversed: isReversed)
      let open = measures.isClosed ? nil : (geometry.x[range.lowerBound], geometry.y[range.lowerBound])
      noteMends(position, open, isReversed: isReversed, winding)
      return
    }

    var mended = FeatureGeometry()
    let repeated = try mend(geometry, range, of: position, into: &mended)
    guard RingMeasures.hasThreeDifferentVertices(mended.x.span, mended.y.span, mended.rings[0]) else {
      if position.isShell {
        throw ringTooShort(different: differentVertices(mended), position, x: mended.x.first, y: mended.y.first)
      }
      note(.holeTooShort) { finding in position.fill(&finding, x: mended.x.first, y: mended.y.first) }
      return
    }
    let isReversed = (RingMeasures(mended, ring: 0).doubledArea < 0) == position.isShell
    appendVertices(mended, mended.rings[0], isReversed: isReversed)
    noteMends(position, measures.isClosed ? nil : (mended.x[0], mended.y[0]), isReversed: isReversed, winding)
    if repeated > 0 {
      note(.repeatedVertex, count: repeated) { finding in position.fill(&finding, x: nil, y: nil) }
    }
  }

  /// Copies a ring or a line. Repeated vertices are left out, and coordinates slightly beyond a limit are moved to it.
  /// - Parameters:
  ///   - closes: whether the first vertex follows the last one, so that it may not be repeated at the end.
  ///   - mended: an empty geometry, which gets one ring.
  /// - Returns: how many vertices were left out.
  mutating func mend(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, of position: RingPosition, closes: Bool = true,
    into mended: inout FeatureGeometry
  ) throws(StageError) -> Int {
    var repeated = 0
    for vertex in range {
      var x = geometry.x[vertex]
      var y = geometry.y[vertex]
      if !(abs(x) <= 180 && abs(y) <= 90) {
        // A longitude between 180° and 360° can be left only beside a coordinate that is not on the globe (see
        // `cutAtAntimeridian(_:)`), and the error is about that one.
        if Self.fault(x, y) != nil { throw outOfRange(x, y, vertex: vertex - range.lowerBound, position: position) }
        x = min(max(x, -180), 180)
        y = min(max(y, -90), 90)
        note(.coordinateClamped) { finding in position.fill(&finding, x: x, y: y) }
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
    mended.rings = [0..<mended.x.count]
    return repeated
  }

  /// The number of different vertices of a ring that has fewer than 3.
  private func differentVertices(_ ring: borrowing FeatureGeometry) -> Int { min(ring.x.count, 2) }

  mutating func appendVertices(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, isReversed: Bool
  ) {
    if isReversed {
      table.longitude.append(contentsOf: geometry.x[range].reversed())
      table.latitude.append(contentsOf: geometry.y[range].reversed())
    } else {
      table.longitude.append(contentsOf: geometry.x[range])
      table.latitude.append(contentsOf: geometry.y[range])
    }
    table.vertexStart.append(table.longitude.count)
  }

  /// - Parameter open: the first vertex of a ring that is not closed; `nil` if the ring is closed.
  private mutating func noteMends(
    _ position: RingPosition, _ open: (x: Double, y: Double)?, isReversed: Bool, _ winding: Winding
  ) {
    if let open { note(.ringUnclosed) { finding in position.fill(&finding, x: open.x, y: open.y) } }
    // A shell that was reversed to run counter-clockwise ran clockwise; holes likewise.
    if winding != .free, isReversed != (winding == .clockwise) {
      note(.ringWinding) { finding in position.fill(&finding, x: nil, y: nil) }
    }
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
    if table.polygonCount == before {
      if let first = tooShort.first { return try noteFault(first) }
      note(.noGeometry)
      return .noGeometry
    }
    guard let first = tooShort.first else { return nil }
    note(.lineTooShort, count: tooShort.count) { finding in
      finding.polygon = first.polygon
      finding.longitude = first.longitude
      finding.latitude = first.latitude
    }
    return nil
  }

  private mutating func append(_ geometry: borrowing FeatureGeometry, line: Int) throws(StageError) {
    let range = geometry.rings[geometry.ringOrder[geometry.polygons[line].lowerBound]]
    let position = RingPosition(polygon: line, ring: 0)
    var mended = FeatureGeometry()
    let repeated = try mend(geometry, range, of: position, closes: false, into: &mended)
    guard mended.x.count >= table.kind.leastVertices else {
      throw fault(
        .tooFewPoints, position, x: mended.x.first, y: mended.y.first,
        "the line has 1 vertex, and a line needs at least 2 different ones",
        remedy: "drop the feature or mend the source")
    }
    appendVertices(mended, mended.rings[0], isReversed: false)
    if repeated > 0 { note(.repeatedVertex, count: repeated) { finding in position.fill(&finding, x: nil, y: nil) } }
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
      let count = vertices.count(where: isNullIsland)
      guard count > 0 else { continue }
      var box = CoordinateBox()
      for vertex in vertices where !isNullIsland(vertex) {
        box.minX = min(box.minX, table.longitude[vertex])
        box.maxX = max(box.maxX, table.longitude[vertex])
        box.minY = min(box.minY, table.latitude[vertex])
        box.maxY = max(box.maxY, table.latitude[vertex])
      }
      let size = Self.length(max(0, box.maxX - box.minX), max(0, box.maxY - box.minY))
      let own = distance(toRestOf: vertices)
      let isOfSource = size == 0
      let distance = isOfSource ? nearest : own
      guard let distance, distance > (isOfSource ? Self.leastDistanceInSource : max(Self.leastDistance, size)) else {
        continue
      }
      resume(
        record: Int(table.record[feature]), identifier: table.identifier[feature],
        row: table.values.map { $0[feature] })
      let whose = isOfSource ? "any other position of the source" : "the rest of the feature"
      let positions = count == 1 ? "a position is" : "\(Figures.grouped(count)) positions are"
      let words = "\(positions) exactly (0, 0), \(Figures.grouped(Int(distance.rounded())))° from \(whose)"
      let remedy = self.remedy(isWhole: count == vertices.count)
      note(.nullIsland) { finding in
        finding.longitude = 0
        finding.latitude = 0
        finding.message = words
        finding.remedy = remedy
      }
    }
  }

  private func isNullIsland(_ vertex: Int) -> Bool { table.longitude[vertex] == 0 && table.latitude[vertex] == 0 }

  /// The distance from (0, 0) to the nearest other vertex, in degrees as on a plane; `nil` if there is none.
  private func distance(toRestOf vertices: Range<Int>) -> Double? {
    var nearest: Double?
    for vertex in vertices where !isNullIsland(vertex) {
      nearest = min(nearest ?? .infinity, Self.length(table.longitude[vertex], table.latitude[vertex]))
    }
    return nearest
  }

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  private func remedy(isWhole: Bool) -> String {
    if isWhole { return "drop the feature, or give it its position in the source" }
    return table.kind == .lines
      ? "delete the point of the track in the source: a device writes it while it does not know where it is"
      : "give the vertex its position in the source, or delete it there"
  }
}

extension FeatureTableBuilder {
  /// How far beyond a limit a coordinate may be because of rounding, in degrees: about a tenth of a millimeter.
  private static let overshoot = 1e-9

  func ringTooShort(different count: Int, _ position: RingPosition, x: Double? = nil, y: Double? = nil) -> StageError {
    let vertices = count == 1 ? "1 vertex" : "\(count) different vertices"
    return fault(
      .tooFewPoints, position, x: x, y: y, "the ring has \(vertices), and a polygon needs at least 3",
      remedy: "drop the feature or mend the source")
  }

  private func fault(
    _ rule: Rule, _ position: RingPosition, vertex: Int? = nil, x: Double?, y: Double?, _ message: String,
    remedy: String
  ) -> StageError {
    var error = featureError(message, remedy: remedy)
    error.rule = rule
    (error.polygon, error.ring, error.vertex) = (position.polygon, position.ring, vertex)
    (error.longitude, error.latitude) = (x, y)
    return error
  }

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
    let message: String
    let remedy: String
    switch rule {
    case .nonFinite:
      message = "the coordinates (\(x), \(y)) are not numbers"
      remedy = "drop the feature or mend the source"
    case .projectedCoordinates:
      message = "the coordinates (\(x), \(y)) are not degrees: they look projected"
      remedy = "name the system that they are in, as in --crs EPSG:6677 for zone IX of Japan"
    case .swappedCoordinates:
      message = "the coordinates (\(x), \(y)) look swapped: latitude stands before longitude"
      remedy = "write longitude first in the source"
    default:
      message = "the coordinates (\(x), \(y)) are out of range: longitude is within ±180 and latitude within ±90"
      remedy = "drop the feature or mend the source"
    }
    let isNumber = rule != .nonFinite
    return fault(
      rule, position, vertex: vertex, x: isNumber ? x : nil, y: isNumber ? y : nil, message, remedy: remedy)
  }
}

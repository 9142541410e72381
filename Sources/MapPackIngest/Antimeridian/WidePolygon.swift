import MapPack
import MapPackFeatures

/// A polygon whose shell has edges wider than 180° as they are written, between longitudes within ±180°. There are two
/// readings of it: across ±180°, as most writers mean such edges, or as it is written, as RFC 7946 has it (section
/// 3.1.1) and as a mask of the world or the extent of a map is meant.
///
/// What lies in the polygon decides: if holes, or other features of the source, lie in it only as it is written, it is
/// meant so; if they lie in it only across ±180°, it is meant so.
///
/// A shell that is drawn much finer than its wide edges is no such polygon: a coast that was not cut at ±180° has a
/// wide edge only where it crosses.
struct WidePolygon {
  enum Reading {
    case acrossAntimeridian, written
  }

  var polygon = 0
  /// How the polygon is meant; `nil` if nothing decides.
  private(set) var reading: Reading?
  /// The first wide edge: the index of its start in the shell, and both ends in degrees.
  let edge: (vertex: Int, start: (x: Double, y: Double), end: (x: Double, y: Double))

  /// The rings as they are written, the shell first.
  private let written: FeatureGeometry
  private let writtenShell: IndexedRing
  private let cut: FeatureGeometry
  private let cutShells: [IndexedRing]
  /// Whether the shell, as it is written, is a strip.
  let isBand: Bool
  /// How many features lie in the polygon only as it is written, only across ±180°, in part, and elsewhere.
  private var features: [Location: Int] = [:]

  /// How many vertices a shell has at least for each wide edge if it is drawn finer than these.
  private static let fineVertices = 16
  /// How many times wider than high, or higher than wide, a polygon is at most to be meant as it is written because of
  /// other features. A strip round the globe is hardly meant, whatever lies at its latitudes.
  private static let elongationLimit = 8.0

  /// - Returns: `nil` if the shell has no wide edge, or is drawn finer than its wide edges.
  init?(_ geometry: borrowing FeatureGeometry, rings: [Int], _ unwrappedRings: [UnwrappedRing]) {
    guard let shell = unwrappedRings.first, let vertex = shell.turnedEdges.first, let first = rings.first else {
      return nil
    }
    let isFine =
      shell.vertices.count >= shell.turnedEdges.count * Self.fineVertices && shell.width >= 2 * shell.widestTurn
    guard !isFine else { return nil }
    var written = FeatureGeometry()
    for ring in rings {
      let begin = written.x.count
      written.x += geometry.x[geometry.rings[ring]]
      written.y += geometry.y[geometry.rings[ring]]
      written.endRing(from: begin)
    }
    let next = vertex + 1 == shell.vertices.count ? 0 : vertex + 1
    edge = (vertex, (written.x[vertex], written.y[vertex]), (written.x[next], written.y[next]))
    let box = geometry.measures(ofRing: first).box
    let (wide, high) = (box.maxX - box.minX, box.maxY - box.minY)
    isBand = wide > Self.elongationLimit * high || high > Self.elongationLimit * wide
    let cut = AntimeridianCut(unwrappedRings).pieces
    cutShells = cut.polygons.map { IndexedRing(cut, ring: cut.ringOrder[$0.lowerBound]) }
    writtenShell = IndexedRing(written, ring: 0)
    self.cut = cut
    self.written = written
    decideByHoles(isPolar: shell.winding != 0)
  }

  private enum Location {
    case written, across, partly, elsewhere
  }

  private func location(of vertices: some Sequence<(x: Double, y: Double)>) -> Location {
    var (isIn, isAcross, isOut) = (false, false, false)
    for (x, y) in vertices {
      let isWritten = writtenShell.side(of: x, y, in: written)
      // A vertex on the border says nothing.
      if isWritten == .on { continue }
      let isCut = cutShells.contains { $0.side(of: x, y, in: cut) == .inside }
      isIn = isIn || (isWritten == .inside && !isCut)
      isAcross = isAcross || (isWritten == .outside && isCut)
      isOut = isOut || (isWritten == .inside) == isCut
      if isIn && (isAcross || isOut) || isAcross && isOut { return .partly }
    }
    return isIn ? .written : isAcross ? .across : .elsewhere
  }

  /// A hole that lies wholly in the polygon across ±180° decides for that. Else the polygon is meant as it is written if
  /// all holes lie in it so. A shell that goes round a pole if it is read the short way encloses nearly all there is, so
  /// there the holes are asked about the other reading first.
  private mutating func decideByHoles(isPolar: Bool) {
    let holes = written.rings.dropFirst()
    guard !holes.isEmpty else { return }
    let areWritten = holes.allSatisfy { ring in
      ring.allSatisfy { writtenShell.side(of: written.x[$0], written.y[$0], in: written) != .outside }
    }
    let isAnyAcross = holes.contains { ring in
      ring.allSatisfy { vertex in
        cutShells.contains { $0.side(of: written.x[vertex], written.y[vertex], in: cut) != .outside }
      }
    }
    if areWritten, isPolar || !isAnyAcross {
      reading = .written
    } else if isAnyAcross {
      reading = .acrossAntimeridian
    }
  }

  /// Takes the shells of another feature of the source into account, each without its closing vertex, in degrees. A
  /// neighbor, which shares an edge, says nothing: as written the polygon would lie over it.
  mutating func consider(_ shells: [[(x: Double, y: Double)]]) {
    features[shells.contains(where: sharesEdge) ? .across : location(of: shells.joined()), default: 0] += 1
  }

  private func sharesEdge(_ shell: [(x: Double, y: Double)]) -> Bool {
    let own = Array(written.rings[0])
    for (a, b) in zip(own, own.dropFirst() + own.prefix(1)) where abs(written.x[a] - written.x[b]) <= 180 {
      for (c, d) in zip(shell, shell.dropFirst() + shell.prefix(1)) {
        func isSame(_ vertex: Int, _ other: (x: Double, y: Double)) -> Bool {
          written.x[vertex] == other.x && written.y[vertex] == other.y
        }
        if a != b, isSame(a, c) && isSame(b, d) || isSame(a, d) && isSame(b, c) { return true }
      }
    }
    return false
  }

  /// Whether more features of the source decide nothing: the polygon is read, or there are some in both readings.
  var isSettled: Bool {
    reading != nil || (features[.written] ?? 0) > 0 && (isBand || (features[.across] ?? 0) > 0)
  }

  /// Boxes round the polygon as it is written, and round its two sides across ±180°. Features that meet none of them lie
  /// elsewhere.
  var boxes: [CoordinateBox] {
    var boxes = [CoordinateBox](repeating: CoordinateBox(), count: 3)
    boxes[0].formUnion(written)
    for vertex in cut.x.indices { boxes[cut.x[vertex] < 0 ? 1 : 2].formUnion(cut.x[vertex], cut.y[vertex]) }
    return boxes
  }

  mutating func decideByFeatures() {
    guard reading == nil else { return }
    let (written, across, partly) = (features[.written] ?? 0, features[.across] ?? 0, features[.partly] ?? 0)
    if across == 0, written > partly, !isBand {
      reading = .written
    } else if written == 0, across > 0 {
      reading = .acrossAntimeridian
    }
  }

  /// The areas of both readings in m² on the ellipsoid, less the holes.
  var areas: (written: Double, acrossAntimeridian: Double) {
    (
      Self.area(written, written.rings.indices),
      cut.polygons.reduce(0) { area, polygon in area + Self.area(cut, polygon.map { cut.ringOrder[$0] }) }
    )
  }

  /// The area of a shell less its holes.
  private static func area(_ geometry: borrowing FeatureGeometry, _ rings: some Sequence<Int>) -> Double {
    let meter = EllipsoidalArea()
    var area = 0.0
    for (number, ring) in rings.enumerated() {
      let ring = geometry.rings[ring]
      var size = 0.0
      for (a, b) in zip(ring, [ring.upperBound - 1] + ring) {
        size += meter.underEdge(
          fromLongitude: geometry.x[b], latitude: geometry.y[b], toLongitude: geometry.x[a], latitude: geometry.y[a])
      }
      area += number == 0 ? abs(size) : -abs(size)
    }
    return area
  }
}

extension FeatureGeometry {
  func widePolygons() -> [WidePolygon] {
    var found: [WidePolygon] = []
    for (polygon, members) in polygons.enumerated() {
      let rings = members.map { ringOrder[$0] }
      guard let shell = rings.first, isWide(ring: shell), let unwrappedRings = unwrappedRings(ofPolygon: polygon),
        var wide = WidePolygon(self, rings: rings, unwrappedRings)
      else { continue }
      wide.polygon = polygon
      found.append(wide)
    }
    return found
  }
}

extension [WidePolygon] {
  /// The polygons that are meant as they are written.
  var asWritten: Set<Int> { Set(filter { $0.reading == .written }.map(\.polygon)) }
}

/// Decides how polygons with edges wider than 180° are read (`WidePolygon`).
///
/// Holes are known when a feature is kept, and the other features of its source only at the end of that. So a feature
/// that its holes do not decide about has a row without a shape until then.
extension FeatureTableBuilder {
  struct WaitingFeature {
    /// Its index among the features of the table, and among the entries of the ledger.
    var feature: Int
    var entry: Int
    /// With the rings of each polygon as they lie.
    var geometry: FeatureGeometry
    var winding: Winding
    var polygons: [WidePolygon]
  }

  /// Gives the features that wait their shapes, with the readings that the features of the source show.
  mutating func keepWaiting(sourceStart: Int) throws(StageError) {
    guard !waiting.isEmpty else { return }
    var features = waiting
    waiting = []
    decide(&features, sourceStart: sourceStart)
    var shapes = (sourceStart..<table.featureCount).map { table.polygons(of: $0) }
    for var feature in features {
      resume(feature.feature)
      for polygon in feature.polygons where polygon.reading == nil { note(polygon) }
      feature.geometry.measures = []
      let first = table.polygonCount
      if let broken = try appendShape(
        feature.geometry, winding: feature.winding, asWritten: feature.polygons.asWritten)
      {
        table.ledger.entries[feature.entry].outcome = .dropped(rule: broken)
      }
      shapes[feature.feature - sourceStart] = first..<table.polygonCount
    }
    table.arrange(shapes, from: sourceStart)
  }

  /// How many features are looked at for all polygons together, and how many for each at least. So a source of wide
  /// polygons that all lie on one another costs no more than others: of each, the southernmost features decide.
  private static let mostLooks = 2_000_000
  private static let leastLooks = 250

  private func decide(_ features: inout [WaitingFeature], sourceStart: Int) {
    let open = features.indices.flatMap { index in
      features[index].polygons.indices.filter { !features[index].polygons[$0].isSettled }.map { (index, $0) }
    }
    guard !open.isEmpty else { return }
    let known = (sourceStart..<table.featureCount).filter { !table.polygons(of: $0).isEmpty }
    func shells(_ number: Int) -> [[(x: Double, y: Double)]] {
      if number < known.count {
        return table.polygons(of: known[number]).map { polygon in
          table.vertices(ofRing: table.shell(of: polygon)).map {
            (table.coordinates.longitude[$0], table.coordinates.latitude[$0])
          }
        }
      }
      let geometry = features[number - known.count].geometry
      return geometry.polygons.compactMap { members in
        members.first.map { geometry.rings[geometry.ringOrder[$0]].map { (geometry.x[$0], geometry.y[$0]) } }
      }
    }
    let strips = LatitudeOrder(
      (0..<known.count + features.count).map { number in
        var box = CoordinateBox()
        for (x, y) in shells(number).joined() { box.formUnion(x, y) }
        return box
      })
    let most = max(Self.leastLooks, Self.mostLooks / open.count)
    for (index, polygon) in open {
      var looks = 0
      strips.forEach(meeting: features[index].polygons[polygon].boxes) { number in
        guard number != known.count + index else { return true }
        features[index].polygons[polygon].consider(shells(number))
        looks += 1
        return looks < most && !features[index].polygons[polygon].isSettled
      }
      features[index].polygons[polygon].decideByFeatures()
    }
  }

  private mutating func note(_ polygon: WidePolygon) {
    let (start, end) = (polygon.edge.start, polygon.edge.end)
    func words() -> String {
      let areas = polygon.areas
      return
        "an edge from longitude \(start.x) to \(end.x) is wider than 180°, and nothing shows which way it runs: across "
        + "±180° the polygon has \(Quantity.area(squareMeters: areas.acrossAntimeridian).words), and as it is written \(Quantity.area(squareMeters: areas.written).words); "
        + "it was read across ±180°"
    }
    let position = RingPosition(polygon: polygon.polygon, ring: 0)
    note(.wideEdge, at: position.location(vertex: polygon.edge.vertex, x: start.x, y: start.y), words())
  }
}

extension FeatureTable {
  /// Gives the features from `first` on the polygons in some ranges, one for each of them.
  fileprivate mutating func arrange(_ shapes: [Range<Int>], from first: Int) {
    let old = self
    polygonStart.removeSubrange((first + 1)...)
    ringStart.removeSubrange((polygonStart[first] + 1)...)
    vertexStart.removeSubrange((ringStart[polygonStart[first]] + 1)...)
    longitude.removeSubrange(vertexStart[ringStart[polygonStart[first]]]...)
    latitude.removeSubrange(longitude.count...)
    for shape in shapes {
      for polygon in shape {
        for ring in old.rings(of: polygon) {
          longitude += old.longitude[old.vertices(ofRing: ring)]
          latitude += old.latitude[old.vertices(ofRing: ring)]
          vertexStart.append(longitude.count)
        }
        ringStart.append(ringCount)
      }
      polygonStart.append(polygonCount)
    }
  }
}

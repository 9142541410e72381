import MapPackFeatures

/// The polygons, lines or points of a Placemark, built while its elements come.
///
/// KML has no rule for windings, and a hole may come before its shell: the boundary that contains a ring says which it
/// is.
///
/// Call a `begin` and an `end` method for each element: of a polygon, its boundaries and their rings; of a line, a track
/// or a point, `beginRing()` and then `endLine()`, `endLineAmongAreas()` or `endPoint(line:)`. Each `line` is that of the file,
/// from 1, for messages. Coordinates are in degrees. Rings stay as they are written, open or closed.
///
/// A fault does not throw: it is kept in `failure`.
struct KMLGeometry {
  /// The geometry so far. It is of no use if there is a failure.
  private(set) var polygons = FeatureGeometry()
  /// How many lists of coordinates had commas between the positions.
  private(set) var joined = 0
  /// How many positions of tracks were left out, because they are no numbers.
  private(set) var leftOut = 0
  /// The first fault, with its position but without the feature. Nothing is read after it.
  private(set) var failure: StageError?

  private var shells: [Int] = []
  private var holes: [Int] = []
  private var isHole = false
  private var ringStart = 0
  private var hasCoordinates = false

  mutating func beginPolygon() {
    shells.removeAll(keepingCapacity: true)
    holes.removeAll(keepingCapacity: true)
  }

  /// The rings that follow are holes if `isHole` is true, else shells.
  mutating func beginBoundary(isHole: Bool) { self.isHole = isHole }

  mutating func beginRing() {
    ringStart = polygons.x.count
    hasCoordinates = false
  }

  /// Reads the text of `coordinates`. A second one in a ring is a fault.
  /// - Parameter line: the line on which the text ends.
  mutating func readCoordinates(_ text: [UInt8], line: Int) {
    func lineOf(_ index: Int) -> Int { line - text[index...].count { $0 == UInt8(ascii: "\n") } }
    if hasCoordinates { fail("the ring has two lists of coordinates", line: lineOf(0)) }
    hasCoordinates = true
    guard failure == nil else { return }
    switch text.withUnsafeBytes({ KMLCoordinates.read($0, into: &polygons) }) {
    case .success(let isJoined): joined += isJoined ? 1 : 0
    case .failure(let fault):
      fail(fault.message, line: lineOf(fault.index))
      failure?.ring = isHole ? max(1, shells.count) + holes.count : shells.count
      failure?.vertex = polygons.x.count - ringStart
    }
  }

  mutating func endRing() {
    if isHole { holes.append(polygons.rings.count) } else { shells.append(polygons.rings.count) }
    polygons.endRing(from: ringStart)
  }

  mutating func endLine() { polygons.endLine(from: ringStart) }

  /// Ends a line or a track that is an area if it is closed.
  mutating func endLineAmongAreas() { if !polygons.endArea(from: ringStart) { polygons.others += 1 } }

  mutating func countOther() { polygons.others += 1 }

  /// Ends a point, which becomes a polygon of one vertex. A point without coordinates is ignored; several positions are
  /// a fault.
  mutating func endPoint(line: Int) {
    let count = polygons.x.count - ringStart
    if count > 1 { fail("the point has \(count) positions, expected one", line: line) }
    if count > 0 { endLine() }
  }

  /// Adds a position of a track: longitude, latitude and altitude, separated by blanks. An empty position was not
  /// measured and is ignored; one that is no numbers is left out. Source: OGC KML 2.3, section 16.3.
  mutating func append(trackPoint text: [UInt8]) {
    guard failure == nil else { return }
    let words = text.split { $0 <= 0x20 }
    guard !words.isEmpty else { return }
    let numbers = words.prefix(2).compactMap { DecimalNumber.finite($0) }
    guard words.count <= 3, numbers.count == 2 else {
      leftOut += 1
      return
    }
    polygons.x.append(numbers[0])
    polygons.y.append(numbers[1])
  }

  /// It is a fault if it does not have exactly one shell.
  mutating func endPolygon(line: Int) {
    guard shells.count == 1 else {
      fail(
        shells.isEmpty
          ? "the polygon has no outer boundary" : "the polygon has \(shells.count) outer boundaries, expected one",
        line: line)
      return
    }
    polygons.appendPolygon(shells + holes)
  }

  // MARK: Failures

  private mutating func fail(_ message: String, line: Int) {
    guard failure == nil else { return }
    failure = StageError(
      .unreadableData, at: Location(line: line, polygon: polygons.polygons.count), rule: .malformedFeature, message,
      remedy: FeatureTableBuilder.dropOrMend)
  }
}

import MapPackFeatures

/// The polygons, lines or points of a Placemark, built while its elements come.
///
/// KML has no rule for windings, and a hole may come before its shell: the boundary that contains a ring says which it
/// is.
///
/// Call a `begin` and an `end` method for each element: of a polygon, its boundaries, their rings, and the coordinates
/// in these; of a line, a track or a point, `beginRing()` and then `endLine()` or `endPoint(line:)`. Each `line` is
/// that of the file, from 1, for messages. Coordinates are in degrees. Rings stay as they are written, open or closed.
///
/// A fault does not throw: it is kept in `failure`.
struct KMLGeometry {
  /// The geometry so far. It is of no use if there is a failure.
  private(set) var polygons = FeatureGeometry()
  /// How many geometries of other kinds the Placemark has.
  var others = 0
  /// How many lists of coordinates had commas between the positions.
  private(set) var joined = 0
  /// How many positions of tracks were left out, because they are no numbers.
  private(set) var leftOut = 0
  /// The first fault, with its position but without the feature. Nothing is read after it.
  private(set) var failure: StageError?

  private var coordinates = KMLCoordinates()
  private var shells: [Int] = []
  private var holes: [Int] = []
  private var isHole = false
  private var ringStart = 0
  private var hasCoordinates = false

  mutating func removeAll() {
    polygons.removeAll()
    others = 0
    joined = 0
    leftOut = 0
    failure = nil
  }

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

  /// A second one in a ring is a fault.
  mutating func beginCoordinates(line: Int) {
    coordinates.begin()
    if hasCoordinates { fail("the ring has two lists of coordinates", line: line) }
    hasCoordinates = true
  }

  /// - Parameter line: the line on which the piece ends.
  mutating func readCoordinates(_ bytes: UnsafeRawBufferPointer, line: Int) {
    guard failure == nil else { return }
    do throws(KMLCoordinates.Failure) {
      try coordinates.read(bytes, into: &polygons)
    } catch {
      let linesAfter = bytes.suffix(error.bytesFromEnd).count { $0 == UInt8(ascii: "\n") }
      failAtVertex(error.message, line: line - linesAfter)
    }
  }

  /// A position that is not complete is a fault.
  mutating func endCoordinates(line: Int) {
    guard failure == nil else { return }
    do throws(KMLCoordinates.Failure) {
      if try coordinates.end(into: &polygons) { joined += 1 }
    } catch {
      failAtVertex(error.message, line: line)
    }
  }

  mutating func endRing() {
    if isHole { holes.append(polygons.rings.count) } else { shells.append(polygons.rings.count) }
    polygons.rings.append(ringStart..<polygons.x.count)
  }

  /// Ends a line, which becomes a polygon of one ring.
  mutating func endLine() {
    polygons.rings.append(ringStart..<polygons.x.count)
    polygons.ringOrder.append(polygons.rings.count - 1)
    polygons.polygons.append(polygons.ringOrder.count - 1..<polygons.ringOrder.count)
  }

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
    let numbers = words.prefix(2).map { word in
      Array(word).withUnsafeBytes { bytes -> Double? in
        var index = 0
        let number = DecimalNumber.read(bytes, at: &index)
        return index == bytes.count ? number : nil
      }
    }
    guard words.count <= 3, numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else {
      leftOut += 1
      return
    }
    polygons.x.append(x)
    polygons.y.append(y)
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
    let start = polygons.ringOrder.count
    polygons.ringOrder.append(contentsOf: shells)
    polygons.ringOrder.append(contentsOf: holes)
    polygons.polygons.append(start..<polygons.ringOrder.count)
  }

  // MARK: Failures

  private mutating func fail(_ message: String, line: Int) {
    guard failure == nil else { return }
    failure = StageError(.unreadableData, message, remedy: "drop the feature or mend the source")
    failure?.rule = .malformedFeature
    failure?.line = line
    failure?.polygon = polygons.polygons.count
  }

  private mutating func failAtVertex(_ message: String, line: Int) {
    fail(message, line: line)
    failure?.ring = isHole ? max(1, shells.count) + holes.count : shells.count
    failure?.vertex = polygons.x.count - ringStart
  }
}

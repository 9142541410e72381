/// A parser for the text of `coordinates`: positions separated by white space, each `longitude,latitude` or
/// `longitude,latitude,altitude`, in degrees. Source: OGC KML 2.2, section 16.9.
///
/// For each text, call `begin()`, then `read(_:into:)` for each piece, then `end(into:)`. A text may be empty. Numbers
/// are finite, and their range is left to `FeatureTableBuilder`.
///
/// The text comes in pieces that may be cut anywhere. White space beside a comma is skipped, and so is the altitude,
/// whatever it says. If there are commas between all numbers, also where blanks belong, the count of the numbers and the
/// length of the way tell whether there are altitudes. Anything else is a failure: no position is ever guessed.
struct KMLCoordinates {
  /// After a failure, only `begin()` may be called.
  struct Failure: Error {
    var message: String
    var bytesFromEnd: Int
  }

  private enum State {
    /// After a latitude or an altitude a comma may follow, so these states are distinct.
    case atStart, afterLatitude, afterAltitude
    case afterLongitude, beforeLatitude, beforeAltitude
    /// After a number and after a comma of a text in which all numbers have commas between them.
    case afterJoined, beforeJoined
  }

  private var state = State.atStart
  private var longitude = 0.0
  /// The bytes so far of the current number or altitude.
  private var word: [UInt8] = []
  /// The last altitude that was read byte by byte.
  private var altitude: [UInt8] = []
  private var positions = 0
  /// All numbers of a text in which they have commas between them.
  private var joined: [Double] = []

  mutating func begin() {
    state = .atStart
    positions = 0
    joined.removeAll(keepingCapacity: true)
    word.removeAll(keepingCapacity: true)
  }

  /// Reads a piece, and adds the positions that end in it to the vertices of `geometry`, also those before a fault.
  mutating func read(_ bytes: UnsafeRawBufferPointer, into geometry: inout FeatureGeometry) throws(Failure) {
    var index = 0
    while index < bytes.count {
      if word.isEmpty, state == .atStart || state == .afterLatitude || state == .afterAltitude {
        index = readWhole(bytes, from: index, into: &geometry)
        guard index < bytes.count else { return }
      }
      let byte = bytes[index]
      if Self.isSpace(byte) || byte == UInt8(ascii: ",") {
        try endWord(into: &geometry, bytesFromEnd: bytes.count - index)
        if byte == UInt8(ascii: ",") { try takeComma(into: &geometry, bytesFromEnd: bytes.count - index) }
      } else {
        word.append(byte)
      }
      index += 1
    }
  }

  /// Ends the text, and returns whether its positions had commas between them.
  mutating func end(into geometry: inout FeatureGeometry) throws(Failure) -> Bool {
    try endWord(into: &geometry, bytesFromEnd: 0)
    switch state {
    case .atStart, .afterLatitude, .afterAltitude: return false
    case .afterJoined, .beforeJoined:
      try part(into: &geometry)
      return true
    case .afterLongitude, .beforeLatitude: throw Failure(message: Self.lacksLatitude, bytesFromEnd: 0)
    case .beforeAltitude: throw Failure(message: Self.endsInComma, bytesFromEnd: 0)
    }
  }

  private static let lacksLatitude = "the coordinates hold a longitude without a latitude"
  private static let hasTooMany = "the coordinates hold a position of more than three numbers"
  private static let endsInComma = "the coordinates hold a comma with no number behind it"

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  // MARK: Whole positions

  /// Reads positions in the plain form that end in white space, up to the end or to a position that has to be read byte
  /// by byte.
  private mutating func readWhole(
    _ bytes: UnsafeRawBufferPointer, from start: Int, into geometry: inout FeatureGeometry
  ) -> Int {
    let count = bytes.count
    var index = start
    while true {
      while index < count, Self.isSpace(bytes[index]) { index += 1 }
      var next = index
      guard let x = DecimalNumber.read(bytes, at: &next), x.isFinite, next < count, bytes[next] == UInt8(ascii: ",")
      else { return index }
      next += 1
      guard let y = DecimalNumber.read(bytes, at: &next), y.isFinite, next < count else { return index }
      var hasAltitude = false
      if bytes[next] == UInt8(ascii: ",") {
        hasAltitude = true
        let altitude = next + 1
        next = altitude
        while next < count, !Self.isSpace(bytes[next]), bytes[next] != UInt8(ascii: ",") { next += 1 }
        guard next > altitude, next < count else { return index }
      }
      guard Self.isSpace(bytes[next]) else { return index }
      geometry.x.append(x)
      geometry.y.append(y)
      positions += 1
      state = hasAltitude ? .afterAltitude : .afterLatitude
      index = next
    }
  }

  // MARK: Byte by byte

  private mutating func takeComma(into geometry: inout FeatureGeometry, bytesFromEnd: Int) throws(Failure) {
    switch state {
    case .afterLongitude: state = .beforeLatitude
    case .afterLatitude: state = .beforeAltitude
    case .afterJoined: state = .beforeJoined
    case .atStart, .beforeLatitude, .beforeAltitude, .beforeJoined:
      throw Failure(message: "the coordinates hold a comma with no number before it", bytesFromEnd: bytesFromEnd)
    case .afterAltitude:
      // A fourth number: either all numbers have commas between them, or it is too many.
      guard positions == 1, let x = geometry.x.popLast(), let y = geometry.y.popLast() else {
        throw Failure(message: Self.hasTooMany, bytesFromEnd: bytesFromEnd)
      }
      joined += [x, y, try number(altitude, bytesFromEnd: bytesFromEnd)]
      state = .beforeJoined
    }
  }

  private mutating func endWord(into geometry: inout FeatureGeometry, bytesFromEnd: Int) throws(Failure) {
    guard !word.isEmpty else { return }
    defer { word.removeAll(keepingCapacity: true) }
    switch state {
    case .atStart, .afterLatitude, .afterAltitude:
      longitude = try number(word, bytesFromEnd: bytesFromEnd)
      state = .afterLongitude
    case .beforeLatitude:
      let latitude = try number(word, bytesFromEnd: bytesFromEnd)
      geometry.x.append(longitude)
      geometry.y.append(latitude)
      positions += 1
      state = .afterLatitude
    case .beforeAltitude:
      altitude = word
      state = .afterAltitude
    case .beforeJoined:
      joined.append(try number(word, bytesFromEnd: bytesFromEnd))
      state = .afterJoined
    case .afterJoined:
      throw Failure(message: Self.hasTooMany, bytesFromEnd: bytesFromEnd)
    case .afterLongitude:
      throw Failure(message: Self.lacksLatitude, bytesFromEnd: bytesFromEnd)
    }
  }

  private func number(_ word: [UInt8], bytesFromEnd: Int) throws(Failure) -> Double {
    let number: Double? = word.withUnsafeBytes { bytes in
      var index = 0
      let number = DecimalNumber.read(bytes, at: &index)
      return index == bytes.count ? number : nil
    }
    if let number, number.isFinite { return number }
    let shown = String(decoding: word, as: UTF8.self)
    throw Failure(
      message: "the coordinates hold “\(shown.prefix(40))\(shown.count > 40 ? "…" : "")” where a number belongs",
      bytesFromEnd: bytesFromEnd)
  }

  // MARK: Commas between all numbers

  /// Adds the positions of the joined numbers: three numbers each or two each, whichever their count allows and gives
  /// longitudes and latitudes; if both do, the one with the shorter way from position to position. With the other one
  /// longitudes stand where latitudes belong, so its way is much longer.
  private func part(into geometry: inout FeatureGeometry) throws(Failure) {
    let lengths = [3, 2].compactMap { size in way(of: size).map { (size, $0) } }
    guard let size = lengths.min(by: { $0.1 < $1.1 })?.0 else {
      throw Failure(message: Self.hasTooMany, bytesFromEnd: 0)
    }
    for start in stride(from: 0, to: joined.count, by: size) {
      geometry.x.append(joined[start])
      geometry.y.append(joined[start + 1])
    }
  }

  /// The length of the way from position to position, in degrees, if each has so many numbers; `nil` if that cannot be.
  private func way(of size: Int) -> Double? {
    guard joined.count.isMultiple(of: size) else { return nil }
    var length = 0.0
    for start in stride(from: 0, to: joined.count, by: size) {
      guard abs(joined[start]) <= 360, abs(joined[start + 1]) <= 90 else { return nil }
      if start > 0 {
        length += abs(joined[start] - joined[start - size]) + abs(joined[start + 1] - joined[start + 1 - size])
      }
    }
    return length
  }
}

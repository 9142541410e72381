/// The text of `coordinates`: positions separated by white space, each `longitude,latitude` or
/// `longitude,latitude,altitude`, in degrees. Source: OGC KML 2.2, section 16.9.
///
/// Numbers are finite, and their range is left to `FeatureTableBuilder`. White space beside a comma is skipped, and so is
/// the altitude, whatever it says. If there are commas between all numbers, also where blanks belong, the count of the
/// numbers and the length of the way tell whether there are altitudes. Anything else is a failure: no position is ever
/// guessed.
struct KMLCoordinates {
  struct Failure: Error, Equatable {
    var message: String
    /// The index of the byte at which it was found.
    var index: Int
  }

  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  /// Adds the positions of a text to the vertices of `geometry`, also those before a fault. A text may be empty.
  /// - Returns: whether all its numbers have commas between them.
  static func read(
    _ bytes: UnsafeRawBufferPointer, into geometry: inout FeatureGeometry
  ) -> Result<Bool, Failure> {
    var text = KMLCoordinates(bytes: bytes)
    return Result { () throws(Failure) in try text.readPositions(into: &geometry) }
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func readPositions(into geometry: inout FeatureGeometry) throws(Failure) -> Bool {
    var words: [Range<Int>] = []
    skipSpace()
    while index < bytes.count {
      let isFirst = words.isEmpty
      words.removeAll(keepingCapacity: true)
      var hasComma = false
      repeat {
        words.append(
          try word(
            after: words.count < 2 ? Self.lacksLatitude : "the coordinates hold a comma with no number behind it"))
        if words.count == 2 {
          let (longitude, latitude) = (try number(words[0]), try number(words[1]))
          geometry.x.append(longitude)
          geometry.y.append(latitude)
        }
        hasComma = skipComma()
      } while hasComma && (words.count < 3 || index < bytes.count)
      if words.count == 1 {
        _ = try number(words[0])
        throw failure(Self.lacksLatitude)
      }
      // A fourth number: either all numbers have commas between them, or it is too many.
      if words.count > 3 || hasComma {
        guard isFirst, geometry.x.popLast() != nil, geometry.y.popLast() != nil, index == bytes.count else {
          throw failure(Self.hasTooMany)
        }
        try append(joined: words, to: &geometry)
        return true
      }
    }
    return false
  }

  private static let lacksLatitude = "the coordinates hold a longitude without a latitude"
  private static let hasTooMany = "the coordinates hold a position of more than three numbers"

  private func failure(_ message: String) -> Failure { Failure(message: message, index: index) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private mutating func skipSpace() { while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 } }

  /// Skips white space, a comma and further white space; only the first of these if there is no comma.
  private mutating func skipComma() -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return false }
    index += 1
    skipSpace()
    return true
  }

  /// The bytes up to a space or a comma.
  /// - Parameter message: what is wrong if the text ends here.
  private mutating func word(after message: String) throws(Failure) -> Range<Int> {
    let start = index
    guard start < bytes.count else { throw failure(message) }
    while index < bytes.count, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ",") { index += 1 }
    if index == start { throw failure("the coordinates hold a comma with no number before it") }
    return start..<index
  }

  private func number(_ word: Range<Int>) throws(Failure) -> Double {
    if let number = DecimalNumber.finite(bytes[word]) { return number }
    let shown = String(decoding: bytes[word], as: UTF8.self)
    throw Failure(
      message: "the coordinates hold “\(shown.prefix(40))\(shown.count > 40 ? "…" : "")” where a number belongs",
      index: word.upperBound)
  }

  // MARK: Commas between all numbers

  /// Adds the positions of the joined numbers: three numbers each or two each, whichever their count allows and gives
  /// longitudes and latitudes; if both do, the one with the shorter way from position to position. With the other one
  /// longitudes stand where latitudes belong, so its way is much longer.
  private func append(joined words: [Range<Int>], to geometry: inout FeatureGeometry) throws(Failure) {
    var joined: [Double] = []
    for word in words { joined.append(try number(word)) }
    let lengths = [3, 2].compactMap { size in Self.way(joined, of: size).map { (size, $0) } }
    guard let size = lengths.min(by: { $0.1 < $1.1 })?.0 else { throw failure(Self.hasTooMany) }
    for start in stride(from: 0, to: joined.count, by: size) {
      geometry.x.append(joined[start])
      geometry.y.append(joined[start + 1])
    }
  }

  /// The length of the way from position to position, in degrees, if each has so many numbers; `nil` if that cannot be.
  private static func way(_ joined: [Double], of size: Int) -> Double? {
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

import MapPackFeatures
import MapPackGeometry

/// What is measured along a track or a route: its length, how far it climbs, and how long it took.
///
/// Give it the points in their order, and `endLine()` after each line, so that nothing is measured between lines.
struct GPXMeasures {
  /// In meters on the WGS 84 ellipsoid. Segments are straight in longitude and latitude, and run the short way round the
  /// globe.
  private(set) var length = 0.0
  /// The rises, in meters; `nil` if no point has an elevation.
  ///
  /// A change counts once it is `threshold` or more from the elevation that counted last, so that the noise of a
  /// receiver adds nothing. Receivers of rides count with such a threshold too.
  private(set) var climb: Double?
  private var last: (longitude: Double, latitude: Double)?
  private var elevation: Double?

  /// In meters.
  private static let threshold = 3.0

  mutating func add(longitude: Double, latitude: Double) {
    if let last {
      var degrees = abs(longitude - last.longitude)
      if degrees > 180 { degrees = abs(360 - degrees) }
      let meters = Ground.meters(perDegrees: 1, latitude: (latitude + last.latitude) / 2)
      let (x, y) = (degrees * meters.across, (latitude - last.latitude) * meters.up)
      length += (x * x + y * y).squareRoot()
    }
    last = (longitude, latitude)
  }

  /// - Parameter meters: the elevation of the point that was added last.
  mutating func add(elevation meters: Double) {
    climb = climb ?? 0
    guard let reference = elevation else {
      elevation = meters
      return
    }
    guard abs(meters - reference) >= Self.threshold else { return }
    climb = (climb ?? 0) + max(0, meters - reference)
    elevation = meters
  }

  mutating func endLine() { (last, elevation) = (nil, nil) }

  /// To a tenth of a meter, and null if it is no number.
  static func rounded(_ meters: Double) -> AttributeValue {
    meters.isFinite ? .real((meters * 10).rounded() / 10) : .null
  }
}

/// A moment as GPX writes it, in the form of XML Schema's dateTime: 2024-05-01T08:30:00.5Z.
struct GPXTime {
  /// In seconds from 2000-01-01T00:00:00Z.
  private let seconds: Double

  /// The seconds from one moment to another, to a thousandth; `nil` if a text is none, or if the other one is earlier.
  static func seconds(from start: String?, to end: String?) -> Double? {
    guard let start = start.flatMap(GPXTime.init), let end = end.flatMap(GPXTime.init), start.seconds <= end.seconds
    else { return nil }
    return ((end.seconds - start.seconds) * 1000).rounded() / 1000
  }

  /// `nil` if the text has another form, or if there is no such moment. A moment without a zone is in UTC, as GPX says.
  private init?(_ text: String) {
    let text = Array(text.utf8)
    // Year, month, day, hour, minute and second, each with what stands behind it.
    let fields: [(digits: Int, range: ClosedRange<Int>, end: UInt8?)] = [
      (4, 1...9999, UInt8(ascii: "-")), (2, 1...12, UInt8(ascii: "-")), (2, 1...31, UInt8(ascii: "T")),
      (2, 0...24, UInt8(ascii: ":")), (2, 0...59, UInt8(ascii: ":")), (2, 0...60, nil),
    ]
    var (index, values) = (0, [Int]())
    for field in fields {
      guard let value = Self.number(text.dropFirst(index).prefix(field.digits)), field.range.contains(value) else {
        return nil
      }
      index += field.digits
      values.append(value)
      guard let end = field.end else { continue }
      guard index < text.count, text[index] == end else { return nil }
      index += 1
    }
    var fraction = text[index...]
    var seconds = 0.0
    if fraction.first == UInt8(ascii: ".") {
      let digits = fraction.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let share = DecimalNumber.finite(Array("0.".utf8) + digits), !digits.isEmpty else { return nil }
      seconds = share
      fraction = fraction.dropFirst(1 + digits.count)
    }
    guard let offset = Self.offset(fraction) else { return nil }
    let (year, month, day) = (values[0], values[1], values[2])
    let minutes = (Self.days(year: year, month: month, day: day) * 24 + values[3]) * 60 + values[4] - offset
    self.seconds = Double(minutes * 60 + values[5]) + seconds
  }

  /// The offset of a zone from UTC, in minutes.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    if zone.isEmpty || zone.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
    let signs: [UInt8: Int] = [UInt8(ascii: "+"): 1, UInt8(ascii: "-"): -1]
    guard let sign = zone.first.flatMap({ signs[$0] }), zone.count == 6, zone.dropFirst(3).first == UInt8(ascii: ":"),
      let hours = number(zone.dropFirst().prefix(2)), let minutes = number(zone.suffix(2)), hours <= 14, minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The days from 2000-01-01 to a day of the Gregorian calendar, which starts in March here, so that a leap day is the
  /// last one of its year. A day that its month does not have is one of the next month.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * months + 2) / 5 + day - 730_426
  }
}

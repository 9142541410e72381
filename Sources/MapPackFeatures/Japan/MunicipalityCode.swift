/// Codes of Japan's municipalities: two digits for the prefecture, three for the municipality, and in some lists a
/// check digit.
///
/// Source: 全国地方公共団体コード, 総務省.
package enum MunicipalityCode {
  /// How the codes of one list are written.
  package enum Form: Hashable, Sendable {
    /// Without the check digit.
    case fiveDigits
    /// With the check digit.
    case sixDigits
  }

  /// The check digit of a code of six digits, as it is and as it should be by the first five; `nil` if this is not such
  /// a code.
  package static func checkDigit(of code: String) -> (given: Int, right: Int)? {
    guard let digits = digits(of: code), digits.count == 6, isPrefecture(digits) else { return nil }
    return (digits[5], checkDigit(digits))
  }

  /// How the codes of a list are written; `nil` if the list is empty or one of them is not such a code.
  ///
  /// Spreadsheets and JSON numbers lose leading zeros. So the longest code tells how many digits there are. If all
  /// codes may have lost a zero, the check digits tell: three codes or more, all of five digits, are taken as codes of
  /// six if all check digits are right then.
  package static func form(of codes: some Collection<String>) -> Form? {
    let lists = codes.map(digits(of:))
    let known = lists.compactMap(\.self)
    guard !known.isEmpty, known.count == lists.count, let longest = known.map(\.count).max() else { return nil }
    let isWithin = { (width: Int) in
      known.allSatisfy { $0.count == width && isPrefecture($0) || $0.count == width - 1 && isPrefecture([0] + $0) }
    }
    if longest == 6 { return isWithin(6) ? .sixDigits : nil }
    if longest == 5, known.count >= 3, known.allSatisfy({ $0.count == 5 && isRight([0] + $0) }) { return .sixDigits }
    return longest >= 4 && isWithin(5) ? .fiveDigits : nil
  }

  /// A code as five digits, with the leading zero that it may have lost.
  /// - Parameter form: how the codes of its list are written.
  /// - Returns: the five digits, and the right check digit if the code has a wrong one; `nil` if this is not such a
  ///   code.
  package static func fiveDigits(_ code: String, form: Form) -> (code: String, rightCheckDigit: Int?)? {
    let width = form == .sixDigits ? 6 : 5
    guard var digits = digits(of: code), digits.count == width || digits.count == width - 1 else { return nil }
    if digits.count < width { digits.insert(0, at: 0) }
    guard isPrefecture(digits) else { return nil }
    let right = form == .sixDigits && !isRight(digits) ? checkDigit(digits) : nil
    return (digits.prefix(5).map(String.init).joined(), right)
  }

  private static func digits(of code: String) -> [Int]? {
    let digits = code.utf8.map { Int($0) - 48 }
    return (4...6).contains(digits.count) && digits.allSatisfy((0...9).contains) ? digits : nil
  }

  private static func isPrefecture(_ digits: [Int]) -> Bool { (1...47).contains(10 * digits[0] + digits[1]) }

  private static func isRight(_ digits: [Int]) -> Bool { isPrefecture(digits) && digits[5] == checkDigit(digits) }

  private static func checkDigit(_ digits: [Int]) -> Int {
    let sum = 6 * digits[0] + 5 * digits[1] + 4 * digits[2] + 3 * digits[3] + 2 * digits[4]
    return (11 - sum % 11) % 10
  }
}

/// One of Japan's designated cities (政令指定都市), whose wards have codes of their own: 横浜市 14100 has 14101 to 14118.
///
/// The third digit of a ward's code is 1. The ward belongs to the city of its prefecture with the next lower code. It
/// would be wrong to replace the last digit of the ward's code by 0.
///
/// Sources: 地方自治法 252条の19 and the order that designates the cities; for the codes, 全国地方公共団体コード, 総務省.
package struct DesignatedCity: Hashable, Sendable {
  /// The city's own code of five digits.
  package let code: String
  package let name: String

  /// The city of a ward.
  /// - Parameter code: the ward's code of five digits, or the city's own.
  /// - Returns: `nil` for any other municipality, such as 東京都's special wards.
  package init?(ofWard code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 5, bytes.allSatisfy({ (0x30...0x39).contains($0) }), bytes[2] == UInt8(ascii: "1"),
      let city = Self.nameByCode.last(where: { $0.code <= code }), city.code.prefix(2) == code.prefix(2)
    else { return nil }
    (self.code, name) = city
  }

  /// The cities in ascending order of their codes, which `init(ofWard:)` relies on. A city that is designated in the
  /// future has to be entered here.
  private static let nameByCode: [(code: String, name: String)] = [
    ("01100", "札幌市"), ("04100", "仙台市"), ("11100", "さいたま市"), ("12100", "千葉市"), ("14100", "横浜市"), ("14130", "川崎市"),
    ("14150", "相模原市"), ("15100", "新潟市"), ("22100", "静岡市"), ("22130", "浜松市"), ("23100", "名古屋市"), ("26100", "京都市"),
    ("27100", "大阪市"), ("27140", "堺市"), ("28100", "神戸市"), ("33100", "岡山市"), ("34100", "広島市"), ("40100", "北九州市"),
    ("40130", "福岡市"), ("43100", "熊本市"),
  ]
}

/// A region's name in Latin letters, split into the proper name and the kind of area.
///
/// A name of several areas, such as a ward's with its city before it (札幌市 中央区), has as many parts.
package struct RomanizedName: Hashable, Codable, Sendable {
  /// The name of one area.
  package struct Part: Hashable, Codable, Sendable {
    /// The proper name as it is written within a sentence, without the kind: Nagasaki.
    package var stem: String
    /// The kind of area: City, Town, Village, Ward, Metropolis, Prefecture.
    package var kind: String?

    package init(stem: String, kind: String? = nil) {
      self.stem = stem
      self.kind = kind
    }
  }

  /// The parts from the largest area to the smallest; not empty.
  package var parts: [Part]

  package init(parts: [Part]) { self.parts = parts }
}

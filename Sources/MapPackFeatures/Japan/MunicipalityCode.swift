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

import Foundation

/// Names as lowerCamelCase identifiers, from which `NamingInput` makes the cases of regions. Whether a keyword or
/// another case is in the way is not asked here.
///
/// 1. The name is brought to NFC, so that identifiers that look alike are alike: Swift compares them by code points.
/// 2. Latin letters are folded to ASCII; combining marks on them and spacing modifier letters (Hawaiʻi) vanish. All
///    other scripts stay as they are: nothing is transliterated by guess.
/// 3. A character that no identifier may hold ends a word, and so does `_`. An invisible character that is no space
///    vanishes, and so does an apostrophe before the last letter of a word (Mary's → marys).
/// 4. The first word's leading capitals become small (USVirgin → usVirgin), the other words begin with a capital; the
///    rest of a word stays (McKean → mcKean). A name without a small letter is taken as small throughout.
/// 5. If the identifier would begin with a digit or a mark, the word `region` goes before it (1er → region1er).
/// 6. An identifier is cut after 100 scalars; of a name, no more than 1,000 are read.
///
/// Only ASCII letters change their case.
enum CamelCase {
  /// The largest length of an identifier, in Unicode scalars.
  static let maximumLength = 100
  /// The most scalars of a name that are read. A name may have millions, and to join words takes longer than they are.
  private static let maximumRead = 1_000

  /// The identifier of a name; `nil` if none of its characters can stand in one (`+`).
  static func identifier(for name: String) -> String? {
    let words = words(of: name)
    guard let first = words.first else { return nil }
    var identifier = loweringLeadingCapitals(of: first)
    for word in words.dropFirst() { identifier += capitalizingFirstLetter(of: word) }
    if let head = identifier.unicodeScalars.first, !SwiftIdentifier.isHead(head) {
      identifier = "region" + capitalizingFirstLetter(of: identifier)
    }
    return String(String.UnicodeScalarView(identifier.unicodeScalars.prefix(maximumLength)))
  }

  /// The characters of a code that can stand in an identifier, in their own case; at most 100, possibly none.
  static func suffix(for code: String) -> String {
    String(String.UnicodeScalarView(code.unicodeScalars.filter(isPartOfWord).prefix(maximumLength)))
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    SwiftIdentifier.isCharacter(scalar) && !InvisibleScalar.contains(scalar) && scalar != "_"
  }

  private static func words(of name: String) -> [String] {
    let start = String(String.UnicodeScalarView(name.unicodeScalars.prefix(maximumRead)))
    let scalars = Array(start.precomposedStringWithCanonicalMapping.unicodeScalars)
    let isShouted = !scalars.contains { $0.properties.isLowercase }
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isAfterLatin = false
    for (index, scalar) in scalars.enumerated() {
      let isSpace = scalar.properties.isWhitespace
      if InvisibleScalar.contains(scalar) && !isSpace || (0x2B0...0x2FF).contains(scalar.value) { continue }
      if isAfterLatin, (0x300...0x36F).contains(scalar.value) { continue }
      let folded = LatinFolding.fold(scalar)
      isAfterLatin = folded != nil
      if let folded {
        word += (isShouted ? folded.lowercased() : folded).unicodeScalars
      } else if isPartOfWord(scalar) {
        word.append(scalar)
      } else if !isElision(at: index, in: scalars) {
        if !word.isEmpty { words.append(String(word)) }
        word.removeAll()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Whether an apostrophe stands before the last letter of a word: Mary's.
  private static func isElision(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard scalars[index] == "'" || scalars[index] == "\u{2019}" else { return false }
    guard index > 0, isPartOfWord(scalars[index - 1]) else { return false }
    let rest = scalars[(index + 1)...].prefix(2)
    return rest.first.map(isPartOfWord) == true && (rest.count == 1 || rest.last.map(isPartOfWord) == false)
  }

  private static func loweringLeadingCapitals(of word: String) -> String {
    let capitals = word.unicodeScalars.prefix { ("A"..."Z").contains($0) }
    let next = word.unicodeScalars.dropFirst(capitals.count).first
    let startsNextWord = next.map { ("a"..."z").contains($0) } ?? false
    let count = capitals.count > 1 && startsNextWord ? capitals.count - 1 : capitals.count
    let lowered = String(String.UnicodeScalarView(capitals.prefix(count))).lowercased()
    return lowered + String(String.UnicodeScalarView(word.unicodeScalars.dropFirst(count)))
  }

  private static func capitalizingFirstLetter(of word: String) -> String {
    guard let first = word.unicodeScalars.first, ("a"..."z").contains(first) else { return word }
    return String(first).uppercased() + String(String.UnicodeScalarView(word.unicodeScalars.dropFirst()))
  }
}

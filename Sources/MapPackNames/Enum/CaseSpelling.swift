import Foundation
import MapPackFeatures

/// Names as lowerCamelCase identifiers. Whether a keyword or another case is in the way is not asked here.
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

/// Where words begin within a Japanese reading. A う or お that begins a word lengthens nothing: 松浦 is まつ and うら, so it
/// is matsuura, not matsura. Only characters that are frequent in geographic names and are read as a word of their own
/// are known. They count only if their reading occurs in the reading of the name as often as they occur in the name.
enum WordStarts {
  /// Characters and their own readings. A reading that does not begin with う or お would change nothing.
  private static let readings: [(character: Character, reading: String)] = [
    ("浦", "うら"), ("内", "うち"), ("上", "うえ"), ("海", "うみ"), ("岡", "おか"), ("尾", "お"),
  ]

  /// The indices of the kana that begin a word in the reading of a name; none if the name tells nothing.
  /// - Parameters:
  ///   - reading: hiragana in which each character is one scalar.
  ///   - name: without its kind (市, 町).
  static func find(in reading: some StringProtocol, of name: some StringProtocol) -> Set<Int> {
    let kana = Array(reading)
    var starts: Set<Int> = []
    for (character, own) in readings {
      let count = name.count { $0 == character }
      guard count > 0 else { continue }
      let own = Array(own)
      let found = kana.indices.filter { kana[$0...].starts(with: own) }
      if found.count == count { starts.formUnion(found) }
    }
    return starts
  }
}

/// Latin letters without their marks, as ASCII.
///
/// A letter is decomposed canonically and loses its combining marks (é e, ế e, İ I); what is left is looked up in a
/// fixed table (ø o, ł l, ß ss, æ ae). Latin letters in neither stay as they are. Canonical decompositions never
/// change once a character is encoded (Unicode's stability policy), so every machine folds alike.
enum LatinFolding {
  /// The ASCII letters that stand for a Latin letter; `nil` for anything else. ASCII letters stand for themselves. An
  /// upper-case letter that becomes two has only the first in upper case (Æ Ae).
  static func fold(_ scalar: Unicode.Scalar) -> String? {
    if isASCIILetter(scalar) { return String(scalar) }
    if let letters = table[scalar] { return letters }
    // Blocks with letters that decompose: Latin-1 Supplement to Latin Extended-B, Latin Extended Additional.
    guard (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) else { return nil }
    guard let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first else { return nil }
    return isASCIILetter(base) ? String(base) : table[base]
  }

  private static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z": true
    default: false
    }
  }

  private static let table: [Unicode.Scalar: String] = [
    "ª": "a", "º": "o", "Æ": "Ae", "æ": "ae", "Ð": "D", "ð": "d", "Ø": "O", "ø": "o", "Þ": "Th", "þ": "th", "ß": "ss",
    "Đ": "D", "đ": "d", "Ħ": "H", "ħ": "h", "ı": "i", "ĸ": "k", "Ŀ": "L", "ŀ": "l", "Ł": "L",
    "ł": "l", "ŉ": "n", "Ŋ": "N", "ŋ": "n", "Œ": "Oe", "œ": "oe", "Ŧ": "T", "ŧ": "t", "ſ": "s",
    "ƀ": "b", "Ɓ": "B", "Ƃ": "B", "ƃ": "b", "Ɔ": "O", "Ƈ": "C", "ƈ": "c", "Ɖ": "D", "Ɗ": "D", "Ƌ": "D", "ƌ": "d",
    "Ǝ": "E", "Ə": "E", "Ɛ": "E", "Ƒ": "F", "ƒ": "f", "Ɠ": "G", "Ɣ": "G", "Ɩ": "I", "Ɨ": "I", "Ƙ": "K", "ƙ": "k",
    "ƚ": "l", "Ɲ": "N", "ƞ": "n", "Ƥ": "P", "ƥ": "p", "ƫ": "t", "Ƭ": "T", "ƭ": "t", "Ʈ": "T", "Ʋ": "V", "Ƴ": "Y",
    "ƴ": "y", "Ƶ": "Z", "ƶ": "z", "ǝ": "e", "Ǥ": "G", "ǥ": "g", "ȡ": "d", "Ȥ": "Z", "ȥ": "z", "ȴ": "l",
    "ȵ": "n", "ȶ": "t", "ȷ": "j", "Ⱥ": "A", "Ȼ": "C", "ȼ": "c", "Ƚ": "L", "Ⱦ": "T", "ȿ": "s", "ɀ": "z", "Ƀ": "B",
    "Ʉ": "U", "Ɇ": "E", "ɇ": "e", "Ɉ": "J", "ɉ": "j", "Ɋ": "Q", "ɋ": "q", "Ɍ": "R", "ɍ": "r", "Ɏ": "Y", "ɏ": "y",
    "ɓ": "b", "ɔ": "o", "ɖ": "d", "ɗ": "d", "ə": "e", "ɛ": "e", "ɠ": "g", "ɣ": "g", "ɨ": "i", "ɩ": "i", "ɲ": "n",
    "ʈ": "t", "ʉ": "u", "ʋ": "v", "ẚ": "a", "ẜ": "s", "ẝ": "s", "ẞ": "Ss", "Ỻ": "Ll", "ỻ": "ll", "Ỽ": "V", "ỽ": "v",
    "Ỿ": "Y", "ỿ": "y",
    "\u{132}": "Ij", "\u{133}": "ij", "\u{1C4}": "Dz", "\u{1C5}": "Dz", "\u{1C6}": "dz", "\u{1C7}": "Lj",
    "\u{1C8}": "Lj", "\u{1C9}": "lj", "\u{1CA}": "Nj", "\u{1CB}": "Nj", "\u{1CC}": "nj", "\u{1F1}": "Dz",
    "\u{1F2}": "Dz", "\u{1F3}": "dz", "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi",
    "\u{FB04}": "ffl", "\u{FB05}": "st", "\u{FB06}": "st",
  ]
}

/// Case names that no region gets, whatever its name.
///
/// A region whose case is chosen anew takes the next longer form (None with the code 17 → `none17`). An override or a
/// published case with such a name is an error. So a name that is added here can break a published map.
///
/// Most keywords are not reserved: `E.as` and `E.in` are plain Swift. Reserved are those that fail even in backticks:
/// `E.self` is the type itself.
package enum ReservedCaseName {
  /// Whether a name is reserved, because Swift refuses it, it would be taken for a case of `Optional`, or the generated
  /// enum or one of its protocols uses it (`GeneratedEnum`). Capitals matter: `Some` is not reserved.
  package static func contains(_ name: String) -> Bool { all.contains(name) }

  /// Whether Swift itself refuses the name, even in backticks, or asks for backticks at every use.
  static func isRefusedBySwift(_ name: String) -> Bool { refused.contains(name) }

  /// All reserved names.
  package static let all: Set<String> =
    refused
    .union(["none", "some"])
    .union(GeneratedEnum.Member.allCases.map(\.rawValue))
    .union(GeneratedEnum.TypeName.allCases.map(\.rawValue))
    .union(GeneratedEnum.membersOfProtocols.flatMap(\.members))

  private static let refused: Set<String> = ["init", "self", "Self", "Type", "Protocol"]
}

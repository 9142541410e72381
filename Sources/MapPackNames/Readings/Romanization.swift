import Foundation
import MapPackFeatures

/// A romanized name from a reading in kana or a name in Latin letters.
extension RomanizedName {
  /// The romanized form of a name, from its reading in hiragana; `nil` if the reading is empty or a word cannot be
  /// read.
  ///
  /// If name and reading have as many words, each word of the reading is that of the name; otherwise the whole name
  /// belongs to the last word, and the words before it have no kind. An ending stays in the stem unless the last
  /// character of the name is read so.
  ///
  /// - Parameter hiragana: the reading as `Kana.hiragana` gives it.
  package init?(hiragana: String, name: String) {
    var parts: [Part] = []
    for word in Self.words(of: hiragana, name: name) {
      let starts = WordStarts.find(in: word.stem, of: word.kind == nil ? word.name : word.name.dropLast())
      guard let letters = Hepburn.romanize(word.stem, wordStarts: starts) else { return nil }
      parts.append(Part(stem: letters.prefix(1).uppercased() + letters.dropFirst(), kind: word.kind?.rawValue))
    }
    guard !parts.isEmpty else { return nil }
    self.init(parts: parts)
  }

  /// Whether every word of a reading ends in a reading of its name's last character; 村 in …む does not. A name that does
  /// not end in a kind is regular.
  package static func isRegular(hiragana: String, name: String) -> Bool {
    words(of: hiragana, name: name).allSatisfy(\.isRegular)
  }

  private struct Word {
    var name: Substring
    var stem: Substring
    var kind: AdministrativeKind?
    var isRegular: Bool
  }

  private static func words(of reading: String, name: String) -> [Word] {
    let readings = reading.split(separator: " ")
    var names = name.split(whereSeparator: \.isWhitespace)
    // A name in one piece belongs to the last word, the only one whose kind it tells.
    if names.count != readings.count {
      names = [Substring](repeating: "", count: max(0, readings.count - 1)) + [name[...]]
    }
    return zip(readings, names).map { reading, name in
      guard let area = AdministrativeKind.of(name) else {
        return Word(name: name, stem: reading, kind: nil, isRegular: true)
      }
      let ending = area.readings.first { reading.hasSuffix($0) && reading.count > $0.count }
      return Word(
        name: name, stem: reading.dropLast(ending?.count ?? 0), kind: area.kind, isRegular: ending != nil)
    }
  }

  /// The romanized form of a name that is given in Latin letters too: in Japanese (Nagasaki-shi, NAGASAKI SHI,
  /// Nagasaki) or in English (Nagasaki City). The name itself tells the kind. `nil` if nothing is left of the letters.
  package init?(latin: String, name: String) {
    let area = AdministrativeKind.of(name)
    var words = latin.split { $0.isWhitespace }.map(String.init)
    if let area, let last = words.last {
      let endings = (Self.romajiEndings[area.kind] ?? []) + [area.kind.rawValue.lowercased()]
      if words.count > 1, (endings + (area.kind == .ward ? ["city"] : [])).contains(last.lowercased()) {
        words.removeLast()
      } else if let ending = endings.first(where: { last.lowercased().hasSuffix("-" + $0) }) {
        words[words.count - 1] = String(last.dropLast(ending.count + 1))
      }
    }
    let stem = words.joined(separator: " ")
    guard !stem.isEmpty else { return nil }
    let isShouted = stem == stem.uppercased() && stem != stem.lowercased()
    self.init(parts: [Part(stem: isShouted ? stem.capitalized : stem, kind: area?.kind.rawValue)])
  }

  private static let romajiEndings: [AdministrativeKind: [String]] = [
    .city: ["shi"], .town: ["cho", "machi", "chō"], .village: ["son", "mura"], .ward: ["ku"], .metropolis: ["to"],
    .prefecture: ["fu", "ken"],
  ]

  var stem: String { parts.map(\.stem).joined(separator: " ") }
  var kind: String? { parts.last?.kind }

  /// The name to show to readers of English, smaller areas first. Tokyo's 23 special wards call themselves cities.
  package func english(isSpecialWard: Bool = false) -> String {
    parts.reversed().map { part in
      let kind = isSpecialWard && part.kind == AdministrativeKind.ward.rawValue ? "City" : part.kind
      return kind.map { "\(part.stem) \($0)" } ?? part.stem
    }.joined(separator: ", ")
  }
}

/// Hiragana in Latin letters, by the modified Hepburn system without macrons or apostrophes, as road signs and
/// addresses have it. Source: ローマ字のつづり方 in the form of 地名等の英語表記規程, 国土地理院, 2016.
///
/// - ん is n before every letter: かんおんじ kanonji, しんおんせん shinonsen.
/// - っ doubles the consonant after it, and is t before ch.
/// - A long vowel written ou, oo or uu loses its second letter, and ー is always left out. A vowel that has been
///   lengthened is not lengthened again: さんようおの is sanyoono.
/// - A vowel that begins a word of its own lengthens nothing (まつ|うら matsuura). Kana do not show where words begin.
enum Hepburn {
  /// A word of hiragana in small Latin letters.
  ///
  /// - Parameters:
  ///   - word: hiragana in normalization form C, without spaces.
  ///   - wordStarts: the indices, in scalars, of the kana that begin a word within it.
  /// - Returns: `nil` if the word is empty, has a character that is neither hiragana nor ー, begins with ー, or has a っ
  ///   before a vowel, an n or another っ, or at its end.
  static func romanize(_ word: some StringProtocol, wordStarts: Set<Int> = []) -> String? {
    let kana = Array(word.unicodeScalars)
    var letters = ""
    var isLengthened = false
    var index = 0
    while index < kana.count {
      if kana[index] == "ー" {
        guard !letters.isEmpty else { return nil }
        isLengthened = true
        index += 1
        continue
      }
      if kana[index] == "っ" {
        guard index + 1 < kana.count, let next = syllable(at: index + 1, of: kana)?.letters, let first = next.first,
          !"aiueon".contains(first)
        else { return nil }
        letters += next.hasPrefix("ch") ? "t" : String(first)
        isLengthened = false
        index += 1
        continue
      }
      guard let syllable = syllable(at: index, of: kana) else { return nil }
      let lengthens =
        !isLengthened && !wordStarts.contains(index)
        && (syllable.letters == "u" && (letters.hasSuffix("o") || letters.hasSuffix("u"))
          || syllable.letters == "o" && letters.hasSuffix("o"))
      if !lengthens { letters += syllable.letters }
      isLengthened = lengthens
      index += syllable.length
    }
    return letters.isEmpty ? nil : letters
  }

  private static func syllable(at index: Int, of kana: [Unicode.Scalar]) -> (letters: String, length: Int)? {
    if index + 1 < kana.count {
      var pair = String.UnicodeScalarView()
      pair.append(kana[index])
      pair.append(kana[index + 1])
      if let letters = pairs[String(pair)] { return (letters, 2) }
    }
    return singles[kana[index]].map { ($0, 1) }
  }

  private static let singles: [Unicode.Scalar: String] = [
    "あ": "a", "い": "i", "う": "u", "え": "e", "お": "o", "か": "ka", "き": "ki", "く": "ku", "け": "ke", "こ": "ko",
    "さ": "sa", "し": "shi", "す": "su", "せ": "se", "そ": "so", "た": "ta", "ち": "chi", "つ": "tsu", "て": "te",
    "と": "to", "な": "na", "に": "ni", "ぬ": "nu", "ね": "ne", "の": "no", "は": "ha", "ひ": "hi", "ふ": "fu",
    "へ": "he", "ほ": "ho", "ま": "ma", "み": "mi", "む": "mu", "め": "me", "も": "mo", "や": "ya", "ゆ": "yu",
    "よ": "yo", "ら": "ra", "り": "ri", "る": "ru", "れ": "re", "ろ": "ro", "わ": "wa", "ゐ": "i", "ゑ": "e",
    "を": "o", "ん": "n", "が": "ga", "ぎ": "gi", "ぐ": "gu", "げ": "ge", "ご": "go", "ざ": "za", "じ": "ji",
    "ず": "zu", "ぜ": "ze", "ぞ": "zo", "だ": "da", "ぢ": "ji", "づ": "zu", "で": "de", "ど": "do", "ば": "ba",
    "び": "bi", "ぶ": "bu", "べ": "be", "ぼ": "bo", "ぱ": "pa", "ぴ": "pi", "ぷ": "pu", "ぺ": "pe", "ぽ": "po",
    "ゔ": "vu", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o", "ゃ": "ya", "ゅ": "yu", "ょ": "yo", "ゎ": "wa",
    "ゕ": "ka", "ゖ": "ke",
  ]

  private static let pairs: [String: String] = {
    var pairs = [
      "ふぁ": "fa", "ふぃ": "fi", "ふぇ": "fe", "ふぉ": "fo", "ふゅ": "fyu", "てぃ": "ti", "でぃ": "di", "とぅ": "tu",
      "どぅ": "du", "てゅ": "tyu", "でゅ": "dyu", "うぃ": "wi", "うぇ": "we", "うぉ": "wo", "しぇ": "she", "じぇ": "je",
      "ちぇ": "che", "つぁ": "tsa", "つぃ": "tsi", "つぇ": "tse", "つぉ": "tso", "ゔぁ": "va", "ゔぃ": "vi",
      "ゔぇ": "ve", "ゔぉ": "vo", "くぁ": "kwa", "ぐぁ": "gwa", "いぇ": "ye",
    ]
    let rows = [
      ("き", "ky"), ("し", "sh"), ("ち", "ch"), ("に", "ny"), ("ひ", "hy"), ("み", "my"), ("り", "ry"), ("ぎ", "gy"),
      ("じ", "j"), ("ぢ", "j"), ("び", "by"), ("ぴ", "py"),
    ]
    for (kana, consonant) in rows {
      for (small, vowel) in [("ゃ", "a"), ("ゅ", "u"), ("ょ", "o")] { pairs[kana + small] = consonant + vowel }
    }
    return pairs
  }()
}

/// Readings in kana.
package enum Kana {
  /// A reading in hiragana, from hiragana or from katakana of either width: ﾅｶﾞｻｷｼ is ながさきし. Words that white space or
  /// ・ separates stay apart, by one space. `nil` if the reading has anything else in it, or nothing at all.
  ///
  /// The result is in normalization form C, and each of its characters is one scalar.
  package static func hiragana(_ reading: String) -> String? {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    // On Linux, the compatibility mapping leaves ｶﾞ as two scalars; the canonical mapping then joins them.
    let full = reading.precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
    for scalar in full.unicodeScalars {
      switch scalar.value {
      case 0x3041...0x3096, 0x30FC: word.append(scalar)
      // Katakana stand in the order of hiragana, 0x60 further on.
      case 0x30A1...0x30F6: Unicode.Scalar(scalar.value - 0x60).map { word.append($0) }
      default:
        guard scalar.properties.isWhitespace || scalar == "・" else { return nil }
        if !word.isEmpty { words.append(String(word)) }
        word.removeAll()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

/// The kinds of Japan's administrative areas, which the last characters of their names tell. The raw value is the
/// English word for a kind.
///
/// Source: 地名等の英語表記規程, 国土地理院, 2016.
enum AdministrativeKind: String, CaseIterable {
  case city = "City"
  case town = "Town"
  case village = "Village"
  case ward = "Ward"
  case metropolis = "Metropolis"
  case prefecture = "Prefecture"

  /// The kind of a name, and the readings of its last character, in hiragana; `nil` if the name ends in none of these.
  /// The 道 of 北海道 belongs to the name itself, so its reading is empty and nothing is cut off.
  static func of(_ name: some StringProtocol) -> (kind: AdministrativeKind, readings: [String])? {
    switch name.last {
    case "市": (.city, ["し"])
    case "町": (.town, ["ちょう", "まち"])
    case "村": (.village, ["むら", "そん"])
    case "区": (.ward, ["く"])
    case "都": (.metropolis, ["と"])
    case "府": (.prefecture, ["ふ"])
    case "県": (.prefecture, ["けん"])
    case "道": (.prefecture, [""])
    default: nil
    }
  }
}

/// Hiragana in Latin letters, by the modified Hepburn system without macrons or apostrophes, as road signs and
/// addresses have it. Source: ローマ字のつづり方 in the form of 地名等の英語表記規程, 国土地理院, 2016.
///
/// - ん is n before every letter: かんおんじ kanonji, しんおんせん shinonsen.
/// - っ doubles the consonant after it, and is t before ch.
/// - A long vowel written ou, oo or uu loses its second letter, and ー is always left out. A vowel that has been
///   lengthened is not lengthened again: さんようおの is sanyoono.
/// - A vowel that begins a word of its own lengthens nothing (まつ|うら matsuura). Kana do not show where words begin;
///   `wordStarts` does, if it is known.
///
/// `RomanizedName.init(hiragana:name:)` needs it for the names of cases.
enum Hepburn {
  /// A word of hiragana in small Latin letters.
  ///
  /// - Parameters:
  ///   - word: hiragana as `Kana.hiragana` gives them: in normalization form C, without spaces.
  ///   - wordStarts: the indices, in scalars, of the kana that begin a word within it (`WordStarts`).
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

  /// The longest syllable that begins at a kana.
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

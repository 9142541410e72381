import Foundation

/// Latin letters without their marks, as ASCII, for `CamelCase`.
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

  /// Letters that do not decompose canonically.
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
    // Letters that are two or three in one.
    "\u{132}": "Ij", "\u{133}": "ij", "\u{1C4}": "Dz", "\u{1C5}": "Dz", "\u{1C6}": "dz", "\u{1C7}": "Lj",
    "\u{1C8}": "Lj", "\u{1C9}": "lj", "\u{1CA}": "Nj", "\u{1CB}": "Nj", "\u{1CC}": "nj", "\u{1F1}": "Dz",
    "\u{1F2}": "Dz", "\u{1F3}": "dz", "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi",
    "\u{FB04}": "ffl", "\u{FB05}": "st", "\u{FB06}": "st",
  ]
}

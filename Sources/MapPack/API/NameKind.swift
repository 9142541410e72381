import Foundation

/// A kind of text that is a name in a language, which is read from the kind's name.
struct NameKind: Sendable {
  /// The index in `Pack.textKinds`.
  let index: Int
  /// The language code, in lower case.
  let code: String
  /// Script and region, in lower case.
  private let subtags: [Substring]

  /// Nil if the kind is not a name in a language.
  init?(_ kind: String, index: Int) {
    self.index = index
    let words = kind.lowercased().split { "_:- .".contains($0) }
    if words == ["english"] {
      (code, subtags) = ("en", [])
      return
    }
    guard words.first == "name", words.count > 1, 2...3 ~= words[1].count, words[1].allSatisfy(\.isLetter) else {
      return nil
    }
    // Natural Earth's Chinese in traditional characters.
    let isTraditional = words[1] == "zht"
    (code, subtags) = isTraditional ? ("zh", ["hant"]) : (String(words[1]), Array(words.dropFirst(2)))
  }

  /// How well the subtags fit the script and region of a language of the same code, in lower case: plus 1 for each that
  /// is among them, minus 1 for each other.
  func fit(_ known: [String]) -> Int {
    subtags.reduce(0) { $0 + (known.contains(String($1)) ? 1 : -1) }
  }
}

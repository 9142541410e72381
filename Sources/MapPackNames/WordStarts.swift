/// Where words begin within a Japanese reading, as far as the written name tells. `Hepburn` needs it; names that are
/// given in Latin letters do not come here.
///
/// `Hepburn` leaves out a う or お that lengthens the vowel before it. One that begins a word lengthens nothing: 松浦 is
/// まつ and うら, so it is matsuura; without this it would be matsura. A character that is read as a word of its own
/// begins one. Only characters that are frequent in geographic names are known. They count only if their reading occurs
/// in the reading of the name as often as they occur in the name, so that nothing is guessed.
enum WordStarts {
  /// Characters and their own readings. A reading that does not begin with う or お would change nothing.
  private static let readings: [(character: Character, reading: String)] = [
    ("浦", "うら"), ("内", "うち"), ("上", "うえ"), ("海", "うみ"), ("岡", "おか"), ("尾", "お"),
  ]

  /// The indices of the kana that begin a word in the reading of a name; none if the name tells nothing.
  ///
  /// - Parameters:
  ///   - reading: hiragana as `Kana.hiragana` gives them, in which each character is one scalar: `Hepburn` counts
  ///     scalars.
  ///   - name: the name as it is written, without its kind (市, 町).
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

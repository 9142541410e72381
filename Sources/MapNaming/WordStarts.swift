/// Where words begin within a reading, as far as the written name tells.
///
/// A character with a reading of its own begins a word, so the vowel at its start does not lengthen the one before: 松浦
/// is まつ and うら, matsuura. Only characters that are frequent in geographic names are known. They count only if their
/// reading occurs in the reading of the name as often as they occur in the name, so that nothing is guessed.
enum WordStarts {
  private static let readings: [(character: Character, reading: String)] = [
    ("浦", "うら"), ("内", "うち"), ("上", "うえ"), ("海", "うみ"), ("岡", "おか"), ("尾", "お"),
  ]

  /// The indices of the kana that begin a word in the reading of a name.
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

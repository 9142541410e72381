/// The word of a list that a misspelled word most likely stands for, the first of several that are as similar; `nil` if
/// none is similar enough.
///
/// The distance of two words is the number of insertions, deletions, replacements and swaps of neighboring characters
/// from one to the other, whatever their case (optimal string alignment). A word is not similar enough if its distance
/// exceeds about a third of the length of the longer one.
/// - Complexity: O(w l²) for w words of l characters.
package func nearestWord(to word: String, in words: [String]) -> String? {
  let wanted = Array(word.lowercased())
  var best: (word: String, distance: Int)?
  for candidate in words {
    let distance = alignmentDistance(wanted, Array(candidate.lowercased()))
    guard distance * 3 <= max(wanted.count, candidate.count) + 2 else { continue }
    if let found = best, found.distance <= distance { continue }
    best = (candidate, distance)
  }
  return best?.word
}

/// `did you mean island? `, with the word of a list that a misspelled word most likely stands for; empty if none is similar
/// enough.
package func didYouMean(_ word: String, in words: [String]) -> String {
  nearestWord(to: word, in: words).map { "did you mean \($0)? " } ?? ""
}

private func alignmentDistance(_ a: [Character], _ b: [Character]) -> Int {
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

/// The name that a misspelt one was most likely meant to be: the one with the fewest edits (a letter added, left
/// out or exchanged; case counts for nothing), the first of several; `nil` where none is within a third of the
/// letters.
///
/// - Complexity: O(letters of `name` × letters of all `names`).
func nearestName(to name: String, among names: [String]) -> String? {
  let wanted = Array(name.lowercased())
  var best: (name: String, edits: Int)?
  for candidate in names {
    let edits = editDistance(wanted, Array(candidate.lowercased()))
    if edits * 3 <= max(wanted.count, candidate.count), edits < best?.edits ?? .max { best = (candidate, edits) }
  }
  return best?.name
}

/// Source of the method: V. Levenshtein, "Binary codes capable of correcting deletions, insertions, and
/// reversals" (1966), by rows.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let exchanged = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(exchanged, diagonal + 1, row[j] + 1)
    }
  }
  return row[b.count]
}

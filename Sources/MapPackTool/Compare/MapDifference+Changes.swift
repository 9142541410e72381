import MapPackNames

/// The part of `MapDifference` that proposes what to do about codes.
extension MapDifference {
  /// Proposes rows of a change table that say what became of some codes, by the land that the editions have in common.
  /// The error of a run whose data lacks regions prints them.
  ///
  /// Regions that went to the same one region make a row of kind `recode`, `merge` or `absorb`. Regions that went to
  /// the same several regions make a row of kind `split`. A region that has no land in common with a new one has no
  /// row.
  ///
  /// - Parameters:
  ///   - codes: the codes of regions that ended.
  ///   - date: the day from which the new edition holds, or empty.
  /// - Returns: rows sorted by `from`.
  package func changes(ending codes: Set<String>, date: String) -> [MapChange] {
    var rows = recoded.filter { codes.contains($0.old.code) }
      .map { MapChange(date: date, kind: .recode, from: [$0.old.code], to: [$0.new.code]) }
    for regrouping in regrouped {
      var targets: [[String]: [String]] = [:]
      for member in regrouping.from where codes.contains(member.code) {
        let to = regrouping.overlaps.filter { $0.from.code == member.code }.map(\.to.code)
        targets[to, default: []].append(member.code)
      }
      for (to, from) in targets {
        let kind: MapChange.Kind = to.count > 1 ? .split : regrouping.kind == .absorb ? .absorb : .merge
        rows.append(MapChange(date: date, kind: kind, from: from, to: to))
      }
    }
    return rows.sorted { $0.from.lexicographicallyPrecedes($1.from) }
  }

  /// What to do about codes whose leading zeros have changed; `nil` if there are none. The text and the Markdown
  /// have it with the recoded regions; `RespelledCodes` has the words.
  package var respelling: String? {
    RespelledCodes(expected: recoded.map(\.old.code), found: recoded.map(\.new.code), known: []).remedy(key: nil)
  }
}

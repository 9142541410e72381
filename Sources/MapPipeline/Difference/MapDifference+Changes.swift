import MapNaming

extension MapDifference {
  /// Rows for a change table that say what became of some codes: a proposal, made from how the two editions overlap.
  ///
  /// A region that went to one other is a row of kind `recode`, `merge` or `absorb`, together with those that went to the
  /// same one; one that went to several is a row of kind `split`. Codes that overlap nothing have no row.
  ///
  /// - Parameters:
  ///   - codes: of regions that ended.
  ///   - date: the day from which the new edition holds, or empty.
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

  /// What to do about codes that have other zeros in front than before; `nil` where there are none.
  package var respelling: String? {
    RespelledCodes(expected: recoded.map(\.old.code), found: recoded.map(\.new.code), known: []).remedy(key: nil)
  }
}

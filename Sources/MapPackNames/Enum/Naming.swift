import Foundation
import MapPackFeatures

/// The names of a map's regions after a run, and what changed since the previous lock.
package struct Naming: Hashable, Sendable {
  /// The lock to be written once the whole run has succeeded.
  package var lock: NameLock
  /// What changed since the lock; empty if there was none. First come notes on known regions, then warnings about
  /// published cases that are renamed, one note on those that are not, and notes on new regions. Each of the groups is
  /// in the order of raw values.
  package var findings: [Finding]
}

/// Gives every region of a map its case and its raw value. Nothing is written.
///
/// - A code that the lock has keeps its raw value forever, and its case unless an override or the name table says
///   otherwise, or unless cases are renamed. Then the lock keeps the old case as a former one.
/// - A case that no longer follows from the region's name or reading is renamed if `renames` is set. Otherwise a note
///   says what it would be.
/// - A case that a region has or had is never given to another one, neither by an override nor as a newcomer's.
/// - New codes get the next raw values in the order of their UTF-8 bytes. Each gets the shortest case name
///   (`NamingInput`) that is not reserved, not the map's own name, not that of a region in the lock, and not wanted by
///   another newcomer: newcomers that want the same one all take the longer form.
/// - Two case names differ in more than capitals and small letters.
/// - A code of the lock that the data lacks fails the run, unless it is retired already, the changes say what became of
///   it, or it is to be retired. A retired region that the data has again, with its old name, is live again under its
///   old case; another region never gets its code. If the name is merely the code, the changes have to say that the
///   region is back.
///
/// The result does not depend on the order of the regions.
///
/// - Parameters:
///   - lock: the lock of the previous run; `nil` if there is none.
///   - lockFile: its path as the user knows it, for messages.
///   - overrides: the cases that somebody has chosen, by code.
///   - changes: what happened to regions. Codes that the map does not have are passed over.
///   - retire: codes that are to be retired; the data must not have them.
///   - renames: whether cases are renamed that no longer follow from the names.
/// - Throws: `findings` if codes are absent, doubled or another region's; `usage` if a lock, override or `retire` is
///   wrong.
/// - Complexity: O(n log n) in the regions of data and lock.
package func nameRegions(
  _ regions: [NamingInput], lock: NameLock?, lockFile: String? = nil, overrides: [String: CaseOverride] = [:],
  changes: [MapChange] = [], retire: [String] = [], renames: Bool = false, map: String
) throws(StageError) -> Naming {
  try lock?.check(file: lockFile)
  var inputByCode: [String: NamingInput] = [:]
  for region in regions where inputByCode.updateValue(region, forKey: region.code) != nil {
    throw StageError(.findings, "two regions have the code \(region.code)", remedy: "merge by the field with the code")
  }
  let known = lock?.regions ?? []
  var findings: [Finding] = []

  let absent = absentRegions(in: inputByCode.keys, lock: lock, changes: changes, retire: retire)
  guard absent.isEmpty else { throw absenceError(absent, lockFile: lockFile) }
  var entries = try carryOver(
    known, data: inputByCode, history: ChangeHistory(changes), retire: Set(retire), findings: &findings)
  var unknown = inputByCode
  for entry in known { unknown[entry.code] = nil }
  let newcomers = unknown.values.sorted { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
  guard entries.count + newcomers.count > 0 else {
    throw StageError(.findings, "the map \(map) has no region", remedy: "see what select and drop leave of the sources")
  }
  guard entries.count + newcomers.count <= Int(UInt16.max) else {
    throw StageError(
      .findings, "the map \(map) has had \(entries.count + newcomers.count) regions; an enum numbers 65535",
      remedy: "make several maps of it")
  }
  for newcomer in newcomers {
    // Its case is chosen below.
    let rawValue = UInt16(entries.count + 1)
    entries.append(.init(code: newcomer.code, caseName: "", rawValue: rawValue, name: newcomer.name))
  }
  try apply(overrides, to: &entries, findings: &findings)
  let unnamed = entries.indices.filter { entries[$0].caseName.isEmpty }
  for (index, chosen) in try cases(of: unnamed, in: entries, inputs: inputByCode, map: map) {
    entries[index].caseName = chosen
  }
  let outdated = known.indices.filter { index in
    let code = entries[index].code
    guard overrides[code] == nil, let input = inputByCode[code] else { return false }
    return !input.caseNames(rawValue: entries[index].rawValue).contains(entries[index].caseName)
  }
  // If all forms of one are taken, the published case is good enough.
  let fitting = (try? cases(of: outdated, in: entries, inputs: inputByCode, map: map)) ?? []
  if renames {
    for (index, chosen) in fitting {
      findings.append(finding(.caseRenamed, .warning, entries[index], "the published case is renamed to \(chosen)"))
      entries[index].rename(to: chosen)
    }
  } else if let finding = casesKept(fitting, in: entries) {
    findings.append(finding)
  }

  if lock == nil {
    findings = []
  } else {
    findings += entries.dropFirst(known.count).map {
      finding(.newCode, .note, $0, "new region: case \($0.caseName), raw value \($0.rawValue)")
    }
  }
  return Naming(
    lock: NameLock(cellExponent: lock?.cellExponent, cellOrigin: lock?.cellOrigin, regions: entries), findings: findings
  )
}

/// The lock's entries with the names and the status that they have now.
private func carryOver(
  _ known: [NameLock.Entry], data: [String: NamingInput], history: ChangeHistory, retire: Set<String>,
  findings: inout [Finding]
) throws(StageError) -> [NameLock.Entry] {
  let codes = Set(known.map(\.code))
  let isKnown = { (code: String) in codes.contains(code) || data[code] != nil }
  var toRetire = retire
  var entries: [NameLock.Entry] = []
  for var entry in known {
    if let region = data[entry.code] {
      if entry.status == .retired {
        let isSame = region.name == entry.name && entry.name != entry.code
        guard isSame || history.renames(entry.code, since: entry.since) else { throw reuseError(entry, by: region) }
        findings.append(finding(.returnedCode, .note, entry, "the retired region is in the data again"))
        entry.status = .live
        entry.since = nil
        entry.successors = []
      } else if history.ends(entry.code) {
        findings.append(
          finding(.changeAhead, .note, entry, "the changes say that it no longer exists, and the data still has it"))
      }
      entry.name = region.name
      entry.successors = history.parts(of: entry.code, isKnown: isKnown) ?? entry.successors
    } else {
      toRetire.remove(entry.code)
      if entry.status == .live {
        entry.status = .retired
        findings.append(finding(.retiredCode, .note, entry, "retired; it stays as a deprecated case"))
      }
      if history.ends(entry.code) {
        entry.since = history.end(of: entry.code)
        let heirs = history.successors(of: entry.code, isKnown: isKnown)
        // A code that no region has takes nothing away.
        if entry.successors != heirs, !entry.successors.isEmpty {
          let (now, stays) = (heirs.joined(separator: " "), heirs.isEmpty)
          findings.append(
            finding(
              .retiredCode, .warning, entry,
              "it led to \(entry.successors.joined(separator: " ")), and the changes lead it to "
                + (stays ? "no region of the map; the former ones stay" : "\(now) now")))
        }
        if !heirs.isEmpty || entry.successors.isEmpty { entry.successors = heirs }
      }
    }
    entries.append(entry)
  }
  if let code = toRetire.sortedByBytes.first {
    throw StageError(
      .usage,
      "the code \(code) cannot be retired: \(data[code] == nil ? "the name lock does not have it" : "the data has it")",
      remedy: "retire codes that the data no longer has")
  }
  return entries
}

private func reuseError(_ entry: NameLock.Entry, by region: NamingInput) -> StageError {
  let row = MapChange(date: entry.since ?? "", kind: .rename, from: [entry.code], to: [entry.code]).row
  let remedy: Remedy =
    "give the new region another code with `names.codes`; or, if it is the same region, add a row to the changes: \(row)"
  guard region.name != entry.name else {
    return StageError(
      .findings,
      "the code \(entry.code) is retired, the data has it again, and no name says whether it is the same region: a stored "
        + "code could change its meaning", remedy: remedy)
  }
  return StageError(
    .findings,
    "the code \(entry.code) was \(entry.name), which is retired, and the data gives it to \(region.name): a stored code "
      + "would change its meaning", remedy: remedy)
}

private func apply(
  _ overrides: [String: CaseOverride], to entries: inout [NameLock.Entry], findings: inout [Finding]
) throws(StageError) {
  var unused = overrides
  var owner: [String: NameLock.Entry] = [:]
  for entry in entries where !entry.caseName.isEmpty {
    for caseName in entry.reservedCases { owner[NameLock.key(ofCase: caseName)] = entry }
  }
  for index in entries.indices {
    let entry = entries[index]
    if let override = unused.removeValue(forKey: entry.code) {
      let chosen = override.caseName.precomposedStringWithCanonicalMapping
      guard SwiftIdentifier.isLegal(chosen), !ReservedCaseName.contains(chosen) else {
        throw overrideError(
          entry.code, "“\(chosen)” cannot be the name of a case", "choose another one", at: override.location)
      }
      let key = NameLock.key(ofCase: chosen)
      if let other = owner[key], other.code != entry.code {
        throw overrideError(
          entry.code, "the case \(chosen) is or was that of \(other.code) (\(other.name))",
          "choose another one: code that uses this one would mean another region", at: override.location)
      }
      if entry.caseName.isEmpty {
        entries[index].caseName = chosen
      } else if entry.caseName != chosen {
        let who = override.location == nil ? "an override" : "the name table"
        findings.append(finding(.caseRenamed, .warning, entry, "\(who) renames the published case to \(chosen)"))
        entries[index].rename(to: chosen)
      }
      owner[key] = entries[index]
    }
    // The case may have been published before the generated enum had a member of this name.
    let caseName = entries[index].caseName
    guard !ReservedCaseName.contains(caseName) else {
      throw overrideError(entry.code, "“\(caseName)” cannot be the name of a case", "choose another one")
    }
  }
  if let code = unused.keys.sortedByBytes.first {
    throw overrideError(code, "no region has this code", "remove the override or correct its code")
  }
}

/// - Parameter location: where the case is written; `nil` for an override of the pipeline file.
private func overrideError(
  _ code: String, _ message: String, _ remedy: Remedy, at location: Location? = nil
) -> StageError {
  StageError(.usage, at: location ?? Location(name: "names.overrides, \(code)"), message, remedy: remedy)
}

/// The cases that entries get if they are named anew, in the order of the indices.
///
/// - Parameter indices: the entries. Cases that one of them has or had are free for itself.
private func cases(
  of indices: [Int], in entries: [NameLock.Entry], inputs: [String: NamingInput], map: String
) throws(StageError) -> [(index: Int, caseName: String)] {
  guard !indices.isEmpty else { return [] }
  var owner: [String: Int] = [NameLock.key(ofCase: map): -1]
  for (index, entry) in entries.enumerated() where !entry.caseName.isEmpty {
    for caseName in entry.reservedCases { owner[NameLock.key(ofCase: caseName)] = index }
  }

  var candidates: [(index: Int, forms: ArraySlice<String>)] = indices.map { index in
    let entry = entries[index]
    let input = inputs[entry.code] ?? NamingInput(code: entry.code, name: entry.name)
    return (index, input.caseNames(rawValue: entry.rawValue)[...])
  }
  // Candidates only lose forms, so this ends.
  var isSettled = false
  while !isSettled {
    isSettled = true
    var count: [String: Int] = [:]
    for candidate in candidates { count[NameLock.key(ofCase: candidate.forms.first ?? ""), default: 0] += 1 }
    for position in candidates.indices {
      guard let form = candidates[position].forms.first else { continue }
      let key = NameLock.key(ofCase: form)
      let isTaken = owner[key].map { $0 != candidates[position].index } ?? false
      guard isTaken || ReservedCaseName.contains(form) || count[key, default: 0] > 1 else { continue }
      candidates[position].forms.removeFirst()
      isSettled = false
    }
  }
  var chosen: [(index: Int, caseName: String)] = []
  for candidate in candidates {
    guard let form = candidate.forms.first else {
      let entry = entries[candidate.index]
      throw overrideError(entry.code, "all cases that “\(entry.name)” could have are taken", "choose one by hand")
    }
    chosen.append((candidate.index, form))
  }
  return chosen
}

private func casesKept(_ fitting: [(index: Int, caseName: String)], in entries: [NameLock.Entry]) -> Finding? {
  guard !fitting.isEmpty else { return nil }
  let shown = 20
  let list = fitting.prefix(shown).map { "\(entries[$0.index].caseName) would be \($0.caseName)" }
    .joined(separator: ", ")
  let (stays, them) = fitting.count == 1 ? ("a case stays", "it") : ("cases stay", "them")
  let further = fitting.count > shown ? ", and \(Figures.grouped(fitting.count - shown)) more" : ""
  return Finding(
    .caseKept, "\(stays) as the name lock has \(them): \(list)\(further)",
    remedy:
      "`mappack run MAP --rename` renames, and leaves each published case as a deprecated alias; `names.overrides` with "
      + "the case as it is keeps it without this note", count: fitting.count)
}

private func finding(
  _ rule: Rule, _ severity: Finding.Severity, _ entry: NameLock.Entry, _ message: String
) -> Finding {
  Finding(rule, severity: severity, at: Location(code: entry.code, name: entry.name), message)
}

/// What a region's case is named after.
package struct NamingInput: Hashable, Sendable {
  /// What identifies the region, in normalization form C.
  package var code: String
  /// The name as published, to be shown.
  package var name: String
  /// The name in Latin letters, if a name table has its reading.
  package var romanized: RomanizedName?

  package init(code: String, name: String, romanized: RomanizedName? = nil) {
    self.code = code
    self.name = name
    self.romanized = romanized
  }

  /// The case names that the region may have, the shortest first.
  ///
  /// 1. the romanized name without its kind (`nagasaki`), or else the name; absent if none of its characters can stand
  ///    in an identifier;
  /// 2. the romanized name with its kind (`nagasakiCity`), if there is one;
  /// 3. the first and the code (`region` and the code if the first is absent);
  /// 4. the same and, after `_`, the raw value. As no identifier made from a name or a code has a `_`, and no two
  ///    regions have a raw value in common, this one differs from all names that were not chosen by hand.
  ///
  /// There are at least two, in normalization form C. Keywords and reserved names are among them.
  func caseNames(rawValue: UInt16) -> [String] {
    let stem = romanized.flatMap { CamelCase.identifier(for: $0.stem) } ?? CamelCase.identifier(for: name)
    var forms = stem.map { [$0] } ?? []
    if let romanized, let kind = romanized.kind, let long = CamelCase.identifier(for: "\(romanized.stem) \(kind)") {
      forms.append(long)
    }
    let withCode = (stem ?? "region") + CamelCase.suffix(for: code)
    forms += [withCode, "\(withCode)_\(rawValue)"]
    // What was dropped may have stood between a letter and its mark.
    return forms.map(\.precomposedStringWithCanonicalMapping)
  }
}

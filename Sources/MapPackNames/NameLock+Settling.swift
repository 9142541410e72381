import MapPackFeatures

extension NameLock {
  /// One lock of several that were written on different branches: every region of all of them, with one raw value and
  /// one case for each.
  ///
  /// Published regions stay as they are. Then a code keeps the raw value that the first lock with it gave it. If that
  /// is another code's, it gets the next one that is free. A case that is another code's gets `_` and the raw value at
  /// its end; other cases of the same code become former ones.
  ///
  /// - Parameters:
  ///   - locks: what the branches wrote, the one that others have first. They need not be locks that `check(file:)`
  ///     accepts.
  ///   - published: the names in the pack of the last run, if there is one.
  /// - Returns: the lock, and a note for each region that has another raw value or case than a branch gave it.
  package static func settled(_ locks: [NameLock], published: NameLock?) -> (lock: NameLock, findings: [Finding]) {
    let all = [published].compactMap(\.self) + locks
    var chosen: [String: Entry] = [:]
    var codeByRawValue: [UInt16: String] = [:]
    var waiting: [Entry] = []
    var seen: Set<String> = []
    for entry in all.flatMap(\.regions) where seen.insert(entry.code).inserted {
      if codeByRawValue[entry.rawValue] == nil {
        codeByRawValue[entry.rawValue] = entry.code
        chosen[entry.code] = entry
      } else {
        waiting.append(entry)
      }
    }
    var next = codeByRawValue.keys.max() ?? 0
    for var entry in waiting {
      // A map with more regions than there are raw values is refused by `check(file:)`, as two then share one.
      next = next == .max ? next : next + 1
      entry.rawValue = next
      chosen[entry.code] = entry
    }

    var settled = NameLock(
      cellExponent: (locks + all).lazy.compactMap(\.cellExponent).first,
      cellOrigin: locks.lazy.compactMap(\.cellOrigin).first,
      regions: chosen.values.sorted { ($0.rawValue, $0.code) < ($1.rawValue, $1.code) })
    settled.giveEachItsCase(also: all)
    return (settled, settled.changes(since: locks))
  }

  /// Gives each entry a case that no other has, and as former ones the cases that other locks have for its code.
  private mutating func giveEachItsCase(also locks: [NameLock]) {
    var owner: [String: String] = [:]
    func take(_ caseName: String, _ code: String) -> Bool {
      let key = Self.key(ofCase: caseName)
      if let other = owner[key] { return other == code }
      owner[key] = code
      return true
    }
    for index in regions.indices {
      let code = regions[index].code
      if !take(regions[index].caseName, code) {
        regions[index].caseName += "_\(regions[index].rawValue)"
        _ = take(regions[index].caseName, code)
      }
      regions[index].former = regions[index].former.filter { take($0, code) }
    }
    let indexByCode = Dictionary(
      regions.indices.map { (regions[$0].code, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in locks.flatMap(\.regions) {
      guard let index = indexByCode[entry.code] else { continue }
      for caseName in entry.reservedCases {
        let isNew = owner[Self.key(ofCase: caseName)] == nil
        if isNew, take(caseName, entry.code) { regions[index].former.append(caseName) }
      }
    }
  }

  private func changes(since locks: [NameLock]) -> [Finding] {
    let entryByCode = Dictionary(regions.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    var findings: [Finding] = []
    var seen: Set<Entry> = []
    for old in locks.flatMap(\.regions) where seen.insert(old).inserted {
      guard let entry = entryByCode[old.code], entry.rawValue != old.rawValue || entry.caseName != old.caseName else {
        continue
      }
      var finding = Finding(
        rule: .lockRenewed, severity: .note,
        message: "case \(old.caseName), raw value \(old.rawValue) became case \(entry.caseName), raw value "
          + "\(entry.rawValue): another region or another branch has the first")
      finding.code = entry.code
      finding.name = entry.name
      findings.append(finding)
    }
    return findings
  }
}

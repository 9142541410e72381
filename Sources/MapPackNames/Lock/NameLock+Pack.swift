import MapPack
import MapPackFeatures

extension NameLock {
  /// The lock of the run that made a pack, without the cell's origin.
  ///
  /// - Precondition: the cases are those of the pack, by raw value from 1, as `Pack.cases()` has checked them.
  package init(_ cases: PackCases, of pack: Pack) {
    let shapes = Dictionary(pack.shapes.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
    // The width of a cell is a power of two.
    self.init(cellExponent: Int(pack.cell.exponent))
    for (index, region) in cases.regions.enumerated() {
      // A pack has at most 65,535 slots.
      let rawValue = UInt16(index + 1)
      let shape = shapes[rawValue]
      regions.append(
        Entry(
          code: region.retired?.code ?? shape?.code ?? "", caseName: region.caseName, rawValue: rawValue,
          name: region.retired?.name ?? shape?.name ?? "", status: region.retired == nil ? .live : .retired,
          since: region.retired.flatMap { $0.since.isEmpty ? nil : $0.since }, former: region.former))
    }
    for (index, region) in cases.regions.enumerated() {
      regions[index].successors = region.successors.map { regions[Int($0) - 1].code }
    }
  }

  /// The lock, compared with the names that were published, because it may have been edited or merged by hand. A
  /// published case that it lacks is added as a former one.
  ///
  /// - Parameter isGone: whether there is no such file, and the names of this lock were chosen anew.
  /// - Throws: `usage` if a published code is gone or has another raw value, or if its case is another code's.
  package func checked(
    against published: NameLock, pack: String, file: String?, isGone: Bool = false
  ) throws(StageError) -> NameLock {
    var lock = self
    var indexByCode: [String: Int] = [:]
    var ownerByCase: [String: Entry] = [:]
    for (index, entry) in regions.enumerated() {
      indexByCode[entry.code] = index
      for caseName in entry.reservedCases { ownerByCase[Self.key(ofCase: caseName)] = entry }
    }
    var differences: [String] = []
    for entry in published.regions {
      let label = entry.name == entry.code ? entry.code : "\(entry.code) \(entry.name)"
      guard let index = indexByCode[entry.code] else {
        differences.append("\(label), with the raw value \(entry.rawValue), is gone")
        continue
      }
      if regions[index].rawValue != entry.rawValue {
        differences.append("\(label) has the raw value \(regions[index].rawValue) instead of \(entry.rawValue)")
        continue
      }
      for caseName in entry.reservedCases.reversed() {
        let owner = ownerByCase[Self.key(ofCase: caseName)]
        if let owner, owner.code != entry.code {
          differences.append("the case \(caseName) of \(label) is that of \(owner.code)")
        } else if owner == nil {
          lock.regions[index].former.append(caseName)
        }
      }
    }
    guard !differences.isEmpty else { return lock }
    let shown = 10
    var list = differences.prefix(shown).joined(separator: "; ")
    if differences.count > shown { list += "; and \(Figures.grouped(differences.count - shown)) more" }
    throw StageError(
      .usage, file: file,
      (isGone ? "the name lock is gone, and without it names are" : "the name lock is")
        + " at odds with the published names in \(pack): \(list)",
      remedy: Self.restoring)
  }

  /// What to do if a lock is gone, damaged or not that of the published names.
  package static let restoring: Remedy =
    "restore it from version control, or `mappack run MAP --settle` makes it of the pack and of what it still has"

  /// What to do if settling has not found all names.
  package static let restoringMissing: Remedy =
    "restore the name lock from version control, for neither it nor a pack has the names that are missing"
}

extension NameLock {
  /// One lock of several that were written on different branches: every region of all of them.
  ///
  /// Published regions stay as they are. Then a code keeps the raw value that the first lock with it gave it. If that
  /// is another code's, it gets the next one that is free. A case that is another code's gets `_` and the raw value at
  /// its end; other cases of the same code become former ones.
  ///
  /// - Parameters:
  ///   - locks: what the branches wrote, the one that others have first. They may be ones that `check(file:)` refuses.
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

  /// Gives each entry a case of its own, and as former ones the cases that other locks have for its code.
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
      findings.append(
        Finding(
          .lockRenewed, at: Location(code: entry.code, name: entry.name),
          "case \(old.caseName), raw value \(old.rawValue) became case \(entry.caseName), raw value "
            + "\(entry.rawValue): another region or another branch has the first"))
    }
    return findings
  }
}

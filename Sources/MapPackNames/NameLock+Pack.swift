import MapPack
import MapPackFeatures

extension NameLock {
  /// The lock of the run that made a pack, without the origin of the grid's cell.
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
  /// - Parameters:
  ///   - published: the names in the pack of the last run.
  ///   - pack: the pack's path as the user knows it, for messages.
  ///   - file: the lock's path.
  ///   - isGone: whether there is no such file, and the names of this lock were chosen anew.
  /// - Throws: `StageError` (usage) if a published code is gone or has another raw value, or if its case is another
  ///   code's.
  /// - Complexity: O(n) expected for n regions.
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
  package static let restoring =
    "restore it from version control, or `mappack run MAP --settle` makes it of the pack and of what it still has"
}

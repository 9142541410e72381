import MapPackFeatures

/// The names of a map's regions, kept from release to release: which case and raw value each code has, forever.
///
/// It is committed beside the pipeline file as `MAP.lock`. What was read is not checked: call `check(file:)` before
/// using it.
package struct NameLock: Hashable, Sendable {
  /// The width of the cells of the pack's grid: 2 to this power map points; `nil` before the first pack.
  package var cellExponent: Int?
  /// `nil` if the width was chosen, and may be chosen anew.
  package var cellOrigin: CellOrigin?
  /// All regions that the map has ever had, by raw value: the entry at index i has the raw value i + 1.
  package var regions: [Entry]

  package init(cellExponent: Int? = nil, cellOrigin: CellOrigin? = nil, regions: [Entry] = []) {
    self.cellExponent = cellExponent
    self.cellOrigin = cellOrigin
    self.regions = regions
  }

  /// Where the width of the cells can come from.
  package enum CellOrigin: String, CaseIterable, Hashable, Sendable {
    /// Somebody wrote it in the pipeline file: it is kept, or the run fails.
    case written
  }

  /// Whether a region is in the map.
  package enum Status: String, CaseIterable, Hashable, Sendable {
    /// In the data, the pack and `allCases`.
    case live
    /// Gone from the data; a deprecated case, so that a stored code can still be read.
    case retired
  }

  /// What the lock says about one region.
  package struct Entry: Hashable, Sendable {
    package var code: String
    /// The case, without backticks.
    package var caseName: String
    /// The cases that the region had before, the oldest first. They are reserved forever, so source code with an old
    /// case never means another region. A case that the region takes back is no longer a former one.
    package var former: [String]
    /// From 1. Never given to another region.
    package var rawValue: UInt16
    /// The name to show; of a retired region, the last one that it had.
    package var name: String
    package var status: Status
    /// Codes of the regions that took over the land of a retired region, or a part of a divided one's.
    package var successors: [String]
    /// The day from which a region is retired, as in `2024-01-01`, if it is known.
    package var since: String?

    package init(
      code: String, caseName: String, rawValue: UInt16, name: String, status: Status = .live,
      successors: [String] = [], since: String? = nil, former: [String] = []
    ) {
      self.code = code
      self.caseName = caseName
      self.rawValue = rawValue
      self.name = name
      self.status = status
      self.successors = successors
      self.since = since
      self.former = former
    }

    /// Gives the region another case, and keeps the old one, unless it differs in capitals alone.
    mutating func rename(to caseName: String) {
      let key = NameLock.key(ofCase: caseName)
      former.removeAll { NameLock.key(ofCase: $0) == key }
      if NameLock.key(ofCase: self.caseName) != key { former.append(self.caseName) }
      self.caseName = caseName
    }

    var reservedCases: [String] { [caseName] + former }
  }

  /// The live entries, by raw value.
  package var live: [Entry] { regions.filter { $0.status == .live } }
}

extension NameLock {
  /// Checks that the lock is one that the tools could have written, because it may have been edited or merged by hand.
  ///
  /// - Parameter isSettled: whether the lock has just been settled, so that to settle it again would not help.
  /// - Throws: `usage` if raw values have gaps, if entries share a code or a case, or if a case or successor is wrong.
  /// - Complexity: O(n) expected for n entries.
  package func check(file: String? = nil, isSettled: Bool = false) throws(StageError) {
    var entryByCode: [String: Entry] = [:]
    var entryByCase: [String: Entry] = [:]
    for (index, entry) in regions.enumerated() {
      func failure(_ message: String, _ remedy: Remedy) -> StageError {
        StageError(.usage, at: Location(file: file, code: entry.code, name: entry.name), message, remedy: remedy)
      }
      let restore: Remedy =
        isSettled ? Self.restoringMissing : "an entry is never removed, moved or renumbered: \(Self.restoring)"
      guard Int(entry.rawValue) == index + 1 else {
        throw failure("the lock has the raw value \(entry.rawValue) where \(index + 1) is expected", restore)
      }
      if let other = entryByCode.updateValue(entry, forKey: entry.code) {
        throw failure("the lock has this code twice, with the raw values \(other.rawValue) and \(index + 1)", restore)
      }
      for caseName in entry.reservedCases {
        guard SwiftIdentifier.isLegal(caseName), !ReservedCaseName.isRefusedBySwift(caseName) else {
          throw failure(
            "“\(caseName)” cannot be the name of a case", isSettled ? "write the case that was published" : restore)
        }
        if let other = entryByCase.updateValue(entry, forKey: Self.key(ofCase: caseName)) {
          throw failure("the case \(caseName) is also that of \(other.code) (\(other.name))", restore)
        }
      }
    }
    for entry in regions {
      for successor in entry.successors where entryByCode[successor] == nil {
        throw StageError(
          .usage, at: Location(file: file, code: entry.code, name: entry.name),
          "the lock names the successor \(successor), a code that it does not have",
          remedy: "write the codes of regions of this map")
      }
    }
  }

  /// What must differ between two cases. Swift tells capitals from small letters, but a reader may not.
  static func key(ofCase name: String) -> String { name.lowercased() }
}

/// The live regions of a lock that the data lacks and that neither the changes nor `retire` account for, by raw value;
/// none if there is no lock.
package func absentRegions(
  in codes: some Sequence<String>, lock: NameLock?, changes: [MapChange], retire: [String]
) -> [NameLock.Entry] {
  guard let lock else { return [] }
  let accountedFor = Set(codes).union(retire)
  let history = ChangeHistory(changes)
  return lock.live.filter { !accountedFor.contains($0.code) && !history.ends($0.code) }
}

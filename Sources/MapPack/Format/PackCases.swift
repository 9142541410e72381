import Foundation

/// The enum of a map as its pack holds it: what generated source says about regions, other than their codes and names.
///
/// It lies in the sections CASE and GRPS. Build tools read it, and apps skip it: the plugin `MapPackEnum` makes the enum
/// from it (`SwiftSource` in `MapPackNames`). `PackCases+Columns` in `MapPackEmit` writes it. See Format.md.
package struct PackCases: Hashable, Sendable {
  /// A region that the map has or has had.
  package struct Region: Hashable, Sendable {
    /// The name of its case, without backticks.
    package var caseName: String
    /// The names that its case had before, the oldest first.
    package var former: [String] = []
    /// The raw values of the regions that took over its land or a part of it.
    package var successors: [UInt16] = []
    /// What the pack's other sections do not say of a retired region; nil if the region is live.
    package var retired: Retired?

    /// A live region.
    package init(caseName: String) { self.caseName = caseName }
  }

  /// What is known of a retired region.
  package struct Retired: Hashable, Sendable {
    /// The code that the region had.
    package var code: String
    /// The name that the region had.
    package var name: String
    /// The day from which the region is gone, as in `2024-01-01`; empty if it is not known.
    package var since: String

    package init(code: String, name: String, since: String) {
      (self.code, self.name, self.since) = (code, name, since)
    }
  }

  /// The map of the regions' groups, which has an enum of its own.
  package struct Groups: Hashable, Sendable {
    /// The name of that map, which is also that of its enum.
    package var map: String
    /// By raw value of a region, as in `regions`: the raw value of its group in that map; 0 if it is in none.
    package var rawValues: [UInt16]

    package init(map: String, rawValues: [UInt16]) { (self.map, self.rawValues) = (map, rawValues) }
  }

  /// What the map was made by, for the first line of generated source.
  package var origin: String
  /// By raw value: the region at index i has the raw value i + 1.
  package var regions: [Region]
  /// The map of the regions' groups; nil if the groups have none.
  package var groups: Groups?

  package init(origin: String, regions: [Region]) { (self.origin, self.regions) = (origin, regions) }

  /// How a case is written in the section. The raw values are the numbers in the section's first column.
  package enum Spelling: Int, CaseIterable, Sendable {
    case fromName, fromNameAndCode, inFull

    /// The name of the case that follows from a region's texts; nil if none does, or if the spelling is `inFull`.
    ///
    /// The rule is part of the format: it may never change, or packs that are written already get other cases.
    package func caseName(name: String, code: String) -> String? {
      switch self {
      case .fromName: PackCases.joinedWords(of: name)
      case .fromNameAndCode: PackCases.joinedWords(of: name).map { $0 + code.filter(PackCases.isPartOfWord) }
      case .inFull: nil
      }
    }
  }

  /// The words of an ASCII name as one word, in which all but the first begin with a capital: St. Mary → stMary. Nil if
  /// the name has other characters or no word.
  private static func joinedWords(of name: String) -> String? {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let words = name.split { !isPartOfWord($0) }
    guard let first = words.first else { return nil }
    return first.prefix(1).lowercased() + first.dropFirst()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}

extension Pack {
  /// The largest number of successors that is read, far more than a map has. A damaged column can claim 2³² of them
  /// without taking a byte.
  private static let successorLimit = 1 << 20

  /// The enum of the map; nil if the pack was made without one.
  ///
  /// - Throws: `PackError`: `.damaged` if the section is not as Format.md says: if a text is missing, a raw value or a
  ///   spelling is out of range, a region has no case, or a region in the pack is listed as retired.
  /// - Complexity: O(regions)
  package func cases() throws(PackError) -> PackCases? {
    guard PackSection.cases.isIn(storage.directory) else { return nil }
    let bytes = storage.data.bytes
    func fault(_ reason: String) -> PackError { .damagedSection(PackSection.cases.tag, reason: reason) }

    let columns = try PackColumns(.cases, in: storage.directory, of: bytes)
    let spellings = try columns.packed(0, count: nil)
    let retired = try columns.ascending(1, count: nil)
    let starts = try columns.ascending(2, count: nil)
    let blob = try columns.packed(3, count: nil, width: 8)
    let former = try columns.packed(4, count: nil)
    let divided = try columns.packed(5, count: nil)
    let successors = try columns.packed(6, count: divided.count)
    guard spellings.count <= Int(UInt16.max), retired.count <= spellings.count, divided.count <= Self.successorLimit
    else { throw fault("it has more regions than there are raw values") }

    // All texts together have no more bytes than the column, whatever their starts say.
    var budget = blob.count
    var next = 0
    func text() throws(PackError) -> String {
      let range = starts.range(next, limit: blob.count, in: bytes)
      budget -= range.count
      guard next < starts.count - 1, budget >= 0,
        let text = String(bytes: blob.textBytes(range, in: bytes), encoding: .utf8)
      else { throw fault("text \(next) is missing or no UTF-8") }
      next += 1
      return text
    }
    func index(_ rawValue: Int) throws(PackError) -> Int {
      guard rawValue >= 1, rawValue <= spellings.count else { throw fault("there is no region \(rawValue)") }
      return rawValue - 1
    }

    var cases = PackCases(origin: try text(), regions: [])
    var retiredRegions: Set<Int> = []
    for entry in 0..<retired.count { retiredRegions.insert(try index(retired.value(entry, in: bytes))) }
    for index in 0..<spellings.count {
      guard let spelling = PackCases.Spelling(rawValue: spellings.value(index, in: bytes)) else {
        throw fault("case \(index + 1) is written in a way that is not known")
      }
      let isLive = index + 1 < storage.header.slotCount && !retiredRegions.contains(index)
      let name = isLive ? storage.name(index + 1) : ""
      let code = isLive ? storage.code(index + 1) : ""
      let caseName = spelling == .inFull ? try text() : spelling.caseName(name: name, code: code)
      guard let caseName, !caseName.isEmpty else { throw fault("region \(index + 1) has no case") }
      cases.regions.append(PackCases.Region(caseName: caseName))
    }
    for index in retiredRegions.sorted() {
      cases.regions[index].retired = PackCases.Retired(code: try text(), name: try text(), since: try text())
    }
    for entry in 0..<former.count {
      cases.regions[try index(former.value(entry, in: bytes))].former.append(try text())
    }
    for entry in 0..<divided.count {
      let successor = try index(successors.value(entry, in: bytes)) + 1
      cases.regions[try index(divided.value(entry, in: bytes))].successors.append(
        UInt16(truncatingIfNeeded: successor))
    }
    for shape in shapes {
      guard try cases.regions[index(Int(shape.rawValue))].retired == nil else {
        throw fault("the region \(shape.code) is in the pack and retired")
      }
    }
    cases.groups = try groupsOfCases(count: cases.regions.count)
    return cases
  }

  /// The section GRPS; nil if there is none.
  private func groupsOfCases(count: Int) throws(PackError) -> PackCases.Groups? {
    guard PackSection.groups.isIn(storage.directory) else { return nil }
    let bytes = storage.data.bytes
    let columns = try PackColumns(.groups, in: storage.directory, of: bytes)
    let rawValues = try columns.packed(0, count: count)
    let name = try columns.packed(1, count: nil, width: 8)
    guard let map = String(bytes: name.textBytes(0..<name.count, in: bytes), encoding: .utf8), !map.isEmpty else {
      throw .damagedSection(PackSection.groups.tag, reason: "the map of groups has no name")
    }
    var groups = PackCases.Groups(map: map, rawValues: [])
    for index in 0..<count {
      guard let rawValue = UInt16(exactly: rawValues.value(index, in: bytes)) else {
        throw .damagedSection(PackSection.groups.tag, reason: "the group of region \(index + 1) is no raw value")
      }
      groups.rawValues.append(rawValue)
    }
    return groups
  }
}

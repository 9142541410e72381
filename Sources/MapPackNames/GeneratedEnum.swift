/// The names that every generated enum uses. `SwiftSource` makes its text with them, and no case takes one
/// (`ReservedCaseName`), so that a case never clashes with a member.
///
/// A new member of `MapRegion`, and a new type in the generated text, have to be entered here; tests compare the lists
/// with the sources.
package enum GeneratedEnum {
  /// What the enum declares beside its cases.
  package enum Member: String, CaseIterable, CustomStringConvertible, Sendable {
    case regionTable

    package var description: String { rawValue }
  }

  /// The foreign types and modules that the text names. An enum or a case with such a name would hide the type that is
  /// meant.
  package enum TypeName: String, CaseIterable, CustomStringConvertible, Sendable {
    case mapPack = "MapPack"
    case mapRegion = "MapRegion"
    case regionTable = "RegionTable"
    case swift = "Swift"
    case uint16 = "UInt16"

    package var description: String { rawValue }
  }

  /// Per protocol, from `MapRegion` up to all that it refines: the members that the protocol and its extensions
  /// declare. A case with such a name would hide the member, or be taken for it.
  package static let membersOfProtocols: [(protocol: String, members: [String])] = [
    ("MapRegion", ["regionTable", "code", "name", "isLive", "successors", "predecessors", "regions"]),
    ("RawRepresentable", ["RawValue", "rawValue"]),
    ("CaseIterable", ["AllCases", "allCases"]),
    ("Hashable", ["hash", "hashValue", "_rawHashValue"]),
    // The compiler of Swift 6.3 crashes at a case `id`.
    ("Identifiable", ["ID", "id"]),
    ("Codable", ["encode", "CodingKeys"]),
    ("CodingKeyRepresentable", ["codingKey"]),
    ("Sendable", []),
  ]
}

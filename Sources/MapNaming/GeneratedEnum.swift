/// The names that stand in every generated enum. Its text is made with them, and no case takes one, so that a case and a
/// member of one name never meet.
package enum GeneratedEnum {
  /// What the enum declares beside its cases.
  package enum Member: String, CaseIterable, CustomStringConvertible, Sendable {
    case reference, credits, lineage, code, name, caseByCode, caseByName, codes, names
    /// The enum's `allCases`; this type has one of its own.
    case live = "allCases"

    package var description: String { rawValue }
  }

  /// The types and modules of others that the text names. An enum that bears one of these names would stand in front of
  /// the type that is meant, and so would a case.
  package enum TypeName: String, CaseIterable, CustomStringConvertible, Sendable {
    case mapPack = "MapPack"
    case mapRegion = "MapRegion"
    case packReference = "PackReference"
    case regionLineage = "RegionLineage"
    case closedRange = "ClosedRange"
    case dictionary = "Dictionary"
    case int = "Int"
    case optional = "Optional"
    case staticString = "StaticString"
    case string = "String"
    case swift = "Swift"
    case uint16 = "UInt16"

    package var description: String { rawValue }
  }

  /// By protocol, from `MapRegion` up to all that it refines: the members that the protocol and its extensions declare.
  /// A case with such a name would be declared twice, or hide the member.
  package static let membersOfProtocols: [(protocol: String, members: [String])] = [
    (
      "MapRegion",
      ["reference", "code", "name", "lineage", "credits", "isLive", "successors", "predecessors", "regions"]
    ),
    ("RawRepresentable", ["RawValue", "rawValue"]),
    ("CaseIterable", ["AllCases", "allCases"]),
    ("Hashable", ["hash", "hashValue", "_rawHashValue"]),
    ("Codable", ["encode", "CodingKeys"]),
    ("CodingKeyRepresentable", ["codingKey"]),
    ("Sendable", []),
  ]
}

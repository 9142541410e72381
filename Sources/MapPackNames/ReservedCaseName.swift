/// Case names that no region gets, whatever its name.
///
/// A region whose case is chosen anew takes the next longer form (None with the code 17 → `none17`). An override or a
/// published case with such a name is an error. So a name that is added here can break a map that is published.
///
/// Most keywords are not reserved: `E.as` and `E.in` are plain Swift. Reserved are the few that fail even in backticks,
/// such as `self`: `E.self` is the type itself.
package enum ReservedCaseName {
  /// Whether a name is reserved, because Swift refuses it, it would be taken for a case of `Optional`, or the generated
  /// enum or one of its protocols uses it (`GeneratedEnum`). Capitals matter: `Some` is not reserved.
  package static func contains(_ name: String) -> Bool { all.contains(name) }

  /// Whether Swift itself refuses the name, even in backticks, or asks for backticks at every use.
  static func isRefusedBySwift(_ name: String) -> Bool { refused.contains(name) }

  /// All reserved names.
  package static let all: Set<String> =
    refused
    // What a reader, and the compiler, takes for cases of Optional.
    .union(["none", "some"])
    .union(GeneratedEnum.Member.allCases.map(\.rawValue))
    .union(GeneratedEnum.TypeName.allCases.map(\.rawValue))
    .union(GeneratedEnum.membersOfProtocols.flatMap(\.members))

  private static let refused: Set<String> = ["init", "self", "Self", "Type", "Protocol"]
}

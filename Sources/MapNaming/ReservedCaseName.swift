/// Case names that a region does not get, however it is called.
///
/// A region with such a name takes the next longer form (None with the code 17 → `none17`). Keywords are not among
/// them, but for those that backticks do not make usable: `E.as` and `E.in` are plain Swift, `E.self` is the type.
package enum ReservedCaseName {
  /// Whether a region may not bear the name: Swift refuses it, it would be taken for a case of `Optional`, or the
  /// generated enum or one of its protocols uses it (`GeneratedEnum`).
  package static func contains(_ name: String) -> Bool { all.contains(name) }

  /// Whether Swift itself refuses the name, with backticks too, or asks for them at every use.
  static func isRefusedBySwift(_ name: String) -> Bool { refused.contains(name) }

  package static let all: Set<String> =
    refused
    // What a reader, and the compiler, takes for Optional's.
    .union(["none", "some"])
    .union(GeneratedEnum.Member.allCases.map(\.rawValue))
    .union(GeneratedEnum.TypeName.allCases.map(\.rawValue))
    .union(GeneratedEnum.membersOfProtocols.flatMap(\.members))

  private static let refused: Set<String> = ["init", "self", "Self", "Type", "Protocol"]
}

/// Case names that a region does not get, however it is called.
///
/// A region with such a name takes the next longer form (None with the code 17 → `none17`). Keywords are not among
/// them, but for those that backticks do not make usable: `E.as` and `E.in` are plain Swift, `E.self` is the type.
enum ReservedCaseName {
  static func contains(_ name: String) -> Bool { names.contains(name) }

  private static let names: Set<String> = [
    // Backticks do not help, or are needed at every use.
    "init", "self", "Self", "Type", "Protocol",
    // What a reader, and the compiler, takes for Optional's.
    "none", "some",
    // Members of every generated enum and of the protocols to which it conforms.
    "AllCases", "RawValue", "allCases", "code", "codingKey", "encode", "hash", "hashValue", "name", "rawValue",
    "reference", "caseByCode", "caseByName", "codes", "names",
    // Types that generated code names.
    "Dictionary", "MapPack", "MapRegion", "Optional", "PackReference", "StaticString", "String", "Swift", "UInt16",
  ]
}

import Foundation
import MapPack
import MapPackNames
import TestSupport
import Testing

/// The words and marks of Swift's source text, without comments and literals.
private func tokens(of text: String) -> [String] {
  text.matches(of: #/\/\/[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\w+|[^\w\s]/#)
    .map { String($0.output) }.filter { !$0.hasPrefix("//") && !$0.hasPrefix("\"") }
}

/// Names that the generated source, or a protocol that the enum conforms to, needs for itself.
@Suite struct ReservedNameTests {
  /// An enum with all that a generated one can have: credits, a retired region, successors.
  private static func source(
    _ lock: NameLock, type: String = "Reserved", groups: PackCases.Groups? = nil
  ) throws -> String {
    var lock = lock
    let last = lock.regions.count - 1
    lock.regions[last].status = .retired
    lock.regions[last].successors = [lock.regions[0].code]
    return try SwiftSource(
      map: type, lock: lock, identity: 1, packResource: "Reserved", attributions: ["Somebody"], groupMap: groups
    ).text()
  }

  private static let plain = NameLock(
    regions: [
      .init(code: "1", caseName: "first1", rawValue: 1, name: "First"),
      .init(code: "2", caseName: "second2", rawValue: 2, name: "Second"),
    ])

  /// The words that stand in every generated enum, without those of the two regions.
  private static let words = Result {
    Set(tokens(of: try source(plain)))
      .subtracting(["first1", "second2"]).filter { SwiftIdentifier.isLegal($0) }
  }

  @Test func `every member that the source declares and every type that it names is reserved`() throws {
    let groups = PackCases.Groups(map: "Whole", rawValues: [1, 0])
    let tokens = tokens(of: try Self.source(Self.plain, groups: groups))
    var needed: Set<String> = []
    for (index, token) in tokens.enumerated() where index > 0 {
      let isDeclared = ["let", "var", "func"].contains(tokens[index - 1]) && tokens[max(0, index - 2)] != "("
      let isType = token.first?.isUppercase == true && !["Reserved", "Whole"].contains(token)
      if isDeclared || isType { needed.insert(token) }
    }
    try #require(needed.count >= 4)
    #expect(needed.filter { !ReservedCaseName.contains($0) } == [])
    #expect(Set(GeneratedEnum.Member.allCases.map(\.rawValue)).subtracting(tokens) == [])
    #expect(Set(GeneratedEnum.TypeName.allCases.map(\.rawValue)).subtracting(tokens) == ["Swift"])
  }

  @Test func `every member that MapRegion and its extensions declare is reserved`() throws {
    var declared: Set<String> = []
    for file in SwiftCompiler.files(ofTarget: "MapPack") {
      let tokens = tokens(of: try String(contentsOf: file, encoding: .utf8))
      for start in tokens.indices.dropLast()
      where ["protocol", "extension"].contains(tokens[start]) && tokens[start + 1] == "MapRegion" {
        var depth = 0
        for index in (start + 2)..<tokens.count {
          if tokens[index] == "{" { depth += 1 }
          if tokens[index] == "}" { depth -= 1 }
          // What stands in a body is the body's own.
          if depth == 1, ["var", "func", "let", "typealias"].contains(tokens[index]) {
            declared.insert(tokens[index + 1])
          }
          if depth == 0, tokens[index] == "}" { break }
        }
      }
    }
    let listed = Set(GeneratedEnum.membersOfProtocols.flatMap(\.members))
    try #require(declared.isSuperset(of: ["code", "isLive", "regions", "regionTable", "encode", "codingKey"]))
    #expect(declared.subtracting(listed) == [])
  }

  @Test func `an enum compiles whatever its regions are called`() throws {
    let others = [
      "Any", "AnyObject", "Bool", "Character", "Codable", "CodingKey", "Decodable", "Decoder", "Double", "Encodable",
      "Encoder", "Equatable", "Hashable", "Hasher", "Never", "RawRepresentable", "Result", "Sendable", "Sequence",
      "Set",
      "Void", "Array", "UInt", "print", "Reserved", "Lineage", "Credits", "retired", "is Live", "RegionShape", "shape",
    ]
    let words = try Self.words.get().union(ReservedCaseName.all).union(SwiftIdentifier.keywords).union(others)
    var overrides: [String: CaseOverride] = [:]
    var inputs: [NamingInput] = []
    var seen: Set<String> = []
    for (index, word) in words.sorted().enumerated() {
      // Its own name or a longer one.
      inputs.append(NamingInput(code: "n\(index)", name: word))
      // And the very word, if it is free.
      if SwiftIdentifier.isLegal(word), !ReservedCaseName.contains(word), seen.insert(word.lowercased()).inserted {
        inputs.append(NamingInput(code: "o\(index)", name: "override"))
        overrides["o\(index)"] = CaseOverride(word)
      }
    }
    inputs.append(NamingInput(code: "z", name: "last"))
    let lock = try nameRegions(inputs, lock: nil, overrides: overrides, map: "Reserved").lock
    let program = """
      import MapPack
      for region in Reserved.allCases {
        precondition(Reserved(code: region.code) == region && region.isLive && region.successors.isEmpty)
        precondition(region.codingKey.stringValue == region.code && region.hashValue == region.hashValue)
      }
      print(Reserved.allCases.count, Reserved.regions(migrating: "z").map(\\.rawValue))
      print(Reserved(code: "z").map(\\.isLive) as Any, Reserved.regionTable.resource)
      """
    #expect(
      try SwiftCompiler.run(program, with: [("Reserved", try Self.source(lock))])
        == "\(inputs.count - 1) [1]\nOptional(false) Reserved\n")
    for setting in SwiftCompiler.Setting.allCases {
      try SwiftCompiler.check(
        SwiftCompiler.Module(name: "App", sources: [("Reserved", try Self.source(lock))]), isStrict: true,
        setting: setting)
    }
  }

  @Test func `an enum may bear any name that the source does not need`() throws {
    let words = try Self.words.get().filter {
      $0.first?.isNumber == false && !SwiftIdentifier.keywords.contains($0) && $0.first?.isLowercase == true
    }
    .sorted()
    try #require(words.contains("table"))
    for word in words {
      // One that is refused is refused in words; the others are compiled together.
      #expect(throws: Never.self) { try Self.source(Self.plain, type: word) }
    }
    let sources = try words.map { ($0, try Self.source(Self.plain, type: $0)) }
    let program =
      "import MapPack\nlet all: [any MapRegion.Type] = [\(words.map { "\($0).self" }.joined(separator: ", "))]\n"
    #expect(try SwiftCompiler.run(program + "print(all.count)\n", with: sources) == "\(words.count)\n")
    for name in GeneratedEnum.TypeName.allCases {
      #expect(throws: (any Error).self) { try Self.source(Self.plain, type: name.rawValue) }
    }
  }

  @Test(arguments: ["MapPack", "MapPackUI"])
  func `no enum takes the name of a public type that an app finds in the module`(module: String) throws {
    var declared: Set<String> = [module]
    for file in SwiftCompiler.files(ofTarget: module) {
      let tokens = tokens(of: try String(contentsOf: file, encoding: .utf8))
      var depth = 0
      for index in tokens.indices.dropLast() {
        if tokens[index] == "{" { depth += 1 }
        if tokens[index] == "}" { depth -= 1 }
        let isType = ["struct", "class", "enum", "protocol", "typealias", "actor"].contains(tokens[index])
        if depth == 0, isType, tokens[..<index].suffix(2).contains("public") { declared.insert(tokens[index + 1]) }
      }
    }
    try #require(declared.count > 5)
    #expect(declared.filter { EnumName.remedy(for: $0) == nil } == [])
  }
}

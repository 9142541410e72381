import Foundation
import MapPackFeatures
import MapPackNames
import Testing

extension CaseOverride: ExpressibleByStringLiteral {
  public init(stringLiteral caseName: String) { self.init(caseName) }
}

/// The cases that a new map with these regions gets, by the regions' order.
private func cases(
  _ regions: [(code: String, name: String)], lock: NameLock? = nil, overrides: [String: CaseOverride] = [:],
  map: String = "World"
) throws -> [String] {
  let inputs = regions.map { NamingInput(code: $0.code, name: $0.name) }
  let naming = try nameRegions(inputs, lock: lock, overrides: overrides, map: map)
  let caseByCode = Dictionary(uniqueKeysWithValues: naming.lock.regions.map { ($0.code, $0.caseName) })
  return regions.map { caseByCode[$0.code] ?? "" }
}

@Test(arguments: [
  ("France", "france"),
  ("St. Kitts and Nevis", "stKittsAndNevis"),
  ("Côte d'Ivoire", "coteDIvoire"),
  ("Côte d’Ivoire", "coteDIvoire"),
  ("S. Geo. and the Is.", "sGeoAndTheIs"),
  ("N. Cyprus", "nCyprus"),
  ("eSwatini", "eSwatini"),
  ("Åland", "aland"),
  ("Ærøskøbing", "aeroskobing"),
  ("Łódź", "lodz"),
  ("Straße", "strasse"),
  ("İstanbul", "istanbul"),
  ("Iğdır", "igdir"),
  ("Þingeyjarsveit", "thingeyjarsveit"),
  ("Thừa Thiên–Huế", "thuaThienHue"),
  ("Co\u{302}te", "cote"),
  ("ﬁnland", "finland"),
  ("Hawaiʻi", "hawaii"),
  ("Mary's Igloo", "marysIgloo"),
  ("Queen Anne's", "queenAnnes"),
  ("O'Brien", "oBrien"),
  ("DeKalb", "deKalb"),
  ("McKean County", "mcKeanCounty"),
  ("US Virgin Islands", "usVirginIslands"),
  ("USVirgin", "usVirgin"),
  ("Washington DC", "washingtonDC"),
  ("NEW YORK", "newYork"),
  ("USA", "usa"),
  ("Île-de-France", "ileDeFrance"),
  ("snake_case", "snakeCase"),
  ("1er Arrondissement", "region1erArrondissement"),
  ("+1", "region1"),
  ("As", "as"),
  ("In", "in"),
  ("Type", "type"),
  ("長崎市", "長崎市"),
  ("七ヶ宿町", "七ヶ宿町"),
  ("𠮷野町", "𠮷野町"),
  ("１番", "１番"),
  ("か\u{3099}", "が"),
  ("サン・セバスチャン（市）", "サン・セバスチャン（市）"),
  ("釧路市\u{3000}中央区", "釧路市中央区"),
  ("葛\u{E0100}城市", "葛城市"),
  ("Нижний Новгород", "НижнийНовгород"),
  ("서울특별시", "서울특별시"),
  ("กรุงเทพ", "กรุงเทพ"),
  ("A\u{202E}B\u{200B}C", "abc"),
])
func `a name becomes its case`(name: String, expected: String) throws {
  // Swift takes canonically equivalent strings as equal, but not identifiers.
  #expect(try cases([("01361", name)]).map { Array($0.unicodeScalars) } == [Array(expected.unicodeScalars)])
}

@Test(arguments: [
  // Nothing of the name can stand in an identifier.
  ("+", "region01361"), ("", "region01361"), ("\u{200B}…", "region01361"),
  // Backticks do not help, or a reader is misled, or the enum has a member of this name.
  ("Init", "init01361"), ("self", "self01361"), ("None", "none01361"), ("some", "some01361"),
  ("All Cases", "allCases01361"), ("Raw Value", "rawValue01361"), ("Region Table", "regionTable01361"),
  ("Code", "code01361"), ("Name", "name01361"), ("Id", "id01361"),
  // The map's own name, capitals or not.
  ("World", "world01361"), ("WORLD", "world01361"),
])
func `a name that cannot be a case is followed by the code`(name: String, expected: String) throws {
  #expect(try cases([("01361", name)]) == [expected])
}

@Test(
  arguments: [
    ([("01361", "江差町"), ("01514", "江差町")], ["江差町01361", "江差町01514"]),
    ([("1", "A-B"), ("2", "A B"), ("3", "C")], ["aB1", "aB2", "c"]),
    ([("1", "Foobar"), ("2", "fooBar")], ["foobar1", "fooBar2"]),
    ([("1", "+1"), ("2", "-1")], ["region11", "region12"]),
    // The form with the code meets another region's name.
    ([("1", "A"), ("2", "A"), ("3", "A1")], ["a1_1", "a2", "a13"]),
    // Codes that differ only in what no identifier can hold, or in capitals.
    ([("x-1", "A"), ("x.1", "A"), ("x1", "B")], ["ax1_1", "ax1_2", "b"]),
    ([("a", "Bonn"), ("A", "Bonn")], ["bonna_2", "bonnA_1"]),
    ([("+", ""), ("-", "")], ["region_1", "region_2"]),
  ] as [([(String, String)], [String])])
func `regions that want the same case all take the longer form`(
  regions: [(String, String)], expected: [String]
) throws {
  #expect(try cases(regions.map { (code: $0.0, name: $0.1) }) == expected)
}

@Test func `a long name is cut, and a name with a thousand marks too`() throws {
  let name = String(repeating: "長", count: 10_000)
  let marks = "ж" + String(repeating: "\u{301}", count: 10_000)
  let names = try cases([("1", name), ("2", name + "崎"), ("3", marks)])
  #expect(names.map(\.unicodeScalars.count) == [101, 101, 100])
  #expect(Set(names).count == 3)
}

@Test func `the order of the regions does not matter`() throws {
  let regions = (0..<300).map { NamingInput(code: "\($0)", name: "Name \($0 % 40)") }
  let expected = try nameRegions(regions, lock: nil, map: "World")
  #expect(try nameRegions(regions.reversed(), lock: nil, map: "World") == expected)
  #expect(expected.lock.regions.map(\.code) == regions.map(\.code).sorted())
  #expect(expected.lock.regions.map(\.rawValue) == Array(1...300))
  #expect(Set(expected.lock.regions.map { $0.caseName.lowercased() }).count == 300)
  #expect(expected.findings.isEmpty)
}

@Test func `an override names a case, and others keep clear of it`() throws {
  #expect(
    try cases([("1", "A"), ("2", "B"), ("3", "か")], overrides: ["1": "b", "3": "か\u{3099}"]) == ["b", "b2", "が"])
}

@Test func `a case of a name table is an override, and messages say where it stands`() throws {
  let row = CaseOverride("b", at: Location(file: "t.csv", line: 2))
  let inputs = [NamingInput(code: "1", name: "A"), NamingInput(code: "2", name: "B")]
  let naming = try nameRegions(inputs, lock: nil, overrides: ["1": row], map: "World")
  #expect(naming.lock.regions.map(\.caseName) == ["b", "b2"])
  // It renames a published case, as an override does, and the old one stays its own.
  let published = try nameRegions(inputs, lock: nil, map: "World").lock
  let renamed = try nameRegions(
    inputs, lock: published, overrides: ["1": CaseOverride("x", at: row.location)], map: "World")
  #expect(renamed.lock.regions.map(\.caseName) == ["x", "b"])
  #expect(renamed.findings.map(\.message) == ["the name table renames the published case to x"])
  let error = try #require(throws: StageError.self) {
    try nameRegions(inputs, lock: published, overrides: ["1": row], map: "World")
  }
  #expect(error.description.hasPrefix("t.csv:2: error: the case b is or was that of 2 (B); choose"))
}

@Test(arguments: [
  (["1": "not a name"], "names.overrides, 1: error: “not a name” cannot be the name of a case; choose another one"),
  (["1": "init"], "names.overrides, 1: error: “init” cannot be the name of a case; choose another one"),
  (
    ["1": "x", "2": "X"],
    "names.overrides, 2: error: the case X is or was that of 1 (A); choose another one: code that uses this one would "
      + "mean another region"
  ),
  (["7": "x"], "names.overrides, 7: error: no region has this code; remove the override or correct its code"),
])
func `a wrong override is refused`(overrides: [String: String], expected: String) {
  do {
    _ = try cases([("1", "A"), ("2", "B")], overrides: overrides.mapValues { CaseOverride($0) })
    Issue.record("nothing was thrown")
  } catch let error as StageError {
    #expect(error.description == expected)
    #expect(error.status == .usage)
  } catch {
    Issue.record(error)
  }
}

/// Joining the word letter by letter took time that grew with the square of its length.
@Test(arguments: ["x", "é", "市"])
func `a name that is one word of very many letters is named at once`(letter: String) throws {
  let name = String(repeating: letter, count: 400_000)
  let entry = try #require(
    try nameRegions([NamingInput(code: "1", name: name)], lock: nil, map: "A").lock.regions.first)
  #expect(entry.caseName.unicodeScalars.count == 100 && entry.name == name)
}

import MapPackFeatures
import MapPackIngest
import Testing

@testable import MapPackProject

/// For each rule, a source whose key it finds, and no rule before it.
@Suite struct KeyRuleTests {
  struct Source: Sendable, CustomTestStringConvertible {
    /// The title of the rule.
    var rule: String
    var fields: [String]
    /// The values of each field.
    var columns: [[String]]
    var ids: [String?] = []
    var key: String
    var name: String?
    var testDescription: String { rule }
  }

  private static let labels = ["Aalen", "Bonn", "Celle", "Essen"]

  private static let sources = [
    Source(
      rule: "the usual code of an office", fields: ["code", "AGS", "NAME"],
      columns: [["A1", "A2", "A3", "A5"], ["01002", "01003", "01005", "01008"], labels], key: "AGS", name: "NAME"),
    Source(
      rule: "a code with a name of the same stem beside it", fields: ["CONST_CODE", "COUNTY_COD", "COUNTY_NAM"],
      columns: [["168", "169", "171", "175"], ["23", "24", "26", "29"], labels], key: "COUNTY_COD", name: "COUNTY_NAM"),
    Source(
      rule: "a field that is called a code", fields: ["id", "zone_code", "label"],
      columns: [["9", "7", "3", "5"], ["A1", "A2", "A4", "A5"], labels], key: "zone_code", name: "label"),
    Source(
      rule: "an id, a key or a number", fields: ["REGION_NR", "label"], columns: [["9", "7", "3", "5"], labels],
      key: "REGION_NR", name: "label"),
    Source(
      rule: "values that look like codes", fields: ["zone", "label"],
      columns: [["US-CA", "US-NV", "US-OR", "US-WA"], labels], key: "zone", name: "label"),
    Source(
      rule: "the ids of the file", fields: ["label"], columns: [labels], ids: ["01002", "01003", "01005", "01008"],
      key: "id", name: "label"),
    Source(
      rule: "a code that numbers the features", fields: ["nr", "label"], columns: [["1", "2", "3", "4"], labels],
      key: "nr", name: "label"),
    Source(
      rule: "a code that the parts of a region share", fields: ["zone_code", "label"],
      columns: [["A1", "A1", "B1", "B1"], ["Aalen", "Aalen", "Bonn", "Bonn"]], key: "zone_code", name: "label"),
    Source(
      rule: "two codes that look like such", fields: ["STATE_CD", "COUNTY_CD", "label"],
      columns: [["01", "01", "02", "02"], ["001", "003", "001", "003"], labels], key: "{STATE_CD}{COUNTY_CD}",
      name: "label"),
    Source(rule: "names of their own", fields: ["label"], columns: [labels], key: "label", name: "label"),
    Source(
      rule: "two codes", fields: ["STATE_NR", "COUNTY_NR", "label"],
      columns: [["1", "1", "2", "2"], ["1", "3", "1", "3"], ["Aalen", "Bonn", "Celle", "Aalen"]],
      key: "{STATE_NR} {COUNTY_NR}", name: "label"),
    Source(
      rule: "digits of their own", fields: ["KDPPUM", "label"],
      columns: [["11.01", "11.02", "12.01", "12.03"], ["Aalen", "Bonn", "Celle", "Aalen"]], key: "KDPPUM",
      name: "label"),
    Source(
      rule: "the folder and the name", fields: ["Folder", "name"],
      columns: [["North", "North", "South", "South"], ["Zone A", "Zone B", "Zone A", "Zone B"]],
      key: "{Folder} {name}", name: "{Folder} {name}"),
    Source(
      rule: "another whole and the name", fields: ["STATE", "name"],
      columns: [["ME", "VT", "ME", "RI"], ["Washington", "Washington", "York", "Kent"]], key: "{STATE} {name}",
      name: "name"),
    Source(
      rule: "the ids of the file, which some features lack", fields: ["label"],
      columns: [["Aalen", "Bonn", "Celle", "Aalen"]], ids: ["01002", "01005", "01008", nil], key: "id", name: "label"),
    Source(
      rule: "names that features share", fields: ["label"], columns: [["Aalen", "Bonn", "Celle", "Aalen"]],
      key: "label", name: "label"),
    Source(
      rule: "a code that features share", fields: ["zone_code"], columns: [["A1", "A1", "B1", "C1"]],
      key: "zone_code"),
    Source(
      rule: "texts of their own", fields: ["mark"], columns: [["x-1", "y-22", "z", "x"]], key: "mark"),
    Source(
      rule: "whatever numbers the features", fields: ["OBJECTID"], columns: [["1", "2", "3", "4"]], key: "OBJECTID"),
  ]

  @Test func `every rule has a source here, in the order of the rules`() {
    #expect(KeyRule.all.map(\.title) == Self.sources.map(\.rule))
  }

  @Test(arguments: sources)
  func `a rule finds the key where no better one does`(source: Source) throws {
    let features = source.columns[0].indices.map { index in
      let properties = zip(source.fields, source.columns).map { "\"\($0)\":\"\($1[index])\"" }
      let id = source.ids.isEmpty ? nil : source.ids[index].map { "\"id\":\"\($0)\"," }
      return #"{"type":"Feature",\#(id ?? "")"properties":{\#(properties.joined(separator: ","))},"geometry":"#
        + GeoJSONText.square(Double(10 * index), 50, 1) + "}"
    }
    let workspace = try Workspace()
    try workspace.write(GeoJSONText.collection(features), to: "source.geojson")
    let path = workspace.path("source.geojson")
    let table = try ingest([SourceRequest(location: path, source: MapPackFeatures.Source(path: path))])
    let all = Array(0..<table.featureCount)
    let columns = table.fields.indices.map { FieldColumn(table, $0, features: all) }
    let withIds = table.addingImpliedFields(among: ["id"])
    let ids =
      withIds.fields.count > table.fields.count && !source.ids.isEmpty
      ? FieldColumn(withIds, table.fields.count, features: all) : nil
    let evidence = KeyEvidence(columns, ids: ids, table: table, features: all)
    #expect(KeyRule.all.first { $0.choice(evidence) != nil }?.title == source.rule)
    let choice = KeyChoice(columns, ids: ids, table: table, features: all)
    #expect(choice == KeyChoice(key: source.key, name: source.name))
  }
}

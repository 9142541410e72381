import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// What becomes of properties, ids and numbers of GeoJSON.
@Suite struct GeoJSONValueTests {
  private static let shape = #""geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func table(members: String...) throws -> FeatureTable {
    let lines = members.map { #"{"type":"Feature",\#($0),\#(Self.shape)}"# }
    return try ingest(try folder.write(lines.joined(separator: "\n"), to: "map.geojson"))
  }

  private func table(properties: String...) throws -> FeatureTable {
    let lines = properties.map { #"{"type":"Feature","properties":\#($0),\#(Self.shape)}"# }
    return try ingest(try folder.write(lines.joined(separator: "\n"), to: "map.geojson"))
  }

  private func row(_ table: FeatureTable, _ feature: Int = 0) -> [String: AttributeValue] {
    Dictionary(uniqueKeysWithValues: zip(table.fields, table.values.map { $0[feature] }))
  }

  // MARK: Nested properties

  @Test func `the members of an object are fields with dots`() throws {
    let table = try table(
      properties: #"{"name":{"en":"Tsushima","ja":"対馬"},"address":{"city":{"code":"42209","n":7}},"x":1}"#,
      #"{"x":2,"name":{"ja":"壱岐"}}"#, #"{"name":"plain"}"#)
    #expect(table.fields == ["name.en", "name.ja", "address.city.code", "address.city.n", "x", "name"])
    #expect(table.column("name.en") == [.text("Tsushima"), .null, .null])
    #expect(table.column("name.ja") == [.text("対馬"), .text("壱岐"), .null])
    #expect(table.column("address.city.code") == [.text("42209"), .null, .null])
    #expect(table.column("address.city.n") == [.integer(7), .null, .null])
    #expect(table.column("name") == [.null, .null, .text("plain")])
    #expect(table.findings == [])
  }

  @Test func `an array stays JSON, and an object without members is null`() throws {
    let table = try table(properties: #"{"a":[1, {"b": 2}],"o":{},"p":{"q":{}, "r":{"s":[ ]}}}"#)
    #expect(
      row(table) == ["a": .text(#"[1, {"b": 2}]"#), "o": .null, "p.q": .null, "p.r.s": .text("[ ]")])
  }

  @Test func `a template and a filter take a field with dots`() throws {
    let lines =
      #"{"type":"Feature","properties":{"name":{"en":"East","code":"1"}},\#(Self.shape)}"# + "\n"
      + #"{"type":"Feature","properties":{"name":{"en":"West","code":"2"}},\#(Self.shape)}"#
    let path = try folder.write(lines, to: "map.ndjson")
    let table = try ingest(
      path, select: FeatureFilter(terms: [("name.code", ["2", "3"])]),
      drop: FeatureFilter(terms: [("name.en", ["North"])]))
    #expect(table.record == [2])
    for (template, text) in [("name.en", "West"), ("{name.en}", "West"), ("{name.code}-{name.en}", "2-West")] {
      #expect(try BoundTemplate(Template(template), in: table).text(of: 0, in: table) == text)
    }
  }

  @Test func `a field that is called like one with dots is kept beside it`() throws {
    let table = try table(
      properties: #"{"name.en":"flat","name":{"en":"nested"}}"#, #"{"name":{"en":"nested"},"name.en":"flat"}"#,
      #"{"name":{"en":"alone"}}"#)
    #expect(table.fields == ["name.en", "name.en_2"])
    #expect(table.column("name.en") == [.text("flat"), .text("nested"), .text("alone")])
    #expect(table.column("name.en_2") == [.text("nested"), .text("flat"), .null])
    #expect(table.findings.map(\.rule) == [.fieldRenamed])
    #expect(table.findings.first?.record == 1)
  }

  // MARK: Duplicates

  @Test func `a key that stands twice among the properties loses no value`() throws {
    let table = try table(properties: #"{"a":1,"b":2}"#, #"{"a":3,"a_2":4,"a":5,"a":6}"#, #"{"a":7,"a":8,"":9}"#)
    #expect(table.fields == ["a", "b", "a_2", "a_3", "a_4", "FIELD1"])
    #expect(
      row(table, 0) == ["a": .integer(1), "b": .integer(2), "a_2": .null, "a_3": .null, "a_4": .null, "FIELD1": .null])
    #expect(
      row(table, 1)
        == ["a": .integer(3), "b": .null, "a_2": .integer(4), "a_3": .integer(5), "a_4": .integer(6), "FIELD1": .null])
    #expect(
      row(table, 2)
        == ["a": .integer(7), "b": .null, "a_2": .null, "a_3": .integer(8), "a_4": .null, "FIELD1": .integer(9)])
    #expect(table.findings.allSatisfy { $0.rule == .fieldRenamed } && table.count(of: .fieldRenamed) == 3)
    #expect(table.findings.first?.record == 2)
  }

  @Test(arguments: [true, false])
  func `fields that hardly a feature has are refused before they fill memory`(isAtEnd: Bool) throws {
    // A field of its own for each feature, or all of them for the last.
    func feature(_ properties: String) -> String {
      #"{"type":"Feature","geometry":null,"properties":{\#(properties)}}"#
    }
    let keys = (0..<30_000).map { #""k\#($0)":1"# }
    let features =
      isAtEnd
      ? (0..<30_000).map { _ in feature("") } + [feature(keys.joined(separator: ","))] : keys.map(feature)
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(features.joined(separator: "\n").utf8), to: "map.ndjson")
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.status == .unreadableData && error.message.contains("different fields"), "\(error)")
    #expect(error.record != nil && error.remedy != nil)
  }

  // MARK: Ids

  @Test(arguments: [
    ("1", "1"), (#""1""#, "1"), ("1.0", "1"), ("1e0", "1"), ("10e-1", "1"), ("-0", "0"), ("-12", "-12"),
    ("1.50", "1.50"),
    (#""1.0""#, "1.0"), (#""""#, ""), ("1e3", "1000"), ("12345678901234567890", "12345678901234567890"),
    // Beyond the doubles that are exact the digits stay: two ids never become one.
    ("9007199254740993.0", "9007199254740993.0"), ("9007199254740993", "9007199254740993"), ("1e300", "1e300"),
  ])
  func `an id is a text or a number, and a whole number has digits only`(id: String, text: String) throws {
    #expect(try table(members: #""id":\#(id),"properties":null"#).identifier == [text])
  }

  @Test func `an id of null is none, and another one is refused`() throws {
    #expect(try table(members: #""id":null,"properties":null"#).identifier == [nil])
    for id in ["true", "[1]", "{}"] {
      #expect(throws: StageError.self) { try table(members: #""id":\#(id),"properties":null"#) }
    }
  }

  // MARK: Numbers

  @Test(arguments: [
    "0.1", "139.74543210987654321098765432", "0.1000000000000000055511151231257827021181583404541015625",
    "123456789012345678901234567890e-28", "1e-400", "-1e-400", "4.9e-324", "2.4703282292062327208e-324", "1E+1", "0e0",
    "89.99999999999999999999999", "0.30000000000000001665", "-0.12345678901234567890123",
    "0.00000000000000000000012345678901234567890123", "0.000000000000000000000000000000000000000001",
    "1.7976931348623157e-308",
  ])
  func `coordinates and properties are right to the last bit`(digits: String) throws {
    let value = try #require(Double(digits))
    let text =
      #"{"type":"Feature","properties":{"v":\#(digits)},"geometry":{"type":"Polygon","coordinates":[[[-170,-80],[\#(digits),0.5],[0,89.5],[-170,-80]]]}}"#
    let table = try ingest(try folder.write(text, to: "map.geojson"))
    #expect(table.ring(0).map(\.x).contains { $0.bitPattern == value.bitPattern })
    #expect(table.column("v") == [.real(value)])
  }

  @Test func `a number that no double holds is null, with a finding`() throws {
    for number in ["1e400", "-1e400"] {
      let text = #"{"type":"Feature","properties":{"v":\#(number)},\#(Self.shape)}"#
      let path = try folder.write(text, to: "map.geojson")
      let table = try ingest(path)
      #expect(table.column("v") == [.null] && table.count(of: .notANumber) == 1, "\(number)")
    }
  }

  @Test func `numbers behind longitude and latitude are passed over`() throws {
    let text =
      #"{"type":"Polygon","coordinates":[[[0,0,5],[1,0,5,6],[1,1,1,2,3,4e5],[0,1],[0,0,7]]]}"#
    let table = try ingest(try folder.write(text, to: "map.geojson"))
    #expect(table.ring(0) == [[0, 0], [1, 0], [1, 1], [0, 1]])
    #expect(table.findings == [])
    let path = try folder.write(text.replacing("4e5", with: "null"), to: "map.geojson")
    #expect(try failure { () throws(StageError) in try ingest(path) }.message.contains("must be a number"))
  }

  // MARK: Encodings

  @Test(arguments: [
    String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ])
  func `UTF-16 and UTF-32 are refused in words, with and without a mark`(encoding: String.Encoding) throws {
    for mark in ["", "\u{FEFF}"] {
      let data = try #require((mark + #"{"type":"Feature","properties":null,\#(Self.shape)}"#).data(using: encoding))
      let path = try folder.write(Array(data), to: "map.geojson")
      let error = try failure { () throws(StageError) in try ingest(path) }
      #expect(error.status == .unreadableData)
      #expect(
        error.description
          == "map.geojson: error: the text is UTF-16 or UTF-32, and JSON is UTF-8; convert it to UTF-8")
    }
  }
}

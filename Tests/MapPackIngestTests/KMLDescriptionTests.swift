import MapPackFeatures
import Testing

@testable import MapPackIngest

/// Attributes that programs write as HTML tables into the descriptions of KML.
@Suite struct KMLDescriptionTests {
  private static func table(_ description: String, data: String = "", readsTables: Bool = true) throws -> FeatureTable {
    let folder = try TemporaryFolder()
    let text = """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><description>\(description)</description>\
      <ExtendedData>\(data)</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0\
      </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>
      """
    var request = request(try folder.write(Array(text.utf8), to: "map.kml"))
    request.readsDescriptionTables = readsTables
    return try ingest([request])
  }

  private static func fields(of table: FeatureTable) -> [String: String] {
    var fields: [String: String] = [:]
    for (field, values) in zip(table.fields, table.values) where field != "description" {
      fields[field] = values[0].displayText ?? "null"
    }
    return fields
  }

  @Test(arguments: [
    ("<![CDATA[<table><tr><th>STATEFP</th><td>25</td></tr></table>]]>", ["STATEFP": "25"]),
    // As ArcGIS writes it: a table in a table, a title, a missing value, attributes of all sorts.
    (
      """
      <![CDATA[<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-16"></head><body>
      <table style="x"><tr style="y"><td>Title</td></tr><tr><td><table><tr bgcolor="#D4E4F3"><td>NAME</td>
      <td>Do&ntilde;a  <b>Ana</b> &amp; Co</td></tr><tr><td>NOTE</td><td>&lt;Null&gt;</td></tr></table></td></tr></table>]]>
      """, ["NAME": "Doña Ana & Co", "NOTE": "null"]
    ),
    // Not closed, and with three cells, which say nothing of what is field and value.
    ("<![CDATA[<TABLE><TR><TD>市名<TD>佐世保市<TR><TD>a<TD>b<TD>c]]>", ["市名": "佐世保市"]),
    ("&lt;table&gt;&lt;tr&gt;&lt;td&gt;A&lt;/td&gt;&lt;td&gt;1&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;", ["A": "1"]),
    ("no table, 1 < 2", [:]), ("", [:]),
  ])
  func `rows of two cells are fields if that is asked for`(description: String, fields: [String: String]) throws {
    let escaped = description.hasPrefix("no") ? description.replacing("<", with: "&lt;") : description
    #expect(Self.fields(of: try Self.table(escaped)) == fields)
    #expect(Self.fields(of: try Self.table(escaped, readsTables: false)) == [:])
  }

  @Test func `a field that the data has already is the data's`() throws {
    let description = "<![CDATA[<table><tr><td>A</td><td>table</td></tr><tr><td>B</td><td>2</td></tr></table>]]>"
    let table = try Self.table(description, data: #"<Data name="A"><value>data</value></Data>"#)
    #expect(Self.fields(of: table) == ["A": "data", "B": "2"])
    #expect(table.findings == [])
  }

  @Test func `a bomb of tables is read in time, and a long text is passed over`() throws {
    let bomb = String(repeating: "<table><tr><td>", count: 20_000)
    #expect(Self.fields(of: try Self.table("<![CDATA[\(bomb)x<td>y]]>")) == [:])
    let long = String(repeating: " ", count: HTMLTable.lengthLimit) + "<table><tr><td>A</td><td>1</td></tr></table>"
    #expect(Self.fields(of: try Self.table("<![CDATA[\(long)]]>")) == [:])
  }

  @Test(arguments: ["a%d=1 ", "a%d ", "a%d='>'\n"])
  func `a tag of very many attributes is passed over`(attribute: String) throws {
    func rows(_ count: Int) -> Int {
      let attributes = (0..<count).map { attribute.replacing("%d", with: "\($0)") }.joined()
      return HTMLTable.rows(of: "<p \(attributes)><table><tr><td>NAME</td><td>府中</td></tr></table>").count
    }
    #expect(rows(1_000) == 1)
    #expect(rows(50_000) == 0)
  }

  @Test func `only KML has descriptions`() throws {
    let folder = try TemporaryFolder()
    var request = request(
      try folder.write(Array(#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#.utf8), to: "map.json"))
    request.readsDescriptionTables = true
    let asked = request
    #expect(try failure { () throws(StageError) in try ingest([asked]) }.status == .usage)
  }
}

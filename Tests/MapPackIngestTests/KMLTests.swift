import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// A ring as KML writes it.
func ring(_ coordinates: String) -> String {
  "<LinearRing><coordinates>\(coordinates)</coordinates></LinearRing>"
}

func polygon(_ shell: String, holes: String...) -> String {
  "<Polygon><outerBoundaryIs>\(ring(shell))</outerBoundaryIs>"
    + holes.map { "<innerBoundaryIs>\(ring($0))</innerBoundaryIs>" }.joined() + "</Polygon>"
}

func placemark(_ content: String, attributes: String = "") -> String {
  "<Placemark\(attributes)>\(content)</Placemark>"
}

func document(_ content: String...) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  \(content.joined(separator: "\n"))
  </Document></kml>
  """
}

private let unit = "0,0 1,0 1,1 0,1 0,0"
private let small = "0.2,0.2 0.4,0.2 0.4,0.4 0.2,0.2"
private let other = "0.6,0.6 0.8,0.6 0.8,0.8 0.6,0.6"

private func read(_ text: String, select: FeatureFilter? = nil, drop: FeatureFilter? = nil) throws -> FeatureTable {
  let folder = try TemporaryFolder()
  return try ingest(try folder.write(text, to: "map.kml"), select: select, drop: drop)
}

@Test func `a field that stands often in one Placemark has a column for each time`() throws {
  let count = 10_000
  let data = String(repeating: #"<Data name="a"><value>1</value></Data>"#, count: count)
  let table = try read(
    document(placemark("<ExtendedData>\(data)</ExtendedData>"), placemark("<ExtendedData>\(data)</ExtendedData>")))
  #expect(table.fields == ["a"] + (2...count).map { "a_\($0)" })
  #expect(table.values.allSatisfy { $0 == [.text("1"), .text("1")] })
}

@Test func `Folders without a name add nothing to the path of those around them`() throws {
  let table = try read(
    document(
      """
      <Folder><name>A</name><Folder>\(placemark(""))<Folder><name>B</name>\(placemark(""))</Folder>\(placemark(""))
      </Folder></Folder>\(placemark(""))
      """))
  #expect(table.column("Folder") == [.text("A"), .text("A/B"), .text("A"), .null])
}

private func error(_ text: String) throws -> StageError {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "map.kml")
  return try failure { () throws(StageError) in try ingest(path) }
}

// MARK: Attributes

@Test func `a Placemark's attributes are its name, its folders, its description and its data, all of them texts`()
  throws
{
  let table = try read(
    document(
      "<name>The document</name><Schema id=\"s\"><SimpleField name=\"n\" type=\"int\"/></Schema>",
      """
      <Folder><name> Japan </name><Folder><name><![CDATA[九州 & 沖縄]]></name><Folder>
      \(placemark(
        """
        <name>
          長崎市 </name><visibility>0</visibility><Style><name>no</name></Style><description><![CDATA[<b>x</b> & y]]></description>
        <ExtendedData><Data name=" code "><displayName>Code</displayName><value>42201</value></Data>
        <Data name="empty"><value/></Data><Data name="none"/>
        <SchemaData schemaUrl="#s"><SimpleData name="n">007</SimpleData><SimpleData name="t">a&lt;b&#x9577;</SimpleData>
        <SimpleArrayData name="array"><value>1</value></SimpleArrayData></SchemaData></ExtendedData>
        \(polygon(unit))
        """, attributes: #" id="p1""#))
      </Folder></Folder></Folder>
      """, placemark("<name>second</name>" + polygon(unit))))
  #expect(table.fields == ["Folder", "name", "description", "code", "empty", "n", "t"])
  #expect(table.identifier == ["p1", nil])
  #expect(table.column("name") == [.text("長崎市"), .text("second")])
  #expect(table.column("Folder") == [.text("Japan/九州 & 沖縄"), .null])
  #expect(table.column("description") == [.text("<b>x</b> & y"), .null])
  #expect(table.column("code") == [.text("42201"), .null])
  #expect(table.column("empty") == [.null, .null])
  #expect(table.column("n") == [.text("007"), .null])
  #expect(table.column("t") == [.text("a<b長"), .null])
  #expect(table.record == [1, 2])
  #expect(table.outcomes == ["pending", "pending"])
  #expect(table.findings == [])
  #expect(table.sources.map(\.encoding) == ["UTF-8"])
  #expect(table.sources.map(\.coordinateSystem) == ["WGS 84"])
  #expect(table.brokenPromises == [])
}

@Test func `data called like KML's own, or twice in a Placemark, keeps its place under a name with a number`() throws {
  func data(_ pairs: (String, String)...) -> String {
    "<ExtendedData>" + pairs.map { #"<Data name="\#($0.0)"><value>\#($0.1)</value></Data>"# }.joined()
      + "</ExtendedData>" + polygon(unit)
  }
  let table = try read(
    document(
      placemark(data(("name", "a"), ("x", "1"), ("x", "2"), ("", "e")) + "<name>own</name>"),
      placemark("<name>own 2</name>" + data(("x", "3"), ("name", "b"), ("name_2", "c"))),
      placemark(data(("x", "4"), ("x", "5"), ("x", "6")))))
  #expect(table.fields == ["name_2", "x", "x_2", "FIELD1", "name", "name_2_2", "x_3"])
  #expect(table.column("name") == [.text("own"), .text("own 2"), .null])
  #expect(table.column("name_2") == [.text("a"), .text("b"), .null])
  #expect(table.column("x") == [.text("1"), .text("3"), .text("4")])
  #expect(table.column("x_2") == [.text("2"), .null, .text("5")])
  #expect(table.column("x_3") == [.null, .null, .text("6")])
  #expect(table.column("FIELD1") == [.text("e"), .null, .null])
  #expect(table.column("name_2_2") == [.null, .text("c"), .null])
  #expect(table.count(of: .fieldRenamed) == 5)
  #expect(table.findings.first { $0.rule == .fieldRenamed }?.record == 1)
}

@Test func `markup in a text leaves its text, and a name of something else is no name`() throws {
  let table = try read(
    document(
      placemark(
        """
        <name>A <b>bold</b> name</name><description>x<br/>y</description>
        <atom:author xmlns:atom="http://www.w3.org/2005/Atom"><atom:name>nobody</atom:name></atom:author>
        <LookAt><name>no</name></LookAt><TimeSpan><begin>2020</begin></TimeSpan>
        """ + polygon(unit))))
  #expect(table.fields == ["name", "description"])
  #expect(table.column("name") == [.text("A bold name")])
  #expect(table.column("description") == [.text("xy")])
}

@Test func `sources with the same fields are joined, each with its own numbers`() throws {
  let folder = try TemporaryFolder()
  let data = #"<ExtendedData><Data name="name"><value>x</value></Data></ExtendedData>"#
  let first = try folder.write(document(placemark(data + polygon(unit))), to: "a.kml")
  let second = try folder.write(document("<NetworkLink/>", placemark(data + polygon(unit))), to: "b.kml")
  let table = try MapPackIngest.ingest([request(first), request(second)])
  #expect(table.column("name_2") == [.text("x"), .text("x")])
  #expect(table.record == [1, 1])
  #expect(table.findings.filter { $0.rule == .networkLink }.map(\.record) == [nil])
}

// MARK: Geometry

@Test func `every ring of every inner boundary is a hole, whatever its winding and wherever it stands`() throws {
  let text = document(
    placemark(polygon(unit, holes: small, other)),
    // Two rings in one inner boundary.
    placemark(
      "<Polygon><outerBoundaryIs>\(ring(unit))</outerBoundaryIs><innerBoundaryIs>\(ring(small))\(ring(other))</innerBoundaryIs></Polygon>"
    ),
    // The holes first, the shell clockwise.
    placemark(
      """
      <Polygon><innerBoundaryIs>\(ring(small))</innerBoundaryIs><outerBoundaryIs>\(ring("0,0 0,1 1,1 1,0 0,0"))\
      </outerBoundaryIs><innerBoundaryIs>\(ring(other))</innerBoundaryIs></Polygon>
      """))
  let table = try read(text)
  #expect(table.ringCounts == [[3], [3], [3]])
  for feature in 0..<3 {
    #expect(Set(table.ring(3 * feature)) == [[0, 0], [1, 0], [1, 1], [0, 1]])
    #expect(Set(table.ring(3 * feature + 1)) == [[0.2, 0.2], [0.4, 0.2], [0.4, 0.4]])
    #expect(Set(table.ring(3 * feature + 2)) == [[0.6, 0.6], [0.8, 0.6], [0.8, 0.8]])
  }
  // Winding is free: none is against a rule.
  #expect(table.findings == [])
  #expect(table.brokenPromises == [])
}

@Test func `MultiGeometries nest, and their polygons are one feature's`() throws {
  let square = { (x: Int) in polygon("\(x),0 \(x + 1),0 \(x + 1),1 \(x),0") }
  let nested =
    "<MultiGeometry>\(square(0))<MultiGeometry>\(square(2))<MultiGeometry>\(square(4))</MultiGeometry>\(square(6))</MultiGeometry></MultiGeometry>"
  let old = "<GeometryCollection>\(square(0))\(square(2))</GeometryCollection>"
  let table = try read(document(placemark("<name>one</name>" + nested), placemark(old)))
  #expect(table.ringCounts == [[1, 1, 1, 1], [1, 1]])
  #expect((0..<6).map { table.ring($0)[0].x } == [0, 2, 4, 6, 0, 2])
  #expect(table.findings == [])
}

@Test func `every Placemark is in the ledger: kept, without geometry, or no polygon`() throws {
  let point = "<Point><coordinates>no,no</coordinates></Point>"
  let table = try read(
    document(
      placemark(polygon(unit)), placemark("<name>n</name>"), placemark(point),
      placemark("<LineString><coordinates>0,0 1,1</coordinates></LineString>"), placemark(ring(unit)),
      placemark("<MultiGeometry/>"),
      placemark("<MultiGeometry>\(point)\(polygon(unit))\(ring(unit))</MultiGeometry>"),
      placemark("<Model/>"),
      placemark("<gx:MultiTrack><gx:Track><gx:coord>1 2 3</gx:coord></gx:Track></gx:MultiTrack>"), "<Placemark/>"))
  #expect(
    table.outcomes == [
      "pending", "no-geometry", "not-a-polygon", "not-a-polygon", "not-a-polygon", "no-geometry", "pending",
      "not-a-polygon", "not-a-polygon", "no-geometry",
    ])
  #expect(table.record == [1, 2, 6, 7, 10])
  #expect(table.count(of: .polygonBesideOthers) == 2)
  #expect(table.findings.first { $0.rule == .notAPolygon }?.record == 3)
}

@Test func `overlays, regions, styles and updates are passed over; a NetworkLink is counted and not followed`() throws {
  let link = "<NetworkLink><name>more</name><Link><href>http://example.com/more.kml</href></Link></NetworkLink>"
  let table = try read(
    document(
      "<Style id=\"a\"><PolyStyle><color>ff0000ff</color></PolyStyle></Style>", placemark(polygon(unit)), link,
      "<Folder>\(link)</Folder>",
      "<GroundOverlay><name>g</name><gx:LatLonQuad><coordinates>1,1 2,2</coordinates></gx:LatLonQuad></GroundOverlay>",
      "<PhotoOverlay><Point><coordinates>1,1</coordinates></Point></PhotoOverlay>",
      "<Update><Create><Folder>\(placemark(polygon(unit)))</Folder></Create></Update>",
      placemark("<Region><LatLonAltBox><north>1</north></LatLonAltBox></Region>" + polygon(unit))))
  #expect(table.outcomes == ["pending", "pending"])
  #expect(table.fields == [])
  let finding = try #require(table.findings.first)
  #expect(table.findings.allSatisfy { $0.rule == .networkLink } && table.count(of: .networkLink) == 2)
  #expect(finding.severity == .warning)
  #expect(finding.record == nil && finding.name == nil)
}

@Test func `select and drop see the attributes, and a broken feature that is dropped is no error`() throws {
  let text = document(
    placemark("<name>a</name>" + polygon(unit)), placemark("<name>b</name>" + polygon("no,no")),
    placemark("<name>c</name><Polygon/>"))
  #expect(try read(text, drop: FeatureFilter(terms: [("name", ["b", "c"])])).outcomes == ["pending", "drop", "drop"])
  #expect(try read(text, select: FeatureFilter(terms: [("name", ["a"])])).outcomes == ["pending", "select", "select"])
}

// MARK: Coordinates

@Test(arguments: [
  "0,0 1,0 1,1 0,0", " \n\t0,0\r\n1,0\t1,1 \n 0,0 ", "0,0,0 1,0,12.5 1,1,-3 0,0,0", "0, 0 1 ,0 1 , 1 0,0",
  "0,0,nan 1,0,-nan(ind) 1,1,1.#QNAN 0,0,NaN", "0.0,-0 +1.0e0,0 10e-1,.1E1 0.,0", "0, 0, 7 1, 0, 7 1 , 1 , 7 0, 0, 7",
  "0,0<!-- a comment -->,5 1,0 1,1 0,0", "<![CDATA[0,0 1,0]]> 1,<![CDATA[1 0,0]]>",
  "0.000000000000000000000000000000,0 1.000000000000000000000000000000,0 1,1 0,0",
])
func `positions are told apart by any white space, blanks beside commas and altitudes passed over`(text: String) throws
{
  let table = try read(document(placemark(polygon(text))))
  #expect(table.ring(0) == [[0, 0], [1, 0], [1, 1]])
  #expect(table.findings == [])
}

private let brokenPositions: [(text: String, words: String, vertex: Int, line: Int)] = [
  ("0,0 no,0 1,1 0,0", "“no” where a number belongs", 1, 7),
  ("0,0 1,0 1,nan 0,0", "“nan”", 2, 7), ("0,0\n1,0\n1,1\n0,1e400", "“1e400”", 3, 10),
  ("0,0 1 1,1 0,0", "a longitude without a latitude", 1, 7), ("0,0 1,0 1,1 0", "a longitude without a latitude", 3, 7),
  ("0,0 1,0 1,1 0,", "a longitude without a latitude", 3, 7),
  ("0,0 1,0 ,1,1 0,0", "more than three", 2, 7),
  ("0,0 1,0,0,5 1,1", "more than three numbers", 2, 7),
  (",0 1,0", "a comma with no number before it", 0, 7), ("0,0 1,,0", "a comma with no number before it", 1, 7),
  ("0,0 1,0,", "a comma with no number behind it", 2, 7),
  ("0,0\n1,0\n\n1;1 0,0", "“1;1”", 2, 10), ("0,0 1,0x10 1,1", "“0x10”", 1, 7), ("0,0 1,inf 1,1", "“inf”", 1, 7),
  ("0,0 1,- 1,1", "“-”", 1, 7), ("0,0 1,1e 1,1", "“1e”", 1, 7), ("0,0 1,. 1,1", "“.”", 1, 7),
  ("0,0 １,0", "“１”", 1, 7),
]

@Test(arguments: brokenPositions)
func `a broken position is refused with line, feature, polygon, ring and vertex`(
  text: String, words: String, vertex: Int, line: Int
) throws {
  // As the shell, as the second hole, in a second polygon.
  let shapes: [(String, polygon: Int, ring: Int)] = [
    (polygon(text), 0, 0), (polygon(unit, holes: small, text), 0, 2),
    ("<MultiGeometry>\(polygon(unit))\(polygon(unit, holes: text))</MultiGeometry>", 1, 1),
  ]
  for (shape, polygon, ring) in shapes {
    // The shape stands on line 7.
    let error = try error(
      document(placemark("<Point/>"), placemark("\n<name>府中市</name>\n\n" + shape + "\n"), placemark(shape)))
    #expect(error.status == .unreadableData && error.file == "map.kml" && error.remedy != nil)
    #expect(error.message.contains(words), "\(error)")
    #expect(error.label == "府中市" && error.record == 2)
    #expect((error.polygon, error.ring, error.vertex) == (polygon, ring, vertex), "\(error)")
    #expect(error.line == line, "\(error)")
  }
}

private let brokenShapes: [(shape: String, words: String)] = [
  ("<Polygon/>", "no outer boundary"), ("<Polygon><outerBoundaryIs/></Polygon>", "no outer boundary"),
  ("<Polygon><innerBoundaryIs>\(ring(small))</innerBoundaryIs></Polygon>", "no outer boundary"),
  ("<Polygon><outerBoundaryIs>\(ring(unit))\(ring(unit))</outerBoundaryIs></Polygon>", "2 outer boundaries"),
  (
    "<Polygon><outerBoundaryIs>\(ring(unit))</outerBoundaryIs><outerBoundaryIs>\(ring(unit))</outerBoundaryIs></Polygon>",
    "2 outer boundaries"
  ),
  (
    "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0</coordinates><coordinates>1,1</coordinates></LinearRing></outerBoundaryIs></Polygon>",
    "two lists of coordinates"
  ),
  (polygon(""), "0 different vertices"), (polygon("0,0 1,1 0,0"), "2 different vertices"),
  (polygon("139.7,35 140,35 400,36"), "out of range"), (polygon("35.6,139.7 36,139.7 36,139"), "swapped"),
  ("<Placemark/>", "a Placemark stands inside a Placemark"),
]

@Test(arguments: brokenShapes)
func `a polygon without its one shell, and shapes that are none, are refused with the feature`(
  shape: String, words: String
) throws {
  let error = try error(document(placemark(polygon(unit)), placemark("<name>府中市</name>" + shape)))
  #expect(error.status == .unreadableData && error.file == "map.kml" && error.remedy != nil)
  #expect(error.message.contains(words), "\(error)")
  #expect(error.label == "府中市" && error.record == 2 && error.line == 4)
}

@Test func `what is mended is counted, and winding is not`() throws {
  let table = try read(document(placemark(polygon("0,0 0,1 0,1 1,1 1,0", holes: "0.5,0.5 0.6,0.6 0.5,0.5"))))
  #expect(table.findings.map(\.rule) == [.holeTooShort, .repeatedVertex, .ringUnclosed])
  #expect(table.ring(0) == [[1, 0], [1, 1], [0, 1], [0, 0]])
}

// MARK: Documents

@Test(arguments: [
  #"xmlns="http://www.opengis.net/kml/2.2""#, #"xmlns="http://www.opengis.net/kml/2.3""#,
  #"xmlns="http://earth.google.com/kml/2.0""#, #"xmlns="http://earth.google.com/kml/2.1""#,
  #"xmlns="http://earth.google.com/kml/2.2""#, "", #"xmlns="urn:nobody""#,
  #"xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2""#,
])
func `elements are known by their local names in any namespace and in none`(namespace: String) throws {
  let body = placemark(
    "<name>a</name><gx:drawOrder>1</gx:drawOrder>" + polygon(unit), attributes: #" xsi:type="x" id="i""#)
  let prefixed = body.replacing("</", with: "</kml:").replacing(#/<(?=[A-Za-z])(?!gx:)/#, with: "<kml:")
    .replacing("</kml:gx:", with: "</gx:")
  for text in [
    "<kml \(namespace)>\(body)</kml>", "<kml:kml \(namespace)>\(prefixed)</kml:kml>",
    #"<kml:kml xmlns:kml="http://www.opengis.net/kml/2.2" \#(namespace)>\#(prefixed)</kml:kml>"#,
  ] {
    let table = try read(text)
    #expect(table.column("name") == [.text("a")])
    #expect(table.identifier == ["i"])
    #expect(table.ringCounts == [[1]])
  }
}

private let bomb =
  #"<!DOCTYPE kml [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><kml>&c;</kml>"#

/// Many texts, one behind the other.
private func many(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }

@Test func `an element may have a thousand attributes, and a long value many equals signs`() throws {
  let attributes = many(1_000) { "a\($0)='=====' " } + "id='i'"
  let value = "b='\(String(repeating: "=", count: 16_000))'"
  let table = try read(
    "<kml><Document \(value)>\(placemark(polygon(unit), attributes: " " + attributes))</Document></kml>")
  #expect(table.identifier == ["i"])
}

private let refused: [(text: String, words: String)] = [
  ("", "the file is empty"), (" \n ", "cut off"), ("長崎市", "does not start with a tag"),
  (#"{"type":"FeatureCollection","features":[]}"#, "does not start with a tag"),
  ("<!DOCTYPE html>\n<html><head><title>404</title><br></head></html>", "a web page (HTML)"),
  (#"<gpx version="1.1"><wpt/></gpx>"#, "root element is “gpx”"), ("<Document/>", "root element is “Document”"),
  (String(document(placemark(polygon(unit))).dropLast(1)), "cut off"),
  (String(document(placemark(polygon(unit))).dropLast(40)), "cut off"),
  (document("</Folder>"), "mismatch"), (document("<a b></a>"), "not XML"), (document("a < b"), "not XML"),
  (document(#"<a b="1" b="2"/>"#), "redefined"), (document("\u{1}"), "not XML"), (document("\u{0}"), "not XML"),
  (document() + "<kml/>", "something follows"), (document() + "x", "something follows"),
  (document("a&nbsp;b"), "entity “nbsp”"), (document(#"<a b="&nbsp;"/>"#), "entity “nbsp”"), (bomb, "entity “a”"),
  (#"<!DOCTYPE kml SYSTEM "file:///etc/passwd"><kml>&x;</kml>"#, "entity “x”"),
  (#"<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>&x;</kml>"#, "entity “x”"),
  (#"<!DOCTYPE kml [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><kml/>"#, "entity “p”"),
  ("<kml>" + String(repeating: "<Folder>", count: 256), "deeper than 256"),
  ("<kml>" + String(repeating: "<Folder>", count: 300_000), "deeper than 256"),
  ("<kml>" + String(repeating: "<MultiGeometry>", count: 300), "deeper than 256"),
  ("<kml><Folder \(many(1_025) { "a\($0)='1' " })/></kml>", "more than 1,024 attributes and namespaces"),
  ("<kml><Folder \(many(200_000) { "a\($0)='' " })/></kml>", "more than 1,024 attributes and namespaces"),
  ("<kml \(many(200_000) { "xmlns:a\($0)='u' " })/>", "more than 1,024 attributes and namespaces"),
  (
    "<kml>" + many(100) { level in "<Folder \(many(11) { "xmlns:a\(level)-\($0)='u' " })>" },
    "more than 1,024 attributes and namespaces"
  ),
  (#"<kml><Schema name="County" parent="Placemark"/><County/></kml>"#, "in place of Placemark"),
]

@Test(arguments: refused)
func `what is not XML to the last byte, not KML, or a trap is refused in words`(text: String, words: String) throws {
  let error = try error(text)
  #expect(error.status == .unreadableData && error.file == "map.kml" && error.remedy != nil)
  #expect(error.message.contains(words), "\(error)")
  #expect(error.line != nil || words.contains("HTML"))
}

@Test func `a DTD that declares no entity is passed over and not loaded; 256 elements deep are read`() throws {
  let deep =
    "<kml>" + String(repeating: "<Folder>", count: 250) + placemark("<name>a</name>" + polygon(unit))
    + String(repeating: "</Folder>", count: 250) + "</kml>"
  #expect(try read(#"<!DOCTYPE kml SYSTEM "file:///etc/passwd">"# + deep).ringCounts == [[1]])
}

@Test func `an error in the XML names the line and the feature; one after the last feature names none`() throws {
  let whole = document(placemark(polygon(unit)), placemark("<name>府中市</name>\n\n<a></b>"))
  let inside = try error(whole)
  #expect((inside.line, inside.label, inside.record) == (6, "府中市", 2))
  let after = try error(document(placemark(polygon(unit)), "</a>"))
  #expect((after.line, after.label, after.record) == (4, nil, nil))
  let cut = try error(
    document(placemark(polygon(unit)), placemark("<name>府中市</name>\n\n<Polygon>\n")).prefix(170).description)
  #expect(cut.message.contains("cut off") && cut.line != nil)
}

@Test func `KML is known by its ending and by its content`() throws {
  let folder = try TemporaryFolder()
  let text = document(placemark(polygon(unit)))
  #expect(try ingest(try folder.write(text, to: "a.xml")).ringCounts == [[1]])
  let commented = "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <html> -->\n<!DOCTYPE kml>\n<kml:kml></kml:kml>"
  #expect(try ingest(try folder.write(commented, to: "b.dat")).featureCount == 0)
  let foreign = [
    ("<svg/>", "SVG"), ("<!-- <kml>", "KML (.kml)"), ("<html><kml/></html>", "HTML"), ("<kmlx/>", "KML (.kml)"),
    ("<?xml", "KML (.kml)"), ("kml", "KML (.kml)"), ("<", "KML (.kml)"),
  ]
  for (number, (text, words)) in foreign.enumerated() {
    let path = try folder.write(text, to: "\(number).dat")
    #expect(try failure { () throws(StageError) in try ingest(path) }.message.contains(words), "\(text)")
  }
  #expect(try ingest(try folder.write(text, to: "Map.KML"), layer: "Map").ringCounts == [[1]])
}

@Test func `another coordinate system is the user's word, and refused if it is not read`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(document(placemark(polygon(unit))), to: "map.kml")
  #expect(try ingest(path, system: "EPSG:6668").sources.map(\.coordinateSystem) == ["JGD2011"])
  #expect(try failure { () throws(StageError) in try ingest(path, system: "nonsense") }.status == .usage)
}

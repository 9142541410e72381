import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

private func read(
  _ path: String, pieceSize: Int, encoding: String? = nil, progress: ProgressHandler? = nil
) throws(StageError) -> FeatureTable {
  var builder = FeatureTableBuilder()
  var meter = ReadingProgress(progress, total: 1)
  let request = request(path, encoding: encoding)
  builder.beginSource(request.source)
  var reader = try KMLReader(request, path: path, pieceSize: pieceSize)
  try reader.read(into: &builder, progress: &meter)
  return try builder.finish()
}

/// Longer than a text that libxml2 holds back for its end.
private let many = (0..<40).map { "1\($0).\($0)25,3\($0 % 10),\($0)" }.joined(separator: "\n")

private let mixed = """
  \u{FEFF}<?xml version="1.0"?>\r
  <!DOCTYPE kml><kml xmlns="http://www.opengis.net/kml/2.2"><!-- 長崎 --><Folder><name>九州 &amp; 沖縄</name>\r
  <Placemark id="長"><name><![CDATA[長崎<市>]]></name><description>&lt;b&gt;&#x9577;崎𠮷</description>
  <ExtendedData><Data name="コード"><value>42201</value></Data></ExtendedData><?pi x?>
  <MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>
  129.8736111111,32.7448 , 1.5 1.30123456789012345678e2,32.7 \r\n130,3.3e1,nan\t-0.000001,33.5 \(many) 129.8736111111,32.7448
  </coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>129.9,32.8<!-- c -->5 129.95,32.85
  129.92,<![CDATA[32.9 129.9]]>,32.85</coordinates></LinearRing></innerBoundaryIs></Polygon><Point/></MultiGeometry></Placemark>
  </Folder></kml>\n
  """

@Test func `wherever the file is cut into pieces, the table is the same`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(mixed, to: "map.kml")
  let whole = try read(path, pieceSize: 1 << 16)
  let encoded = whole.encoded()
  #expect(whole.column("name") == [.text("長崎<市>")])
  #expect(whole.column("description") == [.text("<b>長崎𠮷")])
  #expect(whole.ring(0).contains([130.12345678901234, 32.7]))
  #expect(whole.ring(1).count == 3)
  for size in 1...mixed.utf8.count {
    #expect(try read(path, pieceSize: size).encoded() == encoded, "pieces of \(size)")
  }
}

@Test func `wherever the file is cut, an error is the same`() throws {
  let folder = try TemporaryFolder()
  let texts = [
    mixed.replacing("129.95,32.85", with: "129.95;32.85"), mixed.replacing("</MultiGeometry>", with: ""),
    mixed.replacing("&#x9577;", with: "&nbsp;"), String(mixed.prefix(1100)),
  ]
  for text in texts {
    let path = try folder.write(text, to: "map.kml")
    let whole = try failure { () throws(StageError) in try read(path, pieceSize: 1 << 16) }
    #expect(whole.line != nil && ["長", "長崎<市>"].contains(whole.label), "\(whole)")
    for size in Array(1...40) + Array(300...340) {
      #expect(try failure { () throws(StageError) in try read(path, pieceSize: size) } == whole, "pieces of \(size)")
    }
  }
}

@Test func `a text of 12 MB, marked or not, and as long a comment are read whole`() throws {
  let folder = try TemporaryFolder()
  let long = String(repeating: "a long text, ", count: 1_000_000)
  let ring =
    "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon>"
  for text in ["<![CDATA[\(long)]]>", long, "<!-- \(long) -->x"] {
    let path = try folder.write(
      "<kml><Placemark><description>\(text)</description>\(ring)</Placemark></kml>", to: "map.kml")
    let table = try ingest(path)
    guard case .text(let read) = table.column("description").first else {
      Issue.record("the description is missing")
      continue
    }
    #expect(read.utf8.count == (text.hasSuffix("x") ? 1 : long.utf8.count - 1))
  }
}

@Test func `a ring longer than many pieces comes whole, to the last digit`() throws {
  let folder = try TemporaryFolder()
  var random = SplitMix64(seed: 11)
  let vertices = (0..<200_000).map { number in
    SIMD2(Double(number) / 200_000, Double.random(in: -80...80, using: &random))
  }
  let text = vertices.map { "\($0.x),\($0.y),0" }.joined(separator: "\n")
  let path = try folder.write(
    "<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>\(text)</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>",
    to: "map.kml")
  let table = try ingest(path)
  #expect(Set(table.ring(0)) == Set(vertices))
}

@Test func `the reader gives features as it goes, holding pieces and not the file`() throws {
  let folder = try TemporaryFolder()
  let one =
    "<Placemark><name>長崎市</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n"
  let path = try folder.write("<kml>" + String(repeating: one, count: 20_000) + "</kml>", to: "map.kml")
  let size = try folder.bytes(of: "map.kml").count
  var walk = try XMLWalk(
    request(path), path: path, format: "KML", attributes: ["id"], pieceSize: 4096,
    root: ("kml", KMLContext.container), children: [.container: ["Placemark": .placemark]])
  var meter = ReadingProgress(nil, total: 1)
  var features = 0
  while let step = try walk.step(&meter) {
    guard step.isStart, step.role == .placemark else { continue }
    features += 1
    // What was read of the file and what came out of it keep step.
    #expect(abs(features * one.utf8.count - walk.position) < 2 * 4096)
  }
  #expect(walk.position == size)
  #expect(features == 20_000)
  #expect(try ingest(path).featureCount == 20_000)
}

// MARK: Encodings

private func kml(_ declared: String?, _ name: String = "長崎市表髙﨑①〜") -> String {
  (declared.map { "<?xml version='1.0' encoding='\($0)' ?>\n" } ?? "")
    + "<kml><Placemark><name>\(name)</name></Placemark></kml>"
}

private func bytes(_ text: String, in encoding: String) throws -> [UInt8] {
  switch encoding {
  case "UTF-8": return Array(text.utf8)
  case "UTF-16LE": return text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  case "UTF-16BE": return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  case "UTF-32LE": return text.unicodeScalars.flatMap { s in (0..<4).map { UInt8(s.value >> (8 * $0) & 255) } }
  default:
    // CP932 of the name above, by its bytes: a trail byte of 表 is a backslash, 髙, 﨑 and ① are NEC's and IBM's.
    let name: [UInt8] = [
      0x92, 0xB7, 0x8D, 0xE8, 0x8E, 0x73, 0x95, 0x5C, 0xFB, 0xFC, 0xFA, 0xB1, 0x87, 0x40, 0x81, 0x60,
    ]
    let parts = text.split(separator: "長崎市表髙﨑①〜", omittingEmptySubsequences: false)
    return Array(parts.map { Array($0.utf8) }.joined(separator: name))
  }
}

@Test(
  arguments: [
    ("UTF-8", [], "UTF-8", nil, "UTF-8"), ("UTF-8", [], nil, nil, "UTF-8"),
    ("UTF-8", [0xEF, 0xBB, 0xBF], "Shift_JIS", nil, "UTF-8"), ("UTF-8", [0xEF, 0xBB, 0xBF], nil, "utf8", "UTF-8"),
    ("UTF-8", [], "UTF-16", nil, "UTF-8"),
    ("UTF-16LE", [0xFF, 0xFE], "UTF-16", nil, "UTF-16LE"), ("UTF-16BE", [0xFE, 0xFF], nil, nil, "UTF-16BE"),
    ("UTF-16LE", [], "UTF-16", nil, "UTF-16LE"), ("UTF-16BE", [], nil, nil, "UTF-16BE"),
    ("UTF-16LE", [0xFF, 0xFE], nil, "UTF-16", "UTF-16LE"), ("UTF-16BE", [], nil, "utf-16", "UTF-16BE"),
    ("UTF-32LE", [0xFF, 0xFE, 0, 0], nil, nil, "UTF-32LE"),
    ("CP932", [], "Shift_JIS", nil, "CP932"), ("CP932", [], "Windows-31J", nil, "CP932"),
    ("CP932", [], "SJIS", nil, "CP932"), ("CP932", [], "x-sjis", nil, "CP932"), ("CP932", [], "cp932", nil, "CP932"),
    ("CP932", [], nil, "CP932", "CP932"), ("CP932", [], "UTF-8", "Shift_JIS", "CP932"),
  ] as [(String, [UInt8], String?, String?, String)])
func `text is decoded by the user's word, its mark or its declaration, wherever pieces are cut`(
  encoding: String, mark: [UInt8], declared: String?, named: String?, reported: String
) throws {
  let folder = try TemporaryFolder()
  let text = kml(declared)
  let path = try folder.write(mark + (try bytes(text, in: encoding)), to: "map.kml")
  for size in [1, 2, 3, 7, 1 << 16] {
    let table = try read(path, pieceSize: size, encoding: named)
    // CP932's wave is the full-width tilde.
    let name = encoding == "CP932" ? "長崎市表髙﨑①～" : "長崎市表髙﨑①〜"
    #expect(table.column("name") == [.text(name)])
    #expect(table.sources.map(\.encoding) == [reported])
  }
}

@Test(arguments: ["EUC-KR", "GB18030", "ISO-8859-2", "ISO-2022-JP", "windows-1251"])
func `a declared encoding that iconv knows is read, ASCII at the least`(label: String) throws {
  let folder = try TemporaryFolder()
  let table = try ingest(try folder.write(kml(label, "abc"), to: "map.kml"))
  #expect(table.column("name") == [.text("abc")])
}

@Test(
  arguments: [
    ("no-such-encoding", nil, "“no-such-encoding” is not known", .unreadableData),
    ("UTF-8//TRANSLIT", nil, "“UTF-8//TRANSLIT” is not known", .unreadableData),
    (nil, "no-such-encoding", "“no-such-encoding” is not known", .usage),
  ] as [(String?, String?, String, MapPackFeatures.ExitStatus)])
func `an encoding that is not known is refused in words`(
  declared: String?, named: String?, words: String, status: MapPackFeatures.ExitStatus
) throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(kml(declared), to: "map.kml")
  let error = try failure { () throws(StageError) in try ingest(path, encoding: named) }
  #expect(error.message.contains(words) && error.status == status && error.remedy != nil, "\(error)")
}

@Test(
  arguments: [
    (nil, [0x92, 0xB7]), ("UTF-8", [0xE9, 0x61]), ("UTF-8", [0xC0, 0x80]), ("UTF-8", [0xED, 0xA0, 0x80]),
    ("UTF-8", [0xF5, 0x80, 0x80, 0x80]), ("Shift_JIS", [0xFD, 0xFE]), ("Shift_JIS", [0x81, 0x20]),
    ("EUC-JP", [0xFF, 0xFF]),
  ] as [(String?, [UInt8])])
func `bytes that are not of the encoding are refused with their position, never read as Latin-1`(
  declared: String?, bytes: [UInt8]
) throws {
  let folder = try TemporaryFolder()
  let parts = kml(declared, "a\n\n?").split(separator: "?</name>").map { Array($0.utf8) }
  let text = parts[0] + bytes + Array("</name>".utf8) + parts[1]
  let path = try folder.write(text, to: "map.kml")
  for size in [1, 5, 1 << 16] {
    let error = try failure { () throws(StageError) in try read(path, pieceSize: size) }
    #expect(error.status == .unreadableData && error.record == 1, "\(error)")
    #expect(
      error.message.contains(
        "is not \(declared == "Shift_JIS" ? "CP932" : declared ?? "UTF-8") (byte \(parts[0].count))"))
    #expect(error.line == (declared == nil ? 3 : 4))
  }
}

@Test func `a character cut at the end of the file is refused`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(Array(kml(nil).utf8.prefix(28)) + [0xE9, 0x95], to: "map.kml")
  #expect(try failure { () throws(StageError) in try ingest(path) }.message.contains("not UTF-8 (byte 28)"))
}

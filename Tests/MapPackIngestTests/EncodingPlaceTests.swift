import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// A name in the encoding of a publisher, and a place of its country.
struct PlacedName: Sendable {
  var text: String
  var bytes: [UInt8]
  var encoding: String
  var x: Double
  var y: Double
}

@Suite struct EncodingPlaceTests {
  private static let names = [
    PlacedName(text: "Москва", bytes: [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0], encoding: "CP1251", x: 37, y: 55),
    PlacedName(text: "Москва", bytes: [0xED, 0xCF, 0xD3, 0xCB, 0xD7, 0xC1], encoding: "KOI8-R", x: 37, y: 55),
    PlacedName(text: "Москва", bytes: [0x8C, 0xAE, 0xE1, 0xAA, 0xA2, 0xA0], encoding: "CP866", x: 37, y: 55),
    PlacedName(text: "Αθήνα", bytes: [0xC1, 0xE8, 0xDE, 0xED, 0xE1], encoding: "CP1253", x: 23, y: 37),
    PlacedName(text: "서울", bytes: [0xBC, 0xAD, 0xBF, 0xEF], encoding: "CP949", x: 126, y: 37),
    PlacedName(text: "北京", bytes: [0xB1, 0xB1, 0xBE, 0xA9], encoding: "GBK", x: 116, y: 40),
    PlacedName(text: "台北", bytes: [0xA5, 0x78, 0xA5, 0x5F], encoding: "BIG5", x: 121, y: 24),
    PlacedName(text: "ไทย", bytes: [0xE4, 0xB7, 0xC2], encoding: "CP874", x: 100, y: 14),
    PlacedName(text: "Łódź", bytes: [0xA3, 0xF3, 0x64, 0x9F], encoding: "CP1250", x: 19, y: 51.5),
    PlacedName(text: "Plzeň", bytes: [0x50, 0x6C, 0x7A, 0x65, 0xF2], encoding: "CP1250", x: 13, y: 49.5),
    PlacedName(text: "Győr", bytes: [0x47, 0x79, 0xF5, 0x72], encoding: "CP1250", x: 18, y: 47.5),
    PlacedName(text: "Muğla", bytes: [0x4D, 0x75, 0xF0, 0x6C, 0x61], encoding: "CP1254", x: 32, y: 39),
    PlacedName(text: "חיפה", bytes: [0xE7, 0xE9, 0xF4, 0xE4], encoding: "CP1255", x: 35, y: 32.5),
    PlacedName(text: "مصر", bytes: [0xE3, 0xD5, 0xD1], encoding: "CP1256", x: 31, y: 28),
    PlacedName(text: "Šiauliai", bytes: [0xD0] + Array("iauliai".utf8), encoding: "CP1257", x: 24, y: 56),
    PlacedName(text: "Đông", bytes: [0xD0, 0xF4, 0x6E, 0x67], encoding: "CP1258", x: 106, y: 21),
    PlacedName(text: "Málaga", bytes: [0x4D, 0xE1] + Array("laga".utf8), encoding: "CP1252", x: -4, y: 37),
    PlacedName(text: "São Paulo", bytes: [0x53, 0xE3] + Array("o Paulo".utf8), encoding: "CP1252", x: -46, y: -23),
  ]

  private func write(
    _ bytes: [UInt8], x: Double, y: Double, to folder: TemporaryFolder, driver: Int = 0, codePage: String? = nil
  ) throws -> String {
    let path = try ShapefileFixture(
      fields: [.text("NAME", width: 20)], shapes: [.init([square(x, y)], bytes: [bytes])],
      languageDriver: "LDID/\(driver)"
    ).write(to: folder)
    if let codePage { try folder.write(codePage, to: "map.CPG") }
    return path
  }

  @Test(arguments: names)
  func `text without a declaration is refused with an encoding of its place, which reads it`(name: PlacedName) throws {
    let folder = try TemporaryFolder()
    let path = try write(name.bytes, x: name.x, y: name.y, to: folder)
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.status == .unreadableData)
    #expect(error.message.contains("“\(name.text)” as \(name.encoding)"), "\(error.description)")
    #expect(error.description.contains("--encoding \(name.encoding)"), "\(error.description)")
    #expect(try ingest(path, encoding: name.encoding).column("NAME") == [.text(name.text)])
  }

  @Test(arguments: ["1252", "ISO 8859-1", "latin1", ""])
  func `a label of Western letters over UTF-8 is seen through, and said`(label: String) throws {
    let folder = try TemporaryFolder()
    let path = try write(
      Array("Mérida".utf8), x: -4, y: 37, to: folder, driver: label.isEmpty ? 3 : 0,
      codePage: label.isEmpty ? nil : label)
    let table = try ingest(path)
    #expect(table.column("NAME") == [.text("Mérida")])
    #expect(table.sources.map(\.encoding) == ["UTF-8"])
    #expect(table.findings.map(\.rule) == [.suspiciousEncoding])
  }

  @Test func `what a .cpg says that no encoding is called is named`() throws {
    let folder = try TemporaryFolder()
    let table = try ingest(try write(Array("Mérida".utf8), x: -4, y: 37, to: folder, codePage: "System"))
    #expect(table.findings.map(\.rule) == [.encodingUnknown])
    #expect(table.findings.first?.message.contains("“System”") == true)
  }

  /// A name as a publisher writes it, and an encoding that somebody says wrongly, in which it is text too.
  private static let lies = [
    ("Москва", "CP1251", "CP1252"), ("Москва", "KOI8-R", "CP1251"), ("Łódź", "CP1250", "CP1252"),
    ("Αθήνα", "CP1253", "CP1252"), ("חיפה", "CP1255", "CP1252"), ("Muğla", "CP1254", "CP1251"),
    ("São Paulo", "CP1252", "CP1251"), ("Orléans", "CP1252", "CP932"), ("Mérida", "UTF-8", "CP1251"),
    ("서울특별시", "CP949", "CP1252"), ("北京市", "GBK", "CP1252"),
  ].map { PlacedLie(text: $0.0, encoding: $0.1, said: $0.2) }

  struct PlacedLie: Sendable, CustomTestStringConvertible {
    var text: String
    var encoding: String
    var said: String
    var testDescription: String { "\(text) in \(encoding), called \(said)" }

    /// The bytes of the text.
    func bytes() throws -> [UInt8] { try encoded(text, in: encoding) }
  }

  @Test(arguments: lies)
  func `an encoding that is said wrongly warns, and the one that is advised reads the text`(lie: PlacedLie) throws {
    let place = Self.names.first { $0.encoding == lie.encoding }
    let folder = try TemporaryFolder()
    let path = try write(try lie.bytes(), x: place?.x ?? 10, y: place?.y ?? 50, to: folder, codePage: lie.said)
    let asSaid = try ingest(path)
    #expect(asSaid.column("NAME") != [.text(lie.text)])
    let finding = try #require(asSaid.findings.first { $0.rule == .suspiciousEncoding })
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("“\(lie.text)” as \(lie.encoding)"), "\(finding.message)")
    let asAdvised = try ingest(path, encoding: lie.encoding)
    #expect(asAdvised.column("NAME") == [.text(lie.text)])
    #expect(asAdvised.findings.isEmpty, "\(asAdvised.findings)")
    // A user who says it wrongly is told as well.
    #expect(try ingest(path, encoding: lie.said).findings.map(\.rule) == [.suspiciousEncoding])
  }

  @Test(arguments: names)
  func `an encoding that is said rightly is not doubted`(name: PlacedName) throws {
    let folder = try TemporaryFolder()
    let path = try write(name.bytes, x: name.x, y: name.y, to: folder)
    #expect(try ingest(path, encoding: name.encoding).findings.isEmpty)
  }

  private func kml(_ name: [UInt8], declared: String, in folder: TemporaryFolder) throws -> String {
    let head = #"<?xml version="1.0" encoding="\#(declared)"?><kml><Document><Placemark><name>"#
    let tail = """
      </name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs>
      </Polygon></Placemark></Document></kml>
      """
    let path = folder.path("a.kml")
    try Data(Array(head.utf8) + name + Array(tail.utf8)).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: ["ISO-8859-1", "windows-1252"])
  func `an XML declaration of Western letters over UTF-8 is seen through, and said`(declared: String) throws {
    let folder = try TemporaryFolder()
    let table = try ingest(try kml(Array("Mérida".utf8), declared: declared, in: folder))
    #expect(table.column("name") == [.text("Mérida")])
    #expect(table.findings.map(\.rule) == [.suspiciousEncoding])
  }

  @Test(arguments: lies.filter { $0.encoding != "UTF-8" })
  func `an XML declaration that is wrong warns, or the error has what the text reads`(lie: PlacedLie) throws {
    let folder = try TemporaryFolder()
    let wrong = try ingest(try kml(try lie.bytes(), declared: lie.said, in: folder))
    #expect(wrong.findings.map(\.rule) == [.suspiciousEncoding])
    let undecodable = try kml(try lie.bytes(), declared: "UTF-8", in: folder)
    let error = try failure { () throws(StageError) in try ingest(undecodable) }
    #expect(error.description.contains("--encoding"), "\(error.description)")
  }
}

import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

/// A file as the office of a country publishes it: in its system, its language and its encoding.
private struct NationalFile: Sendable, CustomTestStringConvertible {
  /// A system of SystemTable.tsv.
  var system: String
  var encoding: String
  var fields: [String]
  /// The names, which are not ASCII.
  var names: [String]

  var testDescription: String { "\(names[0]), \(encoding), EPSG:\(system)" }

  init(_ system: String, _ encoding: String, _ fields: [String], _ names: String...) {
    (self.system, self.encoding, self.fields, self.names) = (system, encoding, fields, names)
  }

  static let all = [
    NationalFile("2039", "CP1255", ["CODE", "SHEM"], "חיפה", "ירושלים"),
    NationalFile("2100", "CP1253", ["KALCODE", "LEKTIKO"], "Αθήνα", "Πάτρα"),
    NationalFile("2180", "CP1250", ["JPT_KOD_JE", "JPT_NAZWA_"], "Łódź", "Gdańsk"),
    NationalFile("23700", "CP1250", ["KSH_KOD", "NEV"], "Győr", "Kőszeg"),
    NationalFile("2326", "BIG5", ["DCCODE", "DCNAME"], "沙田", "元朗"),
    NationalFile("5514", "CP1250", ["KOD", "NAZEV"], "Plzeň", "Děčín"),
    NationalFile("3057", "CP1252", ["SVEITFELAG", "NAFN"], "Reykjavík", "Ísafjörður"),
    NationalFile("3059", "CP1257", ["ATVK", "NOSAUKUMS"], "Rīga", "Liepāja"),
    NationalFile("3346", "CP1257", ["SAV_KODAS", "SAV_PAV"], "Šiauliai", "Klaipėda"),
    NationalFile("3067", "CP1252", ["NATCODE", "NIMI"], "Jyväskylä", "Hämeenlinna"),
    NationalFile("3763", "CP1252", ["DICOFRE", "CONCELHO"], "Évora", "Santarém"),
    NationalFile("3826", "BIG5", ["COUNTYCODE", "COUNTYNAME"], "臺北", "高雄"),
    NationalFile("3844", "CP1250", ["SIRUTA", "NUME"], "Braşov", "Timişoara"),
    NationalFile("5179", "CP949", ["SIG_CD", "SIG_KOR_NM"], "서울특별시", "부산광역시"),
    NationalFile("6677", "CP932", ["N03_007", "N03_004"], "千代田区", "千葉市"),
    NationalFile("29193", "CP1252", ["CD_MUN", "NM_MUN"], "São Luís", "Belém"),
    NationalFile("31370", "CP1252", ["NISCODE", "NOM"], "Liège", "Fléron"),
    NationalFile("31467", "CP1252", ["AGS", "GEN"], "Köln", "Düren"),
    NationalFile("2154", "CP1252", ["INSEE_COM", "NOM_COM"], "Orléans", "Évreux"),
    NationalFile("3006", "CP1252", ["KNKOD", "KNNAMN"], "Malmö", "Gävle"),
    NationalFile("2056", "CP1252", ["BFS_NUMMER", "NAME"], "Zürich", "Genève"),
    NationalFile("28992", "CP1252", ["GM_CODE", "GM_NAAM"], "Súdwest-Fryslân", "Noardeast-Fryslân"),
    NationalFile("25832", "CP1252", ["KOMM", "NAVN"], "Tromsø", "Ålesund"),
    NationalFile("27700", "CP1252", ["CODE", "NAME"], "Ynys Môn", "Rhôs"),
  ]

  /// Writes the file, its rows side by side.
  /// - Parameter codePage: what the .cpg says; `nil` for no .cpg.
  func write(to folder: TemporaryFolder, codePage: String?) throws -> String {
    let system = try #require(SpelledSystem.all.first { $0.number == "EPSG:" + self.system })
    var table = PublisherTable(fields: fields.map { .text($0, width: 40) }, rows: [])
    table.rows = names.enumerated().map { index, name in
      .init(["0\(index + 1)", name], rectangle(system.x + 1_000 * Double(index), system.y, 1_000, 1_000))
    }
    return try table.writeShapefile(to: folder, encoding: encoding, projection: system.text, codePage: codePage)
  }
}

@Suite struct NationalFilesTests {
  @Test(arguments: NationalFile.all)
  private func `a file whose encoding is declared is read where it lies, with nothing to doubt`(file: NationalFile)
    throws
  {
    let folder = try TemporaryFolder()
    let table = try ingest(try file.write(to: folder, codePage: file.encoding))
    #expect(table.column(file.fields[1]) == file.names.map { .text($0) })
    #expect(!table.findings.contains { $0.rule == .suspiciousEncoding }, "\(table.findings)")
    let system = try #require(SpelledSystem.all.first { $0.number == "EPSG:" + file.system })
    let expected = try located([[(system.x, system.y)]], in: .named(system.number, file: nil, status: .usage))
    let (x, y) = (expected.geometry.x[0], expected.geometry.y[0])
    #expect(
      table.longitude.indices.contains { abs(table.longitude[$0] - x) < 1e-8 && abs(table.latitude[$0] - y) < 1e-8 })
  }

  @Test(arguments: NationalFile.all)
  private func `a file whose encoding nobody declares is refused, and what is advised reads it`(file: NationalFile)
    throws
  {
    let folder = try TemporaryFolder()
    let path = try file.write(to: folder, codePage: nil)
    // Japanese is known by its bytes, in Japan.
    guard file.encoding != "CP932" else {
      #expect(try ingest(path).column(file.fields[1]) == file.names.map { .text($0) })
      return
    }
    let error = try failure { () throws(StageError) in try ingest(path) }
    let advised = (error.remedy?.words ?? "").matches(of: #/--encoding ([A-Z0-9-]+)/#).map { String($0.output.1) }
    let right = try advised.filter { encoding in
      try ingest(path, encoding: encoding).column(file.fields[1]) == file.names.map { .text($0) }
    }
    #expect(!right.isEmpty && file.names.contains { error.message.contains("“\($0)”") }, "\(error.description)")
  }
}

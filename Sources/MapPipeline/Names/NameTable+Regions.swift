import MapFeatures
import MapNaming
import MapTopology

extension NameTable.Row {
  /// The name in Latin letters, from its romaji, else its kana, else its English name.
  package func romanized(name: String) -> RomanizedName? {
    if let romaji { return RomanizedName(latin: romaji, name: name) }
    if let kana { return RomanizedName(hiragana: kana, name: name) }
    return english.flatMap { RomanizedName(latin: $0, name: name) }
  }

  /// The name to show to readers of English.
  func english(_ romanized: RomanizedName?) -> String? {
    // Tokyo's special wards are the codes from 13101 to 13123.
    english ?? romanized?.english(isSpecialWard: code.hasPrefix("131"))
  }
}

extension NameTable {
  /// Gives every region that the table knows its name there, its reading as the attribute `kana`, its name in Latin
  /// letters, and where `english` is asked for, its English name as the attribute `english`.
  ///
  /// Adds findings: `irregular-reading` for readings that do not end as the names do, and where the table has readings,
  /// `no-reading` for regions without one.
  package func apply(to coverage: inout Coverage, english: Bool = false) {
    let form = MunicipalityCode.form(of: coverage.regions.map(\.code))
    for index in coverage.regions.indices {
      var region = coverage.regions[index]
      guard let row = row(of: region.code, form: form) else {
        if hasReadings {
          coverage.findings.append(
            finding(rule: .noReading, region, "the name table has no row for this region", remedy: "add a row"))
        }
        continue
      }
      if let name = row.name { region.name = name }
      region.romanized = row.romanized(name: region.name)
      if let kana = row.kana, !RomanizedName.isRegular(hiragana: kana, name: region.name) {
        coverage.findings.append(
          finding(
            rule: .irregularReading, region, "the reading \(kana) does not end as the name does",
            remedy: "correct the reading, or leave it where it is right"))
      }
      if let kana = row.kana { region.set("kana", kana) }
      if english, let text = row.english(region.romanized) { region.set("english", text) }
      coverage.regions[index] = region
    }
  }

  private func finding(rule: Rule, _ region: Region, _ message: String, remedy: String) -> Finding {
    var finding = Finding(rule: rule, severity: .warning, message: message)
    finding.file = file
    finding.code = region.code
    finding.name = region.name
    finding.remedy = remedy
    return finding
  }
}

extension NameTable {
  /// The table as a CSV with the columns code, name, kana and english, which are empty where nothing is known.
  package var csv: String {
    var lines = ["code,name,kana,english"]
    for row in rows {
      let english = row.english(row.romanized(name: row.name ?? ""))
      lines.append(
        [row.code, row.name ?? "", row.kana ?? "", english ?? ""].map(CSVText.field).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Region {
  /// Sets an attribute, which one of the source's by the same name gives way to.
  fileprivate mutating func set(_ field: String, _ value: String) {
    attributes.removeAll { $0.field == field }
    attributes.append(Attribute(field: field, value: value))
  }
}

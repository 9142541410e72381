import MapPackFeatures
import MapPackMerge
import MapPackNames

// The parts of `NameTable` that name the regions of a map (`MergeStage`) and write a table (`mappack names`).

extension NameTable.Row {
  /// The name in Latin letters, from the row's romaji, else its kana, else its English name; `nil` without these, or if
  /// the first of them that the row has cannot be read. Case names are made of it.
  /// - Parameter name: the name that is read so.
  package func romanized(name: String) -> RomanizedName? {
    if let romaji { return RomanizedName(latin: romaji, name: name) }
    if let kana { return RomanizedName(hiragana: kana, name: name) }
    return english.flatMap { RomanizedName(latin: $0, name: name) }
  }

  /// The name for readers of English: the row's own, else one made of the name in Latin letters
  /// (`RomanizedName.english`); `nil` if it has neither.
  func english(_ romanized: RomanizedName?) -> String? {
    // Tokyo's special wards have the codes from 13101 to 13123.
    english ?? romanized?.english(isSpecialWard: code.hasPrefix("131"))
  }
}

extension NameTable {
  /// Names the regions of a coverage that have a row in the table. The other regions keep their names. `MergeStage`
  /// calls it after the merge.
  ///
  /// A region gets what its row has: the name, the reading as the attribute `kana`, and the name in Latin letters. An
  /// attribute replaces one of the source with the same name. A reading that does not end as the name does becomes a
  /// warning, `irregular-reading`. If the table has readings, a region without a row becomes a warning, `no-reading`.
  /// The warnings are added in the order of the regions. A row without a region is passed over.
  /// - Parameter english: whether regions also get their English names, as the attribute `english`.
  /// - Complexity: O(r) for r regions.
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
            remedy: "correct the reading, or leave it if it is right"))
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
  /// The table as a CSV with the columns code, name, kana and english, which `mappack names` writes. Fields are empty
  /// if nothing is known. Romaji is left out; the English name is made of it.
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
  /// Sets an attribute. It replaces one from the source that has the same name.
  fileprivate mutating func set(_ field: String, _ value: String) {
    attributes.removeAll { $0.field == field }
    attributes.append(Attribute(field: field, value: value))
  }
}

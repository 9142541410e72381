import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackNames

extension NameTable {
  /// Names the regions of a coverage that have a row in the table. The other regions keep their names.
  ///
  /// A region gets the name, the reading as the attribute `kana`, and the name in Latin letters. An attribute replaces
  /// one of the source with the same name. A reading that does not end as the name does becomes a warning,
  /// `irregular-reading`. If the table has readings, a region without a row becomes a warning, `no-reading`. The
  /// warnings are in the order of the regions.
  /// - Parameter english: whether regions also get their English names, as the attribute `english`.
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

  private func finding(rule: Rule, _ region: Region, _ message: String, remedy: Remedy) -> Finding {
    Finding(rule, at: Location(file: file, code: region.code, name: region.name), message, remedy: remedy)
  }
}

extension NameTable {
  /// Municipalities of one prefecture that a map lacks.
  package struct Lack: Hashable, Sendable {
    /// The prefecture: the first two digits of its codes.
    package var prefecture: String
    /// The number of municipalities that the table has for the prefecture.
    package var count: Int
    /// The municipalities that the map lacks, in the order of their codes.
    package var missing: [Row]

    /// In words: `the name table has 21 regions for prefecture 42, and the source lacks 2 of them: …`.
    package var words: String {
      "the name table has \(Figures.counted(count, "region")) for prefecture \(prefecture), and the source lacks "
        + "\(Figures.grouped(missing.count)) of them: "
        + missing.map { row in row.name.map { "\(row.code) \($0)" } ?? row.code }.joined(separator: ", ")
    }
  }

  /// The municipalities that the table has and a map of one prefecture lacks.
  ///
  /// For a designated city, the map decides what counts: if it has wards of the city, all wards are wanted, else the
  /// city alone. Codes of whole prefectures (`000` at the end) are never wanted.
  ///
  /// - Parameter codes: the codes of the map, of five or six digits.
  /// - Returns: `nil` if the codes are not all those of municipalities of one prefecture, or if nothing is lacking.
  package func lack(of codes: Set<String>) -> Lack? {
    guard let form = MunicipalityCode.form(of: Array(codes)) else { return nil }
    let found = Set(codes.compactMap { MunicipalityCode.fiveDigits($0, form: form)?.code })
    let prefectures = Set(found.map { $0.prefix(2) })
    guard let prefecture = prefectures.first, prefectures.count == 1 else { return nil }
    let wanted = expectedRows(by: found)
    let missing = wanted.filter { !found.contains($0.code) }
      .sorted { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
    return missing.isEmpty ? nil : Lack(prefecture: String(prefecture), count: wanted.count, missing: missing)
  }

  /// The municipalities that a map with some codes, of five digits, is expected to have: those of their prefectures.
  private func expectedRows(by found: Set<String>) -> [Row] {
    func city(of code: String) -> String? { DesignatedCity(ofWard: code)?.code }
    let prefectures = Set(found.map { $0.prefix(2) })
    let cities = Set(found.compactMap(city))
    let isByWards = Set(found.filter { city(of: $0) != $0 }.compactMap(city))
    return rows.filter { row in
      guard prefectures.contains(row.code.prefix(2)), !row.code.hasSuffix("000") else { return false }
      guard let city = city(of: row.code), cities.contains(city) else {
        // If the map lacks a designated city with all its wards, only the city is named.
        return city(of: row.code).map { $0 == row.code } ?? true
      }
      return isByWards.contains(city) == (row.code != city)
    }
  }
}

extension NameTable {
  /// Notes on the columns and rows that a map does not use, and on cells whose numbers were taken.
  ///
  /// A table may be that of a larger land: of Japan's municipalities, only those of the map's prefectures count, and
  /// rows are noted only if they are fewer than half. A warning says if no row is used at all.
  /// - Parameters:
  ///   - columns: those that others read.
  ///   - isShared: whether the rows are for another map too.
  package func notes(
    on regions: [Region], columnsInUse columns: Set<String> = [], isShared: Bool = false
  ) -> [Finding] {
    textWarnings + [unknownColumnNote(columns), isShared ? nil : unusedRowNote(regions)].compactMap(\.self)
  }

  private func unknownColumnNote(_ columns: Set<String>) -> Finding? {
    let unknown = unknownColumns.filter { !columns.contains($0) }
    guard !unknown.isEmpty else { return nil }
    return Finding(
      .unknownColumn, at: Location(file: file),
      "the name table has \(unknown.count == 1 ? "a column that is" : "columns that are") not known: "
        + unknown.listed(atMost: 10),
      remedy: "known are \(NameTableColumns.known.joined(separator: ", "))", count: unknown.count)
  }

  private func unusedRowNote(_ regions: [Region]) -> Finding? {
    guard let region = regions.first, let row = rows.first else { return nil }
    let form = MunicipalityCode.form(of: regions.map(\.code))
    let used = Set(regions.compactMap { self.row(of: $0.code, form: form)?.code })
    guard !used.isEmpty else {
      return Finding(
        .unusedRow, severity: .warning, at: Location(file: file),
        "no row of the name table has the code of a region: the first code of the table is \(row.code), the first "
          + "region \(region.title)", remedy: "write the codes as `merge.key` gives them", count: rows.count)
    }
    var expected = rows
    if hasMunicipalityCodes, let form {
      expected = expectedRows(
        by: Set(regions.compactMap { MunicipalityCode.fiveDigits($0.code, form: form)?.code }))
    }
    let unused = expected.filter { !used.contains($0.code) }
    guard let first = unused.first, 2 * unused.count < expected.count else { return nil }
    return Finding(
      .unusedRow, at: Location(file: file, line: first.line),
      "no region has the code of \(Figures.counted(unused.count, "row")) of the name table: "
        + unused.map(\.code).listed(atMost: 5), count: unused.count)
  }

  /// The cases that the table has for regions, by the codes of the regions.
  package func cases(of codes: [String]) -> [String: CaseOverride] {
    let form = MunicipalityCode.form(of: codes)
    var cases: [String: CaseOverride] = [:]
    for code in codes {
      guard let row = row(of: code, form: form), let caseName = row.caseName else { continue }
      cases[code] = CaseOverride(caseName, at: Location(file: file, line: row.line, code: code))
    }
    return cases
  }

  /// The table that a pipeline file names; `nil` if it names none.
  /// - Parameter tables: texts of tables that are read instead of the files, by the files' names.
  package static func named(
    by names: PipelineFile.Names, in project: ProjectFolder, tables: [String: String] = [:]
  ) throws(StageError) -> NameTable? {
    guard let table = names.table else { return nil }
    if let text = tables[table] { return try NameTable(text: text, file: table, as: names).recoded(by: names.codes) }
    let location = project.location(of: table)
    if let url = names.url, FileReading.isFolder(location) == nil {
      throw StageError(
        .noInput, file: table, "there is no such file", remedy: "`mappack fetch` gets it from \(url)")
    }
    if let expected = names.sha256, FileReading.isFolder(location) == false {
      let found = try Digest.sha256(fileAt: location, called: table)
      guard found == expected else {
        throw StageError(
          .unreadableData, file: table, "its SHA-256 is \(found), the pipeline file expects \(expected)",
          remedy: "get the file again, or correct `names.sha256`")
      }
    }
    return try NameTable(contentsOf: location, called: table, as: names)
      .recoded(by: names.codes)
  }
}

extension Region {
  /// It replaces one from the source that has the same name.
  fileprivate mutating func set(_ field: String, _ value: String) {
    attributes.removeAll { $0.field == field }
    attributes.append(Attribute(field: field, value: value))
  }
}

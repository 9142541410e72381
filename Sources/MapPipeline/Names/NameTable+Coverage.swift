import MapFeatures

extension NameTable {
  /// Municipalities of one prefecture that a map lacks.
  package struct Lack: Hashable, Sendable {
    /// The first two digits of its codes.
    package var prefecture: String
    /// How many municipalities the table has for it.
    package var count: Int
    /// Those that the map lacks, by their codes.
    package var missing: [Row]

    /// In words: `the name table has 21 municipalities for prefecture 42, and the source lacks 2 of them: …`.
    package var words: String {
      "the name table has \(Figures.counted(count, "region")) for prefecture \(prefecture), and the source lacks "
        + "\(Figures.grouped(missing.count)) of them: "
        + missing.map { row in row.name.map { "\(row.code) \($0)" } ?? row.code }.joined(separator: ", ")
    }
  }

  /// What the table has and a map lacks, where the map's codes are all of one prefecture; `nil` where they are not, and
  /// where nothing is lacking. A designated city and its wards stand for each other.
  ///
  /// - Complexity: O(rows + codes).
  package func lack(of codes: Set<String>) -> Lack? {
    guard let form = MunicipalityCode.form(of: Array(codes)) else { return nil }
    let found = Set(codes.compactMap { MunicipalityCode.fiveDigits($0, form: form)?.code })
    let prefectures = Set(found.map { $0.prefix(2) })
    guard let prefecture = prefectures.first, prefectures.count == 1 else { return nil }
    func city(of code: String) -> String? { DesignatedCity(ofWard: code)?.code }
    let cities = Set(found.compactMap(city))
    let isByWards = Set(found.filter { city(of: $0) != $0 }.compactMap(city))
    let wanted = rows.filter { row in
      guard row.code.hasPrefix(prefecture), !row.code.hasSuffix("000") else { return false }
      guard let city = city(of: row.code), cities.contains(city) else {
        // Of a city that the map lacks its wards would say so once more.
        return city(of: row.code).map { $0 == row.code } ?? true
      }
      return isByWards.contains(city) == (row.code != city)
    }
    let missing = wanted.filter { !found.contains($0.code) }
      .sorted { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
    return missing.isEmpty ? nil : Lack(prefecture: String(prefecture), count: wanted.count, missing: missing)
  }
}

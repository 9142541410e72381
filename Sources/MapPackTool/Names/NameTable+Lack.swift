import MapPackFeatures

// The part of `NameTable` that finds which municipalities a map lacks. `mappack init` warns of them.
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
  /// The table is taken to have codes of five digits, as `NameTable` makes them of a table with kana. Other codes are
  /// compared as they are.
  ///
  /// - Parameter codes: the codes of the map, of five or six digits.
  /// - Returns: `nil` if the codes are not all those of municipalities of one prefecture, or if nothing is lacking.
  /// - Complexity: O(r + c + m log m) for r rows, c codes and m municipalities that are lacking.
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
        // If the map lacks a designated city with all its wards, only the city is named.
        return city(of: row.code).map { $0 == row.code } ?? true
      }
      return isByWards.contains(city) == (row.code != city)
    }
    let missing = wanted.filter { !found.contains($0.code) }
      .sorted { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
    return missing.isEmpty ? nil : Lack(prefecture: String(prefecture), count: wanted.count, missing: missing)
  }
}

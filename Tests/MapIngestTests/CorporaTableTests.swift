import Foundation
import MapFeatures
import Testing

@testable import MapIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

/// CorporaTable.tsv: lines that begin with # are words, `# difference: …` explains one of the last column's.
private struct CorporaTable: Sendable {
  var rows: [CorporaRow] = []
  /// Lines that are none.
  var broken: [String] = []
  var differences: Set<String> = []

  static let committed = CorporaTable()

  private init() {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("CorporaTable.tsv")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# difference: ") {
        differences.insert(line.dropFirst(14).split(separator: ":").first.map(String.init) ?? "")
      } else if !line.hasPrefix("#"), line != CorporaRow.columns.joined(separator: "\t") {
        if let row = CorporaRow(line: line) { rows.append(row) } else { broken.append(String(line)) }
      }
    }
  }

  /// The rows of each file: those with its path, else the one with the longest pattern that it matches.
  func rows(of file: String) -> [CorporaRow] {
    let exact = rows.filter { $0.path == file }
    if !exact.isEmpty { return exact }
    let patterns = rows.filter { $0.path.contains("*") && Self.matches(file, $0.path) }
    return patterns.max { $0.path.count < $1.path.count }.map { [$0] } ?? []
  }

  /// Whether a path matches a pattern in which a star is any text.
  private static func matches(_ path: String, _ pattern: String) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = pieces.first, let last = pieces.last, path.hasPrefix(first) else { return false }
    var rest = path.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

/// The files of the corpora by the folder at their top, sorted.
private let files: [String: [String]] = {
  guard let corpora, let paths = FileManager.default.enumerator(atPath: corpora) else { return [:] }
  var files: [String: [String]] = [:]
  for case let path as String in paths {
    guard paths.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
    files[path.split(separator: "/").first.map(String.init) ?? path, default: []].append(path)
  }
  return files.mapValues { $0.sorted() }
}()

@Suite(.enabled(if: corpora != nil))
struct CorporaTableTests {
  @Test(arguments: files.keys.sorted())
  func `every file of the corpora is read or refused as the table says`(folder: String) throws {
    let root = try #require(corpora)
    for path in files[folder] ?? [] {
      let rows = CorporaTable.committed.rows(of: path)
      #expect(!rows.isEmpty, "no line of the table is about \(path): \(Self.found(path, asked: "", in: root).line)")
      for row in rows {
        var found = Self.found(path, asked: row.asked, in: root)
        // What the table adds of its own, and beginnings in place of the whole words.
        (found.path, found.files, found.gdal, found.difference) = (row.path, row.files, row.gdal, row.difference)
        if found.message.hasPrefix(row.message), row.message.count >= 12 || row.files > 1 {
          found.message = row.message
        }
        if found.system.hasPrefix(row.system), row.system.count >= 5 { found.system = row.system }
        #expect(found == row, "\(path) should have the line\n\(found.line)\nwhere the table has\n\(row.line)")
      }
    }
  }

  /// What is read of a file; what a table promises is looked at as well, and every text for signs of a wrong encoding.
  private static func found(_ path: String, asked: String, in root: String) -> CorporaRow {
    var row = CorporaRow(path: path, asked: asked)
    do throws(StageError) {
      let table = try row.read(in: root)
      row.take(table)
      #expect(table.brokenPromises == [], "\(path)")
      #expect(table.ledger.entries.count { $0.source != 0 } == 0 && Set(table.record).count == table.featureCount)
      for text in Set(table.fields + table.attributeTexts) {
        if let sign = signOfWrongEncoding(text) { row.findings += " WRONG ENCODING: " + sign }
      }
    } catch {
      row.take(error)
      #expect(error.remedy != nil, "\(path): \(error)")
    }
    return row
  }

  @Test func `every line of the table is about files that are there`() {
    let there = Set(files.values.joined())
    var matched: [String: Int] = [:]
    for file in there { for row in CorporaTable.committed.rows(of: file) { matched[row.path, default: 0] += 1 } }
    for row in CorporaTable.committed.rows where row.path.contains("*") {
      #expect(matched[row.path] == row.files, "\(row.path)")
    }
    for row in CorporaTable.committed.rows where !row.path.contains("*") {
      #expect(there.contains(row.path) && row.files == 1, "\(row.path)")
    }
    #expect(there.count > 1300)
  }
}

@Suite struct CorporaTableWordsTests {
  @Test func `the table is sorted, and no line stands twice`() {
    #expect(CorporaTable.committed.broken == [])
    let keys = CorporaTable.committed.rows.map { $0.path + "\t" + $0.asked }
    #expect(keys == keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(Set(keys).count == keys.count && keys.count > 550)
  }

  @Test func `where GDAL's numbers are others the table says why, in words that it explains, and nowhere else`() {
    var used: Set<String> = []
    for row in CorporaTable.committed.rows {
      #expect((row.difference != "") == !row.agreesWithGDAL, "\(row.path) \(row.asked)")
      if row.difference != "" { used.insert(row.difference) }
    }
    #expect(used == CorporaTable.committed.differences)
  }

  @Test func `no feature is lost: what is kept and what a rule leaves out are all that was met`() {
    let leftOut = [Rule.notAPolygon, .rowDeleted]
    for row in CorporaTable.committed.rows where row.outcome == "read" {
      #expect(row.features + leftOut.reduce(0) { $0 + row.count(of: $1) } == row.records, "\(row.path)")
    }
  }

  @Test(arguments: [
    "Orl饌ns", "M騙ico", "C\u{E2F0}e d'Ivoire", "BayamÃ³n", "é•·å´Žå¸‚", "\u{92}·\u{8D}è", "長\u{FFFD}", "DoÃ±a Ana",
    "Ã‰vora", "ÐŸÐµÑ‚Ñ€", "CÃ´te dâ€™Ivoire",
  ])
  func `text in a wrong encoding is told`(text: String) { #expect(signOfWrongEncoding(text) != nil) }

  @Test(arguments: [
    "Orléans", "México", "Côte d’Ivoire", "長崎市", "JR新宿駅", "Doña Ana", "São Paulo", "서울특별시", "À la « Bastille »",
    "B1 コンコース",
    "Łódź", "Петрозаводск", "ＪＲ", "a\tb\n", "Kárášjohka", "Evenášši", "Škofja Loka", "Åžé",
  ])
  func `text in its encoding is not`(text: String) { #expect(signOfWrongEncoding(text) == nil) }
}

/// What of a text looks as if it was read in a wrong encoding.
private func signOfWrongEncoding(_ text: String) -> String? {
  let scalars = Array(text.unicodeScalars)
  for (place, scalar) in scalars.enumerated() {
    let next = place + 1 < scalars.count ? scalars[place + 1] : " "
    let last = place > 0 ? scalars[place - 1] : " "
    switch scalar.value {
    case 0xFFFD: return "U+FFFD in “\(text)”"
    case 0xE000...0xF8FF: return "private use in “\(text)”"
    case 0...8, 0x0E...0x1F, 0x7F...0x9F: return "a control character in “\(text)”"
    case 0xC2...0xEF:
      if isUTF8(scalars[place...]) { return "UTF-8 read as Latin-1 in “\(text)”" }
    // Latin-1 read as an encoding of East Asia: its letter and the next one are one character inside a word.
    case 0x3400...0x9FFF, 0xFF61...0xFF9F, 0xAC00...0xD7A3:
      if isSmallLatin(last) || isSmallLatin(next) { return "Latin-1 read as an encoding of East Asia in “\(text)”" }
    default: break
    }
  }
  return nil
}

/// Whether a text begins with what the bytes of one character of UTF-8 are in Latin-1 or CP1252: a letter for the first,
/// and for each other what the bytes 0x80 to 0xBF are, not all of them letters, which may stand behind each other.
private func isUTF8(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
  let count = text.first.map { $0.value < 0xE0 ? 1 : 2 } ?? 0
  let others = text.dropFirst().prefix(count)
  guard others.count == count else { return false }
  let inCP1252 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ".unicodeScalars
  guard others.allSatisfy({ (0x80...0xBF).contains($0.value) || inCP1252.contains($0) }) else { return false }
  return text.first == "Ã" || text.first == "Ð"
    || !others.allSatisfy { $0.properties.isAlphabetic || $0 == "«" || $0 == "»" }
}

private func isSmallLatin(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }

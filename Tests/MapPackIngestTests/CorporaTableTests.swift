import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

/// CorporaTable.tsv or CorporaLines.tsv: lines that begin with # are words, `# difference: …` explains one of the last
/// column's.
private struct CorporaTable: Sendable {
  let layout: CorporaRow.Layout
  var rows: [CorporaRow] = []
  /// Lines that are none.
  var broken: [String] = []
  var differences: Set<String> = []

  static let areas = CorporaTable(.areas)
  static let linesAndPoints = CorporaTable(.linesAndPoints)

  private init(_ layout: CorporaRow.Layout) {
    self.layout = layout
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(layout.rawValue)
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# difference: ") {
        differences.insert(line.dropFirst(14).split(separator: ":").first.map(String.init) ?? "")
      } else if !line.hasPrefix("#"), line != layout.columns.joined(separator: "\t") {
        if let row = CorporaRow(line: line, layout: layout) { rows.append(row) } else { broken.append(String(line)) }
      }
    }
  }

  static func of(_ layout: CorporaRow.Layout) -> CorporaTable { layout == .areas ? areas : linesAndPoints }

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
      let rows = CorporaTable.areas.rows(of: path)
      #expect(!rows.isEmpty, "no line of the table is about \(path): \(Self.found(path, in: root).line(.areas))")
      for row in rows {
        let found = Self.found(path, asked: row.asked, in: root).shown(as: row)
        #expect(
          found == row, "\(path) should have the line\n\(found.line(.areas))\nwhere the table has\n\(row.line(.areas))")
      }
    }
  }

  /// A file that no line names is refused as for areas, or is read and has neither lines nor points.
  @Test(arguments: files.keys.sorted())
  func `every line and point of the corpora is read or refused as the table says`(folder: String) throws {
    let root = try #require(corpora)
    for path in files[folder] ?? [] {
      let areas = CorporaTable.areas.rows(of: path)
      let rows = CorporaTable.linesAndPoints.rows(of: path)
      for kind in CorporaRow.Layout.linesAndPoints.kinds {
        for asked in Set((areas + rows.filter { $0.kind == kind }).map(\.asked)).sorted() {
          let found = Self.found(path, kind, asked: asked, in: root)
          if let row = rows.first(where: { $0.kind == kind && $0.asked == asked }) {
            let shown = found.shown(as: row)
            #expect(
              shown == row,
              """
              \(path) should have the line
              \(shown.line(.linesAndPoints))
              where the table has
              \(row.line(.linesAndPoints))
              """)
          } else if let row = areas.first(where: { $0.asked == asked }) {
            let isAsForAreas = found.outcome == row.outcome && found.message.hasPrefix(row.message)
            #expect(
              found.outcome == "read" ? found.polygons == 0 : isAsForAreas,
              "no line of the table is about \(path): \(found.line(.linesAndPoints))")
          }
        }
      }
    }
  }

  /// What is read of a file; what a table promises is looked at as well, and every text for signs of a wrong encoding.
  private static func found(
    _ path: String, _ kind: GeometryKind = .areas, asked: String = "", in root: String
  ) -> CorporaRow {
    var row = CorporaRow(path: path, kind: kind, asked: asked)
    do throws(StageError) {
      let table = try row.read(in: root)
      row.take(table)
      #expect(table.brokenPromises == [], "\(path)")
      #expect(table.ledger.entries.count { $0.source != 0 } == 0 && Set(table.record).count == table.featureCount)
      if kind == .areas {
        for text in Set(table.fields + table.attributeTexts) {
          if let sign = signOfWrongEncoding(text) { row.findings += " WRONG ENCODING: " + sign }
        }
      }
    } catch {
      row.take(error)
      #expect(error.remedy != nil, "\(path): \(error)")
    }
    return row
  }

  @Test func `every line of the tables is about files that are there`() {
    let there = Set(files.values.joined())
    var matched: [String: Int] = [:]
    for file in there { for row in CorporaTable.areas.rows(of: file) { matched[row.path, default: 0] += 1 } }
    for row in CorporaTable.areas.rows where row.path.contains("*") {
      #expect(matched[row.path] == row.files, "\(row.path)")
    }
    for row in CorporaTable.areas.rows + CorporaTable.linesAndPoints.rows where !row.path.contains("*") {
      #expect(there.contains(row.path) && row.files == 1, "\(row.path)")
    }
    #expect(there.count > 1300)
  }
}

@Suite struct CorporaTableWordsTests {
  @Test(arguments: [(CorporaRow.Layout.areas, 550), (.linesAndPoints, 250)])
  func `a table is sorted, and no line stands twice`(layout: CorporaRow.Layout, count: Int) {
    let table = CorporaTable.of(layout)
    #expect(table.broken == [])
    let keys = table.rows.map { "\($0.path)\t\($0.kind.rawValue)\t\($0.asked)" }
    #expect(keys == keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(Set(keys).count == keys.count && keys.count > count)
  }

  @Test(arguments: CorporaRow.Layout.allCases)
  func `if GDAL's numbers are others, a table says why, in words that it explains, and nowhere else`(
    layout: CorporaRow.Layout
  ) {
    var used: Set<String> = []
    for row in CorporaTable.of(layout).rows {
      #expect((row.difference != "") == !row.agreesWithGDAL, "\(row.path) \(row.kind) \(row.asked)")
      used.formUnion(row.difference.split(separator: ", ").map(String.init))
    }
    #expect(used == CorporaTable.of(layout).differences)
  }

  @Test(arguments: CorporaRow.Layout.allCases)
  func `no feature is lost: what is kept and what a rule leaves out are all that was met`(layout: CorporaRow.Layout) {
    let leftOut = [Rule.notAPolygon, .notALine, .notAPoint, .rowDeleted]
    for row in CorporaTable.of(layout).rows where row.outcome == "read" {
      #expect(row.features + leftOut.reduce(0) { $0 + row.count(of: $1) } == row.records, "\(row.path) \(row.kind)")
    }
  }

  @Test(arguments: [
    "Orl饌ns", "M騙ico", "C\u{E2F0}e d'Ivoire", "BayamÃ³n", "é•·å´Žå¸‚", "\u{92}·\u{8D}è", "長\u{FFFD}", "DoÃ±a Ana",
    "Ã‰vora", "ÐŸÐµÑ‚Ñ€", "CÃ´te dâ€™Ivoire",
  ])
  func `text in a wrong encoding is found`(text: String) { #expect(signOfWrongEncoding(text) != nil) }

  @Test(arguments: [
    "Orléans", "México", "Côte d’Ivoire", "長崎市", "JR新宿駅", "Doña Ana", "São Paulo", "서울특별시", "À la « Bastille »",
    "B1 コンコース",
    "Łódź", "Петрозаводск", "ＪＲ", "a\tb\n", "Kárášjohka", "Evenášši", "Škofja Loka", "Åžé",
  ])
  func `text in its encoding is not`(text: String) { #expect(signOfWrongEncoding(text) == nil) }
}

extension CorporaRow {
  /// The row as a table has it: with what the table adds of its own, and beginnings in place of the whole words.
  fileprivate func shown(as row: CorporaRow) -> CorporaRow {
    var shown = self
    (shown.path, shown.files, shown.gdal, shown.difference) = (row.path, row.files, row.gdal, row.difference)
    if message.hasPrefix(row.message), row.message.count >= 12 || row.files > 1 { shown.message = row.message }
    if system.hasPrefix(row.system), row.system.count >= 5 { shown.system = row.system }
    return shown
  }
}

/// What of a text looks as if it was read in a wrong encoding.
private func signOfWrongEncoding(_ text: String) -> String? {
  let scalars = Array(text.unicodeScalars)
  for (index, scalar) in scalars.enumerated() {
    let next = index + 1 < scalars.count ? scalars[index + 1] : " "
    let last = index > 0 ? scalars[index - 1] : " "
    switch scalar.value {
    case 0xFFFD: return "U+FFFD in “\(text)”"
    case 0xE000...0xF8FF: return "private use in “\(text)”"
    case 0...8, 0x0E...0x1F, 0x7F...0x9F: return "a control character in “\(text)”"
    case 0xC2...0xEF:
      if isUTF8(scalars[index...]) { return "UTF-8 read as Latin-1 in “\(text)”" }
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

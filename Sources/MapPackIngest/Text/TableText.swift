import Foundation
import MapPackFeatures

/// The text of a small table that a person or a spreadsheet saved: in UTF-16; in the encoding of a label, such as
/// `Shift_JIS`; without a label in UTF-8, or CP932 if most of its cells make sense in Japanese. A warning says if the text
/// looks wrong in the encoding of the label.
/// - Parameter isOfPipeline: whether a pipeline file names the table, and so can name its encoding.
/// - Throws: `usage` if the label is not known; `unreadableData` if the bytes are not in the encoding, are a
///   spreadsheet's, or could be several things; `unavailable` if this system cannot decode it.
package func tableText(
  _ data: Data, encoding label: String? = nil, isOfPipeline: Bool = false, file: String
) throws(StageError) -> (text: String, warnings: [Finding]) {
  guard !Spreadsheet.isArchive(data), !Spreadsheet.isOld(data) else {
    throw .unreadable(
      file,
      Spreadsheet.isOld(data)
        ? "this is a spreadsheet of the old kind (.xls), or an encrypted one"
        : "this is a spreadsheet or another archive, expected a CSV", remedy: "save it as CSV")
  }
  if let text = try utf16Text(data, file: file) { return (text, []) }
  guard label.map(TextEncoding.isWide) != true else {
    throw .unreadable(
      file, "the table is not in \(label ?? "")", remedy: "leave the encoding out, or save the table as UTF-8")
  }
  if label == nil, let text = String(data: data, encoding: .utf8) { return (text, []) }
  let named = try label.map { label throws(StageError) in try TextEncoding(named: label, file: file) }
  let evidence = try EncodingEvidence(cells: data, file: file)
  let decoder = try TextDecoder(named ?? .cp932, file: file)
  // Unsafe: the decoder gets the bytes as a pointer, and does not keep it.
  if named != nil || evidence.isMostlyJapanese(decoder), let text = data.withUnsafeBytes({ decoder.decode($0) }).whole {
    let doubt = try EncodingDoubt(evidence.texts, in: decoder.encoding, file: file)
    let warning = doubt.map {
      Finding(
        .suspiciousEncoding, severity: .warning, at: Location(file: file), $0.message("the pipeline file"),
        remedy: $0.remedy(.tableEncoding))
    }
    return (text, [warning].compactMap(\.self))
  }
  let candidates = EncodingCandidates(
    evidence.texts, extent: nil, except: [.utf8] + [named].compactMap(\.self), file: file)
  throw .unreadable(
    file,
    (named.map { "the table is not in \($0.name)" } ?? "nothing says what encoding the table is in")
      + (candidates.proposals.isEmpty ? "" : ": it reads \(candidates.words)"),
    remedy: !isOfPipeline
      ? "save it as UTF-8"
      : candidates.proposals.isEmpty
        ? "say which with \(.tableEncoding), or save it as UTF-8"
        : "say which: \(candidates.options(.tableEncoding)), or save it as UTF-8")
}

/// A text in UTF-16, by its mark, or by the zero bytes of its separators and line ends, which no other text has; `nil` if it
/// is none.
private func utf16Text(_ data: Data, file: String) throws(StageError) -> String? {
  let zeros = data.prefix(4096).enumerated().filter { $0.element == 0 }.map(\.offset)
  let odd = zeros.count { !$0.isMultiple(of: 2) }
  guard data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) || !zeros.isEmpty else { return nil }
  let isLittle = data.starts(with: [0xFF, 0xFE]) || !data.starts(with: [0xFE, 0xFF]) && 2 * odd > zeros.count
  let decoder = try TextDecoder(isLittle ? .utf16LittleEndian : .utf16BigEndian, file: file)
  var utf8: [UInt8] = []
  // Unsafe: the decoder gets the bytes as a pointer, and does not keep it.
  let outcome = data.withUnsafeBytes { decoder.decode(piece: $0, into: &utf8) }
  guard outcome.isDecodable, outcome.taken == data.count, !utf8.contains(0) else { return nil }
  return String(decoding: utf8, as: UTF8.self)
}

extension EncodingEvidence {
  /// Whether most of the first texts beyond ASCII make sense in Japanese. Few do by chance in text of Western letters, and
  /// a list has words such as Ａ棟 too.
  func isMostlyJapanese(_ cp932: TextDecoder) -> Bool {
    let japanese = texts.count { bytes in
      bytes.withUnsafeBytes { cp932.decode($0) }.whole.map(Self.looksJapanese) ?? false
    }
    return 2 * japanese > texts.count
  }

  /// The evidence of the cells of a CSV. Separators, quotes and line ends are no part of a character in any encoding of
  /// tables.
  init(cells data: Data, file: String) throws(StageError) {
    try self.init(file: file)
    var row = 0
    for line in data.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      for cell in line.split(whereSeparator: { "\t\",;".utf8.contains($0) }) {
        Array(cell).withUnsafeBytes { add($0, row: row, field: 0) }
      }
      row += 1
    }
  }
}

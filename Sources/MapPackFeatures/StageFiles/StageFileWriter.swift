import Foundation
import MapPack

/// Writes a file between two stages: call `add` for each section, then `finish`. `StageFile` specifies the layout.
///
/// The same calls give the same bytes.
///
/// Names of sections have at most 24 bytes of UTF-8, or the program ends. Each is given once: readers find the first
/// section of a name.
package struct StageFileWriter {
  private let kind: StageFile.Kind
  private var columns: [any StageFileContents.Column] = []
  private var length = StageFile.headerLength
  private var directory = ContiguousArray<UInt8>()
  private var sectionCount: UInt32 = 0

  /// Begins a file without sections.
  package init(kind: StageFile.Kind) { self.kind = kind }

  /// Adds a section with a column of numbers.
  package mutating func add(_ section: String, _ column: ContiguousArray<some StageNumber>) { append(section, column) }
  /// Adds a section with a column of truth values, of one byte each.
  package mutating func add(_ section: String, _ column: ContiguousArray<Bool>) {
    append(section, ContiguousArray(column.lazy.map { $0 ? 1 as UInt8 : 0 }))
  }

  /// Adds a section with a value as JSON. Keys are sorted, and infinities and NaN are written as text.
  /// - Precondition: the value can be encoded.
  package mutating func add(_ section: String, json value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    do {
      append(section, ContiguousArray(try encoder.encode(value)))
    } catch {
      // Values are of the project's own types, which hold text and numbers, so all can be encoded.
      preconditionFailure("Section \(section) cannot be encoded: \(error)")
    }
  }

  private mutating func append(_ section: String, _ column: some StageFileContents.Column) {
    let (count, checksum) = column.withBytes { ($0.byteCount, CRC32.checksum($0)) }
    directory.append(text: section, width: 24)
    directory.append(number: UInt64(length))
    directory.append(number: UInt64(count))
    directory.append(number: checksum)
    directory.append(number: 0 as UInt32)
    sectionCount += 1
    columns.append(column)
    let padding = count.roundedUpToMultipleOf8 - count
    if padding > 0 { columns.append(ContiguousArray<UInt8>(repeating: 0, count: padding)) }
    length += count + padding
  }

  /// Adds the header and the directory, and returns the whole file.
  package consuming func finish() -> StageFileContents {
    var header = StageFile.magic
    header.append(number: StageFile.layoutVersion)
    header.append(number: sectionCount)
    header.append(text: ToolVersion.current, width: 16)
    header.append(text: kind.rawValue, width: 16)
    header.append(number: UInt64(length + directory.count))
    header.append(number: CRC32.checksum(directory.span.bytes))
    header.append(number: CRC32.checksum(header.span.bytes))
    return StageFileContents(
      columns: [header] + columns + [directory], byteCount: length + directory.count)
  }
}

extension ContiguousArray<UInt8> {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(text: String, width: Int) {
    precondition(text.utf8.count <= width, "“\(text)” is longer than \(width) bytes")
    append(contentsOf: text.utf8)
    append(contentsOf: repeatElement(0, count: width - text.utf8.count))
  }
}

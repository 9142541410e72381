import Foundation
import MapPack

/// Writes a file between two stages: `add` the sections, then `finish`. The layout stands at `StageFile`.
///
/// The same calls give the same bytes.
package struct StageFileWriter {
  private let kind: StageFile.Kind
  private var bytes = Data(count: StageFile.headerLength)
  private var directory = ContiguousArray<UInt8>()
  private var sectionCount: UInt32 = 0

  package init(kind: StageFile.Kind) { self.kind = kind }

  package mutating func add(_ section: String, _ column: ContiguousArray<UInt8>) { append(section, column) { $0 } }
  package mutating func add(_ section: String, _ column: ContiguousArray<Int32>) { append(section, column) { $0 } }
  package mutating func add(_ section: String, _ column: ContiguousArray<Int64>) { append(section, column) { $0 } }
  package mutating func add(_ section: String, _ column: ContiguousArray<Int>) { append(section, column) { Int64($0) } }

  package mutating func add(_ section: String, _ column: ContiguousArray<Double>) {
    append(section, column) { $0.bitPattern }
  }

  package mutating func add(_ section: String, _ column: ContiguousArray<Bool>) {
    append(section, column) { $0 ? 1 : 0 as UInt8 }
  }

  /// Adds a value as JSON with sorted keys; infinities and NaN as text.
  package mutating func add(_ section: String, json value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    do {
      append(section, ContiguousArray(try encoder.encode(value))) { $0 }
    } catch {
      // Values of the project's own types, which hold text and numbers: any can be encoded.
      preconditionFailure("Section \(section) cannot be encoded: \(error)")
    }
  }

  /// Writes a column in place, as numbers: a column may be most of what memory has.
  private mutating func append<Element, Number: FixedWidthInteger & BitwiseCopyable>(
    _ section: String, _ column: ContiguousArray<Element>, _ number: (Element) -> Number
  ) {
    let width = Number.bitWidth / 8
    let start = bytes.count
    let length = column.count * width
    // What is added is zeros.
    bytes.count += length.roundedUpToMultipleOf8
    bytes.withUnsafeMutableBytes { bytes in
      // Unsafe: each number lies in the room that was made for the column.
      let room = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + length])
      for (index, element) in column.enumerated() {
        room.storeBytes(of: number(element).littleEndian, toByteOffset: index * width, as: Number.self)
      }
    }
    directory.append(text: section, width: 24)
    directory.append(number: UInt64(start))
    directory.append(number: UInt64(length))
    directory.append(number: CRC32.checksum(bytes.bytes.extracting(start..<start + length)))
    directory.append(number: 0 as UInt32)
    sectionCount += 1
  }

  /// The whole file.
  package consuming func finish() -> Data {
    var header = StageFile.magic
    header.append(number: StageFile.layoutVersion)
    header.append(number: sectionCount)
    header.append(text: ToolVersion.current, width: 16)
    header.append(text: kind.rawValue, width: 16)
    header.append(number: UInt64(bytes.count + directory.count))
    header.append(number: CRC32.checksum(directory.span.bytes))
    header.append(number: CRC32.checksum(header.span.bytes))
    bytes.replaceSubrange(0..<StageFile.headerLength, with: header)
    bytes.append(contentsOf: directory)
    return bytes
  }
}

extension ContiguousArray<UInt8> {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends text, filled up with zeros.
  fileprivate mutating func append(text: String, width: Int) {
    precondition(text.utf8.count <= width, "“\(text)” is longer than \(width) bytes")
    append(contentsOf: text.utf8)
    append(contentsOf: repeatElement(0, count: width - text.utf8.count))
  }
}

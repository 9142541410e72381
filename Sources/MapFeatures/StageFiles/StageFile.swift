import Foundation
import MapPack

/// A file between two stages, opened: named sections, each with a checksum.
///
/// This is the layout. All numbers are little-endian. The header has this layout in every version:
///
///     0   8  89 4D 50 53 0D 0A 1A 0A (“MPS” between bytes that a transfer as text would change)
///     8   4  version of the layout, 1
///     12  4  number of sections
///     16 16  version of the tool, UTF-8, padded with zeros
///     32 16  what the file holds, `features` or `coverage`, UTF-8, padded with zeros
///     48  8  length of the file
///     56  4  CRC-32 of the directory
///     60  4  CRC-32 of the bytes 0 ..< 60
///     64     the sections, without gaps, each padded with zeros to a multiple of 8
///     …      the directory: per section 24 bytes name (UTF-8, padded with zeros), 8 offset in the file, 8 length,
///            4 CRC-32 of the section and 4 zeros
///
/// Promise: a file that opens is whole. Each byte is as a `StageFileWriter` of this version of the tool has written it,
/// except for changes that leave all checksums the same. Readers of the sections check what the numbers mean.
package struct StageFile: Sendable {
  /// What a stage file holds.
  package enum Kind: String, Sendable {
    case features, coverage

    /// The commands that make such a file, in words.
    fileprivate var command: String {
      switch self {
      case .features: "`mappack ingest`"
      case .coverage: "`mappack merge` or `mappack simplify`"
      }
    }
  }

  /// The first bytes of every stage file.
  static let magic: ContiguousArray<UInt8> = [0x89, 0x4D, 0x50, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
  static let layoutVersion: UInt32 = 1
  /// How many bytes the header has.
  static let headerLength = 64
  /// How many bytes a section has in the directory.
  static let entryLength = 48

  /// What the file holds.
  package let kind: Kind
  private let file: String
  private let data: Data
  private let sections: [Section]

  private struct Section {
    var name: String
    /// Its bytes, by their offsets in the file.
    var range: Range<Int>
  }

  /// Opens a file and compares all checksums.
  ///
  /// - Parameters:
  ///   - data: the whole file.
  ///   - kind: what the file has to hold.
  ///   - file: the name of the file, for messages.
  /// - Throws: `.unreadableData` if the data is not a stage file, is of another version of the tool or of another kind,
  ///   is cut off or is damaged.
  /// - Complexity: O(n) for n bytes.
  package init(_ data: Data, kind: Kind, file: String) throws(StageError) {
    self.kind = kind
    self.file = file
    // Copies a slice, because its indices do not start at 0.
    self.data = data.startIndex == 0 ? data : Data(data)
    func refusal(_ message: String, remedy: String) -> StageError {
      StageError(.unreadableData, file: file, message, remedy: remedy)
    }
    let makeAgain = "make it again with \(kind.command)"
    let bytes = ByteReader(data: self.data)

    guard data.count >= 8, bytes.bytes(0..<8) == Self.magic else {
      throw refusal(
        "this is not a file between two stages of mappack", remedy: "name a file that \(kind.command) wrote")
    }
    guard data.count >= Self.headerLength else {
      throw refusal("the file is cut off after \(Figures.grouped(data.count)) bytes", remedy: makeAgain)
    }
    guard bytes.checksum(0..<60) == bytes.uint32(at: 60) else {
      throw refusal("the file's header is damaged", remedy: makeAgain)
    }
    let version = bytes.text(16..<32) ?? ""
    guard version == ToolVersion.current, bytes.uint32(at: 8) == Self.layoutVersion else {
      throw refusal(
        "the file was written by mappack \(version), and this is mappack \(ToolVersion.current)", remedy: makeAgain)
    }
    let found = bytes.text(32..<48) ?? ""
    guard found == kind.rawValue else {
      throw refusal(
        "the file holds a stage called “\(found)”, expected “\(kind.rawValue)”",
        remedy: "name a file that \(kind.command) wrote")
    }
    let length = bytes.uint64(at: 48)
    guard length == UInt64(data.count) else {
      throw refusal(
        "the file has \(Figures.grouped(data.count)) bytes, expected \(Figures.grouped(length))", remedy: makeAgain)
    }
    // A 32-bit count times 48 fits in 64 bits.
    let directoryLength = Int(bytes.uint32(at: 12)) * Self.entryLength
    let directoryStart = data.count - directoryLength
    guard directoryStart >= Self.headerLength,
      bytes.checksum(directoryStart..<data.count) == bytes.uint32(at: 56)
    else {
      throw refusal("the file's directory is damaged", remedy: makeAgain)
    }

    var sections: [Section] = []
    var position = Self.headerLength
    for entry in stride(from: directoryStart, to: data.count, by: Self.entryLength) {
      guard let name = bytes.text(entry..<entry + 24), bytes.uint64(at: entry + 24) == UInt64(position),
        let length = Int(exactly: bytes.uint64(at: entry + 32)), length <= directoryStart - position,
        bytes.uint32(at: entry + 44) == 0
      else {
        throw refusal("the file's directory is damaged", remedy: makeAgain)
      }
      let range = position..<position + length
      let end = range.upperBound.roundedUpToMultipleOf8
      guard end <= directoryStart, bytes.areZero(range.upperBound..<end),
        bytes.checksum(range) == bytes.uint32(at: entry + 40)
      else {
        throw refusal("the file's section \(name) is damaged", remedy: makeAgain)
      }
      sections.append(Section(name: name, range: range))
      position = end
    }
    guard position == directoryStart else {
      throw refusal("the file's directory is damaged", remedy: makeAgain)
    }
    self.sections = sections
  }

  /// What a stage file holds, by its header alone; `nil` if the data is not a stage file.
  package static func kind(of data: Data) -> Kind? {
    guard data.starts(with: magic), data.count >= headerLength else { return nil }
    return ByteReader(data: Data(data.prefix(headerLength))).text(32..<48).flatMap(Kind.init)
  }

  /// The names of the sections, in the order of the file.
  package var sectionNames: [String] { sections.map(\.name) }

  /// The error that the content of a section cannot be what a stage wrote.
  ///
  /// - Parameter reason: what is wrong, without a full stop.
  package func damage(_ section: String, _ reason: String) -> StageError {
    StageError(
      .unreadableData, file: file, "the file's section \(section) is damaged: \(reason)",
      remedy: "make it again with \(kind.command)")
  }
}

// MARK: - Columns

extension StageFile {
  private func range(of section: String) throws(StageError) -> Range<Int> {
    guard let found = sections.first(where: { $0.name == section }) else {
      throw damage(section, "it is missing")
    }
    return found.range
  }

  /// The numbers of a section.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  /// - Throws: `.unreadableData` if the section is missing or has another length.
  private func numbers<Number: FixedWidthInteger>(
    _ section: String, count: Int?
  ) throws(StageError) -> ContiguousArray<Number> {
    let range = try range(of: section)
    let size = Number.bitWidth / 8
    guard range.count.isMultiple(of: size) else {
      throw damage(section, "its length is \(Figures.grouped(range.count)) bytes")
    }
    if let count, range.count / size != count {
      throw damage(section, "it has \(Figures.grouped(range.count / size)) entries, expected \(Figures.grouped(count))")
    }
    return ByteReader(data: data).numbers(range)
  }

  /// Reads a section as a column of bytes.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  /// - Throws: `.unreadableData` if the section is missing or damaged.
  package func bytes(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<UInt8> {
    try numbers(section, count: count)
  }

  /// Reads a section as a column of integers of 32 bits.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  /// - Throws: `.unreadableData` if the section is missing or damaged.
  package func int32s(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Int32> {
    try numbers(section, count: count)
  }

  /// Reads a section as a column of integers of 64 bits.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  /// - Throws: `.unreadableData` if the section is missing or damaged.
  package func int64s(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Int64> {
    try numbers(section, count: count)
  }

  /// Reads a section as a column of numbers.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  /// - Throws: `.unreadableData` if the section is missing or damaged.
  package func doubles(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Double> {
    let bits: ContiguousArray<UInt64> = try numbers(section, count: count)
    return ContiguousArray(bits.lazy.map { Double(bitPattern: $0) })
  }

  /// Reads a section as a column of truth values.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  /// - Throws: `.unreadableData` if the section is missing or damaged.
  package func booleans(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Bool> {
    let bytes = try bytes(section, count: count)
    guard bytes.allSatisfy({ $0 <= 1 }) else { throw damage(section, "an entry is neither true nor false") }
    return ContiguousArray(bytes.lazy.map { $0 == 1 })
  }

  /// Reads a column of starts: owner i owns the elements `starts[i] ..< starts[i + 1]` of another column.
  ///
  /// - Parameters:
  ///   - owners: how many owners there have to be; `nil` for any number.
  ///   - owned: how many elements they own in all.
  ///   - minimum: how many elements each owner has at least.
  /// - Throws: `.unreadableData` if the starts do not run from 0 to `owned` in this way.
  package func starts(
    _ section: String, owners: Int? = nil, owned: Int, minimum: Int = 0
  ) throws(StageError) -> ContiguousArray<Int> {
    let numbers = try int64s(section, count: owners.map { $0 + 1 })
    guard numbers.first == 0, numbers.last == Int64(owned) else {
      throw damage(section, "its offsets do not run from 0 to \(owned)")
    }
    var previous = numbers[0]
    for number in numbers.dropFirst() {
      // The previous number is in 0 … owned, so the sum cannot overflow.
      guard number >= previous + Int64(minimum), number <= Int64(owned) else {
        throw damage(section, "offset \(number) follows \(previous)")
      }
      previous = number
    }
    return ContiguousArray(numbers.lazy.map { Int(truncatingIfNeeded: $0) })
  }

  /// Reads a section's bytes as they are.
  ///
  /// - Throws: `.unreadableData` if it is missing.
  package func data(_ section: String) throws(StageError) -> Data { data.subdata(in: try range(of: section)) }

  /// Reads a value that `StageFileWriter.add(_:json:)` has written.
  ///
  /// - Throws: `.unreadableData` if the section is missing or does not hold such a value.
  package func value<Value: Decodable>(_ section: String, as type: Value.Type) throws(StageError) -> Value {
    let range = try range(of: section)
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode(type, from: data.subdata(in: range))
    } catch {
      throw damage(section, "it is not the JSON that it should be")
    }
  }
}

/// Reads numbers from bytes, at offsets that the caller has checked.
private struct ByteReader {
  let data: Data

  func numbers<Number: FixedWidthInteger>(_ range: Range<Int>) -> ContiguousArray<Number> {
    var numbers = ContiguousArray<Number>(repeating: 0, count: range.count / (Number.bitWidth / 8))
    // Every bit pattern is an integer. The copy ends with the shorter of the two.
    _ = numbers.withUnsafeMutableBytes { data.copyBytes(to: $0, from: range) }
    for index in numbers.indices { numbers[index] = Number(littleEndian: numbers[index]) }
    return numbers
  }

  func bytes(_ range: Range<Int>) -> ContiguousArray<UInt8> { numbers(range) }

  func uint32(at offset: Int) -> UInt32 { numbers(offset..<offset + 4)[0] }

  func uint64(at offset: Int) -> UInt64 { numbers(offset..<offset + 8)[0] }

  func areZero(_ range: Range<Int>) -> Bool { bytes(range).allSatisfy { $0 == 0 } }

  /// Text that is padded with zeros; `nil` if it is not UTF-8 or goes on behind a zero.
  func text(_ range: Range<Int>) -> String? {
    let bytes = bytes(range)
    let text = bytes.prefix { $0 != 0 }
    guard bytes[text.endIndex...].allSatisfy({ $0 == 0 }) else { return nil }
    return String(exactUTF8: text)
  }

  func checksum(_ range: Range<Int>) -> UInt32 { CRC32.checksum(data.bytes.extracting(range)) }
}

extension String {
  /// The text of these bytes; `nil` if they are not UTF-8.
  init?(exactUTF8 bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces what is not UTF-8 by U+FFFD, which has other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

extension Int {
  /// The next multiple of 8, or the number itself if it is one.
  ///
  /// - Precondition: the number is at most `Int.max` − 7.
  var roundedUpToMultipleOf8: Int { (self + 7) & ~7 }
}

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
/// A file that opens is whole: each byte is as a `StageFileWriter` of this version of the tool has written it, except
/// for changes that leave all checksums the same. What the numbers mean is checked by `FeatureTable` and `Coverage`.
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

  static let magic: ContiguousArray<UInt8> = [0x89, 0x4D, 0x50, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
  static let layoutVersion: UInt32 = 1
  static let headerLength = 64
  static let entryLength = 48

  /// What the file holds.
  package let kind: Kind
  private let file: String
  let data: Data
  private let sections: [Section]

  private struct Section {
    var name: String
    var range: Range<Int>
  }

  /// Opens a file and compares all checksums.
  /// - Throws: `unreadableData` if the data is not a whole stage file of this kind and version.
  package init(_ data: Data, kind: Kind, file: String) throws(StageError) {
    self.kind = kind
    self.file = file
    // Copies a slice, because its indices do not start at 0.
    self.data = data.startIndex == 0 ? data : Data(data)
    func refusal(_ message: String, remedy: Remedy) -> StageError {
      StageError(.unreadableData, file: file, message, remedy: remedy)
    }
    let makeAgain: Remedy = "make it again with \(kind.command)"
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

    sections = try Self.sections(bytes, directoryStart: directoryStart) { refusal($0, remedy: makeAgain) }
  }

  /// - Throws: `refusal` if the sections do not follow one another without gaps, or do not fit their checksums.
  private static func sections(
    _ bytes: ByteReader, directoryStart: Int, refusal: (_ message: String) -> StageError
  ) throws(StageError) -> [Section] {
    var sections: [Section] = []
    var position = headerLength
    for entry in stride(from: directoryStart, to: bytes.data.count, by: entryLength) {
      guard let name = bytes.text(entry..<entry + 24), bytes.uint64(at: entry + 24) == UInt64(position),
        let length = Int(exactly: bytes.uint64(at: entry + 32)), length <= directoryStart - position,
        bytes.uint32(at: entry + 44) == 0
      else {
        throw refusal("the file's directory is damaged")
      }
      let range = position..<position + length
      let end = range.upperBound.roundedUpToMultipleOf8
      guard end <= directoryStart, bytes.areZero(range.upperBound..<end),
        bytes.checksum(range) == bytes.uint32(at: entry + 40)
      else {
        throw refusal("the file's section \(name) is damaged")
      }
      sections.append(Section(name: name, range: range))
      position = end
    }
    guard position == directoryStart else {
      throw refusal("the file's directory is damaged")
    }
    return sections
  }

  /// What a stage file holds, by its header alone; `nil` if the data is not a stage file. Neither version nor checksums
  /// are looked at, so the file may not open.
  package static func kind(of data: Data) -> Kind? {
    guard data.starts(with: magic), data.count >= headerLength else { return nil }
    return ByteReader(data: Data(data.prefix(headerLength))).text(32..<48).flatMap(Kind.init)
  }

  /// The names of the sections, in the order of the file.
  package var sectionNames: [String] { sections.map(\.name) }

  func range(of section: String) throws(StageError) -> Range<Int> {
    guard let found = sections.first(where: { $0.name == section }) else {
      throw damage(section, "it is missing")
    }
    return found.range
  }

  /// The error that the content of a section cannot be what a stage wrote; `reason` has no full stop.
  package func damage(_ section: String, _ reason: String) -> StageError {
    StageError(
      .unreadableData, file: file, "the file's section \(section) is damaged: \(reason)",
      remedy: "make it again with \(kind.command)")
  }
}

extension Int {
  /// The next multiple of 8, or the number itself if it is one.
  /// - Precondition: the number is at most `Int.max` − 7.
  var roundedUpToMultipleOf8: Int { (self + 7) & ~7 }
}

/// The bytes of a stage file, in pieces.
///
/// The pieces are the columns of the value that the file was made of. They are not copied, because they may take most
/// of the memory.
package struct StageFileContents: Sendable {
  /// A column whose bytes are those of its elements, in their order.
  protocol Column: Sendable {
    func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result
  }

  let columns: [any Column]
  /// How many bytes the file has.
  package let byteCount: Int

  /// Calls `body` with all bytes in their order, piece by piece.
  package func forEachPiece<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    for column in columns { try column.withBytes(body) }
  }

  /// The whole file, as a copy.
  package var data: Data {
    var data = Data(capacity: byteCount)
    forEachPiece { piece in piece.withUnsafeBytes { data.append(contentsOf: $0) } }
    return data
  }
}

extension ContiguousArray: StageFileContents.Column where Element: StageNumber {
  func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(span.bytes)
  }
}

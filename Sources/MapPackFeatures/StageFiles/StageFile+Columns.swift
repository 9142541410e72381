import Foundation
import MapPack

/// What a column of a stage file is made of. Its bytes are those of the file on all machines on which the tools run:
/// these are little-endian and have integers of 64 bits.
package protocol StageNumber: BitwiseCopyable, Sendable {
  static var zero: Self { get }
}

extension UInt8: StageNumber {}
extension UInt32: StageNumber {}
extension Int32: StageNumber {}
extension UInt64: StageNumber {}
extension Int64: StageNumber {}
extension Int: StageNumber {}
extension Double: StageNumber {}

/// Reading the sections as columns. `count` is how many elements there have to be; `nil` allows any number. If a
/// section is missing or damaged, `unreadableData` is thrown. The checksums have been compared; what is checked here is
/// that lengths and values are such as a stage writes.
extension StageFile {
  /// Reads a section as a column of numbers.
  package func column<Number: StageNumber>(
    _ section: String, count: Int? = nil
  ) throws(StageError) -> ContiguousArray<Number> {
    let range = try range(of: section)
    let size = MemoryLayout<Number>.size
    guard range.count.isMultiple(of: size) else {
      throw damage(section, "its length is \(Figures.grouped(range.count)) bytes")
    }
    if let count, range.count / size != count {
      throw damage(section, "it has \(Figures.grouped(range.count / size)) entries, expected \(Figures.grouped(count))")
    }
    return ByteReader(data: data).numbers(range)
  }

  /// Reads a section as a column of truth values.
  package func booleans(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Bool> {
    let bytes: ContiguousArray<UInt8> = try column(section, count: count)
    guard bytes.allSatisfy({ $0 <= 1 }) else { throw damage(section, "an entry is neither true nor false") }
    return ContiguousArray(bytes.lazy.map { $0 == 1 })
  }

  /// Reads a column of starts: owner i owns the elements `starts[i] ..< starts[i + 1]` of another column.
  /// - Parameters:
  ///   - owners: how many owners there have to be; `nil` for any number.
  ///   - owned: how many elements they own in all.
  ///   - minimum: how many elements each owner has at least.
  /// - Throws: `unreadableData` if the starts do not run from 0 to `owned` in this way.
  package func starts(
    _ section: String, owners: Int? = nil, owned: Int, minimum: Int = 0
  ) throws(StageError) -> ContiguousArray<Int> {
    let numbers: ContiguousArray<Int> = try column(section, count: owners.map { $0 + 1 })
    guard numbers.first == 0, numbers.last == owned else {
      throw damage(section, "its offsets do not run from 0 to \(owned)")
    }
    var previous = numbers[0]
    for number in numbers.dropFirst() {
      // The previous number is in 0 … owned, so the sum cannot overflow.
      guard number >= previous + minimum, number <= owned else {
        throw damage(section, "offset \(number) follows \(previous)")
      }
      previous = number
    }
    return numbers
  }

  /// Reads a section's bytes as they are.
  package func data(_ section: String) throws(StageError) -> Data { data.subdata(in: try range(of: section)) }

  /// Reads a value that `StageFileWriter.add(_:json:)` has written.
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

/// Reads numbers from bytes, at offsets that the caller has checked: one outside the data is a fault of the program and
/// ends it.
struct ByteReader {
  let data: Data

  /// The numbers in a range of bytes. Bytes that do not make up a whole number are left out.
  func numbers<Number: StageNumber>(_ range: Range<Int>) -> ContiguousArray<Number> {
    var numbers = ContiguousArray<Number>(repeating: .zero, count: range.count / MemoryLayout<Number>.size)
    // Every bit pattern is a number. The copy ends with the shorter of the two.
    _ = numbers.withUnsafeMutableBytes { data.copyBytes(to: $0, from: range) }
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
  init?(exactUTF8 bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces what is not UTF-8 by U+FFFD, which has other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

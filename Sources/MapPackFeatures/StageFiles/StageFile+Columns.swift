import Foundation
import MapPack

/// Reading the sections as columns. `count` is how many elements there have to be; `nil` allows any number. If a
/// section is missing or damaged, `unreadableData` is thrown. The checksums have been compared; what is checked here is
/// that lengths and values are such as a stage writes.
extension StageFile {
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
  package func bytes(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<UInt8> {
    try numbers(section, count: count)
  }

  /// Reads a section as a column of integers of 32 bits.
  package func int32s(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Int32> {
    try numbers(section, count: count)
  }

  /// Reads a section as a column of integers of 64 bits.
  package func int64s(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Int64> {
    try numbers(section, count: count)
  }

  /// Reads a section as a column of numbers.
  package func doubles(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Double> {
    let bits: ContiguousArray<UInt64> = try numbers(section, count: count)
    return ContiguousArray(bits.lazy.map { Double(bitPattern: $0) })
  }

  /// Reads a section as a column of truth values.
  package func booleans(_ section: String, count: Int? = nil) throws(StageError) -> ContiguousArray<Bool> {
    let bytes = try bytes(section, count: count)
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

  /// The little-endian numbers in a range of bytes. Bytes that do not make up a whole number are left out.
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
  init?(exactUTF8 bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces what is not UTF-8 by U+FFFD, which has other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

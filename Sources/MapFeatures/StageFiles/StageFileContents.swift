import Foundation
import MapPack

/// The bytes of a stage file in pieces. Its columns are those of the value that it was made of, and are not copied: they
/// may be most of what memory has. That is the file's layout wherever the tools run: little-endian, and whole numbers of
/// 64 bits.
package struct StageFileContents: Sendable {
  enum Column: Sendable {
    case bytes(ContiguousArray<UInt8>)
    case int32(ContiguousArray<Int32>)
    case int64(ContiguousArray<Int64>)
    case int(ContiguousArray<Int>)
    case double(ContiguousArray<Double>)
    case bool(ContiguousArray<Bool>)

    /// Hands the bytes of its elements over, in their order.
    func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result {
      switch self {
      case .bytes(let column): try body(column.span.bytes)
      case .int32(let column): try body(column.span.bytes)
      case .int64(let column): try body(column.span.bytes)
      case .int(let column): try body(column.span.bytes)
      case .double(let column): try body(column.span.bytes)
      case .bool(let column): try body(column.span.bytes)
      }
    }
  }

  let columns: [Column]
  package let byteCount: Int

  /// Hands over all bytes in their order, piece by piece.
  package func forEachPiece<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    for column in columns { try column.withBytes(body) }
  }

  /// The whole file.
  package var data: Data {
    var data = Data(capacity: byteCount)
    forEachPiece { piece in piece.withUnsafeBytes { data.append(contentsOf: $0) } }
    return data
  }
}

import Foundation
import MapPack

/// The bytes of a stage file, in pieces: what a `StageFileWriter` makes, and what commands write to a file.
///
/// The pieces are the columns of the value that the file was made of. They are not copied, because they may take most
/// of the memory. Their bytes are those of the file on all machines on which the tools run: these are little-endian and
/// have integers of 64 bits.
package struct StageFileContents: Sendable {
  /// The elements of a section, or bytes between sections.
  enum Column: Sendable {
    case bytes(ContiguousArray<UInt8>)
    case int32(ContiguousArray<Int32>)
    case int64(ContiguousArray<Int64>)
    case int(ContiguousArray<Int>)
    case double(ContiguousArray<Double>)
    case bool(ContiguousArray<Bool>)

    /// Calls `body` with the bytes of the elements, in their order.
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
  /// How many bytes the file has.
  package let byteCount: Int

  /// Calls `body` with all bytes in their order, piece by piece.
  ///
  /// - Throws: what `body` throws.
  package func forEachPiece<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    for column in columns { try column.withBytes(body) }
  }

  /// The whole file, as a copy.
  ///
  /// - Complexity: O(n) for n bytes.
  package var data: Data {
    var data = Data(capacity: byteCount)
    forEachPiece { piece in piece.withUnsafeBytes { data.append(contentsOf: $0) } }
    return data
  }
}

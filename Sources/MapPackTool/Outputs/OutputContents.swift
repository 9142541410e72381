import Foundation
import MapPackFeatures

/// The bytes that are to be written to a file. `OutputSet` compares them with the old file, and writes them by
/// `OutputFile` or `OutputStream`.
package enum OutputContents: Sendable {
  case data(Data)
  /// Bytes in pieces, which are never copied into one block.
  case stageFile(StageFileContents)

  package var byteCount: Int {
    switch self {
    case .data(let data): data.count
    case .stageFile(let file): file.byteCount
    }
  }

  /// Calls a closure with all bytes, piece by piece, in order.
  func forEachPiece<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .data(let data): try body(data.bytes)
    case .stageFile(let file): try file.forEachPiece(body)
    }
  }

  /// Whether an open file has these bytes next, from its position on. More bytes may follow. `false` also if the file
  /// cannot be read.
  ///
  /// - Complexity: O(n) for n bytes. After the first difference, nothing more is read.
  func isNext(in file: FileHandle) -> Bool {
    let atOnce = 1 << 20
    var isSame = true
    forEachPiece { piece in
      var position = 0
      while isSame, position < piece.byteCount {
        let next = piece.extracting(position..<min(position + atOnce, piece.byteCount))
        let read = (try? file.read(upToCount: next.byteCount)) ?? Data()
        isSame =
          read.count == next.byteCount
          && next.withUnsafeBytes { new in
            read.withUnsafeBytes { old in
              guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return new.isEmpty }
              return memcmp(oldStart, newStart, new.count) == 0
            }
          }
        position += next.byteCount
      }
    }
    return isSame
  }
}

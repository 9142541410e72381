import Foundation
import MapFeatures

/// What is to be written into a file.
package enum OutputContents: Sendable {
  case data(Data)
  /// In pieces, as large as memory allows.
  case stageFile(StageFileContents)

  package var byteCount: Int {
    switch self {
    case .data(let data): data.count
    case .stageFile(let file): file.byteCount
    }
  }

  /// Hands over all bytes in their order.
  func forEachPiece<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .data(let data): try body(data.bytes)
    case .stageFile(let file): try file.forEachPiece(body)
    }
  }

  /// Whether a file that is open has these bytes from where it stands.
  func isNext(in file: FileHandle) -> Bool {
    let atOnce = 1 << 20
    var isSame = true
    forEachPiece { piece in
      var place = 0
      while isSame, place < piece.byteCount {
        let next = piece.extracting(place..<min(place + atOnce, piece.byteCount))
        let read = (try? file.read(upToCount: next.byteCount)) ?? Data()
        isSame =
          read.count == next.byteCount
          && next.withUnsafeBytes { new in
            read.withUnsafeBytes { old in
              guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return new.isEmpty }
              return memcmp(oldStart, newStart, new.count) == 0
            }
          }
        place += next.byteCount
      }
    }
    return isSame
  }
}

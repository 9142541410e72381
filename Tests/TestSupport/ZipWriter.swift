import CMapPackZip
import Foundation

/// The error if an archive cannot be written, in the library's words or the writer's own.
package struct ZipWriterError: Error {
  package var message: String
}

/// libzip's first call that opens an archive fills two variables without a lock. A thread that comes in between takes each
/// archive for one that may only be read. So one thread is first.
private let isReady: Bool = {
  var code: Int32 = 0
  if let archive = zip_open("/", ZIP_RDONLY, &code) { zip_discard(archive) }
  return true
}()

/// Writes a zip archive. Files are in the given order, compressed unless `isStored`, and dated 1980-01-01, so that the
/// same files give the same bytes.
///
/// Names are bytes without a zero. A name that is valid UTF-8 is flagged as that; any other is written as it is.
///
/// - Throws: `ZipWriterError` if there is no entry, a name has a zero byte, or the library fails.
package func zipArchive(
  _ entries: [(name: [UInt8], data: [UInt8])], to path: String, isStored: Bool = false
) throws {
  // The library deletes an archive without entries.
  guard isReady, !entries.isEmpty else { throw ZipWriterError(message: "an archive needs an entry") }
  var code: Int32 = 0
  guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
    throw ZipWriterError(message: "\(path) cannot be made: libzip's code \(code)")
  }
  do {
    for entry in entries { try add(entry, to: archive, isStored: isStored) }
    guard zip_close(archive) == 0 else { throw failure(archive) }
  } catch {
    zip_discard(archive)
    throw error
  }
}

private func add(
  _ entry: (name: [UInt8], data: [UInt8]), to archive: OpaquePointer, isStored: Bool
) throws {
  guard !entry.name.contains(0) else { throw ZipWriterError(message: "a name holds a zero byte") }
  // The library reads the bytes when the archive is closed, and frees them then.
  guard let copy = malloc(max(1, entry.data.count)) else { throw ZipWriterError(message: "there is no memory") }
  entry.data.withUnsafeBytes { bytes in
    if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
  }
  guard let source = zip_source_buffer(archive, copy, UInt64(entry.data.count), 1) else {
    free(copy)
    throw failure(archive)
  }
  let index = (entry.name.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
    name.baseAddress.map { zip_file_add(archive, $0, source, ZIP_FL_ENC_GUESS) } ?? -1
  }
  guard index >= 0 else {
    zip_source_free(source)
    throw failure(archive)
  }
  let method = isStored ? ZIP_CM_STORE : ZIP_CM_DEFLATE
  // 1980-01-01, the first day that the format knows.
  guard zip_file_set_dostime(archive, UInt64(index), 0, 0x21, 0) == 0,
    zip_set_file_compression(archive, UInt64(index), method, isStored ? 0 : 9) == 0
  else { throw failure(archive) }
}

private func failure(_ archive: OpaquePointer) -> ZipWriterError {
  ZipWriterError(message: String(cString: zip_strerror(archive)))
}

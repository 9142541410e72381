import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is open for reading at any offset. It is closed when the value is destroyed. A folder can be opened, but
/// reading from it throws.
///
/// In this module, it hides the `InputFile` of MapPackFeatures, which is a path with a hash.
struct InputFile: ~Copyable {
  private let descriptor: Int32
  /// The length in bytes when the file was opened.
  let size: Int
  let shownPath: String

  init(path: String, shownAs shownPath: String) throws(StageError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.cannotOpen(shownPath, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = errno
      close(descriptor)
      throw Self.cannotOpen(shownPath, reason)
    }
    self.descriptor = descriptor
    self.shownPath = shownPath
    size = Int(status.st_size)
  }

  private static func cannotOpen(_ file: String, _ reason: Int32) -> StageError {
    if reason == ENOENT || reason == ENOTDIR {
      return StageError(.noInput, file: file, "there is no such file", remedy: "check the path")
    }
    return StageError(.noInput, file: file, "it cannot be opened: " + String(cString: strerror(reason)))
  }

  /// Fills `buffer` with the bytes from `offset` on, which may be beyond the end.
  /// - Returns: how many bytes were read; fewer than the buffer holds only at the end of the file.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(StageError) -> Int {
    var filled = 0
    while filled < buffer.count {
      // `filled` is below `count`: the rest is not empty and its address is inside the buffer.
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(shownPath, "it cannot be read: " + String(cString: strerror(errno)))
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Up to `count` bytes from `offset` on; fewer only at the end of the file. Bytes that the file got after it was
  /// opened are not read.
  func bytes(at offset: Int, count: Int) throws(StageError) -> [UInt8] {
    let count = max(0, min(count, size - offset))
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    var failure: StageError?
    bytes.withUnsafeMutableBytes { buffer in
      do throws(StageError) { filled = try read(buffer, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// The line, from 1, on which a byte lies. A line ends with its line feed; a carriage return alone ends none.
  /// - Parameter start: an offset that is not beyond it, and whose line is known.
  func line(at offset: Int, from start: Int = 0, ofLine line: Int = 1) throws(StageError) -> Int {
    var line = line
    var position = start
    while position < offset {
      let bytes = try bytes(at: position, count: min(1 << 20, offset - position))
      if bytes.isEmpty { break }
      for byte in bytes where byte == UInt8(ascii: "\n") { line += 1 }
      position += bytes.count
    }
    return line
  }

  deinit { close(descriptor) }
}

extension StageError {
  /// The error for data that cannot be read: the file, what was found, and what to do.
  static func unreadable(_ file: String?, _ message: String, remedy: Remedy? = nil) -> StageError {
    StageError(.unreadableData, file: file, message, remedy: remedy)
  }
}

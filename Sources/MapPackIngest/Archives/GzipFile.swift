import CMapPackZlib
import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file compressed with gzip: one member, or several whose contents follow one another.
///
/// The size at the end of a member has four bytes only and may be wrong, so limits are checked while bytes come out.
/// Source: RFC 1952.
struct GzipFile {
  let location: String
  let shownPath: String
  /// The compressed size in bytes.
  let size: Int

  init(path: String, shownAs shownPath: String) throws(StageError) {
    let file = try InputFile(path: path, shownAs: shownPath)
    location = path
    self.shownPath = shownPath
    size = file.size
    guard size > 0 else {
      throw .unreadable(shownPath, "the file is empty", remedy: "get it again")
    }
    guard Self.isGzip(try file.bytes(at: 0, count: 2)) else {
      throw .unreadable(shownPath, "this is not a gzip file", remedy: "get it again")
    }
  }

  static func isGzip(_ head: [UInt8]) -> Bool { head.starts(with: [0x1F, 0x8B]) }

  /// Unpacks the file. A part of the contents may have been written if it throws.
  /// - Parameter progress: is called with the position in the compressed file, in bytes.
  /// - Returns: how many bytes were written.
  /// - Throws: `unreadableData` if the file is damaged, cut off, followed by something else or over the limits;
  ///   `noInput`; `cannotWrite`.
  func unpack(
    to output: borrowing ScratchFile, limits: ArchiveLimits = ArchiveLimits(), progress: (Int) -> Void
  ) throws(StageError) -> Int {
    try read(limits, progress) { (piece) throws(StageError) in try output.append(piece) }
  }

  /// Throws as `unpack(to:limits:progress:)` does, and keeps nothing.
  func check() throws(StageError) { _ = try read(ArchiveLimits(), { _ in }, { (_) throws(StageError) in }) }

  private func read(
    _ limits: ArchiveLimits, _ progress: (Int) -> Void, _ take: (UnsafeRawBufferPointer) throws(StageError) -> Void
  ) throws(StageError) -> Int {
    let file = try InputFile(path: location, shownAs: shownPath)
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { input.deallocate() }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 8)
    defer { piece.deallocate() }

    var stream = z_stream()
    // 16, added to the widest window, makes zlib expect gzip's header and checksum.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw failure("there is not enough memory", remedy: nil)
    }
    defer { inflateEnd(&stream) }
    var position = 0
    var members = 0
    var written = 0
    while true {
      if stream.avail_in == 0 {
        let count = try file.read(input, at: position)
        guard count > 0 else { break }
        position += count
        progress(position)
        stream.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.avail_in = UInt32(count)
      }
      // The buffers of input and output have at least as many bytes as the stream is told.
      stream.next_out = piece.baseAddress?.assumingMemoryBound(to: Bytef.self)
      stream.avail_out = UInt32(piece.count)
      let code = inflate(&stream, Z_NO_FLUSH)
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
        throw damage(stream, isAtStart: members > 0 && stream.total_out == 0)
      }
      let count = piece.count - Int(stream.avail_out)
      written += count
      try check(written, limits)
      try take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      if code == Z_STREAM_END {
        members += 1
        guard inflateReset(&stream) == Z_OK else { throw damage(stream, isAtStart: false) }
        if stream.avail_in == 0, position == size { return written }
      }
    }
    throw failure("the gzip file is cut off after \(Figures.grouped(size)) bytes", remedy: Self.getAgain)
  }

  private func check(_ written: Int, _ limits: ArchiveLimits) throws(StageError) {
    let remedy: Remedy = "if that is right, unpack it, and name the file"
    guard written <= limits.bytes else {
      throw failure("the gzip file unpacks to more than \(Figures.grouped(limits.bytes)) bytes", remedy: remedy)
    }
    guard written <= limits.bytesWithoutRatio || written / limits.ratio < size else {
      throw failure(
        "the gzip file unpacks to more than \(Figures.grouped(limits.ratio)) times its own size", remedy: remedy)
    }
  }

  // MARK: Errors

  private static let getAgain: Remedy = "get the file again"

  private func failure(_ message: String, remedy: Remedy?) -> StageError {
    .unreadable(shownPath, message, remedy: remedy)
  }

  /// - Parameter isAtStart: whether the damage is where another member would start.
  private func damage(_ stream: z_stream, isAtStart: Bool) -> StageError {
    if isAtStart {
      return failure("something follows the gzip data that is not of gzip", remedy: Self.getAgain)
    }
    let words = stream.msg.map { String(cString: $0) } ?? "it cannot be unpacked"
    switch words {
    case "incorrect data check":
      return failure("the gzip file is damaged: its checksum is wrong", remedy: Self.getAgain)
    case "incorrect length check":
      return failure("the gzip file is damaged: its length is wrong", remedy: Self.getAgain)
    default: return failure("the gzip file is damaged: " + words, remedy: Self.getAgain)
    }
  }
}

import Foundation
import MapPackEmit
import MapPackFeatures

enum FileReading {
  /// - Throws: `noInput` if it is absent, is a folder, or cannot be read. `remedy` is for the first two.
  static func contents(of location: String, called name: String, remedy: Remedy? = nil) throws(StageError) -> Data {
    guard let isFolder = isFolder(location) else {
      throw StageError(.noInput, file: name, "there is no such file", remedy: remedy)
    }
    guard !isFolder else {
      throw StageError(.noInput, file: name, "this is a folder, expected a file", remedy: remedy)
    }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: location))
    } catch {
      throw StageError(
        .noInput, file: name, "the file cannot be read: \(reason(error))", remedy: "check its permissions")
    }
  }

  /// `nil` if there is no file.
  static func isFolder(_ location: String) -> Bool? {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: location, isDirectory: &isFolder) ? isFolder.boolValue : nil
  }

  private static func reason(_ error: any Error) -> String {
    if let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError,
      underlying.domain == NSPOSIXErrorDomain
    {
      return String(cString: strerror(Int32(truncatingIfNeeded: underlying.code)))
    }
    return error.localizedDescription
  }
}

/// An open file. It is closed when this value ends. Programs that this one starts do not keep it open.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// `nil` if that fails; `errno` then says why.
  init?(_ path: String, _ flags: Int32, mode: mode_t = 0) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    if descriptor < 0 { return nil }
  }

  /// Duplicates a descriptor; both share one position in the file. `nil` if the descriptor is not open.
  init?(sharing other: Int32) {
    descriptor = fcntl(other, F_DUPFD_CLOEXEC, 0)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Writes all bytes. Returns 0, or the `errno` of the write that failed.
  borrowing func write(_ piece: RawSpan) -> Int32 {
    // Unsafe: the system's `write` takes a pointer; it stays inside the buffer, and the buffer inside the closure.
    piece.withUnsafeBytes { Self.write($0, to: descriptor) }
  }

  /// Writes all bytes. Returns 0, or the `errno` of the write that failed.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let written = writeSome(rest, to: descriptor)
      if written >= 0 {
        done += written
      } else if errno == EAGAIN {
        // Another program has set this stream not to block: wait until it takes bytes.
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&stream, 1, -1) < 0, errno != EINTR { return errno }
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Claims the file for as long as this value lives.
  ///
  /// - Parameter isShared: whether others may claim the file in the same way.
  /// - Returns: `false` if another process or value has claimed it; `true` also if the file system keeps no claims.
  borrowing func claim(isShared: Bool = false) -> Bool {
    flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Gives up the claim. Closing does so only if no process that was started in between has inherited the open file.
  borrowing func release() { _ = flock(descriptor, LOCK_UN) }

  /// Whether a path leads to this file. Another process may have renamed or removed it in between.
  borrowing func isAt(_ path: String) -> Bool {
    var open = stat()
    var named = stat()
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_dev == named.st_dev
      && open.st_ino == named.st_ino
  }

  /// Flushes the file to the disk. Returns 0, or the `errno` of what failed.
  @discardableResult
  borrowing func flush() -> Int32 {
    #if canImport(Darwin)
      // There, `fsync` leaves the bytes in the drive's own memory. Not every file system can do more.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor) == 0 ? 0 : errno
  }

  /// Flushes a folder's entries to the disk, if the file system can.
  static func flushFolder(_ path: String) { OpenFile(path, O_RDONLY)?.flush() }
}

/// The call of the system, which the members of `OpenFile` hide by their names.
private func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The names in a folder, including those that are not text: on Linux, a name can be any bytes. Names that begin with a
/// period are among them; names in its folders are not.
struct FolderListing {
  /// Names that are UTF-8, in no order, without `.` and `..`.
  private(set) var names: [String] = []
  /// Names that are not UTF-8, as `shown(_:)` writes them, in order. An entry may be a folder if it is a folder or a
  /// link, or if the file system does not say what it is.
  private(set) var others: [(shown: String, mayBeFolder: Bool)] = []

  /// Lists a folder. There are no names if it does not exist or may not be read.
  init(_ folder: String) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      // Unsafe: a name ends with a zero byte within the entry, and the entry lives until the next is read.
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { start in
          if let name = String(validatingCString: start) {
            if name != ".", name != ".." { names.append(name) }
          } else {
            let kind = Int(entry.pointee.d_type)
            others.append(
              (
                Self.shown(UnsafeRawBufferPointer(start: start, count: strlen(start))),
                [DT_DIR, DT_LNK, DT_UNKNOWN].contains { Int($0) == kind }
              ))
          }
        }
      }
    }
    others.sort { $0.shown < $1.shown }
  }

  /// Bytes as text. A backslash, and each byte that is not printable ASCII, is written as `\xHH`.
  static func shown(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
        ? String(Unicode.Scalar(byte)) : "\\x" + hexadecimal(byte, digits: 2).uppercased()
    }.joined()
  }
}

/// SHA-256 of files and bytes, as 64 lower-case hexadecimal digits. Source: FIPS 180-4.
enum Digest {
  static func sha256(_ data: Data) -> String { text(SHA256Digest.of(data)) }

  static func sha256(fileAt location: String, called name: String) throws(StageError) -> String {
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: location))
      defer { try? handle.close() }
      var digest = SHA256Digest()
      // Pieces of this size stay in the cache of a processor between their reading and their digest.
      while let chunk = try handle.read(upToCount: 1 << 17), !chunk.isEmpty { digest.update(chunk) }
      return text(digest.finalize())
    } catch {
      throw StageError(
        .noInput, file: name, "the file cannot be read: \(error.localizedDescription)", remedy: "check its permissions")
    }
  }

  private static func text(_ digest: [UInt8]) -> String { digest.map { hexadecimal($0, digits: 2) }.joined() }
}

/// A number with at least as many hexadecimal digits as are asked for, in lower case.
func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

extension String {
  /// The text with other text in place of some scalars.
  /// - Parameter text: `nil` for a scalar that stays.
  func replacing(by text: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.map { text($0) ?? String($0) }.joined()
  }
}

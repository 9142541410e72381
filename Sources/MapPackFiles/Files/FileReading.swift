import Foundation
import MapPackEmit
import MapPackFeatures

package enum FileReading {
  /// - Throws: `noInput` if it is absent, is a folder, or cannot be read. `remedy` is for the first two.
  package static func contents(of location: String, called name: String, remedy: Remedy? = nil) throws(StageError)
    -> Data
  {
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
  package static func isFolder(_ location: String) -> Bool? {
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
package struct OpenFile: ~Copyable {
  package let descriptor: Int32

  /// `nil` if that fails; `errno` then says why.
  package init?(_ path: String, _ flags: Int32, mode: mode_t = 0) {
    // Without a descriptor there is nothing to close, which would set another `errno`.
    let opened = open(path, flags | O_CLOEXEC, mode)
    guard opened >= 0 else { return nil }
    descriptor = opened
  }

  /// Duplicates a descriptor; both share one position in the file. `nil` if the descriptor is not open.
  package init?(sharing other: Int32) {
    let shared = fcntl(other, F_DUPFD_CLOEXEC, 0)
    guard shared >= 0 else { return nil }
    descriptor = shared
  }

  deinit { close(descriptor) }

  /// Writes all bytes. Returns 0, or the `errno` of the write that failed.
  package borrowing func write(_ piece: RawSpan) -> Int32 {
    // Unsafe: the system's `write` takes a pointer; it stays inside the buffer, and the buffer inside the closure.
    piece.withUnsafeBytes { Self.write($0, to: descriptor) }
  }

  /// Writes all bytes. Returns 0, or the `errno` of the write that failed.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
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
  package borrowing func claim(isShared: Bool = false) -> Bool {
    flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Gives up the claim. Closing does so only if no process that was started in between has inherited the open file.
  package borrowing func release() { _ = flock(descriptor, LOCK_UN) }

  /// Whether a path leads to this file. Another process may have renamed or removed it in between.
  package borrowing func isAt(_ path: String) -> Bool {
    var open = stat()
    var named = stat()
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_dev == named.st_dev
      && open.st_ino == named.st_ino
  }

  /// Flushes the file to the disk. Returns 0, or the `errno` of what failed.
  @discardableResult
  package borrowing func flush() -> Int32 {
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

/// A number with at least as many hexadecimal digits as are asked for, in lower case.
package func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

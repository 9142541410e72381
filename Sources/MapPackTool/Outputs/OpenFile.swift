#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file. It is closed when this value ends. Programs that this one starts do not keep it open.
///
/// `OutputFile` and `CommitJournal` write with it; they and `PipelineClaim` claim files with it.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Opens a path. `nil` if that fails; `errno` then says why.
  init?(_ path: String, _ flags: Int32, mode: mode_t = 0) {
    #if canImport(Darwin)
      descriptor = Darwin.open(path, flags | O_CLOEXEC, mode)
    #else
      descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
    #endif
    if descriptor < 0 { return nil }
  }

  /// Takes over a descriptor that is open.
  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Duplicates a descriptor; both share one position in the file. `nil` if the descriptor is not open.
  init?(sharing other: Int32) {
    descriptor = fcntl(other, F_DUPFD_CLOEXEC, 0)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Writes all bytes.
  ///
  /// - Returns: 0, or the `errno` of the write that failed.
  borrowing func write(_ piece: RawSpan) -> Int32 {
    // Unsafe: the system's `write` takes a pointer; it stays inside the buffer, and the buffer inside the closure.
    piece.withUnsafeBytes { Self.write($0, to: descriptor) }
  }

  /// Writes all bytes to a descriptor.
  ///
  /// - Returns: 0, or the `errno` of the write that failed.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      #if canImport(Darwin)
        let written = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #else
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #endif
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

  /// Flushes a folder's entries to the disk, if the file system can.
  static func syncFolder(_ path: String) {
    if let folder = OpenFile(path, O_RDONLY) { fsync(folder.descriptor) }
  }
}

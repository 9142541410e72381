#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is open by its descriptor; closed when it goes.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Opens a path. `nil` where that fails; `errno` then says why.
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

  /// The file that another descriptor is of, at the place where that one stands. `nil` where there is none.
  init?(sharing other: Int32) {
    descriptor = fcntl(other, F_DUPFD_CLOEXEC, 0)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Writes all bytes. The answer is an error of the system, or 0.
  borrowing func write(_ piece: RawSpan) -> Int32 {
    // Unsafe: the system's `write` takes a pointer; it stays inside the buffer, and the buffer inside the closure.
    piece.withUnsafeBytes { Self.write($0, to: descriptor) }
  }

  /// Writes all bytes to a descriptor. The answer is an error of the system, or 0.
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
        // A stream that another program set not to block: this waits until it takes bytes.
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&stream, 1, -1) < 0, errno != EINTR { return errno }
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Claims the file, as long as the value lives, where no other process or value has.
  ///
  /// False where another one has it. True also where the file system keeps no claims.
  borrowing func claim(isShared: Bool = false) -> Bool {
    flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Gives up what was claimed: closing does so only when no process that was begun meanwhile has the file open.
  borrowing func release() { _ = flock(descriptor, LOCK_UN) }

  /// Whether a path leads to this file: another process may have renamed or removed it in between.
  borrowing func isAt(_ path: String) -> Bool {
    var open = stat()
    var named = stat()
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_dev == named.st_dev
      && open.st_ino == named.st_ino
  }

  /// Sees a folder's entries to the disk, where the file system can.
  static func syncFolder(_ path: String) {
    if let folder = OpenFile(path, O_RDONLY) { fsync(folder.descriptor) }
  }
}

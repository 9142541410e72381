import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A stream socket at this machine's own address, which no other machine reaches. It is closed when it goes.
struct LoopbackSocket: ~Copyable {
  /// What the system says is wrong.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// The words for the last error of the C library.
    init() { description = String(cString: strerror(errno)) }

    init(_ description: String) { self.description = description }
  }

  /// The time has come until which a socket was to be waited for.
  struct TooLate: Error {}

  private let descriptor: Int32

  /// Takes over the descriptor of a connection.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// A socket that listens.
  /// - Parameter port: 0 for any that is free.
  init(listeningAt port: UInt16) throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw Failure() }
    set(SO_REUSEADDR)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = Self.withBytes(of: &address) { bind(descriptor, $0, $1) }
    guard status == 0, listen(descriptor, SOMAXCONN) == 0 else { throw Failure() }
  }

  /// The port at which it listens.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = Self.withBytes(of: &address) { bytes, _ in getsockname(descriptor, bytes, &size) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Waits for a connection. `nil` if whoever connected is gone, or if no descriptor is left: that passes.
  func connection() -> Int32? {
    let connection = accept(descriptor, nil, nil)
    return connection >= 0 ? connection : nil
  }

  /// Waits for bytes, and reads those that are there.
  /// - Parameter deadline: `nil` if it is to wait as long as the connection lasts.
  /// - Throws: `Failure` if the connection ends; `TooLate`.
  func read(atMost count: Int, until deadline: ContinuousClock.Instant?) throws -> [UInt8] {
    try wait(for: POLLIN, until: deadline)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, recv(descriptor, buffer.baseAddress, count, 0))
    }
    guard !bytes.isEmpty else { throw Failure("the connection has ended") }
    return bytes
  }

  /// - Throws: `Failure` if the connection ends; `TooLate`.
  func write(_ data: Data, until deadline: ContinuousClock.Instant) throws {
    #if canImport(Darwin)
      set(SO_NOSIGPIPE)
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    #endif
    var rest = data[...]
    while !rest.isEmpty {
      try wait(for: POLLOUT, until: deadline)
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count >= 0 || errno == EAGAIN || errno == EINTR else { throw Failure() }
      rest = rest.dropFirst(max(0, count))
    }
  }

  private func wait(for event: Int32, until deadline: ContinuousClock.Instant?) throws {
    while true {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
      var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&state, 1, left.map { Int32(max(0, $0.rounded(.up))) } ?? -1)
      if count > 0 { return }
      guard count == 0 || errno == EINTR else { throw Failure() }
      if let left, left <= 0 { throw TooLate() }
    }
  }

  private func set(_ option: Int32) {
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func withBytes(
    of address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) {
      // Unsafe: the system's functions take an address of any family by its first bytes.
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}

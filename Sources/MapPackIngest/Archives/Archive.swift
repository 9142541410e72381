import CMapPackZip
import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A zip archive that is open for reading. It is closed when the value is destroyed. The corresponding C type is
/// `zip_t`.
///
/// Names of entries are shown and used for choosing; no file is ever written under one. An archive with a path that
/// leads out of it is refused all the same, because no well-meant program makes one. `ArchivedLayer` chooses entries,
/// and `UnpackedLayer` unpacks them.
///
/// Source: APPNOTE.TXT 6.3.10 (PKWARE).
struct Archive: ~Copyable {
  private let handle: OpaquePointer
  /// The path as messages show it.
  let shownPath: String
  /// The size of the archive, in bytes.
  let size: Int
  /// The files in the order of the directory, without folders and hidden files.
  let entries: [ArchiveEntry]

  /// Opens an archive and reads its directory.
  /// - Parameters:
  ///   - path: the path on disk.
  ///   - shownPath: the path as messages show it.
  ///   - limits: the limits, of which the number of entries matters here.
  /// - Throws: `noInput` if there is no such file; `unreadableData` if the file is empty, not an archive, cut off,
  ///   damaged or one of several volumes, if it has too many entries, or if a path leads out of the archive;
  ///   `unavailable` if this system cannot decode CP932.
  /// - Complexity: O(n) for n entries.
  init(path: String, shownAs shownPath: String, limits: ArchiveLimits = ArchiveLimits()) throws(StageError) {
    let file = try InputFile(path: path, shownAs: shownPath)
    guard file.size > 0 else {
      throw StageError(.unreadableData, file: shownPath, "the file is empty", remedy: "get it again")
    }
    var code: Int32 = 0
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      throw Self.cannotOpen(shownPath, code: code, isBegun: Self.isArchive(try file.bytes(at: 0, count: 4)))
    }
    do throws(StageError) {
      entries = try Self.entries(of: handle, shownAs: shownPath, limits: limits)
    } catch {
      zip_discard(handle)
      throw error
    }
    self.handle = handle
    self.shownPath = shownPath
    size = file.size
  }

  deinit { zip_discard(handle) }

  /// Whether a file with these first four bytes is an archive that is not empty.
  static func isArchive(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  // MARK: The directory

  private static func entries(
    of handle: OpaquePointer, shownAs shownPath: String, limits: ArchiveLimits
  ) throws(StageError) -> [ArchiveEntry] {
    let count = zip_get_num_entries(handle, 0)
    guard count <= limits.entries else {
      throw StageError(
        .unreadableData, file: shownPath,
        "the archive holds \(Figures.grouped(count)) files, more than \(Figures.grouped(limits.entries))",
        remedy: "unpack it, and name the file that is meant")
    }
    let universal = try TextDecoder(.utf8, file: shownPath)
    let japanese = try TextDecoder(.cp932, file: shownPath)
    var entries: [ArchiveEntry] = []
    for index in 0..<UInt64(max(0, count)) {
      guard let name = name(of: index, in: handle, universal: universal, japanese: japanese) else {
        throw damaged(shownPath)
      }
      let path = ArchivePath(name)
      guard !path.leadsOut else {
        throw StageError(
          .unreadableData, file: shownPath, "the path of “\(name)” leads out of the archive",
          remedy: "get the archive again from its publisher")
      }
      guard !path.isFolder, !path.isHidden else { continue }
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(handle, index, ZIP_FL_ENC_RAW, &status) == 0 else { throw damaged(shownPath) }
      entries.append(
        ArchiveEntry(
          index: index, path: path.components.joined(separator: "/"), size: Int(exactly: status.size),
          isEncrypted: status.encryption_method != ZIP_EM_NONE, isLink: isLink(index, in: handle),
          method: status.comp_method))
    }
    return entries
  }

  /// The name of an entry, without control characters; `nil` if the library does not give it.
  ///
  /// Valid UTF-8 is read as such, with or without the flag for it. (The library has already replaced a name by its
  /// Info-ZIP Unicode path field, and refused flagged names that are not valid.) Any other name is CP932, which Windows
  /// in Japan writes without a flag, or else CP437, the default of the specification (appendix D).
  private static func name(
    of index: UInt64, in handle: OpaquePointer, universal: borrowing TextDecoder, japanese: borrowing TextDecoder
  ) -> String? {
    guard let raw = zip_get_name(handle, index, ZIP_FL_ENC_RAW) else { return nil }
    // The bytes of a C string without its final zero.
    let bytes = UnsafeRawBufferPointer(start: raw, count: strlen(raw))
    let name: String
    if case .text(let text) = universal.decode(bytes) {
      name = text
    } else if case .text(let text) = japanese.decode(bytes) {
      name = text
    } else {
      guard let text = zip_get_name(handle, index, ZIP_FL_ENC_GUESS) else { return nil }
      name = String(cString: text)
    }
    let shown = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(shown))
  }

  /// Whether an entry is a symbolic link.
  private static func isLink(_ index: UInt64, in handle: OpaquePointer) -> Bool {
    var system: UInt8 = 0
    var attributes: UInt32 = 0
    guard zip_file_get_external_attributes(handle, index, 0, &system, &attributes) == 0 else { return false }
    guard [ZIP_OPSYS_UNIX, ZIP_OPSYS_OS_X].contains(UInt32(system)) else { return false }
    // The upper half is the Unix mode, whose upper four bits are the type: 0xA is a link.
    return attributes >> 28 == 0xA
  }

  // MARK: Files

  /// Unpacks an entry.
  /// - Parameters:
  ///   - entry: the entry.
  ///   - output: the file to write to.
  ///   - progress: is called with the number of bytes of each part that was written.
  /// - Throws: `unreadableData` if the entry is damaged, encrypted or compressed by an unknown method, or if its size
  ///   or checksum is not the one in the directory; `cannotWrite` if the output cannot be written. Part of the entry
  ///   may have been written then.
  /// - Complexity: O(n) for n unpacked bytes. No more than `entry.size` bytes are written.
  func unpack(
    _ entry: ArchiveEntry, to output: borrowing ScratchFile, progress: (Int) -> Void
  ) throws(StageError) {
    guard let file = zip_fopen_index(handle, entry.index, 0) else {
      throw failure(zip_error_code_zip(zip_get_error(handle)), of: entry)
    }
    defer { zip_fclose(file) }
    var failure: StageError?
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    bytes.withUnsafeMutableBytes { buffer in
      do throws(StageError) {
        var count = 0
        while true {
          // The buffer is not empty, so it has an address.
          let length = buffer.baseAddress.map { zip_fread(file, $0, UInt64(buffer.count)) } ?? 0
          guard length >= 0 else {
            throw self.failure(zip_error_code_zip(zip_file_get_error(file)), of: entry)
          }
          count += Int(length)
          // The size in the directory is within the limits, so no byte beyond it is written.
          guard count <= entry.size ?? 0 else { throw mismatch(entry) }
          if length == 0 { break }
          try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<Int(length)]))
          progress(Int(length))
        }
        guard count == entry.size else { throw mismatch(entry) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  // MARK: Errors

  /// The path of an entry as messages show it.
  func shown(_ entry: ArchiveEntry) -> String { shownPath + "/" + entry.path }

  private static let getAgain = "get the archive again"

  private static func cannotOpen(_ file: String, code: Int32, isBegun: Bool) -> StageError {
    switch code {
    // libzip 1.10 and later have a code of their own for this, 35, which older headers do not name.
    case ZIP_ER_NOZIP where isBegun, 35:
      StageError(
        .unreadableData, file: file, "the archive is cut off: the list of its files, at its end, is missing",
        remedy: getAgain)
    case ZIP_ER_NOZIP:
      StageError(.unreadableData, file: file, "this is not a zip archive", remedy: getAgain)
    case ZIP_ER_MULTIDISK:
      StageError(
        .unreadableData, file: file, "the archive is one volume of several",
        remedy: "join the volumes, or unpack them, and name the file that is meant")
    case ZIP_ER_INCONS, ZIP_ER_EOF, ZIP_ER_SEEK:
      damaged(file)
    default:
      StageError(.unreadableData, file: file, "the archive cannot be read: " + words(code))
    }
  }

  private static func damaged(_ file: String) -> StageError {
    StageError(.unreadableData, file: file, "the archive is damaged: the list of its files is wrong", remedy: getAgain)
  }

  private func mismatch(_ entry: ArchiveEntry) -> StageError {
    StageError(
      .unreadableData, file: shown(entry), "the archive is damaged: the file is not what the list of its files says",
      remedy: Self.getAgain)
  }

  /// The error for an error code of the library.
  func failure(_ code: Int32, of entry: ArchiveEntry) -> StageError {
    switch code {
    case ZIP_ER_INCONS:
      mismatch(entry)
    case ZIP_ER_CRC:
      StageError(
        .unreadableData, file: shown(entry), "the archive is damaged: the file's checksum is wrong",
        remedy: Self.getAgain)
    case ZIP_ER_COMPNOTSUPP:
      StageError(
        .unreadableData, file: shown(entry),
        "the file is compressed by the method \(entry.methodName), which this system's libzip does not read",
        remedy: "unpack the archive with another program, and name the file")
    case ZIP_ER_ZLIB, ZIP_ER_EOF, ZIP_ER_SEEK, ZIP_ER_NOZIP, ZIP_ER_COMPRESSED_DATA:
      StageError(
        .unreadableData, file: shown(entry), "the archive is damaged: the file cannot be unpacked",
        remedy: Self.getAgain)
    default:
      StageError(.unreadableData, file: shown(entry), "the file cannot be unpacked: " + Self.words(code))
    }
  }

  /// What the library says about one of its error codes.
  private static func words(_ code: Int32) -> String {
    var error = zip_error_t()
    zip_error_init_with_code(&error, code)
    defer { zip_error_fini(&error) }
    return String(cString: zip_error_strerror(&error))
  }
}

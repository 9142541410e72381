import CMapPackZip
import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A zip archive that is open for reading. The corresponding C type is `zip_t`.
///
/// Names of entries are shown and used for choosing; no file is ever written under one. An archive with a path that
/// leads out of it is refused all the same, because no well-meant program makes one.
///
/// Source: APPNOTE.TXT 6.3.10 (PKWARE).
final class Archive {
  private let handle: OpaquePointer
  let shownPath: String
  let size: Int
  /// The files in the order of the directory, without folders and hidden files.
  private(set) var entries: [ArchiveEntry] = []
  /// How many of them have a path.
  private(set) var countByPath: [String: Int] = [:]

  /// - Throws: `noInput`; `unreadableData` if the file is not a sound archive, has too many entries, or a path leads
  ///   out of it; `unavailable` if this system cannot decode CP932.
  init(path: String, shownAs shownPath: String, limits: ArchiveLimits = ArchiveLimits()) throws(StageError) {
    let file = try InputFile(path: path, shownAs: shownPath)
    guard file.size > 0 else {
      throw .unreadable(shownPath, "the file is empty", remedy: "get it again")
    }
    var code: Int32 = 0
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      throw Self.cannotOpen(shownPath, code: code, isBegun: Self.isArchive(try file.bytes(at: 0, count: 4)))
    }
    self.handle = handle
    self.shownPath = shownPath
    size = file.size
    // From here on, an error closes the archive.
    try readEntries(limits)
  }

  deinit { zip_discard(handle) }

  /// Whether a file with these first four bytes is an archive that is not empty.
  static func isArchive(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// The error if there is no file in it.
  var emptiness: StageError? {
    entries.isEmpty ? .unreadable(shownPath, "the archive holds no file", remedy: "get it again") : nil
  }

  // MARK: The directory

  private func readEntries(_ limits: ArchiveLimits) throws(StageError) {
    let count = zip_get_num_entries(handle, 0)
    guard count <= limits.entries else {
      throw .unreadable(
        shownPath, "the archive holds \(Figures.grouped(count)) files, more than \(Figures.grouped(limits.entries))",
        remedy: "unpack it, and name the file that is meant")
    }
    let universal = try TextDecoder(.utf8, file: shownPath)
    let japanese = try TextDecoder(.cp932, file: shownPath)
    for index in 0..<UInt64(max(0, count)) {
      guard let name = name(of: index, universal: universal, japanese: japanese) else {
        throw Self.damaged(shownPath)
      }
      let path = ArchivePath(name)
      guard !path.leadsOut else {
        throw .unreadable(
          shownPath, "the path of “\(name)” leads out of the archive",
          remedy: "get the archive again from its publisher")
      }
      guard !path.isFolder, !path.isHidden else { continue }
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(handle, index, ZIP_FL_ENC_RAW, &status) == 0 else { throw Self.damaged(shownPath) }
      entries.append(
        ArchiveEntry(
          index: index, path: path.components.joined(separator: "/"), size: Int(exactly: status.size),
          isEncrypted: status.encryption_method != ZIP_EM_NONE, isLink: isLink(index),
          method: status.comp_method))
    }
    for entry in entries { countByPath[entry.path, default: 0] += 1 }
  }

  /// The name of an entry, without control characters; `nil` if the library does not give it.
  ///
  /// Valid UTF-8 is read as such, with or without the flag for it. (The library has already replaced a name by its
  /// Info-ZIP Unicode path field, and refused flagged names that are not valid.) Any other name is CP932, which Windows
  /// in Japan writes without a flag, or else CP437, the default of the specification (appendix D).
  private func name(of index: UInt64, universal: TextDecoder, japanese: TextDecoder) -> String? {
    guard let raw = zip_get_name(handle, index, ZIP_FL_ENC_RAW) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: raw, count: strlen(raw))
    guard
      let name = universal.decode(bytes).whole ?? japanese.decode(bytes).whole
        ?? zip_get_name(handle, index, ZIP_FL_ENC_GUESS).map({ String(cString: $0) })
    else { return nil }
    let shown = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(shown))
  }

  private func isLink(_ index: UInt64) -> Bool {
    var system: UInt8 = 0
    var attributes: UInt32 = 0
    guard zip_file_get_external_attributes(handle, index, 0, &system, &attributes) == 0 else { return false }
    guard [ZIP_OPSYS_UNIX, ZIP_OPSYS_OS_X].contains(UInt32(system)) else { return false }
    // The upper half is the Unix mode, whose upper four bits are the type: 0xA is a link.
    return attributes >> 28 == 0xA
  }

  // MARK: Files

  /// The first bytes of an entry, 4,096 at most; none if it cannot be unpacked.
  func head(of entry: ArchiveEntry) -> [UInt8] {
    guard !entry.isEncrypted, let file = zip_fopen_index(handle, entry.index, 0) else { return [] }
    defer { zip_fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      // The buffer is not empty, so it has an address.
      count = buffer.baseAddress.map { max(0, Int(zip_fread(file, $0, UInt64(buffer.count)))) } ?? 0
    }
  }

  /// Unpacks an entry. No more than `entry.size` bytes are written, and only a part of them if it throws.
  /// - Parameter progress: is called with the number of bytes of each part that was written.
  /// - Throws: `unreadableData` if the entry is damaged, encrypted or not as the directory says; `cannotWrite`.
  func unpack(
    _ entry: ArchiveEntry, to output: borrowing ScratchFile, progress: (Int) -> Void
  ) throws(StageError) {
    guard let file = zip_fopen_index(handle, entry.index, 0) else {
      throw failure(zip_error_code_zip(zip_get_error(handle)), of: entry)
    }
    defer { zip_fclose(file) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 8)
    defer { buffer.deallocate() }
    var count = 0
    while true {
      // The buffer is not empty, so it has an address.
      let length = buffer.baseAddress.map { Int(zip_fread(file, $0, UInt64(buffer.count))) } ?? 0
      guard length >= 0 else { throw failure(zip_error_code_zip(zip_file_get_error(file)), of: entry) }
      count += length
      // The size in the directory is within the limits, so no byte beyond it is written.
      guard count <= entry.size ?? 0, length > 0 || count == entry.size else { throw mismatch(entry) }
      if length == 0 { return }
      try output.append(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
      progress(length)
    }
  }

  // MARK: Errors

  func shown(_ entry: ArchiveEntry) -> String { shownPath + "/" + entry.path }

  private static let getAgain: Remedy = "get the archive again"

  private static func cannotOpen(_ file: String, code: Int32, isBegun: Bool) -> StageError {
    switch code {
    // libzip 1.10 and later have a code of their own for this, 35, which older headers do not name.
    case ZIP_ER_NOZIP where isBegun, 35:
      .unreadable(file, "the archive is cut off: the list of its files, at its end, is missing", remedy: getAgain)
    case ZIP_ER_NOZIP:
      .unreadable(file, "this is not a zip archive", remedy: getAgain)
    case ZIP_ER_MULTIDISK:
      .unreadable(
        file, "the archive is one volume of several",
        remedy: "join the volumes, or unpack them, and name the file that is meant")
    case ZIP_ER_INCONS, ZIP_ER_EOF, ZIP_ER_SEEK:
      damaged(file)
    default:
      .unreadable(file, "the archive cannot be read: " + words(code))
    }
  }

  private static func damaged(_ file: String) -> StageError {
    .unreadable(file, "the archive is damaged: the list of its files is wrong", remedy: getAgain)
  }

  private func mismatch(_ entry: ArchiveEntry) -> StageError {
    .unreadable(
      shown(entry), "the archive is damaged: the file is not what the list of its files says", remedy: Self.getAgain)
  }

  func failure(_ code: Int32, of entry: ArchiveEntry) -> StageError {
    switch code {
    case ZIP_ER_INCONS:
      mismatch(entry)
    case ZIP_ER_CRC:
      .unreadable(shown(entry), "the archive is damaged: the file's checksum is wrong", remedy: Self.getAgain)
    case ZIP_ER_COMPNOTSUPP:
      .unreadable(
        shown(entry),
        "the file is compressed by the method \(entry.methodName), which this system's libzip does not read",
        remedy: "unpack the archive with another program, and name the file")
    case ZIP_ER_ZLIB, ZIP_ER_EOF, ZIP_ER_SEEK, ZIP_ER_NOZIP, ZIP_ER_COMPRESSED_DATA:
      .unreadable(shown(entry), "the archive is damaged: the file cannot be unpacked", remedy: Self.getAgain)
    default:
      .unreadable(shown(entry), "the file cannot be unpacked: " + Self.words(code))
    }
  }

  private static func words(_ code: Int32) -> String {
    var error = zip_error_t()
    zip_error_init_with_code(&error, code)
    defer { zip_error_fini(&error) }
    return String(cString: zip_error_strerror(&error))
  }
}

/// A file in an archive, as the archive's directory describes it. Nothing of that is proved before it is unpacked.
struct ArchiveEntry: Equatable {
  var index: UInt64
  /// The path in the archive, with slashes after folders. It is for messages and for choosing, never a path on disk.
  var path: String
  /// The unpacked size in bytes that the directory states; `nil` if the number is too large to be true.
  var size: Int?
  var isEncrypted: Bool
  /// Whether it is a symbolic link. None is followed.
  var isLink: Bool
  /// The compression method. Source: APPNOTE.TXT 6.3.10, section 4.4.5.
  var method: UInt16

  /// The path without the extension: the name of the layer if two folders have layers of one name.
  var stem: String { fileExtension.isEmpty ? path : String(path.dropLast(fileExtension.count + 1)) }
  /// The folders, with a slash at the end; empty if there are none.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }
  var name: String { stem.split(separator: "/").last.map(String.init) ?? stem }
  var fileExtension: Substring {
    let file = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return "" }
    return file[file.index(after: dot)...]
  }

  var methodName: String {
    switch Int32(method) {
    case ZIP_CM_SHRINK: "Shrink"
    case ZIP_CM_IMPLODE: "Implode"
    case ZIP_CM_DEFLATE: "Deflate"
    case ZIP_CM_DEFLATE64: "Deflate64"
    case ZIP_CM_BZIP2: "bzip2"
    case ZIP_CM_LZMA: "LZMA"
    case ZIP_CM_XZ: "XZ"
    case ZIP_CM_PPMD: "PPMd"
    // Older versions of the header do not name it.
    case 93: "Zstandard"
    default: "number \(method)"
    }
  }
}

/// How many entries an archive may have and how many bytes a layer may unpack to. Anything larger is refused before it
/// is unpacked, with `unreadableData`; a gzip file, which does not say its size, as soon as it exceeds a limit.
///
/// Real layers stay far below: a Shapefile shrinks to a thirtieth at most, and repetitive JSON to a hundredth. A bomb
/// of zeros shrinks to a thousandth by Deflate, and further by other methods.
struct ArchiveLimits {
  /// The number of entries: the most that the format can count without its 64-bit extension.
  var entries = 65_535
  /// How many bytes the files of a layer may unpack to, in total.
  var bytes = 16_000_000_000
  /// How many times the size of the archive the files of a layer may unpack to, in total, if that is more than
  /// `bytesWithoutRatio`.
  var ratio = 500
  /// Up to how many bytes the ratio does not matter.
  var bytesWithoutRatio = 256_000_000
}

/// The path of an entry of an archive, split into components.
///
/// Some programs for Windows write backslashes instead of slashes; both separate components. An empty path is that of a
/// folder.
struct ArchivePath {
  /// The folders and the name, without `.` and empty components. A `..` stays.
  let components: [Substring]
  let isFolder: Bool
  /// Whether the path is absolute, starts with a drive, or climbs (`..`). A file unpacked there would be outside the
  /// folder.
  let leadsOut: Bool

  init(_ path: String) {
    let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    components = parts.filter { !$0.isEmpty && $0 != "." }
    isFolder = parts.last?.isEmpty ?? true
    let drive = Array((parts.first ?? "").unicodeScalars.prefix(2))
    let hasDrive = drive.count == 2 && drive[1] == ":" && drive[0].isASCII && drive[0].properties.isAlphabetic
    leadsOut = hasDrive || parts.first?.isEmpty == true && !path.isEmpty || components.contains("..")
  }

  /// Whether a system keeps this for itself beside the data: `__MACOSX/`, `.DS_Store`, or anything else whose name
  /// starts with a dot.
  var isHidden: Bool { components.contains { $0.hasPrefix(".") || $0 == "__MACOSX" } }
}

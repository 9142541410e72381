import CMapPackZip

/// A file in an archive, as the archive's directory describes it. Nothing of that is proved before it is unpacked.
/// `Archive` makes it, and `ArchivedLayer` chooses by it.
struct ArchiveEntry: Equatable {
  /// The index in the directory.
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
  /// The file name without folders and extension.
  var name: String { stem.split(separator: "/").last.map(String.init) ?? stem }
  /// The extension as it is written; empty if there is none.
  var fileExtension: Substring {
    let file = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return "" }
    return file[file.index(after: dot)...]
  }

  /// The common name of the compression method, or its number.
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

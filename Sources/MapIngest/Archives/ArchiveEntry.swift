import CZip

/// A file in an archive, as the archive's directory describes it.
struct ArchiveEntry: Equatable {
  /// Its place in the directory.
  var index: UInt64
  /// Its path in the archive, folders before slashes; for messages and to choose by, never a path on disk.
  var path: String
  /// Bytes that it unpacks to, so the directory says; `nil` where it says more than can be.
  var size: Int?
  var isEncrypted: Bool
  var isLink: Bool
  /// How it is compressed. Source: APPNOTE.TXT 6.3.10, section 4.4.5.
  var method: UInt16

  /// The path without the extension: what a layer is called where two folders have one of the same name.
  var stem: String { fileExtension.isEmpty ? path : String(path.dropLast(fileExtension.count + 1)) }
  /// The folders before the name, with a slash; empty where there is none.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }
  /// The name of the file without folders and extension.
  var name: String { stem.split(separator: "/").last.map(String.init) ?? stem }
  /// As it is written; empty where there is none.
  var fileExtension: Substring {
    let file = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return "" }
    return file[file.index(after: dot)...]
  }

  /// The name of the method of compression where it has one in use.
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
    // Not in the header of older versions of the library.
    case 93: "Zstandard"
    default: "number \(method)"
    }
  }
}

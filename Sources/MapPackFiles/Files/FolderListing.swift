import Foundation
import MapPackEmit
import MapPackFeatures

/// The names in a folder, including those that are not text: on Linux, a name can be any bytes. Names that begin with a
/// period are among them; names in its folders are not.
package struct FolderListing {
  /// Names that are UTF-8, in no order, without `.` and `..`.
  package private(set) var names: [String] = []
  /// Names that are not UTF-8, as `shown(_:)` writes them, in order. An entry may be a folder if it is a folder or a
  /// link, or if the file system does not say what it is.
  package private(set) var others: [(shown: String, mayBeFolder: Bool)] = []

  /// Lists a folder. There are no names if it does not exist or may not be read.
  package init(_ folder: String) {
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
  package static func shown(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
        ? String(Unicode.Scalar(byte)) : "\\x" + hexadecimal(byte, digits: 2).uppercased()
    }.joined()
  }
}

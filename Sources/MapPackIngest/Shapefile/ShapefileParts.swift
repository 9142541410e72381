import Foundation
import MapPackFeatures

/// The files of a Shapefile: those beside the .shp that have its name and one of the known extensions. Capitals and small
/// letters count as the same, in both, because Windows does not tell them apart. If several differ in nothing else, the
/// one with the very name of the .shp is taken, and among those the one that sorts first.
package struct ShapefileParts {
  /// The path of the .shp on disk, whether that exists or not.
  let shapes: String
  /// The path of the .shx; this and the following are `nil` if there is no such file, or if the folder cannot be listed.
  var index: String? { path(of: "shx") }
  var table: String? { path(of: "dbf") }
  var codePage: String? { path(of: "cpg") }
  var projection: String? { path(of: "prj") }

  package init(shapes path: String) { shapes = path }

  private func path(of fileExtension: String) -> String? {
    Self.sibling(of: shapes, fileExtension).map {
      URL(fileURLWithPath: shapes).deletingLastPathComponent().appendingPathComponent($0).path
    }
  }

  /// The paths of all files that are read beside the .shp.
  package var companions: [String] { [index, table, projection, codePage].compactMap(\.self) }

  /// Whether two names without extensions are those of one Shapefile.
  static func isSame(_ name: String, _ other: String) -> Bool {
    name == other || name.lowercased() == other.lowercased()
  }

  /// The file that belongs to a .shp among several that differ only in capitals.
  /// - Parameter name: returns the name or path of a file; one that belongs for certain starts with `stem` and a point.
  static func best<File>(_ candidates: [File], for stem: String, name: (File) -> String) -> File? {
    candidates.min { a, b in
      let (a, b) = (name(a), name(b))
      let (isA, isB) = (a.hasPrefix(stem + "."), b.hasPrefix(stem + "."))
      return isA == isB ? ExactText(a) < ExactText(b) : isA
    }
  }

  /// The name of the file of the same Shapefile with another extension; `nil` if there is none beside it.
  static func sibling(of path: String, _ fileExtension: String) -> String? {
    let file = URL(fileURLWithPath: path)
    let stem = file.deletingPathExtension().lastPathComponent
    let folder = file.deletingLastPathComponent().path
    let candidates = FolderNames.shared.names(like: stem + "." + fileExtension, in: folder)
    return best(candidates, for: stem) { $0 }
  }

  /// The path of a sibling as messages show it: in the folder of the path that the user wrote for the .shp, with its own
  /// name, or with that of the .shp if it was unpacked under another one.
  package static func shown(_ part: String, beside source: String) -> String {
    let name = source.lastIndex(of: "/").map(source.index(after:)) ?? source.startIndex
    let file = part.split(separator: "/").last.map(String.init) ?? part
    guard let dot = source[name...].lastIndex(of: "."), let ending = file.lastIndex(of: ".") else {
      return source + "." + (file.split(separator: ".").last ?? "")
    }
    if isSame(String(file[..<ending]), String(source[name..<dot])) { return String(source[..<name]) + file }
    return String(source[..<dot] + file[ending...])
  }
}

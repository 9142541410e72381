import Foundation
import MapFeatures

/// The files that make up a Shapefile: beside the .shp, with its name, the case of the extensions being free.
package struct ShapefileParts {
  /// Paths on disk.
  let shapes: String
  let index: String?
  let table: String?
  let codePage: String?
  let projection: String?

  package init(shapes path: String) {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent()
    let stem = file.deletingPathExtension().lastPathComponent
    let siblings = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    func sibling(_ fileExtension: String) -> String? {
      let candidates = siblings.filter { name in
        let other = URL(fileURLWithPath: name)
        return other.pathExtension.lowercased() == fileExtension
          && other.deletingPathExtension().lastPathComponent == stem
      }
      return candidates.min().map { folder.appendingPathComponent($0).path }
    }
    shapes = path
    index = sibling("shx")
    table = sibling("dbf")
    codePage = sibling("cpg")
    projection = sibling("prj")
  }

  /// The paths of all files beside the .shp that are read.
  package var companions: [String] { [index, table, projection, codePage].compactMap(\.self) }

  /// A sibling's path as messages show it: the path that the user wrote for the .shp, with the sibling's extension.
  static func shown(_ part: String, beside source: String) -> String {
    let fileExtension = part.split(separator: ".").last.map(String.init) ?? part
    let name = source.lastIndex(of: "/").map(source.index(after:)) ?? source.startIndex
    guard let dot = source[name...].lastIndex(of: ".") else { return source + "." + fileExtension }
    return source[...dot] + fileExtension
  }
}

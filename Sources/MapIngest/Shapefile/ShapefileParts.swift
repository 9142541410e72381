import Foundation
import MapFeatures

/// The files of a Shapefile: those beside the .shp that have its name and one of the known extensions, in whatever
/// case. If the case of the extension is all in which two differ, the one whose name sorts first is taken.
///
/// `ShapefileReader` reads them, and MapPipeline's `SourceFiles` lists them as inputs. `ArchivedLayer` looks for the
/// same extensions in archives.
package struct ShapefileParts {
  /// The path of the .shp on disk.
  let shapes: String
  /// The path of the .shx; this and the following are `nil` if there is no such file.
  let index: String?
  /// The path of the .dbf.
  let table: String?
  /// The path of the .cpg.
  let codePage: String?
  /// The path of the .prj.
  let projection: String?

  /// Looks for the files beside a .shp, whether that exists or not. In a folder that cannot be listed, none is found.
  /// - Complexity: O(n) for n files in the folder.
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

  /// The paths of all files that are read beside the .shp.
  package var companions: [String] { [index, table, projection, codePage].compactMap(\.self) }

  /// The path of a sibling as messages show it: the path that the user wrote for the .shp, with the sibling's
  /// extension.
  /// - Parameters:
  ///   - part: the path of the sibling, on disk or in any other form.
  ///   - source: the path that the user wrote.
  static func shown(_ part: String, beside source: String) -> String {
    let fileExtension = part.split(separator: ".").last.map(String.init) ?? part
    let name = source.lastIndex(of: "/").map(source.index(after:)) ?? source.startIndex
    guard let dot = source[name...].lastIndex(of: ".") else { return source + "." + fileExtension }
    return source[...dot] + fileExtension
  }
}

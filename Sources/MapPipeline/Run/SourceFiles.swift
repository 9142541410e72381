import Foundation
import MapFeatures
import MapIngest

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files that an entry of `sources` or an argument of a command stands for.
struct SourceFiles {
  /// A file to read, and the files beside it that belong to it.
  struct File: Hashable {
    /// As the user wrote it or would have.
    var name: String
    /// Where it lies.
    var location: String
  }

  /// Endings of files that can be read, in lower case.
  static let endings = ["shp", "geojson", "json", "kml", "zip", "kmz"]
  /// Endings of the files that belong to a `.shp`, in the order in which provenance lists them.
  private static let shapefileParts = ["shx", "dbf", "prj", "cpg"]

  /// The files that a path stands for, in the order of their names' UTF-8 bytes: itself, the files of a folder
  /// that can be read, or what matches a pattern. Empty where there is none.
  static func files(at path: String, locatedBy locate: (String) -> String) -> [File] {
    let location = locate(path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: location, isDirectory: &isFolder) {
      guard isFolder.boolValue else { return [File(name: path, location: location)] }
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      return entries(of: location)
        .filter { endings.contains(ending(of: $0)) }
        .map { File(name: "\(folder)/\($0)", location: "\(location)/\($0)") }
    }
    guard path.contains(where: { "*?[".contains($0) }) else { return [] }
    return matches(of: path).map { File(name: $0, location: locate($0)) }

    /// Walks a pattern folder by folder, so that names are those a user would write.
    func matches(of pattern: String) -> [String] {
      var found = [pattern.hasPrefix("/") ? "/" : ""]
      for part in pattern.split(separator: "/").map(String.init) {
        let isPattern = part.contains { "*?[".contains($0) }
        found = found.flatMap { folder -> [String] in
          if !isPattern {
            let path = folder + part
            return FileManager.default.fileExists(atPath: locate(path)) ? [path + "/"] : []
          }
          return entries(of: locate(folder.isEmpty ? "." : folder))
            .filter { fnmatch(part, $0, FNM_PERIOD) == 0 }
            .map { folder + $0 + "/" }
        }
      }
      return found.map { String($0.dropLast()) }
    }
  }

  /// A file and those that belong to it: what provenance lists.
  static func parts(of file: File) -> [File] {
    guard ending(of: file.name) == "shp" else { return [file] }
    var parts = [file]
    for part in shapefileParts {
      for spelling in [part, part.uppercased()] {
        let other = File(
          name: file.name.dropLast(3) + spelling, location: file.location.dropLast(3) + spelling)
        if FileManager.default.fileExists(atPath: other.location) {
          parts.append(other)
          break
        }
      }
    }
    return parts
  }

  private static func entries(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func ending(of name: String) -> String {
    URL(fileURLWithPath: name).pathExtension.lowercased()
  }
}

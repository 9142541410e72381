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

  /// Endings of files that can be read, in lower case; of files with the same content, as publishers put them beside
  /// each other, the kinds in front are preferred.
  private static let kinds = [["shp"], ["geojson", "json"], ["kml"], ["zip", "kmz"]]
  /// Endings of the files that belong to a `.shp`, in the order in which provenance lists them.
  private static let shapefileParts = ["shx", "dbf", "prj", "cpg"]

  /// The files that a path stands for, in the order of their names' UTF-8 bytes: itself, what matches a pattern, or
  /// the layers of a folder (of the most preferred kind that it has; those of its folders where it has none itself).
  /// Empty where there is none.
  ///
  /// - Parameter layer: the only layer that is wanted, of a folder.
  static func files(at path: String, layer: String? = nil, locatedBy locate: (String) -> String) -> [File] {
    let location = locate(path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: location, isDirectory: &isFolder) {
      let file = File(name: path, location: location)
      return isFolder.boolValue ? layers(of: file, named: layer) : [file]
    }
    guard path.contains(where: { "*?[".contains($0) }) else { return [] }
    return matches(of: path).map { File(name: $0, location: locate($0)) }
      .flatMap { Self.isFolder($0) ? layers(of: $0, named: layer) : [$0] }

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

  private static func layers(of folder: File, named layer: String?) -> [File] {
    let members = members(of: folder)
    for kind in kinds {
      let files = members.filter { file in
        let url = URL(fileURLWithPath: file.name)
        // An archive is asked for its layers when it is read.
        let isLayer = layer == nil || kind.contains("zip") || url.deletingPathExtension().lastPathComponent == layer
        return isLayer && kind.contains(ending(of: file.name)) && !isFolder(file)
      }
      if !files.isEmpty { return files }
    }
    return members.filter(isFolder).flatMap { layers(of: $0, named: layer) }
  }

  /// Every file that can be read in a folder and its folders, of all kinds; a file is itself.
  static func everyFile(at path: String) -> [File] {
    let file = File(name: path, location: path)
    guard isFolder(file) else { return files(at: path) { $0 } }
    let endings = kinds.flatMap(\.self)
    return members(of: file).flatMap { member in
      isFolder(member) ? everyFile(at: member.name) : endings.contains(ending(of: member.name)) ? [member] : []
    }
  }

  private static func members(of folder: File) -> [File] {
    func joined(_ path: String, _ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
    return entries(of: folder.location).filter { !$0.hasPrefix(".") }.map {
      File(name: joined(folder.name, $0), location: joined(folder.location, $0))
    }
  }

  private static func isFolder(_ file: File) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: file.location, isDirectory: &isFolder) && isFolder.boolValue
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

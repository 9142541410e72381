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
  private static let kinds = [
    ["shp"], SourceKind.endingsOfGeoJSON, compressed(SourceKind.endingsOfGeoJSON), ["topojson"], ["topojson.gz"],
    ["kml"], ["kml.gz"], archives,
  ]
  /// Asked for their layers when they are read.
  private static let archives = ["zip", "kmz"]
  private static let topologies = ["topojson", "topojson.gz"]

  /// Endings of the files that belong to a `.shp`, in the order in which provenance lists them.
  private static let shapefileParts = ["shx", "dbf", "prj", "cpg"]

  /// The files that a path stands for, in the order of their names' UTF-8 bytes: itself, what matches a pattern, or
  /// the layers of a folder (of the most preferred kind that it has; those of its folders where it has none itself; of
  /// an archive of IMDF the one that is named, or the units).
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
    if IMDFArchive.isArchive(members.map { lastComponent(of: $0.name) }) {
      return members.filter { lastComponent(of: $0.name) == (layer ?? IMDFArchive.defaultLayer) + ".geojson" }
    }
    let files = members.filter { !isFolder($0) }
    for kind in kinds {
      // The layers of a topology are its objects: one that stands alone may have one of this name.
      if kind == archives, layer != nil {
        let asked = files.filter { topologies.contains(ending(of: $0.name)) }
        if asked.count == 1 { return asked }
      }
      let isAsked = layer == nil || kind == archives
      let layers = files.filter { kind.contains(ending(of: $0.name)) && (isAsked || stem(of: $0.name) == layer) }
      if !layers.isEmpty { return layers }
    }
    return members.filter(isFolder).flatMap { layers(of: $0, named: layer) }
  }

  /// Every file that can be read in a folder and its folders, of all kinds; a file is itself.
  static func everyFile(at path: String) -> [File] {
    let file = File(name: path, location: path)
    guard isFolder(file) else { return files(at: path) { $0 } }
    let endings = kinds.flatMap(\.self)
    let members = members(of: file)
    let isIndoor = IMDFArchive.isArchive(members.map { lastComponent(of: $0.name) })
    return members.flatMap { member in
      if isFolder(member) { return everyFile(at: member.name) }
      // The manifest of an archive has no shapes.
      return endings.contains(ending(of: member.name)) && !(isIndoor && ending(of: member.name) == "json")
        ? [member] : []
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
    var parts = [file]
    if ending(of: file.name) == "geojson", let archive = IMDFArchive(beside: file.location, shownAs: file.name) {
      parts += archive.companions.map { name in
        File(
          name: file.name.dropLast(lastComponent(of: file.name).count) + name,
          location: file.location.dropLast(lastComponent(of: file.location).count) + name)
      }
    }
    guard ending(of: file.name) == "shp" else { return parts }
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

  private static func compressed(_ endings: [String]) -> [String] { endings.map { $0 + ".gz" } }

  /// What stands behind the last dot of a name, or before that of `.gz` as well; in lower case.
  private static func ending(of name: String) -> String {
    let url = URL(fileURLWithPath: name)
    let last = url.pathExtension.lowercased()
    let inner = url.deletingPathExtension().pathExtension.lowercased()
    return last == "gz" && !inner.isEmpty ? inner + ".gz" : last
  }

  private static func lastComponent(of name: String) -> String { URL(fileURLWithPath: name).lastPathComponent }

  /// A name without folders and ending: what a layer is called.
  private static func stem(of name: String) -> String {
    let ending = ending(of: name)
    let last = URL(fileURLWithPath: name).lastPathComponent
    return ending.isEmpty ? last : String(last.dropLast(ending.count + 1))
  }
}

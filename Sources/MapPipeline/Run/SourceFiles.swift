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
    ["kml"], ["kml.gz"], ["gpx"], ["gpx.gz"], archives,
  ]
  /// Asked for their layers when they are read.
  private static let archives = ["zip", "kmz"]
  private static let topologies = ["topojson", "topojson.gz"]

  /// The files that a path stands for, in the order of their names' UTF-8 bytes: itself, what matches a pattern, or
  /// the layers of a folder (of the most preferred kind that it has; those of its folders where it has none itself; of
  /// an archive of IMDF the one that is named, or the units).
  /// Empty where there is none.
  ///
  /// - Parameters:
  ///   - layer: the only layer that is wanted, of a folder.
  ///   - output: a file that is taken to be there.
  /// - Throws: `unreadableData` where a file would be one of these and its name is not UTF-8.
  static func files(
    at path: String, layer: String? = nil, with output: FutureFile? = nil, locatedBy locate: (String) -> String
  ) throws(StageError) -> [File] {
    let whole = File(name: path, location: locate(path))
    if FileManager.default.fileExists(atPath: whole.location) {
      return isFolder(whole, with: output) ? try layers(of: whole, named: layer, with: output) : [whole]
    }
    guard path.contains(where: { "*?[".contains($0) }) else { return [] }
    var files: [File] = []
    for name in try matches(of: path) {
      let file = File(name: name, location: locate(name))
      files += isFolder(file, with: output) ? try layers(of: file, named: layer, with: output) : [file]
    }
    return files

    /// Walks a pattern folder by folder, so that names are those a user would write.
    func matches(of pattern: String) throws(StageError) -> [String] {
      var found = [pattern.hasPrefix("/") ? "/" : ""]
      for part in pattern.split(separator: "/").map(String.init) {
        let isPattern = part.contains { "*?[".contains($0) }
        var next: [String] = []
        for folder in found {
          if isPattern {
            let place = File(name: folder.isEmpty ? "." : folder, location: locate(folder.isEmpty ? "." : folder))
            next += try entries(of: place, with: output) { fnmatch(part, $0, FNM_PERIOD) == 0 }
              .filter { fnmatch(part, $0, FNM_PERIOD) == 0 }.map { folder + $0 + "/" }
          } else if FileManager.default.fileExists(atPath: locate(folder + part))
            || output?.isOnWay(from: locate(folder + part)) == true
          {
            next.append(folder + part + "/")
          }
        }
        found = next
      }
      return found.map { String($0.dropLast()) }
    }
  }

  private static func layers(
    of folder: File, named layer: String?, with output: FutureFile?
  ) throws(StageError) -> [File] {
    let members = try members(of: folder, with: output)
    if IMDFArchive.isArchive(members.map { lastComponent(of: $0.name) }) {
      return members.filter { lastComponent(of: $0.name) == (layer ?? IMDFArchive.defaultLayer) + ".geojson" }
    }
    let files = members.filter { !isFolder($0, with: output) }
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
    var layers: [File] = []
    for member in try Self.members(of: folder, folders: true, with: output) where isFolder(member, with: output) {
      layers += try Self.layers(of: member, named: layer, with: output)
    }
    return layers
  }

  /// Every file that can be read in a folder and its folders, of all kinds; a file is itself. Throws as `files` does.
  static func everyFile(at path: String, with output: FutureFile? = nil) throws(StageError) -> [File] {
    let file = File(name: path, location: path)
    guard isFolder(file, with: output) else { return try files(at: path, with: output) { $0 } }
    let members = try members(of: file, folders: true, with: output)
    let isIndoor = IMDFArchive.isArchive(members.map { lastComponent(of: $0.name) })
    var files: [File] = []
    for member in members {
      if isFolder(member, with: output) {
        files += try everyFile(at: member.name, with: output)
      } else if endings.contains(ending(of: member.name)), !(isIndoor && ending(of: member.name) == "json") {
        // The manifest of an archive has no shapes.
        files.append(member)
      }
    }
    return files
  }

  private static let endings = kinds.flatMap(\.self)

  private static func members(
    of folder: File, folders: Bool = false, with output: FutureFile?
  ) throws(StageError) -> [File] {
    func joined(_ path: String, _ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
    let names = try entries(of: folder, folders: folders, with: output) {
      !$0.hasPrefix(".") && endings.contains(ending(of: $0))
    }
    return names.filter { !$0.hasPrefix(".") }.map {
      File(name: joined(folder.name, $0), location: joined(folder.location, $0))
    }
  }

  private static func isFolder(_ file: File, with output: FutureFile?) -> Bool {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file.location, isDirectory: &isFolder) { return isFolder.boolValue }
    return output?.member(of: file.location) != nil
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
    // Those that the reader takes, with whatever capitals.
    for location in ShapefileParts(shapes: file.location).companions {
      parts.append(File(name: String(file.name.dropLast(3) + location.suffix(3)), location: location))
    }
    return parts
  }

  /// The names in a folder, in the order of their bytes.
  ///
  /// - Throws: `unreadableData` where a name is not UTF-8 and, as far as it can be read, `isWanted`; or where it is a
  ///   folder's, and those are wanted.
  private static func entries(
    of folder: File, folders hasFolders: Bool = false, with output: FutureFile?, isWanted: (String) -> Bool
  ) throws(StageError) -> [String] {
    let listing = FolderListing(folder.location)
    if let other = listing.others.first(where: { isWanted($0.shown) || $0.mayBeFolder && hasFolders }) {
      throw StageError(
        .unreadableData, file: folder.name, "the name of \(other.shown) in this folder is not UTF-8",
        remedy: "rename it; convmv -f CP932 -t UTF-8 --notest -r renames all of a folder from Japan")
    }
    let names = Set(listing.names + [output?.member(of: folder.location)].compactMap(\.self))
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

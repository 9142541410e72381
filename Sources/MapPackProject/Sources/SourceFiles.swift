import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge

/// The files that an entry of `sources` or an argument of a command stands for.
package struct SourceFiles {
  package struct File: Hashable {
    /// As the user wrote it or would have written it.
    package var name: String
    package var location: String

    package init(name: String, location: String) { (self.name, self.location) = (name, location) }
  }

  /// The endings of files that can be read, in lower case, by kind. Publishers put the same content side by side as
  /// several kinds; the first of these kinds is preferred.
  private static let kinds =
    SourceFormat.all.filter { $0 != .imdf }.flatMap { format in
      // A Shapefile is several files, which are compressed together.
      format == .shapefile ? [format.endings] : [format.endings, format.endings.map { $0 + ".gz" }]
    } + [archives]
  /// Their layers are chosen when they are read.
  private static let archives = ["zip", "kmz"]
  private static let endings = kinds.flatMap(\.self)
  /// Those of files that have layers themselves.
  private static let holders = SourceFormat.all.filter(\.hasLayers).flatMap(\.endings)
    .flatMap { [$0, $0 + ".gz"] }

  /// The files that a path stands for, folder by folder, in the order of their names' UTF-8 bytes; empty if there are
  /// none.
  ///
  /// - A file stands for itself, whatever its ending.
  /// - A pattern stands for the files and folders that match it. `*`, `?` and `[…]` match within one name, and a dot at
  ///   the beginning of a name only if it is written.
  /// - A folder stands for its layers, of the most preferred kind that it has. If it has none itself, it stands for
  ///   those of its folders. Names that begin with a dot are passed over. A folder with an archive of IMDF stands for
  ///   one layer: `layer`, or the units.
  /// - A folder or file that has several paths, by links, is taken once, by the first of them.
  ///
  /// - Parameters:
  ///   - layer: the only layer that is wanted of a folder; all of them if it is `SourceRequest.allLayers`.
  ///   - output: a file that is counted in as if it existed.
  ///   - locate: gives the path by which a name is opened.
  /// - Throws: `unreadableData` if one of the files has a name that is not UTF-8.
  package static func files(
    at path: String, layer: String? = nil, with output: ResolvedPath? = nil, locatedBy locate: (String) -> String
  ) throws(StageError) -> [File] {
    let whole = File(name: path, location: locate(path))
    var walk = SourceFiles(layer: layer, output: output)
    if FileManager.default.fileExists(atPath: whole.location) {
      return walk.isFolder(whole) ? distinct(try walk.layers(of: whole)) : [whole]
    }
    guard path.contains(where: { "*?[".contains($0) }) else { return [] }
    var files: [File] = []
    for name in try walk.matches(of: path, locatedBy: locate) {
      let file = File(name: name, location: locate(name))
      files += walk.isFolder(file) ? try walk.layers(of: file) : [file]
    }
    return distinct(files)
  }

  /// Whether a file is one that can be read, as its ending tells.
  package static func isSource(_ name: String) -> Bool { endings.contains(ending(of: name)) }

  /// Every file that can be read in a folder and its folders, of all kinds. A file stands for itself.
  package static func everyFile(at path: String, with output: ResolvedPath? = nil) throws(StageError) -> [File] {
    let file = File(name: path, location: path)
    var walk = SourceFiles(output: output)
    guard walk.isFolder(file) else { return try files(at: path, with: output) { $0 } }
    return distinct(try walk.everyFile(in: file))
  }

  /// Files without those that are an earlier one by another name. Shapefiles are one if all of their parts are.
  private static func distinct(_ files: [File]) -> [File] {
    func identities(_ file: File) -> [FileIdentity?] { parts(of: file).map { FileIdentity($0.location) } }
    var known: [FileIdentity: [File]] = [:]
    return files.filter { file in
      guard let identity = FileIdentity(file.location) else { return true }
      let isKnown = known[identity]?.contains { identities($0) == identities(file) } ?? false
      if !isKnown { known[identity, default: []].append(file) }
      return !isKnown
    }
  }

  // MARK: A walk through folders

  private var layer: String?
  private var output: ResolvedPath?
  /// The folders that were listed, without links. By links, a folder may lie in itself.
  private var listed: Set<String> = []

  private init(layer: String? = nil, output: ResolvedPath?) {
    (self.layer, self.output) = (layer == SourceRequest.allLayers ? nil : layer, output)
  }

  /// Matches a pattern folder by folder, so that names are those that a user would write.
  private func matches(of pattern: String, locatedBy locate: (String) -> String) throws(StageError) -> [String] {
    var found = [pattern.hasPrefix("/") ? "/" : ""]
    for part in pattern.split(separator: "/").map(String.init) {
      let isPattern = part.contains { "*?[".contains($0) }
      var next: [String] = []
      for folder in found {
        if isPattern {
          let name = folder.isEmpty ? "." : folder
          next += try entries(of: File(name: name, location: locate(name))) { fnmatch(part, $0, FNM_PERIOD) == 0 }
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

  private mutating func begins(_ folder: File) -> Bool {
    // A folder that does not exist yet has no links.
    guard let path = realpath(folder.location, nil) else { return true }
    defer { free(path) }
    return listed.insert(String(cString: path)).inserted
  }

  private mutating func layers(of folder: File) throws(StageError) -> [File] {
    guard begins(folder) else { return [] }
    let members = try members(of: folder)
    if IMDFArchive.isArchive(members.map { Self.lastComponent(of: $0.name) }) {
      return members.filter { Self.lastComponent(of: $0.name) == (layer ?? IMDFArchive.defaultLayer) + ".geojson" }
    }
    let files = members.filter { !isFolder($0) }
    for kind in Self.kinds {
      // A single file that has layers itself may have one of this name.
      if kind == Self.archives, layer != nil {
        let asked = files.filter { Self.holders.contains(Self.ending(of: $0.name)) }
        if asked.count == 1 { return asked }
      }
      let layers = files.filter {
        kind.contains(Self.ending(of: $0.name))
          && (layer == nil || kind == Self.archives || Self.stem(of: $0.name) == layer)
      }
      if !layers.isEmpty { return layers }
    }
    var layers: [File] = []
    for member in try self.members(of: folder, folders: true) where isFolder(member) {
      layers += try self.layers(of: member)
    }
    return layers
  }

  private mutating func everyFile(in folder: File) throws(StageError) -> [File] {
    guard begins(folder) else { return [] }
    let members = try members(of: folder, folders: true)
    let isIndoor = IMDFArchive.isArchive(members.map { Self.lastComponent(of: $0.name) })
    var files: [File] = []
    for member in members {
      let ending = Self.ending(of: member.name)
      if isFolder(member) {
        files += try everyFile(in: member)
      } else if Self.endings.contains(ending), !(isIndoor && ending == "json") {
        // The manifest of an archive has no shapes.
        files.append(member)
      }
    }
    return files
  }

  private func members(of folder: File, folders: Bool = false) throws(StageError) -> [File] {
    func joined(_ path: String, _ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
    return try entries(of: folder, folders: folders) {
      Self.endings.contains(Self.ending(of: $0)) && !$0.hasPrefix(".")
    }
    .filter { !$0.hasPrefix(".") }
    .map { File(name: joined(folder.name, $0), location: joined(folder.location, $0)) }
  }

  private func isFolder(_ file: File) -> Bool {
    FileReading.isFolder(file.location) ?? (output?.member(of: file.location) != nil)
  }

  /// A file and its companions: a Shapefile's parts, other files of an archive of IMDF.
  package static func parts(of file: File) -> [File] {
    var parts = [file]
    if ending(of: file.name) == "geojson", let archive = IMDFArchive(beside: file.location, shownAs: file.name) {
      parts += archive.companions.map { name in
        File(
          name: file.name.dropLast(lastComponent(of: file.name).count) + name,
          location: file.location.dropLast(lastComponent(of: file.location).count) + name)
      }
    }
    guard ending(of: file.name) == "shp" else { return parts }
    // The parts that the reader opens, in whatever capitals.
    for location in ShapefileParts(shapes: file.location).companions {
      parts.append(File(name: ShapefileParts.shown(location, beside: file.name), location: location))
    }
    return parts
  }

  /// The names in a folder, in the order of their bytes. A name that is not UTF-8 is an error if it passes `isWanted`
  /// as far as it can be read, or if it may be a folder's and folders are wanted.
  private func entries(
    of folder: File, folders hasFolders: Bool = false, isWanted: (String) -> Bool
  ) throws(StageError) -> [String] {
    let listing = FolderListing(folder.location)
    if let other = listing.others.first(where: { isWanted($0.shown) || $0.mayBeFolder && hasFolders }) {
      throw StageError(
        .unreadableData, file: folder.name, "the name of \(other.shown) in this folder is not UTF-8",
        remedy: "rename it; convmv -f CP932 -t UTF-8 --notest -r renames all of a folder from Japan")
    }
    return Set(listing.names + [output?.member(of: folder.location)].compactMap(\.self)).sortedByBytes
  }

  /// In lower case: the text after the last dot. If that is `gz`, the ending before it is included: `geojson.gz`.
  private static func ending(of name: String) -> String {
    let url = URL(fileURLWithPath: name)
    let last = url.pathExtension.lowercased()
    let inner = url.deletingPathExtension().pathExtension.lowercased()
    return last == "gz" && !inner.isEmpty ? inner + ".gz" : last
  }

  private static func lastComponent(of name: String) -> String { URL(fileURLWithPath: name).lastPathComponent }

  /// Without folders and ending, which is the name of its layer.
  private static func stem(of name: String) -> String {
    let ending = ending(of: name)
    let last = URL(fileURLWithPath: name).lastPathComponent
    return ending.isEmpty ? last : String(last.dropLast(ending.count + 1))
  }
}

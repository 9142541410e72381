import MapPackFeatures

/// A file as a server has sent it, before it takes its place.
package enum ReceivedFile {
  /// Checks that a file is whole as far as its format tells, and no answer in place of a file: gzip is unpacked to its
  /// end, an archive has its directory, which stands last, and a web page is none of the formats of data.
  /// - Parameters:
  ///   - path: where the file is.
  ///   - name: the name that it will have, which says by its ending what it has to be.
  /// - Throws: `unreadableData` if it is not; `noInput`.
  package static func check(_ path: String, called name: String) throws(StageError) {
    let head = try InputFile(path: path, shownAs: name).bytes(at: 0, count: 4096)
    if let format = ForeignFormat(head), format.isAnswer { throw format.error(name) }
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    if ending == "gz" || GzipFile.isGzip(head) {
      try GzipFile(path: path, shownAs: name).check()
    } else if ["zip", "kmz", "xlsx"].contains(ending) || Archive.isArchive(head) {
      _ = try Archive(path: path, shownAs: name)
    }
  }
}

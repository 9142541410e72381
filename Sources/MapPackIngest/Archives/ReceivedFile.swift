import MapPackFeatures

/// A file as a server has sent it, before it takes its place.
package enum ReceivedFile {
  /// Checks that a file is whole as far as its format tells, and no answer in place of a file: gzip is unpacked to its
  /// end, an archive has its directory, which stands last, and a web page is none of the formats of data. A page of a
  /// query service is not all.
  /// - Parameters:
  ///   - path: where the file is.
  ///   - name: the name that it will have, which says by its ending what it has to be.
  /// - Throws: `unreadableData` if it is not; `noInput`.
  package static func check(_ path: String, called name: String) throws(StageError) {
    let file = try InputFile(path: path, shownAs: name)
    let head = try file.bytes(at: 0, count: 4096)
    if let format = ForeignFormat(head), format.isAnswer { throw format.error(name) }
    if head.first(where: { !JSONBytes.isSpace($0) }) == UInt8(ascii: "{") { _ = try SourceKind.json(path, file: name) }
    for part in [head, try file.bytes(at: max(0, file.size - 4096), count: 4096)]
    where String(decoding: part, as: UTF8.self).contains(/"exceededTransferLimit"\s*:\s*true/) {
      throw .unreadable(
        name, "the service sent one page of its features, and has more (exceededTransferLimit)",
        remedy: "ask for all pages, and name them as sources; or find a file of all")
    }
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    if ending == "gz" || GzipFile.isGzip(head) {
      try GzipFile(path: path, shownAs: name).check()
    } else if ["zip", "kmz", "xlsx"].contains(ending) || Archive.isArchive(head) {
      if let error = try Archive(path: path, shownAs: name).emptiness { throw error }
    }
  }
}

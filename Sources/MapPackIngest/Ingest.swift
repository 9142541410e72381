import Foundation
import MapPackFeatures

/// Reads sources into one table of features, in the order of the requests. A request for all layers is one for each of
/// them, in the order of their names, and each becomes a source of the table. Without a request, the table is empty.
///
/// `FeatureTable` says what holds of the result.
///
/// Fields are joined by name: a feature has null in a field that its source does not have. The table keeps the features
/// that `select` matches (all if it is `nil`) and `drop` does not match. Its ledger has an entry for every feature
/// read; its findings say what was mended or left out.
///
/// All sources are looked up before the first is read, so a mistyped path is reported at once. The table does not
/// depend on `jobs`.
///
/// Memory stays within the coordinates and attributes kept, plus the largest feature. If a GeoJSON file is a single
/// Feature or geometry, that is the largest feature. A TopoJSON file is held in memory as a whole, with its arcs.
///
/// A layer in an archive or a file compressed with gzip is unpacked into a folder of its own when its turn comes. The
/// folder is removed after reading, also if reading fails.
/// - Parameters:
///   - requests: the sources. All must ask for the same kind of geometry, which becomes that of the table; that is not
///     checked.
///   - faults: whether a feature that cannot be read throws or becomes a finding.
///   - progress: is called with the number of bytes read, and with the number of bytes unpacked.
/// - Throws: `noInput`; `usage` if the request does not fit the source; `unreadableData` if a file is malformed or not
///   in longitude and latitude; `cannotCreate` or `cannotWrite` if an archive cannot be unpacked; `unavailable` if
///   PROJ's database or an encoding is missing on this system.
package func ingest(
  _ requests: [SourceRequest], select: FeatureFilter? = nil, drop: FeatureFilter? = nil, faults: Faults = .fail,
  jobs: Int = 1, temporaryFolder: String = FileManager.default.temporaryDirectory.path, progress: ProgressHandler? = nil
) throws(StageError) -> FeatureTable {
  try ingestWithShapes(
    requests, select: select, drop: drop, faults: faults, jobs: jobs, temporaryFolder: temporaryFolder,
    progress: progress
  ).table
}

/// Does the same as `ingest`, and gives the table's shapes as they are in the sources; `nil` if they cannot be read
/// again, as those that were unpacked, or if that takes long.
package func ingestWithShapes(
  _ requests: [SourceRequest], select: FeatureFilter? = nil, drop: FeatureFilter? = nil, faults: Faults = .fail,
  jobs: Int = 1, temporaryFolder: String = FileManager.default.temporaryDirectory.path, progress: ProgressHandler? = nil
) throws(StageError) -> (table: FeatureTable, shapes: SourceShapes?) {
  let requests = try eachLayer(of: requests, temporaryFolder: temporaryFolder)
  var sources: [LocatedSource] = []
  for request in requests { sources.append(try LocatedSource(request)) }
  var builder = FeatureTableBuilder(requests.first?.geometry ?? .areas, select: select, drop: drop, faults: faults)
  var meter = ReadingProgress(progress, total: sources.reduce(0) { $0 + $1.size })
  var unpacking = ReadingProgress(
    progress, activity: "unpacking", total: sources.reduce(0) { $0 + $1.unpackedSize })
  // A single source has all the fields there are: a mistyped field is reported before the shapes are read.
  let filters = requests.count == 1 ? [select, drop].compactMap(\.self) : []
  for (request, source) in zip(requests, sources) {
    var request = request
    let unpacked: UnpackedLayer
    switch source.contents {
    case .file(let kind):
      unpacked = UnpackedLayer(kind, size: source.size)
    case .archived(let layer):
      unpacked = try UnpackedLayer(layer, in: temporaryFolder, progress: &unpacking)
      request.source.path = layer.shownPath
      request.layer = layer.nameInFile
    case .compressed(let file):
      unpacked = try UnpackedLayer(file, for: request, in: temporaryFolder, progress: &unpacking)
      meter.correct(source.size, to: unpacked.size)
    }
    if unpacked.kind.format.hasLayers { request.source.layer = request.layer }
    var staysOnDisk = false
    if case .file = source.contents { staysOnDisk = true }
    let reading = SourceReading(
      kind: unpacked.kind, request: request, filters: filters, jobs: jobs, staysOnDisk: staysOnDisk)
    try read(reading, into: &builder, progress: &meter)
    meter.finishSource(bytes: unpacked.size)
    // The unpacked files must exist until here.
    _ = consume unpacked
  }
  return try builder.finishWithShapes()
}

/// The requests, with one for each layer in place of one for all layers, in the order of the layers' names.
private func eachLayer(
  of requests: [SourceRequest], temporaryFolder: String
) throws(StageError) -> [SourceRequest] {
  var each: [SourceRequest] = []
  for var request in requests {
    guard request.layer == SourceRequest.allLayers else {
      each.append(request)
      continue
    }
    let names = try layers(of: request, temporaryFolder: temporaryFolder).map(\.name).sortedByBytes
    // A file without any layer is refused when it is read.
    if names.isEmpty {
      request.layer = nil
      each.append(request)
    }
    for name in names {
      request.layer = name
      each.append(request)
    }
  }
  return each
}

private func read(
  _ file: SourceReading, into builder: inout FeatureTableBuilder, progress meter: inout ReadingProgress
) throws(StageError) {
  let request = file.request
  builder.beginSource(request.source)
  if request.readsDescriptionTables, file.kind.format != .kml {
    throw StageError(
      .usage, file: request.source.path, "only KML has descriptions with tables", remedy: "leave `descriptions` out")
  }
  if request.closedLines == .areas, request.geometry != .areas {
    throw StageError(
      .usage, file: request.source.path,
      "closed lines are to be areas, and \(request.geometry.rawValue) are asked for", remedy: "leave `closedLines` out")
  }
  try file.kind.format.read(file, &builder, &meter)
}

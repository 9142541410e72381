import Foundation
import MapFeatures

/// Reads sources into one table of features, in their order. Fields are joined by name: a feature has null where
/// its source lacks one.
///
/// Of the features those are kept that `select` means (all where it is `nil`) and `drop` does not. Every feature
/// read is in the table's ledger; what was mended or left out is in its findings.
///
/// All requests ask for the same kind of geometry, which is the table's.
///
/// Up to `jobs` threads read; the table does not depend on how many.
///
/// Memory stays within the coordinates and attributes kept and the largest feature; a GeoJSON file that is one
/// Feature or geometry is that feature, and a TopoJSON file is held as a whole with its arcs.
///
/// A layer in an archive, and a file compressed with gzip, is unpacked into a folder of its own in `temporaryFolder` when
/// its turn comes; the folder is gone when it has been read, well or not.
///
/// With `faults` reported, a feature that cannot be taken in is no error but a finding, and reading goes on behind it.
///
/// Throws: `noInput` where a source is missing, `usage` where a field of a filter is in no source or a layer,
/// encoding or system is named wrongly, `unreadableData` where bytes are not what they should be, or coordinates are no
/// longitude and latitude, `cannotCreate` and `cannotWrite` where an archive cannot be unpacked.
package func ingest(
  _ requests: [SourceRequest], select: FeatureFilter? = nil, drop: FeatureFilter? = nil, faults: Faults = .fail,
  jobs: Int = 1, temporaryFolder: String = FileManager.default.temporaryDirectory.path, progress: ProgressHandler? = nil
) throws(StageError) -> FeatureTable {
  // All are looked up before any is read: a mistyped path is known at once.
  var sources: [LocatedSource] = []
  for request in requests { sources.append(try LocatedSource(request)) }
  var builder = FeatureTableBuilder(requests.first?.geometry ?? .areas, select: select, drop: drop, faults: faults)
  var meter = ReadingProgress(progress, total: sources.reduce(0) { $0 + $1.size })
  var unpacking = ReadingProgress(
    progress, activity: "unpacking", total: sources.reduce(0) { $0 + $1.unpackedSize })
  // The only source's fields are all there will be: a mistyped one is known before the shapes are read.
  let filters = requests.count == 1 ? [select, drop].compactMap(\.self) : []
  for (request, source) in zip(requests, sources) {
    var size = source.size
    switch source {
    case .file(let kind, _):
      try read(kind, request, filters: filters, jobs: jobs, into: &builder, progress: &meter)
    case .archived(let layer):
      let unpacked = try UnpackedLayer(layer, in: temporaryFolder, progress: &unpacking)
      var request = request
      request.source.path = layer.shownPath
      request.layer = layer.nameInFile
      try read(unpacked.kind, request, filters: filters, jobs: jobs, into: &builder, progress: &meter)
      // The files are there until here.
      _ = consume unpacked
    case .compressed(let file):
      let unpacked = try UnpackedLayer(file, for: request, in: temporaryFolder, progress: &unpacking)
      size = unpacked.size
      meter.correct(source.size, to: size)
      try read(unpacked.kind, request, filters: filters, jobs: jobs, into: &builder, progress: &meter)
      _ = consume unpacked
    }
    meter.finishSource(bytes: size)
  }
  return try builder.finish()
}

/// Reads one source that lies on disk. The fields of `filters` are looked for first where that is cheap.
private func read(
  _ kind: SourceKind, _ request: SourceRequest, filters: [FeatureFilter], jobs: Int,
  into builder: inout FeatureTableBuilder, progress meter: inout ReadingProgress
) throws(StageError) {
  builder.beginSource(request.source)
  if request.readsDescriptionTables, !kind.isKML {
    throw StageError(
      .usage, file: request.source.path, "only KML has descriptions with tables", remedy: "leave `descriptions` out")
  }
  switch kind {
  case .shapefile(let path):
    let reader = ShapefileReader(request, shapes: path, jobs: jobs)
    try reader.read(
      into: &builder,
      checkFields: { (fields: [String]) throws(StageError) in
        for filter in filters { try filter.checkFields(among: fields, file: request.source.path) }
      }, progress: &meter)
  case .geoJSON(let path):
    var reader = try GeoJSONReader(request, path: path, jobs: jobs)
    try reader.read(into: &builder, progress: &meter)
  case .imdf(let path, let archive):
    var reader = try GeoJSONReader(request, path: path, imdf: IMDFFields(archive), jobs: jobs)
    try reader.read(into: &builder, progress: &meter)
  case .topoJSON(let path, let name):
    var reader = try TopoJSONReader(request, path: path, name: name)
    try reader.read(into: &builder, progress: &meter)
  case .kml(let path):
    var reader = try KMLReader(request, path: path)
    try reader.read(into: &builder, progress: &meter)
  case .gpx(let path):
    var reader = try GPXReader(request, path: path)
    try reader.read(into: &builder, progress: &meter)
  }
}

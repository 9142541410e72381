import MapFeatures

/// Reads sources into one table of features, in their order. Fields are joined by name: a feature has null where
/// its source lacks one.
///
/// Of the features those are kept that `select` means (all where it is `nil`) and `drop` does not. Every feature
/// read is in the table's ledger; what was mended or left out is in its findings.
///
/// Memory stays within the coordinates and attributes kept and the largest feature; a GeoJSON file that is one
/// Feature or geometry is that feature.
///
/// Throws: `noInput` where a source is missing, `usage` where a field of a filter is in no source or a layer,
/// encoding or system is named wrongly, `unreadableData` where bytes are not what they should be, or coordinates are no
/// longitude and latitude.
package func ingest(
  _ requests: [SourceRequest], select: FeatureFilter? = nil, drop: FeatureFilter? = nil,
  progress: ProgressHandler? = nil
) throws(StageError) -> FeatureTable {
  // All are looked up before any is read: a mistyped path is known at once.
  var kinds: [SourceKind] = []
  var sizes: [Int] = []
  for request in requests {
    let kind = try SourceKind(request)
    kinds.append(kind)
    sizes.append(try InputFile(path: kind.path, shownAs: request.source.path).size)
  }
  var builder = FeatureTableBuilder(select: select, drop: drop)
  var meter = ReadingProgress(progress, total: sizes.reduce(0, +))
  for (request, (kind, size)) in zip(requests, zip(kinds, sizes)) {
    builder.beginSource(request.source)
    switch kind {
    case .shapefile(let path):
      var reader = ShapefileReader(request, shapes: path)
      try reader.read(
        into: &builder,
        checkFields: { (fields: [String]) throws(StageError) in
          // The only source's fields are all there will be: a mistyped one is known before the shapes are read.
          guard requests.count == 1 else { return }
          try select?.checkFields(among: fields, file: request.source.path)
          try drop?.checkFields(among: fields, file: request.source.path)
        }, progress: &meter)
    case .geoJSON(let path):
      var reader = try GeoJSONReader(request, path: path)
      try reader.read(into: &builder, progress: &meter)
    case .kml(let path):
      var reader = try KMLReader(request, path: path)
      try reader.read(into: &builder, progress: &meter)
    }
    meter.finishSource(bytes: size)
  }
  return try builder.finish()
}

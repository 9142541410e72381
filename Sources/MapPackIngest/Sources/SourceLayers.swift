import Foundation
import MapPackFeatures

/// A layer of a source that has several.
package struct SourceLayer: Hashable, Sendable {
  /// What `layer` in a pipeline file calls it.
  package var name: String
  /// The type of its geometries as the source declares it, such as `MULTIPOLYGON`; `nil` if it declares none.
  package var geometry: String?
  /// How many features it has; `nil` if counting them takes reading them.
  package var count: Int?
  /// Its coordinate system as the source declares it, such as `EPSG:2154`; `nil` if it declares none.
  package var coordinateSystem: String?

  init(name: String) { self.name = name }

  /// The layer in a message: `communes (MULTIPOLYGON, 35,000 features, EPSG:2154)`.
  package var words: String {
    let about = [geometry, count.map { Figures.counted($0, "feature") }, coordinateSystem].compactMap(\.self)
    return about.isEmpty ? name : "\(name) (\(about.joined(separator: ", ")))"
  }
}

extension [SourceLayer] {
  /// The error if one of several layers has to be named.
  /// - Precondition: there is a layer.
  func notChosen(_ what: String, file: String) -> StageError {
    StageError(
      .usage, file: file, what,
      remedy:
        "name one of them, as in \(.layer, self[0].name)\(count > 1 ? ", or all of them by \(.layer, "*")" as Remedy : ""): \(map(\.words).listed(atMost: 100))"
    )
  }
}

/// The layers among which `SourceRequest.layer` chooses, without reading their features. What the request says of
/// layers does not matter.
///
/// They are the tables of a GeoPackage, the objects of a topology, or the files of an archive that are in the first
/// format that it has. If that is a single package or topology, they are its layers. Any other source has one layer,
/// with the name of its file.
/// - Parameter temporaryFolder: what is compressed is unpacked into a folder there, which is removed.
/// - Throws: what `ingest` throws if the source cannot be read.
/// - Complexity: O(n) for n bytes of a topology, or of a package that does not say how many features it has.
package func layers(
  of request: SourceRequest, temporaryFolder: String = FileManager.default.temporaryDirectory.path
) throws(StageError) -> [SourceLayer] {
  var request = request
  request.layer = nil
  if try LocatedSource.isArchive(request) {
    let files = try ArchivedLayer.choices(in: request)
    if files.count > 1 { return files }
  }
  var progress = ReadingProgress(nil, total: 0)
  switch try LocatedSource(request).contents {
  case .file(let kind): return try kind.format.layers(kind, request)
  case .archived(let layer):
    guard layer.format.hasLayers else { return [SourceLayer(name: layer.shapes.name)] }
    request.source.path = layer.shownPath
    let unpacked = try UnpackedLayer(layer, in: temporaryFolder, progress: &progress)
    return try unpacked.kind.format.layers(unpacked.kind, request)
  case .compressed(let file):
    let unpacked = try UnpackedLayer(file, for: request, in: temporaryFolder, progress: &progress)
    return try unpacked.kind.format.layers(unpacked.kind, request)
  }
}

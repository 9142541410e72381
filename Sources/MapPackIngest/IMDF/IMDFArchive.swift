import Foundation
import MapPackFeatures

/// An unpacked IMDF archive, and the layer of it that is read. The features of a layer refer to other files of the
/// archive, which say on which floors they are and where anchors lie.
///
/// Source: Apple, Indoor Mapping Data Format 1.0.0.
package struct IMDFArchive {
  /// The feature types. Each is a layer in a file of its own.
  private static let types: Set<String> = [
    "address", "amenity", "anchor", "building", "detail", "fixture", "footprint", "geofence", "kiosk", "level",
    "occupant", "opening", "relationship", "section", "unit", "venue",
  ]
  static let manifest = "manifest.json"
  /// The layer that is read if the request names none.
  package static let defaultLayer = "unit"

  /// The layers that are drawn, in the order in which they are proposed, with the kinds of their geometry.
  ///
  /// Some layers are left out: venues and levels, which are as large as the building; anchors, which have the locations
  /// of occupants; geofences; and addresses, buildings and relationships, which have no shape of their own.
  package static let drawnLayers: [(name: String, kind: GeometryKind)] = [
    ("unit", .areas), ("fixture", .areas), ("kiosk", .areas), ("section", .areas), ("footprint", .areas),
    ("opening", .lines), ("detail", .lines), ("amenity", .points), ("occupant", .points),
  ]

  /// The drawn layers whose features may overlap if they are of different categories.
  package static let overlappingLayers: Set<String> = ["section", "footprint"]

  /// The plural for the features of a drawn layer, as part of the name of a map; `nil` for units, because the map
  /// itself has their name.
  package static func plural(ofLayer layer: String) -> String? {
    switch layer {
    case defaultLayer: nil
    case "amenity": "Amenities"
    default: layer.prefix(1).uppercased() + layer.dropFirst() + "s"
    }
  }

  /// The folder on disk in which the files are.
  let folder: String
  /// The folder as messages show it, with a slash at the end, or empty.
  let shownFolder: String
  /// The name of the layer, which is a feature type.
  let layer: String

  /// The archive to which a file belongs; `nil` if the file does not have the name of a feature type, or does not lie
  /// beside the files of an archive.
  package init?(beside path: String, shownAs shownPath: String) {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    // Only few files are asked further, so a folder of many files is not listed for each of them.
    guard Self.types.contains(url.deletingPathExtension().lastPathComponent),
      Self.isArchive((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    else { return nil }
    self.init(layer: url.deletingPathExtension().lastPathComponent, in: folder, shownAs: Self.folder(of: shownPath))
  }

  /// The archive in a folder; `nil` if the folder has no manifest, or if the layer is no feature type.
  /// - Parameter shownFolder: ends in a slash, or is empty.
  init?(layer: String, in folder: String, shownAs shownFolder: String) {
    self.folder = folder
    self.shownFolder = shownFolder
    self.layer = layer
    guard Self.types.contains(layer), isThere(Self.manifest) else { return nil }
  }

  /// The files that the features of a layer refer to: the manifest, and the layers that give their levels and the
  /// locations of occupants.
  static func companions(ofLayer layer: String) -> [String] {
    let layers =
      switch layer {
      case "level": [String]()
      case "anchor", "amenity": ["level", "unit"]
      case "occupant": ["level", "unit", "anchor"]
      default: ["level"]
      }
    return [manifest] + layers.map { $0 + ".geojson" }
  }

  /// The feature types that have a layer in the archive at a path, which is a folder or a zip; `nil` if it is not an
  /// IMDF archive.
  package static func layers(at path: String, shownAs shownPath: String) throws(StageError) -> Set<String>? {
    var names: [String]
    if let members = try? FileManager.default.contentsOfDirectory(atPath: path) {
      names = members
    } else if path.lowercased().hasSuffix(".zip") {
      names = try Archive(path: path, shownAs: shownPath, limits: ArchiveLimits()).entries.map {
        String($0.path.dropFirst($0.folder.count))
      }
    } else {
      return nil
    }
    names.sort()
    return isArchive(names) ? Set(types.filter { names.contains($0 + ".geojson") }) : nil
  }

  /// Whether files with these names are an IMDF archive: a manifest, which other formats have as well, and layers of at
  /// least two types.
  package static func isArchive(_ names: some Sequence<String>) -> Bool {
    var hasManifest = false
    var layers = 0
    for name in names {
      if name == manifest { hasManifest = true }
      if name.hasSuffix(".geojson"), types.contains(String(name.dropLast(8))) { layers += 1 }
    }
    return hasManifest && layers > 1
  }

  /// The names of the files that are read beside the layer; only those that exist.
  package var companions: [String] { Self.companions(ofLayer: layer).filter(isThere) }

  private func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + name) }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

extension IMDFArchive {
  private struct Manifest: Decodable {
    var language: String?
  }

  /// The language of the archive's texts, such as `ja-JP`; `nil` if the manifest names none.
  func language() throws(StageError) -> String? {
    let shown = shownFolder + Self.manifest
    let bytes = try InputFile(path: folder + "/" + Self.manifest, shownAs: shown).bytes(at: 0, count: 1 << 20)
    do {
      return try JSONDecoder().decode(Manifest.self, from: Data(bytes)).language
    } catch {
      throw .unreadable(shown, "this is not a manifest of IMDF", remedy: "get the archive again, or mend the manifest")
    }
  }

  /// What the features of the layer refer to, by ids. If two features of a file have one id, the last counts. A file
  /// that does not exist gives nothing.
  /// - Parameter language: the language in which the names of floors are wanted.
  /// - Throws: `unreadableData` if a file is not GeoJSON, also if faults are reported.
  func references(language: String?) throws(StageError) -> IMDFReferences {
    var references = IMDFReferences()
    try forEachFeature(of: "level") { id, properties, _ in
      references.levels[id] = IMDFReferences.Level(properties, language: language)
    }
    try forEachFeature(of: "unit") { id, properties, _ in
      references.levelOfUnit[id] = properties["level_id"]?.displayText
    }
    try forEachFeature(of: "anchor", .points) { id, properties, geometry in
      guard !geometry.polygons.isEmpty, let x = geometry.x.first, let y = geometry.y.first else { return }
      references.anchors[id] = IMDFReferences.Anchor(
        longitude: x, latitude: y, unit: properties["unit_id"]?.displayText)
    }
    return references
  }

  /// Reads another layer to which the features refer, and calls `body` for each of its features that has an id.
  private func forEachFeature(
    of layer: String, _ kind: GeometryKind = .areas,
    _ body: (_ id: String, _ properties: [String: AttributeValue], _ geometry: FeatureGeometry) -> Void
  ) throws(StageError) {
    guard companions.contains(layer + ".geojson") else { return }
    let (path, shown) = (folder + "/" + layer + ".geojson", shownFolder + layer + ".geojson")
    var names: [String] = []
    try GeoJSONSurvey.forEachPiece(ofFile: path, shownAs: shown, kind) { (piece, batch) throws(StageError) in
      if piece.isText { return }
      if let failure = piece.failure {
        var faults = JSONFaults(path: path, shownAs: shown)
        throw faults.error(failure, at: piece.start + (failure.offset ?? 0))
      }
      batch.numberFields {
        names.append($0)
        return names.count - 1
      }
      guard let id = piece.feature?.identifier else { return }
      let properties = batch.attributes(of: piece).map { (names[$0.field], $0.value) }
      body(id, Dictionary(properties, uniquingKeysWith: { first, _ in first }), piece.geometry)
    }
  }
}

/// What the features of one layer of an IMDF archive refer to in other layers, by ids. An id may lead nowhere.
struct IMDFReferences {
  struct Level {
    /// Its number among the levels, as the source writes it; null if it has none.
    var ordinal = AttributeValue.null
    /// Its short name, else its name, in the language that was asked for; `nil` if it has none.
    var name: String?

    init(_ properties: [String: AttributeValue], language: String?) {
      ordinal = properties["ordinal"] ?? .null
      name =
        IMDFFields.text(of: Self.texts("short_name.", properties), in: language)
        ?? IMDFFields.text(of: Self.texts("name.", properties), in: language)
    }

    init(ordinal: AttributeValue) { self.ordinal = ordinal }

    private static func texts(_ prefix: String, _ properties: [String: AttributeValue]) -> [String: String] {
      let texts = properties.compactMap { name, value in
        name.hasPrefix(prefix) ? value.displayText.map { (String(name.dropFirst(prefix.count)), $0) } : nil
      }
      return Dictionary(uniqueKeysWithValues: texts)
    }
  }

  struct Anchor {
    var longitude: Double
    var latitude: Double
    /// The id of the unit in which it lies.
    var unit: String?
  }

  var levels: [String: Level] = [:]
  var levelOfUnit: [String: String] = [:]
  var anchors: [String: Anchor] = [:]
}

import Foundation
import MapFeatures

/// The files of an IMDF archive, unpacked, that say what the features of its layers only refer to.
/// Source: Apple, Indoor Mapping Data Format 1.0.0.
package struct IMDFArchive {
  /// The feature types, each a layer in a file of its own.
  private static let types: Set<String> = [
    "address", "amenity", "anchor", "building", "detail", "fixture", "footprint", "geofence", "kiosk", "level",
    "occupant", "opening", "relationship", "section", "unit", "venue",
  ]
  static let manifest = "manifest.json"
  static let levels = "level.geojson"
  /// The layer that is meant where none is named.
  package static let defaultLayer = "unit"

  /// The folder in which the files lie, and as messages show it, with a slash.
  let folder: String
  let shownFolder: String
  /// Whether features of the layer refer to levels, and there are any.
  let hasLevels: Bool

  /// The archive to which a file belongs: one that is called like a feature type and lies in a folder with an archive's
  /// files.
  package init?(beside path: String, shownAs shownPath: String) {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    guard Self.isArchive((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []) else { return nil }
    self.init(layer: url.deletingPathExtension().lastPathComponent, in: folder, shownAs: Self.folder(of: shownPath))
  }

  /// - Parameters:
  ///   - layer: what the layer is called.
  ///   - shownFolder: ends in a slash, or is empty.
  init?(layer: String, in folder: String, shownAs shownFolder: String) {
    func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + name) }
    guard Self.types.contains(layer), isThere(Self.manifest) else { return nil }
    self.folder = folder
    self.shownFolder = shownFolder
    hasLevels = layer + ".geojson" != Self.levels && isThere(Self.levels)
  }

  /// Whether files with these names make an archive up: a manifest, which other formats have as well, and layers of two
  /// types or more.
  package static func isArchive(_ names: some Sequence<String>) -> Bool {
    var hasManifest = false
    var layers = 0
    for name in names {
      if name == manifest { hasManifest = true }
      if name.hasSuffix(".geojson"), types.contains(String(name.dropLast(8))) { layers += 1 }
    }
    return hasManifest && layers > 1
  }

  /// The files of the archive in whose layer this one is that are read besides.
  package var companions: [String] { [Self.manifest] + (hasLevels ? [Self.levels] : []) }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

extension IMDFArchive {
  private struct Manifest: Decodable {
    var language: String?
  }

  /// The language of the archive's texts, as `ja-JP`. Throws where the manifest is none.
  func language() throws(StageError) -> String? {
    let shown = shownFolder + Self.manifest
    let bytes = try InputFile(path: folder + "/" + Self.manifest, shownAs: shown).bytes(at: 0, count: 1 << 20)
    do {
      return try JSONDecoder().decode(Manifest.self, from: Data(bytes)).language
    } catch {
      throw StageError(
        .unreadableData, file: shown, "this is no manifest of IMDF",
        remedy: "get the archive again, or mend the manifest")
    }
  }

  /// The levels by their ids; empty where the archive has none. Throws where the file is not GeoJSON.
  func levels(language: String?) throws(StageError) -> [String: IMDFFields.Level] {
    guard hasLevels else { return [:] }
    let shown = shownFolder + Self.levels
    var faults = JSONFaults(path: folder + "/" + Self.levels, shownAs: shown)
    var splitter = GeoJSONSplitter(try InputFile(path: faults.path, shownAs: shown))
    var parser = try GeoJSONParser()
    var geometry = FeatureGeometry()
    var attributes: [(field: Int, value: AttributeValue)] = []
    var names: [String] = []
    var levels: [String: IMDFFields.Level] = [:]
    while try splitter.nextText() {
      while let start = try splitter.nextFeature(into: &parser) {
        attributes.removeAll(keepingCapacity: true)
        let feature: GeoJSONParser.Feature
        do throws(GeoJSONParser.Failure) {
          feature = try parser.readFeature(isText: false, geometry: &geometry, attributes: &attributes)
        } catch {
          throw faults.error(error, at: start + (error.offset ?? 0))
        }
        parser.removeAll()
        names += parser.fieldNames(from: names.count)
        guard let id = feature.identifier else { continue }
        var level = IMDFFields.Level()
        var short: [String: String] = [:]
        var long: [String: String] = [:]
        for (field, value) in attributes {
          let name = names[field]
          if name == "ordinal" { level.ordinal = value }
          guard let text = value.displayText else { continue }
          if name.hasPrefix("short_name.") { short[String(name.dropFirst(11))] = text }
          if name.hasPrefix("name.") { long[String(name.dropFirst(5))] = text }
        }
        level.name =
          IMDFFields.text(of: short, in: language) ?? IMDFFields.text(of: long, in: language)
        levels[id] = level
      }
    }
    return levels
  }
}

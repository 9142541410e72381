import Foundation
import MapPackFeatures
import MapPackIngest
import TestSupport

/// Reads two layers of an IMDF archive: units, which lie on levels, and occupants, which lie at anchors in units.
package enum IMDFTarget: FuzzTarget {
  package static let name = "imdf"

  private static let files = ["manifest.json", "level.geojson", "unit.geojson", "anchor.geojson", "occupant.geojson"]

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    _ = folder
    for (file, part) in zip(files, JoinedFiles(Array(bytes), count: files.count).parts) {
      part.withUnsafeBytes { FuzzFolder.put(part.isEmpty ? nil : $0, to: "imdf/" + file) }
    }
    let readings = ["unit", "occupant"].map { layer in
      let name = "imdf/\(layer).geojson"
      guard FileManager.default.fileExists(atPath: FuzzFolder.path(of: name)) else { return false }
      // What turns out to be a topology may have several objects.
      return FeatureReading.read(
        SourceRequest(location: FuzzFolder.path(of: name), source: Source(path: name)),
        refusals: [.unreadableData, .usage])
    }
    return readings.contains(true)
  }

  private static let folder: Void = {
    try? FileManager.default.createDirectory(
      atPath: FuzzFolder.path(of: "imdf"), withIntermediateDirectories: true)
  }()

  /// Pieces of a mebibyte in which each file is read, and what PROJ keeps if a "crs" asks for it.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 25 + 1024 * count }

  /// PROJ looks through all ways between two datums.
  package static let secondsLimit = 5.0

  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    var input = JoinedFiles(bytes, count: files.count)
    let part = Int.random(in: files.indices, using: &random)
    input.parts[part] = byteMutation(input.parts[part], limit)
    let result = input.bytes
    return result.count <= limit ? result : bytes
  }
}

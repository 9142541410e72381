import MapPackFeatures
import TestSupport

@testable import MapPackIngest

/// Reads the five files of a Shapefile, whose coordinates are longitude and latitude.
package enum ShapefileTarget: FuzzTarget {
  package static let name = "shapefile"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var input = ShapefileInput(Array(bytes))
    // To look another system up takes as long as a hundred inputs.
    if !isTakenAsPublished(input.parts[3]) { input.parts[3] = [] }
    return read(input, system: nil)
  }

  static func read(_ input: ShapefileInput, system: String?) -> Bool {
    for (fileExtension, part) in zip(ShapefileInput.extensions, input.parts) {
      let isThere = fileExtension == "shp" || !part.isEmpty
      part.withUnsafeBytes { FuzzFolder.put(isThere ? $0 : nil, to: "layer." + fileExtension) }
    }
    return FeatureReading.read(
      SourceRequest(
        location: FuzzFolder.path(of: "layer.shp"), source: Source(path: "layer.shp"), coordinateSystem: system))
  }

  private static func isTakenAsPublished(_ projection: [UInt8]) -> Bool {
    guard case .asPublished = CoordinateSystem.described(by: String(decoding: projection, as: UTF8.self)) else {
      return false
    }
    return true
  }

  /// Beside the features there is shapelib's object, which it makes for as many vertices as the record has.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }

  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    var input = ShapefileInput(bytes)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      // The shapes and the table matter most.
      let part = [0, 0, 0, 1, 2, 2, 3, 4][Int.random(in: 0..<8, using: &random)]
      input.parts[part] = TableMutation.mutated(input.parts[part], limit: limit, &random, byteMutation: byteMutation)
    }
    let result = input.bytes
    return result.count <= limit ? result : bytes
  }
}

import MapFeatures

@testable import MapIngest

/// Reads the five files of a Shapefile, whose coordinates are longitude and latitude.
enum ShapefileTarget: FuzzTarget {
  static let name = "shapefile"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    var input = ShapefileInput(Array(bytes))
    // To look another system up takes as long as a hundred inputs.
    if !isTakenAsPublished(input.parts[3]) { input.parts[3] = [] }
    read(input, system: nil)
  }

  static func read(_ input: ShapefileInput, system: String?) {
    for (fileExtension, part) in zip(ShapefileInput.extensions, input.parts) {
      let isThere = fileExtension == "shp" || !part.isEmpty
      part.withUnsafeBytes { FuzzFolder.put(isThere ? $0 : nil, to: "layer." + fileExtension) }
    }
    FeatureReading.read(
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
  static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }

  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    var input = ShapefileInput(Array(bytes.prefix(count)))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      // The shapes and the table matter most.
      let part = [0, 0, 0, 1, 2, 2, 3, 4][Int.random(in: 0..<8, using: &random)]
      input.parts[part] = TableMutation.mutated(input.parts[part], limit: bytes.count, &random)
    }
    let result = input.bytes
    guard result.count <= bytes.count else { return count }
    bytes.copyBytes(from: result)
    return result.count
  }
}

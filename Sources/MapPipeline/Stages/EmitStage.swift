import Foundation
import MapEmission
import MapFeatures
import MapNaming
import MapTopology

/// From a simplified coverage to the pack, the enum and the lock that binds them.
struct EmitStage {
  /// The map's name.
  var map: String
  /// The enum's name.
  var typeName: String
  /// The pack's file name without its extension.
  var resource: String
  var lock: NameLock?
  /// The lock's path, for messages.
  var lockFile: String?
  var overrides: [String: String] = [:]
  var retire: [String] = []

  struct Result {
    var naming: Naming
    var pack: Data
    var swift: Data
  }

  func run(_ coverage: Coverage) throws(StageError) -> Result {
    guard case .mercator(let grid) = coverage.plane else {
      throw StageError(
        .usage, "the coverage is still in longitude and latitude, a pack is in the drawing plane",
        remedy: "run `mappack simplify` on it first (with --none to keep every vertex)")
    }
    var naming = try nameRegions(
      coverage.regions.map { NamingInput(code: $0.code, name: $0.name) }, lock: lock, lockFile: lockFile,
      overrides: overrides, retire: retire, map: map)
    naming.lock.cellExponent = grid.cellExponent
    let identity = naming.lock.identity(map: map)
    let source = try swiftSource(
      map: map, typeName: typeName, lock: naming.lock, identity: identity, packResource: resource,
      attributions: Attribution.lines(of: coverage.sources))
    let rawValueByCode = Dictionary(
      naming.lock.live.map { ($0.code, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
    let pack = try packData(
      PackContents(
        map: map, identity: identity, coverage: coverage,
        rawValues: coverage.regions.compactMap { rawValueByCode[$0.code] }))
    return Result(naming: naming, pack: pack, swift: Data(source.utf8))
  }

  /// The resource's name for a pack's path: `Output/World.mappack` is `World`.
  static func resource(ofPack path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}

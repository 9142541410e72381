import Foundation
import LibFuzzer

// Fuzzing TARGET [flags of libFuzzer] [folders]

let targets: [any FuzzTarget.Type] = [
  PackTarget.self, ShapefileTarget.self, ProjectedTarget.self, DBaseTarget.self, GeoJSONTarget.self,
  TopoJSONTarget.self, KMLTarget.self, ZipTarget.self, GzipTarget.self, WellKnownTextTarget.self, FeaturesTarget.self,
  CoverageTarget.self, YAMLTarget.self,
  TablesTarget.self,
]

guard CommandLine.argc > 1, let chosen = targets.first(where: { $0.name == CommandLine.arguments[1] }) else {
  print(targets.map { $0.name }.joined(separator: "\n"))
  exit(64)
}
nonisolated(unsafe) let target = chosen

/// Found by libFuzzer by its name.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
  var random = SplitMix64(seed: UInt64(seed))
  return target.mutate(UnsafeMutableRawBufferPointer(start: bytes, count: limit), count: count, &random)
}

// libFuzzer takes the target's name for its program's.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    readWithinLimits(target, UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
  })

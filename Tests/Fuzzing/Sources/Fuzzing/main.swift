import Foundation
import FuzzTargets
import LibFuzzer
import TestSupport

// Fuzzing TARGET [flags of libFuzzer] [folders]

guard CommandLine.argc > 1, let chosen = FuzzTargets.named(CommandLine.arguments[1]) else {
  print(FuzzTargets.all.map { $0.name }.joined(separator: "\n"))
  exit(64)
}
nonisolated(unsafe) let target = chosen

/// The bytes after one of libFuzzer's own mutations.
func defaultMutation(_ bytes: [UInt8], limit: Int) -> [UInt8] {
  guard limit > 0 else { return [] }
  var room = Array(bytes.prefix(limit)) + [UInt8](repeating: 0, count: max(0, limit - bytes.count))
  let count = LLVMFuzzerMutate(&room, min(bytes.count, limit), limit)
  return Array(room.prefix(count))
}

/// Reads an input within the limits of work and memory.
func readWithinLimits(_ bytes: UnsafeRawBufferPointer) {
  let begin = fuzz_seconds()
  fuzz_begin_counting()
  target.read(bytes)
  let (peak, seconds) = (fuzz_peak(), fuzz_seconds() - begin)
  guard peak <= target.memoryLimit(bytes.count) else {
    fatalError("\(peak) bytes were held to read \(bytes.count)")
  }
  guard seconds < target.secondsLimit else { fatalError("reading \(bytes.count) bytes took \(seconds) s") }
}

/// Found by libFuzzer by its name.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
  var random = SplitMix64(seed: UInt64(seed))
  let room = UnsafeMutableRawBufferPointer(start: bytes, count: limit)
  let result = target.mutated(Array(room.prefix(count)), limit: limit, &random) { defaultMutation($0, limit: $1) }
  guard result.count <= limit else { return count }
  room.copyBytes(from: result)
  return result.count
}

// libFuzzer takes the target's name for its program's.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    readWithinLimits(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
  })

import Foundation
import TestSupport
import Testing

/// Every parser on damaged files: the same files everywhere and every time. Tests/Fuzzing/run goes on from there under
/// libFuzzer, for as long as one likes.
@Suite("Damaged files keep the promises of their readers")
struct FuzzingTests {
  /// How many files are made of the seeds and finds. Targets that write files or ask PROJ are slower.
  private static func count(_ name: String) -> Int {
    switch name {
    case "pack", "wkt", "yaml", "tables": 6000
    case "projected": 40
    default: 1200
    }
  }

  @discardableResult
  private static func read(_ bytes: [UInt8], _ target: any FuzzTarget.Type, _ label: String) -> Bool {
    let report: @Sendable (String) -> Void = { Issue.record("\(target.name), \(label): \($0)") }
    return BrokenPromise.$report.withValue(report) { bytes.withUnsafeBytes { target.read($0) } }
  }

  /// One test, because the targets share a folder.
  @Test func `readers keep their promises on seeds, on what fuzzing has found, and on a fixed list of mutations`()
    throws
  {
    for target in FuzzTargets.all {
      var inputs: [[UInt8]] = []
      var taken = 0
      for input in try FuzzingInputs.all(of: target.name) {
        let bytes = try [UInt8](Data(contentsOf: input))
        #expect(bytes.count <= 4096, "\(target.name), \(input.lastPathComponent) is too long for the fuzzer")
        if Self.read(bytes, target, input.lastPathComponent) { taken += 1 }
        inputs.append(bytes)
      }
      // What is refused at once is nothing to begin with.
      #expect(taken > 1, "\(target.name)")

      let damage = ByteDamage(dictionary: try FuzzingInputs.dictionary(of: target.name))
      for seed in 0..<UInt64(Self.count(target.name)) {
        var random = SplitMix64(seed: seed)
        var lot = SplitMix64(seed: random.next())
        let original = try #require(inputs.randomElement(using: &random))
        let bytes = target.mutated(original, limit: 4096, &random) { damage.mutated($0, limit: $1, &lot) }
        Self.read(bytes, target, "seed \(seed)")
      }
    }
  }

  @Test func `every folder of seeds and finds belongs to a target`() throws {
    let manager = FileManager.default
    let names = FuzzTargets.all.map { $0.name }
    let seeds = FuzzingInputs.folder.appendingPathComponent("Seeds")
    let folders = try manager.contentsOfDirectory(atPath: seeds.path).filter { !$0.hasPrefix(".") }
    #expect(folders.filter { !$0.hasSuffix(".dict") }.sorted() == names.sorted())
    let finds = try manager.contentsOfDirectory(atPath: FuzzingInputs.folder.appendingPathComponent("Finds").path)
    #expect(Set(finds.filter { !$0.hasPrefix(".") }).isSubset(of: names))
  }
}

import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

@Suite struct `One diagnosis` {
  /// Gaps and near misses are left as they are, so merge does not report them.
  private static let unmended: Set<Rule> = [.gap, .nearMiss]

  private static func told(_ findings: [Finding]) -> Set<String> {
    Set(
      findings.filter {
        [.features, .borders].contains($0.rule.explanation.subject) && $0.severity > .note
          && !unmended.contains($0.rule)
      }.map {
        "\($0.rule) \($0.code ?? "") \($0.record ?? 0) \($0.polygon ?? -1) \($0.ring ?? -1) \($0.vertex ?? -1) "
          + "\($0.longitude ?? 0) \($0.latitude ?? 0) \($0.count)"
      })
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `merge and validate report the same faults of one source`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let table = RandomCoverage(seed: seed).dirty(using: &random).table
    let merged = try merge(table, options: MergeOptions(key: Template("CODE"))).findings
    let validated = try TableValidation(key: Template("CODE")).findings(of: table)
    #expect(!Self.told(validated).isEmpty)
    #expect(Self.told(merged) == Self.told(validated))
  }
}

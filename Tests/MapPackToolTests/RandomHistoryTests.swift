import Foundation
import Testing

/// Maps over many editions. MAPPACK_HISTORIES says how many histories are tried, each with 12 editions; without it a few
/// short ones are.
///
///     MAPPACK_HISTORIES=2000 swift test -c release --filter RandomHistoryTests
@Suite struct RandomHistoryTests {
  private static let asked = ProcessInfo.processInfo.environment["MAPPACK_HISTORIES"].flatMap { UInt64($0) }
  static let seeds = 0..<(asked ?? 6)

  @Test(arguments: seeds)
  func `no code, case or raw value ever means two regions, and the check is green after every run`(seed: UInt64) throws
  {
    let history = try RandomHistory(seed: seed)
    try history.run(editions: Self.asked == nil ? 6 : 12)
    #expect(history.faults == [], "seed \(seed)")
    if Self.asked != nil {
      print(
        "history \(seed): \(history.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))"
      )
    }
  }
}

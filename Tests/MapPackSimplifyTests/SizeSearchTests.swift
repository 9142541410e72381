import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackSimplify

@Suite struct SizeSearchTests {
  /// Searches among made-up sizes; says what was found and how many candidates were tried.
  private func search(limit: Int, upTo most: Int, size: (Int) -> Int) throws -> (found: Int, tried: Int) {
    var tried = 0
    let found = try SizeSearch(limit: limit).largest(upTo: most) { detail in
      tried += 1
      return (detail, size(detail))
    }
    return (found, tried)
  }

  @Test(arguments: [1_000, 64_000, 999_999, 5_000_000])
  func `the result reaches the limit and does not pass it`(limit: Int) throws {
    for size in [{ 700 + $0 * 5 }, { 700 + $0 * $0 / 100_000 }, { 700 + Int(Double($0).squareRoot() * 6_000) }] {
      let (found, tried) = try search(limit: limit, upTo: 1_000_000, size: size)
      #expect(size(found) <= limit)
      #expect(Double(size(found)) >= 0.99 * Double(limit) || size(found + 1) > limit)
      #expect(tried <= 24)
    }
  }

  @Test func `what is small enough as a whole is left whole`() throws {
    #expect(try search(limit: 1_000, upTo: 100) { $0 * 10 }.found == 100)
    #expect(try search(limit: 1_000, upTo: 0) { _ in 10 }.found == 0)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a size that jumps to and fro is no larger than the limit`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let noise = (0...5_000).map { _ in Int.random(in: 0..<400, using: &random) }
    let limit = 9_000
    let (found, _) = try search(limit: limit, upTo: 5_000) { 500 + 10 * $0 + noise[$0] }
    let size = 500 + 10 * found + noise[found]
    #expect(size <= limit && size >= 8_000)
  }

  @Test func `if the smallest is too large, the error says how large it is`() {
    let error = #expect(throws: StageError.self) { try search(limit: 10, upTo: 100) { 40 + $0 } }
    #expect(error?.status == .usage)
    #expect(error?.message.contains("40 bytes") == true)
  }
}

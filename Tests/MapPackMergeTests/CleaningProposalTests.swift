import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

/// Two lands whose common border both draw as a zigzag, each up to `width` meters beside the other's, so that overlaps
/// and gaps alternate along it.
private func missing(by width: Double) -> MeterTable {
  let steps = 0...20
  func zigzag(_ sign: Double) -> MeterTable.Ring {
    steps.map { (10_000 + sign * ($0 % 2 == 0 ? width : -width) / 2, Double($0) * 1_000) }
  }
  return MeterTable([
    ("a", [[(0, 0)] + zigzag(1) + [(0, 20_000)]]),
    ("b", [[(20_000, 20_000)] + zigzag(-1).reversed() + [(20_000, 0)]]),
  ])
}

@Suite struct `A proposal for cleaning` {
  private static func options(_ length: Double? = nil) -> MergeOptions {
    MergeOptions(key: Template.code, snap: length, fillGaps: length.map { .width($0) })
  }

  private static func overlaps(_ map: MeterTable, _ options: MergeOptions) throws -> Int {
    try merge(map.table, options: options).findings.filter { $0.rule == .overlap }.reduce(0) { $0 + $1.count }
  }

  @Test(arguments: [0.3, 3, 40])
  func `names a length that joins borders which miss each other, and counts what a merge with it leaves`(
    width: Double
  ) throws {
    let map = missing(by: width)
    let proposal = try #require(try CleaningProposal(map.table, options: Self.options()))
    let effect = proposal.effect
    #expect(proposal.length >= width / 10 && proposal.length <= 10 * width)
    #expect(effect.overlaps.before == (try Self.overlaps(map, Self.options())))
    #expect(effect.overlaps.before >= 9 && effect.gaps.before >= 9)
    #expect(effect.overlaps.after == (try Self.overlaps(map, Self.options(proposal.length))))
    #expect(2 * (effect.overlaps.after + effect.gaps.after) < effect.overlaps.before + effect.gaps.before)
    // Each strip between the borders has a quarter of its width on average.
    #expect(effect.movedSquareMeters > 0 && effect.movedSquareMeters < width * 20_000)
    #expect(proposal.words.contains("would join \(effect.overlaps.before - effect.overlaps.after) of"))
  }

  @Test func `is none if borders meet, and none that would clean what is drawn on top of each other`() throws {
    let box = MeterTable.box
    let fitting = MeterTable([("a", [box(0, 0, 1_000, 1_000)]), ("b", [box(1_000, 0, 2_000, 1_000)])])
    #expect(try CleaningProposal(fitting.table, options: Self.options()) == nil)
    let enclave = MeterTable([("a", [box(0, 0, 100_000, 100_000)]), ("b", [box(40_000, 40_000, 60_000, 60_000)])])
    #expect(try CleaningProposal(enclave.table, options: Self.options()) == nil)
  }

  @Test func `is none for a gap alone, which may be another country`() throws {
    let box = MeterTable.box
    let around = MeterTable([
      ("a", [box(0, 0, 40_000, 100_000)]), ("b", [box(60_000, 0, 100_000, 100_000)]),
      ("c", [box(40_000, 0, 60_000, 45_000)]), ("d", [box(40_000, 55_000, 60_000, 100_000)]),
    ])
    #expect(try CleaningProposal(around.table, options: Self.options()) == nil)
  }

  @Test(arguments: [(100.0, true), (4_000, false)])
  func `fills no gap of the size of land, and changes no region by more than a fiftieth`(
    width: Double, isProposed: Bool
  ) throws {
    // Lands that overlap by long strips, and land of nobody between some.
    let box = MeterTable.box
    let map = MeterTable([
      ("a", [box(0, 0, 20_000, 100_000)]), ("b", [box(20_000 - width, 0, 40_000, 100_000)]),
      ("c", [box(46_000, 0, 60_000, 100_000)]), ("d", [box(40_000, 0, 46_000, 47_000)]),
      ("e", [box(40_000, 53_000, 46_000, 100_000)]), ("f", [box(60_000 - width, 0, 80_000, 100_000)]),
    ])
    let proposal = try CleaningProposal(map.table, options: Self.options())
    #expect(proposal?.length == (isProposed ? 100 : nil))
    if let proposal { #expect(proposal.effect.gaps == (1, 1)) }
  }
}

extension Template {
  /// The field of `MeterTable` with the codes.
  fileprivate static var code: Template? { try? Template("code") }
}

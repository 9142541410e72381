import Foundation
import MapTopology
import TestSupport
import Testing

@testable import MapPack

/// What Tests/Fuzzing begins with.
private let seeds = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../Fuzzing/Seeds/pack").standardized

/// What it has found, and what was mended since.
private let finds = seeds.appendingPathComponent("../../Finds/pack").standardized

/// Small packs which together have every part of the format: several levels, one only, closed arcs and joined ones,
/// islands, seams, restarts, groups, further texts, retired raw values, main bounds that are not the bounds.
private enum Seed: String, CaseIterable {
  case letters, antimeridian, patches, restarts, grouped, empty

  func data() throws -> Data {
    switch self {
    case .letters: try MapPackTests.data(TestSupport.letters())
    case .antimeridian: try MapPackTests.data(TestSupport.antimeridian())
    case .patches: try MapPackTests.data(quilt(columns: 3, rows: 2, verticesPerArc: 3, seed: 1))
    case .restarts: try MapPackTests.data(quilt(columns: 1, rows: 1, verticesPerArc: 70, levels: 3, seed: 2))
    case .grouped: try MapPackTests.data(Self.lettersInGroups, rawValues: [2, 7, 3])
    case .empty: try MapPackTests.data(CoverageDrawing(levels: 1).coverage)
    }
  }

  private static var lettersInGroups: Coverage {
    var coverage = TestSupport.letters()
    for (region, group) in ["北", "南", "北"].enumerated() {
      coverage.regions[region].group = group
      coverage.regions[region].attributes = [.init(field: "kana", value: "かな\(region)")]
    }
    return coverage
  }
}

@Test(arguments: Seed.allCases)
private func `the fuzzer begins with packs of today's format`(seed: Seed) throws {
  let file = seeds.appendingPathComponent("\(seed.rawValue).mappack")
  let expected = try seed.data()
  try Pack(data: expected).verify()
  if (try? Data(contentsOf: file)) != expected {
    try expected.write(to: file)
    Issue.record("\(file.path) was not what is written today; it has been written anew, look at it and commit it")
  }
}

@Test func `the fuzzer's seeds are small`() throws {
  let files = try FileManager.default.contentsOfDirectory(atPath: seeds.path)
  #expect(files.sorted() == Seed.allCases.map { "\($0.rawValue).mappack" }.sorted())
  let sizes = try files.map { try Data(contentsOf: seeds.appendingPathComponent($0)).count }
  #expect(sizes.reduce(0, +) < 16_384)
}

/// A promise that is not kept fails the test that runs.
private func expectPromise(_ isKept: Bool, _ broken: @autoclosure () -> String) {
  #expect(isKept, "\(broken())")
}

@Test func `what fuzzing has found is answered`() throws {
  for file in try FileManager.default.contentsOfDirectory(atPath: finds.path).sorted() where !file.hasPrefix(".") {
    let bytes = try Data(contentsOf: finds.appendingPathComponent(file))
    if let pack = try? Pack(data: bytes) { PackQuestions(pack, size: bytes.count, promise: expectPromise).ask() }
  }
}

/// The same mutations as the fuzzer's, by lot instead of by what they reach.
@Test(arguments: 0..<16 as Range<UInt64>)
func `packs whose parts are changed with all checksums made to fit are answered`(seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  let original = try [UInt8](Seed.allCases[Int(seed) % Seed.allCases.count].data())
  var opened = 0
  for _ in 0..<60 {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var lot = SplitMix64(seed: random.next())
      bytes = PackMutation.mutated(bytes, limit: 8192, &random) { changeBytes($0, limit: $1, &lot) }
    }
    guard let pack = try? Pack(data: Data(bytes)) else { continue }
    opened += 1
    PackQuestions(pack, size: bytes.count, promise: expectPromise).ask()
  }
  // Most would be refused at once if the checksums did not fit.
  #expect(opened > 4)
}

/// Changes up to eight bytes; one time in four takes some away or puts some in.
private func changeBytes(_ bytes: [UInt8], limit: Int, _ random: inout SplitMix64) -> [UInt8] {
  var bytes = bytes
  if Int.random(in: 0..<4, using: &random) == 0 {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let count = Int.random(in: 1...8, using: &random)
    if Bool.random(using: &random) {
      bytes.removeSubrange(place..<min(bytes.count, place + count))
    } else if bytes.count + count <= limit {
      bytes.insert(contentsOf: repeatElement(UInt8.random(in: 0...255, using: &random), count: count), at: place)
    }
  }
  for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
    let place = Int.random(in: bytes.indices, using: &random)
    bytes[place] =
      Bool.random(using: &random)
      ? UInt8.random(in: 0...255, using: &random) : [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
  }
  return bytes
}

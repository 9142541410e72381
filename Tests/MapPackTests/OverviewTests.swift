import Foundation
import MapPackCoverage
import MapPackEmit
import TestSupport
import Testing

@testable import MapPack

/// The overview of a pack: what it has, and that it makes no difference but in time.
@Suite struct OverviewTests {
  private static func contents(_ coverage: Coverage) -> PackContents {
    PackContents(
      map: "Test", identity: 1, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0 + 1) })
  }

  /// The same map without an overview and with one.
  private static func packs(_ coverage: Coverage) throws -> (plain: Pack, overview: Pack) {
    (try Pack(data: packData(contents(coverage))), try Pack(data: packData(contents(coverage), overviewLimit: 0)))
  }

  private static func map(_ seed: UInt64) -> Coverage {
    quilt(columns: 6, rows: 5, verticesPerArc: 90, levels: 14 + Int(seed % 3), seed: seed)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `shapes and borders are the same at each level`(seed: UInt64) throws {
    let (plain, overview) = try Self.packs(Self.map(seed))
    try overview.verify()
    #expect(plain.storage.overview == nil)
    let finest = try #require(overview.storage.overview).finest
    #expect(finest > 0)
    for level in 0..<plain.levelCount {
      #expect((overview.decodedVertexCount(level: level) < plain.vertexCount) == (level >= finest))
      for (one, other) in zip(plain.shapesByRawValue, overview.shapesByRawValue) {
        #expect(one.polygons(level: level) == other.polygons(level: level))
      }
      for borders in Pack.Borders.allCases {
        var (one, other) = (LineBuffer(), LineBuffer())
        plain.append(borders, of: plain.shapesByRawValue, level: level, to: &one)
        overview.append(borders, of: overview.shapesByRawValue, level: level, to: &other)
        #expect(one.points == other.points && one.lineStart == other.lineStart && one.isClosed == other.isClosed)
      }
    }
  }

  @Test func `a pack that is read and written again has the same overview, byte for byte`() throws {
    let data = try packData(Self.contents(Self.map(2)), overviewLimit: 0)
    let again = try packData(Self.contents(Coverage(try Pack(data: data))), overviewLimit: 0)
    func overview(_ data: Data) throws -> [[UInt8]] {
      let parts = try #require(PackParts([UInt8](data)))
      return try (0..<5).map { try #require(parts.column(PackSection.overview.tag, $0)).bytes }
    }
    #expect(try overview(again) == overview(data))
  }

  @Test(arguments: [letters(), quilt(columns: 3, rows: 3, verticesPerArc: 20, seed: 3)])
  func `a map without coarse levels, and a small one, has none`(coverage: Coverage) throws {
    #expect(try Pack(data: packData(Self.contents(coverage), overviewLimit: 0)).storage.overview == nil)
    #expect(try Pack(data: packData(Self.contents(Self.map(1)))).storage.overview == nil)
  }

  @Test func `what contradicts the map in an overview is found`() throws {
    let bytes = [UInt8](try packData(Self.contents(Self.map(1)), overviewLimit: 0))
    let parts = try #require(PackParts(bytes))
    let count = try #require(parts.column(PackSection.overview.tag, 4)).bytes.count
    var random = SplitMix64(seed: 7)
    var found = 0
    for _ in 0..<200 {
      var changed = parts
      let (byte, bit) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<8, using: &random))
      changed.change(PackSection.overview.tag, 4) { $0.bytes[byte] ^= 1 << bit }
      var data = changed.bytes
      PackParts.sign(&data)
      let pack = try Pack(data: Data(data))
      // Whatever the bytes, decoding ends.
      for shape in pack.shapesByRawValue { _ = shape.polygons(level: pack.levelCount - 1) }
      do { try pack.verify() } catch { found += 1 }
    }
    #expect(found == 200)
  }
}

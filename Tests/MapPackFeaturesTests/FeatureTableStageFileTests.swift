import Foundation
import MapPackFeatures
import TestSupport
import Testing

@Suite struct FeatureTableStageFileTests {
  /// Two sources, three features: one of a shell with a hole and an island, one without shape, one triangle.
  private static let table: FeatureTable = {
    var table = StageFileSeed.table
    table.sources[0].publisher = "国土交通省"
    table.fields.append("empty")
    table.values = [
      [.text("が"), .text("か\u{3099}"), .text("が")],
      [.integer(.min), .real(-0.0), .real(.nan)],
      [.null, .boolean(true), .text("")],
    ]
    table.ledger.droppedPolygons = [.belowGrid: 2, .minimumIsland: 1]
    table.findings[0].latitude = 0.1
    return table
  }()

  private func decoded(_ data: Data) throws(StageError) -> FeatureTable {
    try FeatureTable(encoded: data, file: "A.features")
  }

  private func bits(_ value: AttributeValue) -> String {
    switch value {
    case .real(let real): "real \(real.bitPattern)"
    case .text(let text): "text \(Array(text.unicodeScalars))"
    case .null, .integer, .boolean: "\(value)"
    }
  }

  @Test func `a table comes back bit by bit, canonically equivalent texts apart`() throws {
    let table = Self.table
    let copy = try decoded(table.encoded())
    #expect(copy.map == table.map && copy.sources == table.sources && copy.fields == table.fields)
    #expect(copy.values.map { $0.map(bits) } == table.values.map { $0.map(bits) })
    #expect(copy.source == table.source && copy.record == table.record && copy.identifier == table.identifier)
    #expect(copy.polygonStart == table.polygonStart && copy.ringStart == table.ringStart)
    #expect(copy.vertexStart == table.vertexStart)
    #expect(copy.longitude.map(\.bitPattern) == table.longitude.map(\.bitPattern))
    #expect(copy.latitude.map(\.bitPattern) == table.latitude.map(\.bitPattern))
    #expect(copy.ledger == table.ledger)
    #expect(copy.findings.count == 1 && copy.findings[0].longitude?.isNaN == true)
    #expect(copy.findings[0].message == table.findings[0].message)
  }

  @Test func `equal tables have equal bytes`() throws {
    let data = Self.table.encoded()
    #expect(Self.table.encoded() == data)
    #expect(try decoded(data).encoded() == data)
    #expect(try decoded(FeatureTable().encoded()).encoded() == FeatureTable().encoded())
  }

  @Test func `no flipped bit and no cut passes as a table`() {
    let data = Self.table.encoded()
    for offset in data.indices {
      var damaged = data
      damaged[offset] ^= 1 << (offset % 8)
      #expect(throws: StageError.self) { try decoded(damaged) }
      #expect(throws: StageError.self) { try decoded(data.prefix(offset)) }
    }
  }

  @Test func `whatever the bytes, reading ends in an error or in a table that keeps the promises`() throws {
    try Reseal.eachDamaged(Self.table.encoded(), kind: .features, masks: [0x01, 0x80, 0xFF]) { data, section, offset in
      do throws(StageError) {
        let table = try decoded(data)
        #expect(table.longitude.allSatisfy { abs($0) <= 180 } && table.latitude.allSatisfy { abs($0) <= 90 })
        #expect(table.vertexStart.last == table.vertexCount)
        #expect(table.source.allSatisfy { table.sources.indices.contains(Int($0)) })
        _ = table.encoded()
      } catch {
        #expect(error.status == .unreadableData, "section \(section), byte \(offset)")
      }
    }
  }

  @Test(arguments: [
    ("longitude", 0, Double.nan), ("longitude", 12, 180.5), ("latitude", 12, -90.0001), ("latitude", 0, .infinity),
  ])
  func `a coordinate out of range is refused`(section: String, index: Int, value: Double) throws {
    let data = try Reseal.section(section, of: Self.table.encoded(), kind: .features) { bytes in
      for byte in 0..<8 { bytes[8 * index + byte] = UInt8(truncatingIfNeeded: value.bitPattern >> (8 * byte)) }
    }
    #expect(throws: StageError.self) { try decoded(data) }
  }

  @Test func `a ring of two vertices, one with a vertex twice in a row, and a polygon without a ring are refused`() {
    var table = Self.table
    table.vertexStart = [0, 4, 7, 11, 13]
    #expect(throws: StageError.self) { try decoded(table.encoded()) }
    table = Self.table
    (table.longitude[3], table.latitude[3]) = (0, 0)
    #expect(throws: StageError.self) { try decoded(table.encoded()) }
    table = Self.table
    table.ringStart = [0, 3, 3, 4]
    #expect(throws: StageError.self) { try decoded(table.encoded()) }
  }
}

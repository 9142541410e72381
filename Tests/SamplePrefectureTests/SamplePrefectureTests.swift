import Foundation
import Testing

/// What the map `sample-prefecture` promises: everything that makes the real files hard.
@Suite struct SamplePrefectureTests {
  private func reading() throws -> Reading { try Reading.once.get() }

  @Test func `text is read as CP932`() throws {
    #expect(try reading().table.sources[0].encoding == "CP932")
    let names = Set(try reading().texts("N03_004"))
    // Extensions of JIS X 0208, and second bytes that are a backslash.
    #expect(names.isSuperset(of: ["髙嶺市", "表浜市", "ミソラ町", "磯﨑町"]))
  }

  @Test func `twelve municipalities are in a prefecture whose number does not exist`() throws {
    let reading = try reading()
    #expect(reading.table.fields == ["N03_001", "N03_002", "N03_003", "N03_004", "N03_007"])
    let codes = Set(try reading.texts("N03_007").compactMap { $0 })
    #expect(codes.count == 12)
    #expect(codes.allSatisfy { $0.count == 5 && $0.hasPrefix("99") })
    #expect(Set(try reading.texts("N03_001")) == ["見本県"])
    #expect(Set(try reading.texts("N03_002")) == [nil])
    #expect(Set(try reading.texts("N03_003")) == [nil, "北灘郡", "南灘郡", "雲井郡", "渚郡"])
    #expect(
      Set(try reading.texts("N03_004")) == [
        "見本市", "髙嶺市", "八百島市", "表浜市", "七ヶ瀬町", "磯﨑町", "ミソラ町", "飛ヶ浦町", "雲ノ平町", "鈴音村", "汐入町", "沖ノ瀬村", "所属未定地",
      ])
  }

  @Test func `a feature is one polygon, and those of a municipality do not stand together`() throws {
    let reading = try reading()
    #expect(reading.table.polygonCount == reading.table.featureCount)
    let names = try reading.texts("N03_004")
    for name in Set(names) where name != "所属未定地" {
      let records = names.indices.filter { names[$0] == name }
      #expect(records[records.count - 1] - records[0] >= records.count, "\(name ?? "")")
    }
  }

  @Test func `readers have nothing to mend: neighbors share their border to the last bit`() throws {
    let reading = try reading()
    #expect(reading.table.findings.isEmpty)
    #expect(reading.coverage.findings.isEmpty)
    #expect(reading.coverage.regions.count == 13)
  }

  @Test func `a city has more than 300 islands, down to a few hundred square meters`() throws {
    let reading = try reading()
    #expect(try reading.beyond("八百島市").filter { $0 == [[nil]] }.count > 300)
    #expect(try #require(reading.coverage.polygonArea.min()) < 300)
  }

  @Test func `a village lies wholly within a city`() throws {
    #expect(Set(try reading().beyond("鈴音村").joined()) == [["髙嶺市"]])
  }

  @Test func `a town is split over many features, some of them within other municipalities`() throws {
    let beyond = try reading().beyond("飛ヶ浦町")
    #expect(beyond.count >= 12)
    #expect(beyond.filter { !$0[0].contains(nil) }.count >= 4)
    #expect(beyond.filter { $0 == [[nil]] }.count >= 12)
  }

  @Test func `land of no municipality is one feature without a code, on the coast of a city`() throws {
    let reading = try reading()
    let names = try reading.texts("N03_004")
    let codes = try reading.texts("N03_007")
    #expect(names.indices.filter { codes[$0] == nil } == names.indices.filter { names[$0] == "所属未定地" })
    #expect(try reading.beyond("所属未定地") == [[["見本市", nil]]])
  }

  @Test func `a lake belongs to nobody`() throws {
    #expect(try reading().beyond("雲ノ平町").contains { $0.dropFirst().contains([nil]) })
  }
}

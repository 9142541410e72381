import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

private func corpus(_ path: String) throws -> String { try #require(corpora) + "/" + path }

@Suite(.enabled(if: corpora != nil))
struct CorporaTests {
  @Test(arguments: [
    ("jp-n03-2019-42-nagasaki-split/raw-layout/N03-19_42_190101.shp", "CP932", "JGD2011", 2629, 314_712, "長崎県"),
    ("jp-n03-2019-29-nara-split/raw-layout/N03-19_29_190101.shp", "CP932", "JGD2011", 40, 87_170, "奈良県"),
    ("jp-n03-2024-17-ishikawa-shp/N03-20240101_17.shp", "UTF-8", "JGD2011", 1710, 167_875, "石川県"),
  ])
  func `N03 is read whole, its text as it was written`(
    path: String, encoding: String, datum: String, features: Int, vertices: Int, prefecture: String
  ) throws {
    let table = try ingest(try corpus(path))
    #expect(table.sources.map(\.encoding) == [encoding])
    #expect(table.sources.map(\.coordinateSystem) == [datum])
    #expect(table.featureCount == features)
    // The corpus counts closing vertices.
    #expect(table.vertexCount + table.ringCount == vertices)
    #expect(Set(table.column("N03_001")) == [.text(prefecture)])
    #expect(table.findings == [])
    #expect(table.brokenPromises == [])
  }

  @Test func `a Shapefile and the GeoJSON of the same data are the same table`() throws {
    let folder = "jp-n03-2019-42-nagasaki-split/raw-layout/N03-19_42_190101"
    let shapes = try ingest(try corpus(folder + ".shp"))
    let json = try ingest(try corpus(folder + ".geojson"))
    #expect(json.featureCount == shapes.featureCount)
    #expect(json.vertexCount == shapes.vertexCount)
    #expect(json.column("N03_007") == shapes.column("N03_007"))
    #expect(json.brokenPromises == [])
  }

  @Test func `a topology of another writer, its type at the end, is read whole`() throws {
    let table = try ingest(try corpus("cov-austria-gemeinden/2016/simplified-99.5/gemeinden_995_topo.json"))
    #expect(table.featureCount == 2100)
    #expect(table.column("name").contains(.text("Pöttsching")))
    #expect(Set(table.column("iso")).count == 2100)
    #expect(table.brokenPromises == [])
  }

  @Test func `all US counties are read, in UTF-8 that nothing names`() throws {
    let folder = try corpus("cov-us-counties-500k")
    let name = try #require(
      FileManager.default.subpathsOfDirectory(atPath: folder).sorted().first {
        $0.hasSuffix(".shp") && !$0.contains("subset")
      })
    let table = try ingest(folder + "/" + name)
    #expect(table.featureCount == 3233)
    #expect(table.vertexCount + table.ringCount == 1_039_365)
    #expect(table.column("NAME").contains(.text("Doña Ana")))
    #expect(table.brokenPromises == [])
  }

  @Test func `every file of the JSON suite gets its verdict`() throws {
    let root = try #require(corpora)
    let suite = root + "/json-testsuite/JSONTestSuite/test_parsing"
    for name in try FileManager.default.contentsOfDirectory(atPath: suite).sorted() where name.hasSuffix(".json") {
      // Each text as a foreign member of a feature: taken if it is JSON, refused if it is not. What programs write for
      // numbers that JSON does not have is taken too.
      let text = try Data(contentsOf: URL(fileURLWithPath: suite + "/" + name))
      guard name.hasPrefix("y_") || name.hasPrefix("n_") else { continue }
      let folder = try TemporaryFolder()
      let path = try folder.write(
        Array(#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"x":"#.utf8) + Array(text)
          + Array("}]}".utf8), to: "map.json")
      do throws(StageError) {
        _ = try ingest(path)
        let isTaken = ["NaN", "-NaN", "Inf", "infinity", "minus_infinity"].contains { name == "n_number_\($0).json" }
        #expect(name.hasPrefix("y_") || isTaken, "\(name)")
      } catch {
        #expect(name.hasPrefix("n_"), "\(name): \(error)")
      }
    }
  }
}

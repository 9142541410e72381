import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

@Suite(.enabled(if: corpora != nil))
struct CorporaTests {
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

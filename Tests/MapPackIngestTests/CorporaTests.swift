import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

/// Texts that are JSON, and that are not.
@Test(arguments: [
  (
    true,
    [
      "null", "true", " [] ", "{}", #"[[],{"":0}]"#, "-0", "0.5e-7", "1E+2", #""\u00e9\ud834\udd1e\\\/\"\b\f\n\r\t""#,
      #""é\u0000""#,
      "[1,\t2 ,\n3\r]", #"{"a":1,"a":2}"#, "123456789012345678901234567890", "1e-400",
    ]
  ),
  (
    false,
    [
      "", "nul", "True", "[1,]", "[,1]", "[1 2]", "[1", "1]", "{1:2}", "{'a':1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
      #"{"a" 1}"#, "01", "+1", ".5", "1.", "1e", "0x1", "--1", #""\x""#, #""\u12g4""#, #""a"#, "\"\t\"", "// a\n1",
      "1 2",
    ]
  ),
])
func `a text that is JSON is taken as a foreign member, and another one is refused`(isJSON: Bool, texts: [String])
  throws
{
  for text in texts {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"x":"# + text + "}]}", to: "map.json")
    let isTaken = (try? ingest(path)) != nil
    #expect(isTaken == isJSON, "\(text)")
  }
}

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

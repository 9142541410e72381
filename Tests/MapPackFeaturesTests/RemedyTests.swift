import Foundation
import MapPackFeatures
import Testing

/// Settings in advice are values: whoever prints chooses key or flag.
@Suite struct RemedyTests {
  private static let remedy: Remedy =
    "name it, as in \(.layer, "towns --key 2024"), or \(.snap, "5 m") and \(.key) of --snap"

  @Test func `a setting is a key for one reader and a flag for another, and words stay as they are`() {
    #expect(
      Self.remedy.words(for: .pipelineFile)
        == "name it, as in `layer: towns --key 2024`, or `clean: { snap: 5 m }` and `merge.key` of --snap")
    #expect(
      Self.remedy.words(for: .stage) == "name it, as in --layer 'towns --key 2024', or --snap '5 m' and --key of --snap"
    )
    #expect(
      ("say \(.encoding, "CP932")" as Remedy).words(for: .documentation)
        == "say `encoding: CP932`, `--encoding CP932`")
  }

  @Test func `a setting without a flag is a key for every reader`() {
    let remedy: Remedy = "see \(.keyless)"
    for reader in [Remedy.Reader.pipelineFile, .stage, .documentation] {
      #expect(remedy.words(for: reader) == "see `merge.keyless`")
    }
  }

  @Test(arguments: [("*", "\"*\""), ("a: b", "\"a: b\""), ("2024", "\"2024\""), ("EPSG:6677", "EPSG:6677"), ("市", "市")])
  func `a value is quoted as YAML needs it`(value: String, written: String) {
    #expect(("\(.layer, value)" as Remedy).words(for: .pipelineFile) == "`layer: \(written)`")
  }

  @Test(arguments: [remedy, "plain words", "\(.key)"])
  func `a remedy comes back from JSON as it was`(remedy: Remedy) throws {
    let data = try JSONEncoder().encode([remedy])
    #expect(try JSONDecoder().decode([Remedy].self, from: data) == [remedy])
  }

  @Test func `words that are put together are one text`() {
    #expect(("a" as Remedy) + "b" == "ab")
    #expect(([] as [Remedy]).joined(separator: "; ") == "")
    #expect((["a", "b \(.key)"] as [Remedy]).joined(separator: "; ") == "a; b \(.key)")
  }
}

import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackProject
@testable import MapPackTool

@Test(arguments: ["aliases-in-a-key.yml", "key-in-a-key.yml"])
private func `what the fuzzer has found to take for ever is refused at once`(name: String) throws {
  let text = try String(contentsOf: FuzzingInputs.folder.appendingPathComponent("Finds/yaml/\(name)"), encoding: .utf8)
  let error = try #require(throws: StageError.self) { try PipelineFile(text: text, path: name) }
  #expect(error.message.hasPrefix("the YAML is too intricate"), "\(error)")
}

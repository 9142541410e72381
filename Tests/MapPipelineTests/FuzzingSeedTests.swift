import Foundation
import MapFeatures
import MapIngest
import MapNaming
import TestSupport
import Testing

@testable import MapPipeline

/// Whether a text can be read; where not, the error has a status that it may have, and a file.
private func isRead(_ input: URL, refusal: MapFeatures.ExitStatus, _ read: () throws(StageError) -> Void) -> Bool {
  do throws(StageError) {
    try read()
    return true
  } catch {
    #expect(error.status == refusal && error.file != nil, "\(input.lastPathComponent): \(error)")
    return false
  }
}

@Test func `pipeline files with which the fuzzer begins and that it has found are read or refused`() throws {
  var files = 0
  for input in try FuzzingInputs.all(of: "yaml") {
    let data = try Data(contentsOf: input)
    #expect(data.count <= 4096)
    let wasRead = isRead(input, refusal: .usage) { () throws(StageError) in
      _ = try PipelineFile(text: String(decoding: data, as: UTF8.self), path: input.path)
    }
    files += wasRead ? 1 : 0
  }
  #expect(files > 3)
}

@Test(arguments: ["aliases-in-a-key.yml", "key-in-a-key.yml"])
private func `what the fuzzer has found to take for ever is refused at once`(name: String) throws {
  let text = try String(contentsOf: FuzzingInputs.folder.appendingPathComponent("Finds/yaml/\(name)"), encoding: .utf8)
  let error = try #require(throws: StageError.self) { try PipelineFile(text: text, path: name) }
  #expect(error.message.hasPrefix("the YAML is too intricate"), "\(error)")
}

@Test func `tables with which the fuzzer begins and that it has found are read or refused`() throws {
  var tables = 0
  for input in try FuzzingInputs.all(of: "tables") {
    let bytes = try Data(contentsOf: input)
    #expect(bytes.count <= 4096)
    let data = Data(bytes.dropFirst())
    let wasRead =
      switch bytes.first {
      case UInt8(ascii: "l"):
        isRead(input, refusal: .usage) { () throws(StageError) in
          try NameLockFile.parse(String(decoding: data, as: UTF8.self), file: "map.names.yml").check(
            file: "map.names.yml")
        }
      case UInt8(ascii: "c"):
        isRead(input, refusal: .unreadableData) { () throws(StageError) in
          _ = try ChangeTable.changes(in: try tableText(data, file: "changes.csv"), file: "changes.csv")
        }
      default:
        isRead(input, refusal: .unreadableData) { () throws(StageError) in
          _ = try NameTable(text: try tableText(data, file: "names.csv"), file: "names.csv")
        }
      }
    tables += wasRead ? 1 : 0
  }
  #expect(tables > 4)
}

import Foundation
import MapPackFeatures
import Testing

@testable import MapPackFiles
@testable import MapPackRun
@testable import MapPackTool

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The digests in the provenance are of the bytes that were read.
@Suite struct InputSealTests {
  enum Change: CaseIterable {
    case rewritten, replaced, touched, gone, sameSizeAndTime
  }

  @Test(arguments: Change.allCases)
  func `a file that is changed after it was noted is an error`(change: Change) throws {
    let workspace = try Workspace()
    let path = try workspace.write("source", to: "a")
    var seal = InputSeal()
    try seal.note("a", at: path)
    #expect(try seal.digest("a", at: path) == Digest.sha256(Data("source".utf8)))
    try seal.verify()
    switch change {
    case .rewritten: try workspace.write("longer source", to: "a")
    case .replaced:
      try workspace.write("source", to: "b")
      #expect(rename(workspace.path("b"), path) == 0)
    case .touched:
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    case .gone: try FileManager.default.removeItem(atPath: path)
    case .sameSizeAndTime:
      let file = open(path, O_WRONLY)
      #expect(write(file, "SOURCE", 6) == 6)
      close(file)
    }
    let error = try #require(throws: StageError.self) { try seal.verify() }
    #expect(error.status == .unreadableData)
    #expect(error.description.contains("a: error: the file was changed while the run was at work"))
    #expect(throws: StageError.self) { try seal.digest("a", at: path) }
  }

  @Test func `a file that appears after it was looked for is an error`() throws {
    let workspace = try Workspace()
    var seal = InputSeal()
    try seal.note("a", at: workspace.path("a"))
    try seal.verify()
    try workspace.write("now", to: "a")
    #expect(throws: StageError.self) { try seal.verify() }
  }

  /// Progress is shown while the sources are read, so a console that is told of it changes one in the middle.
  @Test(arguments: ["RawData/island.geojson", "Pipelines/island.yml", "table.csv", "Pipelines/island.lock"])
  func `a run whose inputs change while it works writes nothing`(file: String) throws {
    let workspace = try Workspace(Island(), more: "names: { table: table.csv }\n")
    try workspace.write("code,name\n000,Alpha\n", to: "table.csv")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    try workspace.write(Island(seed: 2).geoJSON, to: "RawData/island.geojson")
    let text = try workspace.text(file)
    let outputs = ["Output/Island.mappack", "Output/Island.swift", "Pipelines/Island.provenance.json"]
    let before = try outputs.map(workspace.data)
    let path = workspace.path(file)
    let changed = Transcript()
    let messages = Transcript()
    let console = Console(
      isTerminal: true, output: { _ in },
      message: { line in
        messages.append(line)
        guard changed.text.isEmpty, line.contains("%") || line.contains("(") else { return }
        changed.append("x")
        try? Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path))
      })
    let status = Console.$current.withValue(console) { execute(RootCommand.self, ["run", workspace.pipeline]) }
    #expect(changed.text == "x")
    #expect(status == 65, "\(messages.text)")
    #expect(messages.text.contains("was changed while the run was at work"))
    #expect(try outputs.map(workspace.data) == before)
    #expect(!workspace.files().contains { $0.contains(".mappack-") })
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
  }
}

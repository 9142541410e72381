import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What only a process of its own can show.
@Suite(.enabled(if: Executable.url != nil)) struct ExecutableTests {
  private func made() throws -> Workspace {
    let workspace = try Workspace(Island())
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    // So that every output has something new to be written.
    try workspace.write(Island(seed: 2).geoJSON, to: "RawData/island.geojson")
    return workspace
  }

  @Test func `the process ends with the command's status and prints its message`() throws {
    let (process, messages) = try Executable.start("exec \"$0\" run \"$1\"", "/nowhere/none.yml")
    let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 66)
    #expect(text.hasPrefix("/nowhere/none.yml: error: there is no such file"))
  }

  @Test func `without PROJ's database a projected source exits 69 and says what to install, and degrees are read`()
    throws
  {
    let workspace = try Workspace(Island())
    let line = "PROJ_DATA=/nowhere PROJ_LIB=/nowhere exec \"$0\" ingest \"$1\" -o \"$2\" --crs \"$3\""
    for (system, status) in [("EPSG:6677", 69), ("EPSG:6668", 0)] as [(String, Int32)] {
      let (process, messages) = try Executable.start(
        line, workspace.path("RawData/island.geojson"), workspace.path("a.features"), system)
      let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == status)
      #expect(text.contains("proj.db") == (status == 69), "\(text)")
    }
  }

  @Test func `where files may not grow, the run exits 74 and every old file stays`() throws {
    let workspace = try made()
    let before = try workspace.snapshot()
    let (process, messages) = try Executable.start("ulimit -f 1; exec \"$0\" run \"$1\"", workspace.pipeline)
    let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 74)
    #expect(text.contains("Output/Island.mappack: error: cannot be written"), "\(text)")
    #expect(try workspace.snapshot() == before)
  }

  @Test func `a run that is killed while it writes leaves the old files, and the next one is not hindered`() throws {
    let workspace = try made()
    // Opening a pipe that nobody reads holds the run up after it has written the pack beside its target.
    #expect(mkfifo(workspace.path("report"), 0o600) == 0)
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: ".swift }", with: ".swift, report: report }"),
      to: "Pipelines/island.yml")
    let outputs = [
      "Output/Island.mappack", "Output/Island.swift", "Output/Island.provenance.json", "Pipelines/island.names.yml",
    ]
    let before = try outputs.map(workspace.data)
    let (process, _) = try Executable.start("exec \"$0\" run \"$1\"", workspace.pipeline)
    let partial = workspace.path("Output/.Island.mappack.partial")
    let deadline = Date(timeIntervalSinceNow: 60)
    while !FileManager.default.fileExists(atPath: partial), Date() < deadline { usleep(10_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(FileManager.default.fileExists(atPath: partial))
    #expect(try outputs.map(workspace.data) == before)

    try workspace.write(Island.pipeline(), to: "Pipelines/island.yml")
    try FileManager.default.removeItem(atPath: workspace.path("report"))
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
    #expect(!workspace.files().contains { $0.hasSuffix(".partial") })
    #expect(try workspace.data(outputs[0]) != before[0])
  }
}

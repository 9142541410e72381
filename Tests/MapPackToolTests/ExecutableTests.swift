import Foundation
import Testing

@testable import MapPackFiles
@testable import MapPackTool

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What only a process of its own can show.
@Suite struct ExecutableTests {
  private func made() throws -> Workspace {
    let workspace = try Workspace.made()
    // So that every output has something new to be written.
    try workspace.write(Island(seed: 2).geoJSON, to: "RawData/island.geojson")
    return workspace
  }

  @Test func `the process ends with the command's status and prints its message`() throws {
    let (process, text) = try Executable.run("exec \"$0\" run \"$1\"", "/nowhere/none.yml")
    #expect(process.terminationStatus == 66)
    #expect(text.hasPrefix("/nowhere/none.yml: error: there is no such file"))
  }

  @Test(arguments: [("--dry-run", 0), ("--quiet", 65)] as [(String, Int32)])
  func `a process ends with its own status, although a thread still reads an input`(flag: String, status: Int32) throws
  {
    let workspace = try Workspace(Island())
    // The executable is no map. It was made a while ago, and its digest takes longer than all else.
    try FileManager.default.removeItem(atPath: workspace.path("RawData/island.geojson"))
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path("RawData/island.geojson"), withDestinationPath: Executable.url.path)
    for _ in 0..<5 {
      let (process, text) = try Executable.run("exec \"$0\" run \"$1\" --jobs 2 \"$2\"", workspace.pipeline, flag)
      #expect(process.terminationStatus == status, "\(text)")
    }
  }

  @Test func `without PROJ's database a projected source exits 69 and says what to install, and degrees are read`()
    throws
  {
    let workspace = try Workspace(Island())
    let line = "PROJ_DATA=/nowhere PROJ_LIB=/nowhere exec \"$0\" ingest \"$1\" -o \"$2\" --crs \"$3\""
    for (system, status) in [("EPSG:6677", 69), ("EPSG:6668", 0)] as [(String, Int32)] {
      let (process, text) = try Executable.run(
        line, workspace.path("RawData/island.geojson"), workspace.path("a.features"), system)
      #expect(process.terminationStatus == status)
      #expect(text.contains("proj.db") == (status == 69), "\(text)")
    }
  }

  @Test func `if files may not grow, the run exits 74 and every old file stays`() throws {
    let workspace = try made()
    let before = try workspace.snapshot()
    let (process, text) = try Executable.run("ulimit -f 1; exec \"$0\" run \"$1\"", workspace.pipeline)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 74)
    #expect(text.contains("Output/Island.mappack: error: cannot be written"), "\(text)")
    #expect(try workspace.snapshot() == before)
  }

  /// Signals that end a process, with those that come of a limit, a timer or another program.
  private static let signals = [
    SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU, SIGSYS,
  ]

  @Test(arguments: signals)
  func `a run that ends while it writes leaves the old files, and the next one is not hindered`(signal: Int32) throws {
    let workspace = try made()
    // Opening a pipe that nobody reads holds the run up after it has written the others beside their targets.
    #expect(mkfifo(workspace.path("report"), 0o600) == 0)
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: ".swift }", with: ".swift, report: report }"),
      to: "Pipelines/island.yml")
    let outputs = [
      "Output/Island.mappack", "Output/Island.swift", "Pipelines/Island.provenance.json", "Pipelines/island.lock",
    ]
    let before = try outputs.map(workspace.data)
    let (process, _) = try Executable.start("ulimit -c 0; exec \"$0\" run \"$1\"", [workspace.pipeline])
    let partial = OutputTarget(resolved: workspace.path("Pipelines/Island.provenance.json"), called: "").temporary
    while !FileManager.default.fileExists(atPath: partial), process.isRunning { usleep(10_000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(FileManager.default.fileExists(atPath: partial) == (signal == SIGKILL))
    #expect(try outputs.map(workspace.data) == before)

    try workspace.write(Island.pipeline(), to: "Pipelines/island.yml")
    try FileManager.default.removeItem(atPath: workspace.path("report"))
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
    #expect(!workspace.files().contains { $0.contains(".mappack-") })
    #expect(try workspace.data(outputs[0]) != before[0])
  }

  @Test func `two runs do not make one map at a time, and a run elsewhere or a check waits for none`() throws {
    let workspace = try made()
    let file = open(workspace.pipeline, O_RDONLY)
    defer { close(file) }
    #expect(flock(file, LOCK_SH | LOCK_NB) == 0)
    let run = CommandOutput.of("run", workspace.pipeline, exits: 73)
    #expect(run.messages.contains("another run is making this map"))
    #expect(CommandOutput.of("run", workspace.pipeline, "--output", workspace.path("trial")).status == 0)
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 73)
    #expect(flock(file, LOCK_UN) == 0)
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
  }

  /// Commands that print a result each, `$1` is a pack and `$2` a source.
  private static let printing = [
    "inspect \"$1\"", "inspect \"$1\" --json", "locate \"$1\" 11.5 51.5", "diff \"$1\" \"$1\"",
    "diff \"$1\" \"$1\" --format json", "validate \"$2\"", "validate \"$2\" --format sarif", "schemas", "--help",
    "--version", "run --help", "export \"$1\" -o /dev/stdout --quiet", "export \"$1\" -o \"$2.svg\"",
    "ingest \"$2\" -o \"$2.features\"",
  ]

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: printing)
  func `a standard output that cannot be written is status 74, in words`(command: String) throws {
    let workspace = try made()
    for (redirection, words) in [
      ("> /dev/full", "cannot be written: No space left on device"), (">&-", "cannot be written: Bad file descriptor"),
      ("| true", ""),
    ] {
      // The process ends after its reader has.
      let line =
        redirection == "| true"
        ? "{ sleep 0.2; \"$0\" \(command); echo $? > \"$3\"; } | true; exit $(cat \"$3\")"
        : "\"$0\" \(command) \(redirection)"
      let (process, text) = try Executable.run(
        line, workspace.path("Output/Island.mappack"), workspace.path("RawData/island.geojson"),
        workspace.path("status"))
      #expect(process.terminationStatus == 74, "\(command) \(redirection): \(text)")
      #expect(
        words.isEmpty ? !text.contains("error") || command.contains("/dev/stdout") : text.contains(words), "\(text)")
    }
  }

  @Test func `a closed standard output does not send words into an output`() throws {
    let workspace = try made()
    let (process, _) = try Executable.run("\"$0\" run \"$1\" >&- 2>&- <&-", workspace.pipeline)
    #expect(process.terminationStatus == 74)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
  }

  @Test func `/dev/stdout is written at the shell's position in the file`() throws {
    let workspace = try made()
    _ = try Executable.run(
      "{ echo before; \"$0\" export \"$1\" -o /dev/stdout --quiet; echo after; } > \"$2\"",
      workspace.path("Output/Island.mappack"), workspace.path("all"))
    let text = try workspace.text("all")
    #expect(text.hasPrefix("before\n{\"type\":\"FeatureCollection\""), "\(text.prefix(60))")
    #expect(text.hasSuffix("after\n"))
  }

  #if os(Linux)
    @Test func `a name that is not UTF-8 is refused in words, and one that does not matter is passed over`() throws {
      let workspace = try made()
      let source = "\"$1/RawData/island.geojson\""
      for (line, status, words) in [
        ("\"$0\" ingest \"$1/$(printf 'a\\223')\" -o \"$1/a.features\"", 64, "a\\x93 is not UTF-8"),
        ("touch \"$1/RawData/$(printf '\\223.txt')\"; \"$0\" run \"$1/Pipelines/island.yml\"", 0, ""),
        ("\"$0\" validate \"$1/RawData\"", 0, ""),
        (
          "cp \(source) \"$1/RawData/$(printf '\\223.geojson')\"; \"$0\" validate \"$1/RawData\"", 65,
          "RawData: error: the name of \\x93.geojson in this folder is not UTF-8"
        ),
        ("\"$0\" ingest \"$1/RawData\" -o \"$1/a.features\"", 65, "\\x93.geojson"),
        ("\"$0\" ingest \"$1/RawData/*.geojson\" -o \"$1/a.features\"", 65, "\\x93.geojson"),
        (
          "mkdir -p \"$1/more/$(printf '\\223')\"; cp \(source) \"$1/more/$(printf '\\223')/a.geojson\"; "
            + "\"$0\" ingest \"$1/more\" -o \"$1/a.features\"", 65, "the name of \\x93 in this folder"
        ),
        (
          "cd \"$1\" && touch \"Pipelines/$(printf '\\223.yml')\" && \"$0\" run", 65,
          "Pipelines: error: the name of the pipeline file \\x93.yml is not UTF-8"
        ),
        ("cd \"$1\" && \"$0\" run island", 0, ""),
      ] as [(String, Int32, String)] {
        let (process, text) = try Executable.run(line, workspace.url.path)
        #expect(process.terminationStatus == status, "\(line): \(text)")
        #expect(words.isEmpty || text.contains(words), "\(text)")
      }
    }

    @Test(arguments: [30_000, 40_000, 60_000, 90_000, 120_000, 160_000])
    func `without memory the process ends in words, with a status, and leaves nothing`(kilobytes: Int) throws {
      let workspace = try made()
      let before = try workspace.snapshot()
      let scratch = workspace.path("scratch")
      try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
      // The smallest has just room for the program itself.
      let (process, text) = try Executable.run(
        "\"$0\" schemas > /dev/null; ulimit -v $(( $2 )); TMPDIR=\"$3\" exec timeout 60 \"$0\" run \"$1\" --jobs 4",
        workspace.pipeline, String(kilobytes), scratch)
      #expect(process.terminationReason == .exit)
      // 65: the parser of JSON found no room, and said so. 127: the loader itself found none.
      #expect([0, 65, 70, 127].contains(process.terminationStatus), "\(process.terminationStatus): \(text)")
      if process.terminationStatus == 70 { #expect(text.contains("memory ran out")) }
      if process.terminationStatus == 65 { #expect(text.contains("there is not enough memory")) }
      if process.terminationStatus != 0 { #expect(try workspace.snapshot() == before) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch) == [])
    }
  #endif
}

import Foundation
import Testing

/// `Pipelines/run`, with a `swift` whose build is a command that only says what it is asked for.
@Suite struct RunScriptTests {
  private let copy: ScriptCopy

  init() throws {
    copy = try ScriptCopy()
    try copy.workspace.write("", to: "Package.swift")
    try copy.workspace.write("", to: "Sources/a.swift")
    try copy.write("#!/bin/sh\necho \"mappack $*\"", "tool")
    try copy.write(
      """
      #!/bin/sh
      echo "swift $*" >> '\(copy.workspace.path("calls"))'
      case $* in build*)
        mkdir -p .build/debug && cp tool .build/debug/mappack-command ;;
      esac
      """, "tools/swift")
  }

  @Test func `the first run says how long the build takes, makes every map and says what to do next`() throws {
    let run = try copy.run("run", ["world", "--jobs", "1"])
    #expect(run.status == 0 && copy.builds.count == 1)
    let build = try #require(run.output.firstRange(of: #/this takes about [1-9]\d* minutes, once/#))
    let maps = try #require(run.output.firstRange(of: "mappack run --force world --jobs 1\n"))
    let next = try #require(run.output.firstRange(of: "what to type next:\n"))
    #expect(build.upperBound < maps.lowerBound && maps.upperBound < next.lowerBound)
  }

  /// Half an hour of processor time, on this machine and as one that has a thousand of them.
  @Test(arguments: [(1, 31), (2, 19), (1_000, 8)])
  func `how long a build takes is told from the last one here and from the processors`(
    processors: Int, minutes: Int
  ) throws {
    try copy.write("#!/bin/sh\necho \(processors)", "tools/getconf")
    try copy.workspace.write("1800\n", to: ".build/command.seconds")
    #expect(try copy.run("run").output.contains("this takes about \(minutes) minutes, once"))
    #expect(try copy.workspace.text(".build/command.seconds") == "1800\n")
  }

  @Test func `later runs build nothing and say nothing, until the source changes`() throws {
    _ = try copy.run("run")
    #expect(try copy.run("run") == (0, "mappack run\n"))
    #expect(try copy.run("run", ["world"]) == (0, "mappack run world\n"))
    #expect(copy.builds.count == 1)
    let later = Date(timeIntervalSinceNow: 5)
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: copy.workspace.path("Sources/a.swift"))
    let run = try copy.run("run")
    #expect(
      run.output.hasPrefix("Building mappack anew, because its source has changed: at most about "), "\(run.output)")
    #expect(run.output.contains("mappack run --force\n") && copy.builds.count == 2)
  }

  @Test(arguments: ["--check", "--dry-run", "--force", "--help"])
  func `a first run that asks for something else gets that alone`(flag: String) throws {
    let run = try copy.run("run", [flag])
    #expect(run.status == 0 && run.output.hasSuffix("mappack run \(flag)\n"), "\(run.output)")
  }

  @Test func `a map that fails ends the run with its status`() throws {
    try copy.write("#!/bin/sh\nexit 65", "tool")
    let run = try copy.run("run")
    #expect(run.status == 65 && !run.output.contains("next"), "\(run.output)")
  }
}

/// The packages that the scripts install, with an `apt-get` that only writes down what it is asked for.
@Suite struct LibrariesTests {
  private let copy: ScriptCopy

  /// A machine that lacks libzip's headers, and an archive that has versions of them.
  init() throws {
    copy = try ScriptCopy()
    let calls = copy.workspace.path("calls")
    let installed = copy.workspace.path("installed")
    try copy.write("#!/bin/sh\n[ \"$2\" != libzip ] || [ -e '\(installed)' ]", "tools/pkg-config")
    try copy.write(
      """
      #!/bin/sh
      case "$*" in
        *-s*) echo 'Inst libzip4 [1.0-1] (1.0-2 Debian:12 [amd64])'; echo 'Inst libzip-dev (1.0-2 Debian:12 [amd64])' ;;
        *) echo "apt-get $*" >> '\(calls)'; touch '\(installed)' ;;
      esac
      """, "tools/apt-get")
    try copy.write("#!/bin/sh\nexec \"$@\"", "tools/sudo")
  }

  @Test(arguments: [true, false])
  func `nothing that is here is renewed if the archive has headers for it`(isOld: Bool) throws {
    let version = isOld ? "1.0-1" : "1.0-2"
    try copy.write("#!/bin/sh\necho ' libzip-dev | \(version) | http://example.invalid'", "tools/apt-cache")
    let install = try copy.run("install", ["--libraries"])
    #expect(install.status == 0, "\(install.output)")
    let call = try #require(try copy.workspace.text("calls").split(separator: "\n").last)
    #expect(call.contains("install -y --no-install-recommends libzip-dev"))
    #expect(call.hasSuffix(" libzip-dev=1.0-1") == isOld, "\(call)")
  }
}

import Foundation
import TestSupport
import Testing

@testable import MapPackFiles
@testable import MapPackTool

/// `Pipelines/install`, with a `swift` that only writes down what it is asked for.
@Suite struct InstallTests {
  @Test(arguments: ["Linux", "Darwin"])
  func `the command and its completions are installed, and the message says where`(system: String) throws {
    let copy = try ScriptCopy(system: system)
    let prefix = copy.workspace.path("here")
    let install = try copy.run("install", ["--prefix", prefix])
    #expect(install.status == 0, "\(install.output)")
    #expect(
      copy.workspace.files().filter { $0.hasPrefix("here/") } == [
        "here/bin/mappack", "here/share/bash-completion/completions/mappack",
        "here/share/doc/mappack/AddingAMap.md", "here/share/doc/mappack/Snakefile",
        "here/share/doc/mappack/maps.yml", "here/share/fish/vendor_completions.d/mappack.fish",
        "here/share/zsh/site-functions/_mappack",
      ])
    #expect(try copy.workspace.text("here/share/zsh/site-functions/_mappack") == "for zsh\n")
    #expect(FileManager.default.isExecutableFile(atPath: prefix + "/bin/mappack"))
    #expect(install.output.contains("Installed mappack 9.8.7: \(prefix)/bin/mappack\n"))
    #expect(install.output.contains("export PATH=\"\(prefix)/bin:$PATH\""))
    let build = try #require(copy.builds.first)
    #expect(copy.builds.count == 1 && build.contains("-c release") && build.contains("--product mappack-command"))
    // Apple's systems have the runtime themselves.
    #expect(build.contains("--static-swift-stdlib") == (system == "Linux"))
  }

  @Test func `a Mac gets the library of the toolchain beside the command`() throws {
    let copy = try ScriptCopy(system: "Darwin")
    for system in ["macosx", "iphoneos"] {
      try copy.write(system, "toolchain/lib/swift-6.2/\(system)/libswiftCompatibilitySpan.dylib")
    }
    let install = try copy.run("install", ["--prefix", copy.workspace.path("here")])
    #expect(install.status == 0, "\(install.output)")
    #expect(try copy.workspace.text("here/lib/libswiftCompatibilitySpan.dylib") == "macosx")
    let calls = try copy.workspace.text("calls").split(separator: "\n")
    let path = try #require(calls.firstIndex { $0.hasPrefix("install_name_tool -add_rpath @executable_path/../lib ") })
    // A change of the binary makes its signature wrong.
    #expect(calls[(path + 1)...].contains { $0.hasPrefix("codesign --force --sign - ") })
  }

  @Test func `a folder that is on PATH needs no advice, and a second installation takes the place of the first`() throws
  {
    let copy = try ScriptCopy()
    let prefix = copy.workspace.path("here")
    #expect(try copy.run("install", ["--prefix=\(prefix)"]).status == 0)
    try copy.write("#!/bin/sh\necho 10.0.0", "built/mappack-command")
    let again = try copy.run("install", ["--prefix", prefix], path: prefix + "/bin")
    #expect(again.status == 0 && again.output.contains("Installed mappack 10.0.0"), "\(again.output)")
    #expect(!again.output.contains("PATH"))
  }

  @Test func `a relative prefix is one of the folder from which the command is called`() throws {
    let copy = try ScriptCopy()
    try copy.workspace.write("", to: "there/file")
    #expect(try copy.run("install", ["--prefix", "in it"], in: "there").status == 0)
    #expect(copy.workspace.files().contains("there/in it/bin/mappack"))
  }

  @Test func `nothing is built if nothing can be written`() throws {
    let copy = try ScriptCopy()
    try copy.workspace.write("", to: "file")
    let install = try copy.run("install", ["--prefix", copy.workspace.path("file/x")])
    #expect(install.status == 73 && install.output.contains("name another folder with --prefix"), "\(install.output)")
    #expect(copy.builds.isEmpty)
  }

  @Test func `a build that fails leaves the command that was there`() throws {
    let copy = try ScriptCopy()
    let prefix = copy.workspace.path("here")
    #expect(try copy.run("install", ["--prefix", prefix]).status == 0)
    let before = copy.workspace.files().filter { $0.hasPrefix("here/") }
    try copy.workspace.write("", to: "broken")
    try copy.write("another", "built/mappack-command")
    #expect(try copy.run("install", ["--prefix", prefix]).status != 0)
    #expect(copy.workspace.files().filter { $0.hasPrefix("here/") } == before)
    #expect(try copy.workspace.text("here/bin/mappack").contains("9.8.7"))
  }

  @Test(arguments: [["--prefix"], ["--prefix", ""], ["--archive"], ["--frobnicate"], ["/usr"]])
  func `wrong usage ends with 64 and builds nothing`(arguments: [String]) throws {
    let copy = try ScriptCopy()
    let install = try copy.run("install", arguments)
    #expect(install.status == 64 && install.output.hasPrefix("Pipelines/install: error: "), "\(install.output)")
    #expect(copy.builds.isEmpty)
  }

  @Test func `the libraries alone need no Swift toolchain`() throws {
    let copy = try ScriptCopy()
    try copy.write("#!/bin/sh\nexit 1", "tools/swift")
    #expect(try copy.run("install", ["--libraries"]) == (0, ""))
    let install = try copy.run("install", ["--prefix", copy.workspace.path("here")])
    #expect(install.status == 69 && install.output.contains("There is no Swift toolchain."), "\(install.output)")
  }

  @Test(arguments: [(library: "proj", package: "libproj-dev"), ("libcurl", "libcurl4-openssl-dev")])
  func `libraries that cannot be installed are named, and end with 69`(library: String, package: String) throws {
    let copy = try ScriptCopy()
    try copy.write("#!/bin/sh\n[ \"$2\" != \(library) ]", "tools/pkg-config")
    try copy.write("#!/bin/sh\nexit 1", "tools/apt-get")
    for arguments in [["--libraries"], ["--prefix", copy.workspace.path("here")]] {
      let install = try copy.run("install", arguments)
      #expect(install.status == 69 && install.output.contains(" \(package)\n"), "\(install.output)")
    }
    #expect(copy.builds.isEmpty)
  }

  // MARK: From an archive

  /// A copy without a Swift toolchain and without libraries, and an archive beside it, with its checksum.
  private func archived(_ command: String = "#!/bin/sh\necho 9.9.9") throws -> ScriptCopy {
    let copy = try ScriptCopy()
    for tool in ["swift", "pkg-config", "apt-get"] { try copy.write("#!/bin/sh\nexit 1", "tools/\(tool)") }
    let root = "mappack-9.9.9-linux-x86_64"
    try copy.write(command, "\(root)/bin/mappack")
    for name in ["mappack/proj.db", "doc/mappack/libraries.txt", "zsh/site-functions/_mappack"] {
      try copy.workspace.write("of the archive\n", to: "\(root)/share/\(name)")
    }
    try copy.workspace.write("a license", to: "\(root)/LICENSE")
    let packed = try Shell.execute(
      ["/usr/bin/env", "bash", "-c", "tar -czf here.tar.gz \(root) && rm -r \(root)"], in: copy.workspace.url)
    #expect(packed.status == 0, "\(packed.output)")
    let digest = try Digest.sha256(copy.workspace.data("here.tar.gz"))
    try copy.workspace.write("\(digest)  here.tar.gz\n", to: "here.tar.gz.sha256")
    return copy
  }

  private func installed(_ copy: ScriptCopy) -> [String] { copy.workspace.files().filter { $0.hasPrefix("to/") } }

  @Test(arguments: [["--archive", "here.tar.gz"], ["--archive=here.tar.gz"]])
  func `an archive is installed without a toolchain, libraries and a build`(arguments: [String]) throws {
    let copy = try archived()
    let prefix = copy.workspace.path("to")
    let install = try copy.run("install", ["--prefix", prefix] + arguments)
    #expect(install.status == 0, "\(install.output)")
    #expect(
      installed(copy) == [
        "to/bin/mappack", "to/share/doc/mappack/libraries.txt", "to/share/mappack/proj.db",
        "to/share/zsh/site-functions/_mappack",
      ])
    #expect(install.output.contains("Installed mappack 9.9.9: \(prefix)/bin/mappack\n"))
    #expect(install.output.contains("    \(prefix)/share/zsh/site-functions/_mappack\n"))
    #expect(!install.output.contains("libraries.txt") && !install.output.contains("no here"))
    #expect(copy.builds.isEmpty)
  }

  @Test func `an archive without a checksum is installed, and the message says that nothing was compared`() throws {
    let copy = try archived()
    try FileManager.default.removeItem(atPath: copy.workspace.path("here.tar.gz.sha256"))
    let install = try copy.run("install", ["--prefix", "to", "--archive", "here.tar.gz"])
    #expect(install.status == 0 && install.output.contains("There is no "), "\(install.output)")
    #expect(installed(copy).contains("to/bin/mappack"))
  }

  /// What is wrong with an archive, and what the message says of it.
  enum Fault: String, CaseIterable {
    case checksum = "is not the file whose checksum "
    case absent = "is not there"
    case damage = "cannot be unpacked"
    case otherMachine = "does not run here"
    case otherFile = "is no archive of mappack"
  }

  @Test(arguments: Fault.allCases)
  func `an archive that cannot be used ends with 65, and leaves the command that was there`(fault: Fault) throws {
    let copy = try archived(fault == .otherMachine ? "no program" : "#!/bin/sh\necho 9.9.9")
    try copy.write("#!/bin/sh\necho old", "to/bin/mappack")
    try copy.workspace.write("old", to: "to/share/mappack/proj.db")
    let before = installed(copy)
    let (archive, checksum) = (copy.workspace.path("here.tar.gz"), copy.workspace.path("here.tar.gz.sha256"))
    switch fault {
    case .checksum: try copy.workspace.write(String(repeating: "0", count: 64), to: "here.tar.gz.sha256")
    case .absent: try FileManager.default.removeItem(atPath: archive)
    case .otherMachine: break
    case .damage:
      try FileManager.default.removeItem(atPath: checksum)
      try Data(contentsOf: URL(fileURLWithPath: archive)).dropLast(40).write(to: URL(fileURLWithPath: archive))
    case .otherFile:
      try FileManager.default.removeItem(atPath: checksum)
      let packed = try Shell.execute(
        ["/usr/bin/env", "tar", "-czf", "here.tar.gz", "Pipelines"], in: copy.workspace.url)
      #expect(packed.status == 0)
    }
    let install = try copy.run("install", ["--prefix", "to", "--archive", "here.tar.gz"])
    #expect(install.status == 65 && install.output.contains(fault.rawValue), "\(install.output)")
    #expect(installed(copy) == before)
    #expect(try copy.workspace.text("to/bin/mappack").contains("old"))
    #expect(try copy.workspace.text("to/share/mappack/proj.db") == "old")
  }

  @Test func `if a folder cannot be made, nothing is installed`() throws {
    let copy = try archived()
    try copy.workspace.write("", to: "to/share/zsh")
    let install = try copy.run("install", ["--prefix", "to", "--archive", "here.tar.gz"])
    #expect(install.status == 73 && install.output.contains("to/share/zsh/site-functions"), "\(install.output)")
    #expect(installed(copy) == ["to/share/zsh"])
  }

  @Test func `a build takes the database of an earlier archive away, which belongs to another version of PROJ`() throws
  {
    let copy = try ScriptCopy()
    try copy.workspace.write("old", to: "to/share/mappack/proj.db")
    let install = try copy.run("install", ["--prefix", "to"])
    #expect(install.status == 0, "\(install.output)")
    #expect(!installed(copy).contains("to/share/mappack/proj.db"))
  }
}

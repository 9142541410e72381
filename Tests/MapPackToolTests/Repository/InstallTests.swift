import Foundation
import TestSupport
import Testing

/// `Pipelines/install`, with a `swift` that only writes down what it is asked for.
@Suite struct InstallTests {
  /// A copy of the scripts, with stand-ins for what they call.
  private final class Copy {
    let workspace: Workspace

    init(system: String = "Linux") throws {
      workspace = try Workspace()
      let root = SwiftCompiler.root
      for name in ["install", ".setup"] {
        try write(
          String(contentsOf: root.appendingPathComponent("Pipelines/\(name)"), encoding: .utf8), "Pipelines/\(name)")
      }
      try write("#!/bin/sh\necho \(system)", "tools/uname")
      try write("#!/bin/sh\nexit 0", "tools/pkg-config")
      for tool in ["strip", "install_name_tool", "codesign"] {
        try write("#!/bin/sh\necho \"\(tool) $*\" >> '\(workspace.path("calls"))'", "tools/\(tool)")
      }
      try write("#!/bin/sh\necho '\(workspace.path("toolchain/bin/swift"))'", "tools/xcrun")
      try write(
        """
        #!/bin/sh
        echo "swift $*" >> '\(workspace.path("calls"))'
        case $* in
          *--show-bin-path*) echo '\(workspace.path("built"))' ;;
          build*) [ ! -e '\(workspace.path("broken"))' ] ;;
        esac
        """, "tools/swift")
      try write("#!/bin/sh\ncase $1 in --version) echo 9.8.7 ;; *) echo \"for $2\" ;; esac", "built/mappack")
    }

    func write(_ text: String, _ name: String) throws {
      try workspace.write(text, to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: workspace.path(name))
    }

    func run(
      _ arguments: [String], path: String = "", in folder: String = ""
    ) throws -> (status: Int32, output: String) {
      try Shell.execute(
        ["/usr/bin/env", "bash", workspace.path("Pipelines/install")] + arguments,
        in: workspace.url.appendingPathComponent(folder),
        environment: ["PATH": "\(workspace.path("tools")):/usr/bin:/bin:\(path)", "HOME": workspace.path("home")])
    }

    var builds: [String] {
      ((try? workspace.text("calls")) ?? "").split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("swift build") && !$0.contains("--show-bin-path") }
    }
  }

  @Test(arguments: ["Linux", "Darwin"])
  func `the command and its completions are installed, and the message says where`(system: String) throws {
    let copy = try Copy(system: system)
    let prefix = copy.workspace.path("here")
    let install = try copy.run(["--prefix", prefix])
    #expect(install.status == 0, "\(install.output)")
    #expect(
      copy.workspace.files().filter { $0.hasPrefix("here/") } == [
        "here/bin/mappack", "here/share/bash-completion/completions/mappack",
        "here/share/fish/vendor_completions.d/mappack.fish", "here/share/zsh/site-functions/_mappack",
      ])
    #expect(try copy.workspace.text("here/share/zsh/site-functions/_mappack") == "for zsh\n")
    #expect(FileManager.default.isExecutableFile(atPath: prefix + "/bin/mappack"))
    #expect(install.output.contains("Installed mappack 9.8.7: \(prefix)/bin/mappack\n"))
    #expect(install.output.contains("export PATH=\"\(prefix)/bin:$PATH\""))
    let build = try #require(copy.builds.first)
    #expect(copy.builds.count == 1 && build.contains("-c release") && build.contains("--product mappack"))
    // Apple's systems have the runtime themselves.
    #expect(build.contains("--static-swift-stdlib") == (system == "Linux"))
  }

  @Test func `a Mac gets the library of the toolchain beside the command`() throws {
    let copy = try Copy(system: "Darwin")
    for system in ["macosx", "iphoneos"] {
      try copy.write(system, "toolchain/lib/swift-6.2/\(system)/libswiftCompatibilitySpan.dylib")
    }
    let install = try copy.run(["--prefix", copy.workspace.path("here")])
    #expect(install.status == 0, "\(install.output)")
    #expect(try copy.workspace.text("here/lib/libswiftCompatibilitySpan.dylib") == "macosx")
    let calls = try copy.workspace.text("calls").split(separator: "\n")
    let path = try #require(calls.firstIndex { $0.hasPrefix("install_name_tool -add_rpath @executable_path/../lib ") })
    // A change of the binary makes its signature wrong.
    #expect(calls[(path + 1)...].contains { $0.hasPrefix("codesign --force --sign - ") })
  }

  @Test func `a folder that is on PATH needs no advice, and a second installation takes the place of the first`() throws
  {
    let copy = try Copy()
    let prefix = copy.workspace.path("here")
    #expect(try copy.run(["--prefix=\(prefix)"]).status == 0)
    try copy.write("#!/bin/sh\necho 10.0.0", "built/mappack")
    let again = try copy.run(["--prefix", prefix], path: prefix + "/bin")
    #expect(again.status == 0 && again.output.contains("Installed mappack 10.0.0"), "\(again.output)")
    #expect(!again.output.contains("PATH"))
  }

  @Test func `a relative prefix is one of the folder from which the command is called`() throws {
    let copy = try Copy()
    try copy.workspace.write("", to: "there/file")
    #expect(try copy.run(["--prefix", "in it"], in: "there").status == 0)
    #expect(copy.workspace.files().contains("there/in it/bin/mappack"))
  }

  @Test func `nothing is built if nothing can be written`() throws {
    let copy = try Copy()
    try copy.workspace.write("", to: "file")
    let install = try copy.run(["--prefix", copy.workspace.path("file/x")])
    #expect(install.status == 73 && install.output.contains("name another folder with --prefix"), "\(install.output)")
    #expect(copy.builds.isEmpty)
  }

  @Test func `a build that fails leaves the command that was there`() throws {
    let copy = try Copy()
    let prefix = copy.workspace.path("here")
    #expect(try copy.run(["--prefix", prefix]).status == 0)
    let before = copy.workspace.files().filter { $0.hasPrefix("here/") }
    try copy.workspace.write("", to: "broken")
    try copy.write("another", "built/mappack")
    #expect(try copy.run(["--prefix", prefix]).status != 0)
    #expect(copy.workspace.files().filter { $0.hasPrefix("here/") } == before)
    #expect(try copy.workspace.text("here/bin/mappack").contains("9.8.7"))
  }

  @Test(arguments: [["--prefix"], ["--prefix", ""], ["--frobnicate"], ["/usr"]])
  func `wrong usage ends with 64 and builds nothing`(arguments: [String]) throws {
    let copy = try Copy()
    let install = try copy.run(arguments)
    #expect(install.status == 64 && install.output.hasPrefix("Pipelines/install: error: "), "\(install.output)")
    #expect(copy.builds.isEmpty)
  }

  @Test func `the libraries alone need no Swift toolchain`() throws {
    let copy = try Copy()
    try copy.write("#!/bin/sh\nexit 1", "tools/swift")
    #expect(try copy.run(["--libraries"]) == (0, ""))
    let install = try copy.run(["--prefix", copy.workspace.path("here")])
    #expect(install.status == 69 && install.output.contains("There is no Swift toolchain."), "\(install.output)")
  }

  @Test(arguments: [(library: "proj", package: "libproj-dev"), ("libcurl", "libcurl4-openssl-dev")])
  func `libraries that cannot be installed are named, and end with 69`(library: String, package: String) throws {
    let copy = try Copy()
    try copy.write("#!/bin/sh\n[ \"$2\" != \(library) ]", "tools/pkg-config")
    try copy.write("#!/bin/sh\nexit 1", "tools/apt-get")
    for arguments in [["--libraries"], ["--prefix", copy.workspace.path("here")]] {
      let install = try copy.run(arguments)
      #expect(install.status == 69 && install.output.contains(" \(package)\n"), "\(install.output)")
    }
    #expect(copy.builds.isEmpty)
  }
}

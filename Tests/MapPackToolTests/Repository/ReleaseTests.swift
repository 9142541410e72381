import Foundation
import TestSupport
import Testing

@testable import MapPackFiles

/// `Pipelines/release`, with stand-ins for its commands. A binary is a script that names its libraries in comments.
@Suite struct ReleaseTests {
  private let archive = ".build/release-archives/mappack-9.8.7-macos-arm64.tar.gz"

  private func copied(_ needs: [String], command: String = "case $1 in --version) echo 9.8.7 ;; esac") throws
    -> ScriptCopy
  {
    let copy = try ScriptCopy(system: "Darwin")
    let brew = copy.workspace.path("brew")
    try copy.write("#!/bin/sh\ncase $1 in -m) echo arm64 ;; *) echo Darwin ;; esac", "tools/uname")
    try copy.write("#!/bin/sh\necho '\(brew)'/$([ \"$1\" = --cellar ] && echo Cellar || echo $2)", "tools/brew")
    try copy.write(
      "#!/bin/sh\nshift\nfor file; do echo \"$file:\"; sed -n 's/^# needs /\t/p' \"$file\"; done", "tools/otool")
    try copy.write(
      "#!/bin/sh\n[ $1 = -id ] || { sed \"s|^# needs $2\\$|# needs $3|\" \"$4\" > \"$4.new\" && cat \"$4.new\" > \"$4\"; }\n"
        + "rm -f \"$4.new\"", "tools/install_name_tool")
    let names = needs.map { $0.replacingOccurrences(of: "BREW", with: brew) }
    try copy.write(
      (["#!/bin/sh"] + names.map { "# needs \($0)" } + [command, ""]).joined(separator: "\n"), "built/mappack-command")
    // Homebrew keeps each formula in a folder of its own, and links to its libraries.
    try FileManager.default.createDirectory(atPath: brew + "/lib", withIntermediateDirectories: true)
    for (name, formula, needs) in [
      ("libproj.25.dylib", "proj/9.7.0", ["@rpath/libtiff.6.dylib"]), ("libtiff.6.dylib", "libtiff/4.7.1", []),
    ] {
      let lines = (needs + ["/usr/lib/libSystem.B.dylib"]).map { "# needs \($0)\n" }
      try copy.write(lines.joined(), "brew/Cellar/\(formula)/lib/\(name)")
      try copy.workspace.write("the license of \(formula)", to: "brew/Cellar/\(formula)/COPYING")
      try FileManager.default.createSymbolicLink(
        atPath: brew + "/lib/\(name)", withDestinationPath: "../Cellar/\(formula)/lib/\(name)")
    }
    try copy.write("of the toolchain", "toolchain/lib/swift-6.2/macosx/libswiftCompatibilitySpan.dylib")
    for name in ["brew/proj/share/proj/proj.db", "LICENSE", "RawData/x", "Output/x"] {
      try copy.workspace.write(name, to: name)
    }
    try copy.workspace.write("", to: "Tests/MapPackIngestTests/GDAL/layers.gpkg.gz")
    return copy
  }

  @Test func `the archive has the libraries that the system does not have, and what these need`() throws {
    let copy = try copied([
      "BREW/lib/libproj.25.dylib", "/usr/lib/libsqlite3.dylib", "@rpath/libswiftCompatibilitySpan.dylib",
      "/System/Library/Frameworks/Foundation.framework/Foundation",
    ])
    let release = try copy.run("release")
    #expect(release.status == 0, "\(release.output)")
    let line = try copy.workspace.text(archive + ".sha256")
    #expect(try line == Digest.sha256(copy.workspace.data(archive)) + "  mappack-9.8.7-macos-arm64.tar.gz\n")

    let install = try copy.run("install", ["--prefix", "to", "--archive", copy.workspace.path(archive)])
    #expect(install.status == 0, "\(install.output)")
    #expect(
      copy.workspace.files().filter { $0.hasPrefix("to/") } == [
        "to/bin/mappack", "to/lib/mappack/libproj.25.dylib", "to/lib/mappack/libswiftCompatibilitySpan.dylib",
        "to/lib/mappack/libtiff.6.dylib", "to/share/bash-completion/completions/mappack",
        "to/share/doc/mappack/AddingAMap.md", "to/share/doc/mappack/Snakefile", "to/share/doc/mappack/libraries.txt",
        "to/share/doc/mappack/maps.yml", "to/share/fish/vendor_completions.d/mappack.fish",
        "to/share/mappack/proj.db", "to/share/zsh/site-functions/_mappack",
      ])
    #expect(try copy.workspace.text("to/share/doc/mappack/AddingAMap.md") == "See PipelineFile.md.\n")
    #expect(install.output.contains("/to/share/doc/mappack\n"))
    let here = "# needs @executable_path/../lib/mappack/"
    #expect(
      try copy.workspace.text("to/bin/mappack").split(separator: "\n").filter { $0.hasPrefix("# needs ") } == [
        "\(here)libproj.25.dylib", "# needs /usr/lib/libsqlite3.dylib", "\(here)libswiftCompatibilitySpan.dylib",
        "# needs /System/Library/Frameworks/Foundation.framework/Foundation",
      ])
    #expect(try copy.workspace.text("to/lib/mappack/libproj.25.dylib").hasPrefix("\(here)libtiff.6.dylib\n"))
    let licenses = try copy.workspace.text("to/share/doc/mappack/libraries.txt")
    #expect(licenses.contains("the license of proj/9.7.0") && licenses.contains("the license of libtiff/4.7.1"))
  }

  @Test func `an archive for Linux names the packages that it needs, and an installation that lacks them says so`()
    throws
  {
    let copy = try ScriptCopy()
    try copy.write("#!/bin/sh\necho ' 0x1 (NEEDED)  Shared library: [libproj.so.25]'", "tools/readelf")
    try copy.write("#!/bin/sh\necho \"libproj25:amd64: $2\"", "tools/dpkg-query")
    try copy.write("#!/bin/sh\ncase $1 in -m) echo x86_64 ;; *) echo Linux ;; esac", "tools/uname")
    let lacks = "case $1 in --version) [ ! -e '\(copy.workspace.path("lacking"))' ] && echo 9.8.7 ;; esac"
    try copy.write("#!/bin/sh\n\(lacks)", "built/mappack-command")
    for name in ["LICENSE", "RawData/x", "Output/x", "Tests/MapPackIngestTests/GDAL/layers.gpkg.gz"] {
      try copy.workspace.write("", to: name)
    }
    let release = try copy.run("release")
    #expect(release.status == 0 && copy.builds.first?.contains("--static-swift-stdlib") == true, "\(release.output)")
    let archive = copy.workspace.path(".build/release-archives/mappack-9.8.7-linux-x86_64.tar.gz")
    let install = try copy.run("install", ["--prefix", "to", "--archive", archive])
    #expect(install.status == 0, "\(install.output)")
    #expect(try copy.workspace.text("to/share/doc/mappack/packages.txt").hasSuffix(": libproj25\n"))
    try copy.workspace.write("", to: "lacking")
    let refused = try copy.run("install", ["--prefix", "to", "--archive", archive])
    #expect(refused.status == 65 && refused.output.contains(": libproj25\n"), "\(refused.output)")
  }

  @Test func `no archive is made if a library is not found, or if the command does not make the maps`() throws {
    for (needs, command, words) in [
      ("@rpath/libnowhere.dylib", "echo 9.8.7", "there is no @rpath/libnowhere.dylib"),
      ("/usr/lib/libz.dylib", "[ $1 != run ] && echo 9.8.7", "the command of the archive failed"),
    ] {
      let copy = try copied([needs], command: command)
      let release = try copy.run("release")
      #expect(release.status == 1 && release.output.contains(words), "\(release.output)")
      #expect(!copy.workspace.files().contains { $0.hasPrefix(archive) })
    }
  }

  @Test func `wrong usage ends with 64, and help says what an archive is`() throws {
    let copy = try ScriptCopy()
    #expect(try copy.run("release", ["now"]).status == 64)
    let help = try copy.run("release", ["--help"])
    #expect(help.status == 0 && help.output.contains("names the system's packages"), "\(help.output)")
    #expect(copy.builds.isEmpty)
  }
}

import Foundation
import MapPackTool
import TestSupport
import Testing

/// The pages and files at the top of the repository.
@Suite struct RepositoryTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: SwiftCompiler.root.appendingPathComponent(path).path)
  }

  @Test func `the changelog's newest version is the tool's`() throws {
    let versions = try Self.text("CHANGELOG.md").matches(
      of: #/(?m)^## (\d+\.\d+\.\d+) - (Unreleased|\d{4}-\d\d-\d\d)$/#)
    #expect(versions.first.map { "\($0.1)\n" } == CommandOutput.of("--version").results)
    #expect(versions.count == (try Self.text("CHANGELOG.md").matches(of: #/(?m)^## /#).count))
  }

  private static let pages: [String] = {
    let root = SwiftCompiler.root.path
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let tests = (try? FileManager.default.subpathsOfDirectory(atPath: root + "/Tests")) ?? []
    return (top + tests.filter { !$0.contains(".build/") }.map { "Tests/\($0)" }).filter { $0.hasSuffix(".md") }
      .sorted()
  }()

  @Test(arguments: pages)
  func `every link to a file leads to one`(page: String) throws {
    let folder = (page as NSString).deletingLastPathComponent
    for link in try Self.text(page).matches(of: #/\]\(([^)\s#]+)[^)]*\)/#).map({ String($0.1) })
    where !link.contains("://") {
      let path = ((folder as NSString).appendingPathComponent(link) as NSString).standardizingPath
      #expect(Self.exists(path), "\(page): \(link)")
    }
  }

  // MARK: - Scripts

  private static let scripts: [String] = {
    let root = SwiftCompiler.root.path
    let paths = [".ci", "Pipelines", "Tests"].flatMap { folder in
      ((try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")) ?? []).map { "\(folder)/\($0)" }
    }
    return paths.filter { path in
      !path.contains("/.build/") && (try? text(path))?.firstMatch(of: #/^(#!.*sh\n|# Read by )/#) != nil
    }.sorted()
  }()

  /// What the bash 3.2 of macOS does not know (the file CHANGES of bash, from 4.0 on), and what its commands do not (its
  /// manual pages), each with an example.
  static let newer: [(pattern: String, example: String)] = [
    (#"\b(declare|local|typeset) -[a-zA-Z]*[Aglnu]"#, "local -A seen"),
    (#"\b(mapfile|readarray|coproc)\b"#, "mapfile -t lines"),
    (#"\$\{\w+(\[[^\]]*\])?[\^,@]"#, "${name^^}"), (#"\[-[0-9]+\]"#, "${lines[-1]}"),
    (#"\$\{\w+:[^}:]*: *-"#, "${name:0:-1}"),
    (#"\|&|&>>"#, "make |& tee log"), (#";;?&"#, "a) echo ;;&"), (#"\$\{?(BASHPID|EPOCH|SRANDOM)"#, "$BASHPID"),
    (#"\[\[? -v "#, "[ -v name ]"), (#"printf .*%(\([^)]*\)T|q)"#, "printf '%(%F)T'"),
    (#"\bread [^|;]*-[a-zA-Z]*[iN]"#, "read -N 1 key"),
    (#"\bwait -[a-z]*n"#, "wait -n"), (#"\{[0-9]+\.\.[0-9]+\.\."#, "{1..9..2}"), (#"\bexec \{"#, "exec {log}>file"),
    (#"\bshopt -s .*(globstar|lastpipe|inherit_errexit)"#, "shopt -s globstar"),
    (#"\$\([^)]*\bcase\b"#, "$(case $1 in a) echo;; esac)"),
    (#"\b(mapfile|nproc|timeout|tac|sha1sum|numfmt|shuf) "#, "timeout 5 make"),
    (#"\breadlink -[a-z]*[fe]"#, "readlink -f a"),
    (#"\bsed (-[a-zA-Z]+ )*-[a-zA-Z]*[irz]"#, "sed -i s/a/b/ file"),
    (#"\bgrep (-[a-zA-Z]+ )*-[a-zA-Z]*P"#, "grep -P a"),
    (#"\bstat -(c|-)"#, "stat -c %s a"), (#"\bdate -(d|-)"#, "date -d now"),
    (#"\bcp [^|;]*(--|-[a-zA-Z]*[tTu] )"#, "cp -t a b"),
    (#"\bfind .*-(printf|regextype)"#, "find . -printf %p"), (#"\bxargs -[a-zA-Z]*[rda]"#, "xargs -d x"),
    (#"\bln [^|;]*-[a-zA-Z]*[rT]"#, "ln -sr a b"),
    (#"\bmktemp --|\bmktemp [^)]*-p"#, "mktemp --suffix=.a"), (#"\bsort [^|;]*(--|-[a-zA-Z]*z)"#, "sort --parallel=2"),
  ]

  @Test(arguments: newer.indices)
  func `no script uses what a Mac's shell and commands do not have`(index: Int) throws {
    let pattern = try Regex(Self.newer[index].pattern)
    #expect(Self.newer[index].example.contains(pattern))
    #expect(Self.scripts.count > 13)
    for script in Self.scripts {
      let lines = try Self.text(script).split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated()
      where !line.drop(while: \.isWhitespace).hasPrefix("#") && line.contains(pattern) {
        Issue.record("\(script), line \(number + 1): \(line)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `without Node the tests of the page say that they are skipped, and fail where nothing may be`(isStrict: Bool)
    throws
  {
    let workspace = try Workspace()
    let tool = try workspace.write("#!/bin/sh\nexec /usr/bin/dirname \"$@\"\n", to: "tools/dirname")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let check = try Shell.execute(
      ["/bin/bash", "Tests/PageTests/check"], in: SwiftCompiler.root,
      environment: ["PATH": workspace.path("tools")].merging(isStrict ? ["MAPPACK_STRICT": "1"] : [:]) { $1 })
    #expect(check.status == (isStrict ? 1 : 0) && check.output.contains("skipped, there is no Node"), "\(check.output)")
  }

  // MARK: - The image

  private static let dockerfile = Result { try text("Pipelines/Dockerfile") }

  /// The instructions, each on one line, without comments.
  private static func instructions() throws -> [String] {
    try dockerfile.get().split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      .replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-query")))
  func `the packages that the image installs are those of the libraries that the binary is linked with`() throws {
    let line = try #require(try Self.instructions().first { $0.hasPrefix("RUN ldd ") })
    let script = String(line.dropFirst(4)).replacing("/opt/mappack/bin/mappack", with: "\"$0\"")
      .replacing("> /opt/packages", with: "")
    let (status, output) = try Shell.execute(
      ["/usr/bin/env", "bash", "-c", script, Executable.url.path], in: SwiftCompiler.root)
    let packages = output.split(separator: "\n")
    for name in [
      "libproj", "libzip", "libxml2", "libsimdjson", "libshp", "libsqlite3", "libssl", "libstdc++", "zlib1g",
    ] {
      #expect(packages.contains { $0.hasPrefix(name) && !$0.hasSuffix("-dev") }, "\(name): \(status) \(output)")
    }
  }
}

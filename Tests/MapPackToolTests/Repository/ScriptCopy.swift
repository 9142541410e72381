import Foundation
import TestSupport

/// A copy of the scripts in Pipelines, with stand-ins for what they call. They write down what they are asked for.
final class ScriptCopy {
  let workspace: Workspace

  init(system: String = "Linux") throws {
    workspace = try Workspace()
    let root = SwiftCompiler.root
    for name in ["install", "release", "run", ".setup"] {
      try write(
        String(contentsOf: root.appendingPathComponent("Pipelines/\(name)"), encoding: .utf8), "Pipelines/\(name)")
    }
    try workspace.write("name: Maps\n", to: ".github/examples/maps.yml")
    try workspace.write("rule all:\n", to: "Pipelines/Snakefile")
    try workspace.write("See <doc:PipelineFile#join>.\n", to: "Sources/MapPackTool/MapPackTool.docc/AddingAMap.md")
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
    try write("#!/bin/sh\ncase $1 in --version) echo 9.8.7 ;; *) echo \"for $2\" ;; esac", "built/mappack-command")
  }

  func write(_ text: String, _ name: String) throws {
    try workspace.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: workspace.path(name))
  }

  func run(
    _ script: String, _ arguments: [String] = [], path: String = "", in folder: String = ""
  ) throws -> (status: Int32, output: String) {
    try Shell.execute(
      ["/usr/bin/env", "bash", workspace.path("Pipelines/\(script)")] + arguments,
      in: workspace.url.appendingPathComponent(folder),
      environment: ["PATH": "\(workspace.path("tools")):/usr/bin:/bin:\(path)", "HOME": workspace.path("home")])
  }

  var builds: [String] {
    ((try? workspace.text("calls")) ?? "").split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("swift build") && !$0.contains("--show-bin-path") }
  }
}

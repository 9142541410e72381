import Foundation
import PackagePlugin

/// Makes the enum of each pack among a target's files at build time, so that pack and enum always fit together.
@main
struct MapPackEnum: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    return try commands(
      for: target.sourceFiles.map(\.url), of: target.name, tool: context.tool(named: "MapPackEnumTool").url,
      folder: context.pluginWorkDirectoryURL)
  }

  private func commands(for files: [URL], of target: String, tool: URL, folder: URL) -> [Command] {
    let packs = files.filter { $0.pathExtension == "mappack" }
    if packs.isEmpty {
      Diagnostics.warning("\(target) has no .mappack file among its resources, so MapPackEnum makes no enum for it")
    }
    return packs.map { pack in
      let name = pack.deletingPathExtension().lastPathComponent
      let output = folder.appendingPathComponent("\(name).swift")
      return .buildCommand(
        displayName: "Making the enum of \(pack.lastPathComponent)", executable: tool,
        arguments: [pack.path, output.path], inputFiles: [pack], outputFiles: [output])
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension MapPackEnum: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try commands(
        for: target.inputFiles.map(\.url), of: target.displayName, tool: context.tool(named: "MapPackEnumTool").url,
        folder: context.pluginWorkDirectoryURL)
    }
  }
#endif

import PackagePlugin

/// `swift package check-maps …`: the commands of mappack that write nothing. It needs no permission, so it works without a
/// terminal too.
@main
struct CheckMaps: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let isCommand = arguments.first.map(["diff", "validate"].contains) ?? false
    try InstalledCommand.run(isCommand ? arguments : ["run", "--check"] + arguments, in: context)
  }
}

import PackagePlugin

/// `swift package maps …`: the commands of mappack that write into the package. `mappack fetch` is for the shell: on a
/// Mac, a plugin that uses the network has to be allowed to each time.
@main
struct Maps: CommandPlugin {
  /// The commands that are useful in a package; the other commands of mappack are for the shell.
  private static let verbs = ["run", "init"]

  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let verb = arguments.first, Self.verbs.contains(verb) else {
      throw Failure(
        "Say what to do: swift package maps \(Self.verbs.joined(separator: "|")). Each is the command of mappack. What "
          + "only reads is `swift package check-maps`.")
    }
    try InstalledCommand.run(arguments, in: context)
  }
}

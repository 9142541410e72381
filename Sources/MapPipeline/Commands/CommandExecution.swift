import ArgumentParser
import Foundation
import MapFeatures

/// Runs a command with the process's arguments and ends the process with its status.
package func start<Command: ParsableCommand>(_ command: Command.Type) -> Never {
  // A file that grows beyond the process's limit is then an error of writing, with words, and not a kill.
  signal(SIGXFSZ, SIG_IGN)
  let interruption = Interruption()
  exit(withExtendedLifetime(interruption) { execute(command, Array(CommandLine.arguments.dropFirst())) })
}

/// Runs a command and returns its exit status (see `ExitStatus`); prints to `Console.current`.
package func execute<Command: ParsableCommand>(_ command: Command.Type, _ arguments: [String]) -> Int32 {
  let console = Console.current
  if let error = unknownCommand(of: command, arguments) {
    console.note(error.description)
    return error.status.rawValue
  }
  do {
    var parsed = try command.parseAsRoot(arguments)
    try parsed.run()
    return ExitStatus.success.rawValue
  } catch let error as StageError {
    console.note(error.description)
    return error.status.rawValue
  } catch let code as ExitCode {
    return code.rawValue
  } catch {
    // Help and the version end a command too; they are results.
    let text = command.fullMessage(for: error)
    let code = command.exitCode(for: error)
    if !text.isEmpty { code.isSuccess ? console.print(text) : console.note(text) }
    return code.rawValue
  }
}

/// Why the first argument is no command of a tool that has commands; `nil` where it is one, or an option.
private func unknownCommand<Command: ParsableCommand>(of command: Command.Type, _ arguments: [String]) -> StageError? {
  let names = command.configuration.subcommands.map { $0._commandName }
  guard !names.isEmpty, let first = arguments.first, !first.hasPrefix("-"), !(names + ["help"]).contains(first) else {
    return nil
  }
  return StageError(
    .usage, "there is no command “\(first)”",
    remedy: (nearestWord(to: first, in: names).map { "did you mean \($0)? " } ?? "") + "the commands are "
      + names.joined(separator: ", "))
}

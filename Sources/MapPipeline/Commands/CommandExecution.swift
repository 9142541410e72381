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

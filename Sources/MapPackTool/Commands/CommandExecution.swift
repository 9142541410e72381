import ArgumentParser
import Foundation
import MapPackFeatures
import MapPackFiles

/// Runs a command with the process's arguments and ends the process with its status.
///
/// It ends without `exit`, which would take down libraries that other threads still use. All that is printed has been
/// written by then.
package func start<Command: ParsableCommand>(_ command: Command.Type) -> Never {
  occupyStandardStreams()
  // By these signals, a file that grows beyond the process's limit and a reader that goes away would kill the process,
  // and temporary files would stay. If they are ignored, both become errors of writing, with a message and a status.
  signal(SIGXFSZ, SIG_IGN)
  signal(SIGPIPE, SIG_IGN)
  CrashReport.install()
  if let argument = argumentThatIsNoText() {
    let error = StageError(
      .usage, "the argument \(argument) is not UTF-8",
      remedy: "rename the file; convmv -f CP932 -t UTF-8 --notest -r renames all of a folder from Japan")
    Console.current.note(error)
    exit(error.status.rawValue)
  }
  Interruption.watch()
  _exit(execute(command, Array(CommandLine.arguments.dropFirst())))
}

/// Opens the standard streams that a shell has closed. Otherwise an output file could get the number of such a stream,
/// and what is printed would go into that file. Writing to the streams that are opened here fails.
private func occupyStandardStreams() {
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
    // `open` takes the lowest number that is free, which is this one.
    _ = open("/dev/null", O_RDONLY)
  }
}

/// The bytes that are no text are shown as `\xHH`.
private func argumentThatIsNoText() -> String? {
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
    // Unsafe: the argument ends with a zero byte, and lives as long as the process.
    return FolderListing.shown(UnsafeRawBufferPointer(start: bytes, count: strlen(bytes)))
  }
  return nil
}

/// Runs a command, which prints to `Console.current`.
///
/// If a result could not be printed, the status is 74 instead of 0 or 1. If the reason is that the reader went away
/// before the end, as `head` does, no message says so.
/// - Returns: the exit status; see `ExitStatus`. Wrong arguments give 64, the status of ArgumentParser.
package func execute<Command: ParsableCommand>(_ command: Command.Type, _ arguments: [String]) -> Int32 {
  let status = statusOfRunning(command, arguments)
  let failure = Console.current.failure()
  guard failure != 0, [ExitStatus.success, .findings].map(\.rawValue).contains(status) else { return status }
  let error = StageError(
    .cannotWrite, "the standard output cannot be written: \(String(cString: strerror(failure)))",
    remedy: "make room where it goes, or send it elsewhere")
  if failure != EPIPE { Console.current.note(error) }
  return error.status.rawValue
}

/// The status without regard to whether results could be printed.
private func statusOfRunning<Command: ParsableCommand>(_ command: Command.Type, _ arguments: [String]) -> Int32 {
  let console = Console.current
  if let error = unknownCommand(of: command, arguments) {
    console.note(error)
    return error.status.rawValue
  }
  do {
    // ArgumentParser would print how the command is used.
    let isTopics = command is RootCommand.Type && arguments.starts(with: PipelineTopics.question)
    var parsed = try command.parseAsRoot(isTopics ? Array(arguments.dropFirst()) : arguments)
    try parsed.run()
    return ExitStatus.success.rawValue
  } catch let error as StageError {
    console.note(error)
    return error.status.rawValue
  } catch let code as ExitCode {
    return code.rawValue
  } catch {
    // Help and the version are thrown too, but they are results.
    let text = command.fullMessage(for: error)
    let code = command.exitCode(for: error)
    if !code.isSuccess, let error = codeTakenForOption(in: arguments) {
      console.note(error)
      return error.status.rawValue
    }
    if !text.isEmpty { code.isSuccess ? console.output(text + "\n") : console.message(shown(text, arguments) + "\n") }
    return code.rawValue
  }
}

/// The text of ArgumentParser may quote arguments, and a name that a pattern has found may be a stranger's.
private func shown(_ text: String, _ arguments: [String]) -> String {
  let quoted = arguments.reduce(text) { $0.replacingOccurrences(of: $1, with: $1.onOneLine) }
  return quoted.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine }
    .joined(separator: "\n")
}

/// `nil` if it is a command or an option, or if the tool has no commands.
private func unknownCommand<Command: ParsableCommand>(of command: Command.Type, _ arguments: [String]) -> StageError? {
  let commands = command.configuration.subcommands
  // A name costs a search through all protocols of its type, so they are asked one by one.
  guard !commands.isEmpty, let first = arguments.first, !first.hasPrefix("-"), first != "help",
    !commands.contains(where: { $0._commandName == first })
  else { return nil }
  let names = commands.map { $0._commandName }
  return StageError(
    .usage, "there is no command “\(first)”",
    remedy: "\(didYouMean(first, in: names))the commands are \(names.joined(separator: ", "))")
}

/// The error about a code of `--retire` that begins with a minus and so was taken for an option.
private func codeTakenForOption(in arguments: [String]) -> StageError? {
  func isSigned(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.dropFirst().first?.isNumber == true
  }
  guard let option = arguments.firstIndex(of: "--retire"),
    let code = arguments[(option + 1)...].prefix(while: { !$0.hasPrefix("-") || isSigned($0) }).first(where: isSigned)
  else { return nil }
  return StageError(
    .usage, "the code \(code) begins with a minus and was taken for an option", remedy: "write --retire=\(code)")
}

/// Ends a process that has no memory left or has a fault: prints a sentence, removes the temporary files, and exits
/// with status 70.
///
/// If memory runs out, the runtimes of Swift and C++ end the process by a signal, as they do for a fault. To tell the
/// two causes apart would itself take memory, so the sentence names both.
///
/// Sources: sysexits.h for the status, `EX_SOFTWARE`; POSIX.1-2017, 2.4.3, for what a handler may call.
enum CrashReport {
  static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]

  /// In bytes. The handler has its own stack, because the stack of the thread may have run out.
  private static let stackSize = 64 * 1_024

  static func install() {
    // Creates the list now, because a handler must not allocate it.
    _ = TemporaryFiles.shared
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    stack.ss_size = numericCast(stackSize)
    sigaltstack(&stack, nil)
    for number in signals {
      Self.handle(number, SA_ONSTACK | Int32(truncatingIfNeeded: SA_RESETHAND)) { _ in CrashReport.end() }
    }
  }

  /// Sets the handler of a signal.
  static func handle(_ number: Int32, _ flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
    sigaction(number, &action, nil)
  }

  /// Takes no lock and allocates no memory, because it runs in the handler of a signal.
  private static func end() -> Never {
    let words: StaticString =
      "error: memory ran out, or the tool has a fault: the process ended early; give it more memory (ulimit -v, the container's limit) or fewer threads (--jobs 1), or report the fault with the command\n"
    words.withUTF8Buffer { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    TemporaryFiles.shared.removeAllInCrash()
    _exit(ExitStatus.internalFault.rawValue)
  }
}

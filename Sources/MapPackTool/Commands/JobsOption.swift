import ArgumentParser
import Foundation

/// How many threads a command may use; without the option, as many as there are active processors. `emit` and `export`
/// do not have it.
struct JobsOption: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Threads to use; the result does not depend on it.", valueName: "N"))
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs must be 1 or more.") }
  }
}

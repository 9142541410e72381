import Foundation
import MapPackFeatures

/// Measures what each stage costs, for `--verbose`, and prints a line when a stage ends. The lines are messages.
///
/// Processor time is that of the user and of the system, over all threads of the process. Memory is the most that the
/// process has had so far; a MB has 2²⁰ bytes.
package struct StageMeter {
  private let console: Console
  private let prefix: String
  private var last = Reading()

  package init?(isOn: Bool, prefix: String = "", console: Console = .current) {
    guard isOn else { return nil }
    self.console = console
    self.prefix = prefix
  }

  /// Prints what a stage has cost, which is all since the end of the stage before.
  package mutating func mark(_ stage: String) {
    let now = Reading()
    console.note(
      prefix + stage.padding(toLength: 8, withPad: " ", startingAt: 0)
        + " \(Figures.decimal(now.seconds - last.seconds, places: 2)) s, "
        + "\(Figures.decimal(now.processorSeconds - last.processorSeconds, places: 2)) s CPU, "
        + "peak memory \(Figures.grouped(now.peakBytes >> 20)) MB")
    last = now
  }

  private struct Reading {
    var seconds: Double
    var processorSeconds: Double
    var peakBytes: Int

    init() {
      seconds = Date().timeIntervalSince1970
      var usage = rusage()
      #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
        peakBytes = usage.ru_maxrss
      #else
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        // Linux gives kilobytes.
        peakBytes = usage.ru_maxrss << 10
      #endif
      func inSeconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
      processorSeconds = inSeconds(usage.ru_utime) + inSeconds(usage.ru_stime)
    }
  }
}

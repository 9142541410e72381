import Foundation
import MapPackFeatures

/// A line on a terminal that shows how far a command has come. It is redrawn as work goes on and erased at the end.
///
/// Without a terminal, and under `--quiet`, nothing is written. Events may come from any thread.
package final class ProgressLine: @unchecked Sendable {
  // Unchecked: every stored property below `lock` is read and written only while the lock is held.
  private let console: Console
  private let isShown: Bool
  private let lock = NSLock()
  private var activity = ""
  private var began = Date()
  private var drawn = Date.distantPast
  private var isVisible = false

  /// In seconds, for the same activity.
  private static let interval = 0.1

  package init(console: Console, isQuiet: Bool) {
    self.console = console
    isShown = console.isTerminal && !isQuiet
  }

  /// The handler for the progress of a stage; `nil` if nothing is shown, so that the stage need not report.
  package var handler: ProgressHandler? {
    guard isShown else { return nil }
    return { [self] event in show(event) }
  }

  /// Erases the line. The next event draws it anew.
  package func erase() {
    lock.withLock {
      if isVisible { console.message("\r\u{1B}[K") }
      isVisible = false
      activity = ""
    }
  }

  private func show(_ event: ProgressEvent) {
    lock.withLock {
      let now = Date()
      if event.activity != activity {
        activity = event.activity
        began = now
        drawn = .distantPast
      }
      guard now.timeIntervalSince(drawn) >= Self.interval else { return }
      drawn = now
      isVisible = true
      console.message("\r\u{1B}[K" + Self.line(event, seconds: now.timeIntervalSince(began)))
    }
  }

  /// For example `noding 40 % (1,200 of 3,000 vertices, 24,000 a second)`. It is not cut to the width of the terminal.
  /// - Parameter seconds: the time since the activity began.
  package static func line(_ event: ProgressEvent, seconds: TimeInterval) -> String {
    var words = event.activity
    if let total = event.total, total > 0 {
      words += " \(min(event.done, total) * 100 / total) %"
      words += " (\(Figures.grouped(event.done)) of \(Figures.grouped(total)) \(event.unit)"
    } else {
      words += " (\(Figures.grouped(event.done)) \(event.unit)"
    }
    // A rate over the first moments says nothing.
    if seconds >= 0.5 { words += ", \(Figures.grouped(Int(Double(event.done) / seconds))) a second" }
    return (words + ")").onOneLine
  }
}

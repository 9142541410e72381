/// How far a stage has come, reported from any thread, at most a few hundred times.
package struct ProgressEvent: Sendable {
  /// What is being done: `reading`, `noding`, `simplifying`.
  package var activity: String
  /// How much of it is done, in `unit`.
  package var done: Int
  /// How much there is to do in all, in `unit`; `nil` if that is not known.
  package var total: Int?
  /// What is counted: `features`, `vertices`, `bytes`.
  package var unit: String

  package init(activity: String, done: Int, total: Int?, unit: String) {
    self.activity = activity
    self.done = done
    self.total = total
    self.unit = unit
  }
}

/// Takes reports of progress, from any thread.
package typealias ProgressHandler = @Sendable (ProgressEvent) -> Void

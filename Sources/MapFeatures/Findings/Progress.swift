/// How far a stage has come. Reported at most a few hundred times a stage, from any thread.
package struct ProgressEvent: Sendable {
  /// What is being done: `reading`, `noding`, `simplifying`.
  package var activity: String
  /// How much of it is done, and of how much in all where that is known.
  package var done: Int
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

package typealias ProgressHandler = @Sendable (ProgressEvent) -> Void

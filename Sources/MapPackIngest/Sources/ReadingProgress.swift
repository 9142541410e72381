import MapPackFeatures

/// Reports how many bytes of all sources have been read or unpacked, about two hundred times at most, and in addition
/// at the end of each source.
///
/// Reported numbers never fall.
struct ReadingProgress {
  private let handler: ProgressHandler?
  private let activity: String
  private var total: Int
  private var before = 0
  private var reported = 0

  init(_ handler: ProgressHandler?, activity: String = "reading", total: Int) {
    self.handler = handler
    self.activity = activity
    self.total = total
  }

  /// Corrects the total: the current source has `bytes` bytes, while `expected` were counted.
  mutating func correct(_ expected: Int, to bytes: Int) { total += bytes - expected }

  /// Notes that the current source has been read up to a position, in bytes from its start.
  mutating func advance(to position: Int) {
    let done = min(before + position, total)
    if done - reported >= max(1, total / 200) { report(done) }
  }

  mutating func finishSource(bytes: Int) {
    before += bytes
    if before > reported { report(before) }
  }

  private mutating func report(_ done: Int) {
    reported = done
    handler?(ProgressEvent(activity: activity, done: done, total: total, unit: "bytes"))
  }
}

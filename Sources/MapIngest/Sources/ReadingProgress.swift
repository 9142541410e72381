import MapFeatures

/// Reports how many bytes of all sources have been read or unpacked, at most some two hundred times.
struct ReadingProgress {
  private let handler: ProgressHandler?
  private let activity: String
  private var total: Int
  private var before = 0
  private var reported = 0

  /// `total`: the bytes of all sources.
  init(_ handler: ProgressHandler?, activity: String = "reading", total: Int) {
    self.handler = handler
    self.activity = activity
    self.total = total
  }

  /// The source at hand turned out to be of so many bytes, where `expected` were counted in.
  mutating func correct(_ expected: Int, to bytes: Int) { total += bytes - expected }

  /// So many bytes of the source at hand have been read.
  mutating func advance(to position: Int) {
    let done = min(before + position, total)
    if done - reported >= max(1, total / 200) { report(done) }
  }

  /// The source at hand, of so many bytes, is done.
  mutating func finishSource(bytes: Int) {
    before += bytes
    if before > reported { report(before) }
  }

  private mutating func report(_ done: Int) {
    reported = done
    handler?(ProgressEvent(activity: activity, done: done, total: total, unit: "bytes"))
  }
}

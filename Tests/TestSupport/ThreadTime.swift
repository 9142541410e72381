#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time that the processor spends on this thread, for ratios of it. What other tests do meanwhile does not count.
package enum ThreadTime {
  /// The least time that `body` took in some runs, in seconds.
  package static func seconds(runs: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
      let start = now
      try body()
      least = min(least, now - start)
    }
    return least
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

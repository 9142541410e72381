import Foundation

/// Seconds of the processor that a piece of work takes: the best of as many runs as fit into the time, three at least.
/// What disturbs a run makes it longer, never shorter; what waits for other programs does not count.
func seconds(within limit: Double = 1, _ work: () throws -> Void) rethrows -> Double {
  let begin = processorTime()
  var best = Double.infinity
  var runs = 0
  while runs < 3 || processorTime() - begin < limit {
    let start = processorTime()
    try work()
    best = min(best, processorTime() - start)
    runs += 1
  }
  return best
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

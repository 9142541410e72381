/// Seconds that a piece of work takes: the best of as many runs as fit into the time, three at least. What disturbs a
/// run makes it longer, never shorter.
func seconds(within limit: Double = 1, _ work: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let begin = clock.now
  var best = Duration.seconds(1_000_000)
  var runs = 0
  while runs < 3 || begin.duration(to: clock.now) < .seconds(limit) {
    let duration = try clock.measure(work)
    best = min(best, duration)
    runs += 1
  }
  return best / .seconds(1)
}

import MapPackFeatures

/// Searches for the most detail whose result is no larger than a limit.
///
/// Size grows nearly in proportion to detail, but not strictly: vertices that validity needs make it fall here and
/// there. So the result either reaches 99.9 % of the limit, or the next finer candidate that was tried is too large.
package struct SizeSearch {
  /// In bytes.
  var limit: Int
  /// Called with the size of each candidate, in bytes.
  var progress: (Int) -> Void

  package init(limit: Int, progress: @escaping (Int) -> Void = { _ in }) {
    (self.limit, self.progress) = (limit, progress)
  }

  /// The finest result that fits, of those that were tried. The finest of all, `most`, is tried first.
  ///
  /// - Parameter make: makes the result for an amount of detail, 0…`most`, and gives its size in bytes.
  /// - Throws: `usage` if even the coarsest result is too large; what `make` throws.
  /// - Complexity: O(log `most`) candidates: at most two for each halving, in practice about six in all.
  package func largest<Result>(
    upTo most: Int, make: (Int) throws(StageError) -> (result: Result, bytes: Int)
  ) throws(StageError) -> Result {
    func tried(_ detail: Int) throws(StageError) -> (result: Result, bytes: Int) {
      let made = try make(detail)
      progress(made.bytes)
      return made
    }
    let whole = try tried(most)
    if whole.bytes <= limit { return whole.result }
    var fitting = try tried(0)
    guard fitting.bytes <= limit else {
      throw StageError(
        .usage,
        "the smallest pack that this map can have is \(Figures.grouped(fitting.bytes)) bytes, more than the \(Figures.grouped(limit)) asked for",
        remedy: "ask for a larger pack or fewer levels, or drop small islands")
    }
    var low = 0
    var high = most
    var tooLarge = whole.bytes
    var isHalving = false
    while high - low > 1, Double(fitting.bytes) < 0.999 * Double(limit) {
      var middle = low + (high - low) / 2
      if !isHalving {
        // The detail at which the size would be just below the limit if it grew evenly.
        let wanted = 0.9995 * Double(limit) - Double(fitting.bytes)
        let share = wanted / Double(tooLarge - fitting.bytes)
        middle = min(max(low + Int(share * Double(high - low)), low + 1), high - 1)
      }
      isHalving.toggle()
      let candidate = try tried(middle)
      if candidate.bytes <= limit {
        low = middle
        // A finer candidate may be smaller. Keep the larger one, which is nearer to the limit.
        if candidate.bytes >= fitting.bytes { fitting = candidate }
      } else {
        high = middle
        tooLarge = candidate.bytes
      }
    }
    return fitting.result
  }
}

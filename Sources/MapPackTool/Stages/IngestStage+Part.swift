import ArgumentParser
import MapPackFeatures

/// One of several parts of a map's source files, as `mappack ingest --part 3/56` names it. Each part can be read by a
/// job of its own.
struct IngestPart: Hashable, Sendable, ExpressibleByArgument {
  /// From 1 to `count`.
  var number: Int
  var count: Int

  /// Reads `3/56`: the third of 56. `nil` for any other form, and for a number that is not from 1 to the count.
  init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], 1 <= number, number <= count else {
      return nil
    }
    self.number = number
    self.count = count
  }
}

// The part of `IngestStage` that only `mappack ingest --part` uses.
extension IngestStage {
  /// Keeps only the files of one part.
  ///
  /// All parts, in order, give all files in order. Each part has at least one file. The first parts have one file more
  /// than the others if the files cannot be divided evenly; the sizes of files do not matter.
  ///
  /// - Throws: `usage` if there are fewer files than parts.
  mutating func take(_ part: IngestPart, pipeline: String) throws(StageError) {
    guard part.count <= inputs.count else {
      throw StageError(
        .usage, file: pipeline,
        "its sources are \(Figures.counted(inputs.count, "file")), too few for \(Figures.grouped(part.count)) parts",
        remedy: "ask for as many parts as `mappack ingest --list` has lines, or for fewer")
    }
    let (share, rest) = inputs.count.quotientAndRemainder(dividingBy: part.count)
    let first = (part.number - 1) * share + min(part.number - 1, rest)
    inputs = Array(inputs[first..<first + share + (part.number <= rest ? 1 : 0)])
  }
}

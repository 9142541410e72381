import MapPackCoverage
import MapPackFeatures

/// A number of the regions, in words, and the classes by which it colors them.
///
/// The classes are divided by the quantiles of the values, so each has about as many regions as another. Equal values are
/// in one class. Regions without a value are in a class of their own, the last.
struct PageNumber: Encodable {
  let name: String
  /// Per region; an empty text if it has no value.
  let words: [String]
  /// Per region.
  let classes: [Int]
  /// The classes that have a region, and the range of their values in words.
  let legend: [Entry]
  /// The sums of groups, in words.
  let sums: [String: String]

  struct Entry: Encodable {
    var index: Int
    var words: String
  }

  init(_ name: String, of regions: [Region]) {
    self.name = name
    let values = regions.map { $0.number(name) }
    words = values.map { $0.map(Self.words) ?? "" }
    let known = values.compactMap { $0 }.sorted()
    let count = MapPalette.classCount
    let limits = known.isEmpty ? [] : (1..<count).map { known[$0 * known.count / count] }
    let classes = values.map { value in value.map { value in limits.count { $0 <= value } } ?? count }
    self.classes = classes
    legend = Set(classes).sorted().map { index in
      let values = zip(values, classes).compactMap { $1 == index ? $0 : nil }
      guard let least = values.min(), let most = values.max() else { return Entry(index: index, words: "no value") }
      let ends = [least, most].map(Self.words)
      return Entry(index: index, words: ends[0] == ends[1] ? ends[0] : ends.joined(separator: " – "))
    }
    var sums: [String: Double] = [:]
    for (region, value) in zip(regions, values) {
      if let group = region.group, let value { sums[group, default: 0] += value }
    }
    self.sums = sums.mapValues(Self.words)
  }

  /// All digits of a whole number; of any other six, or so many that those before the point are all there.
  private static func words(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return Figures.grouped(whole) }
    var (places, rest) = (5, value.magnitude)
    while places > 0, rest >= 10 { (places, rest) = (places - 1, rest / 10) }
    while places < 15, rest > 0, rest < 1 { (places, rest) = (places + 1, rest * 10) }
    return Figures.decimal(value, places: places, trims: true)
  }
}

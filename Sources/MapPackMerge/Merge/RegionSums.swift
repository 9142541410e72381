import MapPackCoverage
import MapPackFeatures

/// The sums of numbers over the features of each region that have a shape. A feature that draws the same as an earlier
/// one of its region counts once, and so does its number.
///
/// A region has no sum if no feature of it has the number.
struct RegionSums {
  /// Per sum: its name, and per region its value; `nil` if there is none.
  private var sums: [(name: String, values: [Double?])] = []
  /// Warnings about sums that lack a part, and about features that count once with different numbers.
  private(set) var findings: [Finding] = []

  private let grouping: RegionGrouping
  private let table: FeatureRecords

  /// - Parameter twin: per feature, an earlier feature that draws the same; −1 if there is none.
  /// - Throws: `unreadableData` if a sum is beyond all numbers.
  /// - Complexity: O(n log n) in the features, for each sum.
  init(_ grouping: RegionGrouping, of table: FeatureRecords, twin: ContiguousArray<Int32>) throws(StageError) {
    (self.grouping, self.table) = (grouping, table)
    guard !grouping.summed.isEmpty else { return }
    var twins: [Int: [Int]] = [:]
    for (feature, first) in twin.enumerated() where first >= 0 && isSameRegion(feature, Int(first)) {
      twins[Int(first), default: []].append(feature)
    }
    let surplus = Set(twins.values.joined())
    let features = twin.indices.filter {
      grouping.region[$0] >= 0 && !surplus.contains($0) && !table.polygons(of: $0).isEmpty
    }
    for (number, found) in grouping.summed {
      var terms = [[Double]](repeating: [], count: grouping.regions.count)
      var lacking: [Int] = []
      for feature in features {
        let values = ([feature] + (twins[feature] ?? [])).compactMap { found[$0] }
        if let value = values.first {
          terms[Int(grouping.region[feature])].append(value)
        } else {
          lacking.append(feature)
        }
        if Set(values).count > 1 { warnOfTwins(feature, number.name, values) }
      }
      try add(terms, number)
      warnOfLack(lacking.filter { !terms[Int(grouping.region[$0])].isEmpty }, number.name)
    }
  }

  /// Gives the regions of a coverage the sums. A region's numbers keep the order in which they were asked for.
  func apply(to coverage: inout Coverage) {
    guard !sums.isEmpty else { return }
    let order = Dictionary(
      zip(grouping.numberNames, grouping.numberNames.indices), uniquingKeysWith: { first, _ in first })
    for region in coverage.regions.indices {
      for sum in sums {
        if let value = sum.values[region] {
          coverage.regions[region].numbers.append(.init(name: sum.name, value: value))
        }
      }
      coverage.regions[region].numbers.sort { order[$0.name, default: 0] < order[$1.name, default: 0] }
    }
    coverage.findings += findings
  }

  private func isSameRegion(_ one: Int, _ other: Int) -> Bool { grouping.region[one] == grouping.region[other] }

  private mutating func add(_ terms: [[Double]], _ number: NumberField) throws(StageError) {
    var values = [Double?](repeating: nil, count: terms.count)
    for (region, terms) in terms.enumerated() where !terms.isEmpty {
      // The order is fixed, because sums of floating-point numbers depend on it.
      let sum = terms.sorted().reduce(0, +)
      guard sum.isFinite else {
        var location = grouping.regions[region].location
        location.file =
          grouping.region.firstIndex(of: Int32(truncatingIfNeeded: region)).flatMap { table.place(of: $0).file }
        throw StageError(
          .unreadableData, at: location,
          "the sum of \(number.field) over \(Figures.counted(terms.count, "feature")) is greater than any number can be",
          remedy: "correct the field in the source, or leave it out of `merge.numbers`")
      }
      values[region] = sum
    }
    sums.append((number.name, values))
  }

  private mutating func warnOfLack(_ features: [Int], _ name: String) {
    guard let first = features.first else { return }
    let counts = Dictionary(grouping: features) { Int(grouping.region[$0]) }.mapValues(\.count)
    let names = counts.sorted { $0.key < $1.key }.map { region, count in
      grouping.regions[region].title + (count == 1 ? "" : " ×\(Figures.grouped(count))")
    }
    findings.append(
      Finding(
        .partialSum, at: table.place(of: first),
        "the sum of \(name) lacks \(Figures.counted(features.count, "feature")) that \(features.count == 1 ? "has" : "have") "
          + "no value, of \(names.listed(atMost: 10))", count: features.count))
  }

  private mutating func warnOfTwins(_ feature: Int, _ name: String, _ values: [Double]) {
    let texts = values.compactMap { AttributeValue.real($0).displayText }
    findings.append(
      Finding(
        .severalNumbers, severity: .warning, at: table.place(of: feature),
        "features that draw the same count once, and they have several values of \(name) (\(texts.joined(separator: ", "))); "
          + "the first is taken", remedy: "leave out the wrong ones with `drop`"))
  }
}

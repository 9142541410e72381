import MapPackCoverage
import MapPackFeatures

/// The regions of a map in classes by a number: what a picture and the page color, and what the legend says.
struct NumberClasses {
  let look: NumberLook
  /// Per region; `nil` if it has none.
  let values: [Double?]
  /// Ascending. A value that is a break belongs to the class above it.
  let breaks: [Double]
  /// Per region: its class, from the least, or `count` if it has no value.
  let classOfRegion: [Int]

  /// The number of classes. Equal values are in one class, so there may be fewer than were asked for.
  var count: Int { breaks.count + 1 }

  /// - Throws: `usage` if no region has the number, or if regions without an area have to be divided by it.
  init(_ look: NumberLook, of coverage: Coverage) throws(StageError) {
    self.look = look
    try Self.check(look, of: coverage)
    values = coverage.regions.map { region in
      guard let value = region.number(look.name) else { return nil }
      let quotient =
        switch look.per {
        case .nothing: value
        // As precise as a pack has areas, so that the picture of a pack is that of its coverage.
        case .squareKilometer: value / (Double(Float(region.area)) / 1e6)
        case .number(let other): value / (region.number(other) ?? 0)
        }
      return quotient.isFinite ? quotient : nil
    }
    let breaks = NumberBreaks.breaks(of: values.compactMap(\.self).sorted(), by: look)
    self.breaks = breaks
    classOfRegion = values.map { value in
      value.map { value in breaks.count { $0 <= value } } ?? breaks.count + 1
    }
  }

  private static func check(_ look: NumberLook, of coverage: Coverage) throws(StageError) {
    var names = [look.name]
    if case .number(let other) = look.per { names.append(other) }
    let known = coverage.regions.numberNames
    if let missing = names.first(where: { !known.contains($0) }) {
      let hint = didYouMean(missing, in: known + (missing == look.name ? [] : ["km2"]))
      throw StageError(
        .usage, file: coverage.map, "no region has the number \(missing)",
        remedy: "\(hint)keep a field of the sources with `merge: { numbers: [\(missing)] }`, or name a column of a "
          + "table so: `join: { columns: [{ field: COLUMN, name: \(missing) }] }`")
    }
    guard look.per != .squareKilometer || coverage.kind == .areas else {
      throw StageError(
        .usage, file: coverage.map, "\(coverage.kind.rawValue) have no km² to show a number for",
        remedy: "leave out `per`")
    }
  }

  /// How many regions each class has; then how many have no value.
  var counts: [Int] {
    classOfRegion.reduce(into: [Int](repeating: 0, count: count + 1)) { $0[$1] += 1 }
  }

  /// What is shown: `POP_EST per km²`.
  var title: String {
    switch look.per {
    case .nothing: look.name
    case .squareKilometer: "\(look.name) per km²"
    case .number(let other): "\(look.name) per \(other)"
    }
  }

  /// The title of a legend; `nil` if there is none.
  func title(_ legend: PictureOptions.Legend) -> String? {
    switch legend {
    case .ofNumber: title
    case .titled(let words): words
    case .none: nil
    }
  }

  /// The legend, the highest class first.
  var legend: [(index: Int, words: String)] {
    let hasNone = classOfRegion.contains(count)
    return (0..<count).reversed().map { ($0, words(ofClass: $0)) } + (hasNone ? [(count, "no number")] : [])
  }

  private func words(ofClass index: Int) -> String {
    let ends = breaks.map(Self.words)
    if index > 0 { return index < ends.count ? "\(ends[index - 1]) to \(ends[index])" : "\(ends[index - 1]) and more" }
    if let first = ends.first { return "under \(first)" }
    // All values are equal.
    return values.lazy.compactMap(\.self).first.map(Self.words) ?? "no number"
  }

  /// All digits of a whole number; of any other six, or so many that those before the point are all there.
  static func words(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return Figures.grouped(whole) }
    var (places, rest) = (5, value.magnitude)
    while places > 0, rest >= 10 { (places, rest) = (places - 1, rest / 10) }
    while places < 15, rest > 0, rest < 1 { (places, rest) = (places + 1, rest * 10) }
    return Figures.decimal(value, places: places, trims: true)
  }
}

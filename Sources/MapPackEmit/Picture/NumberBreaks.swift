/// Where the classes of a number begin.
enum NumberBreaks {
  /// - Parameter values: ascending.
  /// - Returns: the breaks, ascending; a value that is a break belongs to the class above it. They are fewer than asked
  ///   for if there are few different values.
  static func breaks(of values: [Double], by look: NumberLook) -> [Double] {
    switch look.breaks {
    case .own(let breaks): breaks
    case .equalCounts: equalCounts(values, look.classes)
    case .equalSteps: equalSteps(values, look.classes)
    }
  }

  /// Quantiles, each rounded to as few digits as leave the classes about as large: no break moves by more than a quarter
  /// of a class. If equal values lie there, the nearest place between different ones is taken.
  private static func equalCounts(_ values: [Double], _ count: Int) -> [Double] {
    let between = values.indices.dropFirst().filter { values[$0 - 1] < values[$0] }
    let size = Double(values.count) / Double(count)
    var breaks: [(place: Int, value: Double)] = []
    for index in 1..<count {
      let wanted = Double(index) * size
      func distance(_ place: Int) -> Double { (Double(place) - wanted).magnitude }
      guard let nearest = between.min(by: { distance($0) < distance($1) }) else { return [] }
      let near = between.filter { distance($0) <= size / 4 }
      let (first, last) = (near.first ?? nearest, near.last ?? nearest)
      let found = roundNumbers(above: values[first - 1], upTo: values[last]).map { value in
        (place: partition(values, below: value), value: value)
      }
      if let best = found.min(by: { distance($0.place) < distance($1.place) }),
        breaks.last.map({ $0.place < best.place }) ?? true
      {
        breaks.append(best)
      }
    }
    return breaks.map(\.value)
  }

  /// Equal parts of what lies between the least and the largest value, rounded to two digits of their width.
  private static func equalSteps(_ values: [Double], _ count: Int) -> [Double] {
    guard let least = values.first, let most = values.last, least < most else { return [] }
    let step = most / Double(count) - least / Double(count)
    var unit = Decade(below: step)
    unit.exponent -= 1
    var breaks: [Double] = []
    for index in 1..<count {
      let value = unit.times((unit.quotient(least + Double(index) * step)).rounded())
      if value > breaks.last ?? least, value <= most { breaks.append(value) }
    }
    return breaks
  }

  /// The numbers with the fewest digits in an interval: the multiples of the largest 1, 2 or 5 times a power of ten that
  /// has any there.
  private static func roundNumbers(above low: Double, upTo high: Double) -> [Double] {
    var decade = Decade(below: max(low.magnitude, high.magnitude))
    for _ in 0..<18 {
      for factor in [5.0, 2, 1] {
        let (first, last) = (
          (decade.quotient(low) / factor).rounded(.down) + 1, (decade.quotient(high) / factor).rounded(.down)
        )
        guard first <= last, last - first < 10 else { continue }
        let found = stride(from: first, through: last, by: 1).map { decade.times($0 * factor) }
          .filter { low < $0 && $0 <= high }
        if !found.isEmpty { return found }
      }
      decade.exponent -= 1
    }
    return [high]
  }

  /// How many values are below another.
  private static func partition(_ values: [Double], below limit: Double) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A power of ten, whose multiples are the numbers that are written with few digits.
private struct Decade {
  var exponent = 0

  /// The largest that is not above a number.
  init(below value: Double) {
    var rest = value
    while rest >= 10, exponent < 300 { (rest, exponent) = (rest / 10, exponent + 1) }
    while rest > 0, rest < 1, exponent > -300 { (rest, exponent) = (rest * 10, exponent - 1) }
  }

  private var power: Double { (0..<exponent.magnitude).reduce(1) { power, _ in power * 10 } }

  func times(_ factor: Double) -> Double { exponent < 0 ? factor / power : factor * power }

  func quotient(_ value: Double) -> Double { exponent < 0 ? value * power : value / power }
}

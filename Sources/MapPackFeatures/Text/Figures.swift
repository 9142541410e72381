/// Numbers as the commands print them. They are the same on every machine and in every locale.
package enum Figures {
  /// A count with commas: `1,039,412`.
  package static func grouped(_ count: Int) -> String {
    let digits = String(count.magnitude)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return (count < 0 ? "-" : "") + grouped
  }

  /// A count of any integer type, with commas if it fits into `Int`.
  package static func grouped(_ count: some BinaryInteger) -> String {
    Int(exactly: count).map { grouped($0) } ?? String(count)
  }

  /// A number with `places` decimal places, rounded half away from zero. A number that has no room for them in an `Int`,
  /// infinities and NaN are written as Swift writes them.
  /// - Parameter trims: whether zeros at the end of the decimal places are left out.
  package static func decimal(_ value: Double, places: Int, trims: Bool = false) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    guard value.magnitude * Double(scale) < 1e18 else { return String(value) }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    var fraction = String(scaled % scale)
    while fraction.count < places { fraction = "0" + fraction }
    while trims, fraction.last == "0" { fraction.removeLast() }
    let hasFraction = places > 0 && !fraction.isEmpty
    return (value < 0 && scaled > 0 ? "-" : "") + String(scaled / scale) + (hasFraction ? "." + fraction : "")
  }

  /// A count and its noun, which gets an s in the plural: `1 region`, `177 regions`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension [String] {
  /// The first texts, and how many more there are.
  package func listed(atMost most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}

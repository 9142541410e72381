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

  /// A number with `places` decimal places, rounded half away from zero. Numbers of 10¹⁵ or more, infinities and NaN
  /// are written as Swift writes them.
  ///
  /// - Precondition: the number without its point, as it will be written, fits into `Int`. It does if `places` is at
  ///   most 3.
  package static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    guard value.isFinite, value.magnitude < 1e15 else { return String(value) }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    var fraction = String(scaled % scale)
    while fraction.count < places { fraction = "0" + fraction }
    return (value < 0 && scaled > 0 ? "-" : "") + String(scaled / scale) + (places > 0 ? "." + fraction : "")
  }

  /// A count and its noun, which gets an s in the plural: `1 region`, `177 regions`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// An area in words: `0.05 m²`, `1234 m²`, `12.35 km²`.
  package static func area(squareMeters: Double) -> String {
    let isLarge = squareMeters >= 1_000_000
    let value = isLarge ? squareMeters / 1_000_000 : squareMeters
    let unit = isLarge ? "km²" : "m²"
    if value >= 100 { return "\(grouped(Int(exactly: value.rounded()) ?? 0)) \(unit)" }
    let hundredths = Int((max(0, value) * 100).rounded())
    if hundredths == 0 { return "less than 0.01 \(unit)" }
    let fraction = hundredths % 100
    return "\(hundredths / 100)" + (fraction == 0 ? "" : fraction < 10 ? ".0\(fraction)" : ".\(fraction)") + " \(unit)"
  }
}

import MapFeatures

extension Finding {
  /// Where it is in words, without the file:
  /// `layer N03, 長崎市 (42201), record 12, polygon 0, ring 0, vertex 57 at 129.8735000 32.7411000`; empty where nothing
  /// is known.
  var place: String {
    var place = steps.joined(separator: ", ")
    if let longitude, let latitude {
      place += (place.isEmpty ? "at " : " at ") + "\(Self.degrees(longitude)) \(Self.degrees(latitude))"
    }
    return place
  }

  /// Place, message, number and remedy in one line. Without the remedy where it has been said before.
  func sentence(withRemedy: Bool = true) -> String {
    let place = place
    var line = (place.isEmpty ? "" : place + ": ") + message
    if count > 1 { line += " (\(Figures.grouped(count)) times)" }
    if withRemedy, let remedy { line += "; \(remedy)" }
    return line.onOneLine
  }

  private var steps: [String] {
    var steps: [String] = []
    if let layer { steps.append("layer \(layer)") }
    if let label { steps.append(label) }
    if let record { steps.append("record \(record)") }
    if let polygon { steps.append("polygon \(polygon)") }
    if let ring { steps.append("ring \(ring)") }
    if let vertex { steps.append("vertex \(vertex)") }
    return steps
  }

  /// Degrees with seven decimals, about a centimetre.
  private static func degrees(_ value: Double) -> String {
    // A broken file may have any number.
    guard value.magnitude < 1e9 else { return "\(value)" }
    let scaled = Int64((value.magnitude * 10_000_000).rounded())
    let fraction = String(scaled % 10_000_000)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / 10_000_000)." + String(repeating: "0", count: 7 - fraction.count) + fraction
  }
}

extension String {
  /// The text with a space for every control character, so that it cannot break a line or colour a terminal.
  package var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar -> Unicode.Scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }

  /// The path without `.` and empty steps, as tools that compare paths as text need it.
  var plainPath: String {
    let steps = split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return hasPrefix("/") ? "/" + steps : steps
  }
}

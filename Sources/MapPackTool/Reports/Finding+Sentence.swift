import MapPackFeatures

// A finding in words, for the reports that people read: text, JUnit, annotations, and the messages of SARIF.
extension Finding {
  /// The location in words, without the file:
  /// `layer N03, 長崎市 (42201), record 12, polygon 0, ring 0, vertex 57 at 129.8735000 32.7411000`; empty if nothing is
  /// known of it.
  var location: String {
    var location = steps.joined(separator: ", ")
    if let longitude, let latitude {
      location += (location.isEmpty ? "at " : " at ") + "\(Self.degrees(longitude)) \(Self.degrees(latitude))"
    }
    return location
  }

  /// The location, message, count and remedy, in one line.
  func sentence(withRemedy: Bool = true) -> String {
    let location = location
    var line = (location.isEmpty ? "" : location + ": ") + message
    if count > 1 { line += " (\(Figures.grouped(count)) times)" }
    if withRemedy, let remedy { line += "; \(remedy)" }
    return line.onOneLine
  }

  private var steps: [String] {
    var steps: [String] = []
    if let layer { steps.append("layer \(layer)") }
    if let label { steps.append(label) }
    if let record { steps.append("record \(record)") }
    return steps + kind.steps(part: polygon, ring: ring, vertex: vertex)
  }

  /// Degrees with seven decimals, which is about a centimeter.
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
  /// The path without `.` and empty steps, for tools that compare paths as text: GitHub's annotations and SARIF. `..`
  /// stays.
  var plainPath: String {
    let steps = split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return hasPrefix("/") ? "/" + steps : steps
  }
}

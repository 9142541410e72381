import MapPackFeatures

// What `ValidationReport` compares with a baseline. If it changes, every finding is new to the baselines
// that users keep.
extension Finding {
  /// The identity of a finding from one edition of a file to the next, as sixteen hexadecimal digits.
  ///
  /// It is a hash of the rule, the file's name without folders, the layer, and one thing more:
  /// - If the finding is about codes or names: the code, or the location if it has no code.
  /// - If it stands for several faults of reading, merging or simplifying: nothing, because its location is only that
  ///   of the first.
  /// - Otherwise: the location, rounded to a hundred-thousandth of a degree, or the code if it has no location. A fault
  ///   of reading without a location has neither.
  ///
  /// It does not depend on the order of features, nor on the record, which shifts with every feature before it.
  /// Findings that agree in all of this are numbered, so one more of them is one new finding.
  ///
  /// The hash tells findings apart. It is no protection against forgery.
  /// Source: G. Fowler, L. Noll, K.-P. Vo, the FNV hash, 64-bit variant 1a.
  /// - Parameter repetition: the number of earlier findings that agree in all of this.
  package func fingerprint(repetition: Int = 0) -> String {
    var parts = [rule.rawValue, file.map { String($0.split(separator: "/").last ?? "") } ?? "", layer ?? ""]
    if let identity { parts.append(identity) }
    if repetition > 0 { parts.append("#\(repetition)") }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var identity: String? {
    let code = code.map { "code " + $0 }
    var location: String?
    if let longitude, let latitude { location = "at \(Self.rounded(longitude)),\(Self.rounded(latitude))" }
    switch rule.explanation.subject {
    case .reading: return count > 1 ? nil : location
    case .merging, .simplifying: return count > 1 ? nil : location ?? code
    case .regions: return code ?? location
    case .features, .borders, .coverages, .naming, .exporting: return location ?? code
    }
  }

  /// Degrees in hundred-thousandths, limited to what an Int64 holds, because a broken file may have any number.
  private static func rounded(_ degrees: Double) -> Int64 {
    Int64(max(-1e17, min(1e17, (degrees * 100_000).rounded())))
  }
}

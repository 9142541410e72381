import MapFeatures

extension Finding {
  /// What identifies a finding from one edition of a file to the next: its rule, the file's name without folders, the
  /// layer, and
  ///
  /// - for what is wrong with shapes and borders, the place to a hundred-thousandth of a degree, else the code;
  /// - for what is wrong with codes and names, the code, else the place, which is that of any vertex;
  /// - for what is gathered, with the place of the first of many, nothing more.
  ///
  /// So no order of features has a part in it, nor has the record, which shifts with every feature before it. Findings
  /// that have the same of all these are told apart by their number: one more of them is one new finding.
  ///
  /// Sixteen hexadecimal digits of FNV-1a: it tells findings apart, it is no protection against forgery.
  /// Source: G. Fowler, L. Noll, K.-P. Vo, the FNV hash, 64-bit variant 1a.
  /// - Parameter repetition: 0, or how many findings before this one have the same of all these.
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
    var place: String?
    if let longitude, let latitude { place = "at \(Self.rounded(longitude)),\(Self.rounded(latitude))" }
    switch rule.explanation.subject {
    case .reading: return count > 1 ? nil : place
    case .merging, .simplifying: return count > 1 ? nil : place ?? code
    case .regions: return code ?? place
    case .features, .borders, .coverages, .naming, .exporting: return place ?? code
    }
  }

  /// In hundred-thousandths. A place beyond what degrees can be, as a broken file may have it, is the nearest number.
  private static func rounded(_ degrees: Double) -> Int64 {
    Int64(max(-1e17, min(1e17, (degrees * 100_000).rounded())))
  }
}

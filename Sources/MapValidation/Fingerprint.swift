import MapFeatures

extension Finding {
  /// What identifies a finding from one edition of a file to the next: its rule, the file's name without folders, the
  /// layer, the code, and the place to a hundred-thousandth of a degree.
  ///
  /// - The record is no part of it: a feature before it that comes or goes would change it. Findings that have no
  ///   code and no place are told apart by their number alone, so that one more of them is one new finding.
  /// - A finding that stands for many has the place of the first one only, which depends on the order of features;
  ///   it goes by rule, file and layer.
  ///
  /// Sixteen hexadecimal digits of FNV-1a: it tells findings apart, it is no protection against forgery.
  /// Source: G. Fowler, L. Noll, K.-P. Vo, the FNV hash, 64-bit variant 1a.
  /// - Parameter repetition: 0, or how many findings before this one have the same of all these.
  package func fingerprint(repetition: Int = 0) -> String {
    var parts = [rule, file.map { String($0.split(separator: "/").last ?? "") } ?? "", layer ?? ""]
    let isGathered = RuleDescription.byID[rule]?.subject == .reading || count > 1 && polygon == nil
    if !isGathered {
      parts.append(code ?? "")
      if let longitude, let latitude { parts.append("\(Self.rounded(longitude)),\(Self.rounded(latitude))") }
    }
    if repetition > 0 { parts.append("#\(repetition)") }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// In hundred-thousandths. A place beyond what degrees can be, as a broken file may have it, is the nearest number.
  private static func rounded(_ degrees: Double) -> Int64 {
    Int64(max(-1e17, min(1e17, (degrees * 100_000).rounded())))
  }
}

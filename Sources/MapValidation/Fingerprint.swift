import MapFeatures

extension Finding {
  /// What identifies a finding from one edition of a file to the next: its rule, the file's name without folders, the
  /// code (else the record), and the place to a hundred-thousandth of a degree.
  ///
  /// Sixteen hexadecimal digits of FNV-1a: it tells findings apart, it is no protection against forgery.
  /// Source: G. Fowler, L. Noll, K.-P. Vo, the FNV hash, 64-bit variant 1a.
  /// - Parameter repetition: 0, or how many findings before this one have the same four.
  package func fingerprint(repetition: Int = 0) -> String {
    let file = file.map { String($0.split(separator: "/").last ?? "") } ?? ""
    let feature = code ?? record.map { "#\($0)" } ?? ""
    var parts = [rule, file, feature]
    if let longitude, let latitude {
      parts.append("\(Int64((longitude * 100_000).rounded())),\(Int64((latitude * 100_000).rounded()))")
    }
    if repetition > 0 { parts.append(String(repetition)) }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

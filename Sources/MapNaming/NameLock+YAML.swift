extension NameLock {
  /// The text of the lock file: one line a region, by raw value.
  ///
  /// Every text is in double quotes, so that no code becomes a number and no case (`no`, `null`) anything else.
  /// The same lock has the same bytes.
  package var yaml: String {
    var text = """
      # Name lock: which case and raw value each region's code has, from release to release.
      # Written by a successful run and read by the next one; commit it. Entries are never removed or renumbered:
      # a region that is gone stays as `status: retired`.

      """
    if let cellExponent { text += "cellExponent: \(cellExponent)\n" }
    guard !regions.isEmpty else { return text + "regions: []\n" }
    text += "regions:\n"
    for entry in regions {
      text += "  - { code: \(Self.quoted(entry.code)), case: \(Self.quoted(entry.caseName)), raw: \(entry.rawValue)"
      text += ", name: \(Self.quoted(entry.name)), status: \(entry.status.rawValue)"
      if !entry.successors.isEmpty {
        text += ", successors: [\(entry.successors.map(Self.quoted).joined(separator: ", "))]"
      }
      text += " }\n"
    }
    return text
  }

  /// A double-quoted scalar. Source: YAML 1.2.2, 5.7 "Escaped Characters".
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\\(scalar)"
      case _ where InvisibleScalar.contains(scalar) || scalar.value >= 0xFFFE && scalar.value & 0xFFFE == 0xFFFE:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, width) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
        quoted += "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
      default:
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

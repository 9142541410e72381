import MapPackFeatures
import MapPackNames

/// How a name lock is written and read. A new key has to be optional, because locks of earlier versions lack it.
extension NameLock {
  /// The text of the lock file: one line per region, by raw value. Empty lists and `nil` are left out.
  ///
  /// Every text is in double quotes, so that no code is read as a number and no case (`no`, `null`) as anything else.
  /// The same lock has the same bytes.
  package var text: String {
    var text = """
      # Name lock: which case and raw value each region's code has, from release to release.
      # Written by a successful run and read by the next one; commit it. Entries are never removed or renumbered:
      # a region that is gone stays as `status: retired`.

      """
    if let cellExponent { text += "cellExponent: \(cellExponent)\n" }
    if let cellOrigin { text += "cellOrigin: \(cellOrigin.rawValue)\n" }
    guard !regions.isEmpty else { return text + "regions: []\n" }
    text += "regions:\n"
    for entry in regions {
      text +=
        "  - { code: \(YAMLText.quoted(entry.code)), case: \(YAMLText.quoted(entry.caseName)), raw: \(entry.rawValue)"
      text += ", name: \(YAMLText.quoted(entry.name)), status: \(entry.status.rawValue)"
      if let since = entry.since { text += ", since: \(YAMLText.quoted(since))" }
      if !entry.successors.isEmpty {
        text += ", successors: [\(entry.successors.map(YAMLText.quoted).joined(separator: ", "))]"
      }
      if !entry.former.isEmpty {
        text += ", former: [\(entry.former.map(YAMLText.quoted).joined(separator: ", "))]"
      }
      text += " }\n"
    }
    return text
  }

  /// Reads the text of a lock, unchecked. Regions stay in the order of the text.
  /// - Throws: `usage`, with the line, if a key is unknown or missing, or if a value is wrong.
  package init(text: String, file: String) throws(StageError) {
    let keys = try YAMLValue(document: text, file: file).mapping(["cellExponent", "cellOrigin", "regions"])
    self.init(
      cellExponent: try keys["cellExponent"]?.integer(in: -64...28),
      cellOrigin: try keys["cellOrigin"]?.choice(of: CellOrigin.self),
      regions: try (keys["regions"]?.list() ?? []).map(Self.entry))
  }

  private static func entry(_ value: YAMLValue) throws(StageError) -> Entry {
    let keys = try value.mapping(["code", "case", "raw", "name", "status", "successors", "since", "former"])
    func required(_ key: String) throws(StageError) -> YAMLValue {
      guard let found = keys[key] else {
        throw value.error("`\(value.path).\(key)` is missing", remedy: restoring)
      }
      return found
    }
    let rawValue = try required("raw").integer(in: 1...Int(UInt16.max))
    func texts(_ key: String) throws(StageError) -> [String] {
      try (keys[key]?.list() ?? []).map { value throws(StageError) in try value.text() }
    }
    return Entry(
      code: try required("code").text(), caseName: try required("case").text(), rawValue: UInt16(rawValue),
      name: try required("name").textOrEmpty(),
      status: try required("status").choice(of: Status.self),
      successors: try texts("successors"), since: try keys["since"]?.text(), former: try texts("former"))
  }
}

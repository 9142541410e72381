extension NameLock {
  /// The text of the lock file: one line per region, by raw value. Lists that are empty, and what is `nil`, are left
  /// out. `NameLockFile` in MapPackTool reads it back, and refuses keys that it does not know. So a new key needs a line
  /// here, a member of `NameLock.Entry` and a line there; locks without the key must still be read. `NameLock` says
  /// what else it needs.
  ///
  /// Every text is in double quotes, so that no code is read as a number and no case (`no`, `null`) as anything else.
  /// The same lock has the same bytes.
  package var yaml: String {
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
}

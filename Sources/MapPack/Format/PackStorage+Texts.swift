extension PackStorage {
  // The texts of the sections INFO and TEXT, for `Pack` and `RegionShape`. They are read as UTF-8. Bytes that are not
  // UTF-8 are repaired; `Pack.verify()` finds them.

  /// How many kinds of texts each region has: code, name, and those that the map's makers chose.
  var textKindCount: Int { informationCount.value(0, in: data.bytes) }
  /// How many groups and sources the pack has. Damage cannot make them more than there are texts.
  var groupCount: Int { min(informationCount.value(1, in: data.bytes), informationStart.count) }
  var sourceCount: Int { min(informationCount.value(2, in: data.bytes), informationStart.count) }

  /// A text of section INFO; empty outside the section.
  func information(_ index: Int) -> String {
    let bytes = data.bytes
    return string(informationStart.range(index, limit: informationText.count, in: bytes), of: informationText)
  }

  /// Consecutive texts of section INFO. Together they have no more bytes than the section, whatever their starts say.
  func informations(_ entries: Range<Int>) -> [String] {
    let bytes = data.bytes
    var budget = informationText.count
    return entries.map { entry in
      let range = informationStart.range(entry, limit: informationText.count, in: bytes)
      budget -= range.count
      return budget >= 0 ? string(range, of: informationText) : ""
    }
  }

  var mapName: String { information(0) }
  func groupName(_ group: Int) -> String { information(PackFormat.mapTextCount + textKindCount + group) }

  func code(_ slot: Int) -> String { text(PackFormat.codeKind, of: slot) }
  func name(_ slot: Int) -> String { text(PackFormat.nameKind, of: slot) }

  /// A region's text of a kind; empty if it has none.
  func text(_ kind: Int, of slot: Int) -> String {
    guard kind < textKindCount else { return "" }
    return string(textStart.range(textKindCount * slot + kind, limit: text.count, in: data.bytes), of: text)
  }

  private func string(_ range: Range<Int>, of blob: PackedColumn) -> String {
    String(decoding: textBytes(range, of: blob), as: UTF8.self)
  }

  /// The bytes of a text.
  /// - Precondition: the range lies in the column, which is 8 bits wide.
  func textBytes(_ range: Range<Int>, of blob: PackedColumn) -> [UInt8] {
    let bytes = data.bytes
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for entry in range { text.append(bytes.byte(at: blob.offset + entry)) }
    return text
  }
}

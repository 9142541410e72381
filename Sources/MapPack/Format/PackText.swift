// Texts in the columns of a pack: the starts in one, the bytes in another. They are read as UTF-8. Bytes that are not
// UTF-8 are repaired; `Pack.verify()` finds them.
extension AscendingColumn {
  /// Consecutive texts. Together they have no more bytes than their column, whatever their starts say.
  func texts(_ entries: Range<Int>, of blob: PackedColumn, in bytes: RawSpan) -> [String] {
    var budget = blob.count
    var texts: [String] = []
    texts.reserveCapacity(entries.count)
    for entry in entries {
      let range = range(entry, limit: blob.count, in: bytes)
      budget -= range.count
      texts.append(budget >= 0 ? blob.text(range, in: bytes) : "")
    }
    return texts
  }
}

extension PackedColumn {
  /// A text of a column of bytes.
  /// - Precondition: the range lies in the column, which is 8 bits wide.
  func text(_ range: Range<Int>, in bytes: RawSpan) -> String {
    String(decoding: textBytes(range, in: bytes), as: UTF8.self)
  }

  /// The bytes of a text.
  /// - Precondition: the range lies in the column, which is 8 bits wide.
  func textBytes(_ range: Range<Int>, in bytes: RawSpan) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for entry in range { text.append(bytes.byte(at: offset + entry)) }
    return text
  }
}

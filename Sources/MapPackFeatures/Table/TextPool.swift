/// The texts of a stage file: those of a feature table, or of a ledger. Each text is stored once, in the order of first
/// use.
///
/// Two texts are the same if their bytes are, because a stage file keeps texts as published.
struct TextPool {
  private var indexByText: [ExactText: Int64] = [:]
  private var starts: ContiguousArray<Int> = [0]
  private var bytes = ContiguousArray<UInt8>()

  /// The index of a text in the pool, to which it is added if it is new.
  mutating func index(of text: String) -> Int64 {
    let key = ExactText(text)
    if let known = indexByText[key] { return known }
    let index = Int64(indexByText.count)
    indexByText[key] = index
    bytes.append(contentsOf: text.utf8)
    starts.append(bytes.count)
    return index
  }

  /// Adds the sections NAME.start and NAME.bytes: text i has the bytes `start[i] ..< start[i + 1]`, in UTF-8.
  func write(to writer: inout StageFileWriter, name: String) {
    writer.add("\(name).start", starts)
    writer.add("\(name).bytes", bytes)
  }
}

extension StageFile {
  /// Reads the texts that a `TextPool` has written under a name, in the order of their indices.
  ///
  /// - Throws: `.unreadableData` if a section is missing or damaged.
  func texts(_ name: String) throws(StageError) -> [String] {
    let bytes = try bytes("\(name).bytes")
    let starts = try starts("\(name).start", owned: bytes.count)
    var texts: [String] = []
    texts.reserveCapacity(starts.count - 1)
    for index in 0..<starts.count - 1 {
      guard let text = String(exactUTF8: bytes[starts[index]..<starts[index + 1]]) else {
        throw damage("\(name).bytes", "text \(index) is not UTF-8")
      }
      texts.append(text)
    }
    return texts
  }
}

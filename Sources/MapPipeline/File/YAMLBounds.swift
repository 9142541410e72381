/// How much a text may have of what makes YAML take more time than its length: texts of a few hundred bytes can stand
/// for more values than memory has (aliases of aliases), and a key in a key in a key is looked at once for each of them.
///
/// Counted by the characters that begin such a thing, wherever they stand, also in comments and quoted texts: no
/// pipeline file and no name lock comes near the limits.
enum YAMLBounds {
  /// How many times `*name` may stand in a text, times how many times `&name` does: values grow to a few hundred times
  /// the text at most.
  static let sharingLimit = 48
  /// How deep brackets may be open, and how often a `?` may announce a key.
  static let depthLimit = 64

  /// What exceeds a limit, in words; `nil` where nothing does.
  ///
  /// - Complexity: O(bytes).
  static func excess(in text: String) -> String? {
    var (anchors, aliases, keys, depth) = (0, 0, 0, 0)
    // A text begins as a line does.
    var previous = UInt8(ascii: "\n")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "&") where begins(after: previous): anchors += 1
      case UInt8(ascii: "*") where begins(after: previous): aliases += 1
      case UInt8(ascii: "?") where begins(after: previous): keys += 1
      default: break
      }
      if depth > depthLimit { return "brackets are open \(depthLimit + 1) deep" }
      previous = byte
    }
    if keys > depthLimit { return "more than \(depthLimit) keys are announced by `?`" }
    return anchors * aliases > sharingLimit ? "\(aliases) aliases of \(anchors) anchors are too many" : nil
  }

  /// Whether a value may begin behind a character: behind others it goes on.
  private static func begins(after byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "?"),
      UInt8(ascii: "-"):
      true
    // Blanks and line ends; the last bytes of a byte order mark and of the line ends that are not ASCII.
    default: byte <= 0x20 || byte >= 0x80
    }
  }
}

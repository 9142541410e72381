/// Limits on what makes YAML cost more time or memory than the length of a text suggests.
///
/// With aliases of aliases, a few hundred bytes can stand for more values than memory can hold. A key in a key in a key
/// is looked at once for each of them.
///
/// `YAMLValue` asks before it parses. The characters that begin such a thing are counted wherever they stand, also in
/// comments and quoted texts. No pipeline file and no name lock comes near the limits.
enum YAMLBounds {
  /// The limit of the number of aliases, `*name`, times the number of anchors, `&name`. Within it, values are at most a
  /// few hundred times as large as the text.
  static let sharingLimit = 48
  /// How deep brackets may be nested, and how often a `?` may announce a key.
  static let depthLimit = 64

  /// What exceeds a limit, in words; `nil` if nothing does.
  ///
  /// - Complexity: O(bytes).
  static func excess(in text: String) -> String? {
    var (anchors, aliases, keys, depth) = (0, 0, 0, 0)
    // The beginning of the text counts as the beginning of a line.
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

  /// Whether a value may begin behind a byte. Behind other bytes a value goes on.
  private static func begins(after byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "?"),
      UInt8(ascii: "-"):
      true
    // Spaces and line ends. Bytes beyond ASCII may be the last ones of a byte order mark or of a line end of Unicode.
    default: byte <= 0x20 || byte >= 0x80
    }
  }
}

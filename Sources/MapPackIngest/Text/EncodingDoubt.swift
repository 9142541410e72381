import MapPackFeatures

/// Text that does not read as names do in the encoding that somebody says: a user, a `.cpg`, a language byte.
struct EncodingDoubt {
  private let encoding: TextEncoding
  private let reading: String
  /// Encodings in which all of the text reads as names do.
  private let candidates: EncodingCandidates

  /// `nil` if half of the texts read as names do, or if some are not in the encoding at all.
  ///
  /// - Parameters:
  ///   - texts: texts beyond ASCII.
  ///   - extent: where the layer lies, `nil` if nobody knows; only called if there is a doubt.
  init?(
    _ texts: [[UInt8]], in encoding: TextEncoding, file: String,
    extent: () throws(StageError) -> Bounds? = { () throws(StageError) in nil }
  ) throws(StageError) {
    guard encoding != .utf8, let decoder = try? TextDecoder(encoding, file: file) else { return nil }
    var wrong: [(bytes: [UInt8], reading: String)] = []
    for bytes in texts {
      switch bytes.withUnsafeBytes({ decoder.decode($0) }) {
      case .text(let text), .cut(let text):
        if !EncodingCandidates.isPlausible(text, encoding) { wrong.append((bytes, text)) }
      case .undecodable: return nil
      }
    }
    guard let first = wrong.first, 2 * wrong.count > texts.count else { return nil }
    self.encoding = encoding
    reading = first.reading
    candidates = EncodingCandidates(
      wrong.map(\.bytes) + texts, extent: try extent(), except: [encoding], file: file)
  }

  /// - Parameter who: who says the encoding, as in `the .cpg`.
  func message(_ who: String) -> String {
    "\(who) says \(encoding.name), in which the text reads “\(reading)”"
      + (candidates.arePlausible ? "; it would read \(candidates.words)" : "")
  }

  /// - Parameter setting: that which names the encoding.
  func remedy(_ setting: Setting) -> Remedy {
    guard candidates.arePlausible else { return "look at the names, and name the right encoding: \(setting)" }
    return "\(candidates.options(setting)), if that is right"
  }
}

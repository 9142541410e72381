import MapPackFeatures

/// Encodings that text may be in if nothing declares one, for the advice: those of the place first.
///
/// A user decides between them, so each comes with what the text reads in it.
struct EncodingCandidates {
  private struct Place {
    var box: Bounds
    var encodings: [String]

    init(_ west: Double, _ south: Double, _ east: Double, _ north: Double, _ encodings: String...) {
      box = Bounds(west: west, south: south, east: east, north: north)
      self.encodings = encodings
    }

    var size: Double { (box.east - box.west) * (box.north - box.south) }
  }

  /// Rough boxes around lands, and the encodings of their offices.
  private static let places = [
    Place(19, 41, 180, 82, "CP1251", "KOI8-R", "CP866"), Place(22, 44, 41, 53, "CP1251", "KOI8-U", "CP866"),
    Place(22, 41, 29, 45, "CP1251"), Place(18.5, 40.5, 23.1, 46.3, "CP1250", "CP1251"),
    Place(19, 34, 29, 42, "CP1253", "CP737"), Place(32, 34.5, 35, 35.8, "CP1253", "CP1254"),
    Place(124.5, 34.2, 129.7, 43, "CP949"), Place(126, 33, 127, 33.7, "CP949"), Place(128.5, 30, 154, 46, "CP932"),
    Place(122, 20, 132, 30, "CP932"),
    Place(73, 18, 135, 54, "GBK", "GB18030"), Place(113.8, 22.1, 114.5, 22.6, "BIG5", "BIG5-HKSCS"),
    Place(118, 21.5, 122.5, 26.5, "BIG5"), Place(97, 5.5, 106, 20.5, "CP874"), Place(102, 8, 110, 23.5, "CP1258"),
    Place(14, 49, 24.2, 55, "CP1250", "ISO-8859-2", "CP852"),
    Place(12, 48.5, 19, 51.1, "CP1250", "ISO-8859-2", "CP852"),
    Place(16, 45.7, 23, 49.7, "CP1250", "ISO-8859-2", "CP852"), Place(13, 42.3, 19.5, 46.6, "CP1250", "ISO-8859-2"),
    Place(20, 43.6, 30, 48.3, "CP1250", "ISO-8859-2"), Place(25.5, 35.8, 45, 42.2, "CP1254", "CP857"),
    Place(34.2, 29.4, 35.9, 33.4, "CP1255", "CP862"), Place(-17, 12, 60, 37.5, "CP1256", "CP864"),
    Place(20.5, 53.8, 28.3, 59.8, "CP1257"), Place(-180, -56, -25, 84, "CP1252", "CP850"),
    Place(-25, 35.5, 17, 72, "CP1252", "CP850"), Place(4, 54, 32, 72, "CP1252", "CP850"),
  ]

  /// The order in which encodings are tried whose place is not that of the layer.
  private static let anywhere = [
    "CP1252", "CP932", "CP1251", "CP949", "GBK", "BIG5", "CP1253", "CP1255", "CP1256", "CP874", "CP1250", "CP1254",
    "CP1257", "CP1258", "KOI8-R", "CP866", "CP850", "CP852",
  ]
  private static let most = 4

  /// What to propose: an encoding, and what a sample of the text reads in it.
  let proposals: [(encoding: TextEncoding, reading: String)]
  /// Whether all text reads as names do in each of them.
  let arePlausible: Bool

  /// - Parameters:
  ///   - texts: texts beyond ASCII; the first is the sample.
  ///   - extent: where the layer lies; `nil` if nobody knows.
  ///   - excluded: encodings that the text is not in.
  init(_ texts: [[UInt8]], extent: Bounds?, except excluded: [TextEncoding] = [], file: String) {
    let local = Self.local(extent)
    func readings(in names: [String], onlyPlausible: Bool) -> [(encoding: TextEncoding, reading: String)] {
      var found: [(encoding: TextEncoding, texts: [String])] = []
      for name in names where found.count < Self.most {
        let encoding = TextEncoding(name: name)
        guard !excluded.contains(encoding), let decoder = try? TextDecoder(encoding, file: file) else { continue }
        var decoded: [String] = []
        for bytes in texts {
          switch bytes.withUnsafeBytes({ decoder.decode($0) }) {
          case .text(let text), .cut(let text): decoded.append(text)
          case .undecodable: break
          }
        }
        guard decoded.count == texts.count, !onlyPlausible || decoded.allSatisfy({ Self.isPlausible($0, encoding) }),
          !found.contains(where: { $0.texts == decoded })
        else { continue }
        found.append((encoding, decoded))
      }
      return found.compactMap { found in found.texts.first.map { (found.encoding, $0) } }
    }
    // No text of another encoding is UTF-8 by chance.
    var found = readings(in: [TextEncoding.utf8.name], onlyPlausible: true)
    if found.isEmpty { found = readings(in: local, onlyPlausible: true) }
    if found.isEmpty { found = readings(in: Self.anywhere, onlyPlausible: true) }
    arePlausible = !found.isEmpty
    if found.isEmpty { found = readings(in: local + Self.anywhere, onlyPlausible: false) }
    proposals = found
  }

  /// The encodings of the smallest places around the middle of an extent first.
  static func local(_ extent: Bounds?) -> [String] {
    guard let extent, extent.west <= extent.east else { return [] }
    let (x, y) = ((extent.west + extent.east) / 2, (extent.south + extent.north) / 2)
    let middle = Bounds(west: x, south: y, east: x, north: y)
    var names: [String] = []
    for place in places.filter({ $0.box.contains(middle) }).sorted(by: { $0.size < $1.size }) {
      for name in place.encodings where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// `“Москва” as CP1251 or “лНЯЙБЮ” as KOI8-R`.
  var words: String { proposals.map { "“\($0.reading)” as \($0.encoding.name)" }.joined(separator: " or ") }

  /// What to do: the options to choose from.
  var remedy: Remedy {
    guard !proposals.isEmpty else { return "say which with \(.encoding), or save it as UTF-8" }
    return "say which: \(options(.encoding)), or another"
  }

  /// The encodings as a setting names them: `--encoding CP1251 or --encoding KOI8-R`.
  func options(_ setting: Setting) -> Remedy {
    proposals.map { "\(setting, $0.encoding.name)" as Remedy }.joined(separator: " or ")
  }

  // MARK: Plausible text

  private enum Script { case latin, greek, cyrillic, hebrew, arabic, thai, eastAsian, other }

  /// Whether a text reads as names do: words in one script, without signs within words and capitals behind small
  /// letters.
  static func isPlausible(_ text: String, _ encoding: TextEncoding) -> Bool {
    if encoding == .cp932 { return EncodingEvidence.looksJapanese(text) }
    let scalars = Array(text.unicodeScalars)
    var scripts: Set<Script> = []
    var (letters, signs) = (0, 0)
    for (index, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x80...0x9F, 0xE000...0xF8FF, 0xFFFD, 0x2500...0x259F: return false
      default: break
      }
      let previous = index > 0 ? scalars[index - 1] : nil
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      guard isLetter(scalar) else {
        guard !scalar.isASCII else { continue }
        signs += 1
        if let previous, let next, isLetter(previous), isLetter(next), !joins(scalar) { return false }
        continue
      }
      let own = script(of: scalar)
      if !scalar.isASCII {
        letters += 1
        scripts.insert(own)
      }
      if let previous, isLetter(previous) {
        if script(of: previous) != own { return false }
        let isBeyond = !scalar.isASCII || !previous.isASCII
        if isBeyond, previous.properties.isLowercase, scalar.properties.isUppercase { return false }
      }
    }
    return scripts.count < 2 && signs <= max(letters, 1) && !hasAccentsAlone(scalars)
  }

  /// Whether a word has four accented Latin letters in a row, three of them different: another alphabet in CP1252.
  private static func hasAccentsAlone(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.split { $0.isASCII || !isLetter($0) || script(of: $0) != .latin }
      .contains { $0.count > 3 && Set($0.map(\.properties.lowercaseMapping)).count > 2 }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || (0x300...0x36F).contains(scalar.value) || (0xE31...0xE4E).contains(scalar.value)
  }

  /// Whether a sign may stand within a word.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    [0xA0, 0xB4, 0xB7, 0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019].contains(scalar.value)
  }

  private static func script(of scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case ..<0x300, 0x1E00...0x1EFF: .latin
    case 0x300...0x36F: .latin
    case 0x370...0x3FF: .greek
    case 0x400...0x52F: .cyrillic
    case 0x590...0x5FF: .hebrew
    case 0x600...0x6FF: .arabic
    case 0xE00...0xE7F: .thai
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF: .eastAsian
    default: .other
    }
  }
}

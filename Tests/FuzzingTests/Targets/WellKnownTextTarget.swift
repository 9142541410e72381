import MapPackFeatures

@testable import MapPackIngest

/// Reads bytes as a .prj, without PROJ, and as the names that a source may give of its system and its encoding.
package enum WellKnownTextTarget: FuzzTarget {
  package static let name = "wkt"
  private static let identifiers = ["AUTHORITY", "ID"]

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = CoordinateSystem.described(by: text)
    let root = WellKnownText(text)
    let isText = root != nil
    if let root, !identifiers.contains(root.keyword) {
      promise(count(root) <= bytes.count, "more nodes than bytes")
      let plain = WellKnownText.withoutIdentifiers(text)
      promise(plain.utf8.count <= text.utf8.count, "the text has grown")
      if let rest = WellKnownText(plain) {
        promise(!names(rest).contains(where: identifiers.contains), "an identifier is left in \(plain)")
      } else {
        promise(false, "without identifiers it is no text: \(plain)")
      }
    }
    // Names are short.
    guard bytes.count <= 64 else { return isText }
    do throws(StageError) {
      _ = try CoordinateSystem.named(text, file: "input", status: .usage)
    } catch {
      promiseWords(error, [.usage])
    }
    _ = TextEncoding(label: text)
    return isText
  }

  private static func count(_ node: WellKnownText) -> Int {
    node.children.reduce(1 + node.values.count) { $0 + count($1) }
  }

  private static func names(_ node: WellKnownText) -> [String] {
    node.children.map(\.keyword) + node.children.flatMap { names($0) }
  }

  package static func memoryLimit(_ count: Int) -> Int { 1 << 16 + 1024 * count }
}

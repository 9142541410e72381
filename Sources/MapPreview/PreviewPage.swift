import Foundation

/// The page on which a map is looked at: one HTML file that needs nothing but itself.
///
/// Its policy (Content Security Policy, level 3) allows the one script and the one style sheet in it, by their SHA-256,
/// and no other address than the one it came from. Data stands in blocks that are no script and no markup.
package struct PreviewPage {
  /// A block of data: its id, and JSON or bytes.
  package enum Block {
    case json(Data)
    case bytes(Data)
  }

  /// What stands in the window's title.
  private let title: String
  /// By id.
  private var blocks: [(id: String, block: Block)] = []
  /// What a script may ask the server for: nothing if the page is a file.
  private let isServed: Bool

  /// The page that is served, and asks the server for all else.
  package init(servedAs title: String) {
    self.title = title
    isServed = true
  }

  /// The page that is a file, with the data in it.
  package init(title: String, blocks: [(id: String, block: Block)]) {
    self.title = title
    self.blocks = blocks
    isServed = false
  }

  /// The file.
  ///
  /// - Parameter digest: gives the SHA-256 of bytes.
  package func html(digest: (Data) -> Data) -> Data {
    let style = Self.text("page.css")
    let script = Self.script
    func source(_ text: String) -> String { "'sha256-\(digest(Data(text.utf8)).base64EncodedString())'" }
    let policy =
      "default-src 'none'; script-src \(source(script)); style-src \(source(style)); img-src blob: data:"
      + (isServed ? "; connect-src 'self'" : "") + "; base-uri 'none'; form-action 'none'"
    var html = Self.text("page.html")
    for (name, text) in [
      ("POLICY", policy), ("TITLE", Self.escaped(title)), ("STYLE", style), ("DATA", data), ("SCRIPT", script),
    ] {
      guard let place = html.range(of: "{{\(name)}}") else { continue }
      html.replaceSubrange(place, with: text)
    }
    return Data(html.utf8)
  }

  private var data: String {
    blocks.map { id, block in
      switch block {
      case .json(let json):
        // No text of the data can end the block: JSON has `<` in strings alone.
        let text = String(decoding: json, as: UTF8.self).replacing("<", with: "\\u003c")
        return "<script type=\"application/json\" id=\"data-\(id)\">\(text)</script>\n"
      case .bytes(let bytes):
        return "<script type=\"application/octet-stream\" id=\"data-\(id)\">\(bytes.base64EncodedString())</script>\n"
      }
    }.joined()
  }

  private static func text(_ name: String) -> String { PageText.files.first { $0.name == name }?.text ?? "" }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "{": escaped += "&#123;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// All modules as one: names at their top are different in all of them, and none is renamed where it is imported.
  private static let script: String = PageText.files.filter { $0.name.hasSuffix(".js") }
    .map { joinable($0.text) }.joined()

  /// A module without its imports, with its exports as plain declarations, and without comments that have lines of their
  /// own.
  private static func joinable(_ module: String) -> String {
    var lines: [Substring] = []
    var end: String?
    for line in module.split(separator: "\n", omittingEmptySubsequences: true) {
      let start = line.drop { $0 == " " }
      if let awaited = end {
        if line.contains(awaited) { end = nil }
      } else if start.hasPrefix("/**") {
        if !start.contains("*/") { end = "*/" }
      } else if line.hasPrefix("import ") {
        if !line.contains(" from ") { end = " from " }
      } else if start.hasPrefix("//") || line.hasPrefix("export {") {
        continue
      } else {
        lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

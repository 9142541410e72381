import CMapPack
import Foundation
import MapPackEmit

/// The page that shows a map: one HTML file that needs no other files.
///
/// Its policy (Content Security Policy, level 3) allows only the script and the style sheet in it, by their SHA-256. If
/// the page is served, the script may also send requests to the address that the page came from. Data is in blocks that
/// browsers neither run nor show.
package enum PreviewPage {
  /// The contents of a block of data.
  package enum Block {
    case json(Data)
    case bytes(Data)
  }

  /// The bytes of the HTML file. The same page and data give the same bytes.
  ///
  /// - Parameter blocks: the data, by the ids under which the script looks for it (`data-ID` in the page); `nil` for a
  ///   page that is served without data, and asks the server for it. The script of any other page sends no requests.
  package static func html(titled title: String, blocks: [(id: String, block: Block)]?) -> Data {
    let style = PageText.style
    let script = Self.script
    func source(_ text: String) -> String { "'sha256-\(Data(SHA256Digest.of(Data(text.utf8))).base64EncodedString())'" }
    let policy =
      "default-src 'none'; script-src \(source(script)); style-src \(source(style)); img-src blob: data:"
      + (blocks == nil ? "; connect-src 'self'" : "") + "; base-uri 'none'; form-action 'none'"
    let data = (blocks ?? []).map(element).joined()
    var html = PageText.html
    for (name, text) in [
      // No text of a title looks like one of these names.
      ("POLICY", policy), ("TITLE", title.escapedXML.replacing("{", with: "&#123;")), ("STYLE", style), ("DATA", data),
      ("SCRIPT", script),
    ] {
      guard let range = html.range(of: "{{\(name)}}") else { continue }
      html.replaceSubrange(range, with: text)
    }
    return Data(html.utf8)
  }

  private static func element(_ id: String, _ block: Block) -> String {
    switch block {
    case .json(let json):
      // In JSON, `<` occurs in strings only. Escaped, no text of the data can end the block.
      let text = String(decoding: json, as: UTF8.self).replacing("<", with: "\\u003c")
      return "<script type=\"application/json\" id=\"data-\(id)\">\(text)</script>\n"
    case .bytes(let bytes):
      return "<script type=\"application/octet-stream\" id=\"data-\(id)\">\(bytes.base64EncodedString())</script>\n"
    }
  }

  /// All modules joined into one script. Their top-level names all differ, and no import renames one.
  private static let script: String = PageText.modules.map(joinable).joined()

  /// A module without its imports, without comments on lines of their own, and with its exports as plain declarations.
  ///
  /// It reads lines and not JavaScript. So a comment `/** … */`, and an import, begins a line of its own, and no line
  /// of a text in backticks looks like one of these.
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

/// The files of the page, from the folder `Page`: HTML, styles and JavaScript modules. The C compiler includes them,
/// and the build fails if one is missing.
enum PageText {
  /// HTML, styles, and the modules; a module comes after those that it imports.
  static let files: [String] = {
    // Unsafe: this is a constant of C, which lives as long as the process.
    let bytes = UnsafeBufferPointer(start: page_files(), count: page_files_size())
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }()

  static var html: String { files[0] }
  static var style: String { files[1] }
  static var modules: ArraySlice<String> { files[2...] }
}

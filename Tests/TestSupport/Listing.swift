import Foundation

/// A block of code in a page of documentation.
public struct Listing: Hashable, Sendable {
  /// The page's path, from the root of the package.
  public var page: String
  /// The language after the fence: `swift`, `yaml`, `sh`; empty for an indented block.
  public var language: String
  public var text: String
  /// The line of the page on which the text begins, from 1.
  public var line: Int

  /// The listings of a page in Markdown, or of the documentation comments of a source file.
  public static func all(in page: String) throws -> [Listing] {
    var lines = try String(contentsOf: SwiftCompiler.root.appendingPathComponent(page), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    if page.hasSuffix(".swift") {
      lines = lines.map { line in
        let comment = line.drop { $0 == " " }
        return comment.hasPrefix("///") ? comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3) : ""
      }
    }
    var listings: [Listing] = []
    var open: Listing?
    // A listing in a list item is indented with it.
    var indentation = 0
    for (index, line) in lines.enumerated() {
      let spaces = line.prefix { $0 == " " }.count
      if line.dropFirst(spaces).hasPrefix("```") {
        if let listing = open {
          listings.append(listing)
          open = nil
        } else {
          indentation = spaces
          open = Listing(page: page, language: String(line.dropFirst(spaces + 3)), text: "", line: index + 2)
        }
      } else if open != nil {
        open?.text += line.dropFirst(min(spaces, indentation)) + "\n"
      } else if line.hasPrefix("    "), let previous = listings.last, previous.language.isEmpty,
        previous.line + previous.text.split(separator: "\n").count == index + 1
      {
        listings[listings.count - 1].text += line.dropFirst(4) + "\n"
      } else if line.hasPrefix("    "), index > 0, lines[index - 1].isEmpty {
        listings.append(Listing(page: page, language: "", text: line.dropFirst(4) + "\n", line: index + 1))
      }
    }
    return listings
  }
}

import Foundation
import MapPackFeatures
import MapPackProject
import TestSupport
import Testing

/// The page of the catalog, Catalog.md. Its part below “What there is” is made from the table.
@Suite struct CatalogPageTests {
  @Test func `the page has each address of the table beside the code in which it was seen, and the year of that`()
    throws
  {
    let page = SwiftCompiler.root.appendingPathComponent("Sources/MapPackTool/MapPackTool.docc/Catalog.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.firstRange(of: "## What there is\n"))
    let made = String(text[..<start.lowerBound]) + Self.tables(try Catalog.read(nil))
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("Catalog.md")
    if text != made { try made.write(to: copy, atomically: true, encoding: .utf8) }
    #expect(text == made, "it should be as in \(copy.path), which was made now")
  }

  private static func tables(_ catalog: Catalog) -> String {
    let offered = catalog.entries.filter { $0.refused == nil }.map { entry in
      let license = entry.license ?? entry.knownSchema?.license
      let facts: KeyValuePairs<String, String?> = [
        "License": license, "Edition known": entry.edition ?? (entry.newer == .index ? "in a list" : "the newest"),
        "From": entry.first, "Scale, if none is named": entry.scale, "Format": entry.format, "System": entry.crs,
        "Schema": entry.schema,
        "Key and name": entry.key.map { "`\($0)`, `\(entry.name ?? $0)`" }, "Note": entry.note,
      ]
      let codes = entry.sortedCodes.map { part, codes in
        let listed = codes.map { "`\($0.key)` \($0.value.split(separator: ";").first ?? "")" }.listed(atMost: 12)
        return "- \(part.uppercased()): \(listed)\n"
      }
      return """
        ### \(entry.form())

        \(entry.title).

        \(codes.joined())\(facts.compactMap { name, fact in fact.map { "- \(name): \($0)\n" } }.joined())\
        \((entry.addresses ?? []).map { "- Address: `\($0)`\n" }.joined())\
        \(entry.index.map { "- List of editions: `\($0)`\n" } ?? "")\
        - Seen in: \((entry.seen ?? []).map { "\($0.in) (\($0.year))" }.joined(separator: "; "))

        """
    }
    let refused = catalog.entries.compactMap { entry in
      entry.refused.map { "| \(entry.title) | \($0) | \(entry.instead ?? "") |\n" }
    }
    return """
      ## What there is

      \(offered.joined(separator: "\n"))
      ## What is not offered

      | What | Because | Instead |
      |---|---|---|
      \(refused.joined())
      """
  }
}

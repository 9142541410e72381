import Foundation
import MapPack
import TestSupport
import Testing

/// A line of Format.md that shows bytes of a golden pack: their position, the bytes, `│` and what they are.
private struct DumpLine {
  var position: Int
  var bytes: [UInt8]

  /// `nil` if a line is none.
  init?(_ line: Substring) {
    let parts = line.split(separator: "│", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let words = parts[0].split(separator: " ")
    guard let first = words.first, first.count == 4, let position = Int(first, radix: 16) else { return nil }
    let bytes = words.dropFirst().compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
    guard !bytes.isEmpty, bytes.count == words.count - 1 else { return nil }
    (self.position, self.bytes) = (position, bytes)
  }
}

@Test func `the page of the format shows bytes that the golden pack has`() throws {
  let file = SwiftCompiler.root.appendingPathComponent("Tests/MapPackTests/Golden/letters.mappack")
  let golden = [UInt8](try Data(contentsOf: file))
  let listings = try Listing.all(in: "Sources/MapPack/MapPack.docc/Format.md").filter(\.language.isEmpty)
    .map { ($0, lines: $0.text.split(separator: "\n").map { DumpLine($0) }) }
    .filter { $0.lines.allSatisfy { $0 != nil } }.map { ($0.0, lines: $0.lines.compactMap(\.self)) }
  // Header, two entries of the directory, the columns of four sections, an arc, a square.
  try #require(listings.count == 9)
  for (listing, lines) in listings {
    var next = lines[0].position
    for (number, line) in lines.enumerated() {
      let location = "\(listing.page):\(listing.line + number)"
      #expect(line.position == next, "\(location) does not go on where the line before ends")
      next = line.position + line.bytes.count
      #expect(
        next <= golden.count && golden[min(line.position, golden.count)...].starts(with: line.bytes), "\(location)")
    }
  }
}

@Test func `the page of the format says what each minor version added`() throws {
  let page = try String(
    contentsOf: SwiftCompiler.root.appendingPathComponent("Sources/MapPack/MapPack.docc/Format.md"), encoding: .utf8)
  let changes = try #require(page.components(separatedBy: "\nWhat has changed:\n").last).matches(
    of: #/\n- \*\*1\.(\d+)\*\*: ([^\n]*)/#)
  #expect(changes.compactMap { Int($0.1) } == Array(0...(PackSection.allCases.map(\.minorVersion).max() ?? 0)))
  for section in PackSection.allCases {
    #expect(page.contains("\n### \(section.tag): "))
    if section.minorVersion > 0 {
      #expect(changes.contains { Int($0.1) == section.minorVersion && $0.2.contains("`\(section.tag)`") })
    }
  }
}

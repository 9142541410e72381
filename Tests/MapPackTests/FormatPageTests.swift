import Foundation
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

/// The listings of Format.md that show bytes, and those that take the bits of the bytes before them apart.
private struct FormatDump {
  var bytes: [(listing: Listing, lines: [DumpLine])] = []
  /// As they are read, the lowest of each byte first; and the bytes.
  var bits: [(listing: Listing, bits: String, of: [UInt8])] = []

  init() throws {
    for listing in try Listing.all(in: "Sources/MapPack/MapPack.docc/Format.md") where listing.language.isEmpty {
      let lines = listing.text.split(separator: "\n")
      let dumped = lines.compactMap { DumpLine($0) }
      if dumped.count == lines.count {
        bytes.append((listing, dumped))
        continue
      }
      let codes = lines.map { line in String(line.prefix { $0 == "0" || $0 == "1" }) }
      guard codes.allSatisfy({ !$0.isEmpty }), let before = bytes.last else { continue }
      bits.append((listing, codes.joined(), before.lines.flatMap(\.bytes)))
    }
  }
}

@Test func `the page of the format shows bytes that the golden pack has`() throws {
  let file = SwiftCompiler.root.appendingPathComponent("Tests/MapPackTests/Golden/letters-2.mappack")
  let golden = [UInt8](try Data(contentsOf: file))
  let listings = try FormatDump().bytes
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

@Test func `the page of the format takes the bits of its bytes apart`() throws {
  let listings = try FormatDump().bits
  // An arc and a square.
  try #require(listings.count == 2)
  for (listing, bits, bytes) in listings { #expect(bits == text(ofBits: bytes), "\(listing.page):\(listing.line)") }
}

private func text(ofBits bytes: [UInt8]) -> String {
  var text = ""
  for byte in bytes {
    for bit in 0..<8 { text += (byte >> bit) & 1 == 1 ? "1" : "0" }
  }
  return text
}

@Test func `the page of the conformance suite names each golden pack`() throws {
  let folder = SwiftCompiler.root.appendingPathComponent("Tests/MapPackTests/Golden")
  let page = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
  let section = try #require(page.components(separatedBy: "## Packs that must be read\n").last)
    .components(separatedBy: "\n## ")[0]
  let named = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    .flatMap { row in row.split(separator: "|")[0].split(separator: ",") }
    .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
  let packs = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".mappack") }.map { String($0.dropLast(".mappack".count)) }
  #expect(named.sorted() == packs.sorted())
}

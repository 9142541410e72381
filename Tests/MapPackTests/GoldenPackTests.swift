import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Packs that must be read for ever, as what their JSON files say, and packs that must be refused.
/// Golden/README.md says where they come from.
enum Golden {
  fileprivate static let folder = SwiftCompiler.root.appendingPathComponent("Tests/MapPackTests/Golden")
  fileprivate static let packs = names(in: folder)
  fileprivate static let refused = names(in: folder.appendingPathComponent("Refused"))

  private static func names(in folder: URL) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "mappack" }.map { $0.deletingPathExtension().lastPathComponent }
      .sorted()
  }

  fileprivate static func file(_ name: String) -> URL { folder.appendingPathComponent(name + ".mappack") }

  fileprivate static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name + ".json"), encoding: .utf8)
  }
}

/// Says where two texts part, which two long texts side by side do not.
private func expectEqual(_ text: String, _ other: String, _ comment: Comment) {
  guard !text.utf8.elementsEqual(other.utf8) else { return }
  let (lines, others) = (text.split(separator: "\n"), other.split(separator: "\n"))
  let index = zip(lines, others).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, others.count)
  let found = index < lines.count ? lines[index].prefix(300) : "nothing"
  let expected = index < others.count ? others[index].prefix(300) : "nothing"
  Issue.record("\(comment), line \(index + 1): \(found) is not \(expected)")
}

@Test(arguments: Golden.packs)
func `a golden pack holds what it always held`(name: String) throws {
  let pack = try Pack(contentsOf: Golden.file(name))
  try pack.verify()
  let expected = try Golden.text(name)
  let locations = PackLocation.all(in: expected)
  #expect(locations.isEmpty == (pack.regionCount == 0))
  expectEqual(text(of: pack, locations: locations), expected, "\(name)")
}

@Test(arguments: GoldenSample.allCases)
func `the writer writes the golden packs byte for byte`(sample: GoldenSample) throws {
  let written = try packData(sample.contents, overviewLimit: sample.overviewLimit)
  let golden = sample.rawValue
  guard written != (try? Data(contentsOf: Golden.file(golden))) else { return }
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(golden + ".mappack")
  try written.write(to: file)
  Issue.record("\(golden) is written otherwise, see \(file.path)")
}

@Test(.enabled(if: SecondReader.isThere))
func `the second reader reads the golden packs alike`() throws {
  let answer = try SecondReader.read(Golden.packs.map(Golden.file))
  #expect(answer.status == 0 && answer.messages.isEmpty, "\(answer.messages)")
  expectEqual(answer.output, try Golden.packs.map(Golden.text).joined(), "second reader")
}

/// A line of Golden/Refused/refusals.json.
private struct Refusal: Codable {
  /// What the reader says.
  var error: String
  /// The second reader's kind of refusal.
  var second: String

  static let file = Golden.folder.appendingPathComponent("Refused/refusals.json")
  static let all = Result { try JSONDecoder().decode([String: Refusal].self, from: Data(contentsOf: file)) }

  /// By the name of a pack in the table of Format.md: `open`, or `verify` if only a full check has to refuse it.
  static let documented = Result {
    let format = try String(
      contentsOf: SwiftCompiler.root.appendingPathComponent("Sources/MapPack/MapPack.docc/Format.md"), encoding: .utf8)
    let section = try #require(format.components(separatedBy: "## What a reader must refuse").last)
      .components(separatedBy: "\n## ")[0]
    var documented: [String: String] = [:]
    for row in section.split(separator: "\n") where row.hasPrefix("| `") {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      documented[cells[0].trimmingCharacters(in: ["`"])] = cells[1]
    }
    return documented
  }

  /// How a bad pack is refused: `open`, `verify` or not at all, and what the reader says.
  static func found(_ name: String) -> (by: String?, error: String) {
    var by = "open"
    do throws(PackError) {
      let pack = try Pack(contentsOf: Golden.file("Refused/" + name))
      by = "verify"
      try pack.verify()
      return (nil, "")
    } catch {
      return (by, error.description)
    }
  }

  /// What the second reader says of the bad packs, without the folder.
  static func second(of names: [String]) throws -> [Substring] {
    let answer = try SecondReader.read(names.map { Golden.file("Refused/" + $0) })
    #expect(answer.status == 65 && answer.output.isEmpty)
    return answer.messages.split(separator: "\n").map { $0.split(separator: ".mappack: refused: ").last ?? "" }
  }
}

@Test(arguments: Golden.refused)
func `a bad pack is refused for what is bad about it`(name: String) throws {
  let found = Refusal.found(name)
  #expect(try found.by == Refusal.documented.get()[name])
  #expect(try found.error == Refusal.all.get()[name]?.error)
}

@Test func `there is a bad pack for everything that the format has refused`() throws {
  #expect(try Refusal.documented.get().keys.sorted() == Golden.refused)
}

@Test(.enabled(if: SecondReader.isThere))
func `the second reader refuses the bad packs too, and all refusals are noted`() throws {
  let found = try Refusal.second(of: Golden.refused)
  #expect(found.count == Golden.refused.count)
  var refusals = try Refusal.all.get()
  for (name, message) in zip(Golden.refused, found) {
    guard refusals[name] == nil else {
      #expect(message.hasPrefix("\(refusals[name]?.second ?? "?"):"), "\(name): \(message)")
      continue
    }
    let second = message.prefix { $0 != ":" }
    refusals[name] = Refusal(error: Refusal.found(name).error, second: String(second))
    Issue.record("\(name) was not in \(Refusal.file.path); it has been added, look at it and commit it")
  }
  #expect(refusals.keys.sorted() == Golden.refused)
  guard try refusals.count > Refusal.all.get().count else { return }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  let lines = try refusals.sorted { $0.key < $1.key }.map { name, refusal in
    "  \"\(name)\": " + String(decoding: try encoder.encode(refusal), as: UTF8.self)
  }
  try Data("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8).write(to: Refusal.file)
}

@Test(.enabled(if: SecondReader.isThere), arguments: ShippedPack.all)
func `both readers read a shipped pack alike`(pack: ShippedPack) throws {
  let answer = try SecondReader.read([pack.file])
  #expect(answer.status == 0, "\(answer.messages)")
  expectEqual(
    text(of: try Pack(contentsOf: pack.file), locations: PackLocation.all(in: answer.output)), answer.output, "\(pack)")
}

/// Larger maps of lines and points than golden packs are, by the number of vertices they are made with.
@Test(.enabled(if: SecondReader.isThere), arguments: [GeometryKind.lines, .points])
func `both readers read a made map of lines or points alike`(kind: GeometryKind) throws {
  var table = RandomLines(seed: 21, ways: 40, verticesPerWay: 80).table
  var options = SimplifyOptions()
  if kind == .points {
    table.kind = .points
    // Each vertex is a point.
    table.polygonStart = ContiguousArray(table.polygonStart.map { table.vertexStart[table.ringStart[$0]] })
    table.ringStart = ContiguousArray(0...table.longitude.count)
    table.vertexStart = ContiguousArray(0...table.longitude.count)
  } else {
    options.amount = .tolerance(meters: 20)
    options.levels = 3
  }
  let coverage = try simplify(try merge(table, options: MergeOptions(key: Template("CODE"))), options: options)
  let data = try data(coverage)
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mappack")
  defer { try? FileManager.default.removeItem(at: file) }
  try data.write(to: file)
  let answer = try SecondReader.read([file])
  #expect(answer.status == 0, "\(answer.messages)")
  let pack = try Pack(data: data)
  #expect(GeometryKind(pack.kind) == kind && table.longitude.count > 3000)
  expectEqual(text(of: pack, locations: PackLocation.all(in: answer.output)), answer.output, "\(kind)")
}

/// A pack in the folder Output.
struct ShippedPack: CustomTestStringConvertible {
  var file: URL
  var testDescription: String { file.lastPathComponent }

  static let all: [ShippedPack] = {
    let output = SwiftCompiler.root.appendingPathComponent("Output")
    let files = try? FileManager.default.contentsOfDirectory(at: output, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "mappack" }.map { ShippedPack(file: $0) }
      .sorted { $0.file.path < $1.file.path }
  }()
}

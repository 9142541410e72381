import Foundation
import MapPack
import MapPackFeatures
import MapPackNames
import MapPackProject
import MapPackTool
import TestSupport

/// A map over many editions, made at random, with a publisher who gives codes to other land and a steward who keeps the
/// map going. The steward knows which region is which, and the tool does not.
///
/// The land is a board of squares. A **region** of the model is one for all time; its **published code** is what the
/// source has, its **code** what the map knows it by: `names.codes` leads from one to the other.
final class RandomHistory {
  struct Region {
    /// Unlike all others, for ever.
    var number: Int
    var code: String
    var published: String
    var name: String
    var squares: Set<Int>
  }

  /// What does not hold, with the edition in which that came up.
  private(set) var faults: [String] = []
  /// How often each thing happened.
  private(set) var counts: [String: Int] = [:]

  private let workspace: Workspace
  private var random: SplitMix64
  private var edition = 0
  private var regions: [Region] = []
  private var nextNumber = 0
  private var rows: [String] = []
  private var overrides: [String: String] = [:]
  /// As the pipeline file has it, which may be behind the source.
  private var codes: [String: String] = [:]
  private let hasNames: Bool

  /// Which region each code, case and raw value has ever meant.
  private var meaningOfCode: [String: Int] = [:]
  private var meaningOfCase: [String: Int] = [:]
  private var meaningOfRawValue: [UInt16: Int] = [:]
  private var regionByCode: [String: Region] = [:]

  private static let columns = 7
  private static let rowsOfBoard = 6
  /// Squares far away from the board.
  private static let farSquares = 1000..<1006

  init(seed: UInt64) throws {
    workspace = try Workspace()
    random = SplitMix64(seed: seed)
    hasNames = !seed.isMultiple(of: 5)
    for _ in 0..<Int.random(in: 3...6, using: &random) { found() }
    if regions.isEmpty { found() }
  }

  func run(editions: Int) throws {
    try publish()
    guard make("first edition") else { return fault("the first edition cannot be made") }
    while edition < editions, faults.isEmpty {
      if chance(3) { tryOverride() }
      edition += 1
      try nextEdition()
    }
  }

  private func fault(_ text: String) {
    faults.append("edition \(edition): \(text), after \(events.joined(separator: ", "))")
  }
  private func count(_ what: String) {
    counts[what, default: 0] += 1
    events.append("\(edition) \(what)")
  }
  /// What happened, in order, for a fault's message.
  private var events: [String] = []
  private func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

  // MARK: What happens to regions

  private var freeSquares: [Int] {
    let taken = regions.reduce(into: Set<Int>()) { $0.formUnion($1.squares) }
    return (Array(0..<Self.columns * Self.rowsOfBoard) + Array(Self.farSquares)).filter { !taken.contains($0) }
  }

  private static func neighbors(_ square: Int) -> [Int] {
    guard square < columns * rowsOfBoard else { return [square - 1, square + 1].filter(farSquares.contains) }
    let (x, y) = (square % columns, square / columns)
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      .filter { (0..<columns).contains($0.0) && (0..<rowsOfBoard).contains($0.1) }.map { $0.1 * columns + $0.0 }
  }

  /// Some squares that hang together, of those given.
  private func patch(of squares: [Int], upTo most: Int) -> Set<Int> {
    guard let first = squares.randomElement(using: &random) else { return [] }
    var patch: Set = [first]
    for _ in 0..<most {
      let edge = patch.flatMap(Self.neighbors).filter { squares.contains($0) && !patch.contains($0) }.sorted()
      guard let next = edge.randomElement(using: &random) else { break }
      patch.insert(next)
    }
    return patch
  }

  private func isFree(_ code: String) -> Bool {
    meaningOfCode[code] == nil && !regions.contains { $0.code == code || $0.published == code }
  }

  private func freshCode() -> String {
    var code = ""
    repeat { code = String(Int.random(in: 100...999, using: &random)) } while !isFree(code)
    return code
  }

  private func freshName() -> String {
    ["Springfield", "Fuchū", "Saint-Denis", "Lineage", "Int", "None", "init", "長崎市", "Ñandú"].randomElement(
      using: &random
    ).map { chance(2) ? $0 : "\($0) \(nextNumber)" } ?? ""
  }

  @discardableResult
  private func found(on squares: Set<Int>? = nil) -> Bool {
    let land = squares ?? patch(of: freeSquares, upTo: Int.random(in: 0...4, using: &random))
    guard !land.isEmpty else { return false }
    let code = freshCode()
    regions.append(Region(number: nextNumber, code: code, published: code, name: freshName(), squares: land))
    // What nobody has seen yet is nothing that could be exchanged or moved.
    touched.insert(nextNumber)
    nextNumber += 1
    return true
  }

  /// Numbers of the regions to which something has happened in this edition already. What happens twice to one may look
  /// like nothing: two codes that are exchanged, with the land.
  private var touched: Set<Int> = []

  private func pair() -> (Int, Int)? {
    let both = regions.indices.filter { !touched.contains(regions[$0].number) }.shuffled(using: &random)
    guard both.count > 1 else { return nil }
    touched.formUnion([regions[both[0]].number, regions[both[1]].number])
    return (both[0], both[1])
  }

  /// Codes of regions that ended in this edition, and the rows that say what became of them.
  private var ended: [(code: String, row: String?)] = []
  /// Codes of regions that are the same in this edition though much of their land is not.
  private var moved: Set<String> = []

  /// The day of the edition that is made; an override chosen between two editions belongs to the one before.
  private var day: String { "\(2000 + edition)-01-01" }

  private func change() {
    let kinds = [
      "add", "remove", "rename", "split", "absorb", "exchange", "exchange", "move", "impostor", "border", "replace",
    ]
    guard let kind = kinds.randomElement(using: &random) else { return }
    if ["exchange", "absorb", "border"].contains(kind) {
      guard let (a, b) = pair(), change(kind, a, b) else { return }
    } else {
      guard
        let one = regions.indices.filter({ !touched.contains(regions[$0].number) }).randomElement(using: &random)
      else { return }
      touched.insert(regions[one].number)
      guard change(kind, one) else { return }
    }
    count(kind)
    events[events.count - 1] +=
      ": " + regions.map { "\($0.number) \($0.code)/\($0.published) \($0.squares.sorted())" }.joined(separator: "; ")
  }

  /// Whether it could happen.
  private func change(_ kind: String, _ one: Int) -> Bool {
    switch kind {
    case "add": return found()
    case "remove":
      guard regions.count > 2 else { return false }
      ended.append((regions.remove(at: one).code, nil))
    case "rename": regions[one].name = freshName()
    case "split":
      let squares = regions[one].squares.sorted()
      guard squares.count > 1 else { return false }
      let part = patch(of: squares, upTo: squares.count / 2 - 1)
      guard part.count < squares.count else { return false }
      regions[one].squares.subtract(part)
      moved.insert(regions[one].code)
      return found(on: part)
    case "move":
      let land = patch(of: freeSquares, upTo: regions[one].squares.count - 1)
      guard !land.isEmpty else { return false }
      regions[one].squares = land
      moved.insert(regions[one].code)
    case "impostor":
      // Another region, elsewhere, under the code of one that ended, and that has been published: of another nobody knows
      // what the code meant.
      guard let before = regionByCode[regions[one].code], regions[one].published == regions[one].code else {
        return false
      }
      let land = patch(of: freeSquares.filter { !before.squares.contains($0) }, upTo: 3)
      guard !land.isEmpty else { return false }
      let gone = regions.remove(at: one)
      ended.append((gone.code, nil))
      guard found(on: land) else { return false }
      regions[regions.count - 1].published = gone.published
      regions[regions.count - 1].name = "Impostor \(nextNumber)"
    default:
      // The same land is another region, and the publisher says so with a new code.
      let gone = regions.remove(at: one)
      guard found(on: gone.squares) else { return false }
      ended.append((gone.code, "\(day),recode,\(gone.code),\(regions[regions.count - 1].code)"))
    }
    return true
  }

  /// Whether it could happen between two.
  private func change(_ kind: String, _ a: Int, _ b: Int) -> Bool {
    switch kind {
    case "absorb":
      regions[a].squares.formUnion(regions[b].squares)
      moved.insert(regions[a].code)
      ended.append((regions[b].code, "\(day),absorb,\(regions[b].code),\(regions[a].code)"))
      regions.remove(at: b)
    case "exchange":
      (regions[a].published, regions[b].published) = (regions[b].published, regions[a].published)
      // Names that come by the code do not follow the land.
      if chance(3) { (regions[a].name, regions[b].name) = (regions[b].name, regions[a].name) }
    default:
      let edge = regions[a].squares.filter { !Set(Self.neighbors($0)).isDisjoint(with: regions[b].squares) }.sorted()
      guard regions[a].squares.count > 2, let square = edge.randomElement(using: &random) else { return false }
      regions[a].squares.remove(square)
      regions[b].squares.insert(square)
      moved.formUnion([regions[a].code, regions[b].code])
    }
    return true
  }

  /// A region that ended comes back as it was, on land that is free.
  private func bringBack() {
    let gone = regionByCode.values.filter { region in
      // A code that the pipeline file gives to another region would bring back that one.
      !regions.contains { $0.number == region.number || $0.published == region.code } && codes[region.code] == nil
        && !ended.contains { $0.code == region.code } && region.squares.isSubset(of: freeSquares)
    }
    .sorted { $0.number < $1.number }
    guard var region = gone.randomElement(using: &random) else { return }
    region.published = region.code
    regions.append(region)
    rows.append("\(day),rename,\(region.code),\(region.code)")
    count("bring back")
  }

  // MARK: What the steward does

  private func nextEdition() throws {
    if chance(6) { try breakSource() }
    ended = []
    moved = []
    touched = []
    for _ in 0..<Int.random(in: 1...3, using: &random) { change() }
    if chance(4) { bringBack() }
    let before = try outputs()

    // First with the pipeline file and the change table as they are: that may fail, and then changes nothing.
    try publish()
    if make("as it is") { return }
    if try outputs() != before { fault("a failed run has changed an output") }

    // Then with all that the steward knows.
    codes = [:]
    for region in regions where region.published != region.code { codes[region.published] = region.code }
    var retired: [String] = []
    for (code, row) in ended where !regions.contains(where: { $0.code == code }) {
      guard regionByCode[code] != nil else { continue }
      if let row, chance(2) { rows.append(row) } else { retired.append(code) }
    }
    for code in moved.sorted() where regions.contains(where: { $0.code == code }) && regionByCode[code] != nil {
      rows.append("\(day),rename,\(code),\(code)")
    }
    try publish()
    if !make("with what is known", retire: retired) {
      fault("a history that is right cannot be made: \(messages)")
    }
  }

  /// Chooses a case by hand: a new one, or one that another region has or had.
  private func tryOverride() {
    guard let region = regions.filter({ regionByCode[$0.code] != nil }).randomElement(using: &random) else { return }
    let before = overrides
    let cases = meaningOfCase.keys.sorted()
    let wanted = chance(2) ? "chosen\(nextNumber)x\(edition)" : cases.randomElement(using: &random) ?? "chosen"
    // Of the last edition, so that nothing else fails.
    let isTaken = meaningOfCase[wanted].map { $0 != region.number } ?? false
    overrides[region.code] = wanted
    guard let old = try? outputs(), (try? publishOverrides()) != nil else { return }
    let status = CommandOutput.of("run", "--quiet", workspace.path("Pipelines/board.yml")).status
    count(isTaken ? "override of another's case" : "override")
    if isTaken {
      if status != 64 { fault("an override gave \(wanted) to \(region.code): status \(status)") }
      if (try? outputs()) != old { fault("a refused override has changed an output") }
      overrides = before
    } else if status == 0 {
      note()
    } else {
      overrides = before
    }
  }

  private func publishOverrides() throws { try workspace.write(pipeline, to: "Pipelines/board.yml") }

  /// A source that is cut off, or empty of a region that nobody has given up, leaves all as it was.
  private func breakSource() throws {
    let before = try outputs()
    let text = try workspace.text("RawData/board.geojson")
    if chance(2) {
      try workspace.write(String(text.prefix(text.count / 2)), to: "RawData/board.geojson")
    } else {
      try workspace.write("{\"type\":\"FeatureCollection\",\"features\":[]}", to: "RawData/board.geojson")
    }
    let status = CommandOutput.of("run", workspace.path("Pipelines/board.yml")).status
    if status == 0 { fault("a broken source was taken") }
    if try outputs() != before { fault("a failed run has changed an output") }
    try workspace.write(text, to: "RawData/board.geojson")
    count("failure")
  }

  // MARK: The files

  private var pipeline: String {
    func mapping(_ pairs: [String: String]) -> String {
      "{ " + pairs.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ") + " }"
    }
    return """
      map: Board
      sources: [{ path: RawData/board.geojson, edition: "\(day)", publisher: Nobody }]
      merge: { key: code\(hasNames ? ", name: name" : "") }
      names: { codes: \(mapping(codes)), overrides: \(mapping(overrides)) }
      changes: Pipelines/changes.csv
      simplify: { tolerance: 10 m, grid: 1 m }
      output: { pack: Output/Board.mappack, swift: Output/Board.swift, report: Output/Board.report.json }
      """
  }

  private func publish() throws {
    let board = BoxMap(
      regions.map { region in
        (
          region.published, region.name,
          region.squares.sorted().map { square in
            square < 1000
              ? BoxMap.Box(10 * (square % Self.columns), 10 * (square / Self.columns), 10, 10)
              : BoxMap.Box(20_000 + 10 * (square - 1000), 0, 10, 10)
          }
        )
      })
    try workspace.write(board.geoJSON(shuffledBy: random.next()), to: "RawData/board.geojson")
    try workspace.write("date,kind,from,to\n" + rows.map { $0 + "\n" }.joined(), to: "Pipelines/changes.csv")
    try workspace.write(pipeline, to: "Pipelines/board.yml")
  }

  private func outputs() throws -> [String: Data] {
    try workspace.snapshot().filter { $0.key.hasPrefix("Output") || $0.key.hasSuffix(".lock") }
  }

  private var messages = ""

  /// Runs, and if that succeeds sees that everything means what it meant; and that a check finds no difference.
  private func make(_ what: String, retire: [String] = []) -> Bool {
    let path = workspace.path("Pipelines/board.yml")
    let run = CommandOutput.of(
      RootCommand.self, ["run", path] + (retire.isEmpty ? [] : ["--retire"] + retire))
    messages = run.messages
    count("run with status \(run.status)")
    guard run.status == 0 else { return false }
    let check = CommandOutput.of("run", "--check", path)
    if check.status != 0 { fault("\(what): the check is red: \(check.results)\(check.messages)") }
    note()
    return true
  }

  /// Notes what every code, case and raw value means now.
  private func note() {
    guard let lock = try? NameLockFile.read(workspace.path("Pipelines/board.lock")),
      let pack = try? Pack(contentsOf: workspace.url.appendingPathComponent("Output/Board.mappack"))
    else { return fault("no lock or no pack") }
    if lock.identity(map: "Board") != pack.identity { fault("pack and lock do not belong together") }
    let live = Dictionary(
      regions.map { (codes[$0.published] ?? $0.published, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in lock.regions {
      let number: Int
      if entry.status == .live {
        guard let region = live[entry.code] else {
          fault("\(entry.code) is live and not in the source")
          continue
        }
        number = region.number
        regionByCode[entry.code] = region
        regionByCode[entry.code]?.code = entry.code
      } else {
        number = meaningOfCode[entry.code] ?? -1
      }
      expect(&meaningOfCode, entry.code, number, "code")
      expect(&meaningOfRawValue, entry.rawValue, number, "raw value")
      for caseName in [entry.caseName] + entry.former { expect(&meaningOfCase, caseName.lowercased(), number, "case") }
    }
  }

  private func expect<Key>(_ meaning: inout [Key: Int], _ key: Key, _ number: Int, _ what: String) {
    if let known = meaning.updateValue(number, forKey: key), known != number {
      fault("the \(what) \(key) meant region \(known) and means \(number)")
    }
  }
}

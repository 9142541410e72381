/// What became of every input feature, every input polygon and all their land. It proves that nothing was lost.
///
/// It goes through all stage files: ingest makes the entries, merge completes them and opens the accounts, and simplify
/// counts what it drops. In maps of lines and points, each line or point counts as a polygon, and has no land.
package struct Ledger: Hashable, Codable, Sendable {
  /// What became of one feature.
  package enum Outcome: Hashable, Codable, Sendable {
    /// The feature is read and not yet merged.
    case pending
    /// The feature is part of the region with this code.
    case region(code: String)
    /// The feature is left out by this rule (`select`, `drop`, `no-geometry`, `not-a-polygon`, `no-key`, `below-grid`,
    /// …).
    case dropped(rule: Rule)
  }

  /// An input feature and what became of it.
  package struct Entry: Hashable, Codable, Sendable {
    /// The index of its source among the dataset's sources.
    package var source: Int
    /// The feature's number in its source, from 1.
    package var record: Int
    /// What became of it.
    package var outcome: Outcome
    /// What its rings enclose as published, holes left out, in square degrees; 0 for lines and points, if rings pass
    /// ±180°, and after merge. It is measured before anything is mended or rounded.
    package var published: Double
    /// What became of its land; empty before merge.
    package var land = Land()

    package init(source: Int, record: Int, outcome: Outcome, published: Double = 0) {
      self.source = source
      self.record = record
      self.outcome = outcome
      self.published = published
    }
  }

  /// What an odd number of a feature's rings enclose, after rounding, and what became of it, in m² on the ground.
  package struct Land: Hashable, Codable, Sendable {
    /// What lies in the feature's region.
    package var kept = 0.0
    /// What lies in other regions, whose features draw it too.
    package var given = 0.0
    /// What `clip` and `erase` took away.
    package var cut = 0.0
    /// What lies in no region, because rings of the feature cross: a hole beyond its shell, or two holes.
    package var left = 0.0

    package init(kept: Double = 0, given: Double = 0, cut: Double = 0, left: Double = 0) {
      (self.kept, self.given, self.cut, self.left) = (kept, given, cut, left)
    }
  }

  /// What became of the polygons that were read.
  package struct Polygons: Hashable, Codable, Sendable {
    /// How many there are.
    package var read = 0
    /// How many are part of a region.
    package var merged = 0
    /// How many are left out, by rule (`too-few-points`, `below-grid`, `overlapped`, …).
    package var dropped: [Rule: Int] = [:]

    package init() {}
  }

  /// The land that the features of a region draw, and what became of it.
  ///
  /// Areas are in m² on the WGS 84 ellipsoid, with segments that are straight in longitude and latitude.
  package struct Account: Hashable, Codable, Sendable {
    /// The region's code.
    package var code: String
    /// How many input features are part of the region.
    package var features = 0
    /// How many input polygons are part of the region.
    package var polygons = 0
    /// The region's area.
    package var area = 0.0
    /// What its features draw and other regions got, because their features draw it too.
    package var given = 0.0
    /// What its features draw and `clip` and `erase` took away.
    package var cut = 0.0
    /// What its features draw more than once: the sum of what is too much.
    package var drawnTwice = 0.0
    /// By how much the sum of signed ring areas exceeds the area by the rules, for rings that cross themselves, wind
    /// several times or lie outside the shell from which they are cut. It is negative if the sum is smaller.
    package var rewound = 0.0
    /// What no feature draws and the region got, because a gap was filled.
    package var filled = 0.0
    /// Minus what no feature draws and the region got, because boundaries missed each other.
    package var snapped = 0.0
    /// By how much rounding to the grid and noding have made it smaller.
    package var rounding = 0.0
    /// By how much what its features enclose as published is more than `drawn`: land that reading lost. It is 0 if a
    /// feature encloses more land than was published, as a shell that crosses itself may.
    package var lost = 0.0
    /// The largest possible magnitude of `rounding`: half a cell along each axis for the length of the borders, once
    /// for rounding and once for each round of noding.
    package var roundingLimit = 0.0

    /// The sum of the signed areas of its features' rings as they were read.
    package var drawn: Double { area + given + cut + drawnTwice + rewound - filled + snapped + rounding }

    package init(code: String) { self.code = code }
  }

  /// An entry for each input feature, in the order (source, record).
  package var entries: [Entry] = []

  /// What became of the input polygons; before merge, those that reading left out.
  package var polygons = Polygons()

  /// An account for each region, in their order; empty before merge.
  package var accounts: [Account] = []

  /// How many polygons were dropped after merge, by rule (`minimum-island`, `below-grid`, …).
  package var droppedPolygons: [Rule: Int] = [:]

  /// Per level, from the finest: how many polygons of the map are absent from it, by rule (`minimum-island`). Polygons
  /// that are absent from all levels are not among them.
  package var droppedByLevel: [[Rule: Int]] = []

  package init() {}
}

extension Ledger {
  /// What does not add up, in words without a full stop; `nil` if the ledger closes.
  ///
  /// The ledger closes if all of these hold:
  /// - every feature is part of a region or left out;
  /// - the accounts are those of the regions, in the same order;
  /// - the polygons of regions and those left out are all polygons that were read;
  /// - the regions have the features and polygons that the entries say;
  /// - the land of each region differs from what its features draw by no more than rounding can move;
  /// - of the land that was published, no more than 1 % of a region's and 0.1 % of the map's was lost in reading.
  ///
  /// What was dropped after merge is not looked at.
  /// - Parameter codes: the codes of the regions, in their order.
  package func fault(regions codes: [String]) -> String? {
    let pending = entries.count { $0.outcome == .pending }
    guard pending == 0 else {
      return "\(Figures.grouped(pending)) of \(Figures.grouped(entries.count)) features are nowhere"
    }
    guard accounts.map(\.code) == codes else {
      return
        "it has accounts of \(Figures.grouped(accounts.count)) regions, and the map has \(Figures.grouped(codes.count))"
    }
    let left = polygons.dropped.values.reduce(0, +)
    guard polygons.read == polygons.merged + left else {
      return
        "\(Figures.grouped(polygons.read)) polygons were read, \(Figures.grouped(polygons.merged)) are in regions and \(Figures.grouped(left)) were left out"
    }
    let merged = accounts.reduce(0) { $0 + $1.polygons }
    guard merged == polygons.merged else {
      return "\(Figures.grouped(polygons.merged)) polygons are in regions, and these count \(Figures.grouped(merged))"
    }
    var featuresByCode: [String: Int] = [:]
    for case .region(let code) in entries.map(\.outcome) { featuresByCode[code, default: 0] += 1 }
    for account in accounts {
      let count = featuresByCode.removeValue(forKey: account.code) ?? 0
      guard account.features == count, count > 0, account.polygons > 0 else {
        return "the region \(account.code) counts \(account.features) features with \(account.polygons) polygons, and "
          + "\(count) are entered for it"
      }
      guard account.rounding.magnitude <= account.roundingLimit else {
        return "the region \(account.code) has \(account.area) m², its features draw \(account.drawn) m², and "
          + "\(account.rounding) m² of the difference are more than the \(account.roundingLimit) m² that rounding can move"
      }
    }
    if let code = featuresByCode.keys.min() { return "features are entered for \(code), which is no region" }
    return lostLand
  }

  private var lostLand: String? {
    let lost = accounts.reduce(0) { $0 + $1.lost }
    let worst = accounts.max { $0.lost < $1.lost }
    guard let worst,
      lost > 0.001 * accounts.reduce(0, { $0 + $1.area }) || accounts.contains(where: { $0.lost > 0.01 * $0.area })
    else { return nil }
    return
      "\(Quantity.area(squareMeters: lost).words) of the land that was published are in no region and under no rule, "
      + "\(Quantity.area(squareMeters: worst.lost).words) of them of \(worst.code)"
  }
}

/// A new member has to be added to `write(to:)` and to `init(from:sourceCount:)`.
extension Ledger {
  /// The numbers by which outcomes are stored. They may change with a version: others cannot read the file anyway.
  private enum Code {
    static let pending: UInt8 = 0
    static let region: UInt8 = 1
    static let dropped: UInt8 = 2
  }

  /// Adds the ledger to a file: its entries as columns, with their codes and rules in a pool of texts.
  package func write(to writer: inout StageFileWriter) {
    var pool = TextPool()
    var outcome = ContiguousArray<UInt8>()
    var text = ContiguousArray<Int64>()
    outcome.reserveCapacity(entries.count)
    text.reserveCapacity(entries.count)
    for entry in entries {
      switch entry.outcome {
      case .pending:
        outcome.append(Code.pending)
        text.append(-1)
      case .region(let code):
        outcome.append(Code.region)
        text.append(pool.index(of: code))
      case .dropped(let rule):
        outcome.append(Code.dropped)
        text.append(pool.index(of: rule.rawValue))
      }
    }
    writer.add("ledger.source", ContiguousArray(entries.lazy.map(\.source)))
    writer.add("ledger.record", ContiguousArray(entries.lazy.map(\.record)))
    writer.add("ledger.outcome", outcome)
    writer.add("ledger.text", text)
    writer.add("ledger.published", ContiguousArray(entries.lazy.map(\.published)))
    writer.add("ledger.kept", ContiguousArray(entries.lazy.map(\.land.kept)))
    writer.add("ledger.given", ContiguousArray(entries.lazy.map(\.land.given)))
    writer.add("ledger.cut", ContiguousArray(entries.lazy.map(\.land.cut)))
    writer.add("ledger.left", ContiguousArray(entries.lazy.map(\.land.left)))
    pool.write(to: &writer, name: "ledger.texts")
    writer.add("ledger.dropped", json: droppedPolygons)
    writer.add("ledger.polygons", json: polygons)
    writer.add("ledger.accounts", json: accounts)
    writer.add("ledger.droppedByLevel", json: droppedByLevel)
  }

  /// Reads what `write(to:)` has written.
  /// - Throws: `unreadableData` if a section is missing or damaged, or an entry names another source.
  package init(from file: StageFile, sourceCount: Int) throws(StageError) {
    self.init()
    let source: ContiguousArray<Int> = try file.column("ledger.source")
    let record: ContiguousArray<Int> = try file.column("ledger.record", count: source.count)
    let outcome: ContiguousArray<UInt8> = try file.column("ledger.outcome", count: source.count)
    let text: ContiguousArray<Int> = try file.column("ledger.text", count: source.count)
    let published: ContiguousArray<Double> = try file.column("ledger.published", count: source.count)
    let kept: ContiguousArray<Double> = try file.column("ledger.kept", count: source.count)
    let given: ContiguousArray<Double> = try file.column("ledger.given", count: source.count)
    let cut: ContiguousArray<Double> = try file.column("ledger.cut", count: source.count)
    let left: ContiguousArray<Double> = try file.column("ledger.left", count: source.count)
    let texts = try file.texts("ledger.texts")
    droppedPolygons = try file.value("ledger.dropped", as: [Rule: Int].self)
    polygons = try file.value("ledger.polygons", as: Polygons.self)
    accounts = try file.value("ledger.accounts", as: [Account].self)
    droppedByLevel = try file.value("ledger.droppedByLevel", as: [[Rule: Int]].self)
    entries.reserveCapacity(source.count)
    for index in source.indices {
      guard (0..<sourceCount).contains(source[index]) else {
        throw file.damage("ledger.source", "entry \(index) names source \(source[index]) of \(sourceCount)")
      }
      let named = texts.indices.contains(text[index]) ? texts[text[index]] : nil
      let entryOutcome: Outcome
      switch (outcome[index], named) {
      case (Code.pending, nil) where text[index] == -1: entryOutcome = .pending
      case (Code.region, let code?): entryOutcome = .region(code: code)
      case (Code.dropped, let id?):
        guard let rule = Rule(rawValue: id) else {
          throw file.damage("ledger.text", "entry \(index) was left out by “\(id)”, which is no rule")
        }
        entryOutcome = .dropped(rule: rule)
      default: throw file.damage("ledger.outcome", "entry \(index) has outcome \(outcome[index]), text \(text[index])")
      }
      var entry = Entry(
        source: source[index], record: record[index], outcome: entryOutcome, published: published[index])
      entry.land = Land(kept: kept[index], given: given[index], cut: cut[index], left: left[index])
      entries.append(entry)
    }
  }
}

/// The ledger in stage files of features and of coverages. A new member has to be added to `write(to:)` and to
/// `init(from:sourceCount:)`.
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
    writer.add("ledger.source", ContiguousArray(entries.lazy.map { Int64($0.source) }))
    writer.add("ledger.record", ContiguousArray(entries.lazy.map { Int64($0.record) }))
    writer.add("ledger.outcome", outcome)
    writer.add("ledger.text", text)
    writer.add("ledger.published", ContiguousArray(entries.lazy.map(\.published)))
    writer.add("ledger.kept", ContiguousArray(entries.lazy.map(\.land.kept)))
    writer.add("ledger.given", ContiguousArray(entries.lazy.map(\.land.given)))
    writer.add("ledger.left", ContiguousArray(entries.lazy.map(\.land.left)))
    pool.write(to: &writer, name: "ledger.texts")
    writer.add("ledger.dropped", json: droppedPolygons)
    writer.add("ledger.polygons", json: polygons)
    writer.add("ledger.accounts", json: accounts)
    writer.add("ledger.droppedByLevel", json: droppedByLevel)
  }

  /// Reads what `write(to:)` has written.
  ///
  /// - Parameters:
  ///   - file: the file to read.
  ///   - sourceCount: how many sources the dataset has.
  /// - Throws: `.unreadableData` if a section is missing or damaged, or an entry names another source.
  /// - Complexity: O(n) for n entries.
  package init(from file: StageFile, sourceCount: Int) throws(StageError) {
    self.init()
    let source = try file.int64s("ledger.source")
    let record = try file.int64s("ledger.record", count: source.count)
    let outcome = try file.bytes("ledger.outcome", count: source.count)
    let text = try file.int64s("ledger.text", count: source.count)
    let published = try file.doubles("ledger.published", count: source.count)
    let kept = try file.doubles("ledger.kept", count: source.count)
    let given = try file.doubles("ledger.given", count: source.count)
    let left = try file.doubles("ledger.left", count: source.count)
    let texts = try file.texts("ledger.texts")
    droppedPolygons = try file.value("ledger.dropped", as: [Rule: Int].self)
    polygons = try file.value("ledger.polygons", as: Polygons.self)
    accounts = try file.value("ledger.accounts", as: [Account].self)
    droppedByLevel = try file.value("ledger.droppedByLevel", as: [[Rule: Int]].self)
    entries.reserveCapacity(source.count)
    for index in source.indices {
      guard source[index] >= 0, source[index] < Int64(sourceCount) else {
        throw file.damage("ledger.source", "entry \(index) names source \(source[index]) of \(sourceCount)")
      }
      let named = Int(exactly: text[index]).flatMap { texts.indices.contains($0) ? texts[$0] : nil }
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
        source: Int(truncatingIfNeeded: source[index]), record: Int(truncatingIfNeeded: record[index]),
        outcome: entryOutcome, published: published[index])
      entry.land.kept = kept[index]
      entry.land.given = given[index]
      entry.land.left = left[index]
      entries.append(entry)
    }
  }
}

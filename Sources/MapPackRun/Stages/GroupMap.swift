import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackNames
import MapPackProject

/// The groups of a map as a map of their own: `output.groups`. Its regions are the groups, and its arcs are arcs of the
/// map, vertex for vertex at every level.
struct GroupMap {
  let output: MapOutput
  var naming: NamingStage

  /// The numbers that a group has the sum of.
  private var numbers: [String] { output.groups?.numbers ?? [] }

  /// The field of a number that regions may have, and the joined table in which that stands, if it is one.
  private func origin(of number: String) -> (field: String, table: String?)? {
    let (merge, join) = (output.pipeline.merge, output.pipeline.join)
    if let field = merge.numbers.first(where: { $0.name == number }) { return (field.field, nil) }
    return join?.columns.first { $0.name == number }.map { ($0.field, join?.table) }
  }

  /// The map of groups. Its findings are about the groups' names, and about regions without a group.
  ///
  /// - Parameter whole: the map itself, in either plane.
  /// - Throws: `usage` if no region has a group, or a number that is to be summed is none of theirs; `unreadableData` if a
  ///   sum is beyond all numbers.
  /// - Complexity: O(n log n) for n vertices.
  func coverage(of whole: Coverage, jobs: Int) throws(StageError) -> Coverage {
    try checkGroups(of: whole)
    var coverage = whole.grouped(numbers: numbers, jobs: jobs)
    let known = coverage.regions.numberNames
    // A table without rows gives no number, and that is said already.
    if let unknown = numbers.first(where: { !known.contains($0) && origin(of: $0) == nil }) {
      let all = whole.regions.numberNames
      throw StageError(
        .usage, "`output.groups.numbers` sums \(unknown), and no region with a group has this number",
        remedy: all.isEmpty
          ? "add it to `merge.numbers` or `join`" : "the regions have \(all.listed(atMost: 20))")
    }
    try checkSums(of: coverage, whole)
    coverage.map = output.map
    coverage.findings += partialSums(of: whole)
    if let table = naming.table {
      table.apply(to: &coverage, english: output.names.english)
      coverage.findings += table.notes(on: coverage.regions, isShared: output.pipeline.sharesNames)
    }
    let alone = whole.regions.filter { $0.group == nil }
    if let first = alone.first {
      coverage.findings.append(
        Finding(
          .noGroup, at: first.location,
          "the map \(output.map) lacks the land of \(Figures.counted(alone.count, "region")) without a group: "
            + alone.map(\.title).listed(atMost: 20), count: alone.count))
    }
    return coverage
  }

  /// Warnings about sums that lack the number of a region, though another region of the group has it.
  private func partialSums(of whole: Coverage) -> [Finding] {
    numbers.compactMap { number in
      let known = Set(whole.regions.filter { $0.number(number) != nil }.compactMap(\.group))
      let lacking = whole.regions.filter { $0.number(number) == nil && $0.group.map(known.contains) == true }
      guard let first = lacking.first else { return nil }
      return Finding(
        .partialSum, at: first.location,
        "on the map \(output.map), the sum of \(number) lacks \(Figures.counted(lacking.count, "region")) without it: "
          + lacking.map(\.title).listed(atMost: 10), count: lacking.count)
    }
  }

  private func checkSums(of coverage: Coverage, _ whole: Coverage) throws(StageError) {
    for group in coverage.regions {
      guard let sum = group.numbers.first(where: { !$0.value.isFinite }) else { continue }
      let origin = origin(of: sum.name)
      let count = whole.regions.filter { $0.group == group.code && $0.number(sum.name) != nil }.count
      throw StageError(
        .unreadableData,
        at: Location(file: origin?.table ?? whole.sources.first?.path, code: group.code, name: group.name),
        "the sum of \(origin?.field ?? sum.name) over \(Figures.counted(count, "region")) is greater than any number can be",
        remedy: "correct the field there, or leave it out of `output.groups.numbers`")
    }
  }

  private func checkGroups(of whole: Coverage) throws(StageError) {
    guard whole.regions.allSatisfy({ $0.group == nil }) else { return }
    throw StageError(
      .usage, "`output.groups` makes a map of the groups, and no region has a group",
      remedy: "name the field with the groups: `merge.group`")
  }

  /// The group of each region by raw value, for the enum and the pack of the map itself.
  /// - Parameters:
  ///   - whole: the map itself; its shapes do not matter.
  ///   - lock: the names of its regions.
  func groups(of whole: Coverage, _ lock: NameLock) throws(StageError) -> PackCases.Groups {
    try checkGroups(of: whole)
    var names = Coverage(plane: whole.plane)
    names.regions = whole.groupRegions()
    naming.table?.apply(to: &names)
    let entries = try naming.run(names).lock.live
    let rawValueByGroup = Dictionary(entries.map { ($0.code, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
    let groupByCode = Dictionary(whole.regions.map { ($0.code, $0.group) }, uniquingKeysWith: { first, _ in first })
    return PackCases.Groups(
      map: output.map,
      rawValues: lock.regions.map { entry in
        guard entry.status == .live, let group = groupByCode[entry.code] ?? nil else { return 0 }
        return rawValueByGroup[group] ?? 0
      })
  }
}

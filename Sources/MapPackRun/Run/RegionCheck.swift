import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackNames
import MapPackProject

/// Checks that a merged map has the regions that it must have: those that the name lock knows and those that the
/// pipeline file expects, where they were before.
package struct RegionCheck {
  package var pipeline: PipelineFile
  package var emit: EmitStage

  package init(pipeline: PipelineFile, emit: EmitStage) { (self.pipeline, self.emit) = (pipeline, emit) }

  /// What is worth a look about the regions' land.
  /// - Throws: `findings` if a region is absent, is not expected or means other land.
  package func findings(of coverage: Coverage) throws(StageError) -> [Finding] {
    // The lock is compared first, because it can name the missing regions; `expect` may only have their number.
    let output = MapOutput(of: pipeline)
    var land = try findingsOnSuccessors(of: coverage, output, emit.naming)
    try pipeline.expect.check(coverage, lock: emit.naming.lock, pipeline: pipeline.path)
    land += try LandCheck(output, emit.naming, jobs: emit.jobs).findings(of: coverage)
    if let groups = emit.groups, groups.naming.lock != nil {
      let map = try groups.coverage(of: coverage, jobs: emit.jobs)
      land += try findingsOnSuccessors(of: map, groups.output, groups.naming)
      land += try LandCheck(groups.output, groups.naming, jobs: emit.jobs).findings(of: map)
    }
    return land
  }

  /// Checks that each live region of the lock is there, is retired or ends by a change.
  private func checkThatNoneIsAbsent(
    _ merged: Coverage, _ output: MapOutput, _ naming: NamingStage
  ) throws(StageError) {
    let absent = absentRegions(
      in: merged.regions.map(\.code), lock: naming.lock, changes: naming.changes, retire: naming.retire)
    guard absent.isEmpty else {
      let codes = absent.map(\.code)
      let respelled = RespelledCodes(
        expected: codes, found: merged.regions.map(\.code),
        known: Set(naming.lock?.live.map(\.code) ?? []))
      let others = absent.filter { region in !respelled.pairs.contains { $0.expected == region.code } }
      var error = absenceError(
        absent, lockFile: output.lockPath,
        proposals: changes(ending: others.map(\.code), in: merged, output, naming),
        respelled: respelled.remedy(key: pipeline.merge.key?.source), isAll: others.isEmpty,
        command: "mappack run \(ShellText.word(pipeline.path))", retirable: naming.retirable)
      if let way = PublishedNames(output).wayToStartAnew, let remedy = error.remedy {
        error.remedy = "\(way); otherwise: \(remedy)"
      }
      let known = Set(naming.lock?.regions.map(\.code) ?? [])
      let unread = naming.changes.flatMap(\.from).first { from in
        !known.contains(from) && codes.contains { $0.count > 1 && from.contains($0) }
      }
      if let unread {
        error.message +=
          "; the change table has a code “\(unread)”, which no region has: write codes as the map has them, with spaces between"
      }
      if let count = pipeline.expect.count, output.map == pipeline.map, count != merged.regions.count {
        let found = Figures.counted(merged.regions.count, "region")
        error.message += "; and `expect.count` is \(count), where the map has \(found) now"
      }
      throw error
    }
  }

  /// Checks that no region is absent, and that the land of each region that ends now is where the change table says.
  /// - Returns: warnings about regions that it leads to others, too.
  private func findingsOnSuccessors(
    of merged: Coverage, _ output: MapOutput, _ naming: NamingStage
  ) throws(StageError) -> [Finding] {
    try checkThatNoneIsAbsent(merged, output, naming)
    let history = ChangeHistory(naming.changes)
    let codes = Set(merged.regions.map(\.code))
    let known = codes.union(naming.lock?.regions.map(\.code) ?? [])
    let ended = naming.lock?.live.map(\.code).filter { !codes.contains($0) && history.ends($0) } ?? []
    guard !ended.isEmpty else { return [] }
    var findings: [Finding] = []
    let rows = changes(ending: ended, in: merged, output, naming)
    for code in ended {
      let heirs = history.successors(of: code, isKnown: known.contains)
      let found = rows.filter { $0.from.contains(code) }.flatMap(\.to)
      let others = heirs.filter { !found.contains($0) }
      if found.isEmpty || others.isEmpty && !heirs.isEmpty { continue }
      guard others.count == heirs.count else {
        findings.append(
          Finding(
            .retiredCode, severity: .warning, at: Location(code: code),
            "the change table leads it to \(others.joined(separator: " ")) too, which has none of its land",
            remedy: "correct the row, if a stored code should not lead there"))
        continue
      }
      throw StageError(
        .findings, at: Location(file: output.lockPath),
        "the change table gives the land of \(code) to \(heirs.isEmpty ? "no region of the map" : heirs.joined(separator: " ")), and it "
          + "is \(found.joined(separator: " "))'s now: a stored code would lead to other land",
        remedy: "correct the row; the land says:", rows: ChangeTable.lines(of: rows))
    }
    return findings
  }

  /// Rows for the change table about regions that end, from the overlap of the old pack with the new regions; none
  /// without a pack.
  private func changes(
    ending absent: [String], in merged: Coverage, _ output: MapOutput, _ naming: NamingStage
  ) -> [MapChange] {
    guard !absent.isEmpty, merged.kind == .areas, let pack = try? OpenPack.verified(output.packPath) else { return [] }
    let new = Edition(name: pipeline.path, coverage: merged)
    let difference = MapDifference(
      Edition(name: output.pack, coverage: Coverage(pack)), new, share: RedrawingNoise.defaultShare,
      jobs: emit.jobs)
    let day = new.published.flatMap { ChangeTable.isDay($0) ? $0 : nil } ?? ""
    return difference.changes(ending: Set(absent), date: day).map(naming.proposed)
  }
}

extension PipelineFile.Expectation {
  /// Checks that a map has the regions that are expected.
  ///
  /// - Parameter lock: the regions of the last run, so that the message can name new ones.
  func check(_ coverage: Coverage, lock: NameLock?, pipeline: String) throws(StageError) {
    if let codes {
      let found = coverage.regions.map(\.code)
      let cases: [(codes: [String], others: [String], fault: String, remedy: Remedy)] = [
        (
          codes, found, "no region has the expected code",
          "see what select and drop leave of the sources, or correct `expect.codes`"
        ),
        (found, codes, "regions that are not expected:", "drop them, or add them to `expect.codes`"),
      ]
      for (codes, others, fault, remedy) in cases {
        let others = Set(others)
        let alone = codes.filter { !others.contains($0) }
        guard alone.isEmpty else {
          throw StageError(
            .findings, file: pipeline, "\(fault) \(alone.joined(separator: ", "))", remedy: remedy)
        }
      }
    }
    if let count, count != coverage.regions.count {
      let known = Set(lock?.live.map(\.code) ?? [])
      let newcomers = known.isEmpty ? [] : coverage.regions.filter { !known.contains($0.code) }
      let list = newcomers.map { "\($0.code) \($0.name)" }.joined(separator: ", ")
      throw StageError(
        .findings, file: pipeline,
        "the map has \(Figures.counted(coverage.regions.count, "region")), expected \(count)"
          + (newcomers.isEmpty ? "" : "; new ones: \(list)"),
        remedy: "if they are the right ones, write `expect.count: \(coverage.regions.count)`; else see what select and "
          + "drop leave of the sources")
    }
  }
}

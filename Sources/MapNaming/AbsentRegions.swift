import MapFeatures

/// The live regions of a lock that the data lacks and nothing says anything of: neither the changes nor `retire`.
package func absentRegions(
  in codes: some Sequence<String>, lock: NameLock?, changes: [MapChange], retire: [String]
) -> [NameLock.Entry] {
  guard let lock else { return [] }
  let accountedFor = Set(codes).union(retire)
  let history = ChangeHistory(changes)
  return lock.live.filter { !accountedFor.contains($0.code) && !history.ends($0.code) }
}

/// The error of a run whose data lacks regions: which they are, and what to do.
///
/// - Parameter proposals: rows for the change table that would account for them.
package func absenceError(
  _ absent: [NameLock.Entry], lockFile: String?, proposals: [String] = []
) -> StageError {
  let list = absent.map { "\($0.code) \($0.name)" }.joined(separator: ", ")
  let retire = "pass --retire \(absent.map { ShellText.word($0.code) }.joined(separator: " "))"
  return StageError(
    .findings, file: lockFile,
    absent.count == 1
      ? "the data lacks a region that the name lock expects: \(list)"
      : "the data lacks \(absent.count) regions that the name lock expects: \(list)",
    remedy: proposals.isEmpty
      ? "if that is for good, say in the change table (`changes`) what became of them, or \(retire)"
      : "if that is for good, add these rows to the change table (`changes`) after a look at them, or \(retire):\n"
        + proposals.joined(separator: "\n"))
}

import MapPackFeatures

/// Codes of absent regions that the data has with more or fewer zeros, because a program took them for numbers.
package struct RespelledCodes: Hashable, Sendable {
  /// What the data has and what the lock expects, by the UTF-8 bytes of what the data has.
  package private(set) var pairs: [Pair] = []
  /// The zeros that all codes of the data lack; empty if some lack others or none.
  package private(set) var padding = ""

  /// A new code of the data, and the absent code that it stands for.
  package struct Pair: Hashable, Sendable {
    package var found: String
    package var expected: String
  }

  /// Pairs codes that the data lacks with new ones. Codes that are not digits alone are not paired, nor zeros alone,
  /// nor codes of which several differ in leading zeros only.
  ///
  /// - Parameters:
  ///   - expected: codes that the data lacks.
  ///   - found: all codes of the data.
  ///   - known: codes that are not new.
  /// - Complexity: O(n) expected for n codes, plus O(p log p) for p pairs.
  package init(expected: some Sequence<String>, found: [String], known: Set<String>) {
    func plain(_ code: String) -> Substring? {
      let digits = code.utf8.allSatisfy { (48...57).contains($0) }
      return digits && !code.isEmpty ? code.drop { $0 == "0" } : nil
    }
    var newByPlain: [Substring: [String]] = [:]
    for code in found where !known.contains(code) {
      if let key = plain(code), !key.isEmpty { newByPlain[key, default: []].append(code) }
    }
    var oldByPlain: [Substring: [String]] = [:]
    for code in expected { if let key = plain(code) { oldByPlain[key, default: []].append(code) } }
    for (key, old) in oldByPlain {
      guard let new = newByPlain[key], new.count == 1, old.count == 1 else { continue }
      pairs.append(Pair(found: new[0], expected: old[0]))
    }
    pairs.sort { $0.found.utf8.lexicographicallyPrecedes($1.found.utf8) }
    let zeros = Set(pairs.map { String($0.expected.dropLast($0.found.utf8.count)) })
    if let only = zeros.first, zeros.count == 1, pairs.count == found.count,
      pairs.allSatisfy({ only + $0.found == $0.expected })
    {
      padding = only
    }
  }

  /// What to write into the pipeline file so that the codes are as they were; `nil` if there are no pairs.
  package func remedy(key: String?) -> Remedy? {
    guard let first = pairs.first else { return nil }
    let what =
      pairs.count == 1
      ? "the code \(first.expected) is \(first.found) in the data"
      : "\(pairs.count) codes differ only in leading zeros, as \(first.found) for \(first.expected)"
    if let key, !padding.isEmpty {
      return "\(what): give the zeros back with `merge: { key: \"\(padding)\(key.contains("{") ? key : "{\(key)}")\" }`"
    }
    let codes = pairs.map { "\"\($0.found)\": \"\($0.expected)\"" }.joined(separator: ", ")
    return "\(what): keep the codes with `names: { codes: { \(codes) } }`"
  }
}

/// The error (`findings`) of a run whose data lacks regions: which regions, and what to do.
///
/// - Parameters:
///   - absent: the regions, at least one.
///   - proposals: rows for the change table that would account for the regions, its first line included.
///   - respelled: what to do about the regions that the data has under other zeros; it comes first.
///   - isAll: whether `respelled` accounts for all of the regions.
///   - command: the command that takes `--retire`; `nil` if it is not known.
///   - retirable: how a code is written behind `--retire`.
package func absenceError(
  _ absent: [NameLock.Entry], lockFile: String?, proposals: [MapChange] = [], respelled: Remedy? = nil,
  isAll: Bool = false, command: String? = nil, retirable: (String) -> String = { $0 }
) -> StageError {
  let list = absent.map { "\($0.code) \($0.name)" }.joined(separator: ", ")
  let option = "--retire \(absent.map { ShellText.word(retirable($0.code)) }.joined(separator: " "))"
  let retire = command.map { "`\($0) \(option)`" } ?? "pass \(option)"
  return StageError(
    .findings, at: Location(file: lockFile),
    absent.count == 1
      ? "the data lacks a region that the name lock expects: \(list)"
      : "the data lacks \(Figures.grouped(absent.count)) regions that the name lock expects: \(list)",
    remedy: isAll
      ? respelled
      : [
        respelled,
        proposals.isEmpty
          ? "if that is for good, say in the change table (`changes`) what became of them, or \(retire)"
          : "if that is for good, add these rows to the change table (`changes`) after a look at them (or \(retire), and "
            + "stored codes lead nowhere):",
      ].compactMap(\.self).joined(separator: "; "),
    rows: isAll || proposals.isEmpty ? [] : ChangeTable.lines(of: proposals))
}

import MapPackFeatures

/// What happened to regions at one time: codes before it, and after. Several regions may become several.
package struct MapChange: Hashable, Sendable {
  /// The kinds of changes.
  package enum Kind: String, CaseIterable, Sendable {
    /// Another name under the same code.
    case rename
    /// The same land under another code.
    case recode
    /// Several became a new one.
    case merge
    /// One or more became part of one that was there before.
    case absorb
    /// One was divided; it may live on with what is left.
    case split
    /// Land went from one to another; all live on.
    case shift
  }

  /// The day from which it holds, as in `2024-01-01`; empty if it is not known. Days are compared as texts.
  package var date: String
  package var kind: Kind
  /// The codes before; not empty.
  package var from: [String]
  /// The codes after; not empty.
  package var to: [String]
  /// The name of the map that it is about; empty if its codes tell.
  package var map: String

  package init(date: String = "", kind: Kind, from: [String], to: [String], map: String = "") {
    self.map = map
    self.date = date
    self.kind = kind
    self.from = from
    self.to = to
  }

  func ends(_ code: String) -> Bool { kind != .shift && from.contains(code) && !to.contains(code) }

  func divides(_ code: String) -> Bool { kind == .split && from.contains(code) && to.contains(code) }

  /// Whether a code means the same region afterwards: it is on both sides, took in others, or gave or got land.
  func keeps(_ code: String) -> Bool {
    switch kind {
    case .shift: from.contains(code) || to.contains(code)
    case .absorb: to.contains(code)
    case .rename, .recode, .merge, .split: from.contains(code) && to.contains(code)
    }
  }
}

/// What a list of changes says about single codes. The order of the changes does not matter.
package struct ChangeHistory: Sendable {
  private var changesByCode: [String: [MapChange]] = [:]

  package init(_ changes: [MapChange]) {
    for change in changes {
      for code in Set(change.from + change.to) { changesByCode[code, default: []].append(change) }
    }
  }

  package func ends(_ code: String) -> Bool { changes(of: code).contains { $0.ends(code) } }

  /// The last day on which one of the changes ended a code; `nil` if none did, or none has a date.
  func end(of code: String) -> String? {
    changes(of: code).filter { $0.ends(code) }.map(\.date).filter { !$0.isEmpty }.max()
  }

  /// Whether one of the changes keeps a code and gives it another name.
  ///
  /// - Parameter day: the day on which the region was retired; a change before it says nothing about what came after.
  func renames(_ code: String, since day: String?) -> Bool {
    changes(of: code).contains { change in
      change.kind == .rename && change.to.contains(code) && (change.date.isEmpty || change.date >= day ?? "")
    }
  }

  /// Whether one of the changes says that a live code means the same region as before, whatever land it has now.
  ///
  /// - Parameter day: the day of the previous edition, if known. A change that already held on that day is passed over;
  ///   one without a date always counts.
  package func keeps(_ code: String, after day: String?) -> Bool {
    changes(of: code).contains { $0.keeps(code) && ($0.date.isEmpty || $0.date > day ?? "") }
  }

  /// The regions that took over the land of an ended region, by the UTF-8 bytes of their codes; none if none did.
  ///
  /// - Parameter isKnown: whether the map has, or has had, a code.
  package func successors(of code: String, isKnown: (String) -> Bool) -> [String] {
    heirs(of: code, by: changes(of: code), isKnown: isKnown)
  }

  /// The regions that took over land of a region that was divided and lives on, in the same order; `nil` if none did.
  func parts(of code: String, isKnown: (String) -> Bool) -> [String]? {
    let parts = heirs(of: code, by: changes(of: code).filter { $0.divides(code) }, isKnown: isKnown)
    return parts.isEmpty ? nil : parts
  }

  /// The regions of the map that a code became. If the map lacks one of them, the search goes on to what became of it.
  private func heirs(of code: String, by changes: [MapChange], isKnown: (String) -> Bool) -> [String] {
    var found: Set<String> = []
    var seen: Set<String> = [code]
    var open = changes.filter { $0.ends(code) || $0.divides(code) }.flatMap(\.to)
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if isKnown(next) {
        found.insert(next)
      } else {
        open += self.changes(of: next).filter { $0.ends(next) }.flatMap(\.to)
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func changes(of code: String) -> [MapChange] { changesByCode[code] ?? [] }
}

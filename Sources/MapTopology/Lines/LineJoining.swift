import MapGeometry

/// The sections of one region's lines, joined end to end.
///
/// Where exactly two ends meet, of two different sections, these become one line; where three or more meet, the lines
/// end: branches stay parts. A joined line runs as its sections do if they all run the same way, else in the direction in
/// which its vertices, one after the other, are the smaller ones; a closed one begins at the smallest of its joints. So
/// the result does not depend on the order of the sections, and sections that run in different directions can be joined.
struct LineJoining {
  /// The joined lines, the longest first; of equally long ones the one with the smaller vertices. A closed line has its
  /// first vertex again at its end.
  private(set) var lines: [[GridPoint]] = []

  private struct End: Hashable {
    var section: Int
    var isLast: Bool
  }

  /// - Parameters:
  ///   - sections: each with two vertices or more, consecutive ones different; no two are the same line.
  ///   - length: of a line, in whole units, so that sums do not depend on their order.
  /// - Complexity: O(n log n) for n vertices.
  init(_ sections: [[GridPoint]], length: ([GridPoint]) -> Int64) {
    // Sorted, so that the walk does not depend on the order in which they came.
    let sections = sections.sorted { $0.lexicographicallyPrecedes($1) }
    var ends: [GridPoint: [End]] = [:]
    for (index, section) in sections.enumerated() {
      guard let first = section.first, let last = section.last else { continue }
      ends[first, default: []].append(End(section: index, isLast: false))
      ends[last, default: []].append(End(section: index, isLast: true))
    }
    /// The end that goes on from this one.
    func partner(_ end: End) -> End? {
      guard let point = end.isLast ? sections[end.section].last : sections[end.section].first,
        let meeting = ends[point], meeting.count == 2
      else { return nil }
      let other = meeting[0] == end ? meeting[1] : meeting[0]
      return other.section == end.section ? nil : other
    }
    var isTaken = [Bool](repeating: false, count: sections.count)
    /// The sections from one on, as they are walked, each with whether it is walked backwards.
    func chain(from start: End) -> [(section: Int, isReversed: Bool)] {
      var chain: [(section: Int, isReversed: Bool)] = []
      var entry: End? = start
      while let end = entry, !isTaken[end.section] {
        isTaken[end.section] = true
        chain.append((end.section, end.isLast))
        entry = partner(End(section: end.section, isLast: !end.isLast))
      }
      return chain
    }
    var joined: [[GridPoint]] = []
    for section in sections.indices {
      for isLast in [false, true] where !isTaken[section] {
        let end = End(section: section, isLast: isLast)
        if partner(end) == nil { joined.append(Self.line(chain(from: end), sections)) }
      }
    }
    // What is left runs round.
    for section in sections.indices where !isTaken[section] {
      joined.append(Self.loop(chain(from: End(section: section, isLast: false)), sections))
    }
    let measured = joined.map { (line: $0, length: length($0)) }
    lines = measured.sorted {
      $0.length != $1.length ? $0.length > $1.length : $0.line.lexicographicallyPrecedes($1.line)
    }.map(\.line)
  }

  private static func line(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    let points = vertices(chain, sections)
    if chain.allSatisfy({ !$0.isReversed }) { return points }
    let reversed = Array(points.reversed())
    if chain.allSatisfy(\.isReversed) { return reversed }
    return points.lexicographicallyPrecedes(reversed) ? points : reversed
  }

  private static func loop(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    var chain = chain
    func joint(_ index: Int) -> GridPoint? {
      chain[index].isReversed ? sections[chain[index].section].last : sections[chain[index].section].first
    }
    let first =
      chain.indices.min { a, b in
        guard let a = joint(a), let b = joint(b) else { return false }
        return a < b
      } ?? 0
    chain = Array(chain[first...] + chain[..<first])
    return line(chain, sections)
  }

  private static func vertices(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    var points: [GridPoint] = []
    for (section, isReversed) in chain {
      // The first vertex is the last of the section before.
      let section = isReversed ? Array(sections[section].reversed()) : sections[section]
      points.append(contentsOf: points.isEmpty ? section[...] : section.dropFirst())
    }
    return points
  }
}

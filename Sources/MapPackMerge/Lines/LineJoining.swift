import MapPackGeometry

/// The sections of one region's lines, joined end to end, in cells of the noding grid. `mergeLines` asks for it.
///
/// If exactly two ends meet in a point, and they belong to different sections, the sections become one line. If three
/// or more meet, the lines end there, so branches stay separate. A joined line runs in the direction of its sections if
/// they all run the same way, else in the direction in which its vertices compare as the lexicographically smaller. A
/// closed line begins at the smallest of its joints; a section that is closed by itself keeps its first vertex. So the
/// result does not depend on the order of the sections, and sections that run in different directions can be joined.
struct LineJoining {
  /// The joined lines, the longest first; equally long ones by their vertices, lexicographically. A closed line repeats
  /// its first vertex at its end.
  private(set) var lines: [[GridPoint]] = []

  private struct End: Hashable {
    var section: Int
    var isLast: Bool
  }

  /// - Parameters:
  ///   - sections: lines of at least two vertices, of which consecutive ones differ. No two sections are the same line,
  ///     in whichever direction.
  ///   - length: the length of a line, in whole units, so that sums do not depend on their order.
  /// - Complexity: O(n log n) for n vertices.
  init(_ sections: [[GridPoint]], length: ([GridPoint]) -> Int64) {
    // The walk must not depend on the order in which sections come.
    let sections = sections.sorted { $0.lexicographicallyPrecedes($1) }
    var ends: [GridPoint: [End]] = [:]
    for (index, section) in sections.enumerated() {
      guard let first = section.first, let last = section.last else { continue }
      ends[first, default: []].append(End(section: index, isLast: false))
      ends[last, default: []].append(End(section: index, isLast: true))
    }
    /// The end of another section with which an end is joined; `nil` if it is joined with none.
    func partner(_ end: End) -> End? {
      guard let point = end.isLast ? sections[end.section].last : sections[end.section].first,
        let meeting = ends[point], meeting.count == 2
      else { return nil }
      let other = meeting[0] == end ? meeting[1] : meeting[0]
      return other.section == end.section ? nil : other
    }
    var isTaken = [Bool](repeating: false, count: sections.count)
    /// The sections of a line in the order of a walk that enters at an end, and whether each is walked backwards.
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
    // The sections that are left form loops.
    for section in sections.indices where !isTaken[section] {
      joined.append(Self.loop(chain(from: End(section: section, isLast: false)), sections))
    }
    let measured = joined.map { (line: $0, length: length($0)) }
    lines = measured.sorted {
      $0.length != $1.length ? $0.length > $1.length : $0.line.lexicographicallyPrecedes($1.line)
    }.map(\.line)
  }

  /// The vertices of an open chain, in the direction that the line gets.
  private static func line(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    let points = vertices(chain, sections)
    if chain.allSatisfy({ !$0.isReversed }) { return points }
    let reversed = Array(points.reversed())
    if chain.allSatisfy(\.isReversed) { return reversed }
    return points.lexicographicallyPrecedes(reversed) ? points : reversed
  }

  /// The vertices of a closed chain, from its smallest joint on.
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

  /// The vertices of a chain, joints once.
  private static func vertices(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    var points: [GridPoint] = []
    for (section, isReversed) in chain {
      // The first vertex repeats the last one of the section before.
      let section = isReversed ? Array(sections[section].reversed()) : sections[section]
      points.append(contentsOf: points.isEmpty ? section[...] : section.dropFirst())
    }
    return points
  }
}

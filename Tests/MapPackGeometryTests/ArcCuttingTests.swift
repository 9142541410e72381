import TestSupport
import Testing

@testable import MapPackGeometry

/// Lines of points with letters: "ABC" is the open path from A to C, "(ABC)" the closed one. Letters lie in their order:
/// A is the smallest.
private func lines(_ words: [String]) -> ClaimedPaths {
  var lines = ClaimedPaths()
  for (claim, word) in words.enumerated() {
    for letter in word.unicodeScalars where letter.properties.isAlphabetic { lines.paths.append(point(letter)) }
    lines.endPath(isClosed: word.hasPrefix("("), left: Int32(claim), right: ClaimedPaths.none)
  }
  return lines
}

/// On a parabola, so that no three letters lie on a line.
private func point(_ letter: Unicode.Scalar) -> GridPoint {
  let position = Int32(letter.value) - 65
  return GridPoint(x: position * 10, y: position * position)
}

/// The arcs in letters, each with its claims: the left ones, and behind a stroke the right ones.
private func arcs(_ words: [String], jobs: Int = 1) -> [String] {
  let arcs = ArcCutting(lines(words), jobs: jobs).arcs
  return (0..<arcs.count).map { arc in
    let letters = arcs.paths.start[arc]..<arcs.paths.start[arc + 1]
    let text = String(
      String.UnicodeScalarView(letters.compactMap { Unicode.Scalar(UInt32(arcs.paths.point($0).x / 10 + 65)) }))
    let uses = arcs.useStart[arc]..<arcs.useStart[arc + 1]
    let left = uses.map { arcs.left[$0] }.filter { $0 >= 0 }.sorted().map(String.init).joined(separator: ",")
    let right = uses.map { arcs.right[$0] }.filter { $0 >= 0 }.sorted().map(String.init).joined(separator: ",")
    return (arcs.paths.isClosed[arc] ? "(\(text))" : text) + " \(left)|\(right)"
  }
}

@Suite struct `Cutting paths into arcs` {
  @Test(arguments: [
    // One line is one arc, and runs from its smaller end.
    (["ABC"], ["ABC 0|"]), (["CBA"], ["ABC |0"]), (["ABC", "CBA"], ["ABC 0|1"]), (["ABC", "ABC"], ["ABC 0,1|"]),
    // A ring starts at its smallest point, towards the smaller neighbor.
    (["(BCA)"], ["(ABC) 0|"]), (["(CBA)"], ["(ABC) |0"]), (["(ABC)", "(CAB)"], ["(ABC) 0,1|"]),
    (["(ABC)", "(ACB)"], ["(ABC) 0|1"]), (["(BADC)", "(CDAB)"], ["(ABCD) 1|0"]),
    // Lines part if their neighbors differ.
    (["ABCD", "EBCF"], ["AB 0|", "BC 0,1|", "CD 0|", "BE |1", "CF 1|"]),
    (["ABCD", "BC"], ["AB 0|", "BC 0,1|", "CD 0|"]), (["ABC", "DBE"], ["AB 0|", "BC 0|", "BD |1", "BE 1|"]),
    // Two triangles with a side in common, and two in one point.
    (["(ABC)", "(CBD)"], ["BC 0|1", "BAC |0", "BDC 1|"]), (["(ABC)", "(CDE)"], ["CABC 0|", "CDEC 1|"]),
    // A line that turns straight back cancels itself, and is cut where it turns.
    (["ABCB"], ["AB 0|"]), (["(ABC)", "ABA"], ["AB 0,1|1", "ACB |0"]),
    // A ring that is walked twice has one arc with both uses; one within another is cut as that is.
    (["(ABCABC)"], ["ABCA 0,0|"]), (["(ABC)", "(BCABCA)"], ["ABCA 0,1,1|"]),
    // A ring that passes a point twice.
    (["(ABCADE)"], ["ABCA 0|", "ADEA 0|"]),
  ])
  func `cutting into arcs leaves each piece of line once, with all its uses`(words: [String], expected: [String]) {
    #expect(arcs(words).sorted() == expected.sorted())
    #expect(arcs(words, jobs: 3) == arcs(words))
  }

  @Test func `cutting leaves the same arcs whatever the order of the paths and the starts of rings`() {
    let words = ["(ABCDEF)", "(DCGH)", "(HGIJ)", "KEL", "(MNO)"]
    var random = SplitMix64(seed: 3)
    func bare(_ words: [String]) -> [String] {
      arcs(words).map { String($0.prefix { $0 != " " }) }.sorted()
    }
    for _ in 0..<50 {
      let others = words.shuffled(using: &random).map { word -> String in
        guard word.hasPrefix("(") else { return Bool.random(using: &random) ? word : String(word.reversed()) }
        var letters = Array(word.dropFirst().dropLast())
        if Bool.random(using: &random) { letters.reverse() }
        let first = letters.indices.randomElement(using: &random) ?? 0
        return "(" + String(letters[first...] + letters[..<first]) + ")"
      }
      #expect(bare(others) == bare(words))
    }
  }
}

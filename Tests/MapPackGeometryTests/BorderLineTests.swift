import TestSupport
import Testing

@testable import MapPackGeometry

/// Paths of points with letters, cut into arcs: "ABC" is the open path from A to C, "(ABC)" the closed one.
private func arcs(_ words: [String]) -> Paths {
  var lines = ClaimedPaths()
  for (claim, word) in words.enumerated() {
    for letter in word.unicodeScalars where letter.properties.isAlphabetic {
      let position = Int32(letter.value) - 65
      // On a parabola, so that no three letters lie on a line.
      lines.paths.append(GridPoint(x: position * 10, y: position * position))
    }
    lines.endPath(isClosed: word.hasPrefix("("), left: Int32(claim), right: ClaimedPaths.none)
  }
  return ArcCutting(lines, jobs: 1).arcs.paths
}

private func letters(_ points: some Collection<GridPoint>) -> String {
  String(String.UnicodeScalarView(points.compactMap { Unicode.Scalar(UInt32($0.x / 10 + 65)) }))
}

/// The points of a path, or of a line, in the canonical walk.
private func walked(_ points: ContiguousArray<GridPoint>, isClosed: Bool) -> String {
  let walk =
    isClosed
    ? CanonicalWalk(ringOf: points.count) { points[$0] } : CanonicalWalk(lineOf: points.count) { points[$0] }
  let step = walk.isReversed ? points.count - 1 : 1
  let text = letters((0..<points.count).map { points[(walk.first + $0 * step) % points.count] })
  return isClosed ? "(\(text))" : text
}

/// The lines into which the bordering arcs are joined, each in its canonical walk; all arcs border but those named.
private func lines(_ words: [String], except inner: Set<String> = []) -> [String] {
  let paths = arcs(words)
  let isBorder = ContiguousArray(
    (0..<paths.count).map { !inner.contains(letters(paths.vertices(of: $0).map(paths.point))) })
  let lines = BorderLines(paths, HalfEdges(paths), isBorder)
  // Each bordering arc is in one line, once.
  let used = lines.halves.map { Int($0 >> 1) }
  #expect(used.sorted() == isBorder.indices.filter { isBorder[$0] })
  return (0..<lines.count).map { line in
    var points = ContiguousArray<GridPoint>()
    lines.fill(&points, of: paths.points, with: line)
    #expect(points.count <= lines.length(of: line))
    return walked(points, isClosed: lines.isClosed[line])
  }
}

@Suite struct `Joining borders` {
  @Test(
    arguments: [
      // Arcs that border stay apart at nodes where three of them meet.
      (["(ABC)", "(CBD)"], [], ["BC", "BAC", "BDC"]),
      // Without the arc between them, two arcs form a ring; with one outside, they stay an open line.
      (["(ABC)", "(CBD)"], ["BC"], ["(ABDC)"]), (["(ABC)", "(CBD)"], ["BAC"], ["(BCD)"]),
      (["(ABC)", "(CBD)"], ["BAC", "BDC"], ["BC"]),
      // A ring without a node stays as it is, or is left out.
      (["(ABC)"], [], ["(ABC)"]), (["(ABC)", "(DEF)"], ["DEF"], ["(ABC)"]),
      // Two rings that touch in a point keep it as a node; one of them alone has none.
      (["(ABC)", "(CDE)"], [], ["CABC", "CDEC"]), (["(ABC)", "(CDE)"], ["CDEC"], ["(ABC)"]),
      // Lines are joined over several nodes, whatever the directions of their arcs.
      (["ABCD", "EBCF"], [], ["AB", "BC", "CD", "BE", "CF"]), (["ABCD", "EBCF"], ["BE", "CF"], ["ABCD"]),
      (["ABCD", "EBCF"], ["AB", "CD"], ["EBCF"]), (["ACB", "DAE", "FBG"], ["AD", "BG"], ["EACBF"]),
    ] as [([String], Set<String>, [String])])
  func `arcs are joined where only two of them border`(words: [String], inner: Set<String>, expected: [String]) {
    #expect(lines(words, except: inner).sorted() == expected.sorted())
  }

  @Test func `the half-edges of a line follow each other`() {
    let paths = arcs(["(ABCDEF)", "(DCGH)", "(HGIJ)", "KEL"])
    let edges = HalfEdges(paths)
    let lines = BorderLines(paths, edges, ContiguousArray((0..<paths.count).map { $0 % 3 != 0 }))
    for line in 0..<lines.count {
      let halves = lines.halves[lines.start[line]..<lines.start[line + 1]].map(Int.init)
      for (half, next) in zip(halves, halves.dropFirst()) { #expect(edges.origin[half ^ 1] == edges.origin[next]) }
      #expect(lines.firstHalf(of: line) == halves.first)
    }
  }
}

@Suite struct `Canonical walks` {
  @Test(arguments: 2...7, 0..<4 as Range<UInt64>)
  func `a ring has the same walk from each start and in both directions`(count: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let points = (0..<count).map { GridPoint(x: Int32($0) * 10, y: 0) }.shuffled(using: &random)
    let expected = walked(ContiguousArray(points), isClosed: true)
    #expect(expected.hasPrefix("(A"))
    for start in 0..<count {
      let turned = ContiguousArray(points[start...] + points[..<start])
      #expect(walked(turned, isClosed: true) == expected)
      #expect(walked(ContiguousArray(turned.reversed()), isClosed: true) == expected)
    }
  }

  @Test(arguments: ["AB", "ACB", "ADCB", "ABCA", "BACDB"])
  func `a line has the same walk from both ends`(word: String) {
    let points = ContiguousArray(word.unicodeScalars.map { GridPoint(x: (Int32($0.value) - 65) * 10, y: 0) })
    #expect(walked(points, isClosed: false) == word)
    #expect(walked(ContiguousArray(points.reversed()), isClosed: false) == word)
  }
}

import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import Testing

private func degreeSquare(_ x: Double, _ y: Double, _ size: Double) -> [(Double, Double)] {
  [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
}

private func options(clean: MergeOptions.Clean = .repair, keyless: MergeOptions.Keyless = .drop) throws -> MergeOptions
{
  MergeOptions(key: try Template("code"), name: try Template("name"), keyless: keyless, clean: clean)
}

@Suite struct `Merge` {
  @Test func `merge makes one region of all features with one key`() throws {
    let merged = try merge(
      degreeTable([
        ("42211", "五島市", [[degreeSquare(128, 32, 1)]]), ("42202", "佐世保市", [[degreeSquare(129, 33, 1)]]),
        (" 42211 ", "五島市", [[degreeSquare(129, 32, 1)]]),
      ]), options: options())
    #expect(merged.regions.map(\.code) == ["42202", "42211"])
    #expect(merged.regions.map(\.name) == ["佐世保市", "五島市"])
    #expect(merged.polygonStart == [0, 1, 2])
    #expect(merged.findings.isEmpty)
  }

  @Test func `merge accounts for every feature`() throws {
    let merged = try merge(
      degreeTable([
        ("a", "A", [[degreeSquare(0, 0, 1)]]), (nil, "sea", [[degreeSquare(5, 5, 1)]]),
        ("b", "B", [[degreeSquare(0, 0, 1)]]),
        ("b", "B", [[degreeSquare(3, 0, 1)]]), ("a", "A", [[degreeSquare(0, 0, 1e-13)]]),
      ]), options: options())
    #expect(
      merged.ledger.entries.map(\.outcome) == [
        .region(code: "a"), .dropped(rule: .noKey), .dropped(rule: .overlapped), .region(code: "b"),
        .dropped(rule: .belowGrid),
      ])
    #expect(merged.ledger.polygons.dropped == [.belowGrid: 1, .noKey: 1, .overlapped: 1])
  }

  @Test func `merge refuses a table whose ledger does not know all features`() throws {
    var damaged = degreeTable([("a", "A", [[degreeSquare(0, 0, 1)]]), ("b", "B", [[degreeSquare(1, 0, 1)]])])
    damaged.ledger.entries.removeLast()
    let error = #expect(throws: StageError.self) { try merge(damaged, options: options()) }
    #expect(error?.status == .unreadableData)
  }

  @Test func `merge gives land that two regions claim to the one with the longer border, and says where`() throws {
    // On the ground the southern square has more of the overlap's border, for its parallels are longer.
    let merged = try merge(
      degreeTable([("b", "B", [[degreeSquare(0, 0, 2)]]), ("a", "A", [[degreeSquare(1, 1, 2)]])]), options: options())
    let overlap = try #require(merged.findings.first { $0.rule == .overlap })
    #expect(overlap.code == "b")
    #expect(merged.regions[1].area > merged.regions[0].area)
    #expect(abs((overlap.longitude ?? 0) - 1) < 1e-6 && abs((overlap.latitude ?? 0) - 1) < 1e-6)
    #expect(merged.findings.map(\.rule) == [.overlap])
  }

  @Test func `merge refuses repairs if none are allowed, and names the first`() throws {
    let overlapping = degreeTable([("b", "B", [[degreeSquare(0, 0, 2)]]), ("a", "A", [[degreeSquare(1, 1, 2)]])])
    let error = #expect(throws: StageError.self) { try merge(overlapping, options: options(clean: .none)) }
    #expect(error?.status == .findings)
    #expect(error?.message.contains("one fault would have to be mended") == true)
  }

  @Test func `merge fails if a region is left without land`() throws {
    let lost = degreeTable([("b", "Bee", [[degreeSquare(0, 0, 2)]]), ("a", "A", [[degreeSquare(0, 0, 2)]])])
    let error = #expect(throws: StageError.self) { try merge(lost, options: options()) }
    #expect(error?.label == "Bee (b)")
    #expect(error?.status == .findings)
  }

  @Test func `merge fails if a key has no shape at all, but not if another feature of the key has one`() throws {
    let lost = degreeTable([("a", "A", [[degreeSquare(0, 0, 2)]]), ("b", "Bee", [])])
    let error = #expect(throws: StageError.self) { try merge(lost, options: options()) }
    #expect(error?.label == "Bee (b)" && error?.record == 2 && error?.status == .findings)
    let kept = degreeTable([("a", "A", [[degreeSquare(0, 0, 2)]]), ("a", "A", [])])
    #expect(try merge(kept, options: options()).regions.map(\.code) == ["a"])
    #expect(try merge(lost, options: MergeOptions()).regions.map(\.code) == ["1"])
  }

  @Test func `merge lists the fields if a template names none of them`() throws {
    let error = #expect(throws: StageError.self) {
      try merge(degreeTable([("a", "A", [[degreeSquare(0, 0, 2)]])]), options: MergeOptions(key: Template("N03_007")))
    }
    #expect(error?.status == .usage)
    #expect(error?.description == "towns.geojson: error: there is no field “N03_007”; the fields are code, name")
  }

  @Test func `merge takes the name that covers most land, and says that there were several`() throws {
    let merged = try merge(
      degreeTable([
        ("a", "Small", [[degreeSquare(0, 0, 1)]]), ("a", "Large", [[degreeSquare(4, 0, 2)]]),
        ("b", "B", [[degreeSquare(9, 9, 1)]]),
      ]), options: options())
    #expect(merged.regions[0].name == "Large")
    #expect(merged.findings.map(\.rule) == [.severalNames])
  }

  @Test func `merge keeps numbers that its features agree on, else takes that with most land, and says so`() throws {
    var table = degreeTable([
      ("a", "A", [[degreeSquare(0, 0, 1)]]), ("a", "A", [[degreeSquare(4, 0, 2)]]),
      ("b", "B", [[degreeSquare(9, 9, 1)]]),
    ])
    table.fields += ["POP", "RATE", "NONE"]
    table.values += [
      [.integer(7), .text(" 7.0 "), .real(2.5)], [.integer(1), .integer(2), .null], [.null, .text("…"), .null],
    ]
    var asked = try options()
    asked.numbers = [.init(field: "POP", name: "population"), .init(field: "RATE"), .init(field: "NONE")]
    let merged = try merge(table, options: asked)
    #expect(
      merged.regions.map(\.numbers) == [
        [.init(name: "population", value: 7), .init(name: "RATE", value: 2)], [.init(name: "population", value: 2.5)],
      ])
    #expect(merged.findings.map(\.rule) == [.severalNumbers])
    table.values[2][1] = .text("1,234")
    let error = #expect(throws: StageError.self) { try merge(table, options: asked) }
    #expect(error?.record == 2 && error?.label == "A (a)")
    #expect(error?.message == "“1,234” is no number, and POP is read as numbers")
  }

  @Test func `merge adds numbers up if it is asked to, in any order of the features`() throws {
    let values = [0.1, 1e17, 0.3, -1e17, 0.7]
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 4, 0, 3, 2]] {
      var table = degreeTable(
        order.map { ("a", "A", [[degreeSquare(Double(4 * $0), 0, 1)]]) }
          + [("b", "B", [[degreeSquare(30, 9, 1)]]), ("b", "B", []), ("c", "C", [[degreeSquare(40, 9, 1)]])])
      table.fields += ["POP"]
      table.values += [order.map { .real(values[$0]) } + [.text("12"), .integer(5), .null]]
      var asked = try options()
      asked.numbers = [.init(field: "POP", name: "population", isSum: true)]
      let merged = try merge(table, options: asked)
      let sum = values.sorted().reduce(0, +)
      #expect(merged.regions.map { $0.numbers.map(\.value) } == [[sum], [12], []])
      #expect(!merged.findings.map(\.rule).contains(.severalNumbers))
    }
  }

  @Test func `merge without a key makes each feature a region, and warns`() throws {
    let merged = try merge(
      degreeTable([("a", "A", [[degreeSquare(0, 0, 1)]]), ("a", "A", [[degreeSquare(1, 0, 1)]])]),
      options: MergeOptions())
    #expect(merged.regions.map(\.code) == ["1", "2"])
    #expect(merged.findings.map(\.rule) == [.unstableCodes])
  }

  @Test func `merge keeps an enclave in an enclave`() throws {
    let hole = Array(degreeSquare(2, 2, 6).reversed())
    let inner = Array(degreeSquare(4, 4, 2).reversed())
    let merged = try merge(
      degreeTable([
        ("a", "A", [[degreeSquare(0, 0, 10), hole], [degreeSquare(4, 4, 2)]]),
        ("b", "B", [[degreeSquare(2, 2, 6), inner]]),
      ]),
      options: options())
    #expect(merged.findings.isEmpty)
    #expect(merged.polygonStart == [0, 2, 3])
    #expect(merged.ringStart == [0, 2, 3, 5])
    #expect(merged.arcs.count == 3)
  }

  @Test func `merge measures regions on the ellipsoid`() throws {
    let merged = try merge(degreeTable([("a", "A", [[degreeSquare(0, 0, 1)]])]), options: options())
    // The integral over a cell of one degree at the equator, with 40 digits: 12,308.46 km².
    #expect(abs(merged.regions[0].area / 12_308_463_893.975_352 - 1) < 1e-8)
    #expect(merged.polygonArea == [merged.regions[0].area])
  }
}

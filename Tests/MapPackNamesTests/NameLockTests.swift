import MapPackFeatures
import MapPackNames
import Testing

private func inputs(_ regions: [(String, String)]) -> [NamingInput] {
  regions.map { NamingInput(code: $0.0, name: $0.1) }
}

private let fuchu = NameLock(
  cellExponent: 3,
  regions: [
    .init(code: "13206", caseName: "fuchu", rawValue: 1, name: "Fuchu"),
    .init(code: "34208", caseName: "hiroshimaFuchu", rawValue: 2, name: "Fuchu"),
    .init(code: "01100", caseName: "sapporo", rawValue: 3, name: "Sapporo", status: .retired, successors: ["13206"]),
  ])

private func expectFailure(
  _ status: MapPackFeatures.ExitStatus, _ description: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as StageError {
    #expect(error.description == description, sourceLocation: sourceLocation)
    #expect(error.status == status, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

@Test func `a published case and its raw value stay, and a newcomer takes the longer form`() throws {
  let naming = try nameRegions(
    inputs([("00001", "Fuchu"), ("13206", "Fuchu City"), ("34208", "Fuchu"), ("99999", "Nagasaki")]), lock: fuchu,
    overrides: ["13206": "fuchu", "34208": "hiroshimaFuchu"], map: "Japan")
  #expect(
    naming.lock
      == NameLock(
        cellExponent: 3,
        regions: [
          .init(code: "13206", caseName: "fuchu", rawValue: 1, name: "Fuchu City"),
          .init(code: "34208", caseName: "hiroshimaFuchu", rawValue: 2, name: "Fuchu"),
          .init(
            code: "01100", caseName: "sapporo", rawValue: 3, name: "Sapporo", status: .retired, successors: ["13206"]),
          .init(code: "00001", caseName: "fuchu00001", rawValue: 4, name: "Fuchu"),
          .init(code: "99999", caseName: "nagasaki", rawValue: 5, name: "Nagasaki"),
        ]))
  #expect(naming.findings.map(\.rule) == [.newCode, .newCode])
  #expect(naming.findings.map(\.code) == ["00001", "99999"])
  #expect(naming.findings.first?.message == "new region: case fuchu00001, raw value 4")
}

@Test func `naming the same regions again changes nothing`() throws {
  let regions = inputs((1...50).map { ("\($0)", "Name \($0 % 7)") })
  let first = try nameRegions(regions, lock: nil, map: "Japan")
  let second = try nameRegions(regions, lock: first.lock, map: "Japan")
  #expect(second == first)
}

@Test func `a retired case is not given to another region`() throws {
  let naming = try nameRegions(
    inputs([("13206", "Fuchu"), ("34208", "Fuchu"), ("2", "Sapporo")]), lock: fuchu, map: "Japan")
  #expect(naming.lock.regions.map(\.caseName) == ["fuchu", "hiroshimaFuchu", "sapporo", "sapporo2"])
}

@Test func `a region of the lock that the data lacks fails the run`() {
  expectFailure(
    .findings,
    "japan.lock: error: the data lacks 2 regions that the name lock expects: 13206 Fuchu, 34208 Fuchu; "
      + "if that is for good, say in the change table (`changes`) what became of them, or "
      + "pass --retire 13206 34208"
  ) {
    _ = try nameRegions(inputs([("1", "A")]), lock: fuchu, lockFile: "japan.lock", map: "Japan")
  }
  expectFailure(
    .findings,
    "error: the data lacks a region that the name lock expects: 34208 Fuchu; "
      + "if that is for good, say in the change table (`changes`) what became of them, or "
      + "pass --retire 34208"
  ) {
    _ = try nameRegions(inputs([("13206", "A")]), lock: fuchu, map: "Japan")
  }
}

@Test func `a region that is retired keeps its case, raw value and last name`() throws {
  let retired = try nameRegions(inputs([("13206", "Fuchu")]), lock: fuchu, retire: ["34208", "01100"], map: "Japan")
  var expected = fuchu
  expected.regions[1].status = .retired
  #expect(retired.lock == expected)
  #expect(retired.findings.map(\.rule) == [.retiredCode])
  // And is not missed again.
  #expect(try nameRegions(inputs([("13206", "Fuchu")]), lock: retired.lock, map: "Japan").findings.isEmpty)
}

@Test func `a retired region that is in the data again is live again`() throws {
  let naming = try nameRegions(
    inputs([("13206", "Fuchu"), ("34208", "Fuchu"), ("01100", "Sapporo")]), lock: fuchu,
    overrides: ["34208": "hiroshimaFuchu"], map: "Japan")
  #expect(naming.lock.regions[2] == .init(code: "01100", caseName: "sapporo", rawValue: 3, name: "Sapporo"))
  #expect(naming.findings.map(\.rule) == [.returnedCode])
}

@Test func `only what is gone can be retired`() {
  expectFailure(
    .usage, "error: the code 13206 cannot be retired: the data has it; retire codes that the data no longer has"
  ) {
    _ = try nameRegions(inputs([("13206", "A"), ("34208", "B")]), lock: fuchu, retire: ["13206"], map: "Japan")
  }
  expectFailure(
    .usage,
    "error: the code 5 cannot be retired: the name lock does not have it; retire codes that the data no longer has"
  ) {
    _ = try nameRegions(inputs([("13206", "A"), ("34208", "B")]), lock: fuchu, retire: ["5"], map: "Japan")
  }
}

@Test func `an override renames a published case, with a warning`() throws {
  let naming = try nameRegions(
    inputs([("13206", "Fuchu"), ("34208", "Fuchu")]), lock: fuchu,
    overrides: ["13206": "tokyoFuchu", "34208": "hiroshimaFuchu", "01100": "sapporo"],
    map: "Japan")
  #expect(naming.lock.regions.map(\.caseName) == ["tokyoFuchu", "hiroshimaFuchu", "sapporo"])
  #expect(naming.findings.map(\.rule) == [.caseRenamed])
}

@Test func `a newcomer whose every form is taken needs an override`() {
  let lock = NameLock(
    regions: ["a", "a4", "a4_4"].enumerated().map { index, name in
      .init(code: "x\(index)", caseName: name, rawValue: UInt16(index + 1), name: name)
    })
  expectFailure(
    .usage, "names.overrides, 4: error: all cases that “A” could have are taken; choose one by hand"
  ) {
    _ = try nameRegions(inputs([("4", "A"), ("x0", ""), ("x1", ""), ("x2", "")]), lock: lock, map: "Japan")
  }
}

@Test func `a map has regions, each code once, and at most 65,535 of them in all its time`() throws {
  expectFailure(.findings, "error: the map Japan has no region; see what select and drop leave of the sources") {
    _ = try nameRegions([], lock: nil, map: "Japan")
  }
  expectFailure(.findings, "error: two regions have the code 1; merge by the field with the code") {
    _ = try nameRegions(inputs([("1", "A"), ("1", "B")]), lock: nil, map: "Japan")
  }
  let many = inputs((1...65_535).map { ("\($0)", "\($0)") })
  #expect(try nameRegions(many, lock: nil, map: "Japan").lock.regions.last?.rawValue == 65_535)
  expectFailure(
    .findings, "error: the map Japan has had 65536 regions; an enum numbers 65535; make several maps of it"
  ) {
    _ = try nameRegions(many + inputs([("0", "")]), lock: nil, map: "Japan")
  }
}

@Test(arguments: [(0, 0, 1), (0, 2, 1), (1, 1, 2), (1, 5, 2)] as [(Int, UInt16, Int)])
func `a lock with a gap in its numbers is refused`(index: Int, rawValue: UInt16, expected: Int) {
  var lock = fuchu
  lock.regions[index].rawValue = rawValue
  let error = #expect(throws: StageError.self) { try lock.check(file: "japan.lock") }
  #expect(error?.message == "the lock has the raw value \(rawValue) where \(expected) is expected")
  #expect(error?.status == .usage)
}

@Test(
  arguments: [
    (
      .init(code: "13206", caseName: "x", rawValue: 2, name: ""),
      "the lock has this code twice, with the raw values 1 and 2"
    ),
    (.init(code: "2", caseName: "FUCHU", rawValue: 2, name: ""), "the case FUCHU is also that of 13206 (Fuchu)"),
    (.init(code: "2", caseName: "a b", rawValue: 2, name: ""), "“a b” cannot be the name of a case"),
    (.init(code: "2", caseName: "init", rawValue: 2, name: ""), "“init” cannot be the name of a case"),
    (
      .init(code: "2", caseName: "x", rawValue: 2, name: "", status: .retired, successors: ["7"]),
      "the lock names the successor 7, a code that it does not have"
    ),
  ] as [(NameLock.Entry, String)])
func `a lock that no run could have written is refused`(entry: NameLock.Entry, message: String) {
  var lock = fuchu
  lock.regions[1] = entry
  let error = #expect(throws: StageError.self) { try lock.check(file: "japan.lock") }
  #expect(error?.message == message)
  #expect(error?.code == entry.code)
  #expect(error?.file == "japan.lock")
}

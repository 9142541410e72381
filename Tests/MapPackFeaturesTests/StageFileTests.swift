import Foundation
import MapPackFeatures
import TestSupport
import Testing

@Suite struct StageFileTests {
  private static let small: Data = {
    var writer = StageFileWriter(kind: .coverage)
    writer.add("numbers", [1, -2, 3] as ContiguousArray<Int32>)
    writer.add("empty", [] as ContiguousArray<Double>)
    writer.add("flags", [true, false, true] as ContiguousArray<Bool>)
    writer.add("words", json: ["長崎市": "か\u{3099}"])
    return writer.finish().data
  }()

  private func refusal(of data: Data, kind: StageFile.Kind = .coverage) -> StageError? {
    do {
      _ = try StageFile(data, kind: kind, file: "A.coverage")
      return nil
    } catch {
      return error
    }
  }

  @Test func `what was added comes back, bit by bit`() throws {
    var writer = StageFileWriter(kind: .features)
    let doubles: ContiguousArray<Double> = [0, -0.0, .infinity, -1e-300, .pi]
    writer.add("doubles", doubles)
    writer.add("int32s", [.min, -1, .max] as ContiguousArray<Int32>)
    writer.add("int64s", [.min, -1, .max] as ContiguousArray<Int64>)
    writer.add("starts", [0, 0, 3] as ContiguousArray<Int>)
    writer.add("booleans", [false, true] as ContiguousArray<Bool>)
    writer.add("value", json: [Double.infinity, 0.1, -1e-300])
    let file = try StageFile(writer.finish().data, kind: .features, file: "A.features")
    #expect(file.sectionNames == ["doubles", "int32s", "int64s", "starts", "booleans", "value"])
    let found: ContiguousArray<Double> = try file.column("doubles")
    #expect(found.map(\.bitPattern) == doubles.map(\.bitPattern))
    #expect(try file.column("int32s") == [.min, -1, .max] as ContiguousArray<Int32>)
    #expect(try file.column("int64s", count: 3) == [.min, -1, .max] as ContiguousArray<Int64>)
    #expect(try file.starts("starts", owners: 2, owned: 3) == [0, 0, 3])
    #expect(try file.booleans("booleans") == [false, true])
    #expect(try file.value("value", as: [Double].self) == [.infinity, 0.1, -1e-300])
  }

  @Test func `a slice of a larger buffer opens like the file itself`() throws {
    let slice = (Data(count: 5) + Self.small).dropFirst(5)
    let file = try StageFile(slice, kind: .coverage, file: "A.coverage")
    #expect(try file.column("numbers") == [1, -2, 3] as ContiguousArray<Int32>)
  }

  @Test func `every bit that flips is noticed`() {
    for index in Self.small.indices {
      for bit in 0..<8 {
        var damaged = Self.small
        damaged[index] ^= 1 << bit
        #expect(refusal(of: damaged)?.status == .unreadableData, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `a file cut off anywhere, or one that goes on, is refused`() {
    for length in 0..<Self.small.count {
      #expect(refusal(of: Self.small.prefix(length))?.status == .unreadableData, "\(length) bytes")
    }
    #expect(refusal(of: Self.small + [0])?.status == .unreadableData)
    #expect(refusal(of: Self.small + Self.small)?.status == .unreadableData)
  }

  @Test func `a file of another version is refused with both versions`() throws {
    var other = Self.small
    other.replaceSubrange(16..<32, with: Data("9.9.9".utf8) + Data(count: 11))
    Reseal.header(of: &other)
    let error = try #require(refusal(of: other))
    #expect(
      error.description
        == "A.coverage: error: the file was written by mappack 9.9.9, and this is mappack \(ToolVersion.current); "
        + "make it again with `mappack merge` or `mappack simplify`")
  }

  @Test func `a file of another stage is refused with what it is`() throws {
    let error = try #require(refusal(of: Self.small, kind: .features))
    #expect(
      error.description
        == "A.coverage: error: the file holds a stage called “coverage”, expected “features”; "
        + "name a file that `mappack ingest` wrote")
  }

  @Test func `a file of another program is refused as such`() throws {
    let error = try #require(refusal(of: Data(#"{"type": "FeatureCollection", "features": []}"#.utf8)))
    #expect(error.message == "this is not a file between two stages of mappack")
  }

  @Test(
    arguments: [
      [], [0], [1, 3], [0, 2], [0, 4], [0, 2, 1, 3], [0, -1, 3], [0, 4, 3], [0, .max, 3], [0, .min, 3],
    ] as [ContiguousArray<Int64>])
  func `offsets that do not rise from nought to the end are refused`(offsets: ContiguousArray<Int64>) throws {
    var writer = StageFileWriter(kind: .features)
    writer.add("starts", offsets)
    let file = try StageFile(writer.finish().data, kind: .features, file: "A.features")
    #expect(throws: StageError.self) { try file.starts("starts", owned: 3) }
  }

  @Test func `columns of the wrong length, kind or name are refused`() throws {
    let file = try StageFile(Self.small, kind: .coverage, file: "A.coverage")
    #expect(throws: StageError.self) { try file.column("numbers", count: 4) as ContiguousArray<Int32> }
    #expect(throws: StageError.self) { try file.column("numbers") as ContiguousArray<Int64> }
    #expect(throws: StageError.self) { try file.booleans("numbers") }
    #expect(throws: StageError.self) { try file.starts("numbers", owners: 2, owned: 3) }
    #expect(throws: StageError.self) { try file.value("numbers", as: [Int].self) }
    let missing = #expect(throws: StageError.self) { try file.column("absent") as ContiguousArray<UInt8> }
    #expect(missing?.message == "the file's section absent is damaged: it is missing")
  }
}

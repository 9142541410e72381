import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

/// The bytes after they were read and written again.
private func writtenAgain(_ data: Data, _ kind: StageFile.Kind) throws(StageError) -> Data {
  switch kind {
  case .features: try FeatureTable(encoded: data, file: "input").encoded()
  case .coverage: try Coverage(encoded: data, file: "input").encoded()
  }
}

@Test(arguments: StageFileSeed.allCases)
private func `the fuzzer begins with stage files of today's layout`(seed: StageFileSeed) throws {
  let file = FuzzingInputs.folder.appendingPathComponent("Seeds/\(seed.kind)/\(seed.rawValue).\(seed.kind)")
  let expected = try seed.data()
  #expect(try writtenAgain(expected, seed.kind) == expected)
  #expect(expected.count <= 4096)
  if (try? Data(contentsOf: file)) != expected {
    try expected.write(to: file)
    Issue.record("\(file.path) was not what is written today; it has been written anew, look at it and commit it")
  }
}

@Test(arguments: [StageFile.Kind.features, .coverage])
private func `the fuzzer begins with no other stage files`(kind: StageFile.Kind) throws {
  let files = try FileManager.default.contentsOfDirectory(
    atPath: FuzzingInputs.folder.appendingPathComponent("Seeds/\(kind)").path)
  let seeds = StageFileSeed.allCases.filter { $0.kind == kind }
  #expect(files.sorted() == seeds.map { "\($0.rawValue).\(kind)" }.sorted())
}

import MapPackFeatures
import Testing

@testable import MapPackProject
@testable import MapPackTool

/// Advice names no key and no flag that is not there.
@Suite struct SettingTests {
  /// A pipeline file that has the key of a setting, with a value that no key takes.
  private static func pipeline(with setting: Setting) -> String {
    let steps = setting.rawValue.split(separator: ".")
    let source = steps[0] == "sources" ? ", \(steps[1]): []" : ""
    let table = steps[0] == "join" ? "table: a.csv, key: A, attributes: [B], " : ""
    let other = steps.count == 1 ? "\(steps[0]): []" : "\(steps[0]): { \(table)\(steps[1]): [] }"
    return "map: A\nsources: [{ path: a.shp\(source) }]\noutput: { pack: a.mappack, swift: a.swift }\n"
      + (steps[0] == "sources" ? "" : other + "\n")
  }

  @Test(arguments: Setting.allCases)
  func `a setting's key is one of pipeline files`(setting: Setting) throws {
    let error = try #require(throws: StageError.self) {
      try PipelineFile(text: Self.pipeline(with: setting), path: "a.yml")
    }
    let last = setting.rawValue.split(separator: ".").last ?? ""
    #expect(!error.message.contains("unknown key") && error.message.contains(last), "\(error)")
  }

  @Test(arguments: Setting.allCases.compactMap(\.flag))
  func `a setting's flag is one of a stage`(flag: String) {
    let help = ["ingest", "merge", "simplify"].map { CommandOutput.of($0, "--help").results }
    #expect(help.contains { $0.contains("\(flag) ") })
  }
}

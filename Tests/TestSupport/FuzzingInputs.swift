import Foundation

/// The files of Tests/Fuzzing.
package enum FuzzingInputs {
  /// The folder Tests/Fuzzing.
  package static let folder = SwiftCompiler.root.appendingPathComponent("Tests/Fuzzing")

  /// The seeds of a fuzz target, and the files that fuzzing has found.
  package static func all(of target: String) throws -> [URL] {
    try ["Seeds", "Finds"].flatMap { kind in
      let folder = folder.appendingPathComponent("\(kind)/\(target)")
      guard FileManager.default.fileExists(atPath: folder.path) else { return [URL]() }
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { !$0.hasPrefix(".") }.map(folder.appendingPathComponent)
    }
  }

  /// The dictionary of a target, with words that damage to its files may put in; empty if it has none.
  package static func dictionary(of target: String) throws -> String {
    let file = folder.appendingPathComponent("Seeds/\(target).dict")
    guard FileManager.default.fileExists(atPath: file.path) else { return "" }
    return try String(contentsOf: file, encoding: .utf8)
  }
}

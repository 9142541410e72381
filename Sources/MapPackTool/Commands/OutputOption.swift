import ArgumentParser
import Foundation
import MapPackFeatures

/// Where the one file goes that a command writes. `OutputSet` writes it, and makes a folder that is missing.
struct OutputOption: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "FILE"), completion: .file())
  var output: String

  init() {}

  init(_ output: String) { self.output = output }

  /// Writes the file, or leaves the old one as it was.
  /// - Throws: `cannotCreate` if the file or its folder cannot be made or replaced; `cannotWrite` if the disk is full
  ///   or fails.
  func write(_ data: Data) throws(StageError) {
    var outputs = OutputSet()
    outputs.add(data, to: output, called: output)
    try outputs.commit()
  }

  /// Writes a stage file, or leaves the old one as it was.
  /// - Throws: `cannotCreate` if the file or its folder cannot be made or replaced; `cannotWrite` if the disk is full
  ///   or fails.
  func write(_ stageFile: StageFileContents) throws(StageError) {
    var outputs = OutputSet()
    outputs.add(stageFile, to: output, called: output)
    try outputs.commit()
  }
}

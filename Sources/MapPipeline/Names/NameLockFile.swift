import Foundation
import MapFeatures
import MapNaming

/// The file in which a map's name lock is kept, beside its pipeline file.
///
/// This type reads it; `NameLock.yaml` writes it. A new key has to be added to both. It has to be optional, because locks
/// of earlier versions lack it.
///
/// `EmitStage` and `ValidateStage` read the lock at `PipelineFile.lockPathToRead`.
package enum NameLockFile {
  /// How its name ends: `world.lock` is the lock of `world.yml`.
  static let ending = ".lock"
  /// How its name ended in version 0.1.0. Such a file is read, and a run moves it.
  static let formerEnding = ".names.yml"

  /// Reads a lock; `nil` if there is no such file, because the map has not been made before.
  ///
  /// - Throws: `noInput` if the file cannot be read; `usage`, with the line if it is known, if the file is not what a
  ///   run writes: if it is not UTF-8, or if `parse(_:file:)` or `NameLock.check(file:)` refuses it.
  package static func read(_ path: String) throws(StageError) -> NameLock? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data = try FileReading.contents(of: path, called: path)
    guard let text = String(data: data, encoding: .utf8) else {
      throw StageError(.usage, file: path, "the name lock is not UTF-8", remedy: "restore it from version control")
    }
    let lock = try parse(text, file: path)
    try lock.check(file: path)
    return lock
  }

  /// Reads the text of a lock, without the checks of `NameLock.check(file:)`. Regions stay in the order of the text.
  /// - Throws: `usage`, with the line, if a key is unknown or missing, or if a value has the wrong type or is out of
  ///   range.
  package static func parse(_ text: String, file: String) throws(StageError) -> NameLock {
    let keys = try YAMLValue(document: text, file: file).mapping(["cellExponent", "cellOrigin", "regions"])
    var lock = NameLock(
      cellExponent: try keys["cellExponent"]?.integer(in: -64...28),
      cellOrigin: try keys["cellOrigin"]?.choice(of: NameLock.CellOrigin.self))
    for value in try keys["regions"]?.list() ?? [] { lock.regions.append(try entry(value)) }
    return lock
  }

  private static func entry(_ value: YAMLValue) throws(StageError) -> NameLock.Entry {
    let keys = try value.mapping(["code", "case", "raw", "name", "status", "successors", "since", "former"])
    func required(_ key: String) throws(StageError) -> YAMLValue {
      guard let found = keys[key] else {
        throw value.error("`\(value.path).\(key)` is missing", remedy: "restore the lock from version control")
      }
      return found
    }
    let rawValue = try required("raw").integer(in: 1...Int(UInt16.max))
    func texts(_ key: String) throws(StageError) -> [String] {
      var texts: [String] = []
      for value in try keys[key]?.list() ?? [] { texts.append(try value.text()) }
      return texts
    }
    return NameLock.Entry(
      code: try required("code").text(), caseName: try required("case").text(), rawValue: UInt16(rawValue),
      name: try required("name").textOrEmpty(),
      status: try required("status").choice(of: ["live", "retired"]) == "live" ? .live : .retired,
      successors: try texts("successors"), since: try keys["since"]?.text(), former: try texts("former"))
  }
}

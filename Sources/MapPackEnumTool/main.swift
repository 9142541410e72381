import Foundation
import MapPack
import MapPackFeatures
import MapPackNames

// Writes the enum of a pack's map: MapPackEnumTool X.mappack X.swift
//
// It uses neither geometry nor the tools' libraries. An error goes to standard error, and its `ExitStatus` is the
// status of the program: `usage` if there are not two arguments. A file X.swift is overwritten.

/// The source of the enum of a pack's map. The pack's file name without its extension becomes the name by which an app
/// finds the pack.
///
/// - Throws: `unreadableData` if the pack cannot be read, is damaged, or does not have the cases of its regions.
func source(ofPackAt file: URL) throws(StageError) -> SwiftSource {
  let remedy: Remedy = "make the pack again: mappack run"
  let pack: Pack
  let cases: PackCases?
  do throws(PackError) {
    pack = try Pack(contentsOf: file)
    try pack.verify()
    cases = try pack.cases()
  } catch {
    throw StageError(.unreadableData, file: file.path, error.description, remedy: remedy)
  }
  guard let cases else {
    throw StageError(
      .unreadableData, file: file.path, "the pack does not say what the cases of its regions are", remedy: remedy)
  }
  return SwiftSource(cases, of: pack, resource: file.deletingPathExtension().lastPathComponent)
}

/// Writes the file, or leaves the old one as it was.
func write(_ text: String, to file: URL) throws(StageError) {
  do {
    try Data(text.utf8).write(to: file, options: .atomic)
  } catch {
    throw StageError(
      .cannotCreate, file: file.path, "cannot be written: \(error.localizedDescription)",
      remedy: "check that its folder may be written to")
  }
}

do throws(StageError) {
  let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
  guard files.count == 2 else {
    throw StageError(.usage, "the enum is made of one pack", remedy: "say MapPackEnumTool X.mappack X.swift")
  }
  try write(source(ofPackAt: files[0]).text(), to: files[1])
} catch {
  FileHandle.standardError.write(Data((error.description + "\n").utf8))
  exit(error.status.rawValue)
}

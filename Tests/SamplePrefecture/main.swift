// Writes what the sample maps are made of: swift run SamplePrefecture RawData
import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: SamplePrefecture FOLDER\n".utf8))
  exit(64)
}
do {
  let folder = URL(fileURLWithPath: CommandLine.arguments[1])
  func made(_ name: String) throws -> URL {
    let made = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    return made
  }
  try Publication.write(Publication.members(), to: made("sample-prefecture"))
  let railways = try made("sample-railways")
  for file in try RailwayPublication.files() {
    try Data(file.bytes).write(to: railways.appendingPathComponent(file.name))
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(73)
}

// Writes the archive of the sample map: swift run SamplePrefecture RawData/sample-prefecture
import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: SamplePrefecture FOLDER\n".utf8))
  exit(64)
}
do {
  try Publication.write(Publication.members(), to: URL(fileURLWithPath: CommandLine.arguments[1]))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(73)
}

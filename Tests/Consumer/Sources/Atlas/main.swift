import Foundation
import MapPack

// Draws a picture of New England: Atlas NewEngland.mappack Atlas.svg
guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: Atlas NewEngland.mappack Atlas.svg\n".utf8))
  exit(64)
}
let (packFile, pictureFile) = (CommandLine.arguments[1], CommandLine.arguments[2])
do {
  let map = try RegionMap(NewEngland.self, contentsOf: URL(fileURLWithPath: packFile))
  let photo = Data(Photo(width: 160, height: 160).png).base64EncodedString()
  let picture = atlas(of: map, photo: "data:image/png;base64,\(photo)")
  try Data(picture.utf8).write(to: URL(fileURLWithPath: pictureFile))
} catch {
  FileHandle.standardError.write(Data("Atlas: error: \(error)\n".utf8))
  exit(65)
}

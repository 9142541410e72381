import Foundation
import MapPack

// Prints code, name and number of vertices of each region in the packs that are given.
for path in CommandLine.arguments.dropFirst() {
  do {
    let pack = try Pack(contentsOf: URL(fileURLWithPath: path))
    try pack.verify()
    print("\(pack.mapName): \(pack.regionCount) regions, \(pack.levelCount) levels")
    var rings = RingBuffer()
    for shape in pack.shapes {
      rings.removeAll()
      shape.appendRings(to: &rings)
      print("\(shape.code)\t\(shape.name)\t\(rings.points.count)")
    }
  } catch {
    FileHandle.standardError.write(Data("\(path): error: \(error)\n".utf8))
    exit(65)
  }
}

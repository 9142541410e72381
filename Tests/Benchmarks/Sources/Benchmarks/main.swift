import Foundation
import MapPack

/// What the command line asks for.
enum Request {
  /// Packs, each with the GeoJSON of its shapes if one is named.
  case measure([(pack: String, geoJSON: String?)])
  case check([String])
  /// The program's own business: one way to take all shapes, for its memory.
  case memory(of: String, path: String)
  /// A map of a costly shape, with so many parts, for `shapes`.
  case write(Shape, count: Int, path: String)

  /// What the stages of a pipeline file cost, with these builds of `mappack`.
  case stages(pipeline: String, programs: [String])

  init?(_ arguments: ArraySlice<String>) {
    let files = Array(arguments.dropFirst())
    switch arguments.first {
    case "--check" where !files.isEmpty: self = .check(files)
    case "--memory" where files.count == 2: self = .memory(of: files[0], path: files[1])
    case "--shape" where files.count == 3:
      guard let shape = Shape(rawValue: files[0]), let count = Int(files[1]), count > 1 else { return nil }
      self = .write(shape, count: count, path: files[2])
    case "--stages" where files.count > 1: self = .stages(pipeline: files[0], programs: Array(files.dropFirst()))
    case .some:
      var packs: [(pack: String, geoJSON: String?)] = []
      for file in arguments {
        if !file.hasSuffix("json") {
          packs.append((file, nil))
        } else if packs.last?.geoJSON == nil, !packs.isEmpty {
          packs[packs.count - 1].geoJSON = file
        } else {
          return nil
        }
      }
      self = .measure(packs)
    case nil: return nil
    }
  }
}

func run() throws {
  switch Request(CommandLine.arguments.dropFirst()) {
  case .measure(let files): try measure(files)
  case .check(let files): for file in files { try check(URL(fileURLWithPath: file)) }
  case .memory(let reading, let path): try printMemory(of: reading, URL(fileURLWithPath: path))
  case .write(let shape, let count, let path): try shape.write(count, to: path)
  case .stages(let pipeline, let programs): try compareStages(of: pipeline, programs)
  case nil:
    print("usage: run [PACK [GEOJSON]]… | run --check [PACK]…")
    exit(64)
  }
}

do { try run() } catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}

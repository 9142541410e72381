import Foundation
import MapPack

/// Ways to take all shapes of a map, and none, each measured in a process of its own.
enum Reading: String, CaseIterable {
  case nothing, geoJSON
  /// All rings in one buffer, and one region's after another's in the same one.
  case packAtOnce, packInTurn
}

/// Takes the shapes and prints the most memory that the process has had, in bytes.
func printMemory(of reading: String, _ url: URL) throws {
  var vertices = 0
  switch Reading(rawValue: reading) {
  case .nothing, nil: break
  case .geoJSON: vertices = try FeatureCollection(contentsOf: url).vertexCount
  case .packAtOnce:
    let pack = try Pack(contentsOf: url)
    var rings = RingBuffer()
    for shape in pack.shapes { shape.appendRings(to: &rings) }
    vertices = rings.points.count
  case .packInTurn:
    let pack = try Pack(contentsOf: url)
    var rings = RingBuffer()
    for shape in pack.shapes {
      rings.removeAll()
      shape.appendRings(to: &rings)
      vertices += rings.points.count
    }
  }
  print(peakMemory(), vertices)
}

/// The most memory that this process has had in use at once, in bytes.
private func peakMemory() -> Int {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #else
    // What a process had before it became this program counts in getrusage, not here.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    let kilobytes = Int(line.filter(\.isNumber))
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return 1024 * (kilobytes ?? usage.ru_maxrss)
  #endif
}

/// The memory that a way to take the shapes needs in a process of its own: the median of five.
func memory(of reading: Reading, _ url: URL) throws -> Int {
  let peaks = try (0..<5).map { _ in
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    if let own = Bundle.main.executableURL { process.executableURL = own }
    process.arguments = ["--memory", reading.rawValue, url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Int(String(decoding: output, as: UTF8.self).split(separator: " ").first ?? "") ?? 0
  }
  return peaks.sorted()[peaks.count / 2]
}
